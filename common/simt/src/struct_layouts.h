// The structs that a kernel file defines: how they are aligned says how their copies are made.
#pragma once

#include <elfutils/libdwfl.h>

#include <cstddef>
#include <map>

namespace simt {

// For each size, the smallest alignment of a struct of that size, in bytes. Structs of the machine's and of
// the system's headers are left out. nvcc copies a struct in pieces of its alignment, at most 16 bytes.
std::map<std::size_t, std::size_t> smallest_alignments(Dwfl_Module* module);

}  // namespace simt
