// The functions that CUDA's headers call by name (simt_barrier, simt_shuffle, …) and what they are to the
// machine: members of abi::Runtime, or fields of abi::Context.
#pragma once

#include "contract/module_abi.h"
#include "llvm.h"

namespace simtcc {

struct RuntimeCall {
  const char* name;    // the name that the headers declare
  std::size_t member;  // the offset in abi::Runtime
  bool never_returns = false;
  int address = -1;  // the argument that is an address, which the machine checks; -1: none is
};

// Returns null if the callee is not one of the machine's functions.
const RuntimeCall* runtime_call(const llvm::Value* callee);

inline bool is_call_of(const llvm::Instruction& instruction, llvm::StringRef name) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == name;
}

// Runs before optimisation. It tells the optimiser what calls of the machine can do, and turns the front
// end's own intrinsics (barriers, printf) into such calls.
void prepare_runtime_calls(llvm::Module& module);

// threadIdx and its like, and simt_shared_base: replaces the calls in a function by loads from the context.
void load_indices(llvm::Function& function, llvm::Value* context);

// A call of one of the verifier's primitives, simt.NAME (verifier.h), with a place and more arguments.
llvm::CallInst* call_primitive(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                               std::uint32_t place, llvm::ArrayRef<llvm::Value*> arguments);
// The name of a primitive that exists for each type: "load", "store".
std::string typed_primitive(const char* name, const llvm::Type* type);

// Calls member `member` of the runtime with a place and more arguments.
llvm::CallInst* call_runtime(llvm::IRBuilder<>& builder, std::size_t member, llvm::Type* result,
                             std::uint32_t place, llvm::ArrayRef<llvm::Value*> arguments);

// An i8*: where a field of the context lies.
llvm::Value* field_of(llvm::IRBuilder<>& builder, llvm::Value* context, std::size_t offset, llvm::Type* type);

}  // namespace simtcc
