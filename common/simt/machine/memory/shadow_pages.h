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
      : cells_((bytes >> granule_shift) + 1),
        memory_(std::make_unique<Reservation>(kKinds * cells_ * kMarkBytes)) {
    memory_->commit(0, memory_->size());
  }

  std::size_t bytes() const { return memory_ == nullptr ? 0 : memory_->size(); }
  bool has_room_for(std::size_t bytes, unsigned granule_shift) const {
    return cells_ > bytes >> granule_shift;
  }

  Shadow shadow(unsigned granule_shift) const {
    auto* const first = reinterpret_cast<std::uint64_t*>(memory_->begin());
    return {first, first + cells_, first + 2 * cells_, granule_shift};
  }

  void forget_accesses() { memory_->clear(); }

 private:
  static constexpr std::size_t kKinds = 3;
  static constexpr std::size_t kMarkBytes = sizeof(std::uint64_t);

  std::size_t cells_ = 0;
  std::unique_ptr<Reservation> memory_;
};

}  // namespace simt
