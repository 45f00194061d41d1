// What the simulation of an SM is given, and whose turn it is there. Times of whole launches are compared with a GPU's:
// docs/measurements/time_model.md.
#include "time/sm_simulation.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/request.h"
#include "time/l2_cache.h"
#include "traffic/launch_traffic.h"
#include "traffic/traffic_recorder.h"

namespace {

// An SM that gets one block more than the others decides how long all takes.
TEST(SampledBlocks, AreAsManyAsTheBusiestOf132SmsGets) {
  for (std::uint64_t blocks = 1; blocks <= 1000; ++blocks) {
    std::uint64_t sampled = 0;
    for (std::uint64_t block = 0; block < blocks; ++block)
      sampled += simt::is_sampled(block, blocks) ? 1U : 0U;
    EXPECT_EQ(sampled, (blocks + 131) / 132) << blocks << " blocks";
  }
}

simt::Operation load() {
  simt::Operation operation;
  operation.kind = simt::StepKind::load;
  operation.bypasses_l1 = true;
  // Without it, what the load brings would count as there when the load begins.
  operation.arrival = static_cast<std::uint16_t>(simt::abi::next_step(operation.level));
  operation.instructions = 4;
  operation.line_count = 1;
  return operation;
}

simt::Operation wait_for_loads() {
  simt::Operation operation;
  operation.level = UINT16_MAX;
  operation.instructions = 8;
  return operation;
}

using Warps = std::vector<std::vector<simt::Operation>>;

// Cycles of one block with these warps, each of whose loads takes so long.
double cycles_of(const Warps& warps, double l2_latency) {
  simt::SmProgram program;
  program.lines.resize(1);
  program.lines[0].sectors = 0xF;
  program.warps = warps;
  simt::SmRates rates;
  rates.issue = 1;
  rates.l2_latency = l2_latency;
  simt::L2Replay l2;
  l2.places.resize(1);
  return simt::simulate_sm({program}, 1, 1, 1, rates, l2).cycles;
}

// What becomes of these loads of a line's first sector, by one place, where so many blocks run at a time.
struct Touch {
  std::uint64_t line = 0;
  std::uint64_t block = 0;
  std::uint32_t step = 0;
  simt::Op op = simt::Op::load;
  std::uint64_t bytes = 0xFFFFFFFF;
};
simt::DramCost replayed(const std::vector<Touch>& touches, std::uint64_t wave) {
  simt::abi::Module module;
  module.place_count = 1;
  simt::LaunchTraffic traffic;
  traffic.module = &module;
  for (const Touch& touch : touches) {
    simt::LineTouch& made = traffic.touches.emplace_back();
    made.line = touch.line;
    made.block = touch.block;
    made.step = touch.step;
    made.op = touch.op;
    made.bytes = {touch.bytes, 0};
    made.sectors = 1;
  }
  return simt::replay_l2(traffic, {1 << 20, {}, wave}).places[0];
}

// What one block reads early is on its way for others that are as far then, and is there for those that come to it later.
TEST(L2Replay, ALineIsFetchedForTheFirstThatComes) {
  const Touch last{9, 0, 799};
  EXPECT_EQ(replayed({{7, 0, 0}, last, {7, 1, 1}}, 2).missing_lines(0), 1);
  const simt::DramCost later = replayed({{7, 0, 0}, last, {7, 1, 400}}, 2);
  EXPECT_EQ(later.missing_lines(0), 1);
  EXPECT_EQ(later.missing_lines(4), 0);
  EXPECT_EQ(later.missing_lines(7), 1);
  EXPECT_EQ(replayed({{7, 0, 0}, last, {7, 1, 1}}, 1).missing_lines(0), 0.5);
}

// Of two blocks that run at a time, the one that is at the line earlier fetches it, whichever number it has.
TEST(L2Replay, BlocksThatRunAtATimeTakeTheirStepsSideBySide) {
  const simt::DramCost cost = replayed({{7, 0, 799}, {7, 1, 0}}, 2);
  EXPECT_EQ(cost.missing_lines(0), 1);
  EXPECT_EQ(cost.missing_lines(7), 0);
}

// L2 has a mask of bytes: what is written in two halves is whole, and DRAM is read for a sector of which a half stays as it was.
TEST(L2Replay, WhatIsWrittenInPartsIsFetchedOnlyWhereAPartIsMissing) {
  const Touch lower{7, 0, 0, simt::Op::store, 0xFFFF};
  const Touch upper{7, 0, 1, simt::Op::store, 0xFFFF0000};
  EXPECT_EQ(replayed({lower, upper}, 1).read, 0);
  EXPECT_GT(replayed({lower}, 1).read, 0.75 * simt::kSectorBytes);
}

// An array a little larger than L2 that is read twice does not come from DRAM twice.
TEST(L2Replay, MostOfWhatNearlyFitsStays) {
  constexpr std::uint64_t kLines = 9000;  // L2 has 8192
  std::vector<Touch> touches;
  for (std::uint32_t step = 0; step < 2; ++step) {
    for (std::uint64_t line = 0; line < kLines; ++line) touches.push_back({line, 0, step});
  }
  const double once = kLines * 2.0 * simt::kSectorBytes;
  EXPECT_GT(replayed(touches, 1).read, 1.05 * once);
  EXPECT_LT(replayed(touches, 1).read, 1.3 * once);
}

// The sample is taken before L1: what DRAM does for a place, it does for those of its sectors that go past L1.
TEST(DramCost, IsThatOfTheSectorsThatGoPastL1) {
  simt::DramCost cost;
  cost.sectors = 100;
  cost.read = 320;
  cost.lines[0] = 100;
  cost.waits[0] = 10;
  cost.past_l1 = 0.1;
  EXPECT_DOUBLE_EQ(cost.read_a_sector(), 32);
  EXPECT_DOUBLE_EQ(cost.missing_lines(0), 1);
}

// Eight loads of one line by each of two blocks: L1 has it for all but the first.
TEST(SmSimulation, CountsWhatL1DoesNotHave) {
  simt::SmProgram program;
  program.lines.resize(1);
  program.lines[0].line = 7;
  program.lines[0].sectors = 0xF;
  simt::Operation cached = load();
  cached.bypasses_l1 = false;
  program.warps = {std::vector<simt::Operation>(8, cached)};
  simt::SmRates rates;
  rates.issue = 1;
  rates.l1_bytes = 1 << 16;
  simt::L2Replay l2;
  l2.places.resize(1);
  const simt::SmRun run = simt::simulate_sm({program, program}, 2, 1, 1, rates, l2);
  EXPECT_EQ(run.asked[0], 2 * 8 * 4);
  EXPECT_EQ(run.past_l1[0], 4);
}

// Two stores to one line, with so many instructions between them: the second goes with the first if it comes soon.
TEST(SmSimulation, StoresToALineGoTogetherIfTheyComeSoon) {
  const auto written = [](std::uint32_t instructions) {
    simt::SmProgram program;
    program.lines.resize(2);
    for (simt::LinePart& part : program.lines) {
      part.sectors = 0xF;
      part.bytes.fill(simt::kSectorBytes);
    }
    program.lines[1].goes_with_another = true;
    simt::Operation store = load();
    store.kind = simt::StepKind::store;
    simt::Operation second = store;
    second.first_line = 1;
    second.instructions = instructions;
    program.warps = {{store, second}};
    simt::SmRates rates;
    rates.issue = 1;
    rates.joined = 300;
    rates.l2_write_line = 10;
    simt::L2Replay l2;
    l2.places.resize(1);
    return simt::simulate_sm({program}, 1, 1, 1, rates, l2)
        .busy[static_cast<std::size_t>(simt::Resource::l2_write)];
  };
  EXPECT_EQ(written(10), 10);
  EXPECT_EQ(written(1000), 20);
}

// A warp's instructions that need no unit pass by another's that keep one busy.
TEST(SmSimulation, ABusyUnitHoldsUpNoOtherInstruction) {
  simt::Operation computes = wait_for_loads();
  computes.unit_cycles = 1000;
  const auto ends = [&](unsigned unit_cycles) {
    simt::Operation passes = wait_for_loads();
    passes.unit_cycles = unit_cycles;
    simt::SmProgram program;
    // The four schedulers take the warps in turn: the first and the fifth share one.
    program.warps = {{computes}, {}, {}, {}, std::vector<simt::Operation>(10, passes)};
    simt::SmRates rates;
    rates.issue = rates.unit = 1;
    simt::L2Replay l2;
    l2.places.resize(1);
    const simt::SmRun run = simt::simulate_sm({program}, 1, 1, 1, rates, l2);
    return run.of_places[0];
  };
  EXPECT_LT(ends(0), 1200);
  EXPECT_GT(ends(1), 1900);
}

// A table that all warps of all blocks read in every step is a touch of each block, and leaves room in the sample for what is read once.
TEST(TrafficRecorder, RequestsThatFollowSoonAreOneTouch) {
  constexpr unsigned kWarps = 8;
  constexpr unsigned kSteps = 500;
  constexpr unsigned kBlocks = 100;
  std::array<simt::abi::Place, 2> places{};
  simt::abi::Module module;
  module.places = places.data();
  module.place_count = places.size();
  simt::TrafficRecorder recorder;
  recorder.begin_launch(module, kBlocks, simt::kWarpSize * kWarps);
  const unsigned shift = recorder.traffic().sample_shift;
  simt::RequestCost cost;
  cost.sectors = 1;
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    recorder.begin_block(block);
    for (unsigned warp = 0; warp < kWarps; ++warp) {
      recorder.begin_warp(warp, 0, 0);
      for (unsigned step = 0; step < kSteps; ++step) recorder.note_progression(0, {}, cost);
    }
    recorder.finish_block();
  }
  const simt::LaunchTraffic& traffic = recorder.traffic();
  EXPECT_EQ(traffic.sample_shift, shift);
  std::uint64_t requests = 0;
  for (const simt::LineTouch& touch : traffic.touches) requests += touch.requests;
  EXPECT_EQ(requests, std::uint64_t{kWarps} * kSteps * kBlocks);
  EXPECT_LE(traffic.touches.size(), 2 * kBlocks * kWarps);
}

// The first warp that comes by a place waits for its code, the others with it, and nobody who comes later.
TEST(Code, IsFetchedOnce) {
  constexpr double kFetch = 2;
  constexpr std::uint32_t kCode = 400;
  simt::Operation stretch = wait_for_loads();
  stretch.instructions = stretch.code = kCode;
  const auto cycles = [&](std::size_t times, double fetch) {
    simt::SmProgram program;
    program.warps = Warps(4, std::vector<simt::Operation>(times, stretch));
    simt::SmRates rates;
    rates.issue = 1;
    rates.fetch = fetch;
    simt::L2Replay l2;
    l2.places.resize(1);
    return simt::simulate_sm({program}, 1, 1, 1, rates, l2).cycles;
  };
  // The times are sums of thousands, and how a sum is rounded is the compiler's choice.
  constexpr double kRounding = 1e-6;
  EXPECT_NEAR(cycles(1, kFetch) - cycles(1, 0), kCode * (kFetch - 1), kRounding);
  EXPECT_NEAR(cycles(5, kFetch) - cycles(5, 0), kCode * (kFetch - 1), kRounding);
}

// 12 warps a scheduler, each with rounds of 40 instructions, of which 8 are loads. While one warp's loads come, in 500 cycles, the
// others issue their 440 instructions: if all warps came to their loads at a time, nothing would be issued in the meantime.
TEST(WarpSchedulers, HideLatencyBehindTheInstructionsOfOtherWarps) {
  constexpr std::size_t kRounds = 20;
  std::vector<simt::Operation> warp;
  for (std::size_t round = 0; round < kRounds; ++round) {
    warp.insert(warp.end(), 8, load());
    warp.push_back(wait_for_loads());
  }
  const double cycles = cycles_of(Warps(48, warp), 500);
  constexpr double kOfOneWarp = (40 + 500.0) * kRounds;
  EXPECT_GE(cycles, kOfOneWarp);
  EXPECT_LE(cycles, 1.2 * kOfOneWarp);
}

// A loop without accesses is one operation. A warp that comes to it late has its turn all the same: if it waited for the others' loops to
// end, its own chain of sums would begin only then.
TEST(WarpSchedulers, ShareOutLongLoops) {
  constexpr std::uint32_t kInstructions = 6750;
  simt::Operation loop = wait_for_loads();
  loop.instructions = kInstructions;
  loop.cycles = 10 * kInstructions;
  const double cycles = cycles_of(Warps(32, {load(), loop}), 10);
  constexpr double kOfOneWarp = 10.0 * kInstructions;
  EXPECT_GE(cycles, kOfOneWarp);
  EXPECT_LE(cycles, 1.1 * kOfOneWarp);
}

}  // namespace
