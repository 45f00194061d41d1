// The rules for a module as a whole: what it consists of, what its attributes may say, which functions it may
// call that are not its own. All by lists of what is allowed.
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "verifier.h"

namespace simt_verifier {
namespace {

// Numbers from numbers. LLVM's without "llvm." and types; the C library's each also with an f at its end.
constexpr const char* kIntrinsics =
    " abs acos asin atan atan2 bitreverse bswap canonicalize ceil copysign cos cosh ctlz ctpop cttz exp "
    "exp10 exp2 fabs "
    "floor fma fmuladd fptosi.sat fptoui.sat frexp fshl fshr is.fpclass ldexp llrint llround log log10 log2 "
    "lrint lround "
    "maximum maxnum minimum minnum nearbyint pow powi rint round roundeven sadd.sat sadd.with.overflow scmp "
    "sin sinh smax "
    "smin smul.with.overflow sqrt sshl.sat ssub.sat ssub.with.overflow tan tanh trunc uadd.sat "
    "uadd.with.overflow ucmp "
    "umax umin umul.with.overflow ushl.sat usub.sat usub.with.overflow vector.reduce.add vector.reduce.and "
    "vector.reduce.fadd vector.reduce.fmax vector.reduce.fmin vector.reduce.fmul vector.reduce.mul "
    "vector.reduce.or "
    "vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin vector.reduce.xor ";
constexpr const char* kMathematics =
    " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs "
    "fdim floor fma "
    "fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround "
    "nearbyint "
    "nextafter pow remainder rint round roundeven scalbln scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 "
    "yn ";
// What a function of the C library may be said to do or not to do, and a call of it.
constexpr const char* kPromises =
    " convergent memory mustprogress nofree nosync nounwind readnone speculatable willreturn ";

bool is_on(const char* list, llvm::StringRef word) {
  return std::string(list).find(" " + word.str() + " ") != std::string::npos;
}

bool is_number(const llvm::Type* type) {
  if (const auto* const whole = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::all_of(whole->elements(), is_number);
  const llvm::Type* const element = type->getScalarType();
  return element->isIntegerTy() || element->isFloatTy() || element->isDoubleTy() || element->isHalfTy() ||
         element->isBFloatTy();
}

bool promises_only(const llvm::AttributeList& attributes) {
  for (const unsigned index : attributes.indexes()) {
    for (const llvm::Attribute attribute : attributes.getAttributes(index)) {
      const bool is_known = !attribute.isStringAttribute() && !attribute.isTypeAttribute() &&
                            index == llvm::AttributeList::FunctionIndex &&
                            is_on(kPromises, llvm::Attribute::getNameFromAttrKind(attribute.getKindAsEnum()));
      if (!is_known) return false;
    }
  }
  return true;
}

void check_declaration(const llvm::Function& function) {
  const llvm::FunctionType* const type = function.getFunctionType();
  require(!type->isVarArg() && is_number(type->getReturnType()) && llvm::all_of(type->params(), is_number),
          "a function of others that takes or gives more than numbers");
  if (const llvm::Intrinsic::ID id = function.getIntrinsicID(); id != llvm::Intrinsic::not_intrinsic) {
    require(is_on(kIntrinsics, llvm::Intrinsic::getBaseName(id).drop_front(5)) &&
                function.getAttributes() == llvm::Intrinsic::getAttributes(function.getContext(), id),
            "an intrinsic function that is not on the list");
    return;
  }
  const llvm::StringRef name = function.getName();
  require(is_on(kMathematics, name) || (name.back() == 'f' && is_on(kMathematics, name.drop_back())),
          "a function that is neither here nor on the list");
  require(promises_only(function.getAttributes()), "an attribute that is not on the list");
}

// Without jump tables, whose index nobody checks where the optimiser thinks the default impossible; and with
// a touch of each page of a large frame, so that none steps over the guard below the stack. Where LLVM cannot
// touch them, code generation is told to tell of large frames.
void check_definition(const llvm::Function& function) {
  std::string strings;
  for (const llvm::Attribute attribute : function.getAttributes().getFnAttrs()) {
    if (attribute.isStringAttribute()) {
      strings += attribute.getAsString() + " ";
    } else {
      require(attribute.hasAttribute(llvm::Attribute::NoUnwind), "an attribute that is not on the list");
    }
  }
  std::string expected = R"("frame-pointer"="none" "no-jump-tables"="true" "probe-stack"="inline-asm" )";
  if (!kProbesFrames)
    expected += R"("warn-stack-size"=")" + std::to_string(simt::abi::kMostFrameBytes) + R"(" )";
  require(strings == expected, "not the attributes that each function has");
  for (const unsigned index : function.getAttributes().indexes()) {
    require(
        index == llvm::AttributeList::FunctionIndex || !function.getAttributes().hasAttributesAtIndex(index),
        "an attribute of a parameter");
  }
  require(function.hasInternalLinkage() && !function.isVarArg() && !function.hasGC() &&
              !function.hasPersonalityFn() && !function.hasPrefixData() && !function.hasPrologueData(),
          "a function with more than its code");
}

void check_object(const llvm::GlobalObject& object) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> notes;
  object.getAllMetadata(notes);
  require(!object.hasSection() && !object.hasComdat() && notes.empty() && !object.hasPartition() &&
              object.getAddressSpace() <= 5 && object.hasDefaultVisibility() &&
              !object.hasDLLImportStorageClass() && !object.hasDLLExportStorageClass(),
          "a section, a note or an address space of its own");
  // Names that code generation calls by itself, such as __divti3, are others' definitions.
  require(
      object.isDeclaration() || object.getName() == "simt_module" || object.getName().take_front(4) == "own.",
      "a definition whose name may be a library's");
}

void check_variable(const llvm::GlobalVariable& variable) {
  const bool is_table = variable.getName() == "simt_module";
  require(variable.hasInitializer() && !variable.isThreadLocal() && !variable.hasAttributes() &&
              (is_table ? variable.hasExternalLinkage() : variable.hasLocalLinkage()),
          "a variable that is not the module's own");
}

// Functions are called by name. Only the table holds addresses, those of kernels.
void check_uses(const llvm::Value& value, const Tables& tables) {
  for (const llvm::Use& use : value.uses()) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (call != nullptr) {
      require(llvm::isa<llvm::Function>(value) && call->isCallee(&use), "a function's address in the code");
      continue;
    }
    const auto* const constant = llvm::dyn_cast<llvm::Constant>(use.getUser());
    require(constant != nullptr &&
                tables.kernels.count(llvm::dyn_cast<llvm::Function>(value.stripPointerCasts())) != 0,
            "a function's address");
    if (llvm::isa<llvm::ConstantExpr>(constant)) check_uses(*constant, tables);
  }
}

void check(const llvm::Module& module) {
  require(module.getModuleInlineAsm().empty() && module.alias_empty() && module.ifunc_empty() &&
              module.named_metadata_empty() && module.getComdatSymbolTable().empty(),
          "more than functions and variables");
  for (const llvm::GlobalObject& object : module.global_objects()) check_object(object);
  for (const llvm::GlobalVariable& variable : module.globals()) check_variable(variable);
  const Tables tables = read_tables(module);
  bool others_fence = false;
  for (const llvm::Function& function : module) {
    require(function.getCallingConv() == llvm::CallingConv::C, "a calling convention");
    check_uses(function, tables);
    if (function.isDeclaration()) {
      check_declaration(function);
      continue;
    }
    check_definition(function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        require(promises_only(call->getAttributes()), "an attribute of a call that is not on the list");
    }
    const bool fences = check_function(function, tables);
    const auto kernel = tables.kernels.find(&function);
    if (kernel == tables.kernels.end()) others_fence |= fences;
    require(kernel == tables.kernels.end() || !fences || kernel->second.has_fence,
            "a fence that the table does not tell of");
  }
  for (const auto& [entry, kernel] : tables.kernels)
    require(!others_fence || kernel.has_fence, "a fence that the table does not tell of");
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
