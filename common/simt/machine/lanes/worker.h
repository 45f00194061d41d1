// One host thread that runs blocks: what all parts of the machine come together in. The running lane sees it
// as an abi::Context.
//
//   worker.cpp             a launch's blocks, their barriers
//   worker_warps.cpp       a warp from one barrier to the next: who may go on, when its log is read
//   worker_grid.cpp        a cooperative launch, whose blocks wait for each other at grid.sync()
//   worker_exchanges.cpp   shuffles, votes, __syncwarp()
//   worker_matrices.cpp    tensor-core instructions, which are exchanges too
//   worker_copies.cpp      asynchronous copies
//   worker_phases.cpp      barriers with phases
//   worker_checks.cpp      accesses outside of a place's window, and what is said when they are wrong
//   texture_calls.cpp      fetches from textures, loads from and stores to surfaces
//   runtime_calls.cpp      the functions that a module calls
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/grid_barrier.h"
#include "lanes/lane_scheduler.h"
#include "lanes/matrix_exchange.h"
#include "lanes/phase_barrier.h"
#include "lanes/resident_block.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"
#include "requests/request_grouping.h"
#include "requests/request_judge.h"
#include "simt/machine.h"
#include "textures/texture_sampling.h"
#include "textures/textures.h"

namespace simt {

class Worker : public abi::Context {
 public:
  Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  static Worker& of(abi::Context* context) { return *static_cast<Worker*>(context); }

  // Takes blocks from the launch until none is left, on the calling thread.
  void run(Launch& launch, unsigned index);
  // Does nothing of this launch, and has nothing of the last one any more.
  void sit_out(Launch& launch, unsigned index);
  // The clock begins anew: marks that shadow memory keeps are no good any more.
  void forget_accesses() { memory_.shared().forget_accesses(); }

  // --- called on a lane's fiber
  void check(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void ask(std::uint32_t place);
  // An atomic operation is checked and logged; whether other workers can reach the address.
  bool begin_atomic(std::uint32_t place, unsigned width, std::uint64_t address, std::uint64_t base);
  [[gnu::always_inline]] void wait_at_barrier(std::uint32_t place, bool predicate) {
    if (barrier_place_ == kNoPlace) barrier_place_ = place;
    has_two_barriers_ |= barrier_place_ != place;
    barrier_votes_ += predicate ? 1 : 0;
    lanes_.stop(LaneState::at_barrier, place);
  }
  std::int32_t barrier_count() const { return barrier_count_; }
  void wait_for_grid(std::uint32_t place);
  void fence(std::uint32_t place, bool whole_device);
  // A text of the module, as a message.
  std::string message(const char* text) const;
  void clear_local(std::uint32_t place, std::uint64_t begin, std::uint64_t bytes);
  std::uint64_t exchange(std::uint32_t place, const Exchange& exchange);
  // These are tensor-core instructions. The place says what a load or store moves: see Instruction.
  abi::Pair load_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address, std::uint64_t base);
  void store_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address, std::uint64_t base,
                      const abi::Pair& value);
  abi::Pair multiply_matrices(std::uint32_t place, std::uint32_t what, MatrixOperands& operands);
  std::uint32_t active_lanes(std::uint32_t place);
  std::uint64_t read_clock(std::uint32_t place);
  abi::Pair fetch(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                  const std::array<std::uint32_t, 4>& coordinates);
  abi::Pair load_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                         const std::array<std::int32_t, 3>& at);
  void store_surface(std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                     const std::array<std::int32_t, 3>& at, const abi::Pair& value);
  void copy_source(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t bytes);
  void copy_async(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void commit_async(std::uint32_t place) { log_entry(place, 0); }
  void wait_async(std::uint32_t place, std::uint32_t groups);
  void init_phases(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t count);
  std::uint32_t arrive_phase(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                             std::uint32_t count, std::uint32_t step);
  std::uint32_t wait_phase(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                           std::uint32_t parity, std::uint32_t how);
  std::int32_t print(std::uint32_t place, const char* format, std::uint32_t count,
                     const std::uint64_t* values);
  // Stops the launch with a fault of the running lane and never returns. A fault without advice gets that of
  // its kind.
  [[noreturn]] void stop(FaultKind kind, std::string message, std::uint32_t place, std::string advice = {});

  // --- asked by signal handlers
  static Worker* current() { return current_; }
  bool lane_is_running() const { return lanes_.is_running(); }
  const LaneScheduler& lanes() const { return lanes_; }
  // The place of the running lane's last entry, as far as the lane has said.
  std::uint32_t last_place() const;
  // The running lane is stopped at the next way back of a loop.
  void end_time() {
    time_is_up_.store(true, std::memory_order_relaxed);
    log_limit = nullptr;
  }

  // --- read by the machine when the launch is over
  // The block that this worker ran in an epoch of the launch.
  std::uint64_t block_in(std::uint64_t epoch) const;
  std::uint64_t next_tick() const { return order_.clock.next_tick(); }
  const AccessTotals& totals() const { return judge_.totals(); }
  const BytesInFlight& in_flight() const { return judge_.in_flight(); }
  const BarrierCounts& barriers() const { return barriers_; }
  const WarpShares& warp_shares() const { return judge_.warp_shares(); }
  const FaultLog& faults() const { return faults_; }
  const std::vector<std::pair<std::uint64_t, std::string>>& printed() const { return printed_; }
  const SharedMemory& shared_memory() const { return memory_.shared(); }

 private:
  void begin(Launch& launch, unsigned index);
  void forget_launch();
  // --- worker.cpp
  void prepare();
  bool take_block();
  void begin_block(std::uint64_t block);
  void set_block(std::uint64_t block);
  // Where a block stopped.
  enum class Reached : std::uint8_t { barrier, grid_barrier, end };
  Reached run_to_grid_barrier();
  Reached run_phase();
  Reached finish_barrier();
  void let_go_on();
  void note_returned(unsigned waiting, std::uint32_t place);
  void stop_at_two_barriers();
  void stop_block(FaultKind kind, std::string message, std::uint32_t place, unsigned thread,
                  std::string advice = {});
  bool is_same_line(std::uint32_t place, std::uint32_t other) const;

  // --- worker_grid.cpp
  void run_together();
  void run_resident(ResidentBlock& resident);
  void resume(const ResidentBlock& resident);
  void keep(ResidentBlock& resident);
  void stop_at_returned(unsigned waiting);
  bool grid_goes_on(const GridPhase& all);

  // --- worker_warps.cpp
  bool advance_warp(Warp& warp, bool others_wait);
  bool make_room(Warp& warp, bool to_the_end);
  bool let_lowest_go_on(Warp& warp);
  bool stop_for_time(const Warp& warp);
  [[noreturn]] void stop_for_time(std::uint32_t place);
  void set_log(Warp& warp);

  // --- worker_exchanges.cpp
  bool complete_warp_exchanges(Warp& warp);
  std::uint32_t lanes_at_exchange_of(Warp& warp, unsigned lane);
  void finish_exchange(Warp& warp, std::uint32_t lanes);
  void stop_stuck_exchange(Warp& warp);
  void stop_exchange(Warp& warp, unsigned lane, const std::string& why, std::optional<std::uint32_t> other);

  // --- worker_matrices.cpp
  void begin_matrices(std::uint32_t place, MatrixOperands& operands, std::uint64_t base);
  void exchange_matrices(std::uint32_t place, ExchangeKind kind, std::uint32_t what,
                         MatrixOperands& operands);
  [[noreturn]] void stop_row_elsewhere(std::uint32_t place, std::uint64_t address);
  bool stop_incomplete_warp(Warp& warp, unsigned lane);
  // --- worker_copies.cpp
  bool is_in_window(std::uint32_t place, std::uint64_t address) const;
  void check_source_bytes(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                          std::uint32_t bytes);

  // --- worker_phases.cpp
  std::string check_barrier(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void check_made_before(std::uint32_t place, std::uint64_t address, const std::string& name);
  PhaseBarrier barrier_at(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void note_turn(Warp& warp);
  bool release_phases(Warp& warp, bool looking_too);
  bool is_stuck(std::uint64_t steps_before, std::uint64_t fills_before);
  void stop_stuck_phase();

  // --- worker_checks.cpp
  void check_pending(unsigned thread);
  static void check_pending_of(abi::Context& context, unsigned thread);
  bool is_own_local(std::uint64_t address, unsigned width) const;
  void open_window(std::uint32_t place, Region& region);
  [[noreturn]] void stop_out_of_bounds(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  [[noreturn]] void stop_misaligned(std::uint32_t place, std::uint64_t address);
  [[noreturn]] void stop_forbidden_write(std::uint32_t place, const Region& region, std::uint64_t address);
  struct OutOfBounds {
    std::string message;
    std::string advice;  // empty: that of its kind
  };
  static OutOfBounds through_foreign_pointer(const Launch& launch, const abi::Parameter& parameter,
                                             const std::string& access, std::uint64_t address);
  OutOfBounds out_of_bounds(const abi::Place& place, std::uint64_t address, std::uint64_t base);
  void log_entry(std::uint32_t place, std::uint64_t address) {
    *log = abi::entry(place, address);
    log += abi::kLanes;
  }
  const TextureObject& texture_object(std::uint32_t place, std::uint64_t handle, const char* function,
                                      bool is_surface);
  void require_shape(std::uint32_t place, const char* function, std::uint32_t what,
                     const TexelMemory& memory);
  void log_texels(std::uint32_t place, const TexelMemory& memory, const Taps& taps, Op op, bool is_fetch);
  unsigned char* surface_texel(std::uint32_t place, const TexelMemory& memory, std::uint32_t what,
                               const std::array<std::int32_t, 3>& at, const char* function);
  void announce_stop();

  static __thread Worker* current_;  // thread_local would ask at each access whether it is initialised

  Launch* launch_ = nullptr;
  bool has_fences_ = false;
  bool is_prepared_ = false;  // whether the worker is ready for the launch
  std::atomic<bool> time_is_up_{false};
  std::uint64_t block_ = 0;
  std::uint64_t phase_ = 0;  // how many barriers the block has passed
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks_begun_;  // epoch and block, in order of time

  MemoryMap memory_;
  AccessOrder order_;
  FaultLog faults_;
  RequestJudge judge_;
  RequestGrouping grouping_;
  LaneScheduler lanes_;
  std::vector<abi::Window> windows_;
  std::vector<std::unique_ptr<WarpLog>> logs_;  // all that there are
  std::vector<WarpLog*> free_logs_;
  std::uint32_t log_places_ = 0;  // the number of places that logs_ are made for

  // The barrier that the block comes to.
  std::uint32_t barrier_place_ = kNoPlace;
  bool has_two_barriers_ = false;
  bool waits_for_grid_ = false;
  std::int32_t barrier_votes_ = 0;
  std::int32_t barrier_count_ = 0;  // the count of the last barrier
  BarrierCounts barriers_;          // barriers that the launch's blocks have passed on this worker
  std::vector<std::pair<std::uint64_t, std::string>> printed_;

  // The source and its bytes of the running lane's asynchronous copy, between the two calls that make it.
  std::uint64_t copied_from_ = 0;
  std::uint32_t copied_bytes_ = 0;
  // Turns of warps in this phase that did more than look at a barrier; those that did not, in a row.
  std::uint64_t steps_ = 0;
  // Barriers of the block by address, and when each was initialised
  std::vector<std::pair<std::uint64_t, Mark>> made_barriers_;
  std::uint64_t log_fills_ = 0;  // turns of warps with a lane that may wait for others in a loop
  unsigned turns_in_vain_ = 0;
  // These two are used by cooperative launches only.
  std::vector<ResidentBlock> resident_;  // sorted by block number
  GridPhase grid_phase_;
};

}  // namespace simt
