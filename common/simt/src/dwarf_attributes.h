// What every reader of DWARF asks for.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <optional>
#include <string>

namespace simt {

inline std::optional<Dwarf_Word> number_of(Dwarf_Die* die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, attribute_name, &attribute), &value) != 0)
    return std::nullopt;
  return value;
}

// The entry that an attribute refers to, also when it stands at the entry's origin or declaration.
inline std::optional<Dwarf_Die> referred(Dwarf_Die* die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Die target;
  if (dwarf_attr_integrate(die, attribute_name, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &target) == nullptr) {
    return std::nullopt;
  }
  return target;
}

// No type is void.
inline std::optional<Dwarf_Die> type_of(Dwarf_Die* die) { return referred(die, DW_AT_type); }

inline std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* const name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
  return name == nullptr ? "" : name;
}

template <class Visit>
void for_each_child(Dwarf_Die* parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return;
  do {
    visit(&child);
  } while (dwarf_siblingof(&child, &child) == 0);
}

}  // namespace simt
