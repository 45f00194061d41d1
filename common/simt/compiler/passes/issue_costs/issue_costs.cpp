#include "passes/issue_costs/issue_costs.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "front/kernels.h"
#include "passes/issue_costs/address_costs.h"
#include "passes/issue_costs/arithmetic_costs.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/predication.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/issue_costs/shared_addresses.h"

namespace simtcc {
namespace {

// Cycles until the result of a conversion of 32 bits can be used: chain_float_to_integer of agreement/timing/mechanisms.cu.
constexpr unsigned kConversion = 12;

IssueCost branch(const llvm::BranchInst& branch) {
  const bool is_kept = branch.isConditional() && !is_predicated(branch) && !is_decided_before(branch);
  return {slots_ahead_of_loop(branch) + (is_kept ? 1U : 0U), 0};
}

// Comparisons that halve the cases, each with its branch, or a table of jumps: VIMNMX, ISETP, BRA, SHL, LDC and BRX. The last branch is not
// part of the chain (IssueSum::add_branch). nvcc made a table of 8 cases of agreement/timing/paths.cu, and comparisons of 4.
IssueCost switch_cost(const llvm::SwitchInst& choice) {
  constexpr unsigned kOfTable = 8;
  constexpr unsigned kCompareAndBranch = 19;
  if (choice.getNumCases() >= kOfTable) return {6, 60};
  const unsigned levels = llvm::Log2_32(choice.getNumCases()) + 1;
  return {2 * levels, kCompareAndBranch * (levels - 1)};
}

// Of a minimum and a maximum, one: the second is predicated, and writes what the first has written.
bool is_predicated_choice(const llvm::Instruction& instruction) {
  return llvm::all_of(llvm::drop_begin(instruction.operands()), [](const llvm::Use& operand) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(operand.get());
    return call != nullptr && chooses(*call) && call->hasOneUse();
  });
}

// A word at a known place in constant memory.
struct ConstantWord {
  const llvm::Value* array = nullptr;  // null: it is none
  std::uint64_t offset = 0;

  bool is_beside(const ConstantWord& other) const {
    constexpr std::uint64_t kPair = 8;
    return array != nullptr && array == other.array && offset / kPair == other.offset / kPair &&
           offset != other.offset;
  }
};

ConstantWord constant_word(const llvm::LoadInst& load) {
  constexpr unsigned kWord = 32;
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  if (load.getPointerAddressSpace() != kConstantSpace || layout.getTypeSizeInBits(load.getType()) != kWord)
    return {};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const llvm::Value* const array =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  return llvm::isa<llvm::GlobalVariable>(array) ? ConstantWord{array, offset.getZExtValue()} : ConstantWord{};
}

// ptxas of CUDA 13.0 has no operands in constant memory: ULDC loads a word at a known place, or ULDC.64 two that lie side by side. Where
// the second is loaded right behind the first, the machine joins them (machine/time/sm_program.cpp); here are those with other loads of
// constants between.
bool is_second_of_pair(const llvm::LoadInst& load) {
  constexpr unsigned kFar = 1000;  // instructions
  const ConstantWord word = constant_word(load);
  if (word.array == nullptr) return false;
  bool is_next = true;
  unsigned seen = 0;
  for (const llvm::Instruction* before = load.getPrevNode(); before != nullptr && ++seen < kFar;
       before = before->getPrevNode()) {
    const auto* const other = llvm::dyn_cast<llvm::LoadInst>(before);
    if (other == nullptr || other->getPointerAddressSpace() != kConstantSpace) continue;
    const ConstantWord found = constant_word(*other);
    if (word.is_beside(found)) return !is_next || found.offset > word.offset;
    is_next = false;
  }
  return false;
}

}  // namespace

// The least stall counts of machine code (CUDA 13.0, sm_90): 1 from one sum or product of floats to the next, since there are two units for
// them, 2 from one instruction to the next of the same unit otherwise, and 4 from one access to the next. The chain of what waits for each
// other's results leaves gaps that the others do not all fill.
unsigned cycles_alone(const IssueCost& sum, unsigned chain, bool accesses) {
  constexpr double kFloat = 1.2;
  constexpr double kOther = 2;
  constexpr double kAccess = 3.5;
  const unsigned floats = std::min(sum.floats, sum.slots);
  const unsigned others = sum.slots - floats;
  const double issued = kFloat * floats + kOther * others + (accesses && others != 0 ? kAccess - kOther : 0);
  const double waited = chain;
  return static_cast<unsigned>(std::lround(std::cbrt(issued * issued * issued + waited * waited * waited)));
}

IssueCost issue_cost_of(const llvm::Instruction& instruction) {
  if (is_repeated(instruction) || is_of_packing(instruction)) return {};
  if (const std::optional<unsigned> slots = slots_of_shared(instruction))
    return {*slots, *slots == 0 ? 0 : kArithmetic};
  if (const std::optional<IssueCost> cost = cost_in_header_function(instruction)) return *cost;
  if (is_of_byte_products(instruction) && !instruction.mayReadOrWriteMemory())
    return cost_in_byte_products(instruction);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
    case llvm::Instruction::Ret:
    case llvm::Instruction::Alloca:
    case llvm::Instruction::Unreachable:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
      return {};
    case llvm::Instruction::SExt:
      return needs_upper_half(instruction) ? IssueCost{1, kArithmetic} : IssueCost{};
    case llvm::Instruction::Br:
      return branch(llvm::cast<llvm::BranchInst>(instruction));
    case llvm::Instruction::Select:
      if (joins_comparison(instruction) || is_predicated_choice(instruction) ||
          is_part_of_next_minimum(instruction))
        return {0, 0};
      return arithmetic_cost(instruction);
    case llvm::Instruction::Switch:
      return switch_cost(llvm::cast<llvm::SwitchInst>(instruction));
    case llvm::Instruction::GetElementPtr:
      return address_cost(llvm::cast<llvm::GetElementPtrInst>(instruction));
    case llvm::Instruction::FCmp:
      if (is_of_minimum(instruction)) return {};
      return {1, kArithmetic};
    case llvm::Instruction::ICmp:
      if (is_of_minimum(instruction)) return {};
      return {is_wide(instruction.getOperand(0)->getType()) ? 2U : 1U, kArithmetic};
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::SIToFP:
      return {1, kConversion, 2};
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt:
      return is_of_narrow(instruction) ? IssueCost{} : IssueCost{1, kSpecial / 2, kSpecialCycles};
    case llvm::Instruction::Load:
      return {is_second_of_pair(llvm::cast<llvm::LoadInst>(instruction)) ? 0U : 1U, 0};
    case llvm::Instruction::Store:
      return {1, 0};
    case llvm::Instruction::Call:
      return call_cost(llvm::cast<llvm::CallInst>(instruction));
    default:
      return arithmetic_cost(instruction);
  }
}

}  // namespace simtcc
