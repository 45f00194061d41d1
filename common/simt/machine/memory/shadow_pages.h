// Memory for the marks of one buffer: it exists where it is touched.
#pragma once

#include <cstddef>
#include <memory>

#include "memory/mark.h"
#include "memory/reservation.h"

namespace simt {

class ShadowPages {
 public:
  ShadowPages() = default;
  // Shadow memory of a buffer of so many bytes.
  ShadowPages(std::size_t bytes, unsigned granule_shift)
      : memory_(std::make_unique<Reservation>(bytes_for(bytes, granule_shift))) {
    memory_->commit(0, memory_->size());
  }

  std::size_t bytes() const { return memory_ == nullptr ? 0 : memory_->size(); }
  bool has_room_for(std::size_t bytes, unsigned granule_shift) const {
    return this->bytes() >= bytes_for(bytes, granule_shift);
  }

  // The marks lie close together at the front: until it is known what a buffer holds, there is room for marks of single bytes.
  Shadow shadow(std::size_t bytes, unsigned granule_shift) const {
    const std::size_t cells = cells_for(bytes, granule_shift);
    memory_->prefer_huge_pages(bytes_for(bytes, granule_shift));
    auto* const first = reinterpret_cast<std::uint64_t*>(memory_->begin());
    return {first, first + cells, first + 2 * cells, granule_shift};
  }

  void forget_accesses() { memory_->clear(); }

 private:
  static constexpr std::size_t kKinds = 3;
  static constexpr std::size_t kMarkBytes = sizeof(std::uint64_t);

  static std::size_t cells_for(std::size_t bytes, unsigned granule_shift) {
    return (bytes >> granule_shift) + 1;
  }
  static std::size_t bytes_for(std::size_t bytes, unsigned granule_shift) {
    return kKinds * cells_for(bytes, granule_shift) * kMarkBytes;
  }

  std::unique_ptr<Reservation> memory_;
};

}  // namespace simt
