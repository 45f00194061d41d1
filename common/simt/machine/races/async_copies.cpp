#include "races/async_copies.h"

#include <algorithm>

#include "contract/module_abi.h"

namespace simt {
namespace {

constexpr std::uint64_t kWidestAccess = 16;

}  // namespace

void AsyncCopies::replace_marks(const Copy& copy, unsigned thread, Mark mark) {
  const Shadow& shadow = copy.region->shadow;
  const std::size_t first = (copy.address - copy.region->begin) >> shadow.granule_shift;
  const std::size_t cells = copy.width >> shadow.granule_shift;
  for (std::size_t cell = first; cell < first + cells; ++cell) {
    const Mark found(mark_in(shadow.writes[cell]));
    if (EpochClock::is_pending(found) && found.thread() == thread && found.place() == copy.place)
      set_mark(shadow.writes[cell], mark);
  }
}

// Whether there was one.
template <class IsOver>
bool AsyncCopies::finish(OfThread& waits, unsigned thread, Mark mark, const IsOver& is_over) {
  std::vector<Copy>& copies = waits.copies;
  const auto left = std::stable_partition(copies.begin(), copies.end(), is_over);
  for (auto copy = copies.begin(); copy != left; ++copy)
    replace_marks(*copy, thread, Mark(mark.epoch(), thread, copy->place, false));
  const bool some = left != copies.begin();
  copies.erase(copies.begin(), left);
  return some;
}

void AsyncCopies::end_block() {
  for (unsigned thread = 0; thread < threads_.size(); ++thread)
    for (const Copy& copy : threads_[thread].copies) replace_marks(copy, thread, Mark());
  threads_.clear();
}

void AsyncCopies::add(unsigned thread, Region& region, std::uint64_t address, std::uint32_t place,
                      unsigned width) {
  OfThread& of_thread = of(thread);
  of_thread.copies.push_back({&region, address, place, of_thread.groups, 0, width});
}

void AsyncCopies::wait(unsigned thread, std::uint32_t place, std::uint32_t groups, const AccessOrder& order) {
  OfThread& waits = of(thread);
  const bool all = groups == abi::kAllCopies;
  const std::uint32_t over = all ? waits.groups + 1 : waits.groups - std::min(groups, waits.groups);
  finish(waits, thread, Mark(order.clock.now(), thread, 0, false),
         [&](const Copy& copy) { return copy.group < over; });
  waits.wait_place = place;
  waits.waited_groups = waits.groups;
  waits.let_be = groups;
}

void AsyncCopies::bind(unsigned thread, std::uint64_t barrier) {
  for (Copy& copy : of(thread).copies) {
    if (copy.barrier == 0) copy.barrier = barrier;
  }
}

void AsyncCopies::end_phase(std::uint64_t barrier, AccessOrder& order) {
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    const Mark mark(order.clock.now(), thread, 0, false);
    const bool some =
        finish(threads_[thread], thread, mark, [&](const Copy& copy) { return copy.barrier == barrier; });
    if (some) order.arrive(thread, barrier);
  }
}

CopyState AsyncCopies::state_of(Mark mark, std::uint64_t address) const {
  using Stage = CopyState::Stage;
  if (mark.thread() >= threads_.size()) return {};
  const OfThread& owner = threads_[mark.thread()];
  // The latest, of several to one cell.
  const auto copy = std::find_if(owner.copies.rbegin(), owner.copies.rend(), [&](const Copy& one) {
    return one.place == mark.place() && address + kWidestAccess > one.address &&
           address < one.address + one.width;
  });
  if (copy == owner.copies.rend()) return {};
  if (copy->barrier != 0) return {Stage::bound, 0, 0};
  if (copy->group == owner.groups) return {Stage::not_committed, 0, 0};
  if (copy->group < owner.waited_groups && owner.let_be > 0)
    return {Stage::left_out, owner.wait_place, owner.let_be};
  return {Stage::not_waited_for, 0, 0};
}

}  // namespace simt
