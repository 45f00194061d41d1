// Which branches the lanes of a warp may take apart: their conditions depend on the thread's index, on what is loaded by way of it, or
// on what other lanes did not decide alike. Only the model of time asks.
#pragma once

#include <llvm/Analysis/PostDominators.h>

#include "llvm.h"

namespace simtcc {

class Divergence {
 public:
  // `context`: see device_functions.h. The arguments of a function that is no kernel may differ by lane.
  Divergence(llvm::Function& function, bool is_kernel, const llvm::Value* context,
             const llvm::LoopInfo& loops);

  // Whether lanes may leave the block on different ways.
  bool splits(const llvm::BasicBlock& block) const;
  // Whether lanes may leave the loop in different rounds.
  bool leaves_apart(const llvm::Loop& loop) const;
  // The outermost branch in the innermost loop around the block that may keep some lanes from it, and that no lane leaves the loop
  // by; null if all lanes that are in the loop come to the block together.
  const llvm::BasicBlock* split_around(const llvm::BasicBlock& block) const;

 private:
  bool visit();
  bool is_apart(const llvm::Instruction& instruction) const;
  bool is_apart_phi(const llvm::PHINode& phi) const;
  bool is_apart_load(const llvm::LoadInst& load) const;
  bool is_apart_call(const llvm::CallBase& call) const;
  bool is_apart_operand(const llvm::Value* value, const llvm::BasicBlock& user) const;
  bool is_row_of_threads(const llvm::Value* value, unsigned depth = 0) const;
  bool is_number_of_warp(const llvm::Instruction& instruction) const;
  bool is_thread_index(const llvm::Value* value) const;

  llvm::Function& function_;
  bool is_kernel_;
  const llvm::Value* context_;
  const llvm::LoopInfo& loops_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree ends_;
  llvm::DenseSet<const llvm::Value*> apart_;
};

}  // namespace simtcc
