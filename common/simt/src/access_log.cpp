#include "access_log.h"

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

}  // namespace

void AccessLog::reset(std::uintptr_t code_begin, std::uintptr_t code_end) {
  code_begin_ = code_begin;
  for (auto& index : index_) index.assign(code_end - code_begin + 1, kNone);
  instructions_.clear();
  storage_.clear();
  used_ = 0;
  turn_ = 0;
}

Instruction& AccessLog::add_instruction(std::uintptr_t pc, Space space, Op op, unsigned width) {
  Instruction& added = storage_.emplace_back();
  added.pc = pc;
  added.space = space;
  added.op = op;
  added.width = static_cast<std::uint8_t>(width);
  added.number = static_cast<std::uint16_t>(instructions_.size());
  instructions_.push_back(&added);
  index_[static_cast<std::size_t>(space)][pc - code_begin_] = added.number;
  return added;
}

void AccessLog::open_request(Instruction& instruction) {
  if (used_ == requests_.size()) {
    requests_.emplace_back();
    request_owners_.push_back(nullptr);
  }
  Request& request = requests_[used_];
  request.space = instruction.space;
  request.op = instruction.op;
  request.width = instruction.width;
  request.active = 0;
  request_owners_[used_] = &instruction;
  instruction.open.push_back(static_cast<std::uint32_t>(used_++));
}

void AccessLog::flush(std::uint64_t block, unsigned warp) {
  for (std::size_t i = 0; i < used_; ++i) {
    Instruction& owner = *request_owners_[i];
    const RequestCost cost = cost_of(requests_[i]);
    const bool first = owner.requests == 0;
    add(owner, requests_[i], cost);
    owner.open.clear();
    if (!first && cost.excess() <= owner.worst_cost.excess()) continue;
    owner.worst = requests_[i];
    owner.worst_cost = cost;
    owner.worst_block = block;
    owner.worst_warp = warp;
  }
  used_ = 0;
}

void AccessLog::discard() {
  for (std::size_t i = 0; i < used_; ++i) request_owners_[i]->open.clear();
  used_ = 0;
}

}  // namespace simt
