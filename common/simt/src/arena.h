// The machine's global memory: one reserved range of addresses, so that "is this global?" is one comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace simt {

// A named piece of memory that a kernel may touch: a buffer, or a shared array. Addresses, not offsets.
struct Region {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name;
  std::size_t element_bytes = 1;
};

// An anonymous mapping that is reserved whole and committed piece by piece.
class Reservation {
 public:
  explicit Reservation(std::size_t bytes);
  ~Reservation();
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  std::uintptr_t begin() const { return begin_; }
  std::size_t size() const { return size_; }
  void commit(std::size_t offset, std::size_t bytes);
  void decommit(std::size_t offset, std::size_t bytes);

 private:
  std::uintptr_t begin_ = 0;
  std::size_t size_ = 0;
};

class Arena {
 public:
  Arena();

  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);

  std::uintptr_t begin() const { return memory_.begin(); }
  std::size_t size() const { return memory_.size(); }

  // The buffer that holds all of [address, address + width), or null.
  const Region* find(std::uintptr_t address, std::size_t width) const;
  // The buffer that ends or begins closest to an address, for messages; null when there is none.
  const Region* nearest(std::uintptr_t address) const;

  // One byte of shadow for each byte of memory, at this distance from it: 1 where the byte was written.
  std::ptrdiff_t shadow_distance() const {
    return static_cast<std::ptrdiff_t>(shadow_.begin() - memory_.begin());
  }

 private:
  Reservation memory_;
  Reservation shadow_;
  std::map<std::uintptr_t, Region> regions_;  // by begin
};

}  // namespace simt
