// Memory of a range of addresses, also where less than a page is wanted: ARM64 has pages of up to 64
// KiB.
#include "memory/reservation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

constexpr std::size_t kSize = std::size_t{1} << 20U;
constexpr unsigned char kMark = 0xA5;

class ReservedMemory : public testing::Test {
 protected:
  unsigned char* at(std::size_t offset) const {
    return reinterpret_cast<unsigned char*>(memory_.begin() + offset);
  }
  void mark(std::size_t offset, std::size_t bytes) { std::fill_n(at(offset), bytes, kMark); }
  bool holds(std::size_t offset, std::size_t bytes, unsigned char value) const {
    return std::all_of(at(offset), at(offset + bytes), [=](unsigned char byte) { return byte == value; });
  }

  simt::Reservation memory_{kSize};
};

// Systems align a range to their own pages, which may be smaller than those of buffers.
TEST_F(ReservedMemory, BeginsWithAPageOfBuffers) {
  const simt::Reservation small(4096);
  const simt::Reservation odd(std::size_t{5} * 4096);
  const simt::Reservation next(4096);
  for (const std::uintptr_t begin : {memory_.begin(), small.begin(), odd.begin(), next.begin()})
    EXPECT_EQ(begin % simt::Reservation::kAlignment, 0U);
}

TEST_F(ReservedMemory, PartsOfPagesAreCommitted) {
  memory_.commit(300'001, 5);
  mark(300'001, 5);
  memory_.commit(kSize - 3, 3);
  mark(kSize - 3, 3);
  EXPECT_TRUE(holds(300'001, 5, kMark) && holds(kSize - 3, 3, kMark));
}

TEST_F(ReservedMemory, NeighboursKeepWhatTheyHold) {
  constexpr std::size_t kFirst = 1000;  // the second of three neighbours is over some whole pages
  constexpr std::size_t kSecond = 200'500;
  memory_.commit(0, kFirst);
  memory_.commit(kFirst, kSecond);
  memory_.commit(kFirst + kSecond, 1000);
  mark(0, kFirst + kSecond + 1000);
  memory_.decommit(kFirst, kSecond);
  EXPECT_TRUE(holds(0, kFirst, kMark));
  EXPECT_TRUE(holds(kFirst + kSecond, 1000, kMark));
  memory_.commit(kFirst, kSecond);
  EXPECT_TRUE(holds(kFirst, kSecond, 0));
}

TEST_F(ReservedMemory, APartOfOnePageReadsAsZerosWhenItIsCommittedAnew) {
  memory_.commit(0, 4096);
  mark(0, 4096);
  memory_.decommit(100, 200);
  memory_.commit(100, 200);
  EXPECT_TRUE(holds(0, 100, kMark) && holds(100, 200, 0) && holds(300, 4096 - 300, kMark));
}

// Memory of this size gets huge pages, which its ends and its neighbours share only in part.
TEST(LargeReservedMemory, GivesBackNoMoreThanWasAskedFor) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  simt::Reservation memory(16 * kMiB);
  auto* const bytes = reinterpret_cast<unsigned char*>(memory.begin());
  memory.commit(0, 5 * kMiB + 100);
  memory.commit(5 * kMiB + 100, 6 * kMiB);
  std::fill_n(bytes, 11 * kMiB + 100, kMark);
  memory.decommit(5 * kMiB + 100, 6 * kMiB);
  EXPECT_TRUE(std::all_of(bytes, bytes + 5 * kMiB + 100, [](unsigned char byte) { return byte == kMark; }));
  memory.commit(5 * kMiB + 100, 6 * kMiB);
  EXPECT_TRUE(std::all_of(bytes + 5 * kMiB + 100, bytes + 11 * kMiB + 100,
                          [](unsigned char byte) { return byte == 0; }));
}

}  // namespace
