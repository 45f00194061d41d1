// Finds out from a warp's log what its lanes did together.
//
// The rule, as a GPU with reconvergence has it: always those lanes go on whose next place is the lowest
// (places are numbered in program order, see abi::Place). So lanes that left a loop wait behind it, those
// that took a branch meet the others behind it, and one lane at a time is 32 requests. A function that could
// not be inlined has places of its own: the lanes that enter it together stay among themselves until they
// leave it. Lanes that met at a __syncwarp() pass it together.
//
// A lane whose log is used up while it will go on (its log was full, or it waits for others of its warp)
// holds up the lanes behind it: what it does next may come before what they did.
#pragma once

#include <array>
#include <cstdint>

#include "races/access_order.h"
#include "requests/request_judge.h"
#include "requests/warp.h"

namespace simt {

class RequestGrouping {
 public:
  RequestGrouping(RequestJudge& judge, AccessOrder& order) : judge_(judge), order_(order) {}

  // `orders_lanes`: a meeting of lanes orders their accesses from its place in the log on. (In a kernel with
  // fences it did so when it happened.) `in_lockstep`: each request orders them, too.
  void begin_launch(bool orders_lanes, bool in_lockstep, const abi::Module& module);

  // Reads on as far as can be. `to_the_end`: no lane is held up, whichever resumes later.
  void read(Warp& warp, bool to_the_end);
  // Reads on as far as can be. Returns the lanes that go on next, if all lanes wait: those at the lowest place, of which some
  // will go on. 0: nobody will.
  std::uint32_t lanes_in_front(Warp& warp);

 private:
  static constexpr std::uint32_t kNowhere = 1U << 16U;  // above all places

  bool read_rows(Warp& warp);
  bool read_eights(Warp& warp, bool to_the_end);
  bool read_row(Warp& warp, const std::uint64_t* row);
  bool read_step(Warp& warp, std::uint32_t place, std::uint32_t lanes);
  void load_heads(const Warp& warp, bool to_the_end);
  void load_head(const Warp& warp, unsigned lane, bool to_the_end);
  std::uint32_t lanes_to_move(const Warp& warp) const;
  bool read_next(Warp& warp, bool to_the_end);
  void end_request(Warp& warp) {
    if (requests_order_lanes_) warp.log->syncs.meet(warp.lanes, order_.clock.advance());
  }
  bool pass_meeting(Warp& warp, const LowestPlace& at);
  void pass(Warp& warp, std::uint32_t lanes, bool to_the_end);

  RequestJudge& judge_;
  AccessOrder& order_;
  bool orders_lanes_ = true;
  bool requests_order_lanes_ = false;
  bool may_skip_ = true;  // no part of a log needs to be read for what follows

  // The lanes' next entries, where a lane is (kNowhere: it has come to the barrier or the end).
  std::array<std::uint64_t, kWarpSize> entries_{};
  std::array<std::uint32_t, kWarpSize> places_{};
  std::uint32_t unread_ = 0;    // lanes that have an entry
  std::uint32_t holding_ = 0;   // lanes that will go on from their place
  std::uint32_t meeting_ = 0;   // lanes that wait at a meeting for others to come to it
  std::uint32_t in_front_ = 0;  // those at the lowest place, if some of them will go on from it
};

}  // namespace simt
