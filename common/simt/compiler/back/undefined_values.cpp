#include "back/undefined_values.h"

#include <llvm/ADT/PostOrderIterator.h>

#include <cstddef>
#include <string>
#include <vector>

#include "front/source_lines.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

using simt::abi::Runtime;

constexpr unsigned kValue = 2;      // which operand of a shuffle's call is the value that the lane brings,
constexpr unsigned kUndefined = 6;  // and which is the companion of it

bool is_shuffle(const llvm::Instruction& instruction) {
  return is_call_of_member(instruction, offsetof(Runtime, shuffle));
}

// A function of numbers alone: the C mathematics library's, or LLVM's own.
bool computes_only(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && !begins_with(callee->getName(), "simt.") &&
         !call->getType()->isVoidTy();
}

// Whether the result is undefined where an operand is, and nothing else comes of that.
bool passes_on(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst,
                   llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                   llvm::ExtractValueInst, llvm::InsertValueInst>(instruction) ||
         computes_only(instruction);
}

class Follower {
 public:
  Follower(llvm::Function& function, Places& places)
      : function_(function),
        places_(places),
        number_(llvm::Type::getInt64Ty(function.getContext())),
        defined_(llvm::ConstantInt::get(number_, 0)) {}

  void run() {
    find_descendants();
    make_companions();
    for (const auto& [phi, companion] : phis_) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        companion->addIncoming(companion_of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    }
    for (const auto& [user, companion] : uses_) announce_use(*user, companion);
  }

 private:
  // All that is computed from what shuffles give.
  void find_descendants() {
    llvm::SmallVector<llvm::Instruction*, 32> open;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (is_shuffle(instruction)) open.push_back(&instruction);
    }
    while (!open.empty()) {
      llvm::Instruction* const value = open.pop_back_val();
      if (!descends_.insert(value).second) continue;
      for (llvm::User* user : value->users()) {
        auto* const next = llvm::cast<llvm::Instruction>(user);
        if (passes_on(*next)) open.push_back(next);
      }
    }
  }

  // In an order in which a value comes before those that are computed from it, except around loops.
  void make_companions() {
    std::vector<llvm::Instruction*> order;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
      for (llvm::Instruction& instruction : *block) order.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : order) {
      auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction);
      if (phi == nullptr || descends_.count(phi) == 0) continue;
      llvm::IRBuilder<> builder(phi);
      phis_.emplace_back(phi, builder.CreatePHI(number_, phi->getNumIncomingValues()));
      companions_[phi] = phis_.back().second;
    }
    for (llvm::Instruction* instruction : order) visit(*instruction);
  }

  void visit(llvm::Instruction& instruction) {
    if (llvm::isa<llvm::PHINode>(instruction)) return;
    if (is_shuffle(instruction)) return visit_shuffle(llvm::cast<llvm::CallInst>(instruction));
    if (descends_.count(&instruction) == 0) return note_use(instruction, companion_of_operands(instruction));
    llvm::IRBuilder<> builder(&instruction);
    if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      companions_[select] = of_select(builder, *select);
    } else if (auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      companions_[operation] =
          either(builder, of_operand(builder, *operation, 0), of_operand(builder, *operation, 1));
    } else {
      companions_[&instruction] = companion_of_operands(instruction);
    }
  }

  // What is brought is passed on; the lane that is asked must be known.
  void visit_shuffle(llvm::CallInst& shuffle) {
    llvm::IRBuilder<> builder(&shuffle);
    llvm::Value* asked = defined_;
    for (unsigned i = 0; i < shuffle.arg_size(); ++i) {
      if (i != kValue) asked = either(builder, asked, companion_of(shuffle.getArgOperand(i)));
    }
    note_use(shuffle, asked);
    shuffle.setArgOperand(kUndefined, companion_of(shuffle.getArgOperand(kValue)));
    builder.SetInsertPoint(shuffle.getNextNode());
    companions_[&shuffle] = builder.CreateExtractValue(&shuffle, 1);
  }

  llvm::Value* companion_of(llvm::Value* value) const {
    const auto known = companions_.find(value);
    return known == companions_.end() ? defined_ : known->second;
  }

  llvm::Value* companion_of_operands(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(before(instruction));
    llvm::Value* any = defined_;
    for (llvm::Value* operand : instruction.operands()) any = either(builder, any, companion_of(operand));
    return any;
  }

  llvm::Value* either(llvm::IRBuilder<>& builder, llvm::Value* one, llvm::Value* other) const {
    if (one == defined_ || one == other) return other;
    if (other == defined_) return one;
    return builder.CreateSelect(builder.CreateICmpNE(one, defined_), one, other);
  }

  // Only the side that is chosen matters.
  llvm::Value* of_select(llvm::IRBuilder<>& builder, llvm::SelectInst& select) {
    llvm::Value* const then = companion_of(select.getTrueValue());
    llvm::Value* const otherwise = companion_of(select.getFalseValue());
    const bool is_one_choice = select.getCondition()->getType()->isIntegerTy() && then != otherwise;
    llvm::Value* const chosen = is_one_choice ? builder.CreateSelect(select.getCondition(), then, otherwise)
                                              : either(builder, then, otherwise);
    return either(builder, companion_of(select.getCondition()), chosen);
  }

  // An operand of `x & 0`, `x * 0` or `x | ~0` does not matter: so optimisers write `condition && x`.
  llvm::Value* of_operand(llvm::IRBuilder<>& builder, llvm::BinaryOperator& operation, unsigned which) {
    llvm::Value* const companion = companion_of(operation.getOperand(which));
    llvm::Value* const other = operation.getOperand(1 - which);
    const auto code = operation.getOpcode();
    const bool is_or = code == llvm::Instruction::Or;
    if ((!is_or && code != llvm::Instruction::And && code != llvm::Instruction::Mul) ||
        companion == defined_ || companion_of(other) != defined_ || !other->getType()->isIntegerTy())
      return companion;
    llvm::Constant* const decisive = is_or ? llvm::Constant::getAllOnesValue(other->getType())
                                           : llvm::Constant::getNullValue(other->getType());
    return builder.CreateSelect(builder.CreateICmpEQ(other, decisive), defined_, companion);
  }

  // A call, and a function's end, follow their entry in the log directly (verifier.h).
  static llvm::Instruction* before(llvm::Instruction& instruction) {
    llvm::Instruction* const previous = instruction.getPrevNode();
    const bool follows_entry = previous != nullptr && is_call_of(*previous, "simt.log");
    return follows_entry ? previous : &instruction;
  }

  void note_use(llvm::Instruction& user, llvm::Value* companion) {
    if (companion != defined_) uses_.emplace_back(&user, companion);
  }

  void announce_use(llvm::Instruction& user, llvm::Value* companion) {
    llvm::Instruction* const at = before(user);
    PlaceRecord record{place_of(user), simt::abi::PlaceKind::intrinsic};
    llvm::IRBuilder<> builder(at);
    llvm::Value* const is_undefined = builder.CreateICmpNE(companion, defined_);
    llvm::MDNode* const rarely = llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1U << 20U);
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_undefined, at, false, rarely));
    call_runtime(builder, offsetof(Runtime, use_undefined), builder.getVoidTy(),
                 places_.add(std::move(record)), {companion});
  }

  llvm::Function& function_;
  Places& places_;
  llvm::Type* number_;
  llvm::Value* defined_;  // the companion of a defined value
  llvm::DenseSet<const llvm::Value*> descends_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> companions_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;  // and their companions
  std::vector<std::pair<llvm::Instruction*, llvm::Value*>> uses_;
};

}  // namespace

bool is_call_of_member(const llvm::Instruction& instruction, std::size_t member) {
  return is_call_of(instruction, "simt.call." + std::to_string(member));
}

bool calls_member(const llvm::Function& function, std::size_t member) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_call_of_member(instruction, member)) return true;
  }
  return false;
}

void follow_undefined_values(llvm::Function& function, Places& places) {
  if (calls_member(function, offsetof(Runtime, shuffle))) Follower(function, places).run();
}

}  // namespace simtcc
