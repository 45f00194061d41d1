#include "array_scopes.h"

#include <dwarf.h>

#include <optional>

namespace simt {
namespace {

bool is_transparent(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type;
}

// The type of a variable, its names and qualifiers taken off.
std::optional<Dwarf_Die> bare_type_of(Dwarf_Die* variable) {
  Dwarf_Die die = *variable;
  do {
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
        dwarf_formref_die(&attribute, &type) == nullptr)
      return std::nullopt;
    die = type;
  } while (is_transparent(dwarf_tag(&die)));
  return die;
}

// 0 where it is not known.
std::uint64_t extent_of(Dwarf_Die* subrange) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr_integrate(subrange, DW_AT_count, &attribute), &value) == 0) return value;
  if (dwarf_formudata(dwarf_attr_integrate(subrange, DW_AT_upper_bound, &attribute), &value) == 0)
    return value + 1;
  return 0;
}

std::vector<std::uint64_t> extents_of(Dwarf_Die* array) {
  std::vector<std::uint64_t> extents;
  Dwarf_Die child;
  if (dwarf_child(array, &child) != 0) return extents;
  do {
    if (dwarf_tag(&child) == DW_TAG_subrange_type) extents.push_back(extent_of(&child));
  } while (dwarf_siblingof(&child, &child) == 0);
  return extents;
}

}  // namespace

std::vector<NamedArray> arrays_declared_in(Dwarf_Die* scope) {
  std::vector<NamedArray> arrays;
  Dwarf_Die child;
  if (dwarf_child(scope, &child) != 0) return arrays;
  do {
    if (dwarf_tag(&child) != DW_TAG_variable) continue;
    auto type = bare_type_of(&child);
    if (!type || dwarf_tag(&*type) != DW_TAG_array_type) continue;
    Dwarf_Attribute attribute;
    const char* const name = dwarf_formstring(dwarf_attr_integrate(&child, DW_AT_name, &attribute));
    arrays.push_back({name == nullptr ? "" : name, extents_of(&*type)});
  } while (dwarf_siblingof(&child, &child) == 0);
  return arrays;
}

}  // namespace simt
