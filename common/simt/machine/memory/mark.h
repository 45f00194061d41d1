// What shadow memory keeps of accesses. A mark is one access in 64 bits: when (37: tick and worker), which thread of its
// block (10), which place of the program (16), and whether it was atomic (1). Later marks of one worker are
// larger.
#pragma once

#include <cstddef>
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

// The cells of one piece of memory. A cell is a granule: 4 bytes, or an element where elements are smaller. Its
// three marks are in arrays of their own: most accesses need but one of them.
struct Shadow {
  std::uint64_t* writes = nullptr;  // null: races are not looked for
  std::uint64_t* reads = nullptr;
  std::uint64_t* other_reads = nullptr;
  unsigned granule_shift = 2;  // log2 of a granule's bytes

  static constexpr unsigned shift_for(std::size_t element_bytes) {
    return element_bytes % 4 == 0 ? 2 : element_bytes % 2 == 0 ? 1 : 0;
  }
};

// Blocks on several workers look at one cell of global memory at a time: a mark is read and written whole.
inline std::uint64_t mark_in(const std::uint64_t& cell) { return __atomic_load_n(&cell, __ATOMIC_RELAXED); }
inline void set_mark(std::uint64_t& cell, Mark mark) {
  __atomic_store_n(&cell, mark.bits(), __ATOMIC_RELAXED);
}

}  // namespace simt
