// A barrier in shared memory that threads arrive at and wait for apart (mbarrier): its 8 bytes, as the
// machine keeps them. PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
#pragma once

#include <cstdint>
#include <cstring>

namespace simt {

struct PhaseBarrier {
  static constexpr std::uint32_t kMostArrivals = (1U << 20U) - 1;  // PTX ISA, "mbarrier.init"

  std::uint32_t expected = 0;  // arrivals, from the next phase on
  std::uint32_t pending = 0;   // arrivals that this phase still waits for
  std::uint32_t parity = 0;    // the parity of the current phase

  // Returns false if no barrier has been initialised at this address.
  bool load(std::uint64_t address) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), sizeof bits);
    expected = static_cast<std::uint32_t>(bits) & kMostArrivals;
    pending = static_cast<std::uint32_t>(bits >> kPendingShift) & kMostArrivals;
    parity = static_cast<std::uint32_t>(bits >> kParityShift) & 1U;
    return bits >> kSignShift == kSign;
  }
  void store(std::uint64_t address) const {
    const std::uint64_t bits = kSign << kSignShift | std::uint64_t{parity} << kParityShift |
                               std::uint64_t{pending} << kPendingShift | expected;
    std::memcpy(reinterpret_cast<void*>(address), &bits, sizeof bits);
  }
  void end_phase() {
    parity ^= 1U;
    pending = expected;
  }

 private:
  static constexpr unsigned kPendingShift = 20;
  static constexpr unsigned kParityShift = 40;
  static constexpr unsigned kSignShift = 41;
  // Tells a barrier from what else may be there: all ones and all zeros are none.
  static constexpr std::uint64_t kSign = 0x2ABA5E;
};

}  // namespace simt
