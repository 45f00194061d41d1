#include "code_view.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>

#include <cstddef>

namespace simt_verifier {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::Runtime;

std::optional<std::uint64_t> constant(const Value* value) {
  const auto* const number = dyn_cast<ConstantInt>(value);
  if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
  return number->getZExtValue();
}

bool is_barrier(const Value* value) {
  const auto* const call = dyn_cast<CallInst>(value);
  const auto* const code = call == nullptr ? nullptr : dyn_cast<InlineAsm>(call->getCalledOperand());
  return code != nullptr && code->getAsmString().empty() && code->getConstraintString() == "=r,0" &&
         !code->hasSideEffects() && !code->isAlignStack() && !code->canThrow() && call->arg_size() == 1 &&
         call->getType() == call->getArgOperand(0)->getType() && call->getType()->isPointerTy();
}

bool is_plain(const Type* type) {
  const Type* const element = type->getScalarType();
  return type->isSingleValueType() && !isa<ScalableVectorType>(type) &&
         (element->isPointerTy() || element->isHalfTy() || element->isBFloatTy() || element->isFloatTy() ||
          element->isDoubleTy() ||
          (element->isIntegerTy() && element->getPrimitiveSizeInBits() % 8 == 0 &&
           isPowerOf2_64(element->getPrimitiveSizeInBits())));
}

CodeView::CodeView(const Function& function, const Tables& tables)
    : function_(function), tables_(tables), layout_(function.getParent()->getDataLayout()) {
  const auto kernel = tables.kernels.find(&function);
  if (kernel != tables.kernels.end()) kernel_ = &kernel->second;
}

std::int64_t CodeView::field(const Value* value) const {
  const auto* const load = dyn_cast<LoadInst>(value->stripPointerCasts());
  if (load == nullptr) return -1;
  const Address address = address_of(load->getPointerOperand(), layout_);
  return address.base == context() ? address.offset : -1;
}
std::optional<std::size_t> CodeView::member_of(const CallInst& call) const {
  const auto* const code = dyn_cast<LoadInst>(call.getCalledOperand()->stripPointerCasts());
  if (code == nullptr) return std::nullopt;
  const Address address = address_of(code->getPointerOperand(), layout_);
  if (!is_field(address.base, offsetof(Context, runtime))) return std::nullopt;
  return static_cast<std::size_t>(address.offset);
}

Guard CodeView::guard_of(const BasicBlock& block) const {
  if (pred_size(&block) != 2) return {};
  for (const BasicBlock* slow : predecessors(&block)) {
    const BasicBlock* const head = slow->getSinglePredecessor();
    const auto* const branch = head == nullptr ? nullptr : dyn_cast<BranchInst>(head->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != slow ||
        branch->getSuccessor(1) != &block || slow->getSingleSuccessor() != &block)
      continue;
    const auto* const condition = dyn_cast<ICmpInst>(branch->getCondition());
    if (condition == nullptr || condition->getParent() != head) continue;
    const CallInst* only = nullptr;
    for (const Instruction& instruction : *slow) {
      const auto* const call = dyn_cast<CallInst>(&instruction);
      if (call != nullptr && only != nullptr) return {};
      if (call != nullptr) only = call;
    }
    const auto member = only == nullptr ? std::nullopt : member_of(*only);
    if (member && (*member != offsetof(Runtime, check) || only->arg_size() == 4))
      return Guard{head, condition, only, *member};
  }
  return {};
}

std::optional<std::size_t> CodeView::argument(const Value* address) const {
  const auto* const load = dyn_cast<LoadInst>(address);
  if (kernel_ == nullptr || load == nullptr) return std::nullopt;
  const Address at = address_of(load->getPointerOperand(), layout_);
  if (at.base != function_.getArg(1)) return std::nullopt;
  return static_cast<std::size_t>(at.offset) / 8;
}

const Tables::Place& CodeView::place(const Value* number) const {
  const auto known = constant(number);
  require(known && *known < tables_.places.size(), "no place of the table");
  return tables_.places[*known];
}

}  // namespace simt_verifier
