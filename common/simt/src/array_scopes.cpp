#include "array_scopes.h"

#include "dwarf_attributes.h"

namespace simt {
namespace {

bool is_transparent(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type;
}

// The type of a variable, its names and qualifiers taken off.
std::optional<Dwarf_Die> bare_type_of(Dwarf_Die* variable) {
  auto type = type_of(variable);
  while (type && is_transparent(dwarf_tag(&*type))) type = type_of(&*type);
  return type;
}

// 0 where it is not known.
std::uint64_t extent_of(Dwarf_Die* subrange) {
  if (const auto count = number_of(subrange, DW_AT_count)) return *count;
  const auto last = number_of(subrange, DW_AT_upper_bound);
  return last ? *last + 1 : 0;
}

std::vector<std::uint64_t> extents_of(Dwarf_Die* array) {
  std::vector<std::uint64_t> extents;
  for_each_child(array, [&](Dwarf_Die* child) {
    if (dwarf_tag(child) == DW_TAG_subrange_type) extents.push_back(extent_of(child));
  });
  return extents;
}

}  // namespace

std::vector<NamedArray> arrays_declared_in(Dwarf_Die* scope) {
  std::vector<NamedArray> arrays;
  for_each_child(scope, [&](Dwarf_Die* child) {
    auto type = dwarf_tag(child) == DW_TAG_variable ? bare_type_of(child) : std::nullopt;
    if (type && dwarf_tag(&*type) == DW_TAG_array_type)
      arrays.push_back({name_of(child), extents_of(&*type)});
  });
  return arrays;
}

}  // namespace simt
