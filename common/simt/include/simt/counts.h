// What is counted of memory requests. Whoever adds counts up, compares them, writes or reads them goes through each(): a
// further counter is a member here, its line in each(), and the rule that counts it.
#pragma once

#include <cstdint>

namespace simt {

// What a request costs, or what many cost together. Sectors count for global and local memory and textures, conflicts for
// shared memory only.
template <class Number>
struct Costs {
  // Distinct 32-byte sectors touched. An atomic touches them again for each lane of one address.
  Number sectors = 0;
  // The fewest sectors that can hold the distinct bytes requested.
  Number least_sectors = 0;
  // In shared memory, passes over the 32 banks; for constants, distinct words; for textures, groups of lanes.
  Number wavefronts = 0;
  // One for every group of lanes that is served together.
  Number least_wavefronts = 0;
  // wavefronts - least_wavefronts
  Number bank_conflicts = 0;

  // Calls visit(name, of) for each, a line a count: of(costs) is that count of any Costs.
  template <class Visit>
  static constexpr void each(Visit&& visit) {
    // clang-format off
    visit("sectors", [](auto& costs) -> auto& { return costs.sectors; });
    visit("least_sectors", [](auto& costs) -> auto& { return costs.least_sectors; });
    visit("wavefronts", [](auto& costs) -> auto& { return costs.wavefronts; });
    visit("least_wavefronts", [](auto& costs) -> auto& { return costs.least_wavefronts; });
    visit("bank_conflicts", [](auto& costs) -> auto& { return costs.bank_conflicts; });
    // clang-format on
  }

  // How much more it costs than necessary.
  Number excess() const { return sectors - least_sectors + wavefronts - least_wavefronts; }
};

// One request: 32 bits, for the machine's inner loop.
using RequestCost = Costs<std::uint32_t>;

// The sums of many requests.
struct Counts : Costs<std::uint64_t> {
  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;  // lane accesses: requests times active lanes

  template <class Visit>
  static constexpr void each(Visit&& visit) {
    // clang-format off
    visit("requests", [](auto& counts) -> auto& { return counts.requests; });
    visit("lanes", [](auto& counts) -> auto& { return counts.lanes; });
    // clang-format on
    Costs::each(visit);
  }

  void add(const RequestCost& cost, unsigned active_lanes) {
    ++requests;
    lanes += active_lanes;
    Costs::each([&](const char*, auto of) { of(*this) += of(cost); });
  }
  Counts& operator+=(const Counts& more) {
    each([&](const char*, auto of) { of(*this) += of(more); });
    return *this;
  }
  Counts& operator*=(std::uint64_t times) {
    each([&](const char*, auto of) { of(*this) *= times; });
    return *this;
  }
  friend bool operator==(const Counts& a, const Counts& b) {
    bool is_same = true;
    each([&](const char*, auto of) { is_same = is_same && of(a) == of(b); });
    return is_same;
  }
  friend bool operator!=(const Counts& a, const Counts& b) { return !(a == b); }
};

}  // namespace simt
