// What a kernel calls by name, declared for it in include/cuda/simt_device.h.
#include <cstdarg>
#include <cstdio>

#include "worker.h"

namespace {

// CUDA's uint3, in layout.
struct Index3 {
  unsigned x, y, z;
};

Index3 as_index(const simt::Dim3& dim) { return {dim.x, dim.y, dim.z}; }

}  // namespace

extern "C" {

Index3 simt_thread_index() { return as_index(simt::Worker::current()->thread_index()); }
Index3 simt_block_index() { return as_index(simt::Worker::current()->block_index()); }
Index3 simt_block_dimensions() { return as_index(simt::Worker::current()->launch().shape.block); }
Index3 simt_grid_dimensions() { return as_index(simt::Worker::current()->launch().shape.grid); }

void simt_barrier() {
  simt::Worker::current()->wait_at_barrier(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

__attribute__((format(printf, 1, 2))) int simt_printf(const char* format, ...) {
  char text[1024];  // one line of a kernel's output; longer ones are cut
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  simt::Worker::current()->print(text);
  return length;
}

}  // extern "C"
