#include "back/divergence.h"

#include <cstddef>

#include "contract/module_abi.h"
#include "passes/pointer_bases.h"
#include "passes/runtime_calls.h"

namespace simtcc {

Divergence::Divergence(llvm::Function& function, bool is_kernel, const llvm::Value* context,
                       const llvm::LoopInfo& loops)
    : function_(function),
      is_kernel_(is_kernel),
      context_(context),
      loops_(loops),
      dominators_(function),
      ends_(function) {
  while (visit()) {
  }
}

// Values only ever come to be apart: the order in which they are looked at does not matter.
bool Divergence::visit() {
  bool changed = false;
  for (const llvm::BasicBlock& block : function_) {
    for (const llvm::Instruction& instruction : block) {
      if (apart_.contains(&instruction) || !is_apart(instruction)) continue;
      apart_.insert(&instruction);
      changed = true;
    }
  }
  return changed;
}

bool Divergence::is_apart(const llvm::Instruction& instruction) const {
  if (instruction.getType()->isVoidTy() || is_number_of_warp(instruction)) return false;
  if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return is_apart_phi(*phi);
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return is_apart_load(*load);
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return is_apart_call(*call);
  return llvm::any_of(instruction.operands(), [&](const llvm::Use& operand) {
    return is_apart_operand(operand.get(), *instruction.getParent());
  });
}

// A value that a loop leaves behind differs where lanes leave it in different rounds.
bool Divergence::is_apart_operand(const llvm::Value* value, const llvm::BasicBlock& user) const {
  if (llvm::isa<llvm::Argument>(value)) return !is_kernel_ && value != context_;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return false;
  if (apart_.contains(instruction)) return true;
  for (const llvm::Loop* loop = loops_.getLoopFor(instruction->getParent());
       loop != nullptr && !loop->contains(&user); loop = loop->getParentLoop()) {
    if (leaves_apart(*loop)) return true;
  }
  return false;
}

// A phi differs where lanes come to it on different ways.
bool Divergence::is_apart_phi(const llvm::PHINode& phi) const {
  const llvm::BasicBlock& block = *phi.getParent();
  for (const llvm::Use& value : phi.incoming_values()) {
    if (is_apart_operand(value.get(), block)) return true;
  }
  if (phi.hasConstantValue() != nullptr) return false;
  const auto* const node = dominators_.getNode(&block);
  if (node == nullptr || node->getIDom() == nullptr) return false;
  const auto* const above = node->getIDom();
  const llvm::Loop* const loop = loops_.getLoopFor(&block);
  for (const llvm::BasicBlock* from : phi.blocks()) {
    if (loop != nullptr && loop->getHeader() == &block && loop->contains(from)) continue;  // another round
    for (const auto* at = dominators_.getNode(from); at != nullptr; at = at->getIDom()) {
      if (splits(*at->getBlock())) return true;
      if (at == above) break;
    }
  }
  return false;
}

bool Divergence::is_thread_index(const llvm::Value* value) const {
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr) return false;
  llvm::APInt offset(64, 0);
  const llvm::Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      function_.getParent()->getDataLayout(), offset, true);
  return base == context_ && offset.uge(offsetof(simt::abi::Context, thread_index)) &&
         offset.ult(offsetof(simt::abi::Context, block_index));
}

bool Divergence::is_apart_load(const llvm::LoadInst& load) const {
  if (is_thread_index(&load)) return true;
  const llvm::Value* const base = base_of(const_cast<llvm::Value*>(load.getPointerOperand()));
  if (base == context_) return false;
  return (base != nullptr && llvm::isa<llvm::AllocaInst>(base)) ||
         is_apart_operand(load.getPointerOperand(), *load.getParent());
}

bool Divergence::is_apart_call(const llvm::CallBase& call) const {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  const auto depends = [&] {
    return llvm::any_of(call.args(), [&](const llvm::Use& operand) {
      return is_apart_operand(operand.get(), *call.getParent());
    });
  };
  if (runtime_call(callee) == nullptr) return !callee->isDeclaration() || depends();
  const llvm::StringRef name = callee->getName();
  // What a whole warp or block finds.
  if (name == "simt_ballot" || name == "simt_reduce" || name == "simt_barrier_count" ||
      name == "simt_active_mask" || name == "simt_clock")
    return false;
  return name != "simt_fetch_texture" || depends();
}

// threadIdx.x, and what is added to it for all lanes alike.
bool Divergence::is_row_of_threads(const llvm::Value* value, unsigned depth) const {
  constexpr unsigned kDeepest = 6;
  if (depth > kDeepest) return false;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || !apart_.contains(instruction)) return true;
  if (is_thread_index(instruction)) return true;
  switch (instruction->getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Or:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
      return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
        return is_row_of_threads(operand.get(), depth + 1);
      });
    default:
      return false;
  }
}

// `threadIdx.x / 32` and the like.
bool Divergence::is_number_of_warp(const llvm::Instruction& instruction) const {
  constexpr std::uint64_t kShift = 5;
  if (instruction.getNumOperands() < 2) return false;
  const auto* const by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (by == nullptr) return false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return by->getValue().uge(kShift) && is_row_of_threads(instruction.getOperand(0));
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
      return by->getValue().urem(std::uint64_t{1} << kShift) == 0 &&
             is_row_of_threads(instruction.getOperand(0));
    case llvm::Instruction::And:
      return by->getValue().countTrailingZeros() >= kShift && is_row_of_threads(instruction.getOperand(0));
    default:
      return false;
  }
}

bool Divergence::splits(const llvm::BasicBlock& block) const {
  const llvm::Instruction& end = *block.getTerminator();
  return end.getNumSuccessors() > 1 && end.getNumOperands() > 0 && is_apart_operand(end.getOperand(0), block);
}

bool Divergence::leaves_apart(const llvm::Loop& loop) const {
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
  loop.getExitingBlocks(exits);
  return llvm::any_of(exits, [&](const llvm::BasicBlock* exit) { return splits(*exit); });
}

const llvm::BasicBlock* Divergence::split_around(const llvm::BasicBlock& block) const {
  const llvm::Loop* const loop = loops_.getLoopFor(&block);
  const llvm::BasicBlock* found = nullptr;
  const auto* at = dominators_.getNode(&block);
  while (at != nullptr && (at = at->getIDom()) != nullptr) {
    const llvm::BasicBlock* const above = at->getBlock();
    if (loop != nullptr && !loop->contains(above)) break;
    const bool may_leave = loop != nullptr && loop->isLoopExiting(above);
    if (!may_leave && loops_.getLoopFor(above) == loop && splits(*above) && !ends_.dominates(&block, above))
      found = above;
  }
  return found;
}

}  // namespace simtcc
