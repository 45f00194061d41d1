// The small words of messages (simt/words.h).
#include "simt/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

TEST(Words, OnlyOneIsSingular) {
  EXPECT_EQ(simt::plural(0, "thread"), "0 threads");
  EXPECT_EQ(simt::plural(1, "thread"), "1 thread");
  EXPECT_EQ(simt::plural(2U, "thread"), "2 threads");
  EXPECT_EQ(simt::plural(-1, "byte"), "-1 bytes");
  EXPECT_EQ(simt::plural(std::numeric_limits<std::uint64_t>::max(), "byte"), "18446744073709551615 bytes");
}

TEST(Words, ANounThatEndsInAHissTakesEs) {
  EXPECT_EQ(simt::plural(2, "launch"), "2 launches");
  EXPECT_EQ(simt::plural(0, "pass"), "0 passes");
  EXPECT_EQ(simt::plural(3, "flush"), "3 flushes");
  EXPECT_EQ(simt::plural(3, "box"), "3 boxes");
  EXPECT_EQ(simt::plural(1, "launch"), "1 launch");
  EXPECT_EQ(simt::plural(2, "path"), "2 paths");
}

TEST(Words, HalvesAndPairsOfThem) {
  EXPECT_EQ(simt::plural(2, "half"), "2 halves");
  EXPECT_EQ(simt::plural(1, "pair of halves"), "1 pair of halves");
  EXPECT_EQ(simt::plural(2, "pair of halves"), "2 pairs of halves");
}

TEST(Words, ANounGoesWithACountThatIsWrittenInAnotherWay) {
  EXPECT_EQ(simt::noun_for(1.0, "sector"), "sector");
  EXPECT_EQ(simt::noun_for(1.5, "sector"), "sectors");
}

TEST(Words, AnIrregularWordIsGivenInBothForms) {
  EXPECT_EQ(simt::word_for(1, "is", "are"), "is");
  EXPECT_EQ(simt::word_for(0, "is", "are"), "are");
  EXPECT_EQ(simt::word_for(2, "index", "indices"), "indices");
}

TEST(Words, GroupedFiguresHaveACommaAtEachThousand) {
  EXPECT_EQ(simt::grouped(0), "0");
  EXPECT_EQ(simt::grouped(999), "999");
  EXPECT_EQ(simt::grouped(1000), "1,000");
  EXPECT_EQ(simt::grouped(1234567), "1,234,567");
  EXPECT_EQ(simt::grouped(100000), "100,000");
  EXPECT_EQ(simt::grouped(1, "launch"), "1 launch");
  EXPECT_EQ(simt::grouped(1024, "launch"), "1,024 launches");
  EXPECT_EQ(simt::plural(1024, "launch"), "1024 launches");
}

TEST(Words, AFigureHasThreeDigits) {
  EXPECT_EQ(simt::figure(4), "4");
  EXPECT_EQ(simt::figure(4.757), "4.76");
  EXPECT_EQ(simt::figure(0.12345), "0.123");
  EXPECT_EQ(simt::figure(1023.6), "1024");
}

}  // namespace
