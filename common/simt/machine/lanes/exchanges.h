// Exchanges between the lanes of a warp: shuffles, votes, __syncwarp(). All lanes that a mask names and that have not
// returned must come to the same line with the same mask (CUDA C++ Programming Guide, "Warp Shuffle Functions"); a
// __syncwarp() may stand in several lines (PTX ISA, bar.warp.sync). Lanes that have returned are absent: they do not vote,
// what they stored is not ordered by a __syncwarp(), and what a shuffle reads from them is undefined.
//
// Tensor-core instructions (ldmatrix, stmatrix, mma.sync) are exchanges of all 32 lanes. A row that is moved is an
// access of the lane that gives its address: checked before, logged as a load or store of 16 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "faults/fault_log.h"
#include "faults/undefined_exchanges.h"
#include "lanes/access_door.h"
#include "lanes/lane_scheduler.h"
#include "lanes/matrix_exchange.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"

namespace simt {

class Exchanges {
 public:
  Exchanges(RunningLane& lane, AccessDoor& door, MemoryMap& memory, AccessOrder& order, LaneScheduler& lanes,
            FaultLog& faults)
      : lane_(lane), door_(door), memory_(memory), order_(order), lanes_(lanes), faults_(faults) {}

  void begin_launch(const Launch& launch) {
    launch_ = &launch;
    undefined_.forget();
  }
  void forget_meetings() { meetings_ = 0; }
  // How often lanes met at a __syncwarp() in the launch.
  std::uint64_t meetings() const { return meetings_; }

  // --- called on a lane's fiber
  // The place says what a load or store moves: see Instruction.
  abi::Pair load_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address, std::uint64_t base);
  void store_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address, std::uint64_t base,
                      const abi::Pair& value);
  abi::Pair multiply_matrices(std::uint32_t place, std::uint32_t what, MatrixOperands& operands);

  // The lane uses a value that a shuffle found undefined.
  void use_undefined(std::uint32_t place, std::uint64_t undefined);
  // The lane leaves the kernel from the line of the place `from`.
  void note_leaving(std::uint32_t place, std::uint32_t from);

  // --- called between the turns of lanes
  // Lets those go on whose exchange is complete; whether any does. Stops the block at one that cannot be.
  bool complete(Warp& warp);
  // Nobody of the warp can go on, and some lane waits at an exchange whose mask names one that does not come.
  void stop_stuck(Warp& warp);

 private:
  std::uint32_t lanes_together(Warp& warp, unsigned lane);
  void finish(Warp& warp, std::uint32_t lanes);
  void note_undefined(const Warp& warp, unsigned lane);
  void stop_at(Warp& warp, unsigned lane, const std::string& why, std::optional<std::uint32_t> other);
  void begin_matrices(std::uint32_t place, MatrixOperands& operands, std::uint64_t base);
  void exchange_matrices(std::uint32_t place, ExchangeKind kind, std::uint32_t what,
                         MatrixOperands& operands);
  [[noreturn]] void stop_row_elsewhere(std::uint32_t place, std::uint64_t address);
  bool stop_incomplete_warp(Warp& warp, unsigned lane);

  RunningLane& lane_;
  AccessDoor& door_;
  MemoryMap& memory_;
  AccessOrder& order_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  const Launch* launch_ = nullptr;
  std::uint64_t meetings_ = 0;
  UndefinedExchanges undefined_;
};

}  // namespace simt
