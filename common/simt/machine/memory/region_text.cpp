#include "memory/region_text.h"

#include "simt/words.h"

namespace simt {
namespace {

std::size_t element_bytes(const Region& region, unsigned width) {
  return region.element_bytes == Region::kUnknown ? width : region.element_bytes;
}

const char* unit_of(const Region& region) {
  if (region.element_bytes == 1) return "byte";
  return region.space == Space::shared ? "word" : "element";
}

}  // namespace

std::string place_in(const Region& region, std::uintptr_t address, unsigned width) {
  const auto offset = static_cast<std::intptr_t>(address - region.begin);
  const auto size = static_cast<std::intptr_t>(element_bytes(region, width));
  const std::intptr_t index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
  if (region.space != Space::shared) return "`" + region.name + "[" + std::to_string(index) + "]`";
  return std::string(unit_of(region)) + " " + std::to_string(index) + " of `" + region.name + "`";
}

std::string extent_of(const Region& region, unsigned width) {
  const std::uintptr_t count = (region.end - region.begin) / element_bytes(region, width);
  return "`" + region.name + "` has " + plural(count, unit_of(region));
}

}  // namespace simt
