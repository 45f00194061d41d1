// Headers of other libraries that clang reads otherwise than they are written.
//
// - From version 2.8 on CUB copies the inputs of cub::DeviceTransform, and so of thrust::transform, in bulk (TMA) on GPUs like the one
//   that the machine is. The machine has no such copies. CUB has another way as well, which it takes without the macro that one of its
//   headers defines: clang reads that header without the macro.
// - libcu++'s barrier has a destructor, which clears the barrier's word. nvcc destroys no variable in shared memory and says no more than
//   a warning; clang refuses a `__shared__` variable that has a destructor with statements. It reads a function of another name.
//
// Lines stay where they are, so that messages name those of the header as it is.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

// The flags for clang, if its `words` name folders with such headers. copy: what the files begin with that clang reads instead.
std::vector<std::string> with_changed_headers(const std::vector<std::string>& words, const std::string& copy);

}  // namespace simtcc
