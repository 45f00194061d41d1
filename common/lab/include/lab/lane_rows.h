// Rows of 32 addresses, one a lane of a warp, for kernels that predict what a request costs: drawn so that
// every kind of request comes up, or taken from what an NVIDIA H200 counted.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "pattern_file.h"
#include "simt/request.h"

namespace lab {

// A number for each lane (a word, an index), and which lanes take part.
struct LaneRow {
  std::array<int, simt::kWarpSize> numbers{};
  std::uint32_t active = 0;
};

// Strided, permuted, few numbers that many lanes share, or scattered, below 4096; with all lanes, some, one
// or none. Few and scattered numbers keep to multiples of 32 or to a small range, so that lanes meet in banks
// and sectors.
LaneRow random_lane_row(std::mt19937_64& random);

// Warp requests that an NVIDIA H200 counted itself (common/simt/data/h200_warp_patterns.csv): those of one
// space, operation and width in bytes a lane, in the file's order. Throws fidelity::PatternFileError when the
// file is missing or broken.
std::vector<fidelity::Pattern> hardware_patterns(simt::Space space, simt::Op op, int width);

}  // namespace lab
