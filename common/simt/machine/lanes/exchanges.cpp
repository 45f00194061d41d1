#include "lanes/exchanges.h"

#include "common/for_each_lane.h"
#include "contract/matrix_abi.h"
#include "memory/region_text.h"
#include "simt/request.h"

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
std::uint32_t Exchanges::lanes_together(Warp& warp, unsigned lane) {
  const Exchange& wanted = lanes_.lane(warp.first_thread + lane).exchange;
  const std::uint32_t place = warp.stopped_at[lane];
  std::uint32_t together = 0;
  for_each_lane(warp.in(LaneState::at_exchange), [&](unsigned other) {
    const Exchange& brought = lanes_.lane(warp.first_thread + other).exchange;
    const bool same_place =
        wanted.kind == ExchangeKind::sync || launch_->is_same_line(warp.stopped_at[other], place);
    const bool same_matrices =
        !is_of_matrices(wanted.kind) || (brought.how == wanted.how && brought.operand == wanted.operand);
    const bool same =
        brought.kind == wanted.kind && brought.mask == wanted.mask && same_place && same_matrices;
    together |= (same ? 1U : 0U) << other;
  });
  return together & wanted.mask;
}

// Gives the lanes each other's values, and lets them go on.
void Exchanges::finish(Warp& warp, std::uint32_t lanes) {
  Lane* const from = &lanes_.lane(warp.first_thread);
  const std::uint32_t reads_absent = exchange_values(from, lanes);
  for_each_lane(reads_absent, [&](unsigned lane) { note_undefined(warp, lane); });
  warp.move_all(lanes, LaneState::at_exchange, LaneState::runnable);
  const Exchange& first = from[__builtin_ctz(lanes)].exchange;
  if (first.kind != ExchangeKind::sync) return;
  ++meetings_;
  launch_->marks->change_words_in(memory_.shared());
  if (lane_.has_fences()) {
    const std::uint32_t place = warp.stopped_at[static_cast<unsigned>(__builtin_ctz(lanes))];
    warp.log->meet(lanes, order_.clock.advance(), place);
    order_.share(warp.first_thread, lanes);
  }
  const std::uint64_t meeting = std::uint64_t{warp.exchanges++} << 32U | lanes;
  for_each_lane(lanes, [&](unsigned lane) {
    warp.log->append(lane, abi::entry(warp.stopped_at[lane], meeting));
    warp.log->checked[lane] = warp.log->end[lane];
  });
}

// The lane's shuffle has read one that did not come.
void Exchanges::note_undefined(const Warp& warp, unsigned lane) {
  std::uint32_t& undefined = lanes_.lane(warp.first_thread + lane).exchange.undefined;
  const std::uint32_t absent = undefined;
  UndefinedExchange exchange;
  exchange.place = warp.stopped_at[lane];
  exchange.thread = warp.first_thread + lane;
  exchange.source.thread = warp.first_thread + absent;
  if ((warp.lanes >> absent & 1U) == 0) {
    exchange.source.why = AbsentLane::Why::missing;
  } else if ((warp.in(LaneState::done) >> absent & 1U) == 0) {
    exchange.source.why = AbsentLane::Why::not_named;
  } else if ((warp.told_leaving >> absent & 1U) != 0) {
    exchange.source.left_at = warp.stopped_at[absent];
  }
  undefined = undefined_.number_of(exchange);
}

// Such a value does not stop the launch, as unwritten memory does not.
void Exchanges::use_undefined(std::uint32_t place, std::uint64_t undefined) {
  const UndefinedExchange* const exchange = undefined_.find(undefined);
  if (exchange == nullptr)
    lane_.stop(FaultKind::crash, "an undefined value is used that no shuffle has taken", place);
  RawFinding finding;
  finding.kind = FaultKind::uninitialized_read;
  finding.at = {exchange->place, lane_.block(), exchange->thread};
  finding.other_place = exchange->source.left_at;
  finding.absent = exchange->source;
  finding.absent->used_at = place;
  faults_.note(finding);
}

void Exchanges::note_leaving(std::uint32_t place, std::uint32_t from) {
  if (from >= launch_->module.table->place_count) {
    lane_.stop(FaultKind::crash, "the module's table does not have the line that this lane leaves from",
               place);
  }
  Warp& warp = lanes_.running_warp();
  const unsigned lane = lane_.thread() % kWarpSize;
  warp.stopped_at[lane] = from;
  warp.told_leaving |= 1U << lane;
}

// Lets go on whoever is complete; whether anybody does.
bool Exchanges::complete(Warp& warp) {
  const std::uint32_t waiting = warp.in(LaneState::at_exchange);
  bool some_met = false;
  for (std::uint32_t left = waiting; left != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint32_t mask = lanes_.lane(warp.first_thread + lane).exchange.mask;
    if ((mask >> lane & 1U) == 0) {
      stop_at(warp, lane, "its mask does not name the calling lane itself", std::nullopt);
      return false;
    }
    if (stop_incomplete_warp(warp, lane)) return false;
    const std::uint32_t together = lanes_together(warp, lane);
    if (together == (mask & warp.live())) {
      finish(warp, together);
      some_met = true;
    }
    left &= ~(together | 1U << lane);
  }
  return some_met;
}

// Nobody of the warp can go on, and some lane waits at an exchange whose mask names one that does not come.
void Exchanges::stop_stuck(Warp& warp) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(warp.in(LaneState::at_exchange)));
  const std::uint32_t mask = lanes_.lane(warp.first_thread + lane).exchange.mask;
  const std::uint32_t missing = mask & warp.live() & ~lanes_together(warp, lane);
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
  stop_at(warp, lane,
          who + std::to_string(absent) + ", which waits " + how + " in line " +
              std::to_string(launch_->module.line_of(where).line),
          where);
}

void Exchanges::stop_at(Warp& warp, unsigned lane, const std::string& why,
                        std::optional<std::uint32_t> other) {
  faults_.stop = RawStop{FaultKind::bad_warp_mask,
                         name_of(lanes_.lane(warp.first_thread + lane).exchange.kind) +
                             std::string(" that cannot complete: ") + why,
                         {warp.stopped_at[lane], lane_.block(), warp.first_thread + lane},
                         other,
                         {}};
}

// Lanes that give no address have an entry without one: so the logs of the warp's lanes stay side by side.
void Exchanges::begin_matrices(std::uint32_t place, MatrixOperands& operands, std::uint64_t base) {
  const abi::Place& at = lane_.place(place);
  const auto instruction = static_cast<Instruction>(at.instruction);
  if (instruction == Instruction::plain)
    lane_.stop(FaultKind::crash, "the module's table does not tell of these matrices", place);
  const unsigned lane = lane_.thread() % kWarpSize;
  if (lane >= lanes_with_rows(instruction)) {
    operands.address = 0;
    return lane_.log(place, 0);
  }
  const std::uint64_t address = operands.address;
  if (!lane_.is_in_window(place, address, kMatrixRowShift)) door_.check(place, address, base);
  if (!memory_.shared().holds(address)) stop_row_elsewhere(place, address);
  lane_.log(place, address);
}

// The message is built before the lane is dropped: nothing on its stack may still own memory then.
void Exchanges::stop_row_elsewhere(std::uint32_t place, std::uint64_t address) {
  const auto message = [&] {
    const abi::Place& at = lane_.place(place);
    const Op op = at.kind == abi::PlaceKind::store ? Op::store : Op::load;
    const Region* const region = memory_.find(address);
    const std::string where = region == nullptr
                                  ? "is elsewhere"
                                  : std::string("is in ") + name_of(region->space) + " memory, " +
                                        place_in(*region, address, kMatrixRowBytes);
    return name_of(static_cast<Instruction>(at.instruction), op) +
           std::string(" moves rows of shared memory, and this address ") + where;
  };
  lane_.stop(FaultKind::out_of_bounds, message(), place,
             "copy the tile to shared memory first, and pass the address of the row there");
}

void Exchanges::exchange_matrices(std::uint32_t place, ExchangeKind kind, std::uint32_t what,
                                  MatrixOperands& operands) {
  Exchange mine;
  mine.kind = kind;
  mine.how = static_cast<std::uint8_t>(
      lanes_with_rows(static_cast<Instruction>(lane_.place(place).instruction)) / kRowsAMatrix);
  mine.mask = ~0U;
  mine.operand = static_cast<std::int32_t>(what);
  mine.value = reinterpret_cast<std::uint64_t>(&operands);
  lane_.exchange_at(place, mine);
}

abi::Pair Exchanges::load_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address,
                                   std::uint64_t base) {
  MatrixOperands operands;
  operands.address = address;
  begin_matrices(place, operands, base);
  exchange_matrices(place, ExchangeKind::load_matrices, is_transposed ? 1 : 0, operands);
  return operands.result;
}

void Exchanges::store_matrices(std::uint32_t place, bool is_transposed, std::uint64_t address,
                               std::uint64_t base, const abi::Pair& value) {
  MatrixOperands operands;
  operands.address = address;
  operands.a = value;
  begin_matrices(place, operands, base);
  exchange_matrices(place, ExchangeKind::store_matrices, is_transposed ? 1 : 0, operands);
}

abi::Pair Exchanges::multiply_matrices(std::uint32_t place, std::uint32_t what, MatrixOperands& operands) {
  if (!abi::is_known(abi::multiplication_of(what))) {
    lane_.stop(FaultKind::crash, "a tensor-core multiplication of a shape or type that does not exist",
               place);
  }
  exchange_matrices(place, ExchangeKind::multiply_matrices, what, operands);
  return operands.result;
}

// PTX ISA, ldmatrix, stmatrix, mma: all threads of the warp must execute the same instruction, and none may
// have exited.
bool Exchanges::stop_incomplete_warp(Warp& warp, unsigned lane) {
  if (!is_of_matrices(lanes_.lane(warp.first_thread + lane).exchange.kind) || warp.live() == ~0U)
    return false;
  const std::uint32_t missing = ~warp.live();
  const auto absent = static_cast<unsigned>(__builtin_ctz(missing));
  if ((warp.lanes >> absent & 1U) == 0) {
    stop_at(
        warp, lane,
        "it needs all 32 lanes of the warp, and this warp of the block has only " + std::to_string(absent),
        std::nullopt);
    return true;
  }
  const bool told = (warp.told_leaving >> absent & 1U) != 0;
  const std::uint32_t left_at = warp.stopped_at[absent];
  stop_at(warp, lane,
          "it needs all 32 lanes of the warp, and lane " + std::to_string(absent) + " has returned" +
              (told ? " in line " + std::to_string(launch_->module.line_of(left_at).line) : ""),
          told ? std::optional(left_at) : std::nullopt);
  return true;
}

}  // namespace simt
