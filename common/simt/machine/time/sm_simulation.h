// An event simulation of one SM with the blocks that it holds at a time: no cycle is simulated, each step of a warp takes
// its turn at the parts of the SM, and of L2 and DRAM the SM has its share.
//
// Time is counted in cycles of the SM's clock.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "time/l2_cache.h"
#include "time/sm_program.h"

namespace simt {

// What can keep a launch from being faster.
enum class Resource : std::uint8_t {
  dram,
  l2_read,
  l2_write,
  data_path,
  issue,
  blocks,
  atomics,
  latency,
  kCount
};
inline constexpr std::size_t kResources = static_cast<std::size_t>(Resource::kCount);

// How fast the parts of a GPU are. time_constants.cpp has each device's, and where they come from.
struct SmRates {
  double l1_latency = 0;    // cycles of a load that L1 has
  double l2_latency = 0;    // …that L2 has
  double dram_latency = 0;  // …that comes from DRAM
  double line_latency = 0;  // more for each further line of a request that L1 does not have
  double shared_latency = 0;
  double barrier = 0;       // from the last arrival until the block goes on
  double fetch = 0;         // cycles to fetch an instruction that no warp of the SM has issued before
  double issue = 0;         // cycles of a scheduler for one warp instruction
  double unit = 1;          // …of its unit, for each that the compiler says (Operation::unit_cycles)
  double line = 0;          // of the data path, for each line of a request
  double wavefront = 0;     // of the data path, for a wavefront of shared memory
  double l2_read_line = 0;  // of the SM's share of L2: for each line, and for each of its sectors
  double l2_read_sector = 0;
  double l2_write_line = 0;    // the least for a line
  double l2_write_sector = 0;  // for each sector, if all of them are written as a whole
  double l2_part_line = 0;     // for a line with a sector that is not, and for each of its sectors
  double l2_part_sector = 0;
  double l2_part_local = 1;   // times as much for such a line of local memory
  double l2_atomic_line = 0;  // the least for a line of atomic operations, and for each sector
  double l2_sum_line = 0;     // …of those that nobody reads the answer of
  double l2_atomic_sector = 0;
  double l2_pass = 0;          // …for each further pass over a sector
  double l2_atomic_part = 1;   // times as much for one that they touch in part
  double atomic_answer = 0;    // cycles that an answer from L2 takes longer than a load's
  double local_part_line = 0;  // cycles for which a warp waits behind such a line, and each of its sectors
  double local_part_sector = 0;
  double line_hit = 1;                 // of the data path, to look up a line that L1 has
  double dram_byte = 0;                // of the SM's share of DRAM
  double dram_ns = 0;                  // of the SM's share of DRAM, for a nanosecond of all of it
  double constant = 1;                 // of the way to constants, for each word that a warp wants
  double constant_latency = 0;         // cycles of a constant that the SM's first cache of constants has
  double constant_second_latency = 0;  // …that only the second has
  double swap_attempts = 1;            // of each compare-and-swap until it succeeds
  double shared_answer =
      0;  // cycles that an atomic operation's answer from shared memory takes longer than a load
  double shared_spin = 0;       // cycles of a compare-and-swap loop on shared memory, for each pass
  double shared_spin_word = 0;  // …for which it keeps a word from other warps
  double store_queue = 0;       // cycles of stores that the way to L2 holds before warps wait
  double joined = 0;            // cycles within which a store to a line goes with the one before
  double block_interval = 0;    // between the beginnings of two blocks
  double l1_bytes = 0;
};

struct SmRun {
  double cycles = 0;
  std::array<double, kResources> busy{};  // cycles
  std::vector<double> of_places;          // cycles that warps spent at, or waiting for, each place
  // Of each place's loads: the sectors that they asked for, and those of them that L1 did not have.
  std::vector<double> asked;
  std::vector<double> past_l1;
};

// Runs so many blocks, `resident` at a time: the programs in turn.
SmRun simulate_sm(const std::vector<SmProgram>& programs, std::size_t blocks, unsigned resident,
                  std::size_t places, const SmRates& rates, const L2Replay& l2);

}  // namespace simt
