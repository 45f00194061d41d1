#include "requests/copy_judge.h"

#include "common/for_each_lane.h"

namespace simt {
namespace {

// The entries of PlaceKind::copy_source hold an address and, in its low bits, a number of bytes.
std::uint64_t source_address(std::uint64_t entry, unsigned width) {
  return abi::address_of(entry) & ~std::uint64_t{width - 1};
}
unsigned source_bytes(std::uint64_t entry, unsigned width) {
  const auto rest = static_cast<unsigned>(abi::address_of(entry) & (width - 1));
  return abi::address_of(entry) == 0 ? 0 : rest == 0 ? width : rest;
}

}  // namespace

void CopyJudge::judge_step(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries) {
  const PlaceUse& use = uses_.at(entries[__builtin_ctz(lanes)]);
  if (use.kind == abi::PlaceKind::copy_source) {
    for_each_lane(lanes, [&](unsigned lane) { warp.copied_from[lane] = entries[lane]; });
  } else if (use.kind == abi::PlaceKind::copy_target) {
    judge(warp, lanes, entries);
  }
}

void CopyJudge::note_step(std::uint64_t entry, unsigned thread) {
  const PlaceUse& use = uses_.at(entry);
  const std::uint64_t address = abi::address_of(entry);
  switch (use.kind) {
    case abi::PlaceKind::copy_source:
      return check_source(use, entry, thread);
    case abi::PlaceKind::copy_target:
      if (Region* const region = memory_.find(address); region != nullptr) {
        checker_.check(use.access, *region, address, thread);
        copies_.add(thread, *region, address, use.access.place, use.access.width);
      }
      return;
    case abi::PlaceKind::copy_commit:
      return copies_.commit(thread);
    default:
      return copies_.wait(thread, use.access.place,
                          address == 0 ? abi::kAllCopies : static_cast<std::uint32_t>(address - 1), order_);
  }
}

// Copies of fewer bytes than the width read these alone: in pieces, the widest first.
void CopyJudge::check_source(const PlaceUse& use, std::uint64_t entry, unsigned thread) {
  std::uint64_t address = source_address(entry, use.access.width);
  unsigned left = source_bytes(entry, use.access.width);
  Region* const region = left == 0 ? nullptr : memory_.find(address);
  if (region == nullptr) return;
  PlaceAccess piece = use.access;
  for (unsigned width = use.access.width; left > 0; width /= 2) {
    if (width > left) continue;
    piece.width = static_cast<std::uint8_t>(width);
    checker_.check(piece, *region, address, thread);
    address += width;
    left -= width;
  }
}

void CopyJudge::judge(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries) {
  PlaceUse& target = uses_.at(entries[__builtin_ctz(lanes)]);
  const unsigned width = target.access.width;
  copy_.width = target.access.width;
  copy_.bypasses_l1 = target.bypasses_l1;
  copy_.active = lanes;
  copy_.reading = 0;
  std::uint32_t source_place = kNoPlace;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t from = warp.copied_from[lane];
    copy_.to[lane] = abi::address_of(entries[lane]);
    if (source_bytes(from, width) == 0) return;
    sources_[lane] = source_address(from, width);
    copy_.reading |= 1U << lane;
    source_place = abi::place_of(from);
  });
  for (std::uint32_t left = copy_.reading; left != 0;) left &= ~reading_together(left);
  count(target, copy_target_cost(copy_), {lanes, copy_.to.data()});
  if (copy_.reading != 0) count_source(uses_.of(source_place));
}

// The lanes of `all` that read the array in which the first of them does. Their cost is that of an array that begins where an
// allocation of a GPU does, because the address here says nothing.
std::uint32_t CopyJudge::reading_together(std::uint32_t all) {
  const Region* const region = memory_.find(sources_[static_cast<std::size_t>(__builtin_ctz(all))]);
  std::uint32_t together = 0;
  for_each_lane(all, [&](unsigned lane) {
    if (region != nullptr && !region->holds(sources_[lane])) return;
    copy_.from[lane] = sources_[lane] - (region == nullptr ? 0 : region->begin);
    together |= 1U << lane;
  });
  return together;
}

// One request, which counts at each array that its lanes read.
void CopyJudge::count_source(PlaceUse& use) {
  sums_.note_share(Space::global);
  const std::uint32_t all = copy_.reading;
  for (std::uint32_t left = all; left != 0; left &= ~copy_.reading) {
    copy_.reading = reading_together(left);
    count(use, copy_source_cost(copy_), {copy_.reading, sources_.data()});
    if (left != all && use.totals != nullptr) ++use.totals->split_requests;
  }
  copy_.reading = all;
}

// All lanes' addresses are in the array of the first.
void CopyJudge::count(PlaceUse& use, const RequestCost& cost, const Lanes& lanes) {
  if (!uses_.set_region(use, lanes.addresses[__builtin_ctz(lanes.active)])) return;
  use.totals->asynchronous = true;
  sums_.describe(use, use.space, lanes);
  sums_.note_in_flight(use, use.space, lanes.active);
  sums_.advance_clock(cost);
  if (sums_.traffic() != nullptr && use.kind == abi::PlaceKind::copy_source)
    sums_.traffic()->note_copy(use.access.place, sums_.described(), cost);
  sums_.count(*use.totals, cost, lanes);
}

}  // namespace simt
