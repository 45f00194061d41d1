// The machine's global memory: one reserved range of addresses, so that "is this global?" is one comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "global_shadow.h"
#include "reservation.h"
#include "simt/request.h"
#include "written_map.h"

namespace simt {

// A named piece of memory that a kernel may touch: a buffer, a variable or a shared array. Addresses, not
// offsets.
struct Region {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name;
  std::size_t element_bytes = 1;
  Space space = Space::global;
  bool writable = true;  // by kernels
  GlobalShadow shadow;   // of shared arrays: none, each worker has its own
};

class Arena {
 public:
  Arena();

  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);

  std::uintptr_t begin() const { return memory_.begin(); }
  std::size_t size() const { return memory_.size(); }
  std::size_t offset_of(const void* memory) const {
    return reinterpret_cast<std::uintptr_t>(memory) - begin();
  }

  // Whether kernels may store to the buffer that begins there.
  void set_writable(const void* memory, bool writable);

  // The buffer that holds all of [address, address + width), or null.
  const Region* find(std::uintptr_t address, std::size_t width) const;
  // The buffer that ends or begins closest to an address, for messages; null when there is none.
  const Region* nearest(std::uintptr_t address) const;

  // Which bytes were written, by offset from begin().
  WrittenMap& written() { return written_; }
  const WrittenMap& written() const { return written_; }

 private:
  Reservation memory_;
  WrittenMap written_;
  Reservation shadow_;
  std::map<std::uintptr_t, Region> regions_;  // by begin
};

}  // namespace simt
