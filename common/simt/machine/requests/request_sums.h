// What the requests of one worker add up to in a launch: the sums of each place and array, with the costliest request
// of each; the bytes in flight; the clock of the warp that makes them; how the warps of a block share them.
#pragma once

#include <array>
#include <cstdint>

#include "common/for_each_lane.h"
#include "memory/local_memory.h"
#include "requests/access_totals.h"
#include "requests/bytes_in_flight.h"
#include "requests/place_uses.h"
#include "requests/warp.h"
#include "simt/report.h"
#include "simt/request.h"
#include "traffic/traffic_recorder.h"

namespace simt {

// The lanes of a request, all in one memory space.
struct Lanes {
  std::uint32_t active = 0;
  const std::uint64_t* addresses = nullptr;

  unsigned count() const { return lanes_in(active); }
};

class RequestSums {
 public:
  explicit RequestSums(const LocalMemory& local) : local_(local) {}

  void begin_launch(std::uint32_t places);
  // Null: nobody asked for the launch's traffic.
  void set_traffic(TrafficRecorder* traffic) { traffic_ = traffic; }
  TrafficRecorder* traffic() const { return traffic_; }
  void begin_block(std::uint64_t block);
  void finish_block();
  // The warp whose requests come next, so many barriers after its block began.
  void begin_warp(Warp& warp, std::uint64_t phase);
  // These lanes begin another round of a loop, or a function.
  void begin_round(std::uint32_t lanes) { in_flight_->arrive(lanes, in_flight_totals_); }
  void finish_warp(Warp& warp) { warp.in_flight.arrive(kWholeWarp, in_flight_totals_); }

  std::uint64_t block() const { return moment_.block; }
  unsigned first_thread() const { return first_thread_; }  // of the warp
  AccessTotals& totals() { return totals_; }
  const AccessTotals& totals() const { return totals_; }
  const BytesInFlight& in_flight() const { return in_flight_totals_.sum(); }
  const WarpShares& warp_shares() const { return warp_shares_; }

  // Describes a request of these lanes, until the next is described.
  const Request& describe(const PlaceUse& use, Space space, const Lanes& lanes);
  const Request& described() const { return request_; }
  // Counts the request that was described last, all of it or its part in one array.
  void count(PlaceTotals& totals, const RequestCost& cost, const Lanes& lanes) {
    totals.add(cost, lanes.count());
    keep_if_worst(totals, cost);
  }
  // The warp has made the request that was described last, at this cost.
  void note_request(const PlaceUse& use, Space space, const RequestCost& cost, std::uint32_t lanes) {
    note_in_flight(use, space, lanes);
    note_share(space);
    advance_clock(cost);
    if (traffic_ != nullptr) traffic_->note_request(use.access.place, request_, cost);
  }
  void note_in_flight(const PlaceUse& use, Space space, std::uint32_t lanes) {
    if (use.access.op != Op::load || (space != Space::global && space != Space::texture)) return;
    if (lanes == kWholeWarp) {
      in_flight_->load(use.load_waits, use.access.width, in_flight_totals_);
    } else {
      in_flight_->load_by(lanes, use.load_waits, use.access.width, in_flight_totals_);
    }
  }
  void note_share(Space space) { requests_of_warps_[moment_.warp] += space == Space::global ? 1 : 0; }
  bool is_clock_read() const { return clock_->is_read; }
  // Whether a request that has been added must be described, because it is the costliest or somebody reads the clock.
  bool wants_description(const PlaceTotals& totals, const RequestCost& cost) const {
    return clock_->is_read || totals.is_worst(cost, moment_);
  }
  void advance_clock(const RequestCost& cost);
  void keep_if_worst(PlaceTotals& totals, const RequestCost& cost);

 private:
  static constexpr std::size_t kMostWarps = 32;  // the warps of a block of 1,024 threads

  const LocalMemory& local_;
  AccessTotals totals_;
  Moment moment_;
  unsigned first_thread_ = 0;
  Request request_;  // the one that was described last
  WarpClock* clock_ = nullptr;
  WarpInFlight* in_flight_ = nullptr;
  InFlightTotals in_flight_totals_;
  std::array<std::uint64_t, kMostWarps> requests_of_warps_{};  // to global memory, of the running block
  WarpShares warp_shares_;
  TrafficRecorder* traffic_ = nullptr;
};

}  // namespace simt
