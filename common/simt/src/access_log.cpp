#include "access_log.h"

#include "request_clock.h"

namespace simt {
namespace {

void add(Instruction& total, const Request& request, const RequestCost& cost) {
  ++total.requests;
  total.lanes += static_cast<unsigned>(__builtin_popcount(request.active));
  total.sectors += cost.sectors;
  total.least_sectors += cost.least_sectors;
  total.wavefronts += cost.wavefronts;
  total.least_wavefronts += cost.least_wavefronts;
  total.bank_conflicts += cost.bank_conflicts;
}

constexpr std::uint64_t kNoAddress = UINT64_MAX;

std::uint32_t active_lanes(const Request& request) {
  std::uint32_t active = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    active |= (request.addresses[lane] != kNoAddress ? 1U : 0U) << lane;
  }
  return active;
}

}  // namespace

void AccessLog::reset(std::uintptr_t code_begin, std::uintptr_t code_end, InstructionIds& ids) {
  ids_ = &ids;
  if (code_begin == code_begin_ && code_end == code_end_) {
    // As much to clear as the last launch used; the whole index would cost a small launch more than it does
    // itself.
    for (const Instruction& old : instructions_)
      index_[static_cast<std::size_t>(old.space)][old.pc - code_begin_] = nullptr;
  } else {
    for (auto& index : index_) index.assign(code_end - code_begin + 1, nullptr);
  }
  code_begin_ = code_begin;
  code_end_ = code_end;
  instructions_.clear();
  used_ = 0;
  turn_ = 0;
}

Instruction& AccessLog::find_or_add(std::uintptr_t pc, Space space, Op op, unsigned width) {
  if (Instruction* const known = find(pc, space)) return *known;
  Instruction& added = instructions_.emplace_back();
  added.pc = pc;
  added.space = space;
  added.op = op;
  added.width = static_cast<std::uint8_t>(width);
  added.mark_bits = Mark::instruction_bits(ids_->of(pc), op == Op::atomic);
  index_[static_cast<std::size_t>(space)][pc - code_begin_] = &added;
  return added;
}

void AccessLog::open_request(Instruction& instruction, unsigned lane, std::uintptr_t address) {
  if (used_ == requests_.size()) requests_.emplace_back();
  OpenRequest& opened = requests_[used_++];
  opened.owner = &instruction;
  opened.request.space = instruction.space;
  opened.request.op = instruction.op;
  opened.request.width = instruction.width;
  opened.request.addresses.fill(kNoAddress);
  opened.request.addresses[lane] = address;
  instruction.open.push_back(&opened.request);
}

Request AccessLog::completed(const OpenRequest& open) {
  Request request = open.request;
  request.active = active_lanes(request);
  const Instruction& owner = *open.owner;
  request.form = owner.form == AtomicForm::count && owner.answers ? AtomicForm::plain : owner.form;
  return request;
}

void AccessLog::note_answer(std::uintptr_t pc) {
  for (const auto& index : index_) {
    if (Instruction* const instruction = index[pc - code_begin_]) instruction->answers = true;
  }
}

void AccessLog::save_executions(std::vector<Executed>& executed) {
  executed.clear();
  for (Instruction& instruction : instructions_) {
    if (instruction.turn == turn_) executed.push_back({&instruction, instruction.executions});
  }
}

void AccessLog::restore_executions(const std::vector<Executed>& executed) {
  for (const Executed& one : executed) {
    one.instruction->turn = turn_;
    one.instruction->executions = one.times;
  }
}

std::uint64_t AccessLog::open_cycles(unsigned lane) const {
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    if (requests_[i].request.addresses[lane] == kNoAddress) continue;
    const Request request = completed(requests_[i]);
    cycles += cycles_of(request, cost_of(request));
  }
  return cycles;
}

std::uint64_t AccessLog::open_cycles() const {
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    const Request request = completed(requests_[i]);
    cycles += cycles_of(request, cost_of(request));
  }
  return cycles;
}

void AccessLog::flush(const Moment& moment) {
  for (std::size_t i = 0; i < used_; ++i) {
    const Request request = completed(requests_[i]);
    Instruction& owner = *requests_[i].owner;
    const RequestCost cost = cost_of(request);
    const bool first = owner.requests == 0;
    add(owner, request, cost);
    owner.open.clear();
    const bool worse = cost.excess() > owner.worst_cost.excess();
    const bool as_bad_but_earlier = cost.excess() == owner.worst_cost.excess() && moment < owner.worst_at;
    if (!first && !worse && !as_bad_but_earlier) continue;
    owner.worst = request;
    owner.worst_cost = cost;
    owner.worst_at = moment;
  }
  used_ = 0;
}

void AccessLog::discard() {
  for (std::size_t i = 0; i < used_; ++i) requests_[i].owner->open.clear();
  used_ = 0;
}

}  // namespace simt
