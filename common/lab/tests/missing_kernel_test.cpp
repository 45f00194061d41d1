// A student's kernel that is misspelt, left out or defined otherwise: what is said, and what it costs.
#include "missing_kernel.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "lab/check.h"
#include "lab/kernel.h"
#include "scratch.h"

namespace {

using Names = std::vector<std::string>;

class MissingKernel : public testing::Test {
 protected:
  MissingKernel() { lab::CheckRecord::current() = {}; }

  static lab::SessionOptions options(const Names& graded) {
    lab::SessionOptions options;
    options.lab = "lab9";
    options.module = NAMES_MODULE;
    options.graded = graded;
    return options;
  }

  static std::string thrown(const lab::Session& /*session*/, const std::string& kernel) {
    try {
      const lab::Kernel<void(float*)> found(kernel);
    } catch (const simt::Error& error) {
      return error.what();
    }
    return "found";
  }

  static bool says(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
};

TEST_F(MissingKernel, LettersApart) {
  EXPECT_EQ(lab::letters_apart("transpose_padded", "transpose_paded"), 1U);
  EXPECT_EQ(lab::letters_apart("transpose_padded", "Transpose_Padded"), 0U);
  EXPECT_EQ(lab::letters_apart("aosoa", "aosao"), 1U);
  EXPECT_EQ(lab::letters_apart("", "abc"), 3U);
  EXPECT_GT(lab::letters_apart("fast_copy", "predict_sectors"), 9U);
}

TEST_F(MissingKernel, TheNearestNameIsSuggested) {
  const lab::Session session(options({}));
  const std::string said = thrown(session, "transpose_padded");
  EXPECT_TRUE(says(said,
                   "names.cu:4: the kernel `transpose_padded` is not defined; did you mean "
                   "`transpose_paded` in line 4?"))
      << said;
}

TEST_F(MissingKernel, WhatIsNotNearIsNotSuggested) {
  const lab::Session session(options({}));
  const std::string said = thrown(session, "column_sum_swizzled");
  EXPECT_TRUE(says(said, "`column_sum_swizzled` is not defined; keep the name and the signature")) << said;
  EXPECT_FALSE(says(said, "did you mean")) << said;
}

TEST_F(MissingKernel, AnotherKernelOfTheLabIsNoMisspeltOne) {
  const lab::Session session(options({}));
  const auto& kernels = session.module(lab::From::student).kernels;
  EXPECT_TRUE(says(lab::not_defined(kernels, "update_aosoa", {}).message, "did you mean `update_soa`"));
  const std::string said = lab::not_defined(kernels, "update_aosoa", {"update_soa", "update_aosoa"}).message;
  EXPECT_FALSE(says(said, "did you mean")) << said;
}

TEST_F(MissingKernel, WithoutLinkageADriverWouldNotFindIt) {
  const lab::Session session(options({}));
  const std::string said = thrown(session, "without_linkage");
  EXPECT_TRUE(
      says(said, "names.cu:10: the kernel `without_linkage` is defined without `extern \"C\"` in line 10"))
      << said;
}

TEST_F(MissingKernel, OnAGpuTheKernelsAreReadFromTheSource) {
  const lab::Session session(options({}));
  const std::string source = session.module(lab::From::student).source;
  Names found;
  for (const simt::Kernel& kernel : lab::kernels_written_in(source)) found.push_back(kernel.written);
  EXPECT_EQ(found, (Names{"transpose_paded", "update_soa", "without_linkage", "says_so"}));
  lab::KernelTrouble trouble = lab::not_defined_on_gpu(source, "transpose_padded", {"transpose_padded"});
  EXPECT_TRUE(says(trouble.message, "did you mean `transpose_paded` in line 4?")) << trouble.message;
  EXPECT_EQ(trouble.where.line, 4U);
  trouble = lab::not_defined_on_gpu(source, "without_linkage", {"without_linkage"});
  EXPECT_TRUE(says(trouble.message, "without `extern \"C\"` in line 10")) << trouble.message;
  trouble = lab::not_defined_on_gpu("", "transpose_padded", {});
  EXPECT_TRUE(says(trouble.message, "is not defined; keep the name")) << trouble.message;
}

TEST_F(MissingKernel, LaunchBoundsAreNoKernelsName) {
  const std::string file = scratch::file("bounds.cu");
  std::ofstream(file) << "// __global__ void commented(int* out);\n"
                         "__global__ void\n__launch_bounds__(256) bounded(int* out) { other(out); }\n";
  const std::vector<simt::Kernel> found = lab::kernels_written_in(file);
  std::remove(file.c_str());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].written, "bounded");
  EXPECT_EQ(found[0].definition.line, 3U);
}

TEST_F(MissingKernel, InATestProgramItFailsTheTestThatNeedsIt) {
  const lab::Session session(options({"transpose_padded", "update_soa"}));
  testing::TestPartResultArray results;
  bool went_on = false;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    EXPECT_EQ(thrown(session, "update_soa"), "found");
    try {
      const lab::Kernel<void(const float*, float*)> missing("transpose_padded");
      went_on = true;
    } catch (const testing::AssertionException&) {  // NOLINT(bugprone-empty-catch): `went_on` tells
    }
  }
  EXPECT_FALSE(went_on);
  ASSERT_EQ(results.size(), 1);
  const testing::TestPartResult& failure = results.GetTestPartResult(0);
  EXPECT_EQ(failure.line_number(), 4);
  EXPECT_TRUE(says(failure.message(), "did you mean `transpose_paded` in line 4?")) << failure.message();
  EXPECT_EQ(lab::CheckRecord::current().fault, "missing kernel");
}

}  // namespace
