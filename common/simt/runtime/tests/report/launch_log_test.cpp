#include "report/launch_log.h"

#include <gtest/gtest.h>

#include "records.h"

namespace {

using cudart::Alike;
using cudart::LaunchGroup;
using cudart::LaunchLog;

TEST(LaunchLog, JoinsLaunchesThatAreAlike) {
  LaunchLog log;
  for (std::uint64_t number = 1; number <= 100'000; ++number) log.add(launch(number, {access(3, "in", 8)}));
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].count, 100'000U);
  EXPECT_EQ(groups[0].first, 1U);
  EXPECT_EQ(groups[0].last, 100'000U);
  ASSERT_EQ(groups[0].accesses.size(), 1U);
  EXPECT_EQ(groups[0].accesses[0].sectors, 800'000U);
  EXPECT_EQ(groups[0].accesses[0].array, "in");
}

// Line 3 takes 0.8 of 10 us and 0.4 of 30 us.
TEST(LaunchLog, AddsTimesUp) {
  const auto timed = [](std::uint64_t number, double us, double share, const char* limiter) {
    cudart::LaunchRecord record = launch(number, {access(3, "in", 8)});
    record.predicted.us = us;
    record.predicted.least_us = us / 2;
    record.predicted.limiter = limiter;
    record.predicted.lines = {{{"k.cu", 3}, share}, {{"k.cu", 4}, 1 - share}};
    return record;
  };
  LaunchLog log;
  log.add(timed(1, 10, 0.8, "DRAM"));
  log.add(timed(2, 30, 0.4, "instructions"));
  const auto both = log.groups().front();
  EXPECT_EQ(both.predicted_launches, 2U);
  EXPECT_DOUBLE_EQ(both.predicted.us, 40);
  EXPECT_DOUBLE_EQ(both.predicted.least_us, 20);
  EXPECT_EQ(both.predicted.limiter, "instructions");
  ASSERT_EQ(both.predicted.lines.size(), 2U);
  EXPECT_EQ(both.predicted.lines[0].where.line, 3U);
  EXPECT_DOUBLE_EQ(both.predicted.lines[0].share, 0.5);
  cudart::LaunchRecord untimed = launch(3, {access(3, "in", 8)});
  untimed.predicted.why_not = "the kernel reads the clock";
  log.add(std::move(untimed));
  const auto all = log.groups().front();
  EXPECT_EQ(all.count, 3U);
  EXPECT_EQ(all.predicted_launches, 2U);
  EXPECT_EQ(all.predicted.why_not, "the kernel reads the clock");
}

TEST(LaunchLog, TellsCostsAndShapesApart) {
  LaunchLog log;
  log.add(launch(1, {access(3, "in", 4)}));
  log.add(launch(2, {access(3, "in", 32)}));
  log.add(launch(3, {access(3, "in", 4)}, 2));
  log.add(launch(4, {access(3, "in", 4)}));
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].count, 2U);
  EXPECT_EQ(groups[1].first, 2U);
  EXPECT_EQ(groups[2].shape.grid.x, 2U);
}

TEST(LaunchLog, TellsFaultyLaunchesApart) {
  LaunchLog log;
  log.add(launch(1, {}));
  for (std::uint64_t number = 2; number <= 3; ++number) {
    cudart::LaunchRecord faulty = launch(number, {});
    faulty.report.faults.push_back(fault(simt::FaultKind::out_of_bounds, 3));
    log.add(std::move(faulty));
  }
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 2U);
  ASSERT_EQ(groups[1].faults.size(), 1U);
  EXPECT_EQ(groups[1].faults[0].first, 2U);
  EXPECT_EQ(groups[1].faults[0].launches, 2U);
  EXPECT_EQ(groups[1].faults[0].fault.count, 2U);
  EXPECT_EQ(groups[1].stopped, 2U);
}

TEST(LaunchLog, NamesNoThreadOfALaunchThatWasRefused) {
  LaunchLog log;
  cudart::LaunchRecord refused = launch(1, {});
  refused.report.faults.push_back(fault(simt::FaultKind::launch_refused, 0));
  log.add(std::move(refused));
  EXPECT_FALSE(log.groups().at(0).faults.at(0).fault.names_a_thread);
}

TEST(LaunchLog, KeepsSumsOfAShapeWhenCostsAreTooMany) {
  LaunchLog log;
  std::uint64_t sectors = 0;
  for (std::uint64_t number = 1; number <= 1000; ++number) {
    const std::uint64_t cost = 4 + (number * 7919) % 1000;
    sectors += cost;
    log.add(launch(number, {access(3, "in", cost)}));
  }
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].alike, Alike::shape);
  EXPECT_EQ(groups[0].count, 1000U);
  EXPECT_EQ(groups[0].accesses[0].sectors, sectors);
  EXPECT_EQ(groups[0].worst_wasted, 999U);
  EXPECT_EQ((groups[0].worst * 7919) % 1000, 999U);
}

TEST(LaunchLog, KeepsSumsOfAKernelWhenShapesAreTooManyAsWell) {
  LaunchLog log;
  for (unsigned number = 1; number <= 1000; ++number) log.add(launch(number, {access(3, "in", 4)}, number));
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].alike, Alike::kernel);
  EXPECT_EQ(groups[0].count, 1000U);
  EXPECT_EQ(groups[0].accesses[0].requests, 1000U);
}

// Arrays that change places, and arrays that each launch makes anew: a line keeps its rows.
TEST(LaunchLog, KeepsNoRowForEachArray) {
  LaunchLog log;
  for (unsigned number = 1; number <= 1000; ++number) {
    const std::string name = "allocation " + std::to_string(number);
    log.add(launch(number, {access(3, name, 8), access(3, "table", 4), access(4, name, 4, simt::Op::store)}));
  }
  const std::vector<LaunchGroup> groups = log.groups();
  ASSERT_EQ(groups.size(), 1U);
  ASSERT_EQ(groups[0].accesses.size(), 3U);
  EXPECT_EQ(groups[0].accesses[0].array, "");
  EXPECT_EQ(groups[0].accesses[0].sectors, 8000U);
  EXPECT_EQ(groups[0].accesses[1].array, "table");
  EXPECT_EQ(groups[0].accesses[1].sectors, 4000U);
}

TEST(LaunchLog, KeepsTheDearestRequest) {
  LaunchLog log;
  for (const std::uint64_t sectors : {8U, 32U, 16U}) {
    simt::AccessCost cost = access(3, "in", 40);
    cost.example.cost.sectors = static_cast<std::uint32_t>(sectors);
    cost.worst_instruction.requests = 1;
    cost.worst_instruction.sectors = sectors;
    cost.worst_instruction.least_sectors = 4;
    cost.instructions = static_cast<unsigned>(sectors);
    log.add(launch(sectors, {cost}));
  }
  const LaunchGroup group = log.groups().at(0);
  EXPECT_EQ(group.accesses[0].example.cost.sectors, 32U);
  EXPECT_EQ(group.accesses[0].worst_instruction.sectors, 32U);
  EXPECT_EQ(group.accesses[0].instructions, 32U);
}

}  // namespace
