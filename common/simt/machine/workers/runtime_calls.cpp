// What a module calls, on the running lane's fiber: each function finds its worker in the context.
#include <array>
#include <cstring>

#include "contract/matrix_abi.h"
#include "lanes/atomic_operations.h"
#include "workers/worker.h"

namespace simt {

namespace {

Worker& worker(abi::Context* context) { return Worker::of(context); }

std::uint64_t check(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  return worker(context).door.admit(place, address, base);
}

void ask(abi::Context* context, std::uint32_t place) { worker(context).warps.ask(place); }

std::uint64_t atomic(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                     std::uint64_t base, std::uint64_t value, std::uint64_t compare) {
  worker(context).warps.meet_at_atomic(place);
  const bool others_reach_it = worker(context).door.begin_atomic(place, atomic_width(what), address, base);
  const std::uint64_t found = do_atomic(what, address, value, compare, !others_reach_it);
  worker(context).note_found(place, found);
  return found;
}

void barrier(abi::Context* context, std::uint32_t place) { worker(context).barrier.wait(place, false); }

std::int32_t barrier_count(abi::Context* context, std::uint32_t place, std::int32_t predicate) {
  worker(context).barrier.wait(place, predicate != 0);
  return worker(context).barrier.count();
}

void fence(abi::Context* context, std::uint32_t place, std::uint32_t whole_device) {
  worker(context).fence(place, whole_device != 0);
}

void sync_warp(abi::Context* context, std::uint32_t place, std::uint32_t mask) {
  Exchange exchange;
  exchange.kind = ExchangeKind::sync;
  exchange.mask = mask;
  worker(context).lane.exchange_at(place, exchange);
}

abi::Pair shuffle(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint64_t value,
                  std::uint32_t how, std::int32_t operand, std::int32_t width, std::uint64_t undefined) {
  Exchange exchange;
  exchange.kind = ExchangeKind::shuffle;
  exchange.mask = mask;
  exchange.how = static_cast<std::uint8_t>(how);
  exchange.operand = operand;
  exchange.width = static_cast<std::uint8_t>(width > 0 && width < kWarpSize ? width : kWarpSize);
  exchange.value = value;
  exchange.undefined = static_cast<std::uint32_t>(undefined);
  const std::uint64_t taken = worker(context).lane.exchange_at(place, exchange);
  return {taken, worker(context).lane.exchange().undefined};
}

std::uint32_t ballot(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::int32_t predicate) {
  Exchange exchange;
  exchange.kind = ExchangeKind::ballot;
  exchange.mask = mask;
  exchange.value = predicate != 0 ? 1 : 0;
  return static_cast<std::uint32_t>(worker(context).lane.exchange_at(place, exchange));
}

std::uint32_t match(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint64_t value) {
  Exchange exchange;
  exchange.kind = ExchangeKind::match;
  exchange.mask = mask;
  exchange.value = value;
  return static_cast<std::uint32_t>(worker(context).lane.exchange_at(place, exchange));
}

std::uint32_t reduce(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint32_t value,
                     std::uint32_t how) {
  Exchange exchange;
  exchange.kind = ExchangeKind::reduce;
  exchange.mask = mask;
  exchange.how = static_cast<std::uint8_t>(how);
  exchange.value = value;
  return static_cast<std::uint32_t>(worker(context).lane.exchange_at(place, exchange));
}

std::uint32_t active_mask(abi::Context* context, std::uint32_t place) {
  return worker(context).warps.active_lanes(place);
}

std::uint64_t clock(abi::Context* context, std::uint32_t place) {
  return worker(context).warps.read_clock(place);
}

std::uint32_t space_of(abi::Context* context, std::uint32_t /*place*/, std::uint64_t address) {
  return static_cast<std::uint32_t>(worker(context).door.space_of(address));
}

std::uint64_t allocate(abi::Context* context, std::uint32_t /*place*/, std::uint64_t bytes) {
  return worker(context).door.allocate(bytes);
}

void release(abi::Context* context, std::uint32_t place, std::uint64_t address) {
  worker(context).door.release(place, address);
}

abi::Pair fetch_texture(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                        std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t layer) {
  return worker(context).textures.fetch(place, handle, what, {x, y, z, layer});
}

std::array<std::int32_t, 3> position(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)};
}

abi::Pair surface_load(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                       std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return worker(context).textures.load_surface(place, handle, what, position(x, y, z));
}

void surface_store(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                   std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint64_t low, std::uint64_t high) {
  worker(context).textures.store_surface(place, handle, what, position(x, y, z), {low, high});
}

abi::Pair load_matrix(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                      std::uint64_t base) {
  return worker(context).exchanges.load_matrices(place, abi::is_transposed(what), address, base);
}

void store_matrix(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                  std::uint64_t base, std::uint64_t low, std::uint64_t high) {
  worker(context).exchanges.store_matrices(place, abi::is_transposed(what), address, base, {low, high});
}

abi::Pair multiply_matrices(abi::Context* context, std::uint32_t place, std::uint32_t what,
                            std::uint64_t a_low, std::uint64_t a_high, std::uint64_t b, std::uint64_t c_low,
                            std::uint64_t c_high) {
  MatrixOperands operands;
  operands.a = {a_low, a_high};
  operands.b = b;
  operands.c = {c_low, c_high};
  return worker(context).exchanges.multiply_matrices(place, what, operands);
}

void copy_source(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                 std::uint32_t bytes) {
  worker(context).copies.source(place, address, base, bytes);
}

void copy_async(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  worker(context).copies.target(place, address, base);
}

void commit_async(abi::Context* context, std::uint32_t place) { worker(context).copies.commit(place); }

void wait_async(abi::Context* context, std::uint32_t place, std::uint32_t groups) {
  worker(context).copies.wait(place, groups);
}

void init_phases(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                 std::uint32_t count) {
  worker(context).phases.init(place, address, base, count);
}

std::uint32_t arrive_phase(abi::Context* context, std::uint32_t place, std::uint64_t address,
                           std::uint64_t base, std::uint32_t count, std::uint32_t step) {
  return worker(context).phases.arrive(place, address, base, count, step);
}

std::uint32_t wait_phase(abi::Context* context, std::uint32_t place, std::uint64_t address,
                         std::uint64_t base, std::uint32_t parity, std::uint32_t how) {
  return worker(context).phases.wait(place, address, base, parity, how);
}

void named_barrier(abi::Context* context, std::uint32_t place, std::uint32_t number, std::uint32_t threads,
                   std::uint32_t waits) {
  worker(context).phases.meet(place, number, threads, waits != 0);
}

std::int32_t print(abi::Context* context, std::uint32_t place, const char* format, std::uint32_t count,
                   const std::uint64_t* values) {
  return worker(context).prints.print(place, format, count, values);
}

void sync_grid(abi::Context* context, std::uint32_t place) { worker(context).barrier.wait_for_grid(place); }

void trap(abi::Context* context, std::uint32_t place, const char* message) {
  worker(context).lane.stop(FaultKind::crash, worker(context).lane.text(message), place);
}

void assertion(abi::Context* context, std::uint32_t place, const char* expression) {
  worker(context).lane.stop(FaultKind::crash,
                            "assertion `" + worker(context).lane.text(expression) + "` failed", place);
}

void division_by_zero(abi::Context* context, std::uint32_t place) { worker(context).stop_at_division(place); }

void local_overflow(abi::Context* context, std::uint32_t place) {
  worker(context).lane.stop(FaultKind::stack_overflow,
                            "the thread's local arrays need more than its local memory of " +
                                std::to_string(LocalMemory::kBytes / 1024) + " KiB",
                            place);
}

void clear_local(abi::Context* context, std::uint32_t place, std::uint8_t* begin, std::uint64_t bytes) {
  worker(context).door.clear_local(place, reinterpret_cast<std::uint64_t>(begin), bytes);
}

void use_undefined(abi::Context* context, std::uint32_t place, std::uint64_t undefined) {
  worker(context).exchanges.use_undefined(place, undefined);
}

void leave(abi::Context* context, std::uint32_t place, std::uint32_t from) {
  worker(context).exchanges.note_leaving(place, from);
}

void check_several(abi::Context* context, std::uint32_t place, std::uint64_t* addresses,
                   const std::uint64_t* bases, std::uint64_t bytes, std::uint32_t lanes) {
  Worker& asked = worker(context);
  const unsigned width = asked.lane.place(place).width;
  for (unsigned number = 0; number < abi::kVectorLanes; ++number) {
    if ((lanes >> number & 1U) == 0) continue;
    const abi::Window window =
        bytes == 0 ? context->windows[place] : abi::Window{bases[number], bytes / width};
    if (abi::is_in(window, addresses[number], width)) continue;
    asked.run_as(number);
    addresses[number] = asked.door.admit(place, addresses[number], bases[number]);
  }
  asked.run_as(0);
}

// No digest of what was found: it is for drawn schedules, in which lanes never run side by side.
void atomic_several(abi::Context* context, std::uint32_t place, std::uint32_t what,
                    const std::uint64_t* addresses, const std::uint64_t* bases, const std::uint64_t* values) {
  Worker& asked = worker(context);
  if (asked.door.begin_atomics(place, atomic_width(what), addresses))
    return do_atomics(what, addresses, values, !asked.door.others_reach(addresses[0]));
  for (unsigned number = 0; number < abi::kVectorLanes; ++number) {
    asked.run_as(number);
    const bool others_reach_it =
        asked.door.begin_atomic(place, atomic_width(what), addresses[number], bases[number]);
    do_atomic(what, addresses[number], values[number], 0, !others_reach_it);
    context->log -= abi::kLanes;  // the next lane's entry is in the same row
  }
  asked.run_as(0);
  context->log += abi::kLanes;
}

}  // namespace

const abi::Runtime kRuntime = {check,
                               ask,
                               atomic,
                               barrier,
                               barrier_count,
                               fence,
                               sync_warp,
                               shuffle,
                               ballot,
                               match,
                               reduce,
                               active_mask,
                               clock,
                               space_of,
                               allocate,
                               release,
                               fetch_texture,
                               copy_source,
                               copy_async,
                               commit_async,
                               wait_async,
                               init_phases,
                               arrive_phase,
                               wait_phase,
                               named_barrier,
                               print,
                               load_matrix,
                               store_matrix,
                               multiply_matrices,
                               sync_grid,
                               surface_load,
                               surface_store,
                               trap,
                               assertion,
                               division_by_zero,
                               local_overflow,
                               clear_local,
                               use_undefined,
                               leave,
                               check_several,
                               atomic_several};

}  // namespace simt
