// Places in memory, in words.
#pragma once

#include <string>

#include "arena.h"

namespace simt {

std::string bytes_text(std::uintptr_t bytes);  // "4 bytes"

// "`in[7]`" in a buffer; in shared memory, where the array's shape is not known, "word 7 of `tile`". Before
// the start an index is negative, as it was written.
std::string place_in(const Region& region, std::uintptr_t address);

// "`in` has 1024 elements"
std::string extent_of(const Region& region);

}  // namespace simt
