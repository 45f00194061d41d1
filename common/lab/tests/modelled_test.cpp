// Ratios of predicted times: what a check weighs, and what its message says is in the kernel's way.
#include "lab/modelled.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "lab/check.h"

namespace {

constexpr std::uint64_t kRequests = 1000;

simt::PredictedTime time_of(double us, const std::string& limiter = "DRAM") {
  simt::PredictedTime time;
  time.us = us;
  time.fixed_us = 2;
  time.error = 0.12;
  time.limiter = limiter;
  time.next = "reads from L2";
  time.busiest_block = 0.001;
  time.lines.push_back({{"kernel.cu", 9}, 0.75});
  return time;
}

simt::AccessCost access_of(simt::Space space, unsigned line) {
  simt::AccessCost access;
  access.where = {"kernel.cu", line};
  access.space = space;
  access.width = 4;
  access.array = "held";
  access.requests = kRequests;
  access.lanes = kRequests * simt::kWarpSize;
  access.sectors = access.least_sectors = 4 * kRequests;
  access.wavefronts = kRequests;
  return access;
}

// A launch that takes so many microseconds on the H200, and a fourth more on the H100.
lab::LaunchResult launch(double us, const std::string& limiter = "DRAM") {
  lab::LaunchResult run;
  run.kernel = "move";
  run.shape = "n = 1000";
  run.launch = {{1000, 1, 1}, {256, 1, 1}, 0};
  run.definition = {"kernel.cu", 1};
  run.report.accesses = {access_of(simt::Space::global, 8)};
  run.report.predicted_on = {time_of(us, limiter), time_of(1.25 * us, limiter)};
  return run;
}

std::string cause(const lab::LaunchResult& run) {
  return lab::cause_of_time(run, run.report.predicted_on.front()).text;
}

class Modelled : public testing::Test {
 protected:
  Modelled() { lab::CheckRecord::current() = {}; }
};

TEST_F(Modelled, ARatioIsOfTimesWithoutTheLaunchItself) {
  const auto ratios = lab::modelled_ratios(launch(12), {"the copy", launch(7)});
  ASSERT_EQ(ratios.size(), lab::modelled_devices().size());
  EXPECT_EQ(ratios[0].device, "NVIDIA H200");
  EXPECT_DOUBLE_EQ(ratios[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(ratios[1].ratio, (8.75 - 2) / (15 - 2));
  EXPECT_EQ(ratios[0].us, 12);
  EXPECT_EQ(ratios[0].against_us, 7);
  EXPECT_DOUBLE_EQ(lab::judged_ratio(ratios), ratios[1].ratio) << "the larger one";
}

TEST_F(Modelled, ABaselineCanMoveOtherBytesOrBeARate) {
  const lab::Baseline twice_as_large("rows of 1 KiB", launch(22), 2);
  EXPECT_DOUBLE_EQ(lab::modelled_ratios(launch(12), twice_as_large)[0].ratio, 1);
  const lab::Baseline measured("cublasSgeam", 20'000'000, {4000, 2000});
  EXPECT_DOUBLE_EQ(lab::modelled_ratios(launch(12), measured)[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(lab::modelled_ratios(launch(12), measured)[1].ratio, 10.0 / 13);
}

TEST_F(Modelled, OneDeviceThatIsFastEnoughDoes) {
  const lab::Baseline copy("the copy", launch(7));
  EXPECT_TRUE(lab::expect_modelled_ratio(launch(12), copy, 0.51));
  EXPECT_EQ(lab::CheckRecord::current().evidence, lab::Evidence::modelled);
  EXPECT_EQ(lab::CheckRecord::current().weighings.front().unit, "times the bandwidth of the copy");
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(lab::expect_modelled_ratio(launch(12), copy, 0.53)),
                          "move, n = 1000: on an NVIDIA H100 SXM it would take about 15 µs, and the copy "
                          "8.75 µs (modelled, ±12 %): 0.519 times the bandwidth of the copy; 0.53 required\n"
                          "  line 9 takes 75 % of its time\n  the limit is DRAM; next, reads from L2");
}

TEST_F(Modelled, WhatCannotBePredictedFailsAndSaysWhy) {
  lab::LaunchResult run = launch(12);
  for (simt::PredictedTime& time : run.report.predicted_on) time.why_not = "the kernel reads the clock";
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(lab::expect_modelled_ratio(run, {"the copy", launch(7)}, 0.1)),
                          "its time cannot be predicted: the kernel reads the clock");
  EXPECT_THROW(lab::Baseline("the copy", run), simt::Error);
}

TEST_F(Modelled, AKernelThatWaitsForOthersIsJudgedByWhatElseItDoes) {
  lab::LaunchResult run = launch(0);
  for (simt::PredictedTime& time : run.report.predicted_on) {
    time.why_not = "the kernel waits until other threads have stored something";
    time.besides_waits_us = 12;
  }
  const auto ratios = lab::modelled_ratios(run, {"the copy", launch(7)});
  ASSERT_FALSE(ratios.empty());
  EXPECT_EQ(ratios[0].us, 12);
  EXPECT_DOUBLE_EQ(ratios[0].ratio, 0.5);
}

TEST_F(Modelled, AnEmptyKernelIsNotDividedByZero) {
  EXPECT_GT(lab::modelled_ratios(launch(2), {"the copy", launch(7)})[0].ratio, 100);
}

TEST_F(Modelled, FewBlocksAreNamed) {
  lab::LaunchResult run = launch(100, "the launch of blocks");
  run.report.predicted_on.front().busiest_block = 0.98;
  EXPECT_EQ(cause(run),
            "one block does 98 % of the work, so no more than 2 of the GPU's 132 SMs are busy\n"
            "  Let all blocks share the work.");
  run.report.predicted_on.front().busiest_block = 1.0 / 132;
  EXPECT_EQ(cause(run).find("one block"), std::string::npos) << "a block for each SM is enough";
}

TEST_F(Modelled, LocalMemoryIsNamedWhereItTakesTime) {
  lab::LaunchResult run = launch(100, "L1 and shared memory");
  run.report.accesses.push_back(access_of(simt::Space::local, 9));
  EXPECT_EQ(cause(run).find("`held` is in local memory (line 9)"), 0U);
  EXPECT_EQ(lab::cause_of_time(run, run.report.predicted_on.front()).where.line, 9U);
  run.report.predicted_on.front().lines.front().share = 0.1;
  EXPECT_EQ(cause(run).find("`held` is in local memory (line 9), because an index of it"), 0U)
      << "half of all requests, however short their line takes";
  run.report.accesses.back().requests = kRequests / 20;
  EXPECT_EQ(cause(run).find("local"), std::string::npos);
}

TEST_F(Modelled, SpillsAreNamedWhereNothingElseIsFound) {
  lab::LaunchResult run = launch(100, "L1 and shared memory");
  run.report.remarks.push_back({"the kernel needs about 300 registers (spills)", {"kernel.cu", 3}});
  EXPECT_EQ(cause(run),
            "the limit is L1 and shared memory; next, reads from L2\n"
            "  line 3: the kernel needs about 300 registers (spills)");
}

TEST_F(Modelled, FewLanesAreNamed) {
  lab::LaunchResult run = launch(100);
  run.report.accesses.front().lanes = 8 * kRequests;
  EXPECT_EQ(cause(run).find("only 8 of a warp's 32 lanes take part"), 0U);
}

TEST_F(Modelled, WaitsForLoadsAreNamed) {
  lab::LaunchResult run = launch(100, "latency: too little in flight");
  run.report.in_flight = {4 * 256'000, 256'000, 4, 2048};
  EXPECT_EQ(cause(run).find("too few loads are in flight: a thread waits 1 time on average, for 4 bytes"),
            0U);
  run.report.in_flight = {};
  EXPECT_EQ(cause(run).find("too little is in flight"), 0U);
}

TEST_F(Modelled, BankConflictsAndScatteredAccessesAreNamedWithTheirLine) {
  lab::LaunchResult run = launch(100, "L1 and shared memory");
  run.report.accesses.push_back(access_of(simt::Space::shared, 12));
  run.report.accesses.back().wavefronts = 32 * kRequests;
  run.report.accesses.back().bank_conflicts = 31 * kRequests;
  EXPECT_EQ(
      cause(run).find("shared memory takes 32 wavefronts per request, because of bank conflicts in line 12"),
      0U);
  lab::LaunchResult strided = launch(100, "writes to L2");
  strided.report.accesses.front().sectors = 32 * kRequests;
  EXPECT_EQ(
      cause(strided).find("uncoalesced accesses, most of all in line 8: 32000 sectors move, where 4000"), 0U);
}

}  // namespace
