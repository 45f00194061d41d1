#include "races/known_accesses.h"

#include <gtest/gtest.h>

#include <memory>

namespace {

using simt::join;
using simt::join_object;
using simt::Knowledge;
using simt::KnownAccesses;
using simt::Mark;

constexpr std::uint64_t kBlock = 100;  // the epoch that it began in

Mark access_of(unsigned thread, std::uint64_t epoch) { return Mark(epoch, thread, 0, false); }

Knowledge known_of(unsigned thread, std::uint64_t until) {
  auto known = std::make_shared<KnownAccesses>();
  known->add(kBlock, thread, until);
  return known;
}

TEST(KnownAccesses, AWarpIsOneEntry) {
  const Knowledge known = known_of(KnownAccesses::all_of_warp(2), 110);
  EXPECT_TRUE(known->holds(access_of(64, 109), kBlock));
  EXPECT_TRUE(known->holds(access_of(95, 109), kBlock));
  EXPECT_FALSE(known->holds(access_of(95, 110), kBlock));
  EXPECT_FALSE(known->holds(access_of(63, 109), kBlock));
  EXPECT_FALSE(known->holds(access_of(96, 109), kBlock));
}

TEST(KnownAccesses, BothTogetherKnowTheLaterOfEach) {
  Knowledge known = known_of(3, 110);
  known->add(kBlock, 9, 140);
  const Knowledge more = known_of(3, 120);
  more->add(kBlock, 7, 130);
  more->add(kBlock, 9, 105);
  join(known, more);
  EXPECT_TRUE(known->holds(access_of(3, 119), kBlock));
  EXPECT_TRUE(known->holds(access_of(7, 129), kBlock));
  EXPECT_TRUE(known->holds(access_of(9, 139), kBlock));
  EXPECT_FALSE(known->holds(access_of(9, 140), kBlock));
  EXPECT_FALSE(more->holds(access_of(9, 139), kBlock)) << "what others hold stays as it is";
}

TEST(KnownAccesses, ALaterVersionOfAnObjectIncludesAnEarlierOne) {
  std::uint64_t objects = 0;
  Knowledge object;
  join_object(object, known_of(1, 110), objects);
  const Knowledge first = object;
  join_object(object, known_of(2, 110), objects);
  EXPECT_TRUE(object->includes(*first));
  EXPECT_FALSE(first->includes(*object));
  EXPECT_TRUE(object->holds(access_of(1, 109), kBlock));
  EXPECT_FALSE(first->holds(access_of(2, 109), kBlock));
  Knowledge reader = first;
  join(reader, object);
  EXPECT_EQ(reader, object) << "it need not be copied";
}

TEST(KnownAccesses, VersionsOfTwoObjectsAreCompared) {
  std::uint64_t objects = 0;
  Knowledge one;
  Knowledge other;
  join_object(one, known_of(1, 110), objects);
  join_object(other, known_of(2, 110), objects);
  join_object(other, known_of(3, 110), objects);
  EXPECT_FALSE(other->includes(*one));
  join(one, other);
  EXPECT_TRUE(one->holds(access_of(1, 109), kBlock));
  EXPECT_TRUE(one->holds(access_of(3, 109), kBlock));
}

TEST(KnownAccesses, ARepeatedReleaseIsNoNewVersion) {
  std::uint64_t objects = 0;
  Knowledge object;
  join_object(object, known_of(1, 110), objects);
  const Knowledge before = object;
  join_object(object, known_of(1, 105), objects);
  EXPECT_EQ(object, before);
}

}  // namespace
