#include "back/returns.h"

#include <cstddef>
#include <map>
#include <utility>

#include "back/undefined_values.h"
#include "front/source_lines.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

using simt::abi::Runtime;

// The places of the lines that lanes leave from.
class LeavingLines {
 public:
  explicit LeavingLines(Places& places) : places_(places) {}

  std::uint32_t number_of(const SourcePlace& line) {
    const auto [known, is_new] = known_.try_emplace({line.file, line.line}, 0);
    if (is_new) known->second = places_.add({line, simt::abi::PlaceKind::intrinsic});
    return known->second;
  }

 private:
  Places& places_;
  std::map<std::pair<std::string, unsigned>, std::uint32_t> known_;
};

// The line of the way from `block` to the kernel's end.
SourcePlace line_of_way(const llvm::BasicBlock& block, const llvm::ReturnInst& end) {
  const llvm::Instruction& last = *block.getTerminator();
  if (SourcePlace way = place_of_way(last); way.line != 0) return way;
  const bool goes_nowhere_else = last.getNumSuccessors() == 1 && last.getDebugLoc();
  return place_of(goes_nowhere_else ? last : static_cast<const llvm::Instruction&>(end));
}

void announce_return(llvm::ReturnInst& end, LeavingLines& lines) {
  llvm::BasicBlock& block = *end.getParent();
  llvm::IRBuilder<> builder(&end);
  llvm::Value* from = nullptr;
  // Behind the last access of a block, the way into it does not matter.
  if (block.getFirstNonPHIOrDbg() == &end && !llvm::pred_empty(&block)) {
    builder.SetInsertPoint(&block, block.begin());
    llvm::PHINode* const phi = builder.CreatePHI(builder.getInt32Ty(), 2);
    for (llvm::BasicBlock* before : llvm::predecessors(&block))
      phi->addIncoming(builder.getInt32(lines.number_of(line_of_way(*before, end))), before);
    from = phi;
    builder.SetInsertPoint(&end);
  } else {
    from = builder.getInt32(lines.number_of(place_of(end)));
  }
  const std::uint32_t place = lines.number_of(place_of(end));
  call_runtime(builder, offsetof(Runtime, leave), builder.getVoidTy(), place, {from});
}

bool may_exchange(const llvm::Function& function) {
  for (const std::size_t member : {offsetof(Runtime, shuffle), offsetof(Runtime, load_matrix),
                                   offsetof(Runtime, store_matrix), offsetof(Runtime, multiply_matrices)}) {
    if (calls_member(function, member)) return true;
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        !call->getCalledFunction()->isDeclaration())
      return true;
  }
  return false;
}

}  // namespace

void announce_returns(llvm::Function& function, Places& places) {
  if (!may_exchange(function)) return;
  LeavingLines lines(places);
  for (llvm::BasicBlock& block : function) {
    if (auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      announce_return(*end, lines);
  }
}

}  // namespace simtcc
