// What requests cost that are neither plain loads and stores of global memory nor of shared memory.
#include <algorithm>

#include "common/distinct_values.h"
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

}  // namespace

// The lanes of one address go one after another: the n-th lane of each address makes the n-th pass, and a
// sector counts in each pass that touches it, so as often as its most wanted address.
RequestCost global_atomic_cost(const Request& request) {
  std::array<std::uint64_t, kWarpSize> addresses{};
  auto* end = addresses.begin();
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (is_active(request, lane)) *end++ = address_of(request, lane);
  }
  std::sort(addresses.begin(), end);
  RequestCost cost;
  std::uint64_t sector = UINT64_MAX;
  std::uint32_t most = 0;  // lanes of one address, in the sector so far
  for (const auto* at = addresses.begin(); at != end;) {
    const auto* const next = std::find_if(at, static_cast<const std::uint64_t*>(end),
                                          [at](std::uint64_t address) { return address != *at; });
    if (*at / kSectorBytes != sector) most = 0;
    sector = *at / kSectorBytes;
    const auto lanes = static_cast<std::uint32_t>(next - at);
    cost.sectors += lanes > most ? lanes - most : 0;
    most = std::max(most, lanes);
    at = next;
  }
  const auto bytes = static_cast<std::uint32_t>(end - addresses.begin()) * request.width;
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
  const auto bytes = static_cast<std::uint32_t>(__builtin_popcount(request.active)) * request.width;
  RequestCost cost;
  cost.sectors = sectors;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

}  // namespace simt
