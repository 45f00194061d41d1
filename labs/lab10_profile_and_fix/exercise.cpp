#include "exercise.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "lab/accesses.h"
#include "lab/values.h"
#include "simt/words.h"

namespace fixes {
namespace {

using lab::Comparison;
using lab::LaunchResult;
using simt::Op;

std::uint64_t blocks_of(const LaunchResult& run) { return run.launch.grid.volume(); }
std::uint64_t warps_of(const LaunchResult& run) {
  return blocks_of(run) * lab::pieces(run.launch.block.volume(), simt::kWarpSize);
}

// Per block or per warp, so that a grid's size does not hide one barrier too many.
bool expect_barriers(const LaunchResult& run, const char* barrier, const char* of, std::uint64_t passed,
                     std::uint64_t times, std::uint64_t most) {
  const double each = static_cast<double>(passed) / static_cast<double>(times);
  const std::string unit = std::string(barrier) + " per " + of;
  if (lab::weigh(each, Comparison::at_most, static_cast<double>(most), unit)) return true;
  lab::fail_at(
      run, {},
      std::string("a ") + of + " executes " + lab::number(each) + " " + barrier + ", " +
          std::to_string(most) + " " + simt::word_for(most, "is", "are") + " enough" +
          "\n  put a barrier only between a store and another thread's load of that value: at each one, all "
          "threads wait for the slowest");
  return false;
}

bool expect_shared_up_to(const LaunchResult& run, std::uint64_t most) {
  if (run.report.shared_arrays.empty()) return true;
  return lab::expect_shared_bytes(run, most);
}

bool expect_conflict_free(const LaunchResult& run) {
  return !lab::uses_shared_memory(run.report) || lab::expect_no_bank_conflicts(run);
}

bool expect_atomics(const LaunchResult& run, std::uint64_t most) {
  const lab::AccessSum atomics = lab::sum_of(run.report, [](const simt::AccessCost& access) {
    return lab::is_traffic(access) && access.op == Op::atomic;
  });
  // A request whose lanes add to one element is served lane by lane, so lanes count.
  const double each = static_cast<double>(atomics.lanes) / static_cast<double>(blocks_of(run));
  if (lab::weigh(each, Comparison::at_most, static_cast<double>(most), "atomic additions per block"))
    return true;
  lab::fail_at(
      run, atomics.where(),
      "a block makes " + lab::number(each) + " atomic additions, " + std::to_string(most) + " " +
          simt::word_for(most, "is", "are") + " enough" +
          "\n  additions to one element are served one after another, from all blocks: add up within the "
          "block first, by shuffles or in shared memory");
  return false;
}

bool expect_in_flight(const LaunchResult& run, double least) {
  if (least == 0) return true;
  const double mean = run.report.in_flight.mean();
  if (lab::weigh(mean, Comparison::at_least, least, "bytes in flight per thread")) return true;
  const lab::AccessSum loads = lab::sum_of(
      run.report, [](const simt::AccessCost& access) { return lab::is_traffic(access, Op::load); });
  lab::fail_at(
      run, loads.where(),
      "a thread has " + lab::number(mean) + " bytes in flight each time it waits for loads, where " +
          lab::number(least) +
          " are possible\n  a load cannot move ahead of an earlier store that may write what it reads: "
          "load everything first and store it afterwards, or promise with __restrict__ that the arrays do "
          "not overlap");
  return false;
}

bool expect_vectors_of(const LaunchResult& run, const lab::SectorLimit& limit, std::uint64_t floats) {
  const auto sum_where = [&](bool is_vector) {
    return lab::sum_of(run.report, [&](const simt::AccessCost& access) {
      return lab::is_traffic(access, limit.op, limit.array) && (access.width == sizeof(float4)) == is_vector;
    });
  };
  const std::uint64_t moved = sum_where(true).lanes * 4;
  if (lab::weigh(static_cast<double>(moved), Comparison::at_least, static_cast<double>(floats),
                 "floats in 16-byte accesses"))
    return true;
  lab::fail_at(
      run, sum_where(false).where(),
      lab::accesses_text(limit.op, limit.array) + " move " + std::to_string(moved) +
          " floats 16 bytes at a time, where " + std::to_string(floats) +
          " can be\n  only the floats before the first multiple of 16 bytes and those behind the last one "
          "need accesses of their own");
  return false;
}

bool expect_vectors(const LaunchResult& run, const Limits& limits) {
  return limits.floats_in_vectors == 0 ||
         std::all_of(limits.sectors.begin(), limits.sectors.end(), [&](const lab::SectorLimit& limit) {
           return expect_vectors_of(run, limit, limits.floats_in_vectors);
         });
}

}  // namespace

bool expect_within(const LaunchResult& run, FaultOfKernel fault, const Limits& limits) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  const simt::BarrierCounts& barriers = run.report.barriers;
  struct Expectation {
    FaultOfKernel about;
    std::function<bool()> holds;
  };
  const auto of_blocks = [&] {
    return expect_barriers(run, "__syncthreads()", "block", barriers.of_blocks, blocks_of(run),
                           limits.block_barriers);
  };
  const auto of_warps = [&] {
    return expect_barriers(run, "__syncwarp()", "warp", barriers.of_warps, warps_of(run),
                           limits.warp_barriers);
  };
  std::vector<Expectation> expectations{
      {ATOMIC_PER_THREAD, [&] { return expect_atomics(run, limits.atomics); }},
      {MISALIGNED_ACCESS, [&] { return expect_vectors(run, limits); }},
      {UNCOALESCED_ACCESS, [&] { return lab::expect_sectors(run, limits.sectors); }},
      {BANK_CONFLICTS, [&] { return expect_conflict_free(run); }},
      {NOT_DIAGNOSED, [&] { return expect_shared_up_to(run, limits.shared_bytes); }},
      {DIVERGENT_BARRIER, of_blocks},
      {MISSING_WARP_BARRIER, of_warps},
      {LOADS_BEHIND_STORES, [&] { return expect_in_flight(run, limits.bytes_in_flight); }}};
  const FaultOfKernel first = fault == MISSING_BLOCK_BARRIER ? DIVERGENT_BARRIER : fault;
  std::stable_partition(expectations.begin(), expectations.end(),
                        [&](const Expectation& expectation) { return expectation.about == first; });
  return std::all_of(expectations.begin(), expectations.end(),
                     [](const Expectation& expectation) { return expectation.holds(); });
}

lab::TimedKernel Exercise::timed(const std::string& kernel, lab::From from, const std::string& name,
                                 const std::string& right) {
  const auto mine = [this, kernel, from] { return call(kernel, from); };
  const auto other = [this, right] { return call(right, lab::From::given); };
  return contender(name, from, mine, other, kernel);
}

bool Exercise::expect_floats(const LaunchResult& run, const lab::Array<float>& found,
                             const std::vector<float>& right, float tolerance) {
  const auto is_right = [&](std::size_t i) {
    const float distance = std::abs(found[i] - right[i]);
    return found.is_written(i) && distance <= tolerance * std::max(1.0F, std::abs(right[i]));
  };
  const auto described = [&](std::size_t i) {
    const std::string element = found.name() + "[" + std::to_string(i) + "], which ";
    if (!found.is_written(i)) return element + "was never written";
    return element + "holds " + lab::digits(found[i]) + " and must hold " + lab::digits(right[i]);
  };
  return lab::expect_values(run, {found.name(), "element", right.size(), is_right, described});
}

bool Exercise::expect_sums(const LaunchResult& run, const lab::Array<float>& found,
                           const std::vector<lab::RoundedSum>& right, double rounding) {
  const auto is_right = [&](std::size_t i) {
    return found.is_written(i) && right[i].is_near(found[i], rounding);
  };
  const auto described = [&](std::size_t i) {
    const std::string element = found.name() + "[" + std::to_string(i) + "], which ";
    if (!found.is_written(i)) return element + "was never written";
    return element + "holds " + lab::digits(found[i]) + " and must hold " + lab::digits(right[i].value) +
           ", to within " + lab::digits(rounding * right[i].size);
  };
  return lab::expect_values(run, {found.name(), "element", right.size(), is_right, described});
}

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> list{kAddBias, kTranspose,  kCausalConv, kQuantize,
                                        kRmsNorm, kScalePiece, kSumLosses,  kRelu};
  return list;
}

}  // namespace fixes
