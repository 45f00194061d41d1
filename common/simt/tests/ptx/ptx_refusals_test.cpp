// Inline PTX that is refused: by name, at the line of the statement. And assembler of other machines, which
// must never be assembled.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "scratch.h"
#include "simtcc_run.h"

namespace {

using simt_test::compile;
using simt_test::Ended;
using simt_test::written;

Ended compiled(const std::string& name, const std::string& text) {
  const std::string output = scratch::file(name + ".so");
  const Ended ended = compile(written(name + ".cu", text), output);
  EXPECT_EQ(std::filesystem::exists(output), ended.status == 0) << ended.words;
  return ended;
}

std::string kernel_with(const std::string& statement) {
  return "extern \"C\" __global__ void k(unsigned* p, unsigned u, float f, short s) {\n  unsigned r = u;\n "
         " " +
         statement + "\n  p[0] = r;\n}\n";
}

struct RefusedPtx {
  std::string statement;
  std::string message;
};

}  // namespace

TEST(PtxRefusals, AreByNameAndLine) {
  const std::vector<RefusedPtx> refusals{
      // what the machine does not have
      {R"(asm volatile("wgmma.fence.sync.aligned;");)", "`wgmma.fence.sync.aligned` is not supported"},
      {R"(asm volatile("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [t, {%0, %0}];" : "+r"(r));)",
       "`tex.2d.v4.f32.f32` is not supported"},
      {R"(asm volatile("barrier.cluster.arrive;");)", "clusters are not modelled"},
      {R"(asm volatile("bar.arrive 1;");)", "2 operands"},
      {R"(asm volatile("bar.sync 16;");)", "a block has barriers 0 to 15"},
      {R"(asm volatile("shfl.idx.b32 %0, %0, 0, 31;" : "+r"(r));)", "has not existed since sm_70"},
      {R"(asm volatile("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(p), "r"(r));)", "add in float"},
      {R"(asm volatile("add.rn.f32x2 %0, %0, %0;" : "+l"(p));)", "`.f32x2` is not known here"},
      {R"(asm volatile("ld.global.v8.u32 {%0,%0,%0,%0,%0,%0,%0,%0}, [%1];" : "+r"(r) : "l"(p));)",
       "1 to 16 bytes"},
      {R"(asm volatile("ld.param.u32 %0, [x];" : "=r"(r));)", "`.param` is not known here"},
      {R"(asm volatile("cvt.rn.satfinite.e2m1x2.f32 %0, %1, %1;" : "=h"(s) : "f"(f));)", "is not supported"},
      {R"(asm volatile("add.s32.fast %0, %0, 1;" : "+r"(r));)", "`.fast` is not known here"},
      // what ptxas would not take either
      {R"(asm volatile("mov.u32 %0, 1" : "=r"(r));)", "does not end with `;`"},
      {R"(asm volatile("mov.u32 %0, x;" : "=r"(r));)", "`x` is neither declared nor a register"},
      {R"(asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r));)",
       "nor a register that the machine has"},
      {R"(asm volatile("add.u64 %0, %0, 1;" : "+r"(r));)", "takes a register of 64 bits where `%0` has 32"},
      {R"(asm volatile("add.f32 %0, %0, 1;" : "+f"(f));)", "an integer where a floating-point number"},
      {R"(asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "r"(u));)", "takes a register of 64 bits"},
      {R"(asm volatile("add.u32 %0, %0;" : "+r"(r));)", "takes 3 operands, and has 2"},
      {R"(asm volatile("bra nowhere;");)", "no label of this asm"},
      {R"(asm volatile("x: x: bra x;");)", "stands there twice"},
      {R"(asm volatile("{ .reg .b32 a, a; }");)", "declared twice"},
      {R"(asm volatile("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(r) : "r"(u));)", "must be a constant"},
      {R"(asm volatile("mov.u32 %0, %1;" : "=r"(r) : "r"(s));)", "asm operand type size(2) does not match"},
      {R"(asm volatile("mov.u32 %0, 0x;" : "=r"(r));)", "no PTX at"},
      // other machines'
      {R"(asm volatile("syscall");)", "`syscall` is no instruction of PTX"},
      {R"(asm volatile("movl $60, %%eax; syscall" : "+r"(r));)", "`movl` is no instruction of PTX"},
      {R"(asm volatile("mov %rax, %rbx;");)", "is not supported"},
      {R"(asm volatile(".byte 0x0f, 0x05;");)", "`.byte` is not supported"},
      {R"(asm volatile(".section .init_array; .quad 1;");)", "`.section` is not supported"},
      {R"(asm volatile("1: jmp 1b;");)", "no PTX at `1b;`"},
  };
  unsigned number = 0;
  for (const RefusedPtx& refusal : refusals) {
    const std::string name = "refused" + std::to_string(number++);
    const Ended ended = compiled(name, kernel_with(refusal.statement));
    EXPECT_EQ(ended.status, 1) << refusal.statement << "\n" << ended.words;
    EXPECT_TRUE(ended.says(refusal.message)) << refusal.statement << "\n" << ended.words;
    EXPECT_TRUE(ended.says(name + ".cu:3:")) << refusal.statement << "\n" << ended.words;
  }
}

// These ways are the host's constraints, jumps, and names of the machine's own.
TEST(PtxRefusals, AssemblerComesInByNoOtherWay) {
  unsigned number = 0;
  for (const std::string& text : std::vector<std::string>{
           kernel_with(R"(asm volatile("mov.u32 %0, 1;" : "=m"(r));)"),
           kernel_with(R"(asm volatile("mov.u32 %0, 1;" : "=a"(r));)"),
           kernel_with(R"(asm goto("bra %l0;" :::: out); out:;)"),
           "extern \"C\" __device__ unsigned simt_ptx_prmt(unsigned a, unsigned b, unsigned c) { return a; "
           "}\n" +
               kernel_with(R"(asm("prmt.b32 %0, %0, %0, %0;" : "+r"(r)); r += simt_ptx_prmt(r, r, r);)"),
           "__device__ void load(unsigned*) asm(\"simt.ptx.load.i32\");\n" + kernel_with("load(p);")}) {
    const Ended ended = compiled("other" + std::to_string(number++), text);
    EXPECT_EQ(ended.status, 1) << text << "\n" << ended.words;
    EXPECT_TRUE(ended.says("error: ")) << ended.words;
  }
}

// Code for other GPUs that is not reached.
TEST(PtxRefusals, UnreachableStatementsDoNoHarm) {
  const Ended ended = compiled("unreached",
                               "template <bool B> __device__ void run() {\n"
                               "  if (B) asm volatile(\"tcgen05.fence::before_thread_sync;\");\n}\n"
                               "__device__ void unused() { asm volatile(\"wgmma.fence.sync.aligned;\"); }\n" +
                                   kernel_with("run<false>();"));
  EXPECT_EQ(ended.status, 0) << ended.words;
}

TEST(PtxRefusals, AFloodOfTextEndsAtOnce) {
  const auto started = std::chrono::steady_clock::now();
  const std::string many(200000, '{');
  EXPECT_EQ(compiled("braces", kernel_with("asm volatile(\"" + many + "\");")).status, 1);
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "add.u32 %0, %0, %0; ";
  EXPECT_EQ(compiled("sums", kernel_with("asm volatile(\"" + text + "\" : \"+r\"(r));")).status, 0);
  text.clear();
  for (int i = 0; i < 2000; ++i)
    text += "l" + std::to_string(i) + ": bra l" + std::to_string(1999 - i) + "; ";
  compiled("labels", kernel_with("asm volatile(\"" + text + "\");"));
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(90));
}
