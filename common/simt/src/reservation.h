// A range of addresses that is reserved whole and given memory piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

class Reservation {
 public:
  explicit Reservation(std::size_t bytes);
  ~Reservation();
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  std::uintptr_t begin() const { return begin_; }
  std::size_t size() const { return size_; }

  // Of whole pages. Committed memory reads as zeros.
  void commit(std::size_t offset, std::size_t bytes);
  void decommit(std::size_t offset, std::size_t bytes);
  // All that was committed reads as zeros again.
  void clear();

 private:
  std::uintptr_t begin_ = 0;
  std::size_t size_ = 0;
};

}  // namespace simt
