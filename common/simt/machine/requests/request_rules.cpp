// What requests cost that are neither plain loads and stores of global memory nor of shared memory.
#include <algorithm>

#include "common/distinct_values.h"
#include "common/for_each_lane.h"
#include "common/vectorised.h"
#include "requests/request_rules.h"

namespace simt {
namespace {

bool is_active(const Request& request, int lane) { return (request.active >> lane & 1U) != 0; }

std::uint64_t address_of(const Request& request, int lane) {
  return request.addresses[static_cast<std::size_t>(lane)];
}

// The distinct values of address / bytes among the active ones of the lanes [first, first + lanes).
std::uint32_t distinct(const Request& request, int first, int lanes, std::uint64_t bytes) {
  DistinctValues values;
  for (int lane = first; lane < first + lanes; ++lane) {
    if (is_active(request, lane)) values.insert(address_of(request, lane) / bytes);
  }
  return values.count();
}

// Lanes' addresses, each as bytes behind the sector of the lowest, twice over: lane l and its n-th neighbour, round the warp, are n
// apart.
using Offsets = std::array<std::uint32_t, 2 * kWarpSize>;

// The passes over sectors that 32 lanes make. Each lane is compared with each other one: nothing of it is a branch on addresses.
SIMT_VECTORISED
std::uint32_t passes_of(const Offsets& offsets) {
  std::array<std::uint32_t, kWarpSize> lanes_of{};  // how many have this lane's address
  std::array<std::uint32_t, 2 * kWarpSize> keys;    // that number, and no two lanes have the same key
  for (unsigned lane = 0; lane < kWarpSize; ++lane) lanes_of[lane] = 1;
  for (unsigned apart = 1; apart < kWarpSize; ++apart) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      lanes_of[lane] += offsets[lane] == offsets[lane + apart] ? 1U : 0U;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    keys[lane] = keys[lane + kWarpSize] = lanes_of[lane] * kWarpSize + lane;
  std::array<std::uint32_t, kWarpSize> is_less_wanted{};  // than another of its sector
  for (unsigned apart = 1; apart < kWarpSize; ++apart) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t is_beside = (offsets[lane] ^ offsets[lane + apart]) < kSectorBytes ? 1U : 0U;
      is_less_wanted[lane] |= is_beside & (keys[lane] < keys[lane + apart] ? 1U : 0U);
    }
  }
  std::uint32_t passes = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) passes += is_less_wanted[lane] != 0 ? 0 : lanes_of[lane];
  return passes;
}

// The same for any addresses.
std::uint32_t passes_far_apart(std::array<std::uint64_t, kWarpSize>& addresses, std::size_t count) {
  const auto* const end = addresses.begin() + count;
  std::sort(addresses.begin(), addresses.begin() + count);
  std::uint32_t passes = 0;
  std::uint64_t sector = UINT64_MAX;
  std::uint32_t most = 0;  // lanes of one address, in the sector so far
  for (const auto* at = addresses.cbegin(); at != end;) {
    const auto* const next = std::find_if(at, end, [at](std::uint64_t address) { return address != *at; });
    if (*at / kSectorBytes != sector) most = 0;
    sector = *at / kSectorBytes;
    const auto lanes = static_cast<std::uint32_t>(next - at);
    passes += lanes > most ? lanes - most : 0;
    most = std::max(most, lanes);
    at = next;
  }
  return passes;
}

std::uint32_t passes_over_sectors(const Request& request) {
  constexpr std::uint64_t kFarthest = UINT32_MAX - 2 * kWarpSize * kSectorBytes;
  std::array<std::uint64_t, kWarpSize> addresses{};
  std::size_t count = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (is_active(request, lane)) addresses[count++] = address_of(request, lane);
  }
  if (count == 0) return 0;
  const auto [lowest, highest] = std::minmax_element(addresses.begin(), addresses.begin() + count);
  const std::uint64_t first = *lowest / kSectorBytes * kSectorBytes;
  if (*highest - first > kFarthest) return passes_far_apart(addresses, count);
  Offsets offsets;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    // Lanes that take no part are in sectors of their own, behind all others.
    const std::uint64_t offset =
        lane < count ? addresses[lane] - first : *highest - first + (lane + 1) * kSectorBytes;
    offsets[lane] = offsets[lane + kWarpSize] = static_cast<std::uint32_t>(offset);
  }
  return passes_of(offsets) - static_cast<std::uint32_t>(kWarpSize - count);
}

}  // namespace

// The lanes of one address go one after another: the n-th lane of each address makes the n-th pass, and a
// sector counts in each pass that touches it, so as often as its most wanted address.
RequestCost global_atomic_cost(const Request& request) {
  RequestCost cost;
  cost.sectors = passes_over_sectors(request);
  const auto bytes = lanes_in(request.active) * request.width;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

// A constant load is served one word at a time, each for all the lanes that want it.
RequestCost constant_cost(const Request& request) {
  RequestCost cost;
  cost.wavefronts = distinct(request, 0, kWarpSize, std::max<std::uint64_t>(request.width, kBankBytes));
  cost.least_wavefronts = 1;
  return cost;
}

// Fetches are served 8 lanes at a time, 4 where each takes 16 bytes; each group touches its own sectors.
RequestCost texture_cost(const Request& request) {
  const int lanes = request.width == 16 ? 4 : 8;
  RequestCost cost;
  for (int first = 0; first < kWarpSize; first += lanes) {
    const std::uint32_t sectors = distinct(request, first, lanes, kSectorBytes);
    cost.sectors += sectors;
    cost.wavefronts += sectors > 0 ? 1 : 0;
    const std::uint32_t bytes = distinct(request, first, lanes, request.width) * request.width;
    cost.least_sectors += (bytes + kSectorBytes - 1) / kSectorBytes;
  }
  cost.least_wavefronts = cost.wavefronts;
  return cost;
}

// The local memories of a warp's lanes are interleaved by words, so that lanes which access the same word of
// theirs touch neighbouring ones (CUDA C++ Programming Guide, "Local Memory"). An address is an offset in the
// lane's own.
RequestCost local_cost(const Request& request) {
  constexpr std::uint64_t kLanesASector = kSectorBytes / kBankBytes;
  constexpr std::uint64_t kSectorsAWord = kWarpSize / kLanesASector;
  const std::uint64_t words = std::max<std::uint64_t>(request.width / kBankBytes, 1);
  std::uint32_t sectors = 0;
  // A piece of 4 bytes never shares a sector with another one of its access.
  for (std::uint64_t piece = 0; piece < words; ++piece) {
    DistinctValues touched;
    for (int lane = 0; lane < kWarpSize; ++lane) {
      if (!is_active(request, lane)) continue;
      const std::uint64_t word = address_of(request, lane) / kBankBytes + piece;
      touched.insert(word * kSectorsAWord + static_cast<std::uint64_t>(lane) / kLanesASector);
    }
    sectors += touched.count();
  }
  const auto bytes = lanes_in(request.active) * request.width;
  RequestCost cost;
  cost.sectors = sectors;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

}  // namespace simt
