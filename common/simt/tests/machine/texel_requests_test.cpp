// What fetches by coordinates and accesses to surfaces cost, against what an H200 counted:
// data/h200_texture_requests.csv.
#include "requests/texel_requests.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kWidth = 256;
constexpr std::size_t kHeight = 64;
constexpr std::size_t kSlices = 8;

struct Texel {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t z = 0;
};

simt::TexelMemory memory_of(const std::string& access, std::size_t width) {
  simt::TexelMemory memory;
  memory.begin = reinterpret_cast<void*>(std::uintptr_t{1} << 20U);
  memory.format.bits = static_cast<std::uint8_t>(width * 8);
  memory.shape = access.rfind("pitched", 0) == 0 ? simt::TexelShape::pitched
                 : access == "array_1d"          ? simt::TexelShape::one
                 : access == "array_3d"          ? simt::TexelShape::three
                 : access == "layered_2d"        ? simt::TexelShape::layered_two
                                                 : simt::TexelShape::two;
  memory.width = kWidth;
  memory.height = access == "array_1d" ? 1 : kHeight;
  memory.slices = kSlices;
  const bool has_pitch = memory.shape == simt::TexelShape::pitched;
  memory.row_bytes = std::max<std::size_t>(kWidth * width, has_pitch ? 512 : 0);
  memory.slice_bytes = memory.row_bytes * memory.height;
  return memory;
}

// Filtered, four texels: the next column and the next row too.
simt::TexelAccess access_of(const std::string& access, const simt::TexelMemory& memory, const Texel& at) {
  const bool is_filtered = access.find("_linear") != std::string::npos;
  const bool has_slices = access == "array_3d" || access == "layered_2d";
  simt::TexelAccess made;
  for (std::size_t j = 0; j <= (is_filtered ? 1U : 0U); ++j) {
    for (std::size_t i = 0; i <= (is_filtered ? 1U : 0U); ++i) {
      const auto* const texel =
          static_cast<const unsigned char*>(memory.begin) + (has_slices ? at.z : 0) * memory.slice_bytes +
          (access == "array_1d" ? 0 : at.y + j) * memory.row_bytes + (at.x + i) * memory.format.bytes();
      made.add(reinterpret_cast<std::uintptr_t>(texel), simt::sector_of(memory, texel));
    }
  }
  return made;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

Texel texel_of(const std::string& cell) {
  Texel at;
  char colon = 0;
  std::istringstream(cell) >> at.x >> colon >> at.y >> colon >> at.z;
  return at;
}

TEST(TexelRequests, CostWhatTheHardwareCounted) {
  std::ifstream file(MEASURED_TEXTURE_REQUESTS);
  unsigned rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind('#', 0) == 0 || line.rfind("access", 0) == 0) continue;
    const std::vector<std::string> cells = split(line);
    const std::string& access = cells.at(0);
    if (access == "flat_1d") continue;  // checked by element: request_rules_test.cpp
    const auto width = static_cast<unsigned>(std::stoul(cells.at(1)));
    const simt::TexelMemory memory = memory_of(access, width);
    std::array<simt::TexelAccess, simt::kWarpSize> lanes;
    std::uint32_t active = 0;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
      if (cells.at(4 + lane) == "-") continue;
      active |= 1U << lane;
      lanes[lane] = access_of(access, memory, texel_of(cells.at(4 + lane)));
    }
    const bool is_fetch = access.rfind("surface", 0) != 0;
    const simt::RequestCost cost = simt::texel_cost(lanes, active, width, is_fetch);
    EXPECT_EQ(cost.wavefronts, std::stoul(cells.at(2))) << line;
    EXPECT_EQ(cost.sectors, std::stoul(cells.at(3))) << line;
    EXPECT_LE(cost.least_sectors, cost.sectors) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 646U);
}

TEST(TexelRequests, NumbersAreGivenAgain) {
  simt::TexelAccesses all;
  simt::TexelAccess one;
  one.add(64, 2);
  one.add(64, 2);
  EXPECT_EQ(one.count, 1U);
  const std::uint64_t first = all.add(one);
  one.add(128, 4);
  const std::uint64_t second = all.add(one);
  EXPECT_NE(first, second);
  EXPECT_EQ(all.take(first).count, 1U);
  EXPECT_EQ(all.peek(second).count, 2U);
  EXPECT_EQ(all.add(one), first);
}

}  // namespace
