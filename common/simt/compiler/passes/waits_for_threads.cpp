#include "passes/waits_for_threads.h"

#include <llvm/Analysis/ValueTracking.h>

#include "contract/module_abi.h"
#include "passes/pointer_bases.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

// An atomic load, or an operation that leaves what is there: atomicAdd(&flag, 0).
bool only_reads(const llvm::CallInst& atomic) {
  const auto* const what = llvm::dyn_cast<llvm::ConstantInt>(atomic.getArgOperand(0));
  if (what == nullptr) return false;
  const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(atomic.getArgOperand(2));
  switch (static_cast<simt::abi::Atomic>(what->getZExtValue() & ~std::uint64_t{simt::abi::kAtomicOfBlock} &
                                         0xFFU)) {
    case simt::abi::Atomic::load:
      return true;
    case simt::abi::Atomic::add:
    case simt::abi::Atomic::bit_or:
    case simt::abi::Atomic::bit_xor:
      return value != nullptr && value->isZero();
    default:
      return false;
  }
}

// Accesses by PTX are calls until all else is optimised (ptx/access_calls.h): ld.acquire, ld.relaxed and ld.volatile.
bool calls_by_ptx(const llvm::Instruction& instruction, llvm::StringRef name) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && begins_with(callee->getName(), name);
}

bool asks_memory(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = nullptr;
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->isVolatile()) pointer = load->getPointerOperand();
  } else if (calls_by_ptx(instruction, "simt.ptx.load.volatile.")) {
    pointer = instruction.getOperand(0);
  } else if (is_call_of(instruction, "simt_atomic") && only_reads(llvm::cast<llvm::CallInst>(instruction))) {
    pointer = instruction.getOperand(1);
  }
  if (pointer == nullptr) return false;
  auto* const asked = const_cast<llvm::Value*>(
      pointer);  // NOLINT(cppcoreguidelines-pro-type-const-cast): it is only looked at
  return !leads_to_shared(asked, *instruction.getFunction()).value_or(false);
}

// A loop that changes memory may have more to do in its next round, even if it has no counter: it takes work from a queue.
bool changes_memory(const llvm::Instruction& instruction) {
  if (is_call_of(instruction, "simt_atomic")) return !only_reads(llvm::cast<llvm::CallInst>(instruction));
  if (calls_by_ptx(instruction, "simt.ptx.store.")) return true;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand()));
}

bool has(const llvm::Loop& loop, bool (*property)(const llvm::Instruction&)) {
  return llvm::any_of(loop.blocks(),
                      [=](const llvm::BasicBlock* block) { return llvm::any_of(*block, property); });
}

// What each value of the loop's header is in the next round, if the round ends by this edge.
using NextValues = llvm::SmallVector<std::pair<const llvm::PHINode*, const llvm::Value*>, 8>;

// Whether the value comes from loads of addresses that do not change from round to round, and from constants: `seen` of
// `while (seen == 0) seen = *flag`.
bool is_asked_for(const llvm::Value& value, const llvm::Loop& loop, unsigned depth = 0) {
  constexpr unsigned kDeepest = 6;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !loop.contains(instruction)) return true;
  if (depth == kDeepest || llvm::isa<llvm::PHINode>(instruction)) return false;
  const bool is_call = llvm::isa<llvm::CallBase>(instruction) || instruction->mayReadOrWriteMemory();
  if (is_call && !asks_memory(*instruction)) return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
    return is_asked_for(*operand.get(), loop, depth + 1);
  });
}

bool is_unchanged(const NextValues& values, const llvm::Loop& loop) {
  return llvm::all_of(values, [&](const auto& value) {
    return value.second == value.first || is_asked_for(*value.second, loop);
  });
}

// Whether some way to the block's end, which leads to the next round, leaves all values as they are. Ways meet in blocks that choose between
// values and do nothing else.
bool comes_round_unchanged(const llvm::BasicBlock& block, const NextValues& values, const llvm::Loop& loop,
                           unsigned depth = 0) {
  constexpr unsigned kDeepest = 4;
  if (is_unchanged(values, loop)) return true;
  if (depth == kDeepest || &block == loop.getHeader()) return false;
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    NextValues before = values;
    for (auto& [header, value] : before) {
      const auto* const choice = llvm::dyn_cast<llvm::PHINode>(value);
      if (choice != nullptr && choice != header && choice->getParent() == &block)
        value = choice->getIncomingValueForBlock(from);
    }
    return loop.contains(from) && comes_round_unchanged(*from, before, loop, depth + 1);
  });
}

bool waits(const llvm::Loop& loop) {
  if (!has(loop, asks_memory) || has(loop, changes_memory)) return false;
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  return llvm::any_of(latches, [&](const llvm::BasicBlock* latch) {
    NextValues values;
    for (const llvm::PHINode& phi : loop.getHeader()->phis())
      values.emplace_back(&phi, phi.getIncomingValueForBlock(latch));
    return comes_round_unchanged(*latch, values, loop);
  });
}

constexpr const char* kWaitsForThreadsNote = "simt.waits_for_threads";

}  // namespace

llvm::PreservedAnalyses NoteWaitsForThreadsPass::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  const auto loops = analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder();
  if (llvm::any_of(loops, [](const llvm::Loop* loop) { return waits(*loop); }))
    function.addFnAttr(kWaitsForThreadsNote);
  return llvm::PreservedAnalyses::all();
}

bool waits_for_threads(const llvm::Function& function) {
  return function.hasFnAttribute(kWaitsForThreadsNote);
}

}  // namespace simtcc
