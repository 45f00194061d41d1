// Puts a call of a primitive (verifier.h) in the place of each access and of each call that CUDA's headers
// make of the machine, and log entries and questions where module_abi.h asks for them.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "back/places.h"
#include "front/kernels.h"
#include "llvm.h"
#include "passes/shared_memory.h"

namespace simtcc {

// What a function does that matters to a launch.
struct FunctionFacts {
  bool has_barrier = false;
  bool has_fence = false;
  bool has_device_fence = false;
  bool uses_heap = false;
  bool stores_anywhere = false;
  bool tells_blocks = false;            // abi::kTellsBlocks
  bool works_in_place = false;          // abi::kWorksInPlace
  bool waits_for_threads = false;       // abi::kWaitsForThreads
  std::set<unsigned> stored_arguments;  // numbers of its own arguments, without the context
  std::set<const llvm::GlobalVariable*> stored_variables;
  std::set<const llvm::GlobalVariable*> shared_arrays;  // static ones that it uses
  unsigned registers = 0;

  void add(const FunctionFacts& callee) {
    has_barrier |= callee.has_barrier;
    has_fence |= callee.has_fence;
    has_device_fence |= callee.has_device_fence;
    uses_heap |= callee.uses_heap;
    stores_anywhere |= callee.stores_anywhere || !callee.stored_arguments.empty();
    tells_blocks |= callee.tells_blocks;
    works_in_place |= callee.works_in_place;
    waits_for_threads |= callee.waits_for_threads;
    stored_variables.insert(callee.stored_variables.begin(), callee.stored_variables.end());
    shared_arrays.insert(callee.shared_arrays.begin(), callee.shared_arrays.end());
    registers = std::max(registers, callee.registers);
  }
};

// What it does that the machine must hear of: its accesses, calls, divisions and the rounds of its loops, each
// numbered as a place, in program order.
struct NumberedAccess {
  llvm::Instruction* instruction = nullptr;  // a load, a store
  std::uint32_t place = 0;
  llvm::Value* base = nullptr;  // see base_of(), before arrays are placed
};

// A loop that no place and no other loop lies in: it logs nothing but what it cost, when it has ended.
struct SilentLoop {
  struct Block {
    llvm::BasicBlock* block = nullptr;
    unsigned instructions = 0;
    bool may_be_side = true;  // false: nvcc has no branch to it
  };
  llvm::Loop* loop = nullptr;
  std::uint32_t place = 0;
  std::vector<Block> blocks;
};

struct NumberedCode {
  std::vector<NumberedAccess> accesses;
  std::vector<std::pair<llvm::CallInst*, std::uint32_t>> calls;  // calls of the machine
  // Calls of functions that could not be inlined
  std::vector<std::pair<llvm::CallInst*, std::uint32_t>> nested;
  std::vector<std::pair<llvm::BinaryOperator*, std::uint32_t>> divisions;
  std::vector<std::pair<llvm::Loop*, std::uint32_t>> rounds;
  std::vector<SilentLoop> silent;
  // Blocks that only some lanes come to and nothing else is logged in: each is a step by itself
  std::vector<std::pair<llvm::BasicBlock*, std::uint32_t>> sides;
  // The pointer's base of each call that passes an address
  llvm::DenseMap<const llvm::CallInst*, llvm::Value*> address_bases;
  std::uint32_t overflow = 0;        // the place to name when local memory is too small
  std::uint32_t leave = 0;           // the place of a device function's end
  std::optional<std::uint32_t> end;  // of a kernel's, if it is a step
  FunctionFacts facts;
  std::unique_ptr<llvm::LoopInfo> loops = std::make_unique<llvm::LoopInfo>();
};

// `function` takes the context first (device_functions.h). Its loops get one way back each. Throws Refused
// for what the machine cannot do.
// `kernel` is null for one that is none.
NumberedCode number_places(llvm::Function& function, const KernelFunction* kernel, llvm::Value* context,
                           Places& places);

// `function` takes the context first (device_functions.h). Throws Refused for what the machine cannot do.
FunctionFacts announce(llvm::Function& function, const KernelFunction* kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places);

}  // namespace simtcc
