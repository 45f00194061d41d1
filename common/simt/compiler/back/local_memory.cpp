#include "back/local_memory.h"

#include "front/source_lines.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

std::string name_of(const llvm::AllocaInst& alloca) {
  std::string name = alloca.getName().str();
  return name.substr(0, name.find('.'));  // "window.i": inlined
}

llvm::SmallVector<llvm::AllocaInst*, 8> allocas_of(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*, 8> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* const alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) found.push_back(alloca);
  }
  return found;
}

void remove_lifetimes(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (instruction.isLifetimeStartOrEnd()) instruction.eraseFromParent();
  }
}

}  // namespace

std::uint64_t alloca_bytes(const llvm::AllocaInst& alloca) {
  const auto* const count = llvm::dyn_cast<llvm::ConstantInt>(alloca.getArraySize());
  if (count == nullptr) return 0;
  const llvm::DataLayout& layout = alloca.getModule()->getDataLayout();
  return layout.getTypeAllocSize(alloca.getAllocatedType()) * count->getZExtValue();
}

bool has_locals(llvm::Function& function) { return !allocas_of(function).empty(); }

std::vector<LocalArray> place_locals(llvm::Function& function, std::uint32_t overflow) {
  std::vector<LocalArray> arrays;
  const auto allocas = allocas_of(function);
  if (allocas.empty()) return arrays;
  remove_lifetimes(function);
  constexpr std::uint64_t kAlignment = 16;
  constexpr std::uint64_t kMostLocalBytes = std::uint64_t{1}
                                            << 31U;  // the machine says how much a thread has
  std::uint64_t frame = 0;
  llvm::SmallVector<std::uint64_t, 8> offsets;
  for (llvm::AllocaInst* alloca : allocas) {
    if (!llvm::isa<llvm::ConstantInt>(alloca->getArraySize()))
      throw Refused(place_of(*alloca), "an array whose length is known at run time only is no CUDA");
    offsets.push_back(frame);
    const std::uint64_t bytes = alloca_bytes(*alloca);
    if (bytes > kMostLocalBytes || frame > kMostLocalBytes) {
      throw Refused(
          place_of(*alloca),
          "`" + name_of(*alloca) + "` takes more local memory than a thread can have: 512 KiB on a GPU");
    }
    frame = (frame + bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  llvm::Instruction* const first = &*function.getEntryBlock().getFirstInsertionPt();
  llvm::IRBuilder<> builder(first);
  llvm::Type* const byte = builder.getInt8Ty();
  llvm::Value* const begin = call_primitive(builder, "local", byte_pointer(builder.getContext()), overflow,
                                            {builder.getInt64(frame)});
  for (unsigned i = 0; i < allocas.size(); ++i) {
    LocalArray array;
    array.alloca = allocas[i];
    array.name = name_of(*allocas[i]);
    array.begin = builder.CreateConstGEP1_64(byte, begin, offsets[i]);
    array.bytes = alloca_bytes(*allocas[i]);
    llvm::Value* const typed =
        builder.CreatePointerBitCastOrAddrSpaceCast(array.begin, allocas[i]->getType());
    allocas[i]->replaceAllUsesWith(typed);
    allocas[i]->eraseFromParent();
    arrays.push_back(std::move(array));
  }
  return arrays;
}

}  // namespace simtcc
