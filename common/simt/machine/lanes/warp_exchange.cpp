// CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote Functions", "Warp Match Functions", "Warp
// Reduce Functions".
#include "lanes/lane.h"

#include <algorithm>
#include <array>

#include "common/for_each_lane.h"
#include "contract/module_abi.h"
#include "lanes/matrix_exchange.h"
#include "simt/request.h"

namespace simt {
namespace {

// The lane that a lane reads; its own where that would be outside of its segment of `width` lanes.
unsigned source_of(unsigned lane, const Exchange& exchange) {
  const unsigned width = exchange.width;
  const unsigned first = lane & ~(width - 1);
  const unsigned last = lane | (width - 1);
  const auto operand = static_cast<unsigned>(exchange.operand);
  switch (static_cast<abi::Shuffle>(exchange.how)) {
    case abi::Shuffle::index:
      return first | (operand & (width - 1));
    case abi::Shuffle::up:
      return operand <= lane - first ? lane - operand : lane;
    case abi::Shuffle::down:
      return operand <= last - lane ? lane + operand : lane;
    case abi::Shuffle::exclusive_or: {
      const unsigned source = lane ^ (operand & (kWarpSize - 1));
      return source <= last ? source : lane;
    }
  }
  return lane;
}

// PTX ISA, shfl.sync: "results are undefined … if a thread sources a register from an inactive thread or a thread that is
// not in membermask".
std::uint32_t shuffle(Lane* from, std::uint32_t lanes) {
  struct Brought {
    std::uint64_t value = kUndefinedBits;
    std::uint32_t undefined = 0;
  };
  std::array<Brought, kWarpSize> all;
  for_each_lane(lanes, [&](unsigned lane) {
    all[lane] = {from[lane].exchange.value, from[lane].exchange.undefined};
  });
  std::uint32_t reads_absent = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    Exchange& exchange = from[lane].exchange;
    const unsigned source = source_of(lane, exchange) % kWarpSize;
    exchange.result = all[source].value;
    exchange.undefined = all[source].undefined;
    if (__builtin_expect((lanes >> source & 1U) != 0, 1)) return;
    exchange.undefined = source;
    reads_absent |= 1U << lane;
  });
  return reads_absent;
}

void ballot(Lane* from, std::uint32_t lanes) {
  std::uint32_t votes = 0;
  for_each_lane(lanes, [&](unsigned lane) { votes |= (from[lane].exchange.value != 0 ? 1U : 0U) << lane; });
  for_each_lane(lanes, [&](unsigned lane) { from[lane].exchange.result = votes; });
}

void match(Lane* from, std::uint32_t lanes) {
  std::uint32_t left = lanes;
  while (left != 0) {
    const std::uint64_t value = from[__builtin_ctz(left)].exchange.value;
    std::uint32_t alike = 0;
    for_each_lane(left,
                  [&](unsigned lane) { alike |= (from[lane].exchange.value == value ? 1U : 0U) << lane; });
    for_each_lane(alike, [&](unsigned lane) { from[lane].exchange.result = alike; });
    left &= ~alike;
  }
}

std::uint32_t reduced(abi::Reduce how, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a);
  const auto signed_b = static_cast<std::int32_t>(b);
  switch (how) {
    case abi::Reduce::add:
      return a + b;
    case abi::Reduce::minimum_signed:
      return signed_a < signed_b ? a : b;
    case abi::Reduce::maximum_signed:
      return signed_a > signed_b ? a : b;
    case abi::Reduce::minimum:
      return std::min(a, b);
    case abi::Reduce::maximum:
      return std::max(a, b);
    case abi::Reduce::bit_and:
      return a & b;
    case abi::Reduce::bit_or:
      return a | b;
    case abi::Reduce::bit_xor:
      return a ^ b;
  }
  return a;
}

void reduce(Lane* from, std::uint32_t lanes) {
  const Exchange& first = from[__builtin_ctz(lanes)].exchange;
  const auto how = static_cast<abi::Reduce>(first.how);
  auto result = static_cast<std::uint32_t>(first.value);
  for_each_lane(lanes & (lanes - 1), [&](unsigned lane) {
    result = reduced(how, result, static_cast<std::uint32_t>(from[lane].exchange.value));
  });
  for_each_lane(lanes, [&](unsigned lane) { from[lane].exchange.result = result; });
}

}  // namespace

std::uint32_t exchange_values(Lane* from, std::uint32_t lanes) {
  switch (from[__builtin_ctz(lanes)].exchange.kind) {
    case ExchangeKind::sync:
      break;
    case ExchangeKind::shuffle:
      return shuffle(from, lanes);
    case ExchangeKind::ballot:
      ballot(from, lanes);
      break;
    case ExchangeKind::match:
      match(from, lanes);
      break;
    case ExchangeKind::reduce:
      reduce(from, lanes);
      break;
    case ExchangeKind::load_matrices:
      load_matrices(from, from->exchange.how, from->exchange.operand != 0);
      break;
    case ExchangeKind::store_matrices:
      store_matrices(from, from->exchange.how, from->exchange.operand != 0);
      break;
    case ExchangeKind::multiply_matrices:
      multiply_matrices(from, static_cast<std::uint32_t>(from->exchange.operand));
      break;
  }
  return 0;
}

}  // namespace simt
