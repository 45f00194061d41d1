// What the asynchronous copies of a warp cost: cp.async of 4, 8 or 16 bytes a lane, from global memory to
// shared memory. The rules were measured on an H200: data/h200_copy_patterns.csv.
#pragma once

#include <array>
#include <cstdint>

#include "simt/request.h"

namespace simt {

// One instruction of a warp. Lanes that only write zeros have no source.
struct CopyRequest {
  std::uint8_t width = 4;
  bool bypasses_l1 = false;   // .cg
  std::uint32_t active = 0;   // lanes that take part
  std::uint32_t reading = 0;  // the active lanes that have a source
  std::array<std::uint64_t, kWarpSize> from{};
  std::array<std::uint64_t, kWarpSize> to{};
};

// Sectors of global memory.
RequestCost copy_source_cost(const CopyRequest& request);
// Passes over the banks of shared memory.
RequestCost copy_target_cost(const CopyRequest& request);

}  // namespace simt
