// A sampled block as the simulation of an SM runs it: each warp's steps in the order in which ptxas lets them begin, with
// the lines that each touches.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "traffic/launch_traffic.h"

namespace simt {

// The part of a line that a request touches.
struct LinePart {
  std::uint64_t line = 0;
  std::uint8_t sectors = 0;  // bit i: its i-th sector
  // Of each sector that are touched, also by what goes to L2 with this.
  std::array<std::uint8_t, kSectorsALine> bytes{};
  // Of a store: its warp stored to the line before, and no barrier is between.
  bool goes_with_another = false;

  int touched_sectors() const {
    return static_cast<int>(bytes.size()) - static_cast<int>(std::count(bytes.begin(), bytes.end(), 0));
  }
  // Whether a sector is touched only in part.
  bool is_partial() const {
    return std::any_of(bytes.begin(), bytes.end(), [](unsigned count) { return count % kSectorBytes != 0; });
  }
  void add(const LinePart& more) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(std::min<unsigned>(bytes[i] + more.bytes[i], kSectorBytes));
  }
};

inline constexpr unsigned kSchedulers = 4;  // of an SM

struct Operation {
  StepKind kind = StepKind::round;
  Space space = Space::global;
  bool is_awaited = true;  // an atomic operation whose answer is used
  bool bypasses_l1 = false;
  bool spins = false;  // an atomic operation that is a loop around a compare-and-swap in shared memory
  bool tries = false;  // a compare-and-swap in global memory
  std::uint16_t place = 0;
  std::uint16_t level = 0;       // abi::Place::level
  std::uint16_t arrival = 0;     // abi::Place::arrival
  std::uint32_t step = 0;        // of its warp: how many it took before
  std::uint32_t wavefronts = 0;  // of shared memory, constants and L1, which has the same banks
  std::uint32_t instructions = 0;
  std::uint32_t code = 0;  // instructions, each of them once: what is fetched before they are issued first
  std::uint32_t unit_cycles = 0;  // abi::Place::unit_cycles
  std::uint32_t cycles = 0;
  std::uint32_t chain_cycles = 0;  // abi::Place::chain_cycles
  std::uint32_t first_line = 0;    // into SmProgram::lines
  std::uint32_t line_count = 0;
  std::uint32_t first_word = 0;  // into SmProgram::words; of an operation that spins, one for each lane
  std::uint32_t word_count = 0;
  std::uint32_t groups = 0;     // copy_wait: that may be unfinished
  bool follows_store = false;   // a store that begins at once behind the one before
  bool is_undisturbed = false;  // …while other warps are expected to compute
  std::uint32_t times = 1;      // of spills: so often one after another
};

// What ptxas moves no load ahead of.
inline bool ends_stretch(StepKind kind) {
  return kind == StepKind::round || kind == StepKind::computed || kind == StepKind::copy_wait ||
         kind == StepKind::barrier;
}

struct SmProgram {
  std::vector<std::vector<Operation>> warps;
  std::vector<double> longer;  // of each warp: by how much more work it did than is here
  std::vector<LinePart> lines;
  std::vector<std::uint32_t> words;  // of shared memory: address / kBankBytes
  std::uint64_t operations = 0;
  // Instructions of the block, and those of them that are not here.
  std::uint64_t work = 0;
  std::uint64_t unrecorded_work = 0;
};

SmProgram program_of(const abi::Module& module, const BlockTraffic& block);

}  // namespace simt
