// What a buffer holds before the first launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "element_type.h"

namespace simt_tools {

struct Contents {
  std::vector<std::uint8_t> bytes;
  bool written = true;
};

// `fill` as argument_spec.h describes it. Throws std::invalid_argument.
Contents fill_elements(const std::string& fill, ElementType type, std::size_t elements, std::uint64_t seed);

// All elements of a file. Throws std::invalid_argument when it cannot be read or holds something else.
std::vector<std::uint8_t> read_elements(const std::string& path, ElementType type);

}  // namespace simt_tools
