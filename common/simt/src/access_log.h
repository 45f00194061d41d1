// Groups the accesses of a warp's lanes into requests, and sums what the requests cost.
//
// Lanes run one after another, so a request is pieced together: the n-th execution of an instruction by each
// lane, counted from the last barrier, is one request of the warp.
#pragma once

#include <cstdint>
#include <deque>
#include <tuple>
#include <vector>

#include "arena.h"
#include "instruction_ids.h"
#include "simt/report.h"

namespace simt {

// When a warp's requests were made: the block, how many barriers before, the warp. In the order of the
// unshuffled schedule.
struct Moment {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;
  unsigned warp = 0;

  bool operator<(const Moment& other) const {
    return std::tie(block, phase, warp) < std::tie(other.block, other.phase, other.warp);
  }
};

// One memory instruction of the kernel, in one memory space, and all that it did in this launch.
struct Instruction {
  std::uintptr_t pc = 0;  // return address of the access's callback
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 0;
  AtomicForm form = AtomicForm::plain;  // of atomics
  bool answers = false;                 // the atomic operation's result is used
  std::uint64_t mark_bits = 0;          // the instruction's part of a Mark

  // The last region it touched: most instructions only ever touch one.
  std::uintptr_t region_begin = 0;
  std::uintptr_t region_end = 0;
  const Region* region = nullptr;
  GlobalShadow shadow;  // that region's, in global memory; without cells: races are not looked for

  // Grouping. `turn` is the lane turn that `executions` belongs to; open[n] is the request of the n-th
  // execution.
  std::uint64_t turn = 0;
  std::uint32_t executions = 0;
  std::vector<Request*> open;

  // Totals of the launch: sums over its requests.
  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;
  std::uint64_t sectors = 0;
  std::uint64_t least_sectors = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t least_wavefronts = 0;
  std::uint64_t bank_conflicts = 0;

  // The costliest request so far, and where it was.
  Request worst;
  RequestCost worst_cost;
  Moment worst_at;
};

class AccessLog {
 public:
  // Before a launch: forgets everything; [code_begin, code_end) is the module's code. `ids` outlives the
  // launch.
  void reset(std::uintptr_t code_begin, std::uintptr_t code_end, InstructionIds& ids);

  // A lane begins or goes on after a barrier: its executions count from zero again.
  void begin_lane_turn() { ++turn_; }

  // How often the running lane executed each instruction in this turn, and going on from there in another
  // turn of the same lane, when nothing was flushed in between.
  struct Executed {
    Instruction* instruction = nullptr;
    std::uint32_t times = 0;
  };
  void save_executions(std::vector<Executed>& executed);
  void restore_executions(const std::vector<Executed>& executed);

  // Modelled cycles of the open requests that this lane takes part in.
  std::uint64_t open_cycles(unsigned lane) const;

  // Null before the instruction's first access to that space.
  Instruction* find(std::uintptr_t pc, Space space) const {
    return index_[static_cast<std::size_t>(space)][pc - code_begin_];
  }
  Instruction& find_or_add(std::uintptr_t pc, Space space, Op op, unsigned width);

  // Notes that a lane made its next execution of an instruction. False when the request of that execution is
  // not open yet: it must be opened, or when the log is full the lane must wait for the others.
  bool record(Instruction& instruction, unsigned lane, std::uintptr_t address) {
    if (instruction.turn != turn_) {
      instruction.turn = turn_;
      instruction.executions = 0;
    }
    const std::uint32_t execution = instruction.executions++;
    if (execution == instruction.open.size()) return false;
    instruction.open[execution]->addresses[lane] = address;
    return true;
  }

  // The result of this atomic operation is used.
  void note_answer(std::uintptr_t pc);

  // The lane is the first to make this request. Lanes that never make it keep an address that no memory has:
  // cheaper than marking those that do.
  void open_request(Instruction& instruction, unsigned lane, std::uintptr_t address);

  // Bounds the memory of a launch. A warp that makes more requests than this between two barriers is brought
  // level here, all lanes as far as they come, and goes on with an empty log.
  bool is_full() const { return used_ >= kMostOpenRequests; }
  static constexpr std::size_t kMostOpenRequests = 65536;  // some 20 MB

  // The warp's lanes have all come to the barrier or the end: its requests are complete.
  void flush(const Moment& moment);
  // Modelled cycles of all open requests.
  std::uint64_t open_cycles() const;
  // The launch stops here: what the warp had begun counts for nothing.
  void discard();

  const std::deque<Instruction>& instructions() const { return instructions_; }

 private:
  std::uintptr_t code_begin_ = 0;
  std::uintptr_t code_end_ = 0;
  InstructionIds* ids_ = nullptr;
  std::uint64_t turn_ = 0;
  struct OpenRequest {
    Request request;
    Instruction* owner = nullptr;
  };

  // The request with all that its warp's lanes and its instruction say of it.
  static Request completed(const OpenRequest& open);

  std::vector<Instruction*> index_[4];  // by space and offset of the program counter
  std::deque<Instruction> instructions_;
  std::deque<OpenRequest> requests_;  // of the current warp; the first used_ are in use
  std::size_t used_ = 0;
};

}  // namespace simt
