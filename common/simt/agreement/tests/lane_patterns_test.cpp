// The patterns that the measuring program makes are those of the recorded rows.
#include "patterns/lane_patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using patterns::kInactive;
using patterns::lane_patterns;

struct Row {
  std::string access;  // space, operation, type, whether the result is used
  int width = 0;
  patterns::LanePattern offsets{};
};

Row row_of(const std::string& line) {
  std::istringstream text(line);
  Row row;
  std::string cell;
  for (int column = 0; column < 4 && std::getline(text, cell, ','); ++column) row.access += cell + ' ';
  std::getline(text, cell, ',');
  row.width = std::stoi(cell);
  for (int& offset : row.offsets) {
    std::getline(text, cell, ',');
    offset = std::stoi(cell);
  }
  return row;
}

std::vector<Row> recorded_rows() {
  std::ifstream file(MEASURED_ATOMICS);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind('#', 0) != 0 && line.rfind("space", 0) != 0) rows.push_back(row_of(line));
  }
  return rows;
}

patterns::LanePattern in_bytes(patterns::LanePattern pattern, int width) {
  for (int& index : pattern) index = index == kInactive ? kInactive : index * width;
  return pattern;
}

}  // namespace

TEST(LanePatterns, AreThoseOfTheRecordInItsOrder) {
  const auto patterns = lane_patterns();
  std::string access;
  std::size_t next = 0;
  std::size_t compared = 0;
  for (const Row& row : recorded_rows()) {
    if (row.access != access || next == patterns.size()) next = 0;
    access = row.access;
    ASSERT_EQ(row.offsets, in_bytes(patterns[next], row.width)) << access << "pattern " << next;
    ++next;
    ++compared;
  }
  EXPECT_EQ(compared, 1080U);
}

TEST(LanePatterns, StayWithinTheMeasuredMemory) {
  const auto patterns = lane_patterns();
  ASSERT_EQ(patterns.size(), 40U);
  for (const auto& pattern : patterns) {
    const auto [least, most] = std::minmax_element(pattern.begin(), pattern.end());
    EXPECT_GE(*least, kInactive);
    EXPECT_LE(*most, patterns::kLargestIndex);
    EXPECT_GE(*most, 0) << "a pattern with no active lane";
  }
}
