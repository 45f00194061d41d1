#include "requests/texel_judge.h"

#include "common/for_each_lane.h"

namespace simt {

std::uint64_t TexelJudge::note(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch,
                               const TexelAccess& texels) {
  uses_.note_texture(place, bytes, op, is_fetch);
  uses_.of(place).has_texels = true;
  return texels_.add(texels);
}

// Lanes may access several objects: each array has its part of the request.
void TexelJudge::judge(const PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries, bool checks) {
  for_each_lane(lanes, [&](unsigned lane) {
    of_lanes_[lane] = texels_.take(abi::address_of(entries[lane]));
    addresses_[lane] = of_lanes_[lane].addresses[0];
  });
  bool is_split = false;
  while (lanes != 0) {
    const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
    Region* const region = memory_.find(addresses_[first]);
    std::uint32_t together = 1U << first;
    for_each_lane(lanes, [&](unsigned lane) {
      if (region != nullptr && region->holds(addresses_[lane])) together |= 1U << lane;
    });
    if (region != nullptr) count(use, *region, together, is_split, checks);
    is_split |= region != nullptr;
    lanes &= ~together;
  }
}

void TexelJudge::count(const PlaceUse& use, Region& region, std::uint32_t lanes, bool is_split, bool checks) {
  PlaceTotals& totals = uses_.totals_of(use, Space::texture, region);
  totals.split_requests += is_split ? 1 : 0;
  const Lanes request{lanes, addresses_.data()};
  sums_.describe(use, Space::texture, request);
  const RequestCost cost = texel_cost(of_lanes_, lanes, use.access.width, use.access.is_fetch);
  sums_.note_request(use, Space::texture, cost, lanes);
  sums_.count(totals, cost, request);
  if (!checks) return;
  for_each_lane(
      lanes, [&](unsigned lane) { check_texels(use, of_lanes_[lane], region, sums_.first_thread() + lane); });
}

void TexelJudge::check(const PlaceUse& use, std::uint64_t entry, unsigned thread) {
  const TexelAccess& texels = texels_.peek(abi::address_of(entry));
  Region* const touched = memory_.find(texels.addresses[0]);
  if (touched != nullptr) check_texels(use, texels, *touched, thread);
}

void TexelJudge::check_texels(const PlaceUse& use, const TexelAccess& texels, Region& region,
                              unsigned thread) {
  for (unsigned i = 0; i < texels.count; ++i) checker_.check(use.access, region, texels.addresses[i], thread);
}

}  // namespace simt
