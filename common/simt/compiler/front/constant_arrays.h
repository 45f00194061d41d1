// Arrays that are constants to clang: `constexpr` ones at namespace scope.
//
// Where device code uses nothing but elements of such an array, clang 14 reads them from a nameless copy, whether the array is the
// host's, `__device__` or `__constant__`: the declaration's qualifier is on nothing that is left. nvcc refuses the host's only.
#pragma once

#include <functional>
#include <string>

#include "llvm.h"

namespace simtcc {

// Whether the variable is such a copy.
bool is_copy_of_array(const llvm::GlobalVariable& variable);

// The copied array's symbol.
std::string symbol_of_array(const llvm::GlobalVariable& copy);

// Puts an array in the place of each copy that device code may read. qualifier: what the array is declared with, by its name with
// namespaces (front_end.h, qualifier_of).
void restore_device_arrays(llvm::Module& module,
                           const std::function<std::string(const std::string& name)>& qualifier);

}  // namespace simtcc
