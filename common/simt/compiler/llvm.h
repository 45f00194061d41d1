// What the files of this folder need of LLVM, in one place: it is compiled once, and versions differ here
// alone.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#if LLVM_VERSION_MAJOR >= 17
#include <llvm/TargetParser/Host.h>
#else
#include <llvm/Support/Host.h>
#endif

namespace simtcc {

// See KeptAccessesPass in passes/optimise.cpp.
inline constexpr bool kLoadsSeeThroughStores = LLVM_VERSION_MAJOR >= 17;

// Notes of variables are instructions here, in all versions.
inline void use_debug_instructions([[maybe_unused]] llvm::Module& module) {
#if LLVM_VERSION_MAJOR >= 19
  module.convertFromNewDbgValues();
#endif
}

// "i8*", which newer versions call "ptr".
inline llvm::PointerType* byte_pointer(llvm::LLVMContext& context) {
  return llvm::PointerType::getUnqual(llvm::Type::getInt8Ty(context));
}

// Methods of StringRef since 16, by other names before.
inline bool begins_with(llvm::StringRef text, llvm::StringRef begin) {
  return text.substr(0, begin.size()) == begin;  // NOLINT(modernize-use-starts-ends-with)
}
inline bool ends_with(llvm::StringRef text, llvm::StringRef end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

inline llvm::SROAPass scalars_for_aggregates() {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::SROAPass(llvm::SROAOptions::ModifyCFG);
#else
  return llvm::SROAPass();
#endif
}

inline void expand_move(llvm::MemMoveInst* move, [[maybe_unused]] const llvm::TargetTransformInfo& target) {
#if LLVM_VERSION_MAJOR >= 17
  llvm::expandMemMoveAsLoop(move, target);
#else
  llvm::expandMemMoveAsLoop(move);
#endif
}

// How much of a loop's size an instruction is, where unrolling is decided.
inline unsigned code_size_of(const llvm::Instruction& instruction, const llvm::TargetTransformInfo& target) {
  constexpr auto kKind = llvm::TargetTransformInfo::TCK_CodeSize;
#if LLVM_VERSION_MAJOR >= 16
  const llvm::InstructionCost cost = target.getInstructionCost(&instruction, kKind);
#else
  const llvm::InstructionCost cost = target.getUserCost(&instruction, kKind);
#endif
  return cost.isValid() ? static_cast<unsigned>(*cost.getValue()) : 1;
}

#if LLVM_VERSION_MAJOR >= 18
inline constexpr auto kObjectFile = llvm::CodeGenFileType::ObjectFile;
inline constexpr auto kNoOptimisation = llvm::CodeGenOptLevel::None;
#else
inline constexpr auto kObjectFile = llvm::CGFT_ObjectFile;
inline constexpr auto kNoOptimisation = llvm::CodeGenOpt::None;
#endif

}  // namespace simtcc
