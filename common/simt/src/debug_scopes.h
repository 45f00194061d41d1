// Functions in DWARF by address, in namespaces too: libdw's own search does not enter these, and clang puts
// there what g++ puts beside them.
#pragma once

#include <elfutils/libdw.h>

#include <optional>

namespace simt {

// The entry of the function, not one inlined into it, that holds `address`.
std::optional<Dwarf_Die> function_at(Dwarf_Die* unit, Dwarf_Addr address);

// The innermost function, block or inlined function that holds `address`.
std::optional<Dwarf_Die> innermost_scope_at(Dwarf_Die* unit, Dwarf_Addr address);

}  // namespace simt
