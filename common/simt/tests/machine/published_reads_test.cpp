#include "races/published_reads.h"

#include <gtest/gtest.h>

#include <memory>

namespace {

using simt::join;
using simt::Mark;
using simt::PublicationSet;
using simt::PublishedReads;
using simt::SeenPublications;

Mark read_at(std::uint64_t epoch) { return Mark(epoch, 5, 0, false); }

SeenPublications seen(std::initializer_list<std::uint32_t> numbers) {
  PublicationSet set;
  for (const std::uint32_t number : numbers) set.add(number);
  return std::make_shared<const PublicationSet>(set);
}

TEST(PublicationSet, HasWhatWasAdded) {
  const SeenPublications some = seen({7, 3, 4, 9});
  for (const std::uint32_t number : {3U, 4U, 7U, 9U}) EXPECT_TRUE(some->has(number)) << number;
  for (const std::uint32_t number : {0U, 2U, 5U, 6U, 8U, 10U}) EXPECT_FALSE(some->has(number)) << number;
}

TEST(PublicationSet, ANumberBetweenTwoRangesJoinsThem) {
  SeenPublications some = seen({1, 2, 4, 5});
  EXPECT_FALSE(some->includes(*seen({2, 3, 4})));
  join(some, seen({3}));
  EXPECT_TRUE(some->includes(*seen({1, 2, 3, 4, 5})));
  EXPECT_FALSE(some->includes(*seen({5, 6})));
}

TEST(PublicationSet, WhatOthersHoldStaysAsItIs) {
  const SeenPublications first = seen({1});
  SeenPublications both = first;
  join(both, seen({8}));
  EXPECT_TRUE(both->has(1) && both->has(8));
  EXPECT_FALSE(first->has(8));
  const SeenPublications before = both;
  join(both, first);
  EXPECT_EQ(both, before) << "it need not be copied";
}

TEST(PublicationSet, OfManyScatteredNumbersTheLatestAreKept) {
  PublicationSet many;
  for (std::uint32_t number = 0; number < 1000; number += 2) many.add(number);
  EXPECT_FALSE(many.has(0));
  EXPECT_TRUE(many.has(998));
}

TEST(PublishedReads, AreThoseBeforeTheBarrierOfABlockWhosePublicationWasSeen) {
  PublishedReads reads;
  const std::uint32_t first = reads.publish(100, 110);
  const std::uint32_t second = reads.publish(200, 210);
  EXPECT_TRUE(reads.hold(seen({first}), read_at(109), 100));
  EXPECT_FALSE(reads.hold(seen({first}), read_at(110), 100));
  EXPECT_FALSE(reads.hold(seen({first}), read_at(205), 200));
  EXPECT_TRUE(reads.hold(seen({first, second}), read_at(205), 200));
  EXPECT_FALSE(reads.hold(nullptr, read_at(109), 100));
  EXPECT_FALSE(reads.hold(seen({first, second}), read_at(109), 105)) << "a block that published nothing";
}

// Block 0 stands for "blocks ran one after another": it is the last one that began before.
TEST(PublishedReads, ABlockThatRanAloneIsFoundByItsTime) {
  PublishedReads reads;
  const std::uint32_t first = reads.publish(100, 110);
  reads.publish(200, 210);
  EXPECT_TRUE(reads.hold(seen({first}), read_at(109), 0));
  EXPECT_FALSE(reads.hold(seen({first}), read_at(209), 0));
  EXPECT_FALSE(reads.hold(seen({first}), read_at(99), 0));
}

TEST(PublishedReads, ALaterPublicationOfABlockTellsOfWhatAnEarlierOneDid) {
  PublishedReads reads;
  const std::uint32_t first = reads.publish(100, 110);
  EXPECT_EQ(reads.publish(100, 110), first);
  const std::uint32_t second = reads.publish(100, 120);
  EXPECT_TRUE(reads.hold(seen({second}), read_at(105), 100));
  EXPECT_FALSE(reads.hold(seen({first}), read_at(115), 100));
}

}  // namespace
