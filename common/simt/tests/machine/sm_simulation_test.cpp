// What the simulation of an SM is given, and whose turn it is there. Times of whole launches are compared with a GPU's:
// docs/measurements/time_model.md.
#include "time/sm_simulation.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/request.h"
#include "time/l2_cache.h"
#include "traffic/launch_traffic.h"

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
};
simt::DramCost replayed(const std::vector<Touch>& touches, std::uint64_t wave) {
  simt::abi::Module module;
  module.place_count = 1;
  simt::LaunchTraffic traffic;
  traffic.module = &module;
  traffic.sectors = touches.size();
  for (const Touch& touch : touches)
    traffic.touches.push_back(
        {touch.line, touch.block, {0xFFFFFFFF, 0}, 0, touch.step, simt::Op::load, true});
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
