// Values that a program leaves undefined, such as a variable that is read before it is set.
#pragma once

#include "llvm.h"

namespace simtcc {

// Makes every one of them the same pattern, NaN as float: the code generator would else take any register,
// with what an earlier thread left there.
void define_values(llvm::Module& module);

}  // namespace simtcc
