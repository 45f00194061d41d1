#include "requests/request_grouping.h"

#include <algorithm>

#include "common/for_each_lane.h"

namespace simt {
namespace {

// A meeting is logged with the lanes that it was for, and a number that no meeting nearby has.
std::uint32_t lanes_of_meeting(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }

constexpr unsigned kEight = 8;

bool are_eight_alike(const std::uint32_t* numbers) {
  std::uint32_t differences = 0;
  for (unsigned lane = 1; lane < kEight; ++lane) differences |= numbers[lane] ^ numbers[0];
  return differences == 0;
}

bool are_eight_at_one_place(const std::uint64_t* entries) {
  std::uint64_t differences = 0;
  for (unsigned lane = 1; lane < kEight; ++lane) differences |= entries[lane] ^ entries[0];
  return differences >> abi::kAddressBits == 0;
}

}  // namespace

void RequestGrouping::begin_launch(bool orders_lanes, bool in_lockstep, const abi::Module& module) {
  orders_lanes_ = orders_lanes;
  requests_order_lanes_ = orders_lanes && in_lockstep;
  // Which lanes are in a function is known from the log, and decides which of them do an atomic operation together.
  may_skip_ =
      !in_lockstep && std::none_of(module.places, module.places + module.place_count,
                                   [](const auto& place) { return place.kind == abi::PlaceKind::call; });
}

void RequestGrouping::read(Warp& warp, bool to_the_end) {
  if (may_skip_ && !judge_.learns_from_logs()) return warp.log->skip_all();
  if (read_rows(warp) || read_eights(warp, to_the_end)) return;
  load_heads(warp, to_the_end);
  while (read_next(warp, to_the_end)) {
  }
}

std::uint32_t RequestGrouping::lanes_in_front(Warp& warp) {
  read_rows(warp);
  load_heads(warp, false);
  while (read_next(warp, false)) {
  }
  return in_front_;
}

// Returns false if the lanes take different ways here.
[[gnu::always_inline]] inline bool RequestGrouping::read_row(Warp& warp, const std::uint64_t* row) {
  const RowShape shape = shape_of(row);
  if (!shape.one_place) return false;
  const bool all_alike = shape.is_progression && shape.step == 0;
  switch (judge_.kind(abi::place_of(row[0]))) {
    case abi::PlaceKind::load:
    case abi::PlaceKind::store:
    case abi::PlaceKind::atomic:
      judge_.judge_row(row, shape);
      end_request(warp);
      return true;
    case abi::PlaceKind::round:
      judge_.begin_round(abi::place_of(row[0]), kWholeWarp);
      return true;
    case abi::PlaceKind::computed:
      judge_.note_computed(kWholeWarp, row);
      return true;
    case abi::PlaceKind::call:
      judge_.begin_round(abi::place_of(row[0]), kWholeWarp);
      warp.calls.push_back(kWholeWarp);
      return true;
    case abi::PlaceKind::leave:
      if (warp.calls.empty()) return false;
      judge_.begin_round(abi::place_of(row[0]), kWholeWarp);
      warp.calls.pop_back();
      return true;
    case abi::PlaceKind::intrinsic:
      if (!all_alike || lanes_of_meeting(row[0]) != kWholeWarp) return false;
      if (orders_lanes_) {
        warp.log->meet(kWholeWarp, order_.clock.advance(), abi::place_of(row[0]));
        order_.note_warp_sync(abi::place_of(row[0]));
      }
      return true;
    case abi::PlaceKind::copy_source:
    case abi::PlaceKind::copy_target:
    case abi::PlaceKind::copy_commit:
    case abi::PlaceKind::copy_wait:
      judge_.judge_copy_step(warp, kWholeWarp, row);
      return true;
  }
  return false;
}

// While all 32 lanes do the same, their entries form rows. Returns true when the logs are used up.
bool RequestGrouping::read_rows(Warp& warp) {
  WarpLog& log = *warp.log;
  if (warp.lanes != kWholeWarp || (!warp.calls.empty() && warp.calls.back() != kWholeWarp)) return false;
  if (!log.is_next_even && !extremes_of(log.next.data()).all_alike) return false;
  const Extremes end = log.is_end_even ? Extremes{true, log.end[0]} : extremes_of(log.end.data());
  std::uint32_t row = log.next[0];
  while (row < end.smallest && read_row(warp, log.row(row))) ++row;
  log.set_all_next(row);
  return end.all_alike && row == end.smallest;
}

// Eight lanes mostly went the same way even where others of the warp did not: they ran side by side. Reads on by eights, and stops where
// lanes of one part, call or meet, or will go on. Returns true when the logs are used up.
bool RequestGrouping::read_eights(Warp& warp, bool to_the_end) {
  constexpr unsigned kEights = kWarpSize / kEight;
  WarpLog& log = *warp.log;
  const bool may_go_on = !to_the_end && warp.arrived() != kWholeWarp;
  if (warp.lanes != kWholeWarp || !warp.calls.empty() || may_go_on) return false;
  for (unsigned first = 0; first < kWarpSize; first += kEight) {
    if (!are_eight_alike(&log.next[first]) || !are_eight_alike(&log.end[first])) return false;
  }
  std::array<std::uint32_t, kEights> places;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const auto load_eight = [&](unsigned eight) {
    const unsigned first = eight * kEight;
    places[eight] = kNowhere;
    if (log.is_used_up(first)) return true;
    const std::uint64_t* const entries = &log.entry(log.next[first], first);
    if (!are_eight_at_one_place(entries)) return false;
    std::copy_n(entries, kEight, &entries_[first]);
    places[eight] = abi::place_of(entries[0]);
    return true;
  };
  for (unsigned eight = 0; eight < kEights; ++eight) {
    if (!load_eight(eight)) return false;
  }
  for (;;) {
    const std::uint32_t place = *std::min_element(places.begin(), places.end());
    if (place == kNowhere) return true;
    std::uint32_t lanes = 0;
    for (unsigned eight = 0; eight < kEights; ++eight)
      lanes |= places[eight] == place ? 0xFFU << eight * kEight : 0U;
    if (!read_step(warp, place, lanes)) return false;
    // All of them have been read, also if one cannot go on as an eight.
    for_each_lane(lanes, [&](unsigned lane) { log.pass(lane); });
    for (unsigned eight = 0; eight < kEights; ++eight) {
      if (places[eight] == place && !load_eight(eight)) return false;
    }
  }
}

// Reads the next entry of these lanes, which are at one place. Returns false for a call, its end and a meeting, which say more than that
// these lanes were there.
bool RequestGrouping::read_step(Warp& warp, std::uint32_t place, std::uint32_t lanes) {
  switch (judge_.kind(place)) {
    case abi::PlaceKind::load:
    case abi::PlaceKind::store:
    case abi::PlaceKind::atomic:
      if (lanes == kWholeWarp) {
        judge_.judge_row(entries_.data(), shape_of(entries_.data()));
      } else {
        judge_.judge_lanes(lanes, entries_.data());
      }
      end_request(warp);
      return true;
    case abi::PlaceKind::round:
      judge_.begin_round(place, lanes);
      return true;
    case abi::PlaceKind::computed:
      judge_.note_computed(lanes, entries_.data());
      return true;
    case abi::PlaceKind::copy_source:
    case abi::PlaceKind::copy_target:
    case abi::PlaceKind::copy_commit:
    case abi::PlaceKind::copy_wait:
      judge_.judge_copy_step(warp, lanes, entries_.data());
      return true;
    case abi::PlaceKind::call:
    case abi::PlaceKind::leave:
    case abi::PlaceKind::intrinsic:
      return false;
  }
  return false;
}

void RequestGrouping::load_heads(const Warp& warp, bool to_the_end) {
  unread_ = holding_ = meeting_ = 0;
  places_.fill(kNowhere);
  for_each_lane(warp.lanes, [&](unsigned lane) { load_head(warp, lane, to_the_end); });
}

void RequestGrouping::load_head(const Warp& warp, unsigned lane, bool to_the_end) {
  const std::uint32_t bit = 1U << lane;
  const WarpLog& log = *warp.log;
  unread_ &= ~bit;
  if (!log.is_used_up(lane)) {
    entries_[lane] = log.entry(log.next[lane], lane);
    places_[lane] = abi::place_of(entries_[lane]);
    unread_ |= bit;
    return;
  }
  places_[lane] = kNowhere;
  if (to_the_end || (warp.arrived() & bit) != 0) return;
  // A lane whose log was full may continue anywhere in its loop. A lane that waits continues after its place.
  const std::uint32_t anywhere = warp.in(LaneState::log_full) | warp.in(LaneState::runnable);
  places_[lane] = (anywhere & bit) != 0 ? 0 : warp.stopped_at[lane];
  holding_ |= bit;
}

// Returns the lanes of the innermost function in which some lane can move, or the lanes outside of all
// functions.
std::uint32_t RequestGrouping::lanes_to_move(const Warp& warp) const {
  const std::uint32_t can_move = (unread_ | holding_) & ~meeting_;
  std::uint32_t outer = warp.lanes;
  for (std::size_t depth = warp.calls.size(); depth-- > 0;) {
    const std::uint32_t here = warp.calls[depth] & outer;
    if ((here & can_move) != 0) return here & can_move;
    outer &= ~here;
  }
  return outer & can_move;
}

// Reads the next entries of the lanes at the lowest place. Returns false if no lane can go on.
bool RequestGrouping::read_next(Warp& warp, bool to_the_end) {
  in_front_ = 0;
  std::uint32_t movable = lanes_to_move(warp);
  if (movable == 0) {
    // Meetings that some lanes passed within a function, others outside: nobody is left to wait for.
    if (meeting_ == 0) return false;
    movable = meeting_;
    meeting_ = 0;
    const LowestPlace at = lowest_of(places_.data(), movable);
    pass(warp, at.lanes, to_the_end);
    return true;
  }
  const LowestPlace at = lowest_of(places_.data(), movable);
  if ((at.lanes & holding_) != 0) {
    in_front_ = at.lanes;
    return false;
  }
  switch (judge_.kind(at.place)) {
    case abi::PlaceKind::call:
      judge_.begin_round(at.place, at.lanes);
      warp.calls.push_back(at.lanes);
      break;
    case abi::PlaceKind::leave: {
      judge_.begin_round(at.place, at.lanes);
      // The innermost function that these lanes are in: behind it they meet those that did not enter it.
      auto call = std::find_if(warp.calls.rbegin(), warp.calls.rend(),
                               [&](std::uint32_t lanes) { return (lanes & at.lanes) != 0; });
      if (call == warp.calls.rend()) break;
      *call &= ~at.lanes;
      warp.calls.erase(std::remove(warp.calls.begin(), warp.calls.end(), 0U), warp.calls.end());
      break;
    }
    case abi::PlaceKind::intrinsic:
      if (pass_meeting(warp, at)) load_heads(warp, to_the_end);
      return true;
    default:
      read_step(warp, at.place, at.lanes);
      break;
  }
  pass(warp, at.lanes, to_the_end);
  return true;
}

// Whether all have come that the meeting was for; else these wait.
bool RequestGrouping::pass_meeting(Warp& warp, const LowestPlace& at) {
  const std::uint64_t meeting = abi::address_of(entries_[static_cast<unsigned>(__builtin_ctz(at.lanes))]);
  const std::uint32_t named = lanes_of_meeting(meeting) & warp.lanes;
  std::uint32_t came = 0;
  for_each_lane(named & unread_, [&](unsigned lane) {
    const bool is_meeting = judge_.kind(places_[lane]) == abi::PlaceKind::intrinsic;
    if (is_meeting && abi::address_of(entries_[lane]) == meeting) came |= 1U << lane;
  });
  // Lanes that returned before it are named, and have nothing left to read.
  if (came != (named & (unread_ | holding_))) {
    for_each_lane(at.lanes, [&](unsigned lane) {
      if (abi::address_of(entries_[lane]) == meeting) meeting_ |= 1U << lane;
    });
    return false;
  }
  if (orders_lanes_) {
    warp.log->meet(named, order_.clock.advance(), at.place);
    order_.note_warp_sync(at.place);
  }
  for_each_lane(came, [&](unsigned lane) { warp.log->pass(lane); });
  return true;
}

void RequestGrouping::pass(Warp& warp, std::uint32_t lanes, bool to_the_end) {
  for_each_lane(lanes, [&](unsigned lane) {
    warp.log->pass(lane);
    load_head(warp, lane, to_the_end);
  });
}

}  // namespace simt
