#include "memory/arena.h"

#include "simt/machine.h"

namespace simt {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{16} << 30U;  // reserved addresses, not memory
// Shadow of released buffers is kept up to this size in all: the next buffer there needs no new pages.
constexpr std::size_t kKeptShadowBytes = std::size_t{256} << 20U;

}  // namespace

Arena::Arena() : placement_(kArenaBytes), memory_(kArenaBytes), written_(kArenaBytes) {}

Arena::Arena(const ArrayFiles& files)
    : placement_(files.bytes),
      memory_(files.arrays, files.bytes),
      written_(files.written, files.bytes, files.are_cleared) {}

void* Arena::allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes) {
  const std::size_t offset = placement_.place(bytes, name);
  const Placement::Pages& pages = placement_.pages_of(offset);
  memory_.commit(pages.begin, pages.bytes);
  written_.commit(pages.begin, pages.bytes);
  const std::uintptr_t begin = memory_.begin() + offset;
  Region& region = regions_[begin];
  region = {};
  region.begin = begin;
  region.end = begin + bytes;
  region.name = name;
  region.element_bytes = element_bytes;
  region.all_written = bytes == 0;
  region.shadow = shadow_for(begin, bytes, Shadow::shift_for(element_bytes));
  return reinterpret_cast<void*>(begin);
}

void Arena::release(void* memory) {
  const auto found = regions_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == regions_.end()) return;
  const std::size_t offset = offset_of(memory);
  const Placement::Pages& pages = placement_.pages_of(offset);
  memory_.decommit(pages.begin, pages.bytes);
  written_.decommit(pages.begin, pages.bytes);
  placement_.release(offset);
  regions_.erase(found);
  drop_shadows_of_released();
}

void Arena::describe(const void* memory, const std::string& name, std::size_t element_bytes) {
  const auto found = regions_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == regions_.end()) return;
  Region& region = found->second;
  region.name = name;
  if (region.element_bytes == element_bytes) return;
  region.element_bytes = element_bytes;
  region.shadow = shadow_for(region.begin, region.end - region.begin, Shadow::shift_for(element_bytes));
}

// Marks that an earlier buffer left there are too old to matter.
Shadow Arena::shadow_for(std::uintptr_t begin, std::size_t bytes, unsigned granule_shift) {
  ShadowPages& pages = shadows_[begin];
  if (!pages.has_room_for(bytes, granule_shift)) pages = ShadowPages(bytes, granule_shift);
  return pages.shadow(bytes, granule_shift);
}

void Arena::drop_shadows_of_released() {
  std::size_t kept = 0;
  for (auto at = shadows_.begin(); at != shadows_.end();) {
    const bool is_released = regions_.count(at->first) == 0;
    if (is_released) kept += at->second.bytes();
    at = is_released && kept > kKeptShadowBytes ? shadows_.erase(at) : std::next(at);
  }
}

void Arena::set_writable(const void* memory, bool writable) {
  const auto found = regions_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found != regions_.end()) found->second.writable = writable;
}

void Arena::mark_written(const void* memory, std::size_t bytes, bool written) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  written_.set(offset_of(memory), bytes, written);
  for (auto& [region_begin, region] : regions_) {
    if (written && begin <= region.begin && begin + bytes >= region.end) region.all_written = true;
    if (!written && begin < region.end && begin + bytes > region.begin) region.all_written = false;
  }
}

bool Arena::is_written(const void* memory, std::size_t bytes) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const auto after = regions_.upper_bound(begin);
  if (after != regions_.begin()) {
    const Region& region = std::prev(after)->second;
    if (region.all_written && bytes <= region.end - begin && region.holds(begin)) return true;
  }
  return written_.all_marked(offset_of(memory), bytes);
}

Region* Arena::find(std::uintptr_t address) {
  const auto after = regions_.upper_bound(address);
  if (after == regions_.begin()) return nullptr;
  Region& region = std::prev(after)->second;
  return region.holds(address) ? &region : nullptr;
}

const Region* Arena::nearest(std::uintptr_t address) const {
  const Region* best = nullptr;
  std::uintptr_t best_distance = UINTPTR_MAX;
  for (const auto& [begin, region] : regions_) {
    const std::uintptr_t distance = address < begin         ? begin - address
                                    : address >= region.end ? address - region.end
                                                            : 0;
    if (distance < best_distance) {
      best = &region;
      best_distance = distance;
    }
  }
  return best;
}

void Arena::forget_accesses() {
  for (auto& [begin, pages] : shadows_) pages.forget_accesses();
}

}  // namespace simt
