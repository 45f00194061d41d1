#include "region_text.h"

namespace simt {
namespace {

const char* unit_of(const Region& region) {
  if (region.space == Space::global) return region.element_bytes == 1 ? "byte" : "element";
  return region.element_bytes == 1 ? "byte" : "word";
}

}  // namespace

std::string bytes_text(std::uintptr_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string place_in(const Region& region, std::uintptr_t address) {
  const auto offset = static_cast<std::intptr_t>(address - region.begin);
  const auto size = static_cast<std::intptr_t>(region.element_bytes);
  const std::intptr_t index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
  if (region.space == Space::global) return "`" + region.name + "[" + std::to_string(index) + "]`";
  return std::string(unit_of(region)) + " " + std::to_string(index) + " of `" + region.name + "`";
}

std::string extent_of(const Region& region) {
  const std::uintptr_t count = (region.end - region.begin) / region.element_bytes;
  return "`" + region.name + "` has " + std::to_string(count) + " " + unit_of(region) +
         (count == 1 ? "" : "s");
}

}  // namespace simt
