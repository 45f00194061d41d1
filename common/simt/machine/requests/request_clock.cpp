#include "requests/request_clock.h"

#include <algorithm>

namespace simt {
namespace {

constexpr std::uint64_t kLeast = 4;       // any request of a lone warp
constexpr std::uint64_t kWavefront = 2;   // each pass over the banks, as a lone warp sees it
constexpr std::uint64_t kStoredLine = 2;  // each 128-byte line of a store
constexpr std::uint64_t kConstant = 8;    // a constant load of one word for all lanes

std::uint64_t lines_of(const Request& request) {
  std::array<std::uint64_t, kWarpSize> lines{};
  auto* end = lines.begin();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((request.active >> lane & 1U) != 0) *end++ = request.addresses[lane] / kLineBytes;
  }
  std::sort(lines.begin(), end);
  return static_cast<std::uint64_t>(std::unique(lines.begin(), end) - lines.begin());
}

// L1 keeps its lines in the banks of shared memory: passes over them, and four lines a cycle to look up.
std::uint64_t cycles_in_l1(const Request& request) {
  Request in_banks = request;
  in_banks.space = Space::shared;
  constexpr std::uint64_t kLookups = 4;
  return std::max(kWavefront * cost_of(in_banks).wavefronts, lines_of(request) / kLookups);
}

// The cycles that a request's sectors take on their way to L2: 1.25 each.
std::uint64_t cycles_to_l2(const RequestCost& cost) { return std::uint64_t{cost.sectors} * 5 / 4; }

}  // namespace

std::uint64_t cycles_of(const Request& request, const RequestCost& cost) {
  switch (request.space) {
    case Space::shared:
      return std::max(kLeast, kWavefront * cost.wavefronts);
    case Space::constant:
      return kConstant + kWavefront * (cost.wavefronts - cost.least_wavefronts);
    case Space::texture:
      return std::max(kLeast, cycles_in_l1(request));
    case Space::local:  // stays in L1, where a line holds one word of each lane
      return std::max<std::uint64_t>(kLeast,
                                     kWavefront * ((cost.sectors + kSectorsALine - 1) / kSectorsALine));
    case Space::global:
      if (request.op == Op::load) return std::max(kLeast, cycles_in_l1(request));
      if (request.op == Op::atomic) return std::max(kLeast, cycles_to_l2(cost));
      return std::max({kLeast, kStoredLine * lines_of(request), cycles_to_l2(cost)});
    case Space::kCount:
      break;
  }
  return kLeast;
}

}  // namespace simt
