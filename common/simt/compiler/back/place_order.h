// The order in which a function's blocks are numbered: a loop's blocks follow each other without a gap, and
// but for the ways back to a loop's beginning every way through the function goes forward. See
// abi::PlaceKind.
#pragma once

#include <vector>

#include "llvm.h"

namespace simtcc {

// A block, or the end of a loop's blocks.
struct OrderItem {
  llvm::BasicBlock* block = nullptr;
  llvm::Loop* end_of = nullptr;
};

std::vector<OrderItem> ordered(llvm::Function& function, llvm::LoopInfo& loops);

}  // namespace simtcc
