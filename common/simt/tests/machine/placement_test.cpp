// Where buffers lie: two who place the same ones agree, and no buffer comes near another.
#include "memory/placement.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include "simt/machine.h"

namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20U;
constexpr std::size_t kGap = 65536;  // bytes between two buffers

TEST(Placement, IsTheSameForTheSameBuffers) {
  simt::Placement one(kBytes);
  simt::Placement other(kBytes);
  std::mt19937 random(1);
  std::map<std::size_t, std::size_t> placed;  // bytes by offset
  for (int i = 0; i < 2000; ++i) {
    if (!placed.empty() && (random() % 2 == 0 || placed.size() > 20)) {
      const std::size_t offset =
          std::next(placed.begin(), static_cast<std::ptrdiff_t>(random() % placed.size()))->first;
      one.release(offset);
      other.release(offset);
      placed.erase(offset);
      continue;
    }
    const std::size_t bytes = random() % 100000;
    const std::size_t offset = one.place(bytes, "one");
    ASSERT_EQ(other.place(bytes, "other"), offset);
    ASSERT_LE(offset + bytes + kGap, kBytes);
    const auto after = placed.upper_bound(offset);
    if (after != placed.end()) {
      ASSERT_GE(after->first, offset + bytes + kGap);
    }
    if (after != placed.begin()) {
      const auto before = std::prev(after);
      ASSERT_GE(offset, before->first + before->second + kGap);
    }
    placed[offset] = bytes;
  }
}

TEST(Placement, WhatHasNoRoomIsRefusedByName) {
  simt::Placement placement(kBytes);
  for (const std::size_t bytes : {kBytes, SIZE_MAX, SIZE_MAX - 1000}) {
    try {
      placement.place(bytes, "large");
      FAIL() << bytes;
    } catch (const simt::Error& error) {
      EXPECT_NE(std::string(error.what()).find("bytes for 'large' do not fit"), std::string::npos);
    }
  }
  EXPECT_NO_THROW(placement.place(kBytes / 2, "half"));
}

TEST(Placement, WhatWasReleasedIsUsedAgain) {
  simt::Placement placement(kBytes);
  for (int i = 0; i < 1000; ++i) placement.release(placement.place(kBytes / 2, "half"));
}

}  // namespace
