#include "back/stored_values.h"

#include <algorithm>

#include "passes/pointer_bases.h"

namespace simtcc {
namespace {

// A vote or a reduction in which no lane of the warp may be missing, or what one of the lanes tells all: the lanes meet there, so
// two that have not met since have the same one. (Unless one of them returned before the other voted again.)
bool is_found_by_all_lanes(const llvm::CallInst& call) {
  const llvm::Function* const called = call.getCalledFunction();
  if (called == nullptr || call.arg_size() == 0) return false;
  const auto is = [&](unsigned argument, std::int64_t wanted) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    return number != nullptr && number->getSExtValue() == wanted;
  };
  const llvm::StringRef name = called->getName();
  if (name == "simt_ballot" || name == "simt_reduce") return is(0, -1);
  constexpr unsigned kHow = 2, kOperand = 3, kWidth = 4;
  return name == "simt_shuffle" && is(0, -1) && is(kHow, 0) && is(kWidth, simt::abi::kLanes) &&
         llvm::isa<llvm::ConstantInt>(call.getArgOperand(kOperand));
}

}  // namespace

std::uint32_t StoredValues::number_of(const llvm::StoreInst& store) {
  const llvm::Value& value = *store.getValueOperand();
  const Alike alike = alike_in(value);
  if (alike == Alike::nowhere)
    return is_report_of_one(store) ? number_of_place(*store.getPointerOperand()) : 0;
  std::uint32_t& number = numbers_[&value];
  if (number == 0) number = places_.number_value() | (alike == Alike::in_warp ? simt::abi::kValueOfWarp : 0);
  return number;
}

// Stores to one place by which any thread may tell what it found.
std::uint32_t StoredValues::number_of_place(const llvm::Value& pointer) {
  std::uint32_t& number = numbers_[&pointer];
  if (number == 0) number = places_.number_value() | simt::abi::kAnyValueWillDo;
  return number;
}

// Whether threads that found something in the data store to one variable which of them it was, or where: `if (key[i] == wanted) *found = i`.
// A store that does not depend on data, as of each thread that has an element, is more likely to lack an index.
bool StoredValues::is_report_of_one(const llvm::StoreInst& store) const {
  if (alike_in(*store.getPointerOperand()) != Alike::everywhere) return false;
  const llvm::BasicBlock* const block = store.getParent();
  for (const auto* node = dominators_.getNode(block); node != nullptr; node = node->getIDom()) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional() || !comes_from_data(*branch->getCondition())) continue;
    const bool decides = llvm::any_of(branch->successors(), [&](const llvm::BasicBlock* next) {
      return dominators_.dominates(llvm::BasicBlockEdge(branch->getParent(), next), block);
    });
    if (decides) return true;
  }
  return false;
}

bool StoredValues::comes_from_data(const llvm::Value& value, unsigned depth) const {
  constexpr unsigned kDeepest = 6;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth > kDeepest) return false;
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    const llvm::Value* const base = base_of(const_cast<llvm::Value*>(load->getPointerOperand()));
    const auto* const argument = llvm::dyn_cast_or_null<llvm::Argument>(base);
    const bool is_passed_value = argument != nullptr && argument->hasByValAttr();
    return base != context_ && !is_passed_value;
  }
  return llvm::any_of(instruction->operands(),
                      [&](const llvm::Use& operand) { return comes_from_data(*operand.get(), depth + 1); });
}

// Constants, the kernel's parameters, what all lanes of a warp found out together, and what is computed from these alone.
StoredValues::Alike StoredValues::alike_in(const llvm::Value& value, unsigned depth) const {
  constexpr unsigned kDeepest = 6;
  if (llvm::isa<llvm::UndefValue>(value) || depth > kDeepest) return Alike::nowhere;
  if (llvm::isa<llvm::Constant>(value)) return Alike::everywhere;
  if (llvm::isa<llvm::Argument>(value))
    return is_kernel_ && &value != context_ ? Alike::everywhere : Alike::nowhere;
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call != nullptr && is_found_by_all_lanes(*call)) return Alike::in_warp;
  const bool is_function = llvm::isa<llvm::IntrinsicInst>(value) && call->doesNotAccessMemory();
  const bool is_computed = llvm::isa<llvm::BinaryOperator>(value) || llvm::isa<llvm::CastInst>(value) ||
                           llvm::isa<llvm::CmpInst>(value) || llvm::isa<llvm::SelectInst>(value) ||
                           llvm::isa<llvm::GetElementPtrInst>(value);
  if (!is_function && !is_computed) return Alike::nowhere;
  Alike alike = Alike::everywhere;
  for (const llvm::Use& operand : llvm::cast<llvm::Instruction>(value).operands())
    alike = std::min(alike, alike_in(*operand.get(), depth + 1));
  return alike;
}

}  // namespace simtcc
