// What a module calls, on the running lane's fiber: each function finds its worker in the context.
#include "runtime_calls.h"

#include <array>
#include <cstring>

#include "atomic_operations.h"
#include "contract/matrix_abi.h"
#include "device_print.h"
#include "worker.h"

namespace simt {

void Worker::ask(std::uint32_t place) {
  if (time_is_up_.load(std::memory_order_relaxed)) stop_for_time(place);
  // The time's end may have been forgotten in between: a loop without entries never fills the log.
  if (log < log_limit) return;
  lanes_.stop(LaneState::log_full, place);
}

bool Worker::begin_atomic(std::uint32_t place, unsigned width, std::uint64_t address, std::uint64_t base) {
  if (width != launch_->place(place).width)
    stop(FaultKind::crash, "the module's table tells of an atomic operation of another width", place);
  const abi::Window& window = windows[place];
  const std::uint64_t distance = address - window.begin;
  const auto shift = static_cast<unsigned>(__builtin_ctz(width));
  if ((distance & (width - 1)) != 0 || distance >> shift >= window.count) check(place, address, base);
  log_entry(place, address);
  if (has_fences_) check_pending(lanes_.running_thread());
  return !memory_.shared().holds(address);
}

void Worker::fence(std::uint32_t place, bool whole_device) {
  if (!has_fences_) stop(FaultKind::crash, "the module's table does not tell of this fence", place);
  const unsigned thread = lanes_.running_thread();
  check_pending(thread);
  order_.fence(thread, whole_device);
  launch_->marks->change_words_in(memory_.shared());
}

void Worker::clear_local(std::uint32_t place, std::uint64_t begin, std::uint64_t bytes) {
  const std::uint64_t own = memory_.local().of(lanes_.running_thread());
  if (begin < own || bytes > LocalMemory::kBytes || begin - own > LocalMemory::kBytes - bytes)
    stop(FaultKind::crash, "the module clears memory that is not the thread's own", place);
  std::memset(reinterpret_cast<void*>(begin), LocalMemory::kPoison, bytes);
}

std::uint64_t Worker::exchange(std::uint32_t place, const Exchange& exchange) {
  Exchange& mine = lanes_.lane(lanes_.running_thread()).exchange;
  mine = exchange;
  lanes_.stop(LaneState::at_exchange, place);
  return mine.result;
}

std::uint32_t Worker::active_lanes(std::uint32_t place) {
  const Exchange& mine = lanes_.lane(lanes_.running_thread()).exchange;
  lanes_.stop(LaneState::converging, place);
  return static_cast<std::uint32_t>(mine.result);
}

std::uint64_t Worker::read_clock(std::uint32_t place) {
  launch_->has_read_clock.store(true, std::memory_order_relaxed);
  const Exchange& mine = lanes_.lane(lanes_.running_thread()).exchange;
  lanes_.stop(LaneState::asks_time, place);
  return mine.result;
}

std::int32_t Worker::print(std::uint32_t place, const char* format, std::uint32_t count,
                           const std::uint64_t* values) {
  constexpr std::size_t kLimit = std::size_t{1}
                                 << 20U;  // CUDA's own buffer, cudaLimitPrintfFifoSize, is 1 MiB
  bool stores = false;
  std::int32_t conversions = 0;
  {
    const Printed printed = print_formatted(launch_->module, format, count, values);
    stores = printed.stores;
    conversions = printed.conversions;
    const std::size_t before = launch_->printed_bytes.fetch_add(printed.text.size());
    if (!stores && before + printed.text.size() <= kLimit) {
      if (printed_.empty() || printed_.back().first != block_) printed_.emplace_back(block_, "");
      printed_.back().second += printed.text;
    }
  }
  if (stores) stop(FaultKind::crash, "printf: the conversion %n is not CUDA's", place);
  return conversions;
}

std::string Worker::message(const char* text) const {
  const char* const known = launch_->module.text_at(reinterpret_cast<std::uintptr_t>(text));
  return known == nullptr ? "(a message that is no text of the module)" : known;
}

namespace {

Worker& worker(abi::Context* context) { return Worker::of(context); }

void check(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  worker(context).check(place, address, base);
}

void ask(abi::Context* context, std::uint32_t place) { worker(context).ask(place); }

std::uint64_t atomic(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                     std::uint64_t base, std::uint64_t value, std::uint64_t compare) {
  const bool others_reach_it = worker(context).begin_atomic(place, atomic_width(what), address, base);
  return do_atomic(what, address, value, compare, !others_reach_it);
}

void barrier(abi::Context* context, std::uint32_t place) { worker(context).wait_at_barrier(place, false); }

std::int32_t barrier_count(abi::Context* context, std::uint32_t place, std::int32_t predicate) {
  worker(context).wait_at_barrier(place, predicate != 0);
  return worker(context).barrier_count();
}

void fence(abi::Context* context, std::uint32_t place, std::uint32_t whole_device) {
  worker(context).fence(place, whole_device != 0);
}

void sync_warp(abi::Context* context, std::uint32_t place, std::uint32_t mask) {
  Exchange exchange;
  exchange.kind = ExchangeKind::sync;
  exchange.mask = mask;
  worker(context).exchange(place, exchange);
}

std::uint64_t shuffle(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint64_t value,
                      std::uint32_t how, std::int32_t operand, std::int32_t width) {
  Exchange exchange;
  exchange.kind = ExchangeKind::shuffle;
  exchange.mask = mask;
  exchange.how = static_cast<std::uint8_t>(how);
  exchange.operand = operand;
  exchange.width = static_cast<std::uint8_t>(width > 0 && width < kWarpSize ? width : kWarpSize);
  exchange.value = value;
  return worker(context).exchange(place, exchange);
}

std::uint32_t ballot(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::int32_t predicate) {
  Exchange exchange;
  exchange.kind = ExchangeKind::ballot;
  exchange.mask = mask;
  exchange.value = predicate != 0 ? 1 : 0;
  return static_cast<std::uint32_t>(worker(context).exchange(place, exchange));
}

std::uint32_t match(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint64_t value) {
  Exchange exchange;
  exchange.kind = ExchangeKind::match;
  exchange.mask = mask;
  exchange.value = value;
  return static_cast<std::uint32_t>(worker(context).exchange(place, exchange));
}

std::uint32_t reduce(abi::Context* context, std::uint32_t place, std::uint32_t mask, std::uint32_t value,
                     std::uint32_t how) {
  Exchange exchange;
  exchange.kind = ExchangeKind::reduce;
  exchange.mask = mask;
  exchange.how = static_cast<std::uint8_t>(how);
  exchange.value = value;
  return static_cast<std::uint32_t>(worker(context).exchange(place, exchange));
}

std::uint32_t active_mask(abi::Context* context, std::uint32_t place) {
  return worker(context).active_lanes(place);
}

std::uint64_t clock(abi::Context* context, std::uint32_t place) { return worker(context).read_clock(place); }

abi::Pair fetch_texture(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                        std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t layer) {
  return worker(context).fetch(place, handle, what, {x, y, z, layer});
}

std::array<std::int32_t, 3> position(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)};
}

abi::Pair surface_load(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                       std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return worker(context).load_surface(place, handle, what, position(x, y, z));
}

void surface_store(abi::Context* context, std::uint32_t place, std::uint64_t handle, std::uint32_t what,
                   std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint64_t low, std::uint64_t high) {
  worker(context).store_surface(place, handle, what, position(x, y, z), {low, high});
}

abi::Pair load_matrix(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                      std::uint64_t base) {
  return worker(context).load_matrices(place, abi::is_transposed(what), address, base);
}

void store_matrix(abi::Context* context, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                  std::uint64_t base, std::uint64_t low, std::uint64_t high) {
  worker(context).store_matrices(place, abi::is_transposed(what), address, base, {low, high});
}

abi::Pair multiply_matrices(abi::Context* context, std::uint32_t place, std::uint32_t what,
                            std::uint64_t a_low, std::uint64_t a_high, std::uint64_t b, std::uint64_t c_low,
                            std::uint64_t c_high) {
  MatrixOperands operands;
  operands.a = {a_low, a_high};
  operands.b = b;
  operands.c = {c_low, c_high};
  return worker(context).multiply_matrices(place, what, operands);
}

void copy_source(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                 std::uint32_t bytes) {
  worker(context).copy_source(place, address, base, bytes);
}

void copy_async(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  worker(context).copy_async(place, address, base);
}

void commit_async(abi::Context* context, std::uint32_t place) { worker(context).commit_async(place); }

void wait_async(abi::Context* context, std::uint32_t place, std::uint32_t groups) {
  worker(context).wait_async(place, groups);
}

void init_phases(abi::Context* context, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                 std::uint32_t count) {
  worker(context).init_phases(place, address, base, count);
}

std::uint32_t arrive_phase(abi::Context* context, std::uint32_t place, std::uint64_t address,
                           std::uint64_t base, std::uint32_t count, std::uint32_t step) {
  return worker(context).arrive_phase(place, address, base, count, step);
}

std::uint32_t wait_phase(abi::Context* context, std::uint32_t place, std::uint64_t address,
                         std::uint64_t base, std::uint32_t parity, std::uint32_t how) {
  return worker(context).wait_phase(place, address, base, parity, how);
}

std::int32_t print(abi::Context* context, std::uint32_t place, const char* format, std::uint32_t count,
                   const std::uint64_t* values) {
  return worker(context).print(place, format, count, values);
}

void sync_grid(abi::Context* context, std::uint32_t place) { worker(context).wait_for_grid(place); }

void trap(abi::Context* context, std::uint32_t place, const char* message) {
  worker(context).stop(FaultKind::crash, worker(context).message(message), place);
}

void assertion(abi::Context* context, std::uint32_t place, const char* expression) {
  worker(context).stop(FaultKind::crash, "assertion `" + worker(context).message(expression) + "` failed",
                       place);
}

void division_by_zero(abi::Context* context, std::uint32_t place) {
  worker(context).stop(FaultKind::crash, "integer division by zero", place);
}

void local_overflow(abi::Context* context, std::uint32_t place) {
  worker(context).stop(FaultKind::stack_overflow,
                       "the thread's local arrays need more than its local memory of " +
                           std::to_string(LocalMemory::kBytes / 1024) + " KiB",
                       place);
}

void clear_local(abi::Context* context, std::uint32_t place, std::uint8_t* begin, std::uint64_t bytes) {
  worker(context).clear_local(place, reinterpret_cast<std::uint64_t>(begin), bytes);
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
                               fetch_texture,
                               copy_source,
                               copy_async,
                               commit_async,
                               wait_async,
                               init_phases,
                               arrive_phase,
                               wait_phase,
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
                               clear_local};

}  // namespace simt
