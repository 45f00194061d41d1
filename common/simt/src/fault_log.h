// What goes wrong while a worker runs blocks, noted cheaply: addresses and numbers, turned into words after
// the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "block_clock.h"
#include "simt/report.h"

namespace simt {

// A place in the kernel and in the grid.
struct RawPlace {
  std::uintptr_t pc = 0;
  bool pc_is_return_address = true;
  std::uint64_t block = 0;  // linear
  unsigned thread = 0;      // linear in its block
};

// A fault that stops the launch.
struct RawStop {
  FaultKind kind = FaultKind::crash;
  std::string message;
  RawPlace at;
  std::uintptr_t other_pc = 0;
};

// A race or a read of unwritten memory: the first of its pair of instructions, and how many there were.
struct RawFinding {
  FaultKind kind = FaultKind::race;
  RawPlace at;
  Op op = Op::load;
  std::uintptr_t other_pc = 0;
  Op other_op = Op::store;
  Mark other;                   // of a race: the access before
  bool between_blocks = false;  // a race of threads of two blocks
  std::uintptr_t address = 0;
  Space space = Space::shared;
  std::string array;  // and the element in it, for the message
  std::uint64_t count = 1;
};

struct FaultLog {
  std::optional<RawStop> stop;
  std::vector<RawFinding> findings;
};

}  // namespace simt
