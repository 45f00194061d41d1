#include "debug_scopes.h"

#include <dwarf.h>

namespace simt {
namespace {

// What `visit` finds at the first child where it finds anything.
template <class Visit>
std::optional<Dwarf_Die> first_of_children(Dwarf_Die* parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return std::nullopt;
  do {
    if (auto found = visit(&child)) return found;
  } while (dwarf_siblingof(&child, &child) == 0);
  return std::nullopt;
}

std::optional<Dwarf_Die> scope_below(Dwarf_Die* scope, Dwarf_Addr address) {
  return first_of_children(scope, [address](Dwarf_Die* child) -> std::optional<Dwarf_Die> {
    const int tag = dwarf_tag(child);
    const bool is_scope = tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
    if (!is_scope || dwarf_haspc(child, address) != 1) return std::nullopt;
    const auto below = scope_below(child, address);
    return below ? below : *child;
  });
}

}  // namespace

std::optional<Dwarf_Die> function_at(Dwarf_Die* unit, Dwarf_Addr address) {
  return first_of_children(unit, [address](Dwarf_Die* child) -> std::optional<Dwarf_Die> {
    const int tag = dwarf_tag(child);
    if (tag == DW_TAG_namespace) return function_at(child, address);
    if (tag == DW_TAG_subprogram && dwarf_haspc(child, address) == 1) return *child;
    return std::nullopt;
  });
}

std::optional<Dwarf_Die> innermost_scope_at(Dwarf_Die* unit, Dwarf_Addr address) {
  auto function = function_at(unit, address);
  if (!function) return std::nullopt;
  const auto below = scope_below(&*function, address);
  return below ? below : function;
}

}  // namespace simt
