#include "memory/variables.h"

#include <algorithm>

namespace simt {
namespace {

Region region_of(const abi::Variable& variable) {
  Region region;
  region.begin = reinterpret_cast<std::uintptr_t>(variable.address);
  region.end = region.begin + variable.bytes;
  region.name = variable.name;
  region.element_bytes = variable.element_bytes;
  region.space = variable.constant != 0 ? Space::constant : Space::global;
  region.writable = variable.constant == 0 && variable.read_only == 0;
  region.is_stored_to = variable.may_be_stored != 0;
  region.shadow.granule_shift = Shadow::shift_for(variable.element_bytes == 0 ? 4 : variable.element_bytes);
  return region;
}

std::vector<Region> regions_of(const abi::Module& module) {
  std::vector<Region> regions;
  for (std::uint32_t i = 0; i < module.variable_count; ++i) regions.push_back(region_of(module.variables[i]));
  std::sort(regions.begin(), regions.end(),
            [](const Region& a, const Region& b) { return a.begin < b.begin; });
  return regions;
}

}  // namespace

Variables::Variables(const abi::Module& module) : regions_(regions_of(module)) {
  for (Region& region : regions_) {
    if (!region.writable) continue;
    const unsigned shift = region.shadow.granule_shift;
    const std::size_t bytes = region.end - region.begin;
    region.shadow = shadows_.emplace_back(bytes, shift).shadow(bytes, shift);
  }
}

Region* Variables::find(std::uintptr_t address) {
  const auto after =
      std::upper_bound(regions_.begin(), regions_.end(), address,
                       [](std::uintptr_t wanted, const Region& region) { return wanted < region.begin; });
  if (after == regions_.begin()) return nullptr;
  return std::prev(after)->holds(address) ? &*std::prev(after) : nullptr;
}

}  // namespace simt
