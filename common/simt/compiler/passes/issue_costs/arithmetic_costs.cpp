#include "passes/issue_costs/arithmetic_costs.h"

#include <algorithm>

#include "passes/issue_costs/address_costs.h"

namespace simtcc {

bool is_double(const llvm::Type* type) { return type->getScalarType()->isDoubleTy(); }

namespace {

bool is_narrow_operand(const llvm::Value* value, unsigned depth) {
  if (llvm::isa<llvm::FPExtInst>(value) || llvm::isa<llvm::Constant>(value)) return true;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && is_narrow(*instruction, depth + 1);
}

}  // namespace

bool is_narrow(const llvm::Instruction& instruction, unsigned depth) {
  constexpr unsigned kDeepest = 4;
  const bool is_call = llvm::isa<llvm::IntrinsicInst>(instruction);
  if (depth > kDeepest || !instruction.getType()->isDoubleTy() ||
      (!llvm::isa<llvm::BinaryOperator>(instruction) && !is_call))
    return false;
  const auto operands = is_call ? llvm::cast<llvm::CallBase>(instruction).args()
                                : llvm::make_range(instruction.op_begin(), instruction.op_end());
  const bool from_floats = llvm::all_of(
      operands, [&](const llvm::Use& operand) { return is_narrow_operand(operand.get(), depth); });
  return from_floats && llvm::all_of(instruction.users(), [](const llvm::User* user) {
           return llvm::isa<llvm::FPTruncInst>(user) || llvm::isa<llvm::BinaryOperator>(user) ||
                  llvm::isa<llvm::IntrinsicInst>(user);
         });
}

bool is_of_narrow(const llvm::Instruction& conversion) {
  if (const auto* const from = llvm::dyn_cast<llvm::Instruction>(conversion.getOperand(0));
      llvm::isa<llvm::FPTruncInst>(conversion))
    return from != nullptr && is_narrow(*from);
  return llvm::all_of(conversion.users(), [](const llvm::User* user) {
    const auto* const to = llvm::dyn_cast<llvm::Instruction>(user);
    return to != nullptr && is_narrow(*to);
  });
}

// 64 results of doubles a cycle and SM (CUDA C++ Programming Guide, "Arithmetic Instructions", compute capability 9.0): a warp in two
// cycles of its quarter's unit, while the scheduler issues others.
constexpr unsigned kDoubleCycles = 2;
IssueCost of_doubles(unsigned instructions, unsigned latency) {
  IssueCost cost{instructions, latency};
  cost.doubles = kDoubleCycles * instructions;
  return cost;
}
// The table of functions counts each instruction for doubles twice. These are 36 of 100 in the machine code of exp(), log(), erf(), erfc(),
// sin() and sqrt() (nvcc 13.0, sm_90): what else such a function does is for exponents, and moves its constants.
IssueCost function_of_doubles(IssueCost cost) {
  if (cost.slots <= kDoubleCycles) return of_doubles(1, cost.latency);
  cost.doubles = cost.slots * 53 / 100;
  cost.slots -= cost.doubles / kDoubleCycles;
  return cost;
}

namespace {

unsigned lanes_in(const llvm::Type* type) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

bool is_logic(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return code == llvm::Instruction::And || code == llvm::Instruction::Or || code == llvm::Instruction::Xor;
}

// LOP3 takes three operands, and so does IADD3: of two operations in a row, the first is part of the second.
bool is_part_of_user(const llvm::Instruction& first, bool (*is_one)(const llvm::Instruction&)) {
  if (!first.hasOneUse() || !first.getType()->isIntegerTy() || is_wide(first.getType())) return false;
  const auto* const user = llvm::cast<llvm::Instruction>(*first.user_begin());
  if (!is_one(*user) || user->getParent() != first.getParent()) return false;
  return llvm::none_of(first.operands(), [&](const llvm::Use& operand) {
    const auto* const before = llvm::dyn_cast<llvm::Instruction>(operand.get());
    return before != nullptr && is_one(*before) && is_part_of_user(*before, is_one);
  });
}

}  // namespace

// ISETP takes a predicate besides what it compares, and joins the two: `a < b && p` is one instruction, and so is a chain of them.
// A comparison that nothing else needs is then part of what joins it. (`select p, q, false` is `p && q` to LLVM.)
bool joins_comparison(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy(1)) return false;
  const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  if (choice != nullptr && !llvm::isa<llvm::Constant>(choice->getTrueValue()) &&
      !llvm::isa<llvm::Constant>(choice->getFalseValue()))
    return false;
  if (choice == nullptr && !is_logic(instruction)) return false;
  return llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
    const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(operand.get());
    return comparison != nullptr && comparison->hasOneUse();
  });
}

// A comparison that only chooses one of its own operands is part of a minimum or maximum.
bool is_of_minimum(const llvm::Instruction& comparison) {
  if (!comparison.hasOneUse()) return false;
  const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(*comparison.user_begin());
  if (choice == nullptr || choice->getCondition() != &comparison) return false;
  const auto is_operand = [&](const llvm::Value* value) {
    return value == comparison.getOperand(0) || value == comparison.getOperand(1);
  };
  return is_operand(choice->getTrueValue()) && is_operand(choice->getFalseValue());
}

namespace {

// Which minimum or maximum it is of integers of 32 bits; none: it is no such.
llvm::Intrinsic::ID kind_of_minimum(const llvm::Value* value) {
  if (!value->getType()->isIntegerTy(32)) return llvm::Intrinsic::not_intrinsic;
  if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(value))
    return chooses(*call) ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
  const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(value);
  const auto* const comparison =
      choice == nullptr ? nullptr : llvm::dyn_cast<llvm::ICmpInst>(choice->getCondition());
  if (comparison == nullptr || !is_of_minimum(*comparison)) return llvm::Intrinsic::not_intrinsic;
  const bool is_first = choice->getTrueValue() == comparison->getOperand(0);
  switch (is_first ? comparison->getPredicate() : comparison->getSwappedPredicate()) {
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_SLE:
      return llvm::Intrinsic::smin;
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_SGE:
      return llvm::Intrinsic::smax;
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_ULE:
      return llvm::Intrinsic::umin;
    case llvm::CmpInst::ICMP_UGT:
    case llvm::CmpInst::ICMP_UGE:
      return llvm::Intrinsic::umax;
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

// The minimum or maximum that is all the instruction is used for; null: there is none.
const llvm::Instruction* next_minimum(const llvm::Instruction& instruction) {
  const llvm::Instruction* next = nullptr;
  for (const llvm::User* user : instruction.users()) {
    const auto* one = llvm::cast<llvm::Instruction>(user);
    if (llvm::isa<llvm::ICmpInst>(one) && one->hasOneUse())
      one = llvm::cast<llvm::Instruction>(*one->user_begin());
    if (next != nullptr && next != one) return nullptr;
    next = one;
  }
  return next;
}

}  // namespace

// VIMNMX3 takes the least or largest of three integers: of two minima in a row, the first is part of the second (dilate_square of
// agreement/timing/blind).
bool is_part_of_next_minimum(const llvm::Instruction& instruction) {
  const llvm::Intrinsic::ID kind = kind_of_minimum(&instruction);
  if (kind == llvm::Intrinsic::not_intrinsic) return false;
  const llvm::Instruction* const next = next_minimum(instruction);
  if (next == nullptr || kind_of_minimum(next) != kind || next->getParent() != instruction.getParent())
    return false;
  return llvm::none_of(instruction.operands(), [&](const llvm::Use& operand) {
    const auto* const before = llvm::dyn_cast<llvm::Instruction>(operand.get());
    return before != nullptr && kind_of_minimum(before) == kind && is_part_of_next_minimum(*before);
  });
}

// Of two divisions of the same numbers, quotient and remainder, the second takes what the first found.
bool is_found_by_another(const llvm::Instruction& division) {
  const bool leaves_rest =
      division.getOpcode() == llvm::Instruction::SRem || division.getOpcode() == llvm::Instruction::URem;
  return leaves_rest && llvm::any_of(division.getOperand(0)->users(), [&](const llvm::User* user) {
           const auto* const other = llvm::dyn_cast<llvm::Instruction>(user);
           return other != nullptr && other->getFunction() == division.getFunction() &&
                  (other->getOpcode() == llvm::Instruction::SDiv ||
                   other->getOpcode() == llvm::Instruction::UDiv) &&
                  other->getOperand(0) == division.getOperand(0) &&
                  other->getOperand(1) == division.getOperand(1);
         });
}

bool is_signed_division(const llvm::Instruction& division) {
  const unsigned code = division.getOpcode();
  return code == llvm::Instruction::SDiv || code == llvm::Instruction::SRem;
}
bool is_remainder(const llvm::Instruction& division) {
  const unsigned code = division.getOpcode();
  return code == llvm::Instruction::SRem || code == llvm::Instruction::URem;
}

// A minimum or maximum. Of 64 bits it is two comparisons and two choices.
bool chooses(const llvm::CallInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
      return true;
    default:
      return false;
  }
}

namespace {

// A shift whose only use is a sum: LEA or IMAD do both.
bool is_scaled(const llvm::Instruction& shift) {
  return shift.hasOneUse() && llvm::isa<llvm::Constant>(shift.getOperand(1)) && !is_wide(shift.getType()) &&
         is_sum(*llvm::cast<llvm::Instruction>(*shift.user_begin()));
}

// IMAD.WIDE: two numbers of 32 bits make one of 64, and a third of 64 is added. LLVM's back end for NVIDIA's GPUs sees that where they are
// extended alike in the block of their product, and otherwise multiplies numbers of 64 bits (column_moments of agreement/timing/blind).
bool is_word_of_product(const llvm::Value* value, const llvm::Instruction& product) {
  if (llvm::isa<llvm::ConstantInt>(value)) return true;
  const auto* const extension = llvm::dyn_cast<llvm::CastInst>(value);
  return extension != nullptr && extension->getParent() == product.getParent() &&
         (llvm::isa<llvm::ZExtInst>(extension) || llvm::isa<llvm::SExtInst>(extension)) &&
         !is_wide(extension->getSrcTy());
}
bool widens_words(const llvm::Instruction& product) {
  const auto is_signed = [](const llvm::Use& operand) { return llvm::isa<llvm::SExtInst>(operand.get()); };
  const auto is_unsigned = [](const llvm::Use& operand) { return llvm::isa<llvm::ZExtInst>(operand.get()); };
  if (llvm::any_of(product.operands(), is_signed) && llvm::any_of(product.operands(), is_unsigned))
    return false;
  return llvm::all_of(product.operands(),
                      [&](const llvm::Use& operand) { return is_word_of_product(operand.get(), product); });
}

// Whether the product's numbers run in equal steps with a loop: LLVM adds their products then, a sum in each round.
bool runs_in_steps(const llvm::Value* value) {
  constexpr unsigned kMost = 64;
  const auto without_constants = [](const llvm::Value* number) {
    for (unsigned i = 0; i < kMost; ++i) {
      const auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(number);
      if (sum == nullptr || !llvm::isa<llvm::ConstantInt>(sum->getOperand(1)) || !is_sum(*sum)) break;
      number = sum->getOperand(0);
    }
    return number;
  };
  if (const auto* const extension = llvm::dyn_cast<llvm::CastInst>(value)) value = extension->getOperand(0);
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(without_constants(value));
  return phi != nullptr && llvm::any_of(phi->incoming_values(), [&](const llvm::Use& next) {
           return next.get() != phi && without_constants(next.get()) == phi;
         });
}
bool is_long_product(const llvm::Instruction& product) {
  return product.getOpcode() == llvm::Instruction::Mul && is_wide(product.getType()) &&
         !widens_words(product) && !runs_in_steps(product.getOperand(0)) &&
         !runs_in_steps(product.getOperand(1));
}

// The lower half of a product that is computed whole as well, for its upper half (philox of agreement/timing/held_out.cu).
bool is_lower_half(const llvm::Instruction& product) {
  if (!product.getType()->isIntegerTy(32)) return false;
  const auto is_same = [&](const llvm::Value* wide) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(wide);
    const auto* const given = llvm::dyn_cast<llvm::ConstantInt>(product.getOperand(1));
    if (number != nullptr && given != nullptr)
      return number->getValue().getActiveBits() <= 32 && number->getZExtValue() == given->getZExtValue();
    const auto* const extension = llvm::dyn_cast<llvm::ZExtInst>(wide);
    return extension != nullptr && extension->getOperand(0) == product.getOperand(1);
  };
  return llvm::any_of(product.getOperand(0)->users(), [&](const llvm::User* user) {
    const auto* const extension = llvm::dyn_cast<llvm::ZExtInst>(user);
    if (extension == nullptr || extension->getParent() != product.getParent()) return false;
    return llvm::any_of(extension->users(), [&](const llvm::User* one) {
      const auto* const wide = llvm::dyn_cast<llvm::BinaryOperator>(one);
      return wide != nullptr && wide->getOpcode() == llvm::Instruction::Mul && is_wide(wide->getType()) &&
             wide->getParent() == product.getParent() &&
             is_same(wide->getOperand(wide->getOperand(0) == extension ? 1 : 0));
    });
  });
}

// A shift by a constant is a product with one.
bool is_wide_product(const llvm::Value* value) {
  const auto* const product = llvm::dyn_cast<llvm::Instruction>(value);
  if (product == nullptr || !is_wide(product->getType())) return false;
  const unsigned code = product->getOpcode();
  const bool is_product = code == llvm::Instruction::Mul || code == llvm::Instruction::Shl;
  return is_product &&
         (code == llvm::Instruction::Mul || llvm::isa<llvm::ConstantInt>(product->getOperand(1))) &&
         widens_words(*product);
}
bool is_fused_wide_product(const llvm::Value* value) {
  if (!value->hasOneUse() || !is_wide_product(value)) return false;
  return llvm::cast<llvm::Instruction>(*value->user_begin())->getOpcode() == llvm::Instruction::Add;
}

// Whether IMAD.WIDE does the sum too: what is added has two registers already.
bool adds_wide_product(const llvm::Instruction& sum) {
  if (sum.getOpcode() != llvm::Instruction::Add) return false;
  for (unsigned i = 0; i < 2; ++i) {
    const llvm::Value* const other = sum.getOperand(1 - i);
    const auto* const made = llvm::dyn_cast<llvm::Instruction>(other);
    const bool has_two = made == nullptr || made->getParent() != sum.getParent() ||
                         llvm::isa<llvm::ZExtInst>(made) || !is_extended_word(made);
    if (is_fused_wide_product(sum.getOperand(i)) && has_two) return true;
  }
  return false;
}

// The upper half of a number of 64 bits is a register.
bool is_upper_half(const llvm::Instruction& shift) {
  const auto* const by = llvm::dyn_cast<llvm::ConstantInt>(shift.getOperand(1));
  return is_wide(shift.getType()) && by != nullptr && by->equalsInt(32);
}

bool is_only_summed(const llvm::Value* value) {
  const auto* const product = llvm::dyn_cast<llvm::Instruction>(value);
  if (product == nullptr || !product->hasOneUse()) return false;
  const auto* const user = llvm::cast<llvm::Instruction>(*product->user_begin());
  if (product->getOpcode() == llvm::Instruction::Mul) return user->getOpcode() == llvm::Instruction::Add;
  return product->getOpcode() == llvm::Instruction::FMul &&
         (user->getOpcode() == llvm::Instruction::FAdd || user->getOpcode() == llvm::Instruction::FSub);
}
// A product whose only use is a sum is one instruction with it; of a sum of two products, one of them is (FMUL and FFMA:
// attention_forward of agreement/timing/blind).
bool is_fused(const llvm::Instruction& product) {
  if (!is_only_summed(&product)) return false;
  const auto* const sum = llvm::cast<llvm::Instruction>(*product.user_begin());
  return sum->getOperand(0) != &product || !is_only_summed(sum->getOperand(1));
}

// Whether a number of 64 bits is likely to need them. An index is made of numbers of 32 bits, and of its size mostly.
bool needs_64_bits(const llvm::Value* value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 4;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth > kDeepest) return false;
  switch (instruction->getOpcode()) {
    case llvm::Instruction::Mul:
      return !widens_words(*instruction);
    case llvm::Instruction::Xor:
    case llvm::Instruction::Shl:
    case llvm::Instruction::Load:
      return true;
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::And:
      return llvm::any_of(instruction->operands(),
                          [&](const llvm::Use& operand) { return needs_64_bits(operand.get(), depth + 1); });
    default:
      return false;
  }
}

// By a product's upper half: IMAD.HI and SHF, of signed numbers LEA.HI as well, and IMAD for what is left. Latencies are the stall counts of
// the machine code (CUDA 13.0, sm_90). Numbers that fit in 16 bits are divided by PRMT and three instructions more, but not where nvcc
// does not see that they fit, as mostly.
IssueCost division_by_constant(const llvm::Instruction& division) {
  const bool leaves_rest = is_remainder(division);
  if (is_signed_division(division)) return leaves_rest ? IssueCost{4, 20} : IssueCost{3, 15};
  return leaves_rest ? IssueCost{3, 14} : IssueCost{2, 9};
}

// The instructions of nvcc 13.0 for sm_90, on the way that ordinary numbers take.
IssueCost division(const llvm::Instruction& instruction) {
  const llvm::Type* const type = instruction.getType();
  if (type->isFloatingPointTy()) {
    const auto* const root = llvm::dyn_cast<llvm::CallInst>(instruction.getOperand(1));
    const bool is_reciprocal_root = root != nullptr && root->getCalledFunction() != nullptr &&
                                    begins_with(root->getCalledFunction()->getName(), "llvm.sqrt");
    if (is_narrow(instruction) && is_reciprocal_root) return {};
    if (instruction.hasAllowReassoc())
      return {4, kSpecial + 2 * kArithmetic, kSpecialCycles};  // __fdividef()
    const auto* const one = llvm::dyn_cast<llvm::ConstantFP>(instruction.getOperand(0));
    const bool is_reciprocal = one != nullptr && one->isExactlyValue(1.0);
    if (is_double(type) && !is_narrow(instruction)) {
      return function_of_doubles(is_reciprocal ? IssueCost{18, 83, kSpecialCycles, true}
                                               : IssueCost{24, 107, kSpecialCycles, true});
    }
    return is_reciprocal ? IssueCost{10, 30 + kBranch, kSpecialCycles, true}
                         : IssueCost{10, 42 + kBranch, 2 * kSpecialCycles, true};
  }
  const bool is_by_constant = llvm::isa<llvm::Constant>(instruction.getOperand(1));
  if (is_by_constant) {
    const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    const bool is_shift = divisor != nullptr && divisor->getValue().isPowerOf2();
    // What rounds towards zero adds the divisor less one to a negative number before it shifts (SHF, LEA.HI, SHF).
    if (is_shift && is_found_by_another(instruction)) return {2, 2 * kArithmetic};
    if (is_shift) return is_wide(type) ? IssueCost{4, 4 * kArithmetic} : IssueCost{3, 3 * kArithmetic};
    return is_wide(type) ? IssueCost{16, 44} : division_by_constant(instruction);
  }
  const bool is_signed = is_signed_division(instruction);
  if (is_found_by_another(instruction)) return is_wide(type) ? IssueCost{4, 12} : IssueCost{2, 8};
  // Chains of them take 140 and 123 cycles each (chain_integer_divide and chain_integer_remainder of
  // agreement/timing/mechanisms.cu).
  if (!is_wide(type))
    return is_signed ? IssueCost{24, 135, kSpecialCycles} : IssueCost{17, 120, kSpecialCycles};
  // Numbers that fit in 32 bits are divided as such.
  return needs_64_bits(instruction.getOperand(0)) ? IssueCost{kLongDivision, 400, kSpecialCycles, true}
                                                  : IssueCost{28, 88 + kBranch, kSpecialCycles, true};
}

// VIADDMNMX adds, and takes the least or largest of the sum and another number.
bool is_of_bounded_sum(const llvm::Instruction& sum) {
  if (!sum.hasOneUse() || !sum.getType()->isIntegerTy(32)) return false;
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(*sum.user_begin());
  return call != nullptr && chooses(*call) && call->getArgOperand(0) != call->getArgOperand(1);
}

}  // namespace

// The upper half of a number that was signed is made by SHF where a product of 64 bits needs it.
bool needs_upper_half(const llvm::Instruction& extension) {
  return llvm::any_of(extension.users(), [](const llvm::User* user) {
    const auto* const product = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return product != nullptr && is_long_product(*product);
  });
}

IssueCost arithmetic_cost(const llvm::Instruction& instruction) {
  const llvm::Type* const type = instruction.getType();
  const unsigned lanes = lanes_in(type);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
    case llvm::Instruction::FDiv:
      return division(instruction);
    case llvm::Instruction::FRem:
      return {40, 160};
    case llvm::Instruction::FMul:
    case llvm::Instruction::Mul:
      if (is_narrow(instruction)) return {1, kArithmetic};
      if (is_lower_half(instruction)) return {};
      // Of 64 bits IMAD.WIDE adds to the lower halves' product alone, and the upper half takes two more.
      if (is_fused(instruction)) {
        const bool is_of_halves = is_wide(type) && !widens_words(instruction);
        const unsigned slots = is_long_product(instruction) ? 2 : is_of_halves ? 1 : 0;
        return {slots, is_of_halves ? 2 * kArithmetic : 0};
      }
      if (is_wide(type) && widens_words(instruction)) return {1, kArithmetic};
      return is_wide(type)     ? IssueCost{3, 3 * kArithmetic}
             : is_double(type) ? of_doubles(lanes, kWide)
                               : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      if (joins_comparison(instruction) || is_part_of_user(instruction, is_logic)) return {0, 0};
      return is_wide(type) ? IssueCost{2, kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      if (steps_address(instruction)) return {is_unsigned_index(instruction) ? 1U : 0U, 0};
      if (leads_to_stepped_addresses(instruction) || is_part_of_user(instruction, is_sum) ||
          is_of_bounded_sum(instruction))
        return {0, 0};
      if (is_wide(type) && (is_extended_word(&instruction) || adds_wide_product(instruction)))
        return {1, kArithmetic};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::LShr:
      if (is_upper_half(instruction)) return {0, 0};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::Shl:
      if (is_scaled(instruction) || is_fused_wide_product(&instruction)) return {0, 0};
      if (is_wide_product(&instruction)) return {1, kArithmetic};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
      if (is_narrow(instruction)) return {1, kArithmetic};
      return is_double(type) ? of_doubles(lanes, kWide) : IssueCost{lanes, kArithmetic};
    default:
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
  }
}

}  // namespace simtcc
