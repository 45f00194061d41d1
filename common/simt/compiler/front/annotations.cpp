#include "front/annotations.h"

namespace simtcc {
namespace {

using llvm::dyn_cast;

std::string text_in(const llvm::Value* pointer) {
  const auto* const variable = dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
  const auto* const data =
      variable == nullptr ? nullptr : dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
  return data == nullptr || !data->isCString() ? "" : data->getAsCString().str();
}

}  // namespace

std::vector<Annotation> annotations_of(llvm::Module& module) {
  std::vector<Annotation> all;
  llvm::GlobalVariable* const list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr) return all;
  for (const llvm::Use& entry : list->getInitializer()->operands()) {
    auto* const fields = llvm::cast<llvm::ConstantStruct>(entry);
    Annotation annotation;
    annotation.of = dyn_cast<llvm::GlobalValue>(fields->getOperand(0)->stripPointerCasts());
    annotation.text = text_in(fields->getOperand(1));
    if (annotation.of != nullptr) all.push_back(std::move(annotation));
  }
  return all;
}

void note_grid_constants(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const note = dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (note == nullptr || note->getIntrinsicID() != llvm::Intrinsic::var_annotation) continue;
      if (text_in(note->getArgOperand(1)) != kGridConstantNote) continue;
      llvm::Value* const object = note->getArgOperand(0)->stripPointerCasts();
      if (auto* const structure = dyn_cast<llvm::Argument>(object)) {
        structure->addAttr(llvm::Attribute::get(module.getContext(), kGridConstantNote));
      } else if (auto* const number = dyn_cast<llvm::AllocaInst>(object)) {
        number->setMetadata(kGridConstantNote, llvm::MDNode::get(module.getContext(), {}));
      }
      note->eraseFromParent();
    }
  }
}

llvm::SmallVector<llvm::Value*, 4> grid_constants_of(llvm::Function& function) {
  llvm::SmallVector<llvm::Value*, 4> found;
  for (llvm::Argument& argument : function.args()) {
    if (function.getAttributes().hasParamAttr(argument.getArgNo(), kGridConstantNote))
      found.push_back(&argument);
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.hasMetadata(kGridConstantNote)) found.push_back(&instruction);
  }
  return found;
}

std::uint64_t nvvm_number(const llvm::Module& module, const llvm::Function& function,
                          llvm::StringRef property) {
  const llvm::NamedMDNode* const list = module.getNamedMetadata("nvvm.annotations");
  if (list == nullptr) return 0;
  for (const llvm::MDNode* node : list->operands()) {
    const auto* const named = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    if (named != &function) continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      const auto* const text = dyn_cast<llvm::MDString>(node->getOperand(i));
      const auto* const number =
          llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(i + 1));
      if (text != nullptr && text->getString() == property && number != nullptr)
        return number->getZExtValue();
    }
  }
  return 0;
}

}  // namespace simtcc
