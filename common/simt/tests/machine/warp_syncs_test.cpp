#include "races/warp_syncs.h"

#include <gtest/gtest.h>

namespace {

using simt::WarpSyncs;

TEST(WarpSyncs, BeforeAnybodyMetNothingIsKnown) {
  WarpSyncs syncs;
  syncs.reset(~0U);
  EXPECT_FALSE(syncs.knows(0, 1, 0));
}

TEST(WarpSyncs, AWholeWarpKnowsAllThatCameBefore) {
  WarpSyncs syncs;
  syncs.reset(~0U);
  syncs.meet(~0U, 10);
  EXPECT_TRUE(syncs.knows(3, 30, 9));
  EXPECT_FALSE(syncs.knows(3, 30, 10));
}

TEST(WarpSyncs, HalvesKnowTheirOwn) {
  WarpSyncs syncs;
  syncs.reset(~0U);
  syncs.meet(0x0000FFFFU, 10);
  syncs.meet(0xFFFF0000U, 11);
  EXPECT_TRUE(syncs.knows(0, 15, 9));
  EXPECT_TRUE(syncs.knows(16, 31, 10));
  EXPECT_FALSE(syncs.knows(0, 16, 9));
  EXPECT_FALSE(syncs.knows(16, 0, 9));
}

TEST(WarpSyncs, KnowledgeIsPassedOn) {
  WarpSyncs syncs;
  syncs.reset(~0U);
  syncs.meet(0b0011U, 10);
  syncs.meet(0b0110U, 12);
  EXPECT_TRUE(syncs.knows(2, 0, 9));    // learned by way of lane 1
  EXPECT_FALSE(syncs.knows(2, 0, 11));  // lane 1 did not know what lane 0 did since
  EXPECT_FALSE(syncs.knows(0, 2, 9));
}

TEST(WarpSyncs, AWarpThatIsNotFullMeetsAsAWhole) {
  WarpSyncs syncs;
  syncs.reset(0b111U);
  syncs.meet(0b111U, 5);
  EXPECT_TRUE(syncs.knows(0, 2, 4));
  syncs.meet(0b011U, 6);
  EXPECT_TRUE(syncs.knows(0, 2, 4));
  EXPECT_FALSE(syncs.knows(0, 2, 5));
  EXPECT_TRUE(syncs.knows(0, 1, 5));
}

}  // namespace
