// Errors that nobody looked at, and what only the program's end shows.
#include "state/unseen_errors.h"

#include <gtest/gtest.h>

#include "kernels.h"
#include "recorded.h"

namespace {

using cudart::UnseenErrors;

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(UnseenErrors, AreToldWithTheirPlace) {
  UnseenErrors errors;
  errors.note("cudaMemcpy", at(16), cudaErrorInvalidValue);
  errors.note("cudaMemcpy", at(16), cudaErrorInvalidValue);
  errors.note("cudaLaunchKernel", at(32), cudaErrorInvalidConfiguration);
  const std::vector<cudart::HostFault> faults = errors.faults();
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults[0].kind, "error not checked");
  EXPECT_EQ(
      faults[0].message,
      "cudaMemcpy returned cudaErrorInvalidValue (invalid argument), and the program ended with status 0.");
  EXPECT_EQ(faults[0].where, at(16));
  EXPECT_EQ(faults[0].count, 2U);
  EXPECT_EQ(
      faults[1].message,
      "A kernel launch failed with cudaErrorInvalidConfiguration (invalid configuration argument), so the "
      "kernel did not run; nothing checked for it.");
}

TEST(UnseenErrors, AreSeen) {
  UnseenErrors errors;
  errors.note("cudaMemcpy", at(16), cudaErrorInvalidValue);
  errors.see(cudaErrorMemoryAllocation);
  EXPECT_EQ(errors.faults().size(), 1U);
  errors.see(cudaErrorInvalidValue);
  EXPECT_TRUE(errors.faults().empty());
  errors.note("cudaMemcpy", at(16), cudaErrorInvalidValue);
  errors.see_all();
  EXPECT_TRUE(errors.faults().empty());
  errors.note("cudaStreamQuery", at(16), cudaErrorNotReady);
  EXPECT_TRUE(errors.faults().empty());
}

bool has(const std::vector<cudart::HostFault>& faults, const std::string& kind, const std::string& text) {
  return std::any_of(faults.begin(), faults.end(), [&](const cudart::HostFault& fault) {
    return fault.kind == kind && fault.message.find(text) != std::string::npos;
  });
}

TEST(EndOfProgram, TellsWhatWasForgotten) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4000), cudaSuccess);
  launch_fill(memory, 8, 1);
  cudaSetDevice(7);
  launch_print(1);
  const auto faults = cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(0); });
  EXPECT_TRUE(has(faults, "memory never freed", "4000 bytes (`out`) were allocated here and never freed."));
  EXPECT_TRUE(has(faults, "kernel output lost", "without waiting for it"));
  EXPECT_TRUE(has(faults, "error not checked", "cudaErrorInvalidDevice"));
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST(EndOfProgram, SaysNothingOfAnErrorWhoseCallHasAFault) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4000), cudaSuccess);
  launch_shape(memory, 1, 2000, 0);
  const auto faults = cudart_test::faults_of([&] {
    EXPECT_EQ(cudaMemset(memory, 0, 4001), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(memory + 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    cudart::Runtime::get().report_at_end(0);
  });
  EXPECT_EQ(faults.size(), 2U);
  EXPECT_FALSE(has(faults, "error not checked", ""));
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(EndOfProgram, SaysNothingOfATidyOne) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4000), cudaSuccess);
  launch_fill(memory, 8, 1);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  const auto faults = cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(0); });
  EXPECT_TRUE(faults.empty()) << faults.front().kind << ": " << faults.front().message;
}

// The test runs in a process of its own, because a kernel's error stays.
TEST(EndOfProgram, TellsOfAKernelThatNobodyWaitedFor) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        int* memory = nullptr;
        cudaMalloc(&memory, 64);
        launch_out_of_bounds(memory);
        const auto faults = cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(0); });
        std::_Exit(has(faults, "error not checked", "was stopped by an error (cudaErrorIllegalAddress)") ? 7
                                                                                                         : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST(EndOfProgram, KernelErrorIsToldOnceAndSeenOnce) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        int* memory = nullptr;
        cudaMalloc(&memory, 64);
        launch_out_of_bounds(memory);
        cudaDeviceSynchronize();
        cudaFree(memory);
        const auto ignored = cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(0); });
        cudaGetLastError();
        cudaFree(memory);
        const auto seen = cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(0); });
        std::_Exit(ignored.size() == 1 &&
                           has(ignored, "error not checked", "cudaDeviceSynchronize returned") && seen.empty()
                       ? 7
                       : 1);
      },
      testing::ExitedWithCode(7), "");
}

// A program that ends with an error knows that something went wrong.
TEST(EndOfProgram, SaysLessOfOneThatFailed) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4000), cudaSuccess);
  EXPECT_EQ(cudaMemset(memory, 0, 4001), cudaErrorInvalidValue);
  EXPECT_TRUE(cudart_test::faults_of([] { cudart::Runtime::get().report_at_end(1); }).empty());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

}  // namespace
