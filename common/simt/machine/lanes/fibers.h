// Fibers: the stacks that the lanes of a worker run on, and how one goes on with another.
//
// Of a suspended fiber only what a function must leave as it found it is kept: the registers that the calling
// convention names, not the modes of floating-point arithmetic, which nothing here changes and which take longer than
// all the rest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contract/module_abi.h"

namespace simt {

// Where a suspended fiber resumes: the top of its stack, on which its registers are saved.
using FiberContext = void*;

// One mapping, a guard under each stack, so that an overflow faults and names itself.
class FiberStacks {
 public:
  FiberStacks() = default;
  ~FiberStacks();
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;

  void ensure(std::size_t count);
  std::uintptr_t top(std::size_t index) const;
  bool in_guard(std::uintptr_t address) const {
    return address - begin_ < count_ * kStride && (address - begin_) % kStride < kGuard;
  }
  // Tells a build with the address sanitizer that a dropped stack holds nothing any more.
  void forget(std::size_t index) const;

#if defined(__aarch64__)
  // Pages have up to 64 KiB there; and code may take frames without touching them.
  static constexpr std::size_t kGuard = std::size_t{64} * 1024;
  static constexpr std::size_t kStride = std::size_t{320} * 1024;
  static_assert(kGuard >= 2 * abi::kMostFrameBytes);
#else
  static constexpr std::size_t kGuard = 4096;
  static constexpr std::size_t kStride = std::size_t{256} * 1024;
#endif
  static constexpr std::size_t kLargestOffset = std::size_t{124} * 1024;
  static constexpr std::size_t kBytes = std::size_t{128} * 1024;  // the least size
  static_assert(kBytes + kLargestOffset + kGuard <= kStride);

 private:
  void release();

  std::uintptr_t begin_ = 0;
  std::size_t count_ = 0;
};

}  // namespace simt

extern "C" {

// Goes on with `to`; comes back when somebody switches to what `from` has been set to. The two differ in how
// they go, since a processor foresees where a `ret` goes by the calls before it: the first by `ret`, for a
// switch from and to the same function; the second by a jump, for all others.
void simt_switch_fiber(simt::FiberContext* from, simt::FiberContext to);
void simt_jump_to_fiber(simt::FiberContext* from, simt::FiberContext to);

// Switches to a new fiber, which calls body(argument) on an idle stack. When `body` returns, the fiber has ended, and whoever
// `*behind` holds then goes on. If that is who began the fiber, the processor foresees all returns.
void simt_begin_fiber(simt::FiberContext* from, std::uintptr_t stack_top, void (*body)(void*), void* argument,
                      const simt::FiberContext* behind);
}
