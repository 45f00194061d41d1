#include "fiber.h"

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
  // Stacks a power of two apart would put every thread's frame in the same few cache sets: each starts a
  // little lower.
  constexpr std::size_t kColours = 61;
  constexpr std::size_t kColourBytes = 192;
  return begin_ + (index + 1) * kStride - index % kColours * kColourBytes;
}

void FiberStacks::forget([[maybe_unused]] std::size_t index) const {
#ifdef SIMT_ADDRESS_SANITIZER
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(begin_ + index * kStride + kGuard), kStride - kGuard);
#endif
}

void Fiber::start(std::uintptr_t stack_top, std::size_t stack_bytes, Body body) {
  inside_ =
      boost::context::detail::make_fcontext(reinterpret_cast<void*>(stack_top), stack_bytes, &Fiber::enter);
  body_ = body;
}

void Fiber::enter(boost::context::detail::transfer_t from) {
  const Passed passed = *static_cast<Passed*>(from.data);
  passed.fiber->outside_ = from.fctx;
  passed.fiber->body_(passed.argument);
}

}  // namespace simt
