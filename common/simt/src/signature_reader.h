// Reads a function's parameters from DWARF.
#pragma once

#include <elfutils/libdw.h>

#include "simt/signature.h"

namespace simt {

// `address`: the function's first, as `unit`'s debug information counts.
Signature read_signature(Dwarf_Die* unit, Dwarf_Addr address);

}  // namespace simt
