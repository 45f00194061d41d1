// The arrays that code at an address can name, by the scopes around it.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <vector>

namespace simt {

struct NamedArray {
  std::string name;
  std::vector<std::uint64_t> extents;  // outermost first: {32, 33} of float tile[32][33]
};

// The array variables that are declared in one scope.
std::vector<NamedArray> arrays_declared_in(Dwarf_Die* scope);

}  // namespace simt
