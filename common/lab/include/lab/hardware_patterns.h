// Warp requests that an NVIDIA H200 counted itself (common/simt/data/h200_warp_patterns.csv).
#pragma once

#include <vector>

#include "pattern_file.h"

namespace lab {

// Those of one space, operation and width in bytes a lane, in the file's order. Throws
// fidelity::PatternFileError when the file is missing or broken.
std::vector<fidelity::Pattern> hardware_patterns(simt::Space space, simt::Op op, int width);

}  // namespace lab
