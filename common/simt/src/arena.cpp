#include "arena.h"

#include <algorithm>

#include "simt/machine.h"

namespace simt {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{16} << 30U;  // reserved addresses, not memory
constexpr std::size_t kPage = 16384;  // of the map of written words too: four of these are one there
// Between two buffers: an index that runs past one by less than this still names it, not its neighbour.
constexpr std::size_t kGap = 4 * kPage;
// Addresses for shadow cells: enough for a cell a byte.
constexpr std::size_t kShadowBytes = sizeof(ShadowCell) * kArenaBytes;
// Shadow up to this size stays with its addresses when the buffer goes: the next buffer there needs no new
// pages.
constexpr std::size_t kKeptShadowBytes = std::size_t{64} << 20U;

std::size_t rounded_to_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

std::size_t shadow_bytes(const Region& region) {
  const std::size_t granule = std::size_t{1} << region.shadow.granule_shift;
  return rounded_to_pages((region.end - region.begin + granule - 1) / granule * sizeof(ShadowCell) + 1);
}

}  // namespace

Arena::Arena() : memory_(kArenaBytes), written_(kArenaBytes), shadow_(kShadowBytes) {}

void* Arena::allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes) {
  const std::size_t pages = rounded_to_pages(bytes == 0 ? 1 : bytes);
  std::uintptr_t begin = memory_.begin() + kGap;
  for (const auto& [used_begin, used] : regions_) {  // first fit
    if (begin + pages + kGap <= used_begin) break;
    begin = memory_.begin() + rounded_to_pages(used.end - memory_.begin()) + kGap;
  }
  const std::size_t offset = begin - memory_.begin();
  if (offset + pages + kGap > memory_.size())
    throw Error("out of global memory: " + std::to_string(bytes) + " bytes for '" + name + "' do not fit");
  memory_.commit(offset, pages);
  written_.commit(offset, pages);
  Region& region = regions_[begin];
  region = {begin, begin + bytes, name, element_bytes, Space::global, true, {}};
  region.shadow.granule_shift = GlobalShadow::shift_for(element_bytes);
  region.shadow.cells = reinterpret_cast<ShadowCell*>(shadow_.begin() + offset * sizeof(ShadowCell));
  shadow_.commit(offset * sizeof(ShadowCell), shadow_bytes(region));
  return reinterpret_cast<void*>(begin);
}

void Arena::release(void* memory) {
  const auto found = regions_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == regions_.end()) return;
  const std::size_t offset = found->second.begin - memory_.begin();
  const std::size_t bytes =
      rounded_to_pages(std::max<std::size_t>(1, found->second.end - found->second.begin));
  if (shadow_bytes(found->second) > kKeptShadowBytes)
    shadow_.decommit(offset * sizeof(ShadowCell), shadow_bytes(found->second));
  memory_.decommit(offset, bytes);
  written_.decommit(offset, bytes);
  regions_.erase(found);
}

void Arena::set_writable(const void* memory, bool writable) {
  const auto found = regions_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found != regions_.end()) found->second.writable = writable;
}

const Region* Arena::find(std::uintptr_t address, std::size_t width) const {
  auto after = regions_.upper_bound(address);
  if (after == regions_.begin()) return nullptr;
  const Region& region = std::prev(after)->second;
  return address + width <= region.end ? &region : nullptr;
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

}  // namespace simt
