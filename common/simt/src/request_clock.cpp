#include "request_clock.h"

#include <algorithm>

namespace simt {
namespace {

constexpr std::uint64_t kLoad = 7;         // a load, or an atomic operation, that meets no conflict
constexpr std::uint64_t kStore = 4;        // a store
constexpr std::uint64_t kWavefront = 2;    // each pass over the banks
constexpr std::uint64_t kLoadReturns = 2;  // and the data of the last pass, back to the lanes
constexpr std::uint64_t kLine = 2;         // each 128-byte line
constexpr std::uint64_t kConstant = 11;    // a constant load of one word for all lanes
constexpr std::uint64_t kLineBytes = 128;

std::uint64_t lines_of(const Request& request) {
  std::array<std::uint64_t, kWarpSize> lines{};
  auto* end = lines.begin();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((request.active >> lane & 1U) != 0) *end++ = request.addresses[lane] / kLineBytes;
  }
  std::sort(lines.begin(), end);
  return static_cast<std::uint64_t>(std::unique(lines.begin(), end) - lines.begin());
}

}  // namespace

std::uint64_t cycles_of(const Request& request, const RequestCost& cost) {
  const bool returns = request.op != Op::store;
  const std::uint64_t passes =
      request.form == AtomicForm::compare_and_swap ? cost.wavefronts / 2 : cost.wavefronts;
  const std::uint64_t least = returns ? kLoad : kStore;
  switch (request.space) {
    case Space::shared:
      return std::max(least, kWavefront * passes + (returns ? kLoadReturns : 0));
    case Space::constant:
      return kConstant + kWavefront * (cost.wavefronts - cost.least_wavefronts);
    case Space::global:
    case Space::texture:
      return std::max(least, kLine * lines_of(request));
  }
  return least;
}

}  // namespace simt
