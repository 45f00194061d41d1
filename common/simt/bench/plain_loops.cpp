#include "plain_loops.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "shapes.h"

#ifndef PLAIN_LOOPS
#error "compile with PLAIN_LOOPS: the namespace of this build, plain_O2 or plain_native"
#endif

namespace bench::PLAIN_LOOPS {
namespace {

constexpr int kRowsAtOnce = static_cast<int>(kTileRows);

void copy_rows(const int* in, int* out, int side) {
  for (int tile_row = 0; tile_row < side; tile_row += kTile) {
    for (int tile_col = 0; tile_col < side; tile_col += kTile) {
      for (int y = 0; y < kTile; ++y) {
        for (int x = 0; x < kTile; ++x) {
          const int i = (tile_row + y) * side + tile_col + x;
          out[i] = in[i];
        }
      }
    }
  }
}

template <unsigned Pad>
void transpose_tile(const int* in, int* out, int side, int tile_row, int tile_col) {
  int tile[kTile][kTile + Pad];
  for (int y = 0; y < kTile; ++y) {
    for (int x = 0; x < kTile; ++x) tile[y][x] = in[(tile_row + y) * side + tile_col + x];
  }
  for (int y = 0; y < kTile; ++y) {
    for (int x = 0; x < kTile; ++x) out[(tile_col + y) * side + tile_row + x] = tile[x][y];
  }
}

template <unsigned Pad>
void transpose(const int* in, int* out, int side) {
  for (int tile_row = 0; tile_row < side; tile_row += kTile) {
    for (int tile_col = 0; tile_col < side; tile_col += kTile)
      transpose_tile<Pad>(in, out, side, tile_row, tile_col);
  }
}

void histogram_shared(const int* in, int* out, int side) {
  const int blocks = histogram_blocks(side);
  const int threads = blocks * kBins;
  for (int block = 0; block < blocks; ++block) {
    std::array<int, kBins> bins{};
    for (int begin = block * kBins; begin < side * side; begin += threads) {
      for (int i = begin; i < begin + kBins; ++i) ++bins[static_cast<unsigned>(in[i] % kBins)];
    }
    for (unsigned bin = 0; bin < bins.size(); ++bin) out[bin] += bins[bin];
  }
}

void histogram_global(const int* in, int* out, int side) {
  const int blocks = histogram_blocks(side);
  const int threads = blocks * kBins;
  for (int block = 0; block < blocks; ++block) {
    for (int begin = block * kBins; begin < side * side; begin += threads) {
      for (int i = begin; i < begin + kBins; ++i) ++out[in[i] % kBins];
    }
  }
}

void stencil_plain(const int* in, int* out, int side) {
  const int rows = side / kPlanes;
  const std::ptrdiff_t plane = std::ptrdiff_t{rows} * side;
  for (int z = 0; z < kPlanes; ++z) {
    const int* const here = in + z * plane;
    const int* const below = in + std::max(z - 1, 0) * plane;
    const int* const above = in + std::min(z + 1, kPlanes - 1) * plane;
    for (int y = 0; y < rows; ++y) {
      const int row = y * side;
      const int north = std::max(y - 1, 0) * side;
      const int south = std::min(y + 1, rows - 1) * side;
      for (int x = 0; x < side; ++x) {
        const int sum = here[row + std::max(x - 1, 0)] + here[row + std::min(x + 1, side - 1)] +
                        here[north + x] + here[south + x] + below[row + x] + above[row + x];
        out[z * plane + row + x] = sum - 6 * here[row + x];
      }
    }
  }
}

using HaloTile = int[kTileRows + 2][kTile + 2];

// The tile at (x0, y0) of a plane, and what lies around it.
void fill_tile(HaloTile& tile, const int* plane, int side, int x0, int y0) {
  const int rows = side / kPlanes;
  for (int y = 0; y < kRowsAtOnce; ++y) {
    const int row = (y0 + y) * side;
    for (int x = 0; x < kTile; ++x) tile[y + 1][x + 1] = plane[row + x0 + x];
    tile[y + 1][0] = plane[row + std::max(x0 - 1, 0)];
    tile[y + 1][kTile + 1] = plane[row + std::min(x0 + kTile, side - 1)];
  }
  for (int x = 0; x < kTile; ++x) {
    tile[0][x + 1] = plane[std::max(y0 - 1, 0) * side + x0 + x];
    tile[kRowsAtOnce + 1][x + 1] = plane[std::min(y0 + kRowsAtOnce, rows - 1) * side + x0 + x];
  }
}

void stencil_tiled(const int* in, int* out, int side) {
  const int rows = side / kPlanes;
  for (int z = 0; z < kPlanes; ++z) {
    const int plane = z * rows * side;
    const int below = std::max(z - 1, 0) * rows * side;
    const int above = std::min(z + 1, kPlanes - 1) * rows * side;
    for (int y0 = 0; y0 < rows; y0 += kRowsAtOnce) {
      for (int x0 = 0; x0 < side; x0 += kTile) {
        HaloTile tile;
        fill_tile(tile, in + plane, side, x0, y0);
        for (int y = 0; y < kRowsAtOnce; ++y) {
          for (int x = 0; x < kTile; ++x) {
            const int i = (y0 + y) * side + x0 + x;
            const int sum = tile[y + 1][x] + tile[y + 1][x + 2] + tile[y][x + 1] + tile[y + 2][x + 1] +
                            in[below + i] + in[above + i];
            out[plane + i] = sum - 6 * tile[y + 1][x + 1];
          }
        }
      }
    }
  }
}

using Line = std::array<int, static_cast<std::size_t>(kLine)>;

// What a block does with its line, for all lines.
template <class Work>
void for_each_line(const int* in, int* out, int side, const Work& work) {
  for (int begin = 0; begin < side * side; begin += kLine) {
    Line line;
    std::copy_n(in + begin, kLine, line.begin());
    work(line);
    std::copy_n(line.begin(), kLine, out + begin);
  }
}

void scan_lines(const int* in, int* out, int side) {
  for_each_line(in, out, side, [](Line& line) {
    for (std::size_t distance = 1; distance < line.size(); distance *= 2) {
      const Line before = line;
      for (std::size_t i = distance; i < line.size(); ++i) line[i] = before[i - distance] + before[i];
    }
  });
}

void relax_lines(const int* in, int* out, int side) {
  for_each_line(in, out, side, [](Line& line) {
    for (int step = 0; step < kSteps; ++step) {
      const Line before = line;
      for (std::size_t i = 0; i < line.size(); ++i) {
        const int left = before[i == 0 ? 0 : i - 1];
        const int right = before[std::min(i + 1, line.size() - 1)];
        line[i] = std::min({before[i], left, right}) + 1;
      }
    }
  });
}

void reduce_lines(const int* in, int* out, int side) {
  for_each_line(in, out, side, [](Line& line) {
    for (std::size_t half = line.size() / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) line[i] += line[i + half];
    }
  });
}

void path_lines(const int* in, int* out, int side) {
  for_each_line(in, out, side, [](Line& line) {
    const Line costs = line;
    for (std::size_t step = 1; step <= std::size_t{kSteps}; ++step) {
      const Line before = line;
      for (std::size_t i = step; i < line.size() - step; ++i)
        line[i] = std::min({before[i], before[i - 1], before[i + 1]}) + costs[i];
    }
  });
}

using Plate = int[kPlate][kPlate];

void spread_heat(Plate& plate, int step) {
  Plate before;
  std::copy_n(&plate[0][0], kPlate * kPlate, &before[0][0]);
  for (int y = step; y < kPlate - step; ++y) {
    for (int x = step; x < kPlate - step; ++x) {
      const int around = before[y - 1][x] + before[y + 1][x] + before[y][x - 1] + before[y][x + 1];
      plate[y][x] += (around - 4 * before[y][x]) / 8;
    }
  }
}

void heat_plates(const int* in, int* out, int side) {
  for (int y0 = 0; y0 < side; y0 += kPlate) {
    for (int x0 = 0; x0 < side; x0 += kPlate) {
      Plate plate;
      for (int y = 0; y < kPlate; ++y) std::copy_n(in + (y0 + y) * side + x0, kPlate, plate[y]);
      for (int step = 1; step <= kPlateSteps; ++step) spread_heat(plate, step);
      for (int y = 0; y < kPlate; ++y) std::copy_n(plate[y], kPlate, out + (y0 + y) * side + x0);
    }
  }
}

}  // namespace

const PlainLoops kLoops = {copy_rows,        transpose<0>,  transpose<1>,  histogram_shared,
                           histogram_global, stencil_plain, stencil_tiled, scan_lines,
                           relax_lines,      reduce_lines,  path_lines,    heat_plates};

}  // namespace bench::PLAIN_LOOPS
