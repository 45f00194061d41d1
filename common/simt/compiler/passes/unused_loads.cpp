#include "passes/unused_loads.h"

#include <llvm/Analysis/ValueTracking.h>

#include <map>
#include <tuple>

#include "front/kernels.h"
#include "llvm.h"

namespace simtcc {
namespace {

constexpr const char* kNote = "simt.unused_loads";

using Live = llvm::SmallPtrSet<const llvm::Instruction*, 32>;

// What must be computed: what has an effect, decides a way, and what these use.
Live live_instructions(const llvm::Function& function) {
  Live live;
  llvm::SmallVector<const llvm::Instruction*, 64> open;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool matters = instruction.isTerminator() || instruction.mayHaveSideEffects();
    if (matters && live.insert(&instruction).second) open.push_back(&instruction);
  }
  while (!open.empty()) {
    for (const llvm::Use& operand : open.pop_back_val()->operands()) {
      const auto* const used = llvm::dyn_cast<llvm::Instruction>(operand.get());
      if (used != nullptr && live.insert(used).second) open.push_back(used);
    }
  }
  return live;
}

// A load from global or shared memory: not from a local variable, a constant, or what is the kernel's own copy of an argument.
bool is_of_memory(const llvm::LoadInst& load) {
  const llvm::Value* const object = llvm::getUnderlyingObject(load.getPointerOperand());
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object))
    return !variable->isConstant() && variable->getAddressSpace() != kConstantSpace;
  if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(object))
    return !argument->hasPassPointeeByValueCopyAttr();
  return !llvm::isa<llvm::AllocaInst>(object);
}

}  // namespace

void note_unused_loads(llvm::Function& kernel) {
  const Live live = live_instructions(kernel);
  std::map<std::tuple<std::string, unsigned, unsigned>, bool> is_used;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->getDebugLoc() || !is_of_memory(*load)) continue;
    const SourcePlace place = place_of(*load);
    if (place.line == 0 || is_machine_header(place.file)) continue;
    is_used[{place.file, place.line, place.column}] |= live.count(load) != 0;
  }
  llvm::LLVMContext& context = kernel.getContext();
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  const auto text = [&](llvm::StringRef value) { return llvm::MDString::get(context, value); };
  for (const auto& [place, used] : is_used) {
    if (used) continue;
    const auto& [file, line, column] = place;
    kernel.getParent()->getOrInsertNamedMetadata(kNote)->addOperand(
        llvm::MDNode::get(context, {text(kernel.getName()), text(file), number(line), number(column)}));
  }
}

std::vector<SourcePlace> unused_loads_of(const llvm::Module& module, llvm::StringRef kernel) {
  std::vector<SourcePlace> places;
  const llvm::NamedMDNode* const notes = module.getNamedMetadata(kNote);
  if (notes == nullptr) return places;
  for (const llvm::MDNode* note : notes->operands()) {
    const auto text = [&](unsigned operand) {
      return llvm::cast<llvm::MDString>(note->getOperand(operand))->getString();
    };
    const auto number = [&](unsigned operand) {
      return static_cast<unsigned>(
          llvm::mdconst::extract<llvm::ConstantInt>(note->getOperand(operand))->getZExtValue());
    };
    if (text(0) == kernel) places.push_back({text(1).str(), number(2), number(3)});
  }
  return places;
}

}  // namespace simtcc
