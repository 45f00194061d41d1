// Counts the distinct ones of a few numbers, without sorting them.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

// A set of at most 64 numbers.
class DistinctValues {
 public:
  // Whether the value is new.
  bool insert(std::uint64_t value) {
    std::size_t slot = (value * 0x9E3779B97F4A7C15ULL) >> (64 - kSlotBits);
    for (; slots_[slot] != 0; slot = (slot + 1) % kSlots) {
      if (values_[slots_[slot]] == value) return false;
    }
    slots_[slot] = ++count_;
    values_[count_] = value;
    return true;
  }
  std::uint32_t count() const { return count_; }

 private:
  static constexpr unsigned kSlotBits = 7;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;

  std::array<std::uint8_t, kSlots> slots_{};  // a value's number, from 1 on; 0: free
  std::array<std::uint64_t, 65> values_;      // NOLINT(cppcoreguidelines-pro-type-member-init): by count_
  std::uint8_t count_ = 0;
};

}  // namespace simt
