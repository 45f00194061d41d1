#include "front/kernels.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DerivedTypes.h>

#include "front/annotations.h"
#include "simt/signature.h"

namespace simtcc {
namespace {

constexpr unsigned kGlobalSpace = 1;

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

void remove_list(llvm::Module& module, const char* name) {
  if (llvm::GlobalVariable* const list = module.getNamedGlobal(name)) list->eraseFromParent();
}

// ------------------------------------------------------------------------------------------------ types

// A type with its names and qualifiers taken off; null is void.
struct BareType {
  const llvm::DIType* type = nullptr;
  bool is_const = false;
};

BareType bare(const llvm::DIType* type) {
  BareType result{type};
  while (const auto* const derived = dyn_cast_or_null<llvm::DIDerivedType>(result.type)) {
    const unsigned tag = derived->getTag();
    const bool transparent = tag == llvm::dwarf::DW_TAG_typedef || tag == llvm::dwarf::DW_TAG_const_type ||
                             tag == llvm::dwarf::DW_TAG_volatile_type ||
                             tag == llvm::dwarf::DW_TAG_restrict_type ||
                             tag == llvm::dwarf::DW_TAG_atomic_type;
    if (!transparent) break;
    result.is_const |= tag == llvm::dwarf::DW_TAG_const_type;
    result.type = derived->getBaseType();
  }
  return result;
}

bool is_pointer(const llvm::DIType* type) {
  const auto* const derived = dyn_cast_or_null<llvm::DIDerivedType>(type);
  return derived != nullptr && (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
                                derived->getTag() == llvm::dwarf::DW_TAG_reference_type ||
                                derived->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type);
}

simt::TypeKind kind_of(const llvm::DIType* type) {
  if (type == nullptr) return simt::TypeKind::nothing;
  if (is_pointer(type)) return simt::TypeKind::pointer;
  if (const auto* const composite = dyn_cast<llvm::DICompositeType>(type)) {
    return composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type ? simt::TypeKind::integer
                                                                       : simt::TypeKind::aggregate;
  }
  const auto* const basic = dyn_cast<llvm::DIBasicType>(type);
  if (basic == nullptr) return simt::TypeKind::aggregate;
  switch (basic->getEncoding()) {
    case llvm::dwarf::DW_ATE_boolean:
      return simt::TypeKind::boolean;
    case llvm::dwarf::DW_ATE_float:
      return simt::TypeKind::floating;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char:
    case llvm::dwarf::DW_ATE_UTF:
      return simt::TypeKind::unsigned_integer;
    default:
      return simt::TypeKind::integer;
  }
}

std::uint32_t type_bytes(const llvm::DIType* type) {
  return type == nullptr ? 0 : static_cast<std::uint32_t>(type->getSizeInBits() / 8);
}

// The type as the source writes it, such as "const float*", without __restrict__.
std::string text_of(const llvm::DIType* type) {
  if (type == nullptr) return "void";
  const auto* const derived = dyn_cast<llvm::DIDerivedType>(type);
  if (derived == nullptr) return type->getName().empty() ? "struct" : type->getName().str();
  std::string inner = text_of(derived->getBaseType());
  switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
      return derived->getName().str();
    case llvm::dwarf::DW_TAG_pointer_type:
      return inner + "*";
    case llvm::dwarf::DW_TAG_reference_type:
      return inner + "&";
    case llvm::dwarf::DW_TAG_const_type:
      return is_pointer(derived->getBaseType()) ? inner + " const" : "const " + inner;
    case llvm::dwarf::DW_TAG_volatile_type:
      return is_pointer(derived->getBaseType()) ? inner + " volatile" : "volatile " + inner;
    default:
      return inner;
  }
}

KernelParameter parameter_of(const llvm::DIType* type);

// Returns the members of a structure in order of their offsets, or the elements of an array. Returns none if
// they would not be the whole: for unions, and if bit-fields share bytes.
std::vector<KernelParameter> members_of(const llvm::DICompositeType& whole) {
  std::vector<KernelParameter> members;
  if (whole.getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType* const element = whole.getBaseType();
    const std::uint32_t bytes = std::max<std::uint32_t>(1, type_bytes(bare(element).type));
    constexpr std::uint32_t kMost = 256;
    const std::uint32_t count = type_bytes(&whole) / bytes;
    if (count > kMost) return members;
    for (std::uint32_t i = 0; i < count; ++i) {
      members.push_back(parameter_of(element));
      members.back().name = "[" + std::to_string(i) + "]";
      members.back().offset = i * bytes;
    }
    return members;
  }
  if (whole.getTag() == llvm::dwarf::DW_TAG_union_type) return members;
  for (const llvm::DINode* node : whole.getElements()) {
    const auto* const member = dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) continue;
    const bool is_part =
        member->getTag() == llvm::dwarf::DW_TAG_member || member->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!is_part) continue;
    if (member->isBitField()) return {};
    members.push_back(parameter_of(member->getBaseType()));
    members.back().name = member->getName().str();
    members.back().offset = static_cast<std::uint32_t>(member->getOffsetInBits() / 8);
  }
  return members;
}

KernelParameter parameter_of(const llvm::DIType* type) {
  // A parameter's own const says nothing to its caller.
  const auto* outer = dyn_cast_or_null<llvm::DIDerivedType>(type);
  while (outer != nullptr && (outer->getTag() == llvm::dwarf::DW_TAG_const_type ||
                              outer->getTag() == llvm::dwarf::DW_TAG_restrict_type)) {
    type = outer->getBaseType();
    outer = dyn_cast_or_null<llvm::DIDerivedType>(type);
  }
  KernelParameter parameter;
  parameter.type = text_of(type);
  const BareType stripped = bare(type);
  parameter.kind = static_cast<std::uint8_t>(kind_of(stripped.type));
  parameter.bytes = type_bytes(stripped.type);
  parameter.pointee_kind = static_cast<std::uint8_t>(simt::TypeKind::nothing);
  if (is_pointer(stripped.type)) {
    const BareType pointee = bare(llvm::cast<llvm::DIDerivedType>(stripped.type)->getBaseType());
    parameter.pointee_kind = static_cast<std::uint8_t>(kind_of(pointee.type));
    parameter.pointee_bytes = type_bytes(pointee.type);
    parameter.points_to_const = pointee.is_const;
  } else if (const auto* const whole = dyn_cast_or_null<llvm::DICompositeType>(stripped.type)) {
    parameter.members = members_of(*whole);
  }
  return parameter;
}

void name_parameters(const llvm::Function& function, std::vector<KernelParameter>& parameters) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* const note = dyn_cast<llvm::DbgVariableIntrinsic>(&instruction);
    const llvm::DILocalVariable* const variable = note == nullptr ? nullptr : note->getVariable();
    if (variable == nullptr || variable->getArg() == 0 || variable->getArg() > parameters.size()) continue;
    if (note->getDebugLoc() && note->getDebugLoc()->getInlinedAt() != nullptr) continue;
    parameters[variable->getArg() - 1].name = variable->getName().str();
  }
}

KernelFunction described(llvm::Function& function) {
  KernelFunction kernel;
  kernel.function = &function;
  kernel.name = function.getName().str();
  kernel.place = place_of(function);
  // clang lets device functions have them, so that libraries can choose between overloads, and a kernel with them.
  if (function.isVarArg())
    throw Refused(kernel.place, "a kernel has a fixed number of parameters: `...` is for device functions");
  const llvm::DISubprogram* const program = function.getSubprogram();
  kernel.written = {program == nullptr ? short_name(function.getName()) : program->getName().str()};
  if (program == nullptr) return kernel;
  const auto types = program->getType()->getTypeArray();
  for (unsigned i = 1; i < types.size(); ++i) kernel.parameters.push_back(parameter_of(types[i]));
  name_parameters(function, kernel.parameters);
  return kernel;
}

}  // namespace

std::uint32_t element_bytes_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> notes;
  variable.getDebugInfo(notes);
  const llvm::DIType* type = notes.empty() ? nullptr : bare(notes.front()->getVariable()->getType()).type;
  const auto* array = dyn_cast_or_null<llvm::DICompositeType>(type);
  while (array != nullptr && array->getTag() == llvm::dwarf::DW_TAG_array_type) {
    type = bare(array->getBaseType()).type;
    array = dyn_cast_or_null<llvm::DICompositeType>(type);
  }
  if (type != nullptr) return type_bytes(type);
  llvm::Type* element = variable.getValueType();
  while (element->isArrayTy()) element = element->getArrayElementType();
  return static_cast<std::uint32_t>(variable.getParent()->getDataLayout().getTypeAllocSize(element));
}

namespace {

// The name of a constant array within a function, which clang calls "__const._Z5placeii.places", or "" for any other. A table
// that LLVM makes of a switch has no name in the source.
std::string name_of_constant(llvm::StringRef symbol) {
  if (symbol.consume_front("switch.table.")) return "table of a switch";
  if (!symbol.consume_front("__const.")) return "";
  return symbol.split('.').second.split('.').first.str();
}

}  // namespace

std::string short_name(llvm::StringRef symbol) {
  // What is local to one of several linked files (device_link.h).
  if (const std::size_t part = symbol.rfind(".part"); part != llvm::StringRef::npos && part != 0)
    return short_name(symbol.substr(0, part)) + symbol.substr(part).str();
  std::string constant = name_of_constant(symbol);
  if (!constant.empty()) return constant;
  const std::string whole = llvm::demangle(symbol.str());
  std::size_t depth = 0;  // the depth of brackets: "f(int)::tile", "table<a::b>"
  std::size_t begin = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] == '(' || whole[i] == '<') ++depth;
    if ((whole[i] == ')' || whole[i] == '>') && depth > 0) --depth;
    if (depth == 0 && whole.compare(i, 2, "::") == 0) begin = i + 2;
  }
  return whole.substr(begin);
}

// As many registers as an SM has for each of the threads that it shall hold at a time.
std::uint32_t registers_within(std::uint32_t threads, std::uint32_t blocks) {
  constexpr std::uint32_t kOfSm = 65536;
  constexpr std::uint32_t kStep = 8;
  constexpr std::uint32_t kMost = 255;
  const std::uint32_t all = threads * std::max(1U, blocks);
  return all == 0 ? kMost : std::min(kMost, kOfSm / all / kStep * kStep);
}

KernelFile read_kernels(llvm::Module& module) {
  KernelFile file;
  llvm::MapVector<llvm::Function*, KernelFunction> kernels;
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    KernelFunction kernel = described(function);
    kernel.most_threads = static_cast<std::uint32_t>(nvvm_number(module, function, "maxntidx"));
    kernel.most_registers = registers_within(
        kernel.most_threads, static_cast<std::uint32_t>(nvvm_number(module, function, "minctasm")));
    kernels.insert({&function, std::move(kernel)});
  }
  // A variable that names a kernel as a command line wrote it: "simt.written:transpose<kTile>".
  for (const Annotation& annotation : annotations_of(module)) {
    constexpr const char* kPrefix = "simt.written:";
    auto* const variable = dyn_cast<llvm::GlobalVariable>(annotation.of);
    // Clang puts `__device__ const` arrays there too, which are global memory to nvcc.
    if (variable != nullptr && annotation.text == kConstantNote) file.constants.insert(variable);
    if (variable == nullptr || !variable->hasInitializer() || annotation.text.rfind(kPrefix, 0) != 0)
      continue;
    auto* const function = dyn_cast<llvm::Function>(variable->getInitializer()->stripPointerCasts());
    if (kernels.count(function) != 0)
      kernels[function].written.push_back(annotation.text.substr(std::strlen(kPrefix)));
    variable->setInitializer(llvm::UndefValue::get(variable->getValueType()));
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasAttribute(kConstantNote)) file.constants.insert(&variable);
  }
  for (const char* list : {"llvm.global.annotations", "llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                           "llvm.global_dtors"}) {
    remove_list(module, list);
  }
  for (auto& [function, kernel] : kernels) file.kernels.push_back(kernel);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setComdat(nullptr);
    function.setLinkage(kernels.count(&function) != 0 ? llvm::GlobalValue::ExternalLinkage
                                                      : llvm::GlobalValue::InternalLinkage);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration()) continue;
    variable.setComdat(nullptr);
    variable.setSection("");
    // The host reads and writes it between launches.
    if (!variable.isConstant() &&
        (variable.getAddressSpace() == kGlobalSpace || variable.getAddressSpace() == kConstantSpace)) {
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
      variable.setExternallyInitialized(true);
    }
  }
  return file;
}

void check_constant_memory(const llvm::Module& module, const KernelFile& file) {
  constexpr std::uint64_t kOfGpu =
      65536;  // CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || file.constants.count(&variable) == 0) continue;
    bytes = llvm::alignTo(bytes, module.getDataLayout().getPreferredAlign(&variable)) +
            module.getDataLayout().getTypeAllocSize(variable.getValueType());
    if (bytes <= kOfGpu) continue;
    throw Refused(place_of(variable),
                  "with `" + short_name(variable.getName()) + "` there are " + std::to_string(bytes) +
                      " bytes of __constant__ memory, and a GPU has " + std::to_string(kOfGpu) +
                      ": make it smaller, or a __device__ array");
  }
}

}  // namespace simtcc
