#include "passes/issue_costs/header_code.h"

#include <array>

#include "front/kernels.h"
#include "passes/issue_costs/arithmetic_costs.h"

namespace simtcc {

llvm::StringRef plain_name(llvm::StringRef name) {
  if (begins_with(name, "llvm.")) return name.drop_front(5).split('.').first;
  return ends_with(name, "f") && name != "erf" ? name.drop_back() : name;
}

bool is_of_fast_function(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (!ends_with(at->getFilename(), "simt_cuda_math.h")) continue;
    const llvm::StringRef name = at->getScope()->getSubprogram()->getName();
    if (begins_with(name, "__") && !name.contains("_r")) return true;  // not __fsqrt_rn()
  }
  return false;
}

namespace {

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
    {"normcdff", {64, 150, 3 * kSpecialCycles}},
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

}  // namespace

bool is_of_header_function(const llvm::Instruction& instruction) {
  return header_function(instruction) != nullptr;
}

std::optional<IssueCost> cost_in_header_function(const llvm::Instruction& instruction) {
  const HeaderCost* const of_header = header_function(instruction);
  if (of_header == nullptr) return std::nullopt;
  return calls_library(instruction) ? of_header->cost : IssueCost{};
}

namespace {

bool is_product_of_upper_bytes(const llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::Mul) return false;
  const auto* const shift = llvm::dyn_cast<llvm::BinaryOperator>(instruction.getOperand(0));
  return shift != nullptr && shift->isShift() && shift->getOpcode() != llvm::Instruction::Shl &&
         llvm::Operator::getOpcode(shift->getOperand(0)) != llvm::Instruction::Shl;
}

}  // namespace

// __dp4a() is one instruction (IDP.4A), and four products of bytes here. The product of the upper bytes, which a shift alone
// finds, stands for it.
bool is_of_byte_products(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getScope()->getSubprogram()->getName() == "__dp4a") return true;
  }
  return false;
}

IssueCost cost_in_byte_products(const llvm::Instruction& instruction) {
  return is_product_of_upper_bytes(instruction) ? IssueCost{1, kArithmetic} : IssueCost{};
}

// What our headers pack and unpack around tensor cores, a GPU has in registers already: LDSM and HMMA alone are its instructions.
bool is_of_packing(const llvm::Instruction& instruction) {
  if (instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction)) return false;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().contains("tensor_cores/")) return true;
  }
  return false;
}

bool is_of_short_float(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().contains("short_floats/")) return true;
  }
  return false;
}

bool is_widened_short_float(const llvm::Instruction& instruction) {
  const auto* const cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  if (cast == nullptr || !cast->getType()->isFloatTy() || !cast->getSrcTy()->isIntegerTy(32)) return false;
  return llvm::any_of(cast->users(), [](const llvm::User* user) {
    const auto* const use = llvm::dyn_cast<llvm::Instruction>(user);
    return use != nullptr && use->getDebugLoc() && !is_of_short_float(*use);
  });
}

bool is_rounding(const llvm::Instruction& instruction) {
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  constexpr unsigned kWays = 4;  // NaN, infinity, a subnormal number, any other
  return phi != nullptr && phi->getType()->isIntegerTy(16) && phi->getNumIncomingValues() >= kWays;
}

}  // namespace simtcc
