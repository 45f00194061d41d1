// The rules for a module as a whole: what it consists of, what its attributes may say, which functions it may
// call that are not its own. All by lists of what is allowed.
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "verifier.h"

namespace simt_verifier {
namespace {

// Numbers from numbers. LLVM's without "llvm." and types; the C library's each also with an f at its end.
constexpr const char* kIntrinsics =
    " abs acos asin atan atan2 bitreverse bswap canonicalize ceil copysign cos cosh ctlz ctpop cttz exp "
    "exp10 exp2 fabs floor fma fmuladd fptosi.sat fptoui.sat frexp fshl fshr is.fpclass ldexp llrint "
    "llround log log10 log2 lrint lround maximum maxnum minimum minnum nearbyint pow powi rint round "
    "roundeven sadd.sat sadd.with.overflow scmp sin sinh smax smin smul.with.overflow sqrt sshl.sat "
    "ssub.sat ssub.with.overflow tan tanh trunc uadd.sat uadd.with.overflow ucmp umax umin "
    "umul.with.overflow ushl.sat usub.sat usub.with.overflow vector.reduce.add vector.reduce.and "
    "vector.reduce.fadd vector.reduce.fmax vector.reduce.fmin vector.reduce.fmul vector.reduce.mul "
    "vector.reduce.or vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin "
    "vector.reduce.xor ";
constexpr const char* kMathematics =
    " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs "
    "fdim floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 "
    "logb lrint lround nearbyint nextafter pow remainder rint round roundeven scalbln scalbn sin sinh sqrt "
    "tan tanh tgamma trunc y0 y1 yn ";

bool is_on(const char* list, llvm::StringRef word) {
  return std::string(list).find(" " + word.str() + " ") != std::string::npos;
}

bool is_number(const llvm::Type* type) {
  if (const auto* const whole = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::all_of(whole->elements(), is_number);
  return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy();
}

void check_declaration(const llvm::Function& function) {
  if (primitive_of(function) != Primitive::none) return check_primitive(function);
  const llvm::FunctionType* const type = function.getFunctionType();
  require(!type->isVarArg() && is_number(type->getReturnType()) && llvm::all_of(type->params(), is_number),
          "a function of others that takes or gives more than numbers");
  const llvm::StringRef name = function.getName();
  if (function.isIntrinsic()) {
    const llvm::Intrinsic::ID id = function.getIntrinsicID();
    return require(is_on(kIntrinsics, llvm::Intrinsic::getBaseName(id).drop_front(5)) &&
                       function.getAttributes() == llvm::Intrinsic::getAttributes(function.getContext(), id),
                   "an intrinsic function that is not on the list");
  }
  require(is_on(kMathematics, name) || (name.back() == 'f' && is_on(kMathematics, name.drop_back())),
          "a function that is neither here nor on the list");
}

void check_definition(const llvm::Function& function) {
  require(function.hasInternalLinkage() && !function.isVarArg() && !function.hasGC() &&
              !function.hasPersonalityFn() && !function.hasPrefixData() && !function.hasPrologueData(),
          "a function with more than its code");
}

void check_object(const llvm::GlobalObject& object) {
  require(!object.hasSection() && !object.hasComdat() && !object.hasPartition() &&
              object.getAddressSpace() <= 5 && object.hasDefaultVisibility(),
          "a section or an address space of its own");
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&object)) {
    require(variable->hasInitializer() && !variable->isThreadLocal() && !variable->hasAttributes() &&
                (variable->getName() == "simt_module" ? variable->hasExternalLinkage()
                                                      : variable->hasLocalLinkage()),
            "a variable that is not the module's own");
  }
  // Names that code generation calls by itself, such as __divti3, are others' definitions.
  require(
      object.isDeclaration() || object.getName() == "simt_module" || object.getName().take_front(4) == "own.",
      "a definition whose name may be a library's");
}

void check(const llvm::Module& module) {
  require(module.getModuleInlineAsm().empty() && module.alias_empty() && module.ifunc_empty() &&
              module.named_metadata_empty() && module.getComdatSymbolTable().empty(),
          "more than functions and variables");
  for (const llvm::GlobalObject& object : module.global_objects()) check_object(object);
  const Tables tables = read_tables(module);
  for (const llvm::Function& function : module) {
    require(function.getCallingConv() == llvm::CallingConv::C, "a calling convention");
    if (function.isDeclaration()) {
      check_declaration(function);
    } else {
      check_definition(function);
      check_function(function, tables);
    }
  }
}

}  // namespace

Address address_of(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* const base = pointer->getType()->isPointerTy()
                                      ? pointer->stripAndAccumulateConstantOffsets(layout, offset, true)
                                      : pointer;
  return {base, offset.getSExtValue()};
}

std::string problem_of(const llvm::Module& module) {
  std::string problem;
  llvm::raw_string_ostream text(problem);
  if (llvm::verifyModule(module, &text)) return "LLVM's own verifier: " + text.str();
  try {
    check(module);
  } catch (const Unsafe& unsafe) {
    return unsafe.what();
  }
  return "";
}

}  // namespace simt_verifier
