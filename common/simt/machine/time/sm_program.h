// A sampled block as the simulation of an SM runs it: each warp's steps in the order in which ptxas lets them begin, with
// the lines that each touches.
#pragma once

#include <cstdint>
#include <vector>

#include "traffic/launch_traffic.h"

namespace simt {

struct LinePart {
  std::uint64_t line = 0;
  std::uint8_t sectors = 0;  // bit i: its i-th sector
};

struct Operation {
  StepKind kind = StepKind::round;
  Space space = Space::global;
  bool is_awaited = true;  // an atomic operation whose answer is used
  bool bypasses_l1 = false;
  bool is_partial = false;  // it touches only parts of its sectors
  bool swaps = false;       // an atomic operation that is a loop around a compare-and-swap in shared memory
  bool tries = false;       // a compare-and-swap in global memory
  std::uint16_t place = 0;
  std::uint16_t level = 0;  // abi::Place::level
  std::uint32_t wavefronts = 0;
  std::uint32_t instructions = 0;
  std::uint32_t cycles = 0;
  std::uint32_t first_line = 0;  // into SmProgram::lines
  std::uint32_t line_count = 0;
  std::uint32_t groups = 0;  // copy_wait: that may be unfinished
  std::uint32_t times = 1;   // of spills: so often one after another
};

struct SmProgram {
  std::vector<std::vector<Operation>> warps;
  std::vector<double> longer;  // of each warp: by how much more work it did than is here
  std::vector<LinePart> lines;
  std::uint64_t operations = 0;
  double truncated = 1;  // the same of the block
};

SmProgram program_of(const abi::Module& module, const BlockTraffic& block);

}  // namespace simt
