// What the verifier and its fuzzer have found stays found: each kernel here once got past simtcc's checks.
#include <gtest/gtest.h>

#include <filesystem>

#include "back/emit.h"
#include "simtcc_run.h"
#include "verifier.h"

namespace {

using simt_test::Ended;

std::string kernel(const std::string& name) { return std::string(FOUND "/") + name + ".cu"; }

class Found : public testing::TestWithParam<const char*> {
 public:
  ~Found() override { std::filesystem::remove(module_); }

 protected:
  const std::string module_ = testing::TempDir() + GetParam() + std::to_string(getpid()) + ".so";
};

TEST_P(Found, CompilesAndStaysWithinItsOwn) {
  const Ended compiled = simt_test::compile(kernel(GetParam()), module_);
  ASSERT_EQ(compiled.status, 0) << compiled.words;
  for (const char* seed : {"1", "2", "3", "4"}) {
    const Ended ran = simt_test::run("'" SIMT_FUZZ "' run '" + module_ + "' " + seed + " 2>&1");
    EXPECT_TRUE(ran.status == 0 || ran.status == 4)
        << ran.status << ": " << ran.words;  // 4: faults that were found
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Found,
                         testing::Values("loop_with_two_ways_in", "recursion_that_comes_back",
                                         "switch_without_default", "structure_by_value"),
                         [](const auto& name) { return std::string(name.param); });

TEST(FoundText, AMessageIsALiteral) {
  const Ended compiled = simt_test::compile(kernel("message_at_any_address"), "/dev/null");
  EXPECT_EQ(compiled.status, 1);
  EXPECT_TRUE(compiled.says(":4:") && compiled.says("must be a string literal")) << compiled.words;
}

// Returns a kernel that keeps so many rows of 16 numbers on the stack at once: the last one is used first.
std::string kernel_that_keeps(std::size_t rows) {
  std::string text =
      "typedef double Row __attribute__((ext_vector_type(16)));\n"
      "__global__ void keeps(double* x) {\nRow sum = 0, v0;\nfor (int i = 0; i < 16; ++i) v0[i] = x[i];\n";
  for (std::size_t i = 1; i < rows; ++i)
    text += "Row v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " * 1.5 + 1;\n";
  for (std::size_t i = rows; i-- > 0;) text += "sum = sum * 0.5 + v" + std::to_string(i) + ";\n";
  return text + "for (int i = 0; i < 16; ++i) x[i] = sum[i];\n}\n";
}

TEST(Frames, AreTouchedPageByPageOrAreSmall) {
  const std::string module = scratch::file("keeps.so");
  constexpr std::size_t kMost = simt::abi::kMostFrameBytes / (16 * sizeof(double));
  Ended compiled = simt_test::compile(simt_test::written("few.cu", kernel_that_keeps(kMost / 8)), module);
  EXPECT_EQ(compiled.status, 0) << compiled.words;
  compiled = simt_test::compile(simt_test::written("many.cu", kernel_that_keeps(kMost + 10)), module);
  if (simtcc::kProbesFrames) {
    ASSERT_EQ(compiled.status, 0) << compiled.words;
    const Ended ran = simt_test::run("'" SIMT_FUZZ "' run '" + module + "' 1 2>&1");
    EXPECT_TRUE(ran.status == 0 || ran.status == 4) << ran.status << ": " << ran.words;  // 4: they race
  } else {
    EXPECT_EQ(compiled.status, 1);
    EXPECT_TRUE(compiled.says("many.cu:1:1: error: a function keeps more than 32 KiB")) << compiled.words;
  }
}

TEST(SimtVerify, SaysWhatItReads) {
  EXPECT_EQ(simt_test::run("'" SIMT_VERIFY "' '" GOOD_MODULE "'").status, 0);
  EXPECT_EQ(simt_test::run("'" SIMT_VERIFY "' /dev/null 2>&1").status, 1);
  EXPECT_EQ(simt_test::run("'" SIMT_VERIFY "' /nowhere.bc 2>&1").status, 2);
}

}  // namespace
