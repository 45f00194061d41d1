// Places in memory, in words.
#pragma once

#include <string>

#include "memory/region.h"

namespace simt {

// "`in[7]`" in a buffer; in shared memory, where the array's shape is not known, "word 7 of `tile`". Before
// the start an index is negative, as it was written. `width`: of the access.
std::string place_in(const Region& region, std::uintptr_t address, unsigned width);

// "`in` has 1024 elements"
std::string extent_of(const Region& region, unsigned width);

}  // namespace simt
