#include "races/known_accesses.h"

#include <algorithm>

namespace simt {

void KnownAccesses::add(std::uint64_t block, unsigned thread, std::uint64_t until) {
  const Entry entry{block, until, thread};
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), entry,
                                      [](const Entry& a, const Entry& b) { return a.lies_before(b); });
  if (place == entries_.end() || entry.lies_before(*place)) {
    entries_.insert(place, entry);
  } else {
    place->until = std::max(place->until, until);
  }
}

void KnownAccesses::add(const KnownAccesses& others) {
  if (others.entries_.size() <= 4) {  // mostly at the end
    for (const Entry& entry : others.entries_) add(entry.block, entry.thread, entry.until);
    return;
  }
  std::vector<Entry> all;
  all.reserve(entries_.size() + others.entries_.size());
  std::merge(entries_.begin(), entries_.end(), others.entries_.begin(), others.entries_.end(),
             std::back_inserter(all), [](const Entry& a, const Entry& b) { return a.lies_before(b); });
  entries_.clear();
  for (const Entry& entry : all) {
    if (entries_.empty() || entries_.back().lies_before(entry)) {
      entries_.push_back(entry);
    } else {
      entries_.back().until = std::max(entries_.back().until, entry.until);
    }
  }
}

bool KnownAccesses::holds(Mark access, std::uint64_t block) const {
  const auto after =
      std::upper_bound(entries_.begin(), entries_.end(), block == 0 ? access.epoch() : block,
                       [](std::uint64_t epoch, const Entry& entry) { return epoch < entry.block; });
  if (after == entries_.begin()) return false;
  if (block == 0) block = std::prev(after)->block;
  for (const unsigned thread : {access.thread(), kAllThreads}) {
    const Entry wanted{block, 0, thread};
    const auto found = std::lower_bound(entries_.begin(), after, wanted,
                                        [](const Entry& a, const Entry& b) { return a.lies_before(b); });
    if (found != after && found->thread == thread && found->block == block && access.epoch() < found->until)
      return true;
  }
  return false;
}

bool KnownAccesses::includes(const KnownAccesses& others) const {
  auto mine = entries_.begin();
  return std::all_of(others.entries_.begin(), others.entries_.end(), [&](const Entry& entry) {
    while (mine != entries_.end() && mine->lies_before(entry)) ++mine;
    return mine != entries_.end() && !entry.lies_before(*mine) && mine->until >= entry.until;
  });
}

void join(Knowledge& known, const Knowledge& more) {
  if (more == nullptr || known == more) return;
  if (known == nullptr) {
    known = more;
    return;
  }
  if (known->includes(*more)) return;
  if (known.use_count() > 1) known = std::make_shared<KnownAccesses>(*known);
  known->add(*more);
}

}  // namespace simt
