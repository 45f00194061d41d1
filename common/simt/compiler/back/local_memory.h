// Local arrays: what a lane keeps in memory because it has an address at run time. They are in the lane's
// local memory, behind Context::local, never on the native stack.
#pragma once

#include <string>
#include <vector>

#include "llvm.h"

namespace simtcc {

struct LocalArray {
  const llvm::AllocaInst* alloca = nullptr;  // gone once it is placed
  std::string name;
  llvm::Value* begin = nullptr;  // an i8*, in the function's first block
  std::uint64_t bytes = 0;
};

// Places every alloca of the function there, and takes, clears and gives back the memory. `overflow` is the
// place to name when there is too little.
std::vector<LocalArray> place_locals(llvm::Function& function, std::uint32_t overflow);

// Returns the bytes of an array whose length is known, and 0 for another array.
std::uint64_t alloca_bytes(const llvm::AllocaInst& alloca);

bool has_locals(llvm::Function& function);

}  // namespace simtcc
