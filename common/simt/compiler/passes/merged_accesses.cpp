#include "passes/merged_accesses.h"

#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include <map>
#include <set>

namespace simtcc {
namespace {

template <class Visit>
void for_each_access(llvm::Function& function, const Visit& visit) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction))
      visit(instruction, pointer->stripPointerCasts());
  }
}

// Where the accesses of each pointer were, loads and stores apart.
class Locations {
 public:
  explicit Locations(llvm::Function& function) {
    for_each_access(function, [&](const llvm::Instruction& access, const llvm::Value* pointer) {
      known_.insert(&access);
      of_kind(access)[pointer] = access.getDebugLoc();
    });
  }

  // A merged access has the pointer of its first part.
  void give_to_merged(llvm::Function& function) {
    for_each_access(function, [&](llvm::Instruction& access, const llvm::Value* pointer) {
      if (known_.count(&access) != 0) return;
      const auto found = of_kind(access).find(pointer);
      if (found != of_kind(access).end()) access.setDebugLoc(found->second);
    });
  }

 private:
  using ByPointer = std::map<const llvm::Value*, llvm::DebugLoc>;

  ByPointer& of_kind(const llvm::Instruction& access) {
    return llvm::isa<llvm::LoadInst>(access) ? loads_ : stores_;
  }

  std::set<const llvm::Instruction*> known_;
  ByPointer loads_;
  ByPointer stores_;
};

}  // namespace

llvm::PreservedAnalyses MergeAccessesPass::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  Locations locations(function);
  const llvm::PreservedAnalyses preserved = llvm::LoadStoreVectorizerPass().run(function, analyses);
  locations.give_to_merged(function);
  return preserved;
}

}  // namespace simtcc
