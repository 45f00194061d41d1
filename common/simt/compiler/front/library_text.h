// Headers of other libraries that clang reads otherwise than they are written.
//
// From version 2.8 on CUB copies the inputs of cub::DeviceTransform, and so of thrust::transform, in bulk (TMA) on GPUs like the one that
// the machine is. The machine has no such copies. CUB has another way as well, which it takes without the macro that one of its headers
// defines: clang reads that header without the macro.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

// The flags for clang, if one of its `words` names a folder with such a header. copy: the file to write what clang reads to.
std::vector<std::string> without_bulk_copies(const std::vector<std::string>& words, const std::string& copy);

}  // namespace simtcc
