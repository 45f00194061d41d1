// The worker's part for what does not stop a launch: races, and reads of memory that nothing wrote.
#include <algorithm>

#include "region_text.h"
#include "worker.h"

namespace simt {

void Worker::note_conflict(const Conflict& conflict, const Instruction& instruction, std::uintptr_t address) {
  RawFinding finding;
  finding.at = {instruction.pc, true, block_, lane_};
  finding.op = instruction.op;
  finding.space = instruction.space;
  finding.address = address;
  finding.array = place_in(*instruction.region, address, instruction.width);
  if (conflict.kind == Conflict::Kind::race) {
    finding.kind = FaultKind::race;
    finding.other = conflict.other;
    finding.other_pc = launch_->instruction_ids.pc_of(conflict.other.instruction());
    finding.other_op = conflict.other_op;
    finding.between_blocks =
        !clock_.is_of_this_block(conflict.other) || conflict.other.thread() == Mark::kSeveralBlocks;
    if (finding.space == Space::shared) finding.array = "`" + instruction.region->name + "`";
  } else {
    finding.kind = FaultKind::uninitialized_read;
  }
  if (!finding.between_blocks || !is_ordered_by_fences(conflict.other)) note(finding);
}

template <unsigned Width, Op op>
void Worker::access_with_others(Instruction& instruction, std::uintptr_t address, Mark mark) {
  if (op == Op::load) {
    const bool fine =
        instruction.space == Space::shared
            ? shadow_.load_among_loads<Width>(address - shared_begin_, mark, clock_)
            : access_written<Width, op>(address) && instruction.shadow.load_among_loads<Width>(
                                                        address - instruction.region_begin, mark, clock_);
    if (fine) {
      if (!log_.record(instruction, lane_ % kWarpSize, address)) record_new(instruction, address);
      return;
    }
  }
  Conflict conflict;
  if (instruction.space == Space::shared) {
    conflict = shadow_.access<Width, op>(address - shared_begin_, mark, clock_);
  } else {
    conflict = instruction.shadow.access<Width, op>(address - instruction.region_begin, mark, clock_);
    if (!access_written<Width, op>(address)) {
      conflict.kind = Conflict::Kind::unwritten;
      if (op == Op::atomic) written_->mark<Width>(address - arena_begin_);
    }
  }
  if (conflict.kind != Conflict::Kind::none) note_conflict(conflict, instruction, address);
  if (!log_.record(instruction, lane_ % kWarpSize, address)) record_new(instruction, address);
}

#define SIMT_INSTANTIATE(width)                                                                   \
  template void Worker::access_with_others<width, Op::load>(Instruction&, std::uintptr_t, Mark);  \
  template void Worker::access_with_others<width, Op::store>(Instruction&, std::uintptr_t, Mark); \
  template void Worker::access_with_others<width, Op::atomic>(Instruction&, std::uintptr_t, Mark);

SIMT_INSTANTIATE(1)
SIMT_INSTANTIATE(2)
SIMT_INSTANTIATE(4)
SIMT_INSTANTIATE(8)
SIMT_INSTANTIATE(16)

// An atomic operation orders this block behind those that fenced before one of theirs.
bool Worker::is_ordered_by_fences(Mark other) const {
  return did_atomic_ && launch_->fences.fenced_after(other);
}

std::uint64_t Worker::block_in(std::uint64_t epoch) const {
  const auto after =
      std::upper_bound(blocks_begun_.begin(), blocks_begun_.end(), epoch,
                       [](std::uint64_t wanted, const auto& begun) { return wanted < begun.first; });
  return std::prev(after)->second;
}

// Each pair of instructions once. Between blocks it depends on their order how often it happens, but not
// where: the lowest address stands for all, and nothing is counted.
void Worker::note(RawFinding finding) {
  for (RawFinding& known : faults_.findings) {
    if (known.kind != finding.kind || known.at.pc != finding.at.pc || known.other_pc != finding.other_pc ||
        known.between_blocks != finding.between_blocks) {
      continue;
    }
    if (!finding.between_blocks) {
      ++known.count;
    } else if (finding.address < known.address) {
      known = std::move(finding);
    }
    return;
  }
  faults_.findings.push_back(std::move(finding));
}

void Worker::fence() {
  launch_->fences.add(clock_.block_epoch(), clock_.advance());
  lane_bits_ = Mark::lane_bits(clock_.now(), lane_);
}

}  // namespace simt
