// The machine's global memory: one reserved range of addresses, so that "is this global?" is one comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "memory/placement.h"
#include "memory/region.h"
#include "memory/reservation.h"
#include "memory/shadow_pages.h"
#include "memory/written_map.h"
#include "simt/machine.h"

namespace simt {

class Arena {
 public:
  // An arena that only this process maps.
  Arena();
  // An arena in two files that another process maps too.
  explicit Arena(const ArrayFiles& files);

  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);
  void describe(const void* memory, const std::string& name, std::size_t element_bytes);

  std::uintptr_t begin() const { return memory_.begin(); }
  std::size_t size() const { return memory_.size(); }

  // Whether kernels may store to the buffer that begins there.
  void set_writable(const void* memory, bool writable);

  // The host wrote these bytes, or took them back.
  void mark_written(const void* memory, std::size_t bytes, bool written);
  bool is_written(const void* memory, std::size_t bytes) const;

  // The buffer that holds an address, or null.
  Region* find(std::uintptr_t address);
  // The buffer that ends or begins closest to an address, for messages; null when there is none.
  const Region* nearest(std::uintptr_t address) const;
  std::map<std::uintptr_t, Region>& regions() { return regions_; }

  // Tells which bytes were written, by offset from begin().
  WrittenMap& written() { return written_; }

  // Marks of accesses are forgotten: their time begins anew.
  void forget_accesses();

 private:
  std::size_t offset_of(const void* memory) const {
    return reinterpret_cast<std::uintptr_t>(memory) - begin();
  }
  Shadow shadow_for(std::uintptr_t begin, std::size_t bytes, unsigned granule_shift);
  void drop_shadows_of_released();

  Placement placement_;
  Reservation memory_;
  WrittenMap written_;
  std::map<std::uintptr_t, Region> regions_;  // keyed by begin
  // Keyed by begin; buffers that have been released keep theirs
  std::map<std::uintptr_t, ShadowPages> shadows_;
};

}  // namespace simt
