// Indices that the compiler knows to be wrong: -fsanitize=bounds calls this before it uses an index that is
// outside of an array's type. The layout of what it hands over is the compilers' (compiler-rt,
// ubsan_value.h).
#include <cstdint>

#include "worker.h"

namespace {

struct TypeDescriptor {
  std::uint16_t kind;
  std::uint16_t info;  // of an integer: bit 0 whether it is signed, above it log2 of its bits
  char name[1];        // "'float [32]'", as long as it is
};

struct OutOfBoundsData {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
  const TypeDescriptor* array_type;
  const TypeDescriptor* index_type;
};

std::int64_t value_of(std::uintptr_t bits, const TypeDescriptor& type) {
  const unsigned width = 1U << (type.info >> 1U);
  if (width >= 64 || (type.info & 1U) == 0) return static_cast<std::int64_t>(bits);
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

}  // namespace

// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the compilers' name
extern "C" void __ubsan_handle_out_of_bounds(const OutOfBoundsData* data, std::uintptr_t index) {
  simt::Worker* const worker = simt::Worker::current();
  if (worker == nullptr) return;
  worker->index_outside(data->array_type->name, value_of(index, *data->index_type),
                        reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
