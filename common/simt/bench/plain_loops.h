// The kernels of kernels.cu as loops over blocks and threads: the same arithmetic and the same accesses, as a
// C++ compiler sees them. Compiled twice, for two sets of flags.
#pragma once

namespace bench {

using PlainLoop = void (*)(const int* in, int* out, int side);

struct PlainLoops {
  PlainLoop copy_rows;
  PlainLoop transpose_tiled;
  PlainLoop transpose_padded;
  PlainLoop histogram_shared;
  PlainLoop histogram_global;
  PlainLoop stencil_plain;
  PlainLoop stencil_tiled;
  PlainLoop scan_lines;
  PlainLoop relax_lines;
  PlainLoop reduce_lines;
  PlainLoop path_lines;
  PlainLoop heat_plates;
};

namespace plain_O2 {
extern const PlainLoops kLoops;
}
namespace plain_native {  // -O3 -march=native
extern const PlainLoops kLoops;
}

}  // namespace bench
