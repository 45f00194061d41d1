// What a kernel calls by name, declared for it in include/cuda/simt_device.h.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "worker.h"

namespace {

inline const simt::Worker& worker() { return *simt::Worker::current(); }

// The conversion %n stores through a pointer, past every check; CUDA's printf has none (CUDA C++ Programming
// Guide, "Formatted Output").
bool stores(const char* format) {
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    ++at;
    at += std::strspn(at, "0123456789$#-+ '.*hlLjztqI");
    if (*at == 'n') return true;
    if (*at != '\0') ++at;
  }
  return false;
}

}  // namespace

extern "C" {

unsigned simt_thread_index_x() { return worker().thread_index().x; }
unsigned simt_thread_index_y() { return worker().thread_index().y; }
unsigned simt_thread_index_z() { return worker().thread_index().z; }
unsigned simt_block_index_x() { return worker().block_index().x; }
unsigned simt_block_index_y() { return worker().block_index().y; }
unsigned simt_block_index_z() { return worker().block_index().z; }
unsigned simt_block_dimension_x() { return worker().launch().shape.block.x; }
unsigned simt_block_dimension_y() { return worker().launch().shape.block.y; }
unsigned simt_block_dimension_z() { return worker().launch().shape.block.z; }
unsigned simt_grid_dimension_x() { return worker().launch().shape.grid.x; }
unsigned simt_grid_dimension_y() { return worker().launch().shape.grid.y; }
unsigned simt_grid_dimension_z() { return worker().launch().shape.grid.z; }

void simt_warp_exchange(unsigned mask, unsigned long long value, unsigned long long values[32]) {
  simt::Worker::current()->meet_lanes(mask, value, reinterpret_cast<std::uint64_t*>(values),
                                      reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
unsigned simt_converged_lanes() {
  return simt::Worker::current()->converge(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
unsigned long long simt_clock() { return simt::Worker::current()->read_clock(); }
unsigned simt_lane() { return worker().lane_in_warp(); }

void simt_texture_fetch(unsigned long long texture, int index, void* value, unsigned bytes) {
  simt::Worker::current()->fetch(texture, index, value, bytes,
                                 reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void simt_fence() { simt::Worker::current()->fence(); }

int simt_barrier_count(int predicate) {
  return simt::Worker::current()->count_at_barrier(
      predicate != 0, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void simt_barrier() {
  simt::Worker::current()->wait_at_barrier(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

void simt_trap(const char* message) {
  simt::Worker::current()->stop(simt::FaultKind::crash, message,
                                reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
void simt_assertion_failed(const char* expression) {
  simt::Worker::current()->stop(simt::FaultKind::crash, "assertion `" + std::string(expression) + "` failed",
                                reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

__attribute__((format(printf, 1, 2))) int simt_printf(const char* format, ...) {
  if (stores(format)) simt_trap("printf: the conversion %n is not CUDA's");
  char text[1024];  // one line of a kernel's output; longer ones are cut
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  simt::Worker::current()->print(text);
  return length;
}

}  // extern "C"
