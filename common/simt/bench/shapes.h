// Sizes that kernels.cu, the plain loops and the launches agree on.
#pragma once

namespace bench {

constexpr int kTile = 32;
constexpr unsigned kTileRows = 8;  // threads of a block: kTile x kTileRows
constexpr int kBins = 256;         // bins, and threads of a histogram's block
constexpr int kPlanes = 16;        // planes of the stencil's volume: side x side / kPlanes x kPlanes
constexpr int kLine = 256;         // elements of a line, and threads of its block
constexpr int kSteps = 16;         // of the relaxation of lines, and of the ways through them
constexpr int kPlate = 16;         // side of a plate, and of its block
constexpr int kPlateSteps = 6;
constexpr int kElementsAThread = 16;  // for a histogram

// The stencil's rows must fill blocks.
constexpr int kSideStep = kPlanes * static_cast<int>(kTileRows);

constexpr int histogram_blocks(int side) { return side * side / (kBins * kElementsAThread); }

}  // namespace bench
