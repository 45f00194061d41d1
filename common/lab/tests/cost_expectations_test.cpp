// What checks say of a launch's costs, from reports made here: each way in which a kernel could hide what it
// costs must fail, at its line, with the cause.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "lab/expectations.h"
#include "lab/shared_passage.h"
#include "lab/values.h"
#include "simt/least_time.h"

namespace {

using simt::AccessCost;
using simt::Op;
using simt::Space;

AccessCost access(unsigned line, Op op, const std::string& array, std::uint64_t sectors) {
  AccessCost cost;
  cost.where = {"kernel.cu", line};
  cost.op = op;
  cost.width = 4;
  cost.array = array;
  cost.requests = 10;
  cost.lanes = 320;
  cost.sectors = sectors;
  cost.least_sectors = 40;
  return cost;
}

// Makes an access of `requests` requests with so many conflicts in the worst instruction, which makes
// `of_worst` of them.
AccessCost shared(unsigned line, std::uint64_t requests, std::uint64_t of_worst, std::uint64_t conflicts,
                  std::uint32_t most) {
  AccessCost cost;
  cost.where = {"kernel.cu", line};
  cost.space = Space::shared;
  cost.width = 4;
  cost.array = "tile";
  cost.requests = requests;
  cost.bank_conflicts = conflicts;
  cost.worst_instruction.requests = of_worst;
  cost.worst_instruction.bank_conflicts = conflicts;
  cost.example.cost.bank_conflicts = most;
  return cost;
}

lab::LaunchResult launch(const std::vector<AccessCost>& accesses) {
  lab::LaunchResult run;
  run.kernel = "k";
  run.shape = "32 x 32";
  run.definition = {"kernel.cu", 1};
  run.report.accesses = accesses;
  return run;
}

const std::vector<lab::SectorLimit> kLimits{{"in", Op::load, 40}, {"out", Op::store, 40}};

TEST(Sectors, OfTheKernelsOwnArraysAreWeighed) {
  const auto run = launch({access(5, Op::load, "in", 40), access(6, Op::store, "out", 40)});
  EXPECT_TRUE(lab::expect_sectors(run, kLimits));
  EXPECT_TRUE(lab::expect_traffic(run, kLimits, 1));
}

TEST(Sectors, OfAFewLanesAtATimeAreTooManyRequests) {
  EXPECT_EQ(lab::requests_of_whole_warps(0), 0U);
  EXPECT_EQ(lab::requests_of_whole_warps(33), 4U);
  EXPECT_EQ(lab::requests_in_rows(3, 33), 12U) << "32 and one, three times";
  const std::vector<lab::SectorLimit> limits{{"in", Op::load, 40, 20}};
  AccessCost in = access(5, Op::load, "in", 40);
  in.requests = 20;
  EXPECT_TRUE(lab::expect_sectors(launch({in}), limits));
  EXPECT_TRUE(lab::expect_traffic(launch({in}), limits, 1));
  EXPECT_TRUE(lab::expect_whole_warps(launch({in}), limits));
  in.requests = 40;
  EXPECT_NONFATAL_FAILURE(lab::expect_whole_warps(launch({in}), limits), "40 requests, where 20 are enough");
  EXPECT_NONFATAL_FAILURE(lab::expect_traffic(launch({in}), limits, 1), "40 requests, where 20 are enough");
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(launch({in}), limits), "40 requests, where 20 are enough");
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(launch({in}), limits), "8 of 32 lanes take part on average");
}

TEST(Warps, DoNotShareWhereAFewDoTheWorkOfAll) {
  lab::LaunchResult run = launch({access(5, Op::load, "in", 40)});
  run.report.warp_shares = {80, 20, 8};
  EXPECT_TRUE(lab::expect_warps_share(run));
  run.report.warp_shares = {80, 21, 8};
  EXPECT_NONFATAL_FAILURE(lab::expect_warps_share(run),
                          "makes 2.1 times as many requests to global memory as its 8 warps on average, "
                          "at most 2 times allowed");
}

TEST(Sectors, OfVectorsHaveOneMoreForEachFloatThatIsLeftOver) {
  const std::vector<std::uint64_t> expected{0, 1, 2, 3, 1, 2, 3, 4, 1, 2};
  for (std::size_t n = 0; n < expected.size(); ++n)
    EXPECT_EQ(lab::sectors_in_vectors(static_cast<int>(n)), expected[n]) << n;
  EXPECT_EQ(lab::sectors_in_vectors(4999), 4996U / 8 + 1 + 3);
}

// The fault is one that no check before has found.
TEST(Values, AreToldBesideTheFault) {
  lab::LaunchResult run = launch({access(5, Op::store, "out", 40)});
  simt::Fault fault;
  fault.kind = simt::FaultKind::out_of_bounds;
  fault.message = "out-of-bounds read of `in[-32768]`";
  run.report.faults = {fault};
  const auto wrong = [](const lab::LaunchResult& ended) {
    lab::fail_values(ended, "out", {1, 97, "element"}, "out[96]");
    return false;
  };
  bool right = true;
  testing::TestPartResultArray failures;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&failures);
    right = lab::expect_values_and_no_faults(run, wrong);
  }
  EXPECT_FALSE(right);
  ASSERT_EQ(failures.size(), 2);
  EXPECT_STREQ(failures.GetTestPartResult(0).message(),
               "Failed\nk, 32 x 32: 1 of 97 elements is wrong; it is out[96]");
  EXPECT_NE(std::string(failures.GetTestPartResult(1).message()).find("`in[-32768]`"), std::string::npos);
}

TEST(Values, ThatAreRightDoNotHideAFault) {
  lab::LaunchResult run = launch({});
  run.report.faults = {simt::Fault{}};
  const auto right = [](const lab::LaunchResult&) { return true; };
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(lab::expect_values_and_no_faults(run, right)), "k, 32 x 32");
  EXPECT_TRUE(lab::expect_values_and_no_faults(launch({}), right));
}

TEST(Sectors, OfSeveralLinesAddUp) {
  const auto run =
      launch({access(5, Op::load, "in", 40), access(6, Op::store, "out", 40), access(7, Op::load, "in", 40)});
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(run, kLimits), "(80 sectors moved, 40 needed)");
}

TEST(Sectors, OfAThirdArrayFail) {
  const auto run = launch(
      {access(5, Op::load, "in", 40), access(6, Op::store, "out", 40), access(7, Op::store, "stage", 320)});
  EXPECT_NONFATAL_FAILURE(
      lab::expect_sectors(run, kLimits),
      "the store of `stage` in line 7 moves 320 sectors, and `stage` is not one of the arrays that this kernel");
}

TEST(Sectors, OfATableFailWithItsOwnCause) {
  const auto run = launch(
      {access(5, Op::load, "in", 40), access(6, Op::store, "out", 40), access(7, Op::load, "places", 4)});
  EXPECT_NONFATAL_FAILURE(EXPECT_FALSE(lab::expect_sectors(run, kLimits)),
                          "`places` is a table in global memory");
  const std::vector<lab::ArrayUse> uses{{"in", Op::load}, {"out", Op::store}};
  EXPECT_TRUE(lab::expect_no_other_traffic(run, lab::with_tables(run, uses)));
  const auto written = launch({access(7, Op::load, "places", 4), access(8, Op::store, "places", 4)});
  EXPECT_NONFATAL_FAILURE(
      EXPECT_FALSE(lab::expect_no_other_traffic(written, lab::with_tables(written, uses))),
      "not one of the arrays that this kernel works on\n  pass values between threads");
}

TEST(Sectors, ReadFromAnOutputFail) {
  const auto run = launch(
      {access(5, Op::load, "in", 40), access(6, Op::store, "out", 40), access(7, Op::load, "out", 320)});
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(run, kLimits), "the kernel need not read `out`");
}

TEST(Sectors, OfTexturesAreLoads) {
  auto run = launch({access(5, Op::load, "in", 320), access(6, Op::store, "out", 40)});
  run.report.accesses[0].space = Space::texture;
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(run, kLimits), "(320 sectors moved, 40 needed)");
}

TEST(Atomics, AreTrafficBothWays) {
  const auto run = launch({access(5, Op::load, "in", 40), access(6, Op::atomic, "out", 40)});
  EXPECT_NONFATAL_FAILURE(lab::expect_sectors(run, kLimits),
                          "the atomic operation on `out` in line 6 moves 40 sectors each way");
  const auto plain = launch({access(5, Op::load, "in", 40), access(6, Op::store, "out", 40)});
  const simt::Device& device = simt::devices().front();
  EXPECT_GT(simt::least_time(run.report, 0, device).l2_us, simt::least_time(plain.report, 0, device).l2_us);
}

TEST(Atomics, AreStoresThatMayBeUncoalesced) {
  const auto run = launch({access(5, Op::load, "in", 40), access(6, Op::atomic, "out", 320)});
  EXPECT_FALSE([&] {
    testing::TestPartResultArray failures;
    const testing::ScopedFakeTestPartResultReporter reporter(&failures);
    return lab::expect_sectors(run, kLimits);
  }());
}

TEST(Conflicts, AreNotDilutedByTheLinesOtherInstructions) {
  const auto run = launch({shared(9, 1000, 10, 310, 31)});
  EXPECT_NONFATAL_FAILURE(
      lab::expect_no_bank_conflicts(run),
      "the load of shared memory `tile` in line 9 has 31 bank conflicts per request, 0 are");
}

TEST(Conflicts, AreNotDilutedByFurtherRequests) {
  const auto run = launch({shared(9, 1000, 1000, 310, 31)});
  EXPECT_NONFATAL_FAILURE(lab::expect_bank_conflicts_up_to(run, 1),
                          "has up to 31 bank conflicts in a request (0.31 on average), 1 is allowed");
}

TEST(Conflicts, MustBeThoseOfTheWholeTile) {
  EXPECT_TRUE(lab::expect_bank_conflicts(launch({shared(9, 32, 32, 992, 31)}), 31, 32));
  const auto for_show = launch({shared(9, 1, 1, 31, 31), shared(12, 32, 32, 0, 0)});
  EXPECT_NONFATAL_FAILURE(lab::expect_bank_conflicts(for_show, 31, 32),
                          "the tile is read and written with 0.97 bank conflicts per request on one side");
  EXPECT_NONFATAL_FAILURE(
      lab::expect_bank_conflicts(launch({shared(9, 32, 32, 0, 0)}), 31, 32),
      "no access to shared memory has more than 0 bank conflicts per request, 31 required");
}

TEST(Conflicts, NeedATile) {
  const auto run = launch({access(5, Op::load, "in", 40), access(6, Op::store, "out", 40)});
  EXPECT_NONFATAL_FAILURE(lab::expect_no_bank_conflicts(run), "the kernel uses no shared memory");
}

lab::LaunchResult passing(std::uint64_t stored, std::uint64_t read_back) {
  lab::LaunchResult run = launch({access(6, Op::store, "out", 40)});
  run.report.passage = {stored, read_back};
  return run;
}

TEST(Passage, IsFromOneThreadToAnother) {
  const lab::Passage passage{"out", "element", 100, 0, ""};
  EXPECT_TRUE(lab::expect_passage(passing(64, 2), passage)) << "a diagonal";
  EXPECT_TRUE(lab::expect_passage(passing(64, 38), passage));
  EXPECT_NONFATAL_FAILURE(
      lab::expect_passage(passing(64, 39), passage),
      "threads read back from shared memory what they stored themselves, 39 times for 64 values");
}

TEST(Passage, OfAStencilMayHoldEachThreadsOwnElement) {
  const lab::Passage passage{"out", "point", 100, 0, "", lab::kReadBackWithReuse};
  EXPECT_TRUE(lab::expect_passage(passing(64, 96), passage));
  EXPECT_NONFATAL_FAILURE(lab::expect_passage(passing(64, 97), passage), "what they stored themselves");
}

TEST(Passage, PastSharedMemoryIsSaidFirst) {
  const lab::Passage passage{"out", "element", 100, 3, "out[7]"};
  EXPECT_NONFATAL_FAILURE(lab::expect_passage(passing(64, 64), passage),
                          "3 of 100 elements of `out` do not pass through");
}

// A learner who meets a nan looks for a division first, and mostly it was a variable without a first value.
TEST(Digits, OfANanSayWhereItComesFrom) {
  const std::string text = lab::digits(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(text.find("nan (not a number: it comes from an uninitialised variable, from 0 / 0"), 0U) << text;
  EXPECT_EQ(lab::digits(-std::numeric_limits<double>::quiet_NaN()), text);
  EXPECT_EQ(lab::digits(0.25), "0.25");
}

}  // namespace
