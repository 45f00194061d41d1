// Positions in a grid or block.
#pragma once

#include <string>

#include "simt/report.h"

namespace simt {

inline Dim3 unfolded(std::uint64_t linear, const Dim3& shape) {
  return {static_cast<unsigned>(linear % shape.x), static_cast<unsigned>(linear / shape.x % shape.y),
          static_cast<unsigned>(linear / shape.x / shape.y)};
}

inline std::string coordinates(const Dim3& at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

}  // namespace simt
