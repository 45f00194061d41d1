#include "lanes/fibers.h"

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

#if defined(__x86_64__)

// System V ABI, AMD64: rbx, rbp and r12 to r15 belong to the caller. At a function's first instruction the
// stack is 8 bytes off a multiple of 16. Debuggers see a fiber's stack end where it began.
asm(R"(
.text

.macro simt_leave_fiber
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
.endm

.macro simt_enter_fiber
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
.endm

.p2align 4
.globl simt_switch_fiber
.hidden simt_switch_fiber
.type simt_switch_fiber, @function
simt_switch_fiber:
  simt_leave_fiber
  simt_enter_fiber
  ret
.size simt_switch_fiber, . - simt_switch_fiber

.p2align 4
.globl simt_jump_to_fiber
.hidden simt_jump_to_fiber
.type simt_jump_to_fiber, @function
simt_jump_to_fiber:
  simt_leave_fiber
  simt_enter_fiber
  popq %rcx
  jmp *%rcx
.size simt_jump_to_fiber, . - simt_jump_to_fiber

.p2align 4
.globl simt_begin_fiber
.hidden simt_begin_fiber
.type simt_begin_fiber, @function
simt_begin_fiber:
  .cfi_startproc
  .cfi_undefined rip
  simt_leave_fiber
  andq $-16, %rsi
  movq %rsi, %rsp
  movq %r8, %rbx
  xorl %ebp, %ebp
  movq %rcx, %rdi
  call *%rdx
  movq (%rbx), %rsi
  simt_enter_fiber
  ret
  .cfi_endproc
.size simt_begin_fiber, . - simt_begin_fiber
)");

#elif defined(__aarch64__)

// Procedure Call Standard for AArch64: x19 to x30 and the low halves of v8 to v15 belong to the caller.
asm(R"(
.text

.macro simt_leave_fiber
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
.endm

.macro simt_enter_fiber
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
.endm

.p2align 4
.globl simt_switch_fiber
.hidden simt_switch_fiber
.type simt_switch_fiber, %function
simt_switch_fiber:
  simt_leave_fiber
  simt_enter_fiber
  ret
.size simt_switch_fiber, . - simt_switch_fiber

.p2align 4
.globl simt_jump_to_fiber
.hidden simt_jump_to_fiber
.type simt_jump_to_fiber, %function
simt_jump_to_fiber:
  simt_leave_fiber
  simt_enter_fiber
  br x30
.size simt_jump_to_fiber, . - simt_jump_to_fiber

.p2align 4
.globl simt_begin_fiber
.hidden simt_begin_fiber
.type simt_begin_fiber, %function
simt_begin_fiber:
  .cfi_startproc
  .cfi_undefined x30
  simt_leave_fiber
  and x1, x1, #-16
  mov sp, x1
  mov x19, x4
  mov x29, #0
  mov x0, x3
  blr x2
  ldr x1, [x19]
  simt_enter_fiber
  ret
  .cfi_endproc
.size simt_begin_fiber, . - simt_begin_fiber
)");

#else
#error "the SIMT machine knows the registers of x86-64 and aarch64 only"
#endif
