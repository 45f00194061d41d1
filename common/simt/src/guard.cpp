// What a guarded module asks before an access at a computed address: see guard.awk.
#include "announced.h"
#include "worker.h"

__thread SimtAnnounced simt_announced = {};

extern "C" void simt_guard_slowly(std::uintptr_t address, unsigned what, std::uintptr_t frame,
                                  std::uintptr_t pc) {
  simt::Worker* const worker = simt::Worker::current();
  if (worker != nullptr) worker->guard(address, what & 255U, what >= 256U, frame, pc);
}

#if defined(__x86_64__)

// %rax holds the address; no register and no flag may change. The usual answer, that the access begins where
// the last announced one did, is found with neither: jrcxz. 80(%rbx) is the return address: below it lie nine
// words.
asm(R"(
  .pushsection .text
.macro simt_guard name, bytes, store
  .globl simt_guard_\name\bytes
  .type simt_guard_\name\bytes, @function
simt_guard_\name\bytes:
  .cfi_startproc
  pushq %rcx
  movq %fs:simt_announced@tpoff + 8 * \store, %rcx
  leaq (%rcx, %rax), %rcx
  jrcxz 1f
  movl $(\bytes + 256 * \store), %ecx
  jmp simt_guard_keeping_all
1:
  popq %rcx
  ret
  .cfi_endproc
  .size simt_guard_\name\bytes, . - simt_guard_\name\bytes
.endm
.irp bytes, 1, 2, 4, 8, 16
  simt_guard load, \bytes, 0
  simt_guard store, \bytes, 1
.endr
simt_guard_keeping_all:
  .cfi_startproc
  pushfq
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rbx
  movq %rsp, %rbx
  movq %rax, %rdi
  movl %ecx, %esi
  movq %rbp, %rdx
  movq 80(%rbx), %rcx
  andq $-16, %rsp
  subq $256, %rsp
  cld
.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  movaps %xmm\n, 16 * \n(%rsp)
.endr
  call simt_guard_slowly
.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  movaps 16 * \n(%rsp), %xmm\n
.endr
  movq %rbx, %rsp
  popq %rbx
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popfq
  popq %rcx
  ret
  .cfi_endproc
  .purgem simt_guard
  .popsection
)");

#endif
