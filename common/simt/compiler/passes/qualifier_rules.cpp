#include "passes/passes.h"

#include "front/annotations.h"
#include "front/constant_arrays.h"
#include "front/kernels.h"
#include "front/source_lines.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

constexpr const char* kVariableOfHost =
    "a variable of the host, and device code cannot read it: declare it `__constant__` or `__device__`, or inside of the "
    "kernel";
constexpr const char* kConstantOfHost =
    "a constant of the host: device code can use its value, but not its address, which a reference or a pointer takes. Pass a "
    "copy, as in `auto copy = NAME;`, or declare it inside of the kernel";

// A `constexpr int` and the like: clang puts the value in wherever nothing asks for the address.
bool is_number_of_host(const llvm::GlobalVariable& variable) {
  const llvm::Type* const type = variable.getValueType();
  return variable.isConstant() && variable.hasInitializer() &&
         (type->isIntegerTy() || type->isFloatingPointTy());
}

// Whether the variable is declared at namespace scope or in a class. The debug information does not say that
// a function template's own variables are a function's; their names do.
bool is_declared_outside(const llvm::GlobalVariable& variable) {
  if (variable.getAddressSpace() == kSharedSpace || begins_with(variable.getName(), kOfFunction))
    return false;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> notes;
  variable.getDebugInfo(notes);
  if (notes.empty()) return false;  // a table of virtual functions
  const llvm::DIGlobalVariable& declared = *notes.front()->getVariable();
  const bool is_text = declared.getName().empty();
  return !is_text && !llvm::isa_and_nonnull<llvm::DILocalScope>(declared.getScope()) &&
         !is_machine_header(declared.getFilename());
}

// A guard variable (Itanium C++ ABI, 5.1.5.2) says whether a static variable has its first value.
void check_static_locals(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!begins_with(variable.getName(), "_ZGV")) continue;
    throw Refused(place_of_use(variable),
                  "a static variable of a kernel or device function needs a constant as its initial value");
  }
}

void check_host_variables(const llvm::Module& module,
                          const llvm::SmallPtrSetImpl<llvm::GlobalValue*>& of_device) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const bool is_hosts =
        is_copy_of_array(variable) || (of_device.count(&variable) == 0 && is_declared_outside(variable));
    const SourcePlace use = is_hosts ? place_of_use(variable) : SourcePlace{};
    if (use.line == 0) continue;
    const std::string name = short_name(symbol_of_array(variable));
    throw Refused(use,
                  "`" + name + "` is " + (is_number_of_host(variable) ? kConstantOfHost : kVariableOfHost));
  }
}

void check_thread_locals(llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isThreadLocal()) {
      throw Refused(place_of(variable),
                    "device code has no `thread_local` variables: every local variable is one thread's own");
    }
  }
}

}  // namespace

void check_qualifiers(llvm::Module& module) {
  llvm::SmallPtrSet<llvm::GlobalValue*, 16> of_device;
  for (const Annotation& annotation : annotations_of(module)) {
    auto* const function = llvm::dyn_cast<llvm::Function>(annotation.of);
    if (function == nullptr) {
      of_device.insert(annotation.of);
    } else if (annotation.text == "simt.launch_bounds" && !is_kernel(*function)) {
      throw Refused(place_of(*function),
                    "`__launch_bounds__` belongs to kernels (`__global__`): leave it out here");
    }
  }
  check_thread_locals(module);
  check_static_locals(module);
  check_host_variables(module, of_device);
}

}  // namespace simtcc
