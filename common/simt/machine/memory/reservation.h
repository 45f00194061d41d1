// A range of addresses that is reserved whole and given memory piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

class Reservation {
 public:
  // The pages of buffers (placement.cpp), whatever the system's have.
  static constexpr std::size_t kAlignment = 16384;

  // Reserves memory of this process alone, which begins at a multiple of kAlignment.
  explicit Reservation(std::size_t bytes);
  // Reserves a file from its start: other processes that map it see the same memory. All of it is committed,
  // and holds what was last written there, unless the owner clears what is decommitted. The file remains its
  // owner's.
  Reservation(int file, std::size_t bytes, bool is_cleared = false);
  ~Reservation();
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  std::uintptr_t begin() const { return begin_; }
  std::size_t size() const { return size_; }

  // Whether memory that was committed anew reads as zeros.
  bool is_cleared() const { return is_cleared_; }

  // Both take whole pages or parts of them. A page that is decommitted in part stays committed.
  void commit(std::size_t offset, std::size_t bytes);
  void decommit(std::size_t offset, std::size_t bytes);
  // Asks for huge pages in the first bytes, so many, if memory of that size is better off with them.
  void prefer_huge_pages(std::size_t bytes);
  // Makes everything that was committed read as zeros again. Only memory of this process alone can be
  // cleared.
  void clear();

 private:
  std::uintptr_t begin_ = 0;
  std::size_t size_ = 0;
  bool is_private_ = true;
  bool is_cleared_ = true;
};

}  // namespace simt
