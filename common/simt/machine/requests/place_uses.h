// What the places of the running kernel do, and the array that each accessed last: most places only ever access one.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/module_abi.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "memory/region.h"
#include "races/access_checker.h"
#include "requests/access_totals.h"
#include "requests/next_block.h"
#include "simt/request.h"

namespace simt {

struct PlaceUse {
  PlaceAccess access;
  abi::PlaceKind kind = abi::PlaceKind::intrinsic;
  AtomicForm form = AtomicForm::plain;
  Instruction instruction = Instruction::plain;
  std::uint32_t load_waits = 0;
  bool is_texture = false;
  bool bypasses_l1 = false;
  bool swaps = false;       // a compare-and-swap
  bool has_texels = false;  // entries of the log are numbers of TexelAccess
  // Of its last request:
  Space space = Space::global;
  Region* region = nullptr;
  PlaceTotals* totals = nullptr;
  NextBlock next_block;

  // Of one thread of an atomic operation, or of a volatile access.
  StrongAccess strong_access(std::uint64_t address, Space memory) const {
    const bool is_plain = kind != abi::PlaceKind::atomic;
    const bool only_reads = is_plain ? access.op == Op::load : form == AtomicForm::load;
    const bool only_writes = is_plain ? access.op == Op::store : form == AtomicForm::store;
    const bool acquires = !is_plain && !only_reads && !only_writes && !swaps;
    return {address,
            !only_writes,
            !only_reads,
            swaps,
            acquires,
            access.is_of_block_scope,
            memory == Space::shared};
  }

  Space space_in(const Region& array) const { return is_texture ? Space::texture : array.space; }
};

class PlaceUses {
 public:
  PlaceUses(MemoryMap& memory, AccessTotals& totals) : memory_(memory), totals_(totals) {}

  void begin_launch(const abi::Module& module);
  PlaceUse& of(std::uint32_t place) { return uses_[place]; }
  const PlaceUse& of(std::uint32_t place) const { return uses_[place]; }
  // The use that an entry of a log tells of.
  PlaceUse& at(std::uint64_t entry) { return uses_[abi::place_of(entry)]; }

  // The place accesses a texture or a surface from now on, with elements of so many bytes.
  void note_texture(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch);
  // Sets the region that holds the address. Returns false if there is none.
  bool set_region(PlaceUse& use, std::uint64_t address) {
    return use.region->holds(address) || find_region(use, address);
  }
  PlaceTotals& totals_of(const PlaceUse& use, Space space, const Region& region);

 private:
  bool find_region(PlaceUse& use, std::uint64_t address);

  MemoryMap& memory_;
  AccessTotals& totals_;
  std::vector<PlaceUse> uses_;
  Region nowhere_;
};

// Notes that a shared array was used. Shared arrays belong to one worker alone; others are shared by all workers.
inline void note_use(Region& region) {
  if (region.space == Space::shared) region.is_used = true;
}

}  // namespace simt
