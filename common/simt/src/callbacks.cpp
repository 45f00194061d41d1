// The functions that a module's instrumented code calls. Compiled for the thread sanitizer, the module calls
// these before each access: addresses arrive in order, the return address says which instruction it was.
#include <cstring>

#include "worker.h"

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the compilers' names, not ours

namespace {

using simt::Op;
using simt::Worker;

inline std::uintptr_t as_number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

template <unsigned Width, Op op>
inline void access(const void* address, const void* pc) {
  Worker* const worker = Worker::current();
  if (worker != nullptr) worker->access<Width, op>(as_number(address), as_number(pc));
}

inline void access_range(const void* address, std::size_t bytes, Op op, const void* pc) {
  Worker* const worker = Worker::current();
  if (worker != nullptr) worker->access_range(as_number(address), bytes, op, as_number(pc));
}

// A copy is a load and a store, two instructions to be counted apart, at one return address: the store goes
// by the byte before it, which is still the call's.
inline void access_copy(const void* to, const void* from, std::size_t bytes, const void* pc) {
  access_range(from, bytes, Op::load, pc);
  access_range(to, bytes, Op::store, static_cast<const char*>(pc) - 1);
}

// What we write for the kernel, no guard sees. `frame`: of the function that the kernel called.
inline void check_stack(const void* to, std::size_t bytes, const void* frame, const void* pc) {
#if defined(__x86_64__)
  Worker* const worker = Worker::current();
  const auto caller = *static_cast<const std::uintptr_t*>(frame);
  if (worker != nullptr) worker->write_for_kernel(as_number(to), bytes, caller, as_number(pc));
#endif
}

}  // namespace

// "Unaligned" are struct members that clang moves together: two floats as 8 bytes, which the type does not
// align.
#define SIMT_ACCESS_CALLBACKS(width)                                                                        \
  void __tsan_read##width(void* address) { access<width, Op::load>(address, __builtin_return_address(0)); } \
  void __tsan_write##width(void* address) {                                                                 \
    access<width, Op::store>(address, __builtin_return_address(0));                                         \
  }                                                                                                         \
  void __tsan_unaligned_read##width(void* address) {                                                        \
    access_range(address, width, Op::load, __builtin_return_address(0));                                    \
  }                                                                                                         \
  void __tsan_unaligned_write##width(void* address) {                                                       \
    access_range(address, width, Op::store, __builtin_return_address(0));                                   \
  }

extern "C" {

SIMT_ACCESS_CALLBACKS(1)
SIMT_ACCESS_CALLBACKS(2)
SIMT_ACCESS_CALLBACKS(4)
SIMT_ACCESS_CALLBACKS(8)
SIMT_ACCESS_CALLBACKS(16)

void __tsan_read_range(void* address, std::size_t bytes) {
  access_range(address, bytes, Op::load, __builtin_return_address(0));
}
void __tsan_write_range(void* address, std::size_t bytes) {
  access_range(address, bytes, Op::store, __builtin_return_address(0));
}

void __tsan_init() {}
void __tsan_func_entry(void* /*caller*/) {}  // g++ before 12 cannot be told to leave these out
void __tsan_func_exit() {}

// Struct copies: g++ announces them as ranges and copies inline, clang calls these (simtcc links them in with
// --wrap).
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_copy(to, from, bytes, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_copy(to, from, bytes, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_range(to, bytes, Op::store, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
// clang since 15 calls these instead.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_copy(to, from, bytes, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_copy(to, from, bytes, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  check_stack(to, bytes, __builtin_frame_address(0), __builtin_return_address(0));
  access_range(to, bytes, Op::store, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

}  // extern "C"

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
