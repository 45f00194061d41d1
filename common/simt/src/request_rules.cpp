#include "request_rules.h"

#include <algorithm>

namespace simt {
namespace {

bool is_active(const Request& request, int lane) { return (request.active >> lane & 1U) != 0; }

std::uint64_t address_of(const Request& request, int lane) {
  return request.addresses[static_cast<std::size_t>(lane)];
}

// The distinct values of address / bytes among the active ones of the lanes [first, first + lanes).
std::uint32_t distinct(const Request& request, int first, int lanes, std::uint64_t bytes) {
  std::array<std::uint64_t, kWarpSize> values{};
  auto* end = values.begin();
  for (int lane = first; lane < first + lanes; ++lane) {
    if (is_active(request, lane)) *end++ = address_of(request, lane) / bytes;
  }
  std::sort(values.begin(), end);
  return static_cast<std::uint32_t>(std::unique(values.begin(), end) - values.begin());
}

// How many lanes before this one have its address.
unsigned earlier_with_same_address(const Request& request, int lane) {
  unsigned count = 0;
  for (int other = 0; other < lane; ++other) {
    count += is_active(request, other) && address_of(request, other) == address_of(request, lane) ? 1U : 0U;
  }
  return count;
}

// The most lanes of [first, first + lanes) that meet in one bank. Lanes of one address do not share an
// access.
std::uint32_t most_lanes_in_a_bank(const Request& request, int first, int lanes) {
  std::array<std::uint32_t, kBanks> depth{};
  for (int lane = first; lane < first + lanes; ++lane) {
    if (!is_active(request, lane)) continue;
    for (unsigned byte = 0; byte < request.width; byte += kBankBytes) {
      ++depth[(address_of(request, lane) + byte) / kBankBytes % kBanks];
    }
  }
  return *std::max_element(depth.begin(), depth.end());
}

}  // namespace

// The lanes of one address go one after another: the n-th lane of each address makes the n-th pass, and a
// sector counts in each pass that touches it.
RequestCost global_atomic_cost(const Request& request) {
  std::array<std::uint64_t, kWarpSize> touched{};  // sector and pass of each lane
  auto* end = touched.begin();
  std::uint32_t bytes = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (!is_active(request, lane)) continue;
    *end++ = address_of(request, lane) / kSectorBytes * kWarpSize + earlier_with_same_address(request, lane);
    bytes += request.width;
  }
  std::sort(touched.begin(), end);
  RequestCost cost;
  cost.sectors = static_cast<std::uint32_t>(std::unique(touched.begin(), end) - touched.begin());
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

// A compare-and-swap passes the banks twice, and is no more of a conflict for it.
RequestCost shared_atomic_cost(const Request& request) {
  const int lanes = kWarpSize * kBankBytes / std::max<int>(request.width, kBankBytes);
  std::uint32_t passes = 0;
  std::uint32_t groups = 0;
  for (int first = 0; first < kWarpSize; first += lanes) {
    const std::uint32_t depth = most_lanes_in_a_bank(request, first, lanes);
    passes += depth;
    groups += depth > 0 ? 1 : 0;
  }
  const std::uint32_t times = request.form == AtomicForm::compare_and_swap ? 2 : 1;
  RequestCost cost;
  cost.wavefronts = passes * times;
  cost.least_wavefronts = groups * times;
  cost.bank_conflicts = passes - groups;
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

}  // namespace simt
