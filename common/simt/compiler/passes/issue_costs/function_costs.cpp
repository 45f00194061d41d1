#include <algorithm>
#include <array>
#include <optional>

#include "contract/module_abi.h"
#include "front/kernels.h"
#include "passes/issue_costs/address_costs.h"
#include "passes/issue_costs/arithmetic_costs.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

struct NamedCost {
  const char* name;
  IssueCost of_float;
  IssueCost of_double;
  FunctionSize float_size = {1};
  FunctionSize double_size = {1};
};

// The instructions of nvcc 13.0 for sm_90 (nvdisasm of a kernel of each function, less those of one without), on the way that
// ordinary numbers take; of doubles a fused multiply-add takes two slots. Latencies are those of the longest chain. Sizes are those of
// agreement/timing/loop_sizes.cu.
constexpr unsigned kX = kSpecialCycles;
constexpr std::array<NamedCost, 39> kFunctions{{
    {"sqrt", {10, 34 + kBranch, kX, true}, {28, 75 + kBranch, kX, true}, {1}, {4}},
    {"rsqrt", {4, 26, kX}, {19, 65 + kBranch, kX, true}, {1}, {2}},
    {"exp", {9, 46, kX}, {78, 140 + kBranch, 0, true}, {12}, {40}},
    {"exp2", {4, 26, kX}, {80, 140 + kBranch, 0, true}, {1}, {53}},
    {"exp10", {9, 46, kX}, {88, 150 + kBranch, 0, true}, {12}, {53}},
    {"log", {28, 75}, {115, 200 + kBranch, kX, true}, {29}, {70}},
    {"log2", {30, 75}, {123, 210 + kBranch, kX, true}, {31}, {73}},
    {"log10", {29, 75}, {123, 210 + kBranch, kX, true}, {30}, {73}},
    {"sin", {28, 80 + kBranch, 0, true}, {62, 150 + 2 * kBranch, 0, true}, {17, true}, {57}},
    {"cos", {28, 80 + kBranch, 0, true}, {62, 150 + 2 * kBranch, 0, true}, {17, true}, {57}},
    {"tan", {30, 100 + kBranch, kX, true}, {110, 250 + 2 * kBranch, kX, true}, {27, true}, {53}},
    {"sinh", {25, 80, 2 * kX}, {163, 280 + kBranch, kX, true}, {27}, {65}},
    {"cosh", {16, 70, 2 * kX}, {83, 150 + kBranch, kX, true}, {18}, {38}},
    {"tanh", {17, 70, 2 * kX}, {137, 280 + kBranch, 2 * kX, true}, {17}, {59}},
    {"asin", {25, 60, kX}, {161, 300 + kBranch, kX, true}, {26}, {65}},
    {"acos", {26, 60, kX}, {178, 300 + kBranch, kX, true}, {29}, {85}},
    {"atan", {21, 60, kX}, {110, 230, kX}, {21}, {35}},
    {"atan2", {50, 110 + kBranch, 2 * kX, true}, {158, 300 + kBranch, kX, true}, {32}, {42}},
    {"pow", {70, 170 + kBranch, kX, true}, {300, 650 + 2 * kBranch, kX, true}, {88}, {75}},
    {"hypot", {24, 65 + kBranch, kX, true}, {57, 120 + kBranch, kX, true}, {22}, {30}},
    {"erf", {28, 60, kX}, {166, 330, kX}, {25}, {59}},
    {"erfc", {40, 80, kX}, {224, 400, kX}, {57}, {120}},
    {"cbrt", {16, 56, 2 * kX}, {59, 150, 3 * kX}, {16}, {57}},
    {"log1p", {31, 65 + kBranch, 0, true}, {191, 350 + kBranch, 2 * kX, true}, {33}, {95}},
    {"expm1", {29, 70, kX}, {95, 150 + kBranch, 0, true}, {29}, {49}},
    {"lgamma", {50, 120 + kBranch, kX, true}, {170, 350 + kBranch, 2 * kX, true}, {120}, {120}},
    {"tgamma", {60, 140 + kBranch, 2 * kX, true}, {170, 350 + kBranch, 2 * kX, true}, {120}, {120}},
    {"j0", {45, 110 + kBranch, kX, true}, {170, 350 + kBranch, 2 * kX, true}, {100}, {120}},
    {"j1", {45, 110 + kBranch, kX, true}, {170, 350 + kBranch, 2 * kX, true}, {100}, {120}},
    {"asinh", {44, 85 + kBranch, 2 * kX, true}, {180, 350 + kBranch, 2 * kX, true}, {49}, {95}},
    {"acosh", {44, 85 + kBranch, kX, true}, {180, 350 + kBranch, 2 * kX, true}, {53}, {95}},
    {"atanh", {38, 80 + kBranch, kX, true}, {180, 350 + kBranch, 2 * kX, true}, {42}, {95}},
    {"fmod", {40, 160, kX, true}, {100, 400, kX, true}, {75, true}, {100, true}},
    {"fabs", {0, 0}, {0, 0}},  // a modifier of an operand
    {"floor", {1, 8, 2}, {1, 20, kX}},
    {"ceil", {1, 8, 2}, {1, 20, kX}},
    {"trunc", {1, 8, 2}, {1, 20, kX}},
    {"fma", {1, kArithmetic}, {2, kWide}},
    {"fmuladd", {1, kArithmetic}, {2, kWide}},
}};

constexpr unsigned kShuffle = 24;
constexpr unsigned kTensor = 33;
// SHFL moves 32 bits; what has 64, a double or a pointer, takes two.
IssueCost shuffle(const llvm::CallInst& call) {
  constexpr unsigned kBrought = 1;
  const auto* const value = llvm::dyn_cast<llvm::ZExtInst>(call.getArgOperand(kBrought));
  return {value != nullptr || llvm::isa<llvm::Constant>(call.getArgOperand(kBrought)) ? 1U : 2U, kShuffle};
}

// Whether lanes may have other values than each other: the number comes from where a lane is, and no vote found it.
bool differs_by_lane(const llvm::Value* value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || llvm::isa<llvm::CallBase>(instruction) ||
      llvm::isa<llvm::PHINode>(instruction) || depth > kDeepest)
    return false;
  return llvm::isa<llvm::LoadInst>(instruction) ||
         llvm::any_of(instruction->operands(),
                      [&](const llvm::Use& operand) { return differs_by_lane(operand.get(), depth + 1); });
}

// Where a vote's mask differs by lane, its groups vote one after another: BSSY, PLOP3, WARPSYNC.COLLECTIVE, twice VOTE and ENDCOLLECTIVE for
// halves of a warp, BSYNC, MOV, and the test whether that is needed (btree_lookup of agreement/timing/blind). Shuffles
// are only preceded by such a test.
IssueCost warp_call(const llvm::CallInst& call, llvm::StringRef name) {
  const bool is_by_groups = differs_by_lane(call.getArgOperand(0));
  if (name == "simt_shuffle") {
    IssueCost cost = shuffle(call);
    cost.slots += is_by_groups ? 1 : 0;
    return cost;
  }
  if (name == "simt_match") return {1, 60};  // MATCH.ANY
  if (name == "simt_reduce") return {2, kShuffle};
  return is_by_groups ? IssueCost{10, 40} : IssueCost{1, 12};  // simt_ballot
}

// Whether all lanes of a warp mean the same place.
bool is_same_place(const llvm::Value* address) {
  const llvm::Value* const place = llvm::getUnderlyingObject(address);
  if (!llvm::isa<llvm::Argument>(place) && !llvm::isa<llvm::GlobalVariable>(place)) return false;
  const llvm::DataLayout* layout = nullptr;
  if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(address))
    layout = &instruction->getModule()->getDataLayout();
  if (layout == nullptr) return true;
  llvm::APInt offset(layout->getIndexTypeSizeInBits(address->getType()), 0);
  return address->stripAndAccumulateConstantOffsets(*layout, offset, true) == place;
}

bool is_shared_place(const llvm::Value* address) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address));
  return variable != nullptr && variable->getAddressSpace() == kSharedSpace;
}

// Where all lanes mean one place, one of them goes there for all: S2R of SR_LANEID, VOTEU, UFLO, ISETP and the number of lanes (POPC) or
// the sum of their values (REDUX and MOV). For the answer the others wait at SHFL, and add how many come before them, by
// S2R of SR_LTMASK, LOP3, POPC and IADD. ATOMS.POPC.INC adds one to a word in shared memory for all lanes by itself.
IssueCost atomic(const llvm::CallInst& call) {
  using simt::abi::Atomic;
  using simt::abi::AtomicType;
  const auto* const given = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (given == nullptr || !is_same_place(call.getArgOperand(1))) return {1, 0};
  const std::uint64_t what = given->getZExtValue() & ~std::uint64_t{simt::abi::kAtomicOfBlock};
  const auto operation = static_cast<Atomic>(what & 0xFFU);
  const auto type = static_cast<AtomicType>(what >> 8U);
  const bool is_word = type == AtomicType::i32 || type == AtomicType::u32;
  const bool is_long = type == AtomicType::i64 || type == AtomicType::u64;
  const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  const bool is_asked = !call.use_empty();
  constexpr unsigned kFound = kShuffle + kArithmetic;
  if (operation == Atomic::add && value != nullptr && (is_word || is_long)) {
    if (is_asked) return {is_word ? 11U : 15U, kFound};
    const bool counts = is_word && value->isOne() && is_shared_place(call.getArgOperand(1));
    return {counts ? 1U : is_word ? 6U : 11U, 0};
  }
  switch (operation) {
    case Atomic::add:
    case Atomic::minimum:
    case Atomic::maximum:
    case Atomic::bit_and:
    case Atomic::bit_or:
    case Atomic::bit_xor:
      return {is_word && !is_asked ? 7U : 1U, 0};
    default:
      return {1, 0};
  }
}

IssueCost machine_call(const llvm::CallInst& call, llvm::StringRef name) {
  if (name == "simt_shuffle" || name == "simt_ballot" || name == "simt_match" || name == "simt_reduce")
    return warp_call(call, name);
  if (name == "simt_active_mask") return {1, 12};
  if (name == "simt_atomic") return atomic(call);
  if (name == "simt_multiply_matrices") return {2, kTensor};
  if (name == "simt_fence") return {2, 20};
  return {1, 0};
}

}  // namespace

std::optional<FunctionSize> function_size(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  llvm::StringRef plain = instruction.getOpcode() == llvm::Instruction::FRem ? "fmod" : "";
  if (callee != nullptr && callee->isDeclaration() && runtime_call(callee) == nullptr)
    plain = plain_name(callee->getName());
  const auto* const known = std::find_if(kFunctions.begin(), kFunctions.end(),
                                         [&](const NamedCost& one) { return plain == one.name; });
  if (known == kFunctions.end()) return std::nullopt;
  if (is_of_fast_function(instruction)) return FunctionSize{};
  return is_double(instruction.getType()) ? known->double_size : known->float_size;
}

IssueCost call_cost(const llvm::CallInst& call) {
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
    // FSETP, MUFU, and FMUL before and after it by that predicate (FADD after a logarithm): chain_float_exponential of
    // agreement/timing/mechanisms.cu. What __expf() and its kin multiply by is a product of its own.
    const bool scales = plain == "exp2" || plain == "log2";
    return scales ? IssueCost{4, 36, kSpecialCycles} : IssueCost{2, kSpecial + kArithmetic, kSpecialCycles};
  }
  if (known != kFunctions.end())
    return is_of_doubles ? function_of_doubles(known->of_double) : known->of_float;
  if (call.getIntrinsicID() == llvm::Intrinsic::ctpop) {
    return is_wide(call.getType()) ? IssueCost{3, kSpecial + kArithmetic, kSpecialCycles}
                                   : IssueCost{1, kSpecial, kSpecialCycles / 2};
  }
  if (is_part_of_next_minimum(call)) return {};
  if (is_wide(call.getType()) && chooses(call)) return {4, 3 * kArithmetic};
  if (callee->isIntrinsic()) return is_of_doubles ? of_doubles(1, kWide) : IssueCost{1, kArithmetic};
  return is_of_doubles ? function_of_doubles({80, 320}) : IssueCost{20, 80};
}

}  // namespace simtcc
