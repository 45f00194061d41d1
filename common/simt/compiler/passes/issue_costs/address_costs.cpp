#include "passes/issue_costs/address_costs.h"

#include "passes/passes.h"

namespace simtcc {
namespace {

// The base of the addresses that an index is used for, and for nothing else but further indices; null if there is none.
const llvm::Value* base_of_indexed(const llvm::Value& index) {
  const llvm::Value* base = nullptr;
  const auto note = [&](const llvm::User* user) {
    if (const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      base = element->getPointerOperand();
  };
  for (const llvm::User* user : index.users()) {
    note(user);
    if (!llvm::isa<llvm::SExtInst>(user) && !llvm::isa<llvm::ZExtInst>(user)) continue;
    for (const llvm::User* const address : user->users()) note(address);
  }
  return base;
}

// The only index that is not constant; null if there are none or several.
const llvm::Value* index_of(const llvm::GetElementPtrInst& element) {
  const llvm::Value* found = nullptr;
  for (const llvm::Use& index : element.indices()) {
    if (llvm::isa<llvm::Constant>(index.get())) continue;
    if (found != nullptr) return nullptr;
    found = index.get();
  }
  return found;
}

// Whether the address is one of a row that is only indexed, `array + r * width` where the array is an argument.
bool is_only_row(const llvm::GetElementPtrInst& row) {
  const bool is_row = index_of(row) != nullptr && llvm::isa<llvm::Argument>(row.getPointerOperand());
  return is_row && !row.use_empty() && llvm::all_of(row.users(), [&](const llvm::User* user) {
           const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
           return element != nullptr && element->getPointerOperand() == &row && index_of(*element) != nullptr;
         });
}

// The row of `row[c]`: nvcc adds the two indices first, in 64 bits. Null if the row's address is needed by itself.
const llvm::GetElementPtrInst* row_of(const llvm::GetElementPtrInst& element) {
  const auto* const row = llvm::dyn_cast<llvm::GetElementPtrInst>(element.getPointerOperand());
  return row != nullptr && is_only_row(*row) ? row : nullptr;
}

bool have_same_place(const llvm::GetElementPtrInst& one, const llvm::GetElementPtrInst& other) {
  const llvm::GetElementPtrInst* const row = row_of(one);
  const llvm::GetElementPtrInst* const other_row = row_of(other);
  return (row == nullptr) == (other_row == nullptr) && index_of(one) == index_of(other) &&
         (row == nullptr || index_of(*row) == index_of(*other_row));
}

// How an address shares its index with the same place in other arrays: what they have in common is computed once.
struct SharedIndex {
  bool is_first = true;
  bool is_only = true;
};
SharedIndex shared_index(const llvm::GetElementPtrInst& element) {
  SharedIndex shared;
  const llvm::User* first = nullptr;
  for (const llvm::User* user : index_of(element)->users()) {
    const auto* const other = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    if (other == nullptr || other->getFunction() != element.getFunction() ||
        !have_same_place(element, *other))
      continue;
    first = other;  // the last of the list was made first
    shared.is_only &= other == &element;
  }
  shared.is_first = first == nullptr || first == &element;
  return shared;
}

// An address in global memory (nvdisasm of kernels for sm_90, CUDA 13.0). IMAD.WIDE scales an index of 32 bits and adds it to a pointer of 64.
// An index of 64 bits takes two instructions, LEA and LEA.HI.X, and where several arrays have it, two to scale it and two sums for
// each. What has nothing to scale, an array of bytes, takes the sums alone.
IssueCost global_address(const llvm::GetElementPtrInst& element) {
  const llvm::Value& index = *index_of(element);
  const llvm::DataLayout& layout = element.getModule()->getDataLayout();
  const bool is_scaled = layout.getTypeAllocSize(element.getResultElementType()) != 1;
  const bool is_of_row = row_of(element) != nullptr;
  if (is_extended_word(&index) && is_scaled && !is_of_row) return {1, kArithmetic};
  const SharedIndex shared = shared_index(element);
  unsigned slots = 2;
  if (is_scaled && !shared.is_only && shared.is_first) slots += 2;
  if (is_of_row && shared.is_first) slots += 2;
  return {slots, slots / 2 * kArithmetic};
}

}  // namespace

bool is_sum(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return code == llvm::Instruction::Add || code == llvm::Instruction::Sub;
}

bool is_wide(const llvm::Type* type) { return type->isIntegerTy() && type->getIntegerBitWidth() > 32; }

// A sum that continues an index: where one of its operands, or what that was made of with the same other part, already has an
// address in the array, IMAD.WIDE (of indices of 64 bits two IADD3) adds the rest to that address (LLVM's straight-line strength
// reduction for GPUs does it).
bool steps_address(const llvm::Instruction& sum) {
  if (!sum.getType()->isIntegerTy() || sum.getOpcode() != llvm::Instruction::Add) return false;
  const auto is_of_indices = [](const llvm::User* user) {
    return llvm::isa<llvm::SExtInst>(user) || llvm::isa<llvm::ZExtInst>(user) ||
           llvm::isa<llvm::GetElementPtrInst>(user);
  };
  const llvm::Value* const base = base_of_indexed(sum);
  if (base == nullptr || !llvm::all_of(sum.users(), is_of_indices)) return false;
  const auto* const before = llvm::dyn_cast<llvm::Instruction>(sum.getOperand(0));
  if (before == nullptr || !is_sum(*before)) return false;
  // before = earlier + step, and earlier + the same offset is an index of the array.
  const llvm::Value* const offset = sum.getOperand(1);
  return llvm::any_of(before->operands(), [&](const llvm::Use& earlier) {
    return llvm::any_of(earlier->users(), [&](const llvm::User* user) {
      const auto* const other = llvm::dyn_cast<llvm::Instruction>(user);
      return other != nullptr && other != &sum && other->getOpcode() == llvm::Instruction::Add &&
             other->getOperand(1) == offset && base_of_indexed(*other) == base;
    });
  });
}

bool is_unsigned_index(const llvm::Instruction& sum) {
  return llvm::any_of(sum.users(), [](const llvm::User* user) { return llvm::isa<llvm::ZExtInst>(user); });
}

namespace {

// Whether ptxas makes one stretch of code of the two blocks and what is between them: branches out of an unrolled loop's rounds it leaves out.
bool are_in_one_stretch(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  constexpr unsigned kMost = 8;  // blocks: of four rounds, with one between each two
  for (unsigned i = 0; i < kMost && to != nullptr && to != from; ++i) {
    to = to->getSinglePredecessor();
    if (to == nullptr) return false;
    const bool goes_on =
        to->getSingleSuccessor() != nullptr || to->getTerminator()->hasMetadata(kNeverLeavesNote);
    if (!goes_on) return false;
  }
  return to == from;
}

}  // namespace

// A sum that only leads to sums which continue an index, or to further ones like itself: with these it goes.
bool leads_to_stepped_addresses(const llvm::Instruction& sum, unsigned depth) {
  constexpr unsigned kDeepest = 16;  // rounds of an unrolled loop
  if (depth > kDeepest || !is_sum(sum) || !sum.getType()->isIntegerTy()) return false;
  return !sum.use_empty() && llvm::all_of(sum.users(), [&](const llvm::User* user) {
    const auto* const next = llvm::dyn_cast<llvm::Instruction>(user);
    return next != nullptr && are_in_one_stretch(sum.getParent(), next->getParent()) && is_sum(*next) &&
           next->getOperand(0) == &sum &&
           (steps_address(*next) || leads_to_stepped_addresses(*next, depth + 1));
  });
}

// Whether an index of 64 bits is a number of 32 bits to nvcc. Where LLVM has split a constant off an index, the sum of the rest is
// one of two numbers that are extended before it.
bool is_extended_word(const llvm::Value* value) {
  if (const auto* const sum = llvm::dyn_cast<llvm::Instruction>(value); sum != nullptr && is_sum(*sum))
    return is_extended_word(sum->getOperand(0)) && is_extended_word(sum->getOperand(1));
  return (llvm::isa<llvm::SExtInst>(value) || llvm::isa<llvm::ZExtInst>(value)) &&
         !is_wide(llvm::cast<llvm::CastInst>(value)->getSrcTy());
}

// Of a warp's accesses behind one base the constant part is in the instruction that accesses. Elsewhere than in global memory,
// addresses have 32 bits.
IssueCost address_cost(const llvm::GetElementPtrInst& element) {
  if (is_only_row(element)) return {};
  const bool is_near = element.getPointerAddressSpace() != 0 ||
                       llvm::isa<llvm::AllocaInst>(element.getPointerOperand()->stripInBoundsOffsets());
  if (!is_near && index_of(element) != nullptr) return global_address(element);
  unsigned variable = 0;
  for (const llvm::Use& index : element.indices())
    variable += llvm::isa<llvm::Constant>(index.get()) ? 0U : 1U;
  return {variable, variable * kArithmetic};
}

}  // namespace simtcc
