#include "requests/bytes_in_flight.h"

namespace simt {

void WarpInFlight::part(std::uint32_t number) {
  Group& group = groups_[number];
  if (group.has_parted) return;
  lanes_[number].fill(group);
  group.bytes = 0;
  group.has_parted = true;
}

void WarpInFlight::load_by(std::uint32_t lanes, std::uint32_t waits, std::uint32_t bytes,
                           InFlightTotals& totals) {
  part(waits % kGroups);
  for_each_lane(lanes, [&](unsigned lane) {
    Sum& sum = lanes_[waits % kGroups][lane];
    if (sum.waits != waits) {
      finish(sum, totals, 1);
      sum.waits = waits;
    }
    sum.bytes += bytes;
  });
  used_ |= 1U << waits % kGroups;
}

void WarpInFlight::arrive_by(std::uint32_t lanes, InFlightTotals& totals) {
  const bool are_all = lanes == kWholeWarp;
  for (std::uint32_t open = used_; open != 0; open &= open - 1) {
    const auto number = static_cast<std::uint32_t>(__builtin_ctz(open));
    Group& group = groups_[number];
    if (!are_all) part(number);
    if (!group.has_parted) {
      finish(group, totals);
      continue;
    }
    for_each_lane(lanes, [&](unsigned lane) { finish(lanes_[number][lane], totals, 1); });
    if (are_all) group.has_parted = false;
  }
  if (are_all) used_ = 0;
}

}  // namespace simt
