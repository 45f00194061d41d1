// One access, as shadow memory remembers it, in 64 bits: when (37: tick and worker), which thread of its
// block (10), which place of the program (16), and whether it was atomic (1). Later marks of one worker are
// larger.
#pragma once

#include <cstdint>

namespace simt {

// Says that there is no place. A fault without a place is shown at the line that names the kernel.
inline constexpr std::uint32_t kNoPlace = UINT32_MAX;

class Mark {
 public:
  static constexpr unsigned kPlaceShift = 1;
  static constexpr unsigned kThreadShift = 17;
  static constexpr unsigned kEpochShift = 27;
  static constexpr std::uint64_t kAtomic = 1;
  static constexpr std::uint64_t kNextThread = std::uint64_t{1} << kThreadShift;

  constexpr Mark() = default;
  constexpr explicit Mark(std::uint64_t bits) : bits_(bits) {}
  constexpr Mark(std::uint64_t epoch, unsigned thread, std::uint32_t place, bool atomic)
      : bits_(epoch << kEpochShift | std::uint64_t{thread} << kThreadShift |
              std::uint64_t{place} << kPlaceShift | (atomic ? kAtomic : 0)) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr std::uint64_t epoch() const { return bits_ >> kEpochShift; }
  constexpr unsigned thread() const { return static_cast<unsigned>(bits_ >> kThreadShift) & 1023U; }
  constexpr std::uint32_t place() const { return static_cast<std::uint32_t>(bits_ >> kPlaceShift) & 0xFFFFU; }
  constexpr bool atomic() const { return (bits_ & kAtomic) != 0; }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace simt
