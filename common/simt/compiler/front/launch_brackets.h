// Launches that nvcc reads and clang does not: with blanks in the brackets, `kernel << <grid, block >> >
// (n)`, as some editors format it, and with shapes in braces, `kernel<<<{4, 4}, {32, 8}>>>(n)`. They are
// written anew before clang sees them. Lines stay as they are, and so do columns, but for those behind a
// brace.
#pragma once

#include <string>

namespace simtcc {

// `text`, a source, with each launch as clang reads it.
std::string with_launch_brackets(std::string text);

}  // namespace simtcc
