#include "races/published_reads.h"

#include <algorithm>
#include <iterator>

namespace simt {

void PublicationSet::add_range(Range added) {
  const auto first =
      std::lower_bound(ranges_.begin(), ranges_.end(), added.first,
                       [](const Range& range, std::uint32_t from) { return range.second < from; });
  auto last = first;
  for (; last != ranges_.end() && last->first <= added.second; ++last) {
    added.first = std::min(added.first, last->first);
    added.second = std::max(added.second, last->second);
  }
  ranges_.insert(ranges_.erase(first, last), added);
  if (ranges_.size() > kMostRanges) ranges_.erase(ranges_.begin());
}

void PublicationSet::add(const PublicationSet& others) {
  for (const Range& range : others.ranges_) add_range(range);
}

bool PublicationSet::has(std::uint32_t number) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), number,
                       [](std::uint32_t one, const Range& range) { return one < range.first; });
  return after != ranges_.begin() && number < std::prev(after)->second;
}

bool PublicationSet::includes(const PublicationSet& others) const {
  return std::all_of(others.ranges_.begin(), others.ranges_.end(), [&](const Range& range) {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), range.first,
                         [](std::uint32_t one, const Range& mine) { return one < mine.first; });
    return after != ranges_.begin() && range.second <= std::prev(after)->second;
  });
}

void join_others(SeenPublications& seen, const SeenPublications& more) {
  if (seen == nullptr || more->includes(*seen)) {
    seen = more;
    return;
  }
  if (seen->includes(*more)) return;
  auto both = std::make_shared<PublicationSet>(*seen);
  both->add(*more);
  seen = std::move(both);
}

void PublishedReads::clear() {
  all_.clear();
  last_of_block_.clear();
}

std::uint32_t PublishedReads::publish(std::uint64_t block, std::uint64_t barrier) {
  const auto [place, is_first] = last_of_block_.try_emplace(block, kNone);
  if (!is_first && all_[place->second].barrier == barrier) return place->second;
  all_.push_back({barrier, place->second});
  place->second = static_cast<std::uint32_t>(all_.size() - 1);
  return place->second;
}

bool PublishedReads::hold(const SeenPublications& seen, Mark read, std::uint64_t block) const {
  if (seen == nullptr) return false;
  const auto after = last_of_block_.upper_bound(block == 0 ? read.epoch() : block);
  if (after == last_of_block_.begin()) return false;
  const auto& [begun, last] = *std::prev(after);
  if (block != 0 && begun != block) return false;
  for (std::uint32_t number = last; number != kNone; number = all_[number].before) {
    if (read.epoch() >= all_[number].barrier) return false;
    if (seen->has(number)) return true;
  }
  return false;
}

}  // namespace simt
