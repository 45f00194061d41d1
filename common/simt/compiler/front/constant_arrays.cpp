#include "front/constant_arrays.h"

#include <llvm/Demangle/Demangle.h>
#include <map>

#include "front/annotations.h"
#include "front/kernels.h"

namespace simtcc {
namespace {

constexpr const char* kCopy = ".const";

// The array as clang makes one whose address is used.
llvm::GlobalVariable* array_like(const llvm::GlobalVariable& copy, llvm::Module& module,
                                 const std::string& qualifier) {
  auto* const array =
      new llvm::GlobalVariable(module, copy.getValueType(), true, llvm::GlobalValue::InternalLinkage,
                               const_cast<llvm::Constant*>(copy.getInitializer()), symbol_of_array(copy),
                               nullptr, llvm::GlobalValue::NotThreadLocal,
                               kConstantSpace);  // the module's
  array->setAlignment(copy.getAlign());
  if (qualifier == kConstantNote) array->addAttribute(kConstantNote);
  return array;
}

}  // namespace

bool is_copy_of_array(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  return variable.hasPrivateLinkage() && variable.hasInitializer() && name.contains(kCopy) &&
         !begins_with(name, kOfFunction) && !begins_with(name, "__const");
}

std::string symbol_of_array(const llvm::GlobalVariable& copy) {
  return copy.getName().split(kCopy).first.str();
}

void restore_device_arrays(llvm::Module& module,
                           const std::function<std::string(const std::string& name)>& qualifier) {
  llvm::SmallVector<llvm::GlobalVariable*, 4> copies;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (is_copy_of_array(variable)) copies.push_back(&variable);
  }
  std::map<std::string, llvm::GlobalVariable*> arrays;  // by symbol; null: the host's
  for (llvm::GlobalVariable* const copy : copies) {
    const std::string symbol = symbol_of_array(*copy);
    const auto [known, is_new] = arrays.try_emplace(symbol, nullptr);
    if (is_new) {
      const std::string declared = qualifier(llvm::demangle(symbol));
      if (!declared.empty()) known->second = array_like(*copy, module, declared);
    }
    if (known->second == nullptr) continue;
    copy->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(known->second, copy->getType()));
    copy->eraseFromParent();
  }
}

}  // namespace simtcc
