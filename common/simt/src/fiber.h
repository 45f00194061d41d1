// A thread of a block as a fiber: it runs until it waits at a barrier or returns, and can be dropped
// half-way.
//
// Boost.Context's own `fiber` unwinds a dropped stack with an exception, through kernel frames that were
// compiled without exceptions; so this uses its bare contexts and simply starts afresh on the same stack.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>

namespace simt {

// The stacks of a worker's fibers: one mapping, a guard page under each stack, so that an overflow faults and
// names itself.
class FiberStacks {
 public:
  FiberStacks() = default;
  ~FiberStacks();
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;

  void ensure(std::size_t count);
  std::uintptr_t top(std::size_t index) const;
  bool holds(std::uintptr_t address) const { return address - begin_ < count_ * kStride; }
  bool holds(std::size_t index, std::uintptr_t address) const {
    return address - (begin_ + index * kStride) < kStride;
  }
  bool in_guard(std::uintptr_t address) const {
    return holds(address) && (address - begin_) % kStride < kGuard;
  }
  // The first address at or above this one, on the same stack, that may be read.
  std::uintptr_t above_guard(std::uintptr_t address) const {
    return in_guard(address) ? address - (address - begin_) % kStride + kGuard : (address + 7) / 8 * 8;
  }
  // Tells a build with the address sanitizer that a dropped stack holds nothing any more.
  void forget(std::size_t index) const;

  static constexpr std::size_t kStride = std::size_t{256} * 1024;
  static constexpr std::size_t kGuard = 4096;

 private:
  void release();

  std::uintptr_t begin_ = 0;
  std::size_t count_ = 0;
};

class Fiber {
 public:
  using Body = void (*)(void* argument);

  // A new fiber on an idle stack; `body` must never return: it ends with a suspend().
  void start(std::uintptr_t stack_top, std::size_t stack_bytes, Body body);

  // Both are inline, as their callers should be: after a switch of stacks the processor predicts every return
  // wrongly, so the fewer the better.

  // Runs the fiber until it suspends. `argument` reaches a new fiber's body.
  [[gnu::always_inline]] void resume(void* argument) {
    Passed passed{this, argument};
    inside_ = boost::context::detail::jump_fcontext(inside_, &passed).fctx;
  }

  // Called on the fiber: back to whoever resumed it.
  [[gnu::always_inline]] void suspend() {
    outside_ = boost::context::detail::jump_fcontext(outside_, nullptr).fctx;
  }

 private:
  boost::context::detail::fcontext_t inside_ = nullptr;
  boost::context::detail::fcontext_t outside_ = nullptr;
  Body body_ = nullptr;

  static void enter(boost::context::detail::transfer_t from);
  struct Passed {
    Fiber* fiber;
    void* argument;
  };
};

}  // namespace simt
