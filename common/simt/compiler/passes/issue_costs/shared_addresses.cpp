#include "passes/issue_costs/shared_addresses.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "passes/issue_costs/address_costs.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/passes.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

constexpr const char* kSlotsNote = "simt.address_slots";
constexpr const char* kAheadNote = "simt.slots_ahead";

void note_number(llvm::Instruction& instruction, const char* name, unsigned number) {
  llvm::LLVMContext& context = instruction.getContext();
  llvm::Metadata* const value =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number));
  instruction.setMetadata(name, llvm::MDNode::get(context, value));
}

std::optional<unsigned> noted_number(const llvm::Instruction& instruction, const char* name) {
  const llvm::MDNode* const node = instruction.getMetadata(name);
  if (node == nullptr) return std::nullopt;
  return static_cast<unsigned>(
      llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

class SharedAddresses {
 public:
  SharedAddresses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)) {}

  void run() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order) {
      for (llvm::Instruction& instruction : *block) {
        auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        if (element != nullptr && !element->hasAllConstantIndices() && is_address(*element)) visit(*element);
      }
    }
    for (const auto& [base, known] : known_) {
      for (const Known& one : known) finish(one);
    }
    // What the first of several needs is computed ahead of its loop, and what the others would is not.
    for (const auto& [element, ahead] : first_) drop_indices(*element, ahead);
    for (llvm::GetElementPtrInst* element : others_) drop_indices(*element, nullptr);
    for (const auto& [branch, slots] : ahead_) note_number(*branch, kAheadNote, slots);
  }

 private:
  struct Known {
    llvm::GetElementPtrInst* element = nullptr;
    const llvm::SCEV* address = nullptr;
    const llvm::SCEV* step = nullptr;  // in each round of its loop; null: it does not run with the loop
    bool is_only = true;               // whether no other address is a constant apart
  };

  static bool is_address(const llvm::GetElementPtrInst& element) {
    return !element.getType()->isVectorTy() && !element.use_empty();
  }

  static bool is_shared(const llvm::GetElementPtrInst& element) {
    return element.getPointerAddressSpace() == kSharedSpace;
  }
  // Addresses of shared memory have 32 bits: an unsigned index that may overflow, as threadIdx.x + k, is a constant apart from another
  // one all the same. As a distance from its base.
  const llvm::SCEV* lower_half(const llvm::SCEV* address) {
    return evolution_.getTruncateOrNoop(evolution_.removePointerBase(address),
                                        llvm::Type::getInt32Ty(function_.getContext()));
  }

  void visit(llvm::GetElementPtrInst& element) {
    const llvm::SCEV* const whole = evolution_.getSCEV(&element);
    const llvm::SCEV* const base = evolution_.getPointerBase(whole);
    const llvm::SCEV* const address = is_shared(element) ? lower_half(whole) : whole;
    llvm::SmallVector<Known, 4>& known = known_[base];
    if (Known* const other = constant_apart(element, address, known)) {
      other->is_only = false;
      note_number(element, kSlotsNote, 0);
      others_.push_back(&element);
      return;
    }
    constexpr std::size_t kMost = 32;  // the last ones: a long function has thousands
    if (known.size() == kMost) {
      finish(known.front());
      known.erase(known.begin());
    }
    known.push_back({&element, address});
    llvm::Loop* const loop = loops_.getLoopFor(element.getParent());
    if (loop == nullptr) return;
    if (evolution_.isLoopInvariant(address, loop)) return move_ahead(element, branch_ahead(*loop, address));
    const auto* const runs = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
    if (runs == nullptr || runs->getLoop() != loop || !runs->isAffine()) return;
    known.back().step = runs->getStepRecurrence(evolution_);
    move_ahead(element, branch_before(*loop));
  }

  void move_ahead(llvm::GetElementPtrInst& element, llvm::BranchInst* ahead) {
    if (ahead != nullptr) ahead_[ahead] += std::max(1U, address_cost(element).slots);
    note_number(element, kSlotsNote, 0);
    first_.emplace_back(&element, ahead);
  }

  void finish(const Known& one) {
    if (one.step != nullptr) note_number(*one.element, kSlotsNote, step_slots(one));
  }

  // An address before that is this one but for a constant which an access has room for; null: there is none.
  Known* constant_apart(const llvm::GetElementPtrInst& element, const llvm::SCEV* address,
                        llvm::MutableArrayRef<Known> known) {
    constexpr std::int64_t kRoom = 1 << 23U;
    const auto found = llvm::find_if(known, [&](const Known& one) {
      if (!is_before(*one.element, element)) return false;
      const auto* const apart =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(address, one.address));
      if (apart == nullptr) return false;
      const llvm::APInt& distance = apart->getAPInt();
      return distance.isSignedIntN(32) && std::abs(distance.getSExtValue()) < kRoom;
    });
    return found == known.end() ? nullptr : &*found;
  }

  // A block that ptxas predicates is part of the one before.
  bool is_before(const llvm::GetElementPtrInst& one, const llvm::GetElementPtrInst& element) const {
    return dominators_.dominates(home_of(*one.getParent()), element.getParent());
  }

  // The branch ahead of the outermost loop that the address stays the same in; null: there is none.
  llvm::BranchInst* branch_ahead(llvm::Loop& inner, const llvm::SCEV* address) {
    llvm::Loop* loop = &inner;
    while (loop->getParentLoop() != nullptr && evolution_.isLoopInvariant(address, loop->getParentLoop()))
      loop = loop->getParentLoop();
    return branch_before(*loop);
  }

  static llvm::BranchInst* branch_before(const llvm::Loop& loop) {
    llvm::BasicBlock* const before = loop.getLoopPredecessor();
    return before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  }

  // What the next round's address takes: of 32 bits a sum, of 64 bits two. ptxas moves it to another register first if a single access needs
  // it, and where the step is a number of 32 bits, that is multiplied and added by IMAD.WIDE alone.
  static unsigned step_slots(const Known& one) {
    const bool is_near =
        one.element->getPointerAddressSpace() != 0 ||
        llvm::isa<llvm::AllocaInst>(one.element->getPointerOperand()->stripInBoundsOffsets());
    if (is_near) return 1;
    if (llvm::isa<llvm::SCEVConstant>(one.step)) return one.is_only ? 3 : 2;
    const bool is_of_words = llvm::SCEVExprContains(one.step, [](const llvm::SCEV* part) {
      const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(part);
      return cast != nullptr && cast->getOperand()->getType()->isIntegerTy(32);
    });
    // A counter of 64 bits that is the index itself is scaled anew in each round, by LEA and LEA.HI.X.
    const bool is_counter = llvm::isa<llvm::PHINode>(*std::prev(one.element->op_end()));
    return is_of_words && !is_counter ? 1 : 2;
  }

  // An index that nothing but such addresses needs, or further indices of theirs.
  void drop_indices(const llvm::GetElementPtrInst& element, llvm::BranchInst* ahead) {
    for (const llvm::Use& index : element.indices()) drop_if_unused(index.get(), ahead);
  }
  void drop_if_unused(llvm::Value* index, llvm::BranchInst* ahead) {
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(index);
    const bool is_index = instruction != nullptr && (is_of_addresses(*instruction) ||
                                                     instruction->getOpcode() == llvm::Instruction::Or);
    if (!is_index || instruction->hasMetadata(kSlotsNote)) return;
    if (!llvm::all_of(instruction->users(), [](const llvm::User* user) {
          return llvm::cast<llvm::Instruction>(user)->hasMetadata(kSlotsNote);
        }))
      return;
    if (ahead != nullptr) ahead_[ahead] += issue_cost_of(*instruction).slots;
    note_number(*instruction, kSlotsNote, 0);
    for (const llvm::Use& operand : instruction->operands()) drop_if_unused(operand.get(), ahead);
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::DenseMap<const llvm::SCEV*, llvm::SmallVector<Known, 4>> known_;  // by their bases
  // Whose places in a loop take less, since they are computed ahead of it; and those that are a constant apart from one before.
  llvm::SmallVector<std::pair<llvm::GetElementPtrInst*, llvm::BranchInst*>, 8> first_;
  llvm::SmallVector<llvm::GetElementPtrInst*, 16> others_;
  llvm::MapVector<llvm::BranchInst*, unsigned> ahead_;
};

}  // namespace

void note_shared_addresses(llvm::Module& module) {
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) SharedAddresses(function, analyses.functions).run();
  }
}

std::optional<unsigned> slots_of_shared(const llvm::Instruction& instruction) {
  return noted_number(instruction, kSlotsNote);
}

unsigned slots_ahead_of_loop(const llvm::BranchInst& branch) {
  return noted_number(branch, kAheadNote).value_or(0);
}

}  // namespace simtcc
