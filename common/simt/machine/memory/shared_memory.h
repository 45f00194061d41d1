// A block's shared memory on one worker: its arrays, what they start with, and who accessed them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "contract/module_abi.h"
#include "memory/region.h"
#include "memory/reservation.h"

namespace simt {

class SharedMemory {
 public:
  // `dynamic_bytes`: how much of the array without a size the launch asks for.
  void begin_launch(const abi::Module& module, std::size_t dynamic_bytes);
  // For a launch in which nobody learns which arrays are used.
  void note_all_used() {
    for (Region& array : arrays_) array.is_used = true;
  }
  // The arrays start with whatever the last block left: the same wrong values at every run, NaN as float.
  void begin_block();

  // The arrays of a block that waits while others run: their bytes, and who stored to them.
  struct Saved {
    struct Array {
      std::size_t number = 0;  // the array's number in arrays()
      unsigned granule_shift = 0;
      std::vector<std::uint8_t> bytes;
      std::vector<std::uint64_t> writes;
      std::vector<std::uint64_t>
          reads;  // of both kinds; empty where a barrier orders them before all that follows
    };
    std::vector<Array> arrays;  // arrays that have been used

    std::size_t bytes() const;
  };
  // `reads`: whether accesses that follow may race with the block's reads.
  void save(Saved& saved, bool reads) const;
  // Discards what other blocks have done to the arrays since.
  void restore(const Saved& saved);

  std::uintptr_t begin() const { return memory_->begin(); }
  bool holds(std::uintptr_t address) const { return address - memory_->begin() < memory_->size(); }
  Region* find(std::uintptr_t address);
  const Region* named(const char* name) const;
  // The array that ends closest below an address; null when there is none.
  const Region* below(std::uintptr_t address) const;

  // Cells are 4-byte words at first, elements where these are smaller; single bytes once an array is accessed
  // more narrowly.
  void split_cells(Region& array);

  const std::deque<Region>& arrays() const { return arrays_; }
  void forget_arrays() { arrays_.clear(); }

  // What an array, by its number in arrays(), held when it was last looked at in this launch, as the caller keeps it up to date;
  // at first bytes all of which are others than those that it holds.
  std::vector<std::uint8_t>& as_looked_at(std::size_t number);
  void forget_accesses();

 private:
  void add(const std::string& name, std::uint64_t offset, std::uint64_t bytes, std::size_t element_bytes);
  void ensure(std::size_t bytes);
  void give_cells(Region& array, unsigned granule_shift);

  std::unique_ptr<Reservation> memory_;
  std::unique_ptr<Reservation> cells_;
  std::size_t used_cells_ = 0;
  std::deque<Region> arrays_;
  std::vector<std::vector<std::uint8_t>> looked_at_;  // by array
};

}  // namespace simt
