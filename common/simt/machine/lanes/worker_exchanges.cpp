// The worker's part for exchanges between the lanes of a warp: shuffles, votes, __syncwarp(). All lanes that
// a mask names and that have not returned must come to the same line with the same mask (CUDA C++ Programming
// Guide, "Warp Shuffle Functions"); a __syncwarp() may stand in several lines (PTX ISA, bar.warp.sync).
//
// Only __syncwarp() orders what the lanes do in memory. It is logged, so that it takes effect between the
// right requests.
#include "common/for_each_lane.h"
#include "lanes/warp_exchange.h"
#include "lanes/worker.h"

namespace simt {
namespace {

const char* name_of(ExchangeKind kind) {
  switch (kind) {
    case ExchangeKind::load_matrices:
      return "tensor-core load (ldmatrix)";
    case ExchangeKind::store_matrices:
      return "tensor-core store (stmatrix)";
    case ExchangeKind::multiply_matrices:
      return "tensor-core multiplication (mma)";
    default:
      return "warp intrinsic";
  }
}

}  // namespace

// Returns the lanes that wait for the same exchange as this one.
std::uint32_t Worker::lanes_at_exchange_of(Warp& warp, unsigned lane) {
  const Exchange& wanted = lanes_.lane(warp.first_thread + lane).exchange;
  const std::uint32_t place = warp.stopped_at[lane];
  std::uint32_t together = 0;
  for_each_lane(warp.in(LaneState::at_exchange), [&](unsigned other) {
    const Exchange& brought = lanes_.lane(warp.first_thread + other).exchange;
    const bool same_place = wanted.kind == ExchangeKind::sync || is_same_line(warp.stopped_at[other], place);
    const bool same_matrices =
        !is_of_matrices(wanted.kind) || (brought.how == wanted.how && brought.operand == wanted.operand);
    const bool same =
        brought.kind == wanted.kind && brought.mask == wanted.mask && same_place && same_matrices;
    together |= (same ? 1U : 0U) << other;
  });
  return together & wanted.mask;
}

// Gives the lanes each other's values, and lets them go on.
void Worker::finish_exchange(Warp& warp, std::uint32_t lanes) {
  Lane* const from = &lanes_.lane(warp.first_thread);
  exchange_values(from, lanes);
  warp.move_all(lanes, LaneState::at_exchange, LaneState::runnable);
  const Exchange& first = from[__builtin_ctz(lanes)].exchange;
  if (first.kind != ExchangeKind::sync) return;
  ++barriers_.of_warps;
  launch_->marks->change_words_in(memory_.shared());
  if (has_fences_) {
    const std::uint32_t place = warp.stopped_at[static_cast<unsigned>(__builtin_ctz(lanes))];
    warp.log->syncs.meet(first.mask & warp.lanes, order_.clock.advance(), place);
  }
  const std::uint64_t meeting = std::uint64_t{warp.exchanges++} << 32U | (first.mask & warp.lanes);
  for_each_lane(lanes, [&](unsigned lane) {
    warp.log->append(lane, abi::entry(warp.stopped_at[lane], meeting));
    warp.log->checked[lane] = warp.log->end[lane];
  });
}

// Lets go on whoever is complete; whether anybody does.
bool Worker::complete_warp_exchanges(Warp& warp) {
  const std::uint32_t waiting = warp.in(LaneState::at_exchange);
  bool some_met = false;
  for (std::uint32_t left = waiting; left != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint32_t mask = lanes_.lane(warp.first_thread + lane).exchange.mask;
    if ((mask >> lane & 1U) == 0) {
      stop_exchange(warp, lane, "its mask does not name the calling lane itself", std::nullopt);
      return false;
    }
    if (stop_incomplete_warp(warp, lane)) return false;
    const std::uint32_t together = lanes_at_exchange_of(warp, lane);
    if (together == (mask & warp.live())) {
      finish_exchange(warp, together);
      some_met = true;
    }
    left &= ~(together | 1U << lane);
  }
  return some_met;
}

// Nobody of the warp can go on, and some lane waits at an exchange whose mask names one that does not come.
void Worker::stop_stuck_exchange(Warp& warp) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(warp.in(LaneState::at_exchange)));
  const std::uint32_t mask = lanes_.lane(warp.first_thread + lane).exchange.mask;
  const std::uint32_t missing = mask & warp.live() & ~lanes_at_exchange_of(warp, lane);
  const auto absent = static_cast<unsigned>(__builtin_ctz(missing));
  const std::uint32_t where = warp.stopped_at[absent];
  const bool at_barrier = (warp.in(LaneState::at_barrier) >> absent & 1U) != 0;
  const Exchange& mine = lanes_.lane(warp.first_thread + lane).exchange;
  const Exchange& other = lanes_.lane(warp.first_thread + absent).exchange;
  const bool is_whole_warp = is_of_matrices(mine.kind) || is_of_matrices(other.kind);
  const char* const how = at_barrier                            ? "at the __syncthreads()"
                          : other.mask == mask || is_whole_warp ? "at another warp intrinsic"
                                                                : "with another mask";
  const char* const who = is_of_matrices(mine.kind) ? "it needs lane " : "its mask names lane ";
  stop_exchange(warp, lane,
                who + std::to_string(absent) + ", which waits " + how + " in line " +
                    std::to_string(launch_->module.line_of(where).line),
                where);
}

void Worker::stop_exchange(Warp& warp, unsigned lane, const std::string& why,
                           std::optional<std::uint32_t> other) {
  faults_.stop = RawStop{FaultKind::bad_warp_mask,
                         name_of(lanes_.lane(warp.first_thread + lane).exchange.kind) +
                             std::string(" that cannot complete: ") + why,
                         {warp.stopped_at[lane], block_, warp.first_thread + lane},
                         other,
                         {}};
}

}  // namespace simt
