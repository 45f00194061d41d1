#include "loading/launch.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "textures/textures.h"

namespace simt {
namespace {

std::uintptr_t pointer_at(const void* argument, std::size_t offset) {
  std::uintptr_t pointer = 0;
  std::memcpy(&pointer, static_cast<const char*>(argument) + offset, sizeof pointer);
  return pointer;
}

void note_stores_anywhere(Launch& launch) {
  for (auto& [begin, region] : launch.arena->regions()) region.is_stored_to = true;
  for (Region& variable : launch.variables.regions()) variable.is_stored_to = variable.writable;
}

Region* region_at(Launch& launch, std::uintptr_t address) {
  Region* const buffer = launch.arena->find(address);
  return buffer != nullptr ? buffer : launch.variables.find(address);
}

// Notes the stores that a kernel can make through an argument: a pointer, or a struct that may have pointers.
void note_stores_through(Launch& launch, const abi::Parameter& parameter, const void* argument) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= parameter.bytes; at += sizeof(std::uintptr_t)) {
    const std::uintptr_t pointer = pointer_at(argument, at);
    Region* const region = region_at(launch, pointer);
    if (region != nullptr) {
      region->is_stored_to = true;
    } else if (static_cast<TypeKind>(parameter.kind) == TypeKind::pointer && pointer != 0) {
      note_stores_anywhere(launch);  // one past the end of a buffer, or before its start
    }
  }
}

}  // namespace

void find_stored_regions(Launch& launch) {
  for (auto& [begin, region] : launch.arena->regions()) {
    region.is_stored_to = false;
    region.is_loaded_from = false;
  }
  for (const auto& [handle, object] : launch.textures->all()) {
    if (!object.is_surface || object.is_released) continue;
    Region* const stored = region_at(launch, reinterpret_cast<std::uintptr_t>(object.memory().begin));
    if (stored != nullptr) stored->is_stored_to = true;
  }
  if (launch.has(abi::kStoresAnywhere)) return note_stores_anywhere(launch);
  const abi::Kernel& kernel = *launch.kernel.code;
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    if (kernel.parameters[i].may_be_stored != 0)
      note_stores_through(launch, kernel.parameters[i], launch.arguments[i]);
  }
}

bool may_work_in_place(Launch& launch) {
  if (launch.has(abi::kWorksInPlace)) return true;
  std::vector<const Region*> seen;
  const abi::Kernel& kernel = *launch.kernel.code;
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= kernel.parameters[i].bytes;
         at += sizeof(std::uintptr_t)) {
      const Region* const region = region_at(launch, pointer_at(launch.arguments[i], at));
      if (region == nullptr) continue;
      if (std::find(seen.begin(), seen.end(), region) != seen.end()) return true;
      seen.push_back(region);
    }
  }
  return false;
}

void mark_stored_regions(const Launch& launch) {
  for (const auto& [begin, region] : launch.arena->regions()) {
    if (region.is_stored_to && !region.all_written)
      launch.arena->mark_written(reinterpret_cast<const void*>(begin), region.end - begin, true);
  }
}

const abi::Parameter* foreign_pointer(Launch& launch, std::uintptr_t base, const char* name) {
  const abi::Kernel& kernel = *launch.kernel.code;
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    const abi::Parameter& parameter = kernel.parameters[i];
    if (static_cast<TypeKind>(parameter.kind) != TypeKind::pointer) continue;
    const std::uintptr_t value = pointer_at(launch.arguments[i], 0);
    const bool is_meant =
        base != 0 ? value == base : name != nullptr && std::strcmp(parameter.name, name) == 0;
    if (is_meant && value != 0 && region_at(launch, value) == nullptr) return &parameter;
  }
  return nullptr;
}

const Region* region_named(Launch& launch, const char* name) {
  if (name == nullptr) return nullptr;
  const abi::Kernel& kernel = *launch.kernel.code;
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    const bool is_pointer = static_cast<TypeKind>(kernel.parameters[i].kind) == TypeKind::pointer;
    if (is_pointer && std::strcmp(kernel.parameters[i].name, name) == 0)
      return region_at(launch, pointer_at(launch.arguments[i], 0));
  }
  for (const Region& variable : launch.variables.regions()) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

}  // namespace simt
