#include "faults/fault_log.h"

#include <algorithm>
#include <tuple>

namespace simt {

namespace {

auto order_in_block(const RawFinding& finding) {
  const unsigned thread = finding.at.thread;
  const unsigned other = finding.kind == FaultKind::race ? finding.other.thread() : thread;
  const unsigned reader = finding.op == Op::load ? thread : other;
  return std::make_tuple(finding.at.block, std::max(thread, other), std::min(thread, other), reader,
                         finding.address, finding.absent ? finding.absent->thread : 0,
                         finding.absent ? finding.absent->used_at : 0);
}

bool is_same_pair(const RawFinding& one, const RawFinding& other) {
  return one.kind == other.kind && one.at.place == other.at.place && one.other_place == other.other_place &&
         one.between_blocks == other.between_blocks && one.is_in_lockstep == other.is_in_lockstep &&
         one.is_of_one_value == other.is_of_one_value && one.copy.has_value() == other.copy.has_value() &&
         one.absent.has_value() == other.absent.has_value();
}

}  // namespace

bool comes_first(const RawFinding& one, const RawFinding& other) {
  if (one.between_blocks != other.between_blocks) return other.between_blocks;
  if (one.between_blocks) return one.address < other.address;
  return order_in_block(one) < order_in_block(other);
}

RawFinding* FaultLog::note(const RawFinding& finding) {
  for (RawFinding& known : findings) {
    if (!is_same_pair(known, finding)) continue;
    // How often blocks race depends on the order in which they run, so such races are not counted.
    const std::uint64_t count = known.count + (finding.between_blocks ? 0 : 1);
    const bool is_first = comes_first(finding, known);
    if (is_first) known = finding;
    known.count = count;
    return is_first ? &known : nullptr;
  }
  return &findings.emplace_back(finding);
}

void FaultLog::note(const RawRemark& remark) {
  for (RawRemark& known : remarks) {
    if (known.place != remark.place) continue;
    if (remark.block < known.block) known = remark;
    return;
  }
  remarks.push_back(remark);
}

}  // namespace simt
