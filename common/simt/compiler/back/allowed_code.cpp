#include "back/allowed_code.h"

#include <algorithm>
#include <array>
#include <string>

#include "front/kernels.h"
#include "front/source_lines.h"
#include "passes/shared_memory.h"
#include "verifier.h"

namespace simtcc {
namespace {

// LLVM's intrinsics, without "llvm." and the types after them. They compute numbers from numbers, or say
// something to the optimiser. Those that the machine's checks replace are here too.
constexpr std::array kIntrinsics{"abs",
                                 "acos",
                                 "annotation",
                                 "asin",
                                 "assume",
                                 "atan",
                                 "atan2",
                                 "bitreverse",
                                 "bswap",
                                 "canonicalize",
                                 "ceil",
                                 "copysign",
                                 "cos",
                                 "cosh",
                                 "ctlz",
                                 "ctpop",
                                 "cttz",
                                 "dbg",
                                 "donothing",
                                 "exp",
                                 "exp10",
                                 "exp2",
                                 "expect",
                                 "experimental.noalias.scope.decl",
                                 "fabs",
                                 "floor",
                                 "fma",
                                 "fmuladd",
                                 "fptosi.sat",
                                 "fptoui.sat",
                                 "frexp",
                                 "fshl",
                                 "fshr",
                                 "invariant.end",
                                 "invariant.start",
                                 "is.constant",
                                 "is.fpclass",
                                 "ldexp",
                                 "lifetime.end",
                                 "lifetime.start",
                                 "llrint",
                                 "llround",
                                 "log",
                                 "log10",
                                 "log2",
                                 "lrint",
                                 "lround",
                                 "maximum",
                                 "maxnum",
                                 "minimum",
                                 "minnum",
                                 "nearbyint",
                                 "objectsize",
                                 "pow",
                                 "powi",
                                 "prefetch",
                                 "rint",
                                 "round",
                                 "roundeven",
                                 "sadd.sat",
                                 "sadd.with.overflow",
                                 "scmp",
                                 "sideeffect",
                                 "sin",
                                 "sinh",
                                 "smax",
                                 "smin",
                                 "smul.with.overflow",
                                 "sqrt",
                                 "sshl.sat",
                                 "ssub.sat",
                                 "ssub.with.overflow",
                                 "tan",
                                 "tanh",
                                 "trap",
                                 "trunc",
                                 "uadd.sat",
                                 "uadd.with.overflow",
                                 "ucmp",
                                 "umax",
                                 "umin",
                                 "umul.with.overflow",
                                 "ushl.sat",
                                 "usub.sat",
                                 "usub.with.overflow",
                                 "var.annotation",
                                 "vector.reduce"};

bool is_known_intrinsic(llvm::StringRef name) {
  const llvm::StringRef own = name.drop_front(std::string("llvm.").size());
  return std::any_of(kIntrinsics.begin(), kIntrinsics.end(), [&](llvm::StringRef known) {
    return own == known || begins_with(own, (known + ".").str());
  });
}

bool is_known(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::UnaryOperator>(instruction) || llvm::isa<llvm::BinaryOperator>(instruction) ||
      llvm::isa<llvm::CmpInst>(instruction) || llvm::isa<llvm::CastInst>(instruction)) {
    return true;
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Ret:
    case llvm::Instruction::Br:
    case llvm::Instruction::Switch:
    case llvm::Instruction::Unreachable:
    case llvm::Instruction::Alloca:
    case llvm::Instruction::Load:
    case llvm::Instruction::Store:
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::Fence:  // these three are refused where accesses are numbered
    case llvm::Instruction::AtomicCmpXchg:
    case llvm::Instruction::AtomicRMW:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::Call:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
      return true;
    default:
      return false;
  }
}

// The address spaces of NVIDIA's GPUs are generic, global, shared, constant and local. Others mean segment
// registers on the host.
bool is_known_space(unsigned space) { return space <= 5 && space != 2; }

void check_instruction(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) {
    throw Refused(place_of(instruction),
                  "jumps to computed places (goto *) are not supported by the SIMT machine: use a switch");
  }
  if (!is_known(instruction)) {
    throw Refused(place_of(instruction),
                  std::string("this code is not supported by the SIMT machine (LLVM's ") +
                      instruction.getOpcodeName() + ")");
  }
  const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer != nullptr && !is_known_space(pointer->getType()->getPointerAddressSpace())) {
    throw Refused(
        place_of(instruction),
        "an access of an address space that GPUs do not have: leave the attribute address_space out");
  }
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* const callee = call->getCalledFunction();
    if (callee != nullptr && callee->isIntrinsic() && !is_known_intrinsic(callee->getName())) {
      throw Refused(place_of(instruction), "the compiler's builtin behind " + callee->getName().str() +
                                               " is not supported by the SIMT machine: use CUDA's functions");
    }
  }
}

// The limit for the constant and global variables of a kernel file, higher than any sensible file needs.
constexpr std::uint64_t kMostGlobalBytes = std::uint64_t{256} << 20U;

void check_variables(const llvm::Module& module) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration()) continue;
    bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType());
    if (bytes > kMostGlobalBytes) {
      throw Refused(place_of(variable),
                    "the file's variables take more than 256 MiB: pass a buffer to the kernel");
    }
  }
}

}  // namespace

void check_code(const llvm::Module& module) {
  check_variables(module);
  for (const llvm::Function& function : module) {
    if (begins_with(function.getName(), "simt."))
      throw Refused(place_of_use(function), "names that begin with `simt.` are the compiler's own");
    for (const llvm::Instruction& instruction : llvm::instructions(function)) check_instruction(instruction);
  }
}

void check_no_heap(const llvm::Module& module) {
  const llvm::Function* const allocate = module.getFunction("simt_allocate");
  if (allocate == nullptr || allocate->use_empty()) return;
  throw Refused(
      place_of_use(*allocate),
      "malloc and new in a kernel are not supported here, in a kernel file, but in whole programs: let the host "
      "allocate, and pass the buffer as an argument");
}

void seal_names(llvm::Module& module) {
  // These lists name functions that would run before any kernel, and names that must be kept for others.
  for (const char* name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* const list = module.getNamedGlobal(name)) list->eraseFromParent();
  }
  for (llvm::GlobalObject& object : module.global_objects()) {
    if (object.isDeclaration()) continue;
    object.setComdat(nullptr);
    object.setSection("");
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (begins_with(object.getName(), "simt_module")) object.setName("file." + object.getName());
    if (auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&object)) {
      variable->setAttributes(llvm::AttributeSet());  // sections of #pragma clang section
      variable->setThreadLocal(false);
    }
  }
}

namespace {

// C17, 7.12, and POSIX's Bessel functions, each also with an f at its end; none of those that read or write
// through a pointer (frexp, modf, nan, remquo, sincos), which would go past the checks.
constexpr std::array kMathematics{
    "acos",     "acosh", "asin",    "asinh",  "atan",   "atan2",     "atanh",     "cbrt",  "ceil",
    "copysign", "cos",   "cosh",    "erf",    "erfc",   "exp",       "exp10",     "exp2",  "expm1",
    "fabs",     "fdim",  "floor",   "fma",    "fmax",   "fmin",      "fmod",      "hypot", "ilogb",
    "j0",       "j1",    "jn",      "ldexp",  "lgamma", "llrint",    "llround",   "log",   "log10",
    "log1p",    "log2",  "logb",    "lrint",  "lround", "nearbyint", "nextafter", "pow",   "remainder",
    "rint",     "round", "scalbln", "scalbn", "sin",    "sinh",      "sqrt",      "tan",   "tanh",
    "tgamma",   "trunc", "y0",      "y1",     "yn",     "roundeven"};

bool is_mathematics(llvm::StringRef name) {
  return std::any_of(kMathematics.begin(), kMathematics.end(), [&](const char* known) {
    return name == known || (ends_with(name, "f") && name.drop_back() == known);
  });
}

bool is_of_numbers(const llvm::FunctionType& type) {
  const auto is_number = [](const llvm::Type* one) { return one->isFloatingPointTy() || one->isIntegerTy(); };
  return !type.isVarArg() && is_number(type.getReturnType()) &&
         std::all_of(type.param_begin(), type.param_end(), is_number);
}

}  // namespace

void check_references(llvm::Module& module, const std::string& scope) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (simt_verifier::primitive_of(function) != simt_verifier::Primitive::none) continue;
    if (is_mathematics(function.getName())) {
      if (is_of_numbers(*function.getFunctionType())) continue;
      throw Refused(place_of_use(function), "`" + short_name(function.getName()) +
                                                "` is declared otherwise than in the C mathematics library");
    }
    throw Refused(place_of_use(function),
                  "`" + short_name(function.getName()) + "` is declared and has no definition in " + scope);
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty()) continue;
    throw Refused(place_of_use(variable), "`" + short_name(variable.getName()) +
                                              "` is declared extern and has no definition in " + scope);
  }
  if (!module.aliases().empty() || !module.ifuncs().empty() || !module.getModuleInlineAsm().empty())
    throw Refused({}, "aliases and assembler outside of functions are not supported by the SIMT machine");
}

}  // namespace simtcc
