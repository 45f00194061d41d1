#include "passes/issue_costs.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <array>

#include "front/kernels.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

// Cycles until a dependent instruction can issue. These are the sizes that are commonly given for recent chips; none was
// measured here.
constexpr unsigned kArithmetic = 4;
constexpr unsigned kWide = 8;      // 64-bit floating point
constexpr unsigned kSpecial = 18;  // the unit for reciprocals, square roots, sines
constexpr unsigned kShuffle = 24;
constexpr unsigned kTensor = 33;

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

bool is_wide(const llvm::Type* type) { return type->isIntegerTy() && type->getIntegerBitWidth() > 32; }

unsigned lanes_in(const llvm::Type* type) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

bool is_logic(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return code == llvm::Instruction::And || code == llvm::Instruction::Or || code == llvm::Instruction::Xor;
}

bool is_sum(const llvm::Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  return code == llvm::Instruction::Add || code == llvm::Instruction::Sub;
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

IssueCost division(const llvm::Instruction& instruction) {
  const llvm::Type* const type = instruction.getType();
  if (type->isFloatingPointTy()) {
    const auto* const root = llvm::dyn_cast<llvm::CallInst>(instruction.getOperand(1));
    const bool is_reciprocal_root = root != nullptr && root->getCalledFunction() != nullptr &&
                                    begins_with(root->getCalledFunction()->getName(), "llvm.sqrt");
    if (is_narrow(instruction)) return is_reciprocal_root ? IssueCost{} : IssueCost{9, 42};
    if (instruction.hasAllowReassoc()) return {5, 28};  // __fdividef()
    return is_double(type) ? IssueCost{40, 160} : IssueCost{9, 42};
  }
  const bool is_by_constant = llvm::isa<llvm::Constant>(instruction.getOperand(1));
  if (is_by_constant) {
    const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    const bool is_shift = divisor != nullptr && divisor->getValue().isPowerOf2();
    return is_shift ? IssueCost{1, kArithmetic} : is_wide(type) ? IssueCost{12, 40} : IssueCost{4, 16};
  }
  return is_wide(type) ? IssueCost{70, 300} : IssueCost{20, 80};
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
      if (is_fused(instruction)) return {0, 0};
      if (is_wide(type) && widens_words(instruction)) return {2, kArithmetic};
      return is_wide(type)     ? IssueCost{3, 3 * kArithmetic}
             : is_double(type) ? IssueCost{2 * lanes, kWide}
                               : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      if (is_part_of_user(instruction, is_logic)) return {0, 0};
      return is_wide(type) ? IssueCost{2, kArithmetic} : IssueCost{lanes, kArithmetic};
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      if (is_part_of_user(instruction, is_sum)) return {0, 0};
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
      return is_double(type) ? IssueCost{2 * lanes, kWide} : IssueCost{lanes, kArithmetic};
    default:
      return is_wide(type) ? IssueCost{2, 2 * kArithmetic} : IssueCost{lanes, kArithmetic};
  }
}

// One instruction an index that is not constant: IMAD.WIDE scales and adds. Of a warp's accesses behind one base the
// constant part is in the instruction that accesses.
IssueCost address(const llvm::GetElementPtrInst& element) {
  unsigned variable = 0;
  for (const llvm::Use& index : element.indices())
    variable += llvm::isa<llvm::Constant>(index.get()) ? 0U : 1U;
  return {variable, variable * kArithmetic};
}

struct NamedCost {
  const char* name;
  IssueCost cost;
};

// Functions of 32-bit numbers, as CUDA's headers make them; twice the letters and four times the cost for doubles.
constexpr std::array<NamedCost, 24> kFunctions{{
    {"sqrt", {8, 40}},  {"rsqrt", {3, 22}}, {"exp", {7, 34}},    {"exp2", {3, 22}},   {"exp10", {7, 34}},
    {"log", {14, 60}},  {"log2", {6, 30}},  {"log10", {14, 60}}, {"sin", {24, 90}},   {"cos", {24, 90}},
    {"tan", {36, 120}}, {"pow", {40, 150}}, {"tanh", {16, 60}},  {"atan", {16, 60}},  {"atan2", {24, 90}},
    {"erf", {20, 80}},  {"cbrt", {16, 60}}, {"sinh", {16, 60}},  {"cosh", {16, 60}},  {"fabs", {1, 4}},
    {"floor", {1, 4}},  {"ceil", {1, 4}},   {"fma", {1, 4}},     {"fmuladd", {1, 4}},
}};

// "llvm.sqrt.f32" and "sqrtf" are both "sqrt".
llvm::StringRef plain_name(llvm::StringRef name) {
  if (begins_with(name, "llvm.")) return name.drop_front(5).split('.').first;
  return ends_with(name, "f") && name != "erf" ? name.drop_back() : name;
}

IssueCost machine_call(llvm::StringRef name) {
  if (name == "simt_shuffle") return {2, kShuffle};
  if (name == "simt_ballot" || name == "simt_active_mask") return {1, 12};
  if (name == "simt_match") return {12, 60};
  if (name == "simt_reduce") return {2, kShuffle};
  if (name == "simt_multiply_matrices") return {2, kTensor};
  if (name == "simt_fence") return {2, 20};
  return {1, 0};
}

IssueCost call(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || llvm::isa<llvm::DbgInfoIntrinsic>(call)) return {};
  const llvm::StringRef name = callee->getName();
  if (begins_with(name, "llvm.lifetime") || begins_with(name, "llvm.assume")) return {};
  if (runtime_call(callee) != nullptr) return machine_call(name);
  if (!callee->isDeclaration()) return {6, 30};  // a call and a return
  const llvm::StringRef plain = plain_name(name);
  const auto* const known = std::find_if(kFunctions.begin(), kFunctions.end(),
                                         [&](const NamedCost& one) { return plain == one.name; });
  if (is_narrow(call)) {
    const bool is_root =
        plain == "sqrt" && call.hasOneUse() &&
        llvm::cast<llvm::Instruction>(*call.user_begin())->getOpcode() == llvm::Instruction::FDiv;
    if (is_root) return {3, 22};  // rsqrtf()
    if (known != kFunctions.end()) return known->cost;
  }
  const bool is_of_doubles = is_double(call.getType());
  const IssueCost cost = known != kFunctions.end() ? known->cost
                         : callee->isIntrinsic()   ? IssueCost{1, kArithmetic}
                                                   : IssueCost{20, 80};
  return is_of_doubles ? IssueCost{4 * cost.slots, 4 * cost.latency} : cost;
}

// The unit for logic, comparisons and choices (sums and shifts to the left have another way, IMAD) takes a warp in two cycles, where a scheduler issues an instruction each (64
// results a cycle and SM: CUDA C++ Programming Guide, "Arithmetic Instructions", compute capability 9.0).
constexpr unsigned kAluCycles = 2;
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
    default:
      return false;
  }
}

// 32-bit registers that hold a value.
unsigned words_of(const llvm::Value& value) {
  const llvm::Type* const type = value.getType();
  if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy() || type->isLabelTy()) return 0;
  if (type->isPointerTy()) return type->getPointerAddressSpace() == kSharedSpace ? 1 : 2;
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getKnownMinValue());
  return bits <= 1 ? 0 : std::max(1U, (bits + 31) / 32);
}

// Values that take no register of their own: what one instruction does together with its user, and constants.
bool is_held(const llvm::Value& value) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction) || llvm::isa<llvm::CmpInst>(instruction)) return false;
  const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction);
  if (element != nullptr && element->hasAllConstantIndices()) return false;
  return !llvm::isa<llvm::BitCastInst>(instruction) && !llvm::isa<llvm::SExtInst>(instruction) &&
         !llvm::isa<llvm::ZExtInst>(instruction) && !llvm::isa<llvm::TruncInst>(instruction);
}

class Pressure {
 public:
  explicit Pressure(llvm::Function& function) : function_(function) {}

  unsigned most() {
    find_live();
    unsigned most = 0;
    for (llvm::BasicBlock& block : function_) most = std::max(most, most_in(block));
    return most;
  }

 private:
  using Values = llvm::DenseSet<const llvm::Value*>;

  // What stands for a value that is not held: the values that it is made of.
  static void use(const llvm::Value* value, Values& live) {
    if (is_held(*value)) {
      live.insert(value);
      return;
    }
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) return;
    for (const llvm::Value* operand : instruction->operands()) use(operand, live);
  }

  static void step_back(const llvm::Instruction& instruction, Values& live) {
    live.erase(&instruction);
    if (llvm::isa<llvm::PHINode>(instruction) || !is_used(instruction)) return;
    for (const llvm::Value* operand : instruction.operands()) use(operand, live);
  }
  static bool is_used(const llvm::Instruction& instruction) {
    return is_held(instruction) || instruction.getType()->isVoidTy();
  }

  Values live_out(const llvm::BasicBlock& block) {
    Values live;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      const Values& in = live_in_[next];
      live.insert(in.begin(), in.end());
      for (const llvm::PHINode& phi : next->phis()) {
        live.erase(&phi);
        use(phi.getIncomingValueForBlock(&block), live);
      }
    }
    return live;
  }

  void find_live() {
    llvm::SmallVector<llvm::BasicBlock*, 32> order(llvm::post_order(&function_.getEntryBlock()));
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock* block : order) {
        Values live = live_out(*block);
        for (const llvm::Instruction& instruction : llvm::reverse(*block)) step_back(instruction, live);
        if (live.size() != live_in_[block].size()) {
          live_in_[block] = std::move(live);
          changed = true;
        }
      }
    }
  }

  unsigned most_in(const llvm::BasicBlock& block) {
    Values live = live_out(block);
    const auto words = [&] {
      unsigned sum = 0;
      for (const llvm::Value* value : live) sum += words_of(*value);
      return sum;
    };
    unsigned most = words();
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      step_back(instruction, live);
      most = std::max(most, words());
    }
    return most;
  }

  llvm::Function& function_;
  llvm::DenseMap<const llvm::BasicBlock*, Values> live_in_;
};

}  // namespace

bool is_of_short_float(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().contains("short_floats/")) return true;
  }
  return false;
}

IssueCost issue_cost_of(const llvm::Instruction& instruction) {
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
      return {llvm::cast<llvm::BranchInst>(instruction).isConditional() ? 1U : 0U, 0};
    case llvm::Instruction::Switch:
      return {4, 20};
    case llvm::Instruction::GetElementPtr:
      return address(llvm::cast<llvm::GetElementPtrInst>(instruction));
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
      return {2, kSpecial / 2};
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt:
      return is_of_narrow(instruction) ? IssueCost{} : IssueCost{2, kSpecial / 2};
    case llvm::Instruction::Load: {
      // A constant at a known place is an operand of the instruction that needs it.
      const llvm::Value* const pointer = instruction.getOperand(0);
      const bool is_operand = pointer->getType()->getPointerAddressSpace() == kConstantSpace &&
                              llvm::isa<llvm::Constant>(pointer->stripInBoundsConstantOffsets());
      return {is_operand ? 0U : 1U, 0};
    }
    case llvm::Instruction::Store:
      return {1, 0};
    case llvm::Instruction::Call:
      return call(llvm::cast<llvm::CallInst>(instruction));
    default:
      return arithmetic(instruction);
  }
}

void IssueSum::add(const llvm::Instruction& instruction) {
  IssueCost cost = issue_cost_of(instruction);
  const bool rounds = is_rounding(instruction);
  if (rounds) {
    roundings_ += kTenthsOfRounding;
    cost = {roundings_ / 10, kRoundingLatency};
    roundings_ %= 10;
  } else if (in_short_floats(instruction) && !instruction.mayReadOrWriteMemory()) {
    cost = {};
  }
  if (is_for_alu(instruction)) alu_ += cost.slots;
  unsigned depth = 0;
  unsigned behind_loads = 0;
  bool waits = false;
  for (const llvm::Value* operand : instruction.operands()) {
    const auto* const known = loaded_.find(operand) == loaded_.end() ? nullptr : operand;
    waits |= known != nullptr;
    if (llvm::isa<llvm::PHINode>(instruction) && !rounds) continue;
    depth = std::max(depth, depths_.lookup(operand));
    if (known != nullptr) behind_loads = std::max(behind_loads, behind_loads_.lookup(operand));
  }
  depth += cost.latency;
  if (depth != 0) depths_[&instruction] = depth;
  sum_.slots += cost.slots;
  sum_.latency = std::max(sum_.latency, depth);
  const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
  if (waits || is_load) loaded_.insert(&instruction);
  if (!waits || is_load) return;
  behind_loads += cost.latency;
  behind_loads_[&instruction] = behind_loads;
  sum_.behind_loads = std::max(sum_.behind_loads, behind_loads);
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
  depths_.clear();
  behind_loads_.clear();
  sum_.slots = std::max(sum_.slots, kAluCycles * std::exchange(alu_, 0));
  return std::exchange(sum_, {});
}

unsigned registers_of(llvm::Function& function) {
  constexpr unsigned kAlways = 10;  // the stack's pointer, indices, what scheduling takes
  constexpr unsigned kMost = 255;
  constexpr unsigned kStep = 8;  // an SM gives a warp's registers out in steps of 8 a thread
  const unsigned wanted = kAlways + Pressure(function).most();
  return std::min(kMost, std::max(16U, (wanted + kStep - 1) / kStep * kStep));
}

}  // namespace simtcc
