#include "passes/issue_costs.h"

#include <algorithm>
#include <array>
#include <optional>

#include "front/kernels.h"
#include "passes/address_costs.h"
#include "passes/passes.h"
#include "passes/repeated_values.h"
#include "passes/runtime_calls.h"
#include "passes/shared_addresses.h"

namespace simtcc {
namespace {

// Cycles until a dependent instruction can issue. These are the sizes that are commonly given for recent chips; of these only
// conversions were measured here.
constexpr unsigned kWide = 8;         // 64-bit floating point
constexpr unsigned kSpecial = 18;     // the unit for reciprocals, square roots, sines
constexpr unsigned kConversion = 12;  // of 32 bits: chain_float_to_integer of agreement/timing/mechanisms.cu
constexpr unsigned kShuffle = 24;
constexpr unsigned kTensor = 33;
// A branch that all lanes take the same way, and where the ways meet again: nothing behind it overlaps with what is before.
// Fitted: four square roots and divisions one after another, coulomb_slice of agreement/timing/judged.cu, take 525 cycles.
constexpr unsigned kBranch = 25;
// What a branch or a predicated instruction takes behind the comparison that decides it, beyond what arithmetic would wait for that: ptxas
// lets 13 cycles pass between the two, where sums wait for each other for 4. The branch itself keeps its warp for 5 more (the stall counts of
// machine code: CUDA 13.0, sm_90), and for about 10 where it is taken: a round of 28 cycles by these counts took 34 on an H200
// (sieve_1m of agreement/timing/unseen.cu, one warp a scheduler).
constexpr unsigned kDecided = 9;
constexpr unsigned kPassedBranch = 5;
constexpr unsigned kTakenBranch = 10;
// 16 results of the special unit a cycle and SM (CUDA C++ Programming Guide, "Arithmetic Instructions"): for a warp, 8
// cycles of its scheduler's quarter.
constexpr unsigned kSpecialCycles = 8;

// Some of CUDA's functions of floats are computed in double precision here, so that they are rounded as a GPU rounds them:
// what comes from floats and only goes to floats counts as theirs.
bool is_narrow(const llvm::Instruction& instruction, unsigned depth = 0);

bool is_narrow_operand(const llvm::Value* value, unsigned depth) {
  if (llvm::isa<llvm::FPExtInst>(value) || llvm::isa<llvm::Constant>(value)) return true;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && is_narrow(*instruction, depth + 1);
}

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

// Numbers of 16 bits are computed by the machine's headers, with a hundred instructions for one of a GPU's. What stands for
// that one is where the rounded bits come together; two make one instruction of half2 mostly.
constexpr unsigned kTenthsOfRounding = 6;
constexpr unsigned kRoundingLatency = 5;
bool is_rounding(const llvm::Instruction& instruction) {
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  constexpr unsigned kWays = 4;  // NaN, infinity, a subnormal number, any other
  return phi != nullptr && phi->getType()->isIntegerTy(16) && phi->getNumIncomingValues() >= kWays;
}

bool is_double(const llvm::Type* type) { return type->getScalarType()->isDoubleTy(); }

// 64 results of doubles a cycle and SM (CUDA C++ Programming Guide, "Arithmetic Instructions", compute capability 9.0): a warp in two
// cycles of its quarter's unit, while the scheduler issues others.
constexpr unsigned kDoubleCycles = 2;
IssueCost of_doubles(unsigned instructions, unsigned latency) {
  IssueCost cost{instructions, latency};
  cost.doubles = kDoubleCycles * instructions;
  return cost;
}
// Of a function three quarters of the time that its instructions take, each of doubles twice: what else it does is for exponents.
IssueCost function_of_doubles(IssueCost cost) {
  if (cost.slots <= kDoubleCycles) return of_doubles(1, cost.latency);
  cost.doubles = cost.slots * 3 / 4;
  cost.slots -= cost.doubles / kDoubleCycles;
  return cost;
}

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

// Whether it is arithmetic of what a round begins with, and of what stays the same.
bool comes_from_counters(const llvm::Value& value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 5;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) return true;
  if (depth > kDeepest || instruction->mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction))
    return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
    return comes_from_counters(*operand.get(), depth + 1);
  });
}

// A shift whose only use is a sum: LEA or IMAD do both.
bool is_scaled(const llvm::Instruction& shift) {
  return shift.hasOneUse() && llvm::isa<llvm::Constant>(shift.getOperand(1)) && !is_wide(shift.getType()) &&
         is_sum(*llvm::cast<llvm::Instruction>(*shift.user_begin()));
}

// IMAD.WIDE: two numbers of 32 bits make one of 64.
bool widens_words(const llvm::Instruction& product) {
  return llvm::all_of(product.operands(), [](const llvm::Use& operand) {
    return llvm::isa<llvm::ZExtInst>(operand) || llvm::isa<llvm::SExtInst>(operand) ||
           llvm::isa<llvm::ConstantInt>(operand);
  });
}

// The upper half of a number of 64 bits is a register.
bool is_upper_half(const llvm::Instruction& shift) {
  const auto* const by = llvm::dyn_cast<llvm::ConstantInt>(shift.getOperand(1));
  return is_wide(shift.getType()) && by != nullptr && by->equalsInt(32);
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

// A product whose only use is a sum is one instruction with it.
bool is_fused(const llvm::Instruction& product) {
  if (!product.hasOneUse()) return false;
  const auto* const user = llvm::cast<llvm::Instruction>(*product.user_begin());
  return user->getOpcode() == llvm::Instruction::FAdd || user->getOpcode() == llvm::Instruction::FSub ||
         (product.getOpcode() == llvm::Instruction::Mul && user->getOpcode() == llvm::Instruction::Add);
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

bool is_signed_division(const llvm::Instruction& division) {
  const unsigned code = division.getOpcode();
  return code == llvm::Instruction::SDiv || code == llvm::Instruction::SRem;
}
bool is_remainder(const llvm::Instruction& division) {
  const unsigned code = division.getOpcode();
  return code == llvm::Instruction::SRem || code == llvm::Instruction::URem;
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
  return needs_64_bits(instruction.getOperand(0)) ? IssueCost{100, 400, kSpecialCycles, true}
                                                  : IssueCost{28, 88 + kBranch, kSpecialCycles, true};
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

// VIADDMNMX adds, and takes the least or largest of the sum and another number.
bool is_of_bounded_sum(const llvm::Instruction& sum) {
  if (!sum.hasOneUse() || !sum.getType()->isIntegerTy(32)) return false;
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(*sum.user_begin());
  return call != nullptr && chooses(*call) && call->getArgOperand(0) != call->getArgOperand(1);
}

IssueCost arithmetic(const llvm::Instruction& instruction) {
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
      // Of 64 bits IMAD.WIDE adds to the lower halves' product alone, and the upper half takes two more.
      if (is_fused(instruction))
        return is_wide(type) && !widens_words(instruction) ? IssueCost{1, 2 * kArithmetic} : IssueCost{};
      if (is_wide(type) && widens_words(instruction)) return {2, kArithmetic};
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
      if (steps_address(instruction) || leads_to_stepped_addresses(instruction) ||
          is_part_of_user(instruction, is_sum) || is_of_bounded_sum(instruction))
        return {0, 0};
      if (is_wide(type) && is_extended_word(&instruction)) return {1, kArithmetic};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::LShr:
      if (is_upper_half(instruction)) return {0, 0};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::Shl:
      if (is_scaled(instruction)) return {0, 0};
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
      if (is_narrow(instruction)) return {1, kArithmetic};
      return is_double(type) ? of_doubles(lanes, kWide) : IssueCost{lanes, kArithmetic};
    default:
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
  }
}

IssueCost branch(const llvm::BranchInst& branch) {
  return {slots_ahead_of_loop(branch) + (branch.isConditional() && !is_predicated(branch) ? 1U : 0U), 0};
}

struct NamedCost {
  const char* name;
  IssueCost of_float;
  IssueCost of_double;
};

// The instructions of nvcc 13.0 for sm_90 (nvdisasm of a kernel of each function, less those of one without), on the way that
// ordinary numbers take; of doubles a fused multiply-add takes two slots. Latencies are those of the longest chain.
constexpr unsigned kX = kSpecialCycles;
constexpr std::array<NamedCost, 32> kFunctions{{
    {"sqrt", {10, 34 + kBranch, kX, true}, {28, 75 + kBranch, kX, true}},
    {"rsqrt", {4, 26, kX}, {19, 65 + kBranch, kX, true}},
    {"exp", {9, 46, kX}, {78, 140 + kBranch, 0, true}},
    {"exp2", {4, 26, kX}, {80, 140 + kBranch, 0, true}},
    {"exp10", {9, 46, kX}, {88, 150 + kBranch, 0, true}},
    {"log", {28, 75}, {115, 200 + kBranch, kX, true}},
    {"log2", {30, 75}, {123, 210 + kBranch, kX, true}},
    {"log10", {29, 75}, {123, 210 + kBranch, kX, true}},
    {"sin", {28, 80 + kBranch, 0, true}, {62, 150 + 2 * kBranch, 0, true}},
    {"cos", {28, 80 + kBranch, 0, true}, {62, 150 + 2 * kBranch, 0, true}},
    {"tan", {30, 100 + kBranch, kX, true}, {110, 250 + 2 * kBranch, kX, true}},
    {"sinh", {25, 80, 2 * kX}, {163, 280 + kBranch, kX, true}},
    {"cosh", {16, 70, 2 * kX}, {83, 150 + kBranch, kX, true}},
    {"tanh", {17, 70, 2 * kX}, {137, 280 + kBranch, 2 * kX, true}},
    {"asin", {25, 60, kX}, {161, 300 + kBranch, kX, true}},
    {"acos", {26, 60, kX}, {178, 300 + kBranch, kX, true}},
    {"atan", {21, 60, kX}, {110, 230, kX}},
    {"atan2", {50, 110 + kBranch, 2 * kX, true}, {158, 300 + kBranch, kX, true}},
    {"pow", {70, 170 + kBranch, kX, true}, {300, 650 + 2 * kBranch, kX, true}},
    {"hypot", {24, 65 + kBranch, kX, true}, {57, 120 + kBranch, kX, true}},
    {"erf", {28, 60, kX}, {166, 330, kX}},
    {"erfc", {40, 80, kX}, {200, 400, kX}},
    {"cbrt", {16, 56, 2 * kX}, {59, 150, 3 * kX}},
    {"log1p", {31, 65 + kBranch, 0, true}, {191, 350 + kBranch, 2 * kX, true}},
    {"expm1", {29, 70, kX}, {95, 150 + kBranch, 0, true}},
    {"fmod", {40, 160, kX, true}, {100, 400, kX, true}},
    {"fabs", {0, 0}, {0, 0}},  // a modifier of an operand
    {"floor", {1, 8, 2}, {1, 20, kX}},
    {"ceil", {1, 8, 2}, {1, 20, kX}},
    {"trunc", {1, 8, 2}, {1, 20, kX}},
    {"fma", {1, kArithmetic}, {2, kWide}},
    {"fmuladd", {1, kArithmetic}, {2, kWide}},
}};

// "llvm.sqrt.f32" and "sqrtf" are both "sqrt".
llvm::StringRef plain_name(llvm::StringRef name) {
  if (begins_with(name, "llvm.")) return name.drop_front(5).split('.').first;
  return ends_with(name, "f") && name != "erf" ? name.drop_back() : name;
}

// SHFL moves 32 bits; what has 64, a double or a pointer, takes two.
IssueCost shuffle(const llvm::CallInst& call) {
  constexpr unsigned kBrought = 1;
  const auto* const value = llvm::dyn_cast<llvm::ZExtInst>(call.getArgOperand(kBrought));
  return {value != nullptr || llvm::isa<llvm::Constant>(call.getArgOperand(kBrought)) ? 1U : 2U, kShuffle};
}

IssueCost machine_call(const llvm::CallInst& call, llvm::StringRef name) {
  if (name == "simt_shuffle") return shuffle(call);
  if (name == "simt_ballot" || name == "simt_active_mask") return {1, 12};
  if (name == "simt_match") return {12, 60};
  if (name == "simt_reduce") return {2, kShuffle};
  if (name == "simt_multiply_matrices") return {2, kTensor};
  if (name == "simt_fence") return {2, 20};
  return {1, 0};
}

// __sinf() and its like (CUDA C++ Programming Guide, "Intrinsic Functions"), which our header makes of sinf().
bool is_of_fast_function(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (!ends_with(at->getFilename(), "simt_cuda_math.h")) continue;
    const llvm::StringRef name = at->getScope()->getSubprogram()->getName();
    if (begins_with(name, "__") && !name.contains("_r")) return true;  // not __fsqrt_rn()
  }
  return false;
}

// Of a minimum and a maximum, one: the second is predicated, and writes what the first has written.
bool is_predicated_choice(const llvm::Instruction& instruction) {
  return llvm::all_of(llvm::drop_begin(instruction.operands()), [](const llvm::Use& operand) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(operand.get());
    return call != nullptr && chooses(*call) && call->hasOneUse();
  });
}

IssueCost call(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || llvm::isa<llvm::DbgInfoIntrinsic>(call)) return {};
  const llvm::StringRef name = callee->getName();
  if (begins_with(name, "llvm.lifetime") || begins_with(name, "llvm.assume")) return {};
  if (runtime_call(callee) != nullptr) return machine_call(call, name);
  if (!callee->isDeclaration()) return {6, 30};  // a call and a return
  const llvm::StringRef plain = plain_name(name);
  const auto* const known = std::find_if(kFunctions.begin(), kFunctions.end(),
                                         [&](const NamedCost& one) { return plain == one.name; });
  if (is_narrow(call)) {
    const bool is_root =
        plain == "sqrt" && call.hasOneUse() &&
        llvm::cast<llvm::Instruction>(*call.user_begin())->getOpcode() == llvm::Instruction::FDiv;
    if (is_root) return {4, 26, kSpecialCycles};  // rsqrtf()
    if (known != kFunctions.end()) return known->of_float;
  }
  const bool is_of_doubles = is_double(call.getType());
  if (is_of_fast_function(call)) {
    // Of a subnormal number they take another way round: chain_float_exponential of agreement/timing/mechanisms.cu.
    const bool scales = plain == "exp" || plain == "log";
    return scales ? IssueCost{5, 40, kSpecialCycles} : IssueCost{2, kSpecial + kArithmetic, kSpecialCycles};
  }
  if (known != kFunctions.end())
    return is_of_doubles ? function_of_doubles(known->of_double) : known->of_float;
  if (call.getIntrinsicID() == llvm::Intrinsic::ctpop) {
    return is_wide(call.getType()) ? IssueCost{3, kSpecial + kArithmetic, kSpecialCycles}
                                   : IssueCost{1, kSpecial, kSpecialCycles / 2};
  }
  if (is_wide(call.getType()) && chooses(call)) return {4, 3 * kArithmetic};
  if (callee->isIntrinsic()) return is_of_doubles ? of_doubles(1, kWide) : IssueCost{1, kArithmetic};
  return is_of_doubles ? function_of_doubles({80, 320}) : IssueCost{20, 80};
}

// Functions that our headers make of others, and that are shorter on a GPU: what nvcc 13.0 makes of each for sm_90 (counted as
// those above) is charged where the headers call the C library, and the rest of the function nothing. The innermost name
// that is known counts, unless sincospif() is around it: the two share what is left of the angle.
struct HeaderCost {
  const char* name;
  IssueCost cost;
};
constexpr std::array<HeaderCost, 4> kHeaderFunctions{{
    {"sincosf", {18, 60 + kBranch, 0, true}},  // for each of the two
    {"sinpif", {24, 70}},
    {"cospif", {24, 70}},
    {"normcdff", {64, 150, 3 * kX}},
}};
constexpr HeaderCost kBothPi{"sincospif", {15, 70}};

const HeaderCost* header_function(const llvm::Instruction& instruction) {
  if (is_of_fast_function(instruction)) return nullptr;
  const HeaderCost* found = nullptr;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (!ends_with(at->getFilename(), "simt_cuda_math.h")) continue;
    const llvm::StringRef name = at->getScope()->getSubprogram()->getName();
    if (name == kBothPi.name) return &kBothPi;
    for (const HeaderCost& one : kHeaderFunctions) {
      if (found == nullptr && name == one.name) found = &one;
    }
  }
  return found;
}

bool calls_library(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  const llvm::StringRef name = plain_name(call->getCalledFunction()->getName());
  return name == "sin" || name == "cos" || name == "erfc";
}

// __dp4a() is one instruction (IDP.4A), and four products of bytes here. The product of the upper bytes, which a shift alone
// finds, stands for it.
bool is_of_byte_products(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getScope()->getSubprogram()->getName() == "__dp4a") return true;
  }
  return false;
}
bool is_product_of_upper_bytes(const llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::Mul) return false;
  const auto* const shift = llvm::dyn_cast<llvm::BinaryOperator>(instruction.getOperand(0));
  return shift != nullptr && shift->isShift() && shift->getOpcode() != llvm::Instruction::Shl &&
         llvm::Operator::getOpcode(shift->getOperand(0)) != llvm::Instruction::Shl;
}

// The unit for logic, comparisons and choices (sums and shifts to the left have another way, IMAD) takes a warp in two cycles,
// where a scheduler issues an instruction each (64 results a cycle and SM: CUDA C++ Programming Guide, "Arithmetic
// Instructions", compute capability 9.0).
constexpr unsigned kAluCycles = 2;
bool is_least_or_largest(const llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  return chooses(call) || id == llvm::Intrinsic::minnum || id == llvm::Intrinsic::maxnum;
}
bool is_for_alu(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
    case llvm::Instruction::Select:
      return true;
    case llvm::Instruction::Call:
      return is_least_or_largest(llvm::cast<llvm::CallInst>(instruction));
    default:
      return false;
  }
}

// IMAD has half of what multiplies floats: a warp in two cycles as well (four_chains_integer_multiply_add of
// agreement/timing/mechanisms.cu: 2.07). IMAD.HI of a division by a constant takes as long as two.
unsigned products_in(const llvm::Instruction& instruction) {
  const bool has_variable =
      instruction.getNumOperands() > 1 && !llvm::isa<llvm::Constant>(instruction.getOperand(1));
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Mul:
      return has_variable ? 1 : 0;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: {
      const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
      if (divisor == nullptr || divisor->getValue().isPowerOf2() || is_wide(instruction.getType())) return 0;
      if (is_found_by_another(instruction)) return 1;
      return is_remainder(instruction) ? 3 : 2;
    }
    default:
      return 0;
  }
}

}  // namespace

bool is_of_header_function(const llvm::Instruction& instruction) {
  return header_function(instruction) != nullptr;
}

bool is_of_short_float(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().contains("short_floats/")) return true;
  }
  return false;
}

namespace {

constexpr unsigned kMostPredicated = 7;

// What the block issues; more than is ever predicated where it calls something. Addresses are no part of it: LLVM's back end for NVIDIA's
// GPUs computes them ahead of the branch (speculative execution).
unsigned predicated_slots(const llvm::BasicBlock& guarded) {
  unsigned slots = 0;
  for (const llvm::Instruction& instruction : guarded) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return 2 * kMostPredicated;
    if (!is_of_addresses(instruction)) slots += issue_cost_of(instruction).slots;
  }
  return slots;
}

// The two sides of an `if` with `else`, together no longer than one may be (flock of agreement/timing/textbook.cu; two_sides_by_lane of
// mechanisms.cu has twice as much).
bool has_short_sides(const llvm::BranchInst& branch) {
  const llvm::BasicBlock* const one = branch.getSuccessor(0);
  const llvm::BasicBlock* const other = branch.getSuccessor(1);
  const bool meet = one->getSingleSuccessor() != nullptr &&
                    one->getSingleSuccessor() == other->getSingleSuccessor() &&
                    one->getSinglePredecessor() == branch.getParent() &&
                    other->getSinglePredecessor() == branch.getParent();
  return meet && predicated_slots(*one) + predicated_slots(*other) <= kMostPredicated;
}

}  // namespace

bool is_short(const llvm::BasicBlock& guarded) { return predicated_slots(guarded) <= kMostPredicated; }

bool is_predicated(const llvm::BranchInst& branch) {
  if (has_short_sides(branch)) return true;
  for (unsigned side = 0; side < 2; ++side) {
    const llvm::BasicBlock* const guarded = branch.getSuccessor(side);
    if (guarded->getSinglePredecessor() != branch.getParent() ||
        guarded->getSingleSuccessor() != branch.getSuccessor(1 - side))
      continue;
    return is_short(*guarded);
  }
  return false;
}

const llvm::BranchInst* kept_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || is_predicated(*branch)) return nullptr;
  if (branch->hasMetadata(kNeverLeavesNote) || is_of_short_float(*branch) || is_of_header_function(*branch))
    return nullptr;
  const llvm::Loop* const loop = loops.getLoopFor(&block);
  if (loop != nullptr && (loop->isLoopExiting(&block) || loop->getLoopLatch() == &block)) return nullptr;
  const bool leaves = llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* next) {
    return llvm::isa<llvm::ReturnInst>(next->getTerminator());
  });
  return leaves ? nullptr : branch;
}

bool begins_behind_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  if (loops.isLoopHeader(&block)) return false;
  if (const llvm::BasicBlock* const before = block.getSinglePredecessor())
    return kept_branch(*before, loops) != nullptr;
  // Of a side that ends here, or of the branch itself.
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    const llvm::BasicBlock* const before = from->getSinglePredecessor();
    return kept_branch(*from, loops) != nullptr ||
           (before != nullptr && kept_branch(*before, loops) != nullptr);
  });
}

// What our headers pack and unpack around tensor cores, a GPU has in registers already: LDSM and HMMA alone are its instructions.
bool is_of_packing(const llvm::Instruction& instruction) {
  if (instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction)) return false;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().contains("tensor_cores/")) return true;
  }
  return false;
}

namespace {

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

IssueCost issue_cost_of(const llvm::Instruction& instruction) {
  if (is_repeated(instruction) || is_of_packing(instruction)) return {};
  if (const std::optional<unsigned> slots = slots_of_shared(instruction))
    return {*slots, *slots == 0 ? 0 : kArithmetic};
  if (const HeaderCost* const of_header = header_function(instruction))
    return calls_library(instruction) ? of_header->cost : IssueCost{};
  if (is_of_byte_products(instruction) && !instruction.mayReadOrWriteMemory())
    return is_product_of_upper_bytes(instruction) ? IssueCost{1, kArithmetic} : IssueCost{};
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
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
      return {};
    case llvm::Instruction::Br:
      return branch(llvm::cast<llvm::BranchInst>(instruction));
    case llvm::Instruction::Select:
      if (joins_comparison(instruction) || is_predicated_choice(instruction)) return {0, 0};
      return arithmetic(instruction);
    case llvm::Instruction::Switch:
      return {4, 20};
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
      return call(llvm::cast<llvm::CallInst>(instruction));
    default:
      return arithmetic(instruction);
  }
}

namespace {

// Whether no way through the loop's rounds passes the instruction by.
bool runs_in_each_round(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  const llvm::BasicBlock* const block = instruction.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{block};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open;
  const auto add = [&](const llvm::BasicBlock* next) {
    if (loop.contains(next) && seen.insert(next).second) open.push_back(next);
  };
  add(loop.getHeader());
  while (!open.empty()) {
    const llvm::BasicBlock* const at = open.pop_back_val();
    if (at == loop.getLoopLatch()) return false;
    for (const llvm::BasicBlock* next : llvm::successors(at)) add(next);
  }
  return true;
}

// What a division takes once its divisor's reciprocal is known (the rounds of loops around one, nvcc 13.0 for sm_90).
IssueCost next_division(const llvm::Instruction& division) {
  const bool leaves_rest = is_remainder(division);
  if (is_signed_division(division)) return {leaves_rest ? 12U : 14U, 56};
  return {leaves_rest ? 8U : 9U, 48};
}

}  // namespace

void IssueSum::add(const llvm::Instruction& instruction) {
  IssueCost cost = issue_cost_of(instruction);
  if (divides_again(instruction)) cost = next_division(instruction);
  const bool rounds = is_rounding(instruction);
  if (rounds) {
    roundings_ += kTenthsOfRounding;
    cost = {roundings_ / 10, kRoundingLatency};
    roundings_ %= 10;
  } else if (in_short_floats(instruction) && !instruction.mayReadOrWriteMemory()) {
    cost = {};
  }
  if (is_for_alu(instruction)) alu_ += cost.slots;
  if (!is_repeated(instruction) && !is_of_byte_products(instruction)) products_ += products_in(instruction);
  special_ += cost.special;
  doubles_ += cost.doubles;
  unsigned depth = branched_;
  unsigned behind_loads = branched_behind_loads_;
  bool waits = false;
  // What a round begins with, the round before has found.
  const auto* const phi = rounds ? nullptr : llvm::dyn_cast<llvm::PHINode>(&instruction);
  const bool begins_round = phi != nullptr && loop_ != nullptr && loop_->getHeader() == phi->getParent();
  if (phi != nullptr && !begins_round) {
    for (const llvm::BasicBlock* from : phi->blocks()) depth = std::max(depth, guards_.lookup(from));
  } else if (instruction.mayReadOrWriteMemory()) {
    depth = std::max(depth, guards_.lookup(instruction.getParent()));
  }
  for (const llvm::Value* operand : instruction.operands()) {
    const auto* const known = loaded_.find(operand) == loaded_.end() ? nullptr : operand;
    waits |= known != nullptr;
    if (begins_round) continue;
    depth = std::max(depth, depths_.lookup(operand));
    if (known != nullptr) behind_loads = std::max(behind_loads, behind_loads_.lookup(operand));
  }
  depth += cost.latency;
  if (depth != 0) depths_[&instruction] = depth;
  sum_.slots += cost.slots;
  longest_ = std::max(longest_, depth);
  if (cost.branches) branched_ = depth;
  const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
  if (waits || is_load) loaded_.insert(&instruction);
  const bool is_behind_branch = branched_behind_loads_ != 0 && cost.latency != 0;
  if ((!waits && !is_behind_branch) || is_load) return;
  behind_loads += cost.latency;
  behind_loads_[&instruction] = behind_loads;
  if (cost.branches) branched_behind_loads_ = behind_loads;
  longest_behind_loads_ = std::max(longest_behind_loads_, behind_loads);
}

void IssueSum::add_loop_branch(const llvm::Instruction& branch, bool closes_round) {
  const unsigned left = closes_round ? kTakenBranch : kPassedBranch;
  unsigned decided = 0;
  unsigned decided_behind_loads = 0;
  if (branch.getNumSuccessors() > 1 && !is_known_early(branch.getOperand(0))) {
    const llvm::Value* const condition = branch.getOperand(0);
    decided = depths_.lookup(condition) + kDecided;
    if (loaded_.contains(condition)) decided_behind_loads = behind_loads_.lookup(condition) + kDecided;
  }
  longest_ = std::max(longest_, decided) + left;
  if (decided_behind_loads != 0)
    longest_behind_loads_ = std::max(longest_behind_loads_, decided_behind_loads) + left;
}

// Whether nothing but the loop's counters decides, and a wait or a barrier of the round passed meanwhile.
bool IssueSum::is_known_early(const llvm::Value* condition) const {
  return began_anew_ && comes_from_counters(*condition);
}

// A branch that all lanes take the same way, and where its ways meet again (BSSY, BRA, BSYNC), whichever way that is; where all lanes
// of the block decide alike there is BRA alone. A guarded stretch of shared loads took 204 cycles a round, the same without the branch
// 165, and a round that passed it by 46 where an empty one takes 29; with a condition for the whole block 191 and 33 (H200, CUDA 13.0).
void IssueSum::add_branch(const llvm::BranchInst& branch, bool is_uniform) {
  constexpr unsigned kWays = 20;
  constexpr unsigned kUniform = 8;
  const llvm::Value* const condition = branch.getCondition();
  const unsigned left = (is_uniform ? kUniform : kWays) + (is_known_early(condition) ? 0 : kDecided);
  const unsigned decided = is_known_early(condition) ? 0 : depths_.lookup(condition);
  const unsigned behind_loads = loaded_.contains(condition) ? behind_loads_.lookup(condition) + left : 0;
  constexpr unsigned kAround = 2;  // BSSY and BSYNC
  if (!is_uniform) sum_.slots += kAround;
  delay(std::max(branched_, decided) + left, behind_loads);
}

namespace {

// Whether a predicated block only passes on a value that was there before: a predicated MOV, where a sum of its own would be written to the
// register at once. A constant on the way past the block is moved anyway, and of two values SEL chooses.
bool is_moved_by_predicate(const llvm::BasicBlock& block, const llvm::PHINode& phi) {
  const llvm::BasicBlock* const before = block.getSinglePredecessor();
  const auto* const branch =
      before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || !is_predicated(*branch)) return false;
  const auto is_passed_on = [&](const llvm::BasicBlock& from) {
    const auto* const made = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(&from));
    return made == nullptr || made->getParent() != &from;
  };
  if (llvm::isa<llvm::Constant>(phi.getIncomingValueForBlock(&block)) || !is_passed_on(block)) return false;
  const bool has_other_side = phi.getBasicBlockIndex(before) < 0;
  const llvm::BasicBlock* const other =
      has_other_side ? branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0) : before;
  if (llvm::isa<llvm::Constant>(phi.getIncomingValueForBlock(other))) return false;
  return !has_other_side || !is_passed_on(*other) || branch->getSuccessor(0) == &block;
}

// Whether the next round begins with a value while the one of this round is still there: what another value of the round began with, or what
// is compared with it. Both have registers then, and one is moved.
bool is_moved_to_next_round(const llvm::PHINode& phi, const llvm::Value& next) {
  const auto* const other = llvm::dyn_cast<llvm::PHINode>(&next);
  if (other != nullptr && other != &phi && other->getParent() == phi.getParent()) return true;
  return llvm::isa<llvm::Instruction>(next) && llvm::any_of(phi.users(), [&](const llvm::User* user) {
           const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(user);
           return comparison != nullptr &&
                  (comparison->getOperand(0) == &next || comparison->getOperand(1) == &next);
         });
}

unsigned registers_of(const llvm::Type* type) { return is_wide(type) || is_double(type) ? 2 : 1; }

}  // namespace

// MOV or IMAD.MOV for each; BSSY and BSYNC around such a loop (happy_numbers and walk_cubes of agreement/timing/practice.cu).
void IssueSum::add_moves(const llvm::BasicBlock& block, bool parts_in_loop) {
  constexpr unsigned kAround = 2;
  if (parts_in_loop) sum_.slots += kAround;
  if (is_of_short_float(*block.getTerminator()) || is_of_header_function(*block.getTerminator())) return;
  for (const llvm::BasicBlock* next : llvm::successors(&block)) {
    if (next->getSinglePredecessor() != nullptr) continue;
    for (const llvm::PHINode& phi : next->phis()) {
      const llvm::Value* const value = phi.getIncomingValueForBlock(&block);
      const bool is_number = phi.getType()->isIntegerTy() || phi.getType()->isFloatingPointTy();
      if (is_number && !phi.getType()->isIntegerTy(1) && llvm::isa<llvm::Constant>(value) &&
          !llvm::isa<llvm::UndefValue>(value))
        ++sum_.slots;
      const bool closes_round = loop_ != nullptr && loop_->getHeader() == next && loop_->contains(&block);
      if (!is_number || phi.getType()->isIntegerTy(1)) continue;
      if (is_moved_by_predicate(block, phi) || (closes_round && is_moved_to_next_round(phi, *value)))
        sum_.slots += registers_of(phi.getType());
    }
  }
}

void IssueSum::end_block() {
  branched_ = std::max(branched_, longest_ - std::min(longest_, kArithmetic));
  if (longest_behind_loads_ == 0) return;
  branched_behind_loads_ =
      std::max(branched_behind_loads_, longest_behind_loads_ - std::min(longest_behind_loads_, kArithmetic));
}

// Nothing that comes begins before.
void IssueSum::delay(unsigned depth, unsigned behind_loads) {
  began_anew_ = true;
  branched_ = depth;
  longest_ = std::max(longest_, depth);
  if (behind_loads == 0) return;
  branched_behind_loads_ = behind_loads;
  longest_behind_loads_ = std::max(longest_behind_loads_, behind_loads);
}

// What a division needs of its divisor, the next by the same one in its block needs too. Where all rounds of a loop divide by
// one number, nvcc finds it ahead of the loop; not where only some rounds come to the division, as it moves nothing out of a branch
// that may never be taken.
bool IssueSum::divides_again(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      break;
    default:
      return false;
  }
  const llvm::Value* const divisor = instruction.getOperand(1);
  if (llvm::isa<llvm::Constant>(divisor) || is_wide(divisor->getType())) return false;
  if (loop_ != nullptr && loop_->isLoopInvariant(divisor) && runs_in_each_round(instruction, *loop_))
    return !is_found_by_another(instruction);
  if (divided_in_ != instruction.getParent()) divisors_.clear();
  divided_in_ = instruction.getParent();
  return !divisors_.insert(divisor).second && !is_found_by_another(instruction);
}

// What the optimiser made anew has no line: it belongs to what stands before it.
bool IssueSum::in_short_floats(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& where = instruction.getDebugLoc();
  if (where && where.getLine() != 0) in_short_floats_ = is_of_short_float(instruction);
  return in_short_floats_;
}

void IssueSum::add_entry(const llvm::Function& kernel) {
  constexpr unsigned kAlways = 2;
  sum_.slots += kAlways;
  for (const llvm::Argument& argument : kernel.args()) sum_.slots += argument.use_empty() ? 0U : 1U;
}

IssueCost IssueSum::take() {
  IssueCost taken = std::exchange(sum_, {});
  taken.unit = std::max({kAluCycles * std::exchange(alu_, 0), kAluCycles * std::exchange(products_, 0),
                         std::exchange(special_, 0), std::exchange(doubles_, 0)});
  taken.latency = longest_ - std::exchange(taken_, longest_);
  taken.behind_loads = longest_behind_loads_ - std::exchange(taken_behind_loads_, longest_behind_loads_);
  return taken;
}

IssueCost IssueSum::take_before(std::uint32_t level) {
  const IssueCost taken = take();
  const bool begins_anew = level != level_ || level == UINT32_MAX;
  if (begins_anew) begin_chains();
  began_anew_ |= begins_anew;
  level_ = level;
  return taken;
}

// Its accesses, and what others take from it; ptxas computes the rest without waiting for the predicate.
void IssueSum::guard(const llvm::BasicBlock& block, const llvm::Value* condition) {
  guards_[&block] = std::max(branched_, depths_.lookup(condition)) + kDecided;
}

void IssueSum::begin_chains() {
  guards_.clear();
  depths_.clear();
  behind_loads_.clear();
  branched_ = branched_behind_loads_ = 0;
  longest_ = taken_ = 0;
  longest_behind_loads_ = taken_behind_loads_ = 0;
  began_anew_ = false;
}

}  // namespace simtcc
