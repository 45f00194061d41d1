// A named piece of memory that a kernel may touch: a buffer, a variable, a shared array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "memory/mark.h"
#include "simt/request.h"

namespace simt {

struct Region {
  static constexpr std::size_t kUnknown = 0;

  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name;
  std::size_t element_bytes = 1;  // or kUnknown: an access's own width is taken
  Space space = Space::global;
  bool writable = true;     // kernels may write it
  bool all_written = true;  // every byte, for certain: nothing need be asked of the map of written bytes
  Shadow shadow;            // kept while races are looked for

  // Set by the workers during a launch. A region that no store can reach has no races; one that no load has
  // reached yet has no readers to race with.
  bool is_stored_to = false;
  bool is_loaded_from = false;
  bool is_used = false;  // some access to this shared array has been counted

  bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
  bool looks_for_races() const {
    return shadow.writes != nullptr && __atomic_load_n(&is_stored_to, __ATOMIC_RELAXED);
  }
  bool has_readers() const { return __atomic_load_n(&is_loaded_from, __ATOMIC_RELAXED); }
  void note_store() { __atomic_store_n(&is_stored_to, true, __ATOMIC_RELAXED); }
  void note_load() { __atomic_store_n(&is_loaded_from, true, __ATOMIC_RELAXED); }
};

}  // namespace simt
