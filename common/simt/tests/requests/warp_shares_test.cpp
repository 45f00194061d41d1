// How the warps of a block share its requests to global memory. Three blocks of four warps in all of these.
#include "module_test.h"

SIMT_MODULE_TEST(WarpShares, "warp_shares");

class SharesOfWarps : public WarpShares {
 protected:
  static constexpr unsigned kBlocks = 3;
  static constexpr unsigned kThreads = 128;

  simt::WarpShares shares_of(const char* name) {
    auto* const in = buffer<float>("in", std::size_t{kBlocks} * kThreads);
    auto* const out = buffer<float>("out", std::size_t{kBlocks} * kThreads);
    const auto run = kernel<float*, float*>(name);
    return launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); }).warp_shares;
  }
};

TEST_F(SharesOfWarps, AreEvenWhereEachWarpMovesItsOwn) {
  const simt::WarpShares shares = shares_of("all_warps");
  EXPECT_EQ(shares.warps, 4U);
  EXPECT_EQ(shares.requests, 2U * 4 * kBlocks);
  EXPECT_EQ(shares.busiest, 2U * kBlocks);
  EXPECT_EQ(shares.evenness(), 1);
}

TEST_F(SharesOfWarps, AreAQuarterWhereOneOfFourMovesAll) {
  EXPECT_EQ(shares_of("first_warp").evenness(), 0.25);
}

TEST_F(SharesOfWarps, AreAddedUpOverTheBarriersOfABlock) {
  const simt::WarpShares shares = shares_of("half_by_one");
  EXPECT_EQ(shares.requests, 2U * 4 * kBlocks) << "shared memory does not count";
  EXPECT_EQ(shares.busiest, 2U * 2 * kBlocks);
}

TEST_F(SharesOfWarps, CountARequestToTwoArraysOnce) {
  const simt::WarpShares shares = shares_of("either_array");
  EXPECT_EQ(shares.requests, 4U * kBlocks);
  EXPECT_EQ(shares.evenness(), 1);
}

TEST_F(SharesOfWarps, AreEvenWhereThereIsNothingToShare) {
  auto* const out = buffer<float>("out", 1);
  const auto run = kernel<float*>("no_request");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(out); });
  EXPECT_EQ(report.warp_shares.requests, 0U);
  EXPECT_EQ(report.warp_shares.evenness(), 1);
}
