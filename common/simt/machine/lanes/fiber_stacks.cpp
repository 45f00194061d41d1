#include "lanes/fiber_stacks.h"

#include <sys/mman.h>

#include "simt/machine.h"

#if defined(__SANITIZE_ADDRESS__)
#define SIMT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef SIMT_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace simt {

FiberStacks::~FiberStacks() { release(); }

void FiberStacks::release() {
  // Else the address sanitizer would take whatever is mapped there next for a dropped stack.
  for (std::size_t i = 0; i < count_; ++i) forget(i);
  if (count_ > 0) munmap(reinterpret_cast<void*>(begin_), count_ * kStride);
  count_ = 0;
}

void FiberStacks::ensure(std::size_t count) {
  if (count <= count_) return;
  release();
  void* const memory = mmap(nullptr, count * kStride, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    throw Error("out of memory: no room for the stacks of " + std::to_string(count) + " threads");
  begin_ = reinterpret_cast<std::uintptr_t>(memory);
  count_ = count;
  for (std::size_t i = 0; i < count; ++i)
    mprotect(reinterpret_cast<void*>(begin_ + i * kStride), kGuard, PROT_NONE);
}

std::uintptr_t FiberStacks::top(std::size_t index) const {
  // Stacks a power of two apart would put every thread's frames in the same few cache sets: each starts a
  // little lower, by as much as a thread that has stopped leaves there.
  constexpr std::size_t kFrameBytes = 704;
  return begin_ + (index + 1) * kStride - index * kFrameBytes % kLargestOffset;
}

void FiberStacks::forget([[maybe_unused]] std::size_t index) const {
#ifdef SIMT_ADDRESS_SANITIZER
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(begin_ + index * kStride + kGuard), kStride - kGuard);
#endif
}

}  // namespace simt
