// Where a pointer comes from: the parameter, variable, shared or local array that the program computed it
// from, and whether it leads to shared memory.
#pragma once

#include <optional>

#include "llvm.h"
#include "passes/shared_memory.h"

namespace simtcc {

// The one object that the pointer is computed from: a function's argument, a variable, an alloca, a loaded
// pointer; null where there are several.
llvm::Value* base_of(llvm::Value* pointer);

// Whether a pointer in the function leads to shared memory, as far as that is known: it does if it comes from a shared
// array, and does not if it comes from another variable or from a kernel's parameter.
std::optional<bool> leads_to_shared(llvm::Value* pointer, const llvm::Function& function);

// simt_is_shared(pointer) asks whether a pointer leads to shared memory. What the compiler knows is answered
// while it optimises, so that code for the other case goes away; else the kernel compares addresses.
// simt_is_grid_constant(pointer) is answered here whatever is known.
struct AnswerQuestionsPass : llvm::PassInfoMixin<AnswerQuestionsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Replaces those that are left in a function that takes the context.
void answer_at_run_time(llvm::Function& function, llvm::Value* context, const SharedLayout& shared);

}  // namespace simtcc
