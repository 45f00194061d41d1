#include "races/known_accesses.h"

#include <algorithm>

#include "simt/request.h"

namespace simt {
namespace {

template <class Iterator, class Entry>
Iterator first_not_before(Iterator begin, Iterator end, const Entry& entry) {
  return std::lower_bound(begin, end, entry, [](const Entry& a, const Entry& b) { return a.lies_before(b); });
}

}  // namespace

void KnownAccesses::add(std::uint64_t block, unsigned thread, std::uint64_t until) {
  const Entry entry{block, until, thread};
  const auto place = first_not_before(entries_.begin(), entries_.end(), entry);
  if (place == entries_.end() || entry.lies_before(*place)) {
    entries_.insert(place, entry);
  } else {
    place->until = std::max(place->until, until);
  }
}

KnownAccesses::KnownAccesses(const KnownAccesses& some, const KnownAccesses& others) {
  entries_.reserve(some.entries_.size() + others.entries_.size());
  auto left = some.entries_.begin();
  for (const Entry& entry : others.entries_) {
    const auto place = first_not_before(left, some.entries_.end(), entry);
    entries_.insert(entries_.end(), left, place);
    entries_.push_back(entry);
    left = place;
    if (left == some.entries_.end() || entry.lies_before(*left)) continue;
    entries_.back().until = std::max(entry.until, left->until);
    ++left;
  }
  entries_.insert(entries_.end(), left, some.entries_.end());
}

bool KnownAccesses::holds(Mark access, std::uint64_t block) const {
  const auto after =
      std::upper_bound(entries_.begin(), entries_.end(), block == 0 ? access.epoch() : block,
                       [](std::uint64_t epoch, const Entry& entry) { return epoch < entry.block; });
  if (after == entries_.begin()) return false;
  if (block == 0) block = std::prev(after)->block;
  for (const unsigned thread : {access.thread(), all_of_warp(access.thread() / kWarpSize), kAllThreads}) {
    const Entry wanted{block, 0, thread};
    const auto found = first_not_before(entries_.begin(), after, wanted);
    if (found != after && found->thread == thread && found->block == block && access.epoch() < found->until)
      return true;
  }
  return false;
}

bool KnownAccesses::includes(const KnownAccesses& others) const {
  if (version.object != 0 && version.object == others.version.object)
    return version.number >= others.version.number;
  if (entries_.size() < others.entries_.size()) return false;
  constexpr std::size_t kFew = 4;
  const bool are_few = others.entries_.size() <= kFew;
  auto mine = entries_.begin();
  return std::all_of(others.entries_.begin(), others.entries_.end(), [&](const Entry& entry) {
    if (are_few) {
      mine = first_not_before(mine, entries_.end(), entry);
    } else {
      while (mine != entries_.end() && mine->lies_before(entry)) ++mine;
    }
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
  if (more->includes(*known)) {  // as a poll that sees one more arrival does
    known = more;
    return;
  }
  known = std::make_shared<KnownAccesses>(*known, *more);
}

void join_object(Knowledge& known, const Knowledge& released, std::uint64_t& objects) {
  if (released == nullptr) return;
  if (known == nullptr) {
    known = std::make_shared<KnownAccesses>(*released);
    known->version = {++objects, 1};
    return;
  }
  if (known->includes(*released)) return;
  const KnownAccesses::Version before = known->version;
  known = std::make_shared<KnownAccesses>(*known, *released);
  known->version = {before.object, before.number + 1};
}

}  // namespace simt
