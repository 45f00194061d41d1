// One host thread that runs blocks: the lanes' fibers, the block's shared memory, and the counts so far.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "access_log.h"
#include "announced.h"
#include "arena.h"
#include "block_clock.h"
#include "fault_log.h"
#include "fences.h"
#include "fiber.h"
#include "module.h"
#include "shared_shadow.h"
#include "simt/machine.h"
#include "textures.h"

namespace simt {

// What all workers of a launch share.
struct Launch {
  const Module::Image* module = nullptr;
  Arena* arena = nullptr;
  const Textures* textures = nullptr;
  LaunchShape shape;
  const std::function<void()>* thread_body = nullptr;
  unsigned schedule_seed = 0;
  double time_limit_seconds = 0;

  std::atomic<std::uint64_t> next_block{0};
  std::atomic<std::uint64_t> lowest_stop{UINT64_MAX};  // blocks above it need not run any more
  std::atomic<std::size_t> printed_bytes{0};
  std::uint64_t first_tick = 1;  // of every worker's clock
  Fences fences;
  InstructionIds instruction_ids;
};

class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Takes blocks from the launch until none is left. Runs on this worker's thread, always the same one.
  void run(Launch& launch, unsigned index);

  // The worker whose thread this is, while it runs blocks; null elsewhere.
  static Worker* current() { return current_; }

  // --- called on a lane's fiber
  template <unsigned Width, Op op>
  void access(std::uintptr_t address, std::uintptr_t pc);
  template <unsigned Width>
  void access_atomically(std::uintptr_t address, AtomicForm form, std::uintptr_t pc) {
    atomic_form_ = form;
    atomic_pc_ = pc;
    did_atomic_ = did_atomic_ || address - shared_begin_ >= shared_size_;
    access<Width, Op::atomic>(address, pc);
  }
  // What the lane's last atomic operation found, as bits. Asked for only where the result is used.
  void keep_old(std::uint64_t bits) { atomic_old_ = bits; }
  std::uint64_t old_value() {
    log_.note_answer(atomic_pc_);
    return atomic_old_;
  }
  void access_range(std::uintptr_t address, std::size_t bytes, Op op, std::uintptr_t pc);
  [[gnu::always_inline]] void wait_at_barrier(std::uintptr_t pc) {
    Lane& self = lanes_[lane_];
    self.state = LaneState::waiting;
    self.barrier_pc = pc;
    lanes_[self.runs_on].fiber.suspend();
  }
  // A barrier that counts the block's threads whose predicate holds.
  [[gnu::always_inline]] int count_at_barrier(bool predicate, std::uintptr_t pc) {
    lanes_[lane_].meeting_value = predicate ? 1 : 0;
    wait_at_barrier(pc);
    return barrier_count_;
  }
  [[gnu::always_inline]] void meet_lanes(std::uint32_t mask, std::uint64_t value, std::uint64_t* values,
                                         std::uintptr_t pc) {
    Lane& self = lanes_[lane_];
    self.state = LaneState::meeting;
    self.barrier_pc = pc;
    self.meeting_mask = mask;
    self.meeting_value = value;
    self.meeting_values = values;
    lanes_[self.runs_on].fiber.suspend();
  }
  // The lanes of the warp that come to this place before any of them goes on.
  std::uint32_t converge(std::uintptr_t pc);
  // The modelled clock of the warp: see request_clock.h.
  std::uint64_t read_clock();
  unsigned lane_in_warp() const { return lane_ % kWarpSize; }
  // Copies an element of a texture to `value`, which has so many bytes.
  void fetch(std::uint64_t texture, std::int64_t index, void* value, std::size_t bytes, std::uintptr_t pc);
  void print(const std::string& text);
  // __threadfence(): what the block did so far comes before what others do after an atomic operation.
  void fence();

  // An index is outside of its array's type ("'float [32]'"). Stops the launch when the array is the thread's
  // own; in shared and global memory the address is checked when it is used, and a row's end may be passed.
  void index_outside(const char* array_type, std::int64_t index, std::uintptr_t pc);

  // Of a guarded module: an access that begins elsewhere than the last announced one. Stops the launch unless
  // it may be.
  void guard(std::uintptr_t address, unsigned width, bool store, std::uintptr_t frame, std::uintptr_t pc);
  // The machine is about to write there for the kernel. Stops the launch where that would be over a caller's
  // things.
  void write_for_kernel(std::uintptr_t address, std::size_t bytes, std::uintptr_t frame, std::uintptr_t pc);
  bool is_local(std::uintptr_t address, std::size_t bytes, std::uintptr_t frame, std::uintptr_t pc);

  // Stops the launch with a fault of the running lane and never comes back.
  [[noreturn]] void stop(FaultKind kind, std::string message, std::uintptr_t pc,
                         bool pc_is_return_address = true);

  // --- asked by the signal handler and by the built-in indices
  bool lane_is_running() const { return lane_is_running_; }
  const FiberStacks& stacks() const { return stacks_; }
  std::uintptr_t running_stack_top() const { return stacks_.top(lanes_[lane_].runs_on); }
  void forget_running_stack() const { stacks_.forget(lanes_[lane_].runs_on); }
  const Launch& launch() const { return *launch_; }
  const Dim3& thread_index() const { return lanes_[lane_].index; }
  const Dim3& block_index() const { return block_index_; }

  // --- read by the machine when the launch is over
  // The block that this worker ran in an epoch of the launch.
  std::uint64_t block_in(std::uint64_t epoch) const;
  std::uint64_t next_tick() const { return clock_.next_tick(); }
  const AccessLog& log() const { return log_; }
  FaultLog& faults() { return faults_; }
  std::vector<std::pair<std::uint64_t, std::string>>& printed() { return printed_; }
  bool is_shared(std::uintptr_t address) const { return address - shared_begin_ < shared_size_; }
  const Region* shared_region(std::uintptr_t address) const;
  // The shared arrays that were accessed in this launch, by where they start in the block's shared memory.
  const std::map<std::uintptr_t, SharedArray>& used_shared_arrays() const { return used_shared_arrays_; }
  // The shared array's bytes are this thread's own; this is where the block's shared memory starts.
  std::uintptr_t shared_begin() const { return shared_begin_; }

 private:
  // ready: not begun. waiting: at a barrier. meeting: at a warp intrinsic. converging: at __activemask().
  // paused: stopped by us, may go on. asking: wants the time. told: knows it, may go on.
  enum class LaneState : std::uint8_t { ready, waiting, meeting, converging, paused, asking, told, done };
  struct Lane {
    Fiber fiber;           // on the stack of this lane's index; it may run the lanes after this one too
    unsigned runs_on = 0;  // the lane whose fiber runs this one
    LaneState state = LaneState::ready;
    std::uintptr_t barrier_pc = 0;  // or the warp intrinsic's
    std::uint32_t meeting_mask = 0;
    std::uint64_t meeting_value = 0;            // what the lane brings; at a barrier, its predicate
    std::uint64_t* meeting_values = nullptr;    // where the lane wants the others' values
    Dim3 index;                                 // threadIdx
    std::vector<AccessLog::Executed> executed;  // before it asked for the time
  };

  void prepare();
  void prepare_shared_memory();
  void run_block(std::uint64_t block);
  void run_warp(unsigned warp, std::uint64_t phase);
  void begin_phase(unsigned warp);
  void run_lanes(unsigned warp, LaneState state);
  void tell_time(unsigned warp);
  bool hold_meetings(unsigned warp);
  bool let_converge(unsigned warp);
  void flush(unsigned warp, std::uint64_t phase);
  std::uint32_t live_lanes(unsigned warp) const;
  std::uint32_t lanes_meeting(unsigned warp, std::uint32_t mask) const;
  void exchange(unsigned warp, std::uint32_t lanes);
  void stop_meeting(std::size_t lane, const std::string& why);
  std::string why_stuck(unsigned warp, std::uint32_t mask) const;
  void run_lane(unsigned position, unsigned lane);
  void begin_turn(unsigned lane) {
    lane_ = lane;
    lane_bits_ = Mark::lane_bits(clock_.now(), lane);
    log_.begin_lane_turn();
    forget_announced();
  }
  bool go_on_with_next_lane();
  bool block_is_over();
  void shuffle_order(std::uint64_t block);
  static void lane_body(void* argument);

  // The first access of an instruction, or its first to another region than its last: finds the region, and
  // stops the launch when there is none or the address is misaligned.
  template <unsigned Width, Op op>
  void access_first(std::uintptr_t address, std::uintptr_t pc);
  template <unsigned Width, Op op>
  void access_elsewhere(std::uintptr_t address, std::uintptr_t pc);
  template <unsigned Width, Op op>
  bool access_written(std::uintptr_t address);
  // Other threads touched this memory before, or nobody wrote it: looked at closely.
  template <unsigned Width, Op op>
  void access_with_others(Instruction& instruction, std::uintptr_t address, Mark mark);
  template <unsigned Width, Op op>
  Instruction& begin_access(const Region& region, Space space, std::uintptr_t address, std::uintptr_t pc);
  template <Op op>
  void access_piece(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
  template <unsigned Width>
  void fetch_from(std::uintptr_t address, std::uintptr_t pc);
  std::string local_array_indexed_at(std::uintptr_t pc, const std::vector<std::uint64_t>& extents) const;
  std::size_t saved_below_frame(std::uintptr_t pc);
  const Region* intended_region(std::uintptr_t address) const;
  std::string out_of_bounds_message(Op op, unsigned width, std::uintptr_t address) const;
  [[noreturn]] void stop_out_of_bounds(Op op, unsigned width, std::uintptr_t address, std::uintptr_t pc);
  [[noreturn]] void stop_misaligned(Op op, unsigned width, std::uintptr_t address, std::uintptr_t pc);
  [[noreturn]] void stop_forbidden_write(const Region& region, unsigned width, std::uintptr_t address,
                                         std::uintptr_t pc);
  void note_conflict(const Conflict& conflict, const Instruction& instruction, std::uintptr_t address);
  bool is_ordered_by_fences(Mark other) const;
  void record_new(Instruction& instruction, std::uintptr_t address);
  void note(RawFinding finding);
  void divergent_barrier();
  void announce_stop();

  static __thread Worker* current_;  // not thread_local, whose accesses ask whether it is initialised

  Launch* launch_ = nullptr;
  std::uintptr_t shared_begin_ = 0;
  std::size_t shared_size_ = 0;
  std::uintptr_t arena_begin_ = 0;
  std::size_t arena_size_ = 0;
  WrittenMap* written_ = nullptr;

  unsigned lane_ = 0;  // the running lane: linear thread index in the block
  bool lane_is_running_ = false;
  bool some_paused_ = false;
  bool some_asking_ = false;
  unsigned warp_ = 0;
  unsigned position_ = 0;  // of the running lane in its warp's order
  Dim3 block_index_;
  struct WarpClock {
    bool is_read = false;  // it starts when it is first read
    std::uint64_t cycles = 0;
  };
  std::vector<WarpClock> warp_clocks_;
  int barrier_count_ = 0;  // of the barrier that the block came to last
  std::uint64_t block_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks_begun_;  // epoch and block, in order of time
  AccessLog log_;
  SharedShadow shadow_;
  BlockClock clock_;
  std::uint64_t lane_bits_ = 0;                 // the running lane's part of a Mark
  AtomicForm atomic_form_ = AtomicForm::plain;  // of the atomic operation that was begun last
  std::uintptr_t atomic_pc_ = 0;
  std::uint64_t atomic_old_ = 0;
  bool did_atomic_ = false;  // the block did an atomic operation on global memory

  FiberStacks stacks_;
  std::vector<Lane> lanes_;
  std::vector<unsigned> warp_order_;
  std::vector<unsigned> lane_order_;
  std::vector<Region> shared_regions_;
  std::map<std::uintptr_t, SharedArray> used_shared_arrays_;
  std::vector<std::pair<std::uintptr_t, std::size_t>>
      shared_poison_;                                        // what each new block finds overwritten
  std::map<std::uintptr_t, std::string> local_arrays_;       // by place of use; empty: not a local array
  std::map<std::uintptr_t, std::size_t> saved_below_frame_;  // by return address
  FaultLog faults_;
  std::vector<std::pair<std::uint64_t, std::string>> printed_;
};

// Whether what is read was written; notes what is written.
template <unsigned Width, Op op>
[[gnu::always_inline]] inline bool Worker::access_written(std::uintptr_t address) {
  if (op != Op::store && !written_->is_marked<Width>(address - arena_begin_)) return false;
  if (op != Op::load) written_->mark<Width>(address - arena_begin_);
  return true;
}

// The hot path. Everything unusual is a call at its end, so that the usual needs no stack frame.
template <unsigned Width, Op op>
inline void Worker::access(std::uintptr_t address, std::uintptr_t pc) {
  const bool shared = address - shared_begin_ < shared_size_;
  if (!shared && address - arena_begin_ >= arena_size_) return access_elsewhere<Width, op>(address, pc);
  if (op != Op::atomic) announce(op == Op::store, address, Width);
  Instruction* const instruction = log_.find(pc, shared ? Space::shared : Space::global);
  if (instruction == nullptr || address < instruction->region_begin ||
      address + Width > instruction->region_end || address % Width != 0) {
    return access_first<Width, op>(address, pc);
  }
  const Mark mark(lane_bits_ | instruction->mark_bits);
  const bool alone =
      shared ? shadow_.access_alone<Width, op>(address - shared_begin_, mark, clock_)
             : access_written<Width, op>(address) && instruction->shadow.access_alone<Width, op>(
                                                         address - instruction->region_begin, mark, clock_);
  if (!alone) return access_with_others<Width, op>(*instruction, address, mark);
  if (!log_.record(*instruction, lane_ % kWarpSize, address)) record_new(*instruction, address);
}

}  // namespace simt
