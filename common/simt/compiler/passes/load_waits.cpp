#include "passes/load_waits.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <map>
#include <utility>

#include "contract/module_abi.h"
#include "front/kernels.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/issue_costs/predication.h"
#include "passes/passes.h"
#include "passes/pointer_bases.h"
#include "passes/registers.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

constexpr const char* kWaitsNote = "simt.load_waits";
constexpr const char* kLevelNote = "simt.level";
constexpr const char* kArrivalNote = "simt.arrival";

// The loads that are waited for: those from global memory, or all, shuffles and the like apart.
enum class Awaited { global, all };

// A load is compared with at most so many stores before it. Earlier stores are assumed to be in its way.
// LLVM's own search has the same limit (-memssa-check-limit).
constexpr std::size_t kMostPending = 100;

// A store of a value that was loaded: loads that may read it cannot begin before.
struct PendingStore {
  const llvm::Instruction* store = nullptr;
  llvm::MemoryLocation location;
  std::uint32_t waits = 0;
};

// How many waits for memory a thread has behind it at a point of the program. If several ways lead there, the
// largest numbers count.
struct Before {
  std::uint32_t least = 0;   // the fewest waits of any load that follows
  std::uint32_t stored = 0;  // waits until everything is known that has been stored
  std::uint32_t issued = 0;  // waits until every load has arrived
  std::uint32_t used = 0;    // waits until everything is known that arithmetic has used
  llvm::SmallVector<PendingStore, 4> pending;

  void add(const PendingStore& store) {
    if (pending.size() == kMostPending) {
      least = std::max(least, pending.front().waits);
      pending.erase(pending.begin());
    }
    pending.push_back(store);
  }
  void merge(const Before& other) {
    least = std::max(least, other.least);
    stored = std::max(stored, other.stored);
    issued = std::max(issued, other.issued);
    used = std::max(used, other.used);
    for (const PendingStore& store : other.pending) {
      const auto is_same = [&](const PendingStore& known) { return known.store == store.store; };
      if (std::none_of(pending.begin(), pending.end(), is_same)) add(store);
    }
  }
  void wait(std::uint32_t waits) {
    least = std::max(least, waits);
    pending.erase(std::remove_if(pending.begin(), pending.end(),
                                 [&](const PendingStore& store) { return store.waits <= least; }),
                  pending.end());
  }
};

class LoadWaits {
 public:
  LoadWaits(llvm::Function& function, llvm::AAResults& aliases, const llvm::PostDominatorTree& ends,
            const llvm::LoopInfo& loops, Awaited awaited)
      : function_(function),
        aliases_(aliases),
        ends_(ends),
        loops_(loops),
        awaited_(awaited),
        note_(awaited == Awaited::global ? kWaitsNote : kLevelNote) {
    find_branches();
    if (awaited == Awaited::all) room_for_loads_ = room_for_loads_of(function);
  }

  void run() {
    // Every block behind those that lead to it, but for the way back of loops: that is another round.
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order) visit(*block);
  }

 private:
  // The branches that decide whether a block is reached: those that it does not lie behind on every way.
  void find_branches() {
    for (llvm::BasicBlock& block : function_) {
      if (block.getTerminator()->getNumSuccessors() < 2 || ends_.getNode(&block) == nullptr) continue;
      const auto* const stop = ends_.getNode(&block)->getIDom();
      for (llvm::BasicBlock* next : llvm::successors(&block)) {
        for (const auto* at = ends_.getNode(next); at != nullptr && at != stop; at = at->getIDom()) {
          if (at->getBlock() != nullptr) branches_[at->getBlock()].push_back(&block);
        }
      }
    }
  }

  // The waits until the branch at the block's end is decided.
  std::uint32_t decided(const llvm::BasicBlock& block) const {
    const llvm::Instruction& end = *block.getTerminator();
    const bool has_condition = end.getNumSuccessors() > 1 && end.getNumOperands() > 0;
    return std::max(reached_.lookup(&block), has_condition ? known(end.getOperand(0)) : 0);
  }

  std::uint32_t known(const llvm::Value* value) const { return known_.lookup(value); }

  void visit(llvm::BasicBlock& block) {
    Before before;
    for (const llvm::BasicBlock* from : llvm::predecessors(&block)) {
      if (const auto found = behind_.find(from); found != behind_.end()) before.merge(found->second);
    }
    std::uint32_t reached = 0;
    if (const auto found = branches_.find(&block); found != branches_.end()) {
      for (const llvm::BasicBlock* branch : found->second) reached = std::max(reached, decided(*branch));
    }
    reached_[&block] = reached;
    if (awaited_ == Awaited::all) before.wait(used_by_sides_.lookup(&block));
    for (llvm::Instruction& instruction : block) {
      const std::uint32_t value = number(instruction, before);
      if (value != 0) known_[&instruction] = value;
    }
    // What a side without accesses computes, waits as a step does.
    if (awaited_ == Awaited::all) note(*block.getTerminator(), std::max(reached, used_in(block)));
    if (awaited_ == Awaited::all && may_leave_loop(block)) before.wait(used_in(block));
    if (awaited_ == Awaited::all) note_side(block);
    behind_[&block] = std::move(before);
  }

  // Whether a loop may end here, though not at the end of its round. ptxas predicates other branches, and moves loads ahead
  // of them; but it leaves no loop early before it has used what it has loaded.
  bool may_leave_loop(const llvm::BasicBlock& block) const {
    const llvm::Loop* const loop = loops_.getLoopFor(&block);
    return loop != nullptr && loop->isLoopExiting(&block) && loop->getLoopLatch() != &block &&
           !block.getTerminator()->hasMetadata(kNeverLeavesNote);
  }

  // What stands behind a branch that ptxas keeps, where its sides meet again, begins when its sides have what they use: four edges of a tile
  // that some lanes load and store are loaded one after the other (CUDA 13.0, sm_90).
  void note_side(const llvm::BasicBlock& block) {
    std::uint32_t used = used_in(block);
    for (const llvm::Instruction& instruction : block) {
      if (!llvm::isa<llvm::StoreInst>(instruction)) continue;
      for (const llvm::Value* operand : instruction.operands()) used = std::max(used, known(operand));
    }
    if (used == 0) return;
    llvm::SmallVector<const llvm::BasicBlock*, 8> open{&block};
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
    while (!open.empty()) {
      const auto found = branches_.find(open.pop_back_val());
      if (found == branches_.end()) continue;
      for (const llvm::BasicBlock* branch : found->second) {
        if (!seen.insert(branch).second) continue;
        open.push_back(branch);
        if (kept_branch(*branch, loops_) == nullptr) continue;
        const auto* const meet = ends_.getNode(branch)->getIDom();
        if (meet == nullptr || meet->getBlock() == nullptr) continue;
        std::uint32_t& waits = used_by_sides_[meet->getBlock()];
        waits = std::max(waits, used);
      }
    }
  }

  // The waits until everything that the block's arithmetic uses is known.
  std::uint32_t used_in(const llvm::BasicBlock& block) const {
    std::uint32_t used = 0;
    for (const llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.mayReadOrWriteMemory()) continue;
      for (const llvm::Value* operand : instruction.operands()) used = std::max(used, known(operand));
    }
    return used;
  }

  // Returns the waits until the instruction's value is known.
  std::uint32_t number(llvm::Instruction& instruction, Before& before) {
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return number_phi(*phi);
    std::uint32_t operands = reached_.lookup(instruction.getParent());
    for (const llvm::Value* operand : instruction.operands()) operands = std::max(operands, known(operand));
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return is_awaited(load->getPointerOperand()) ? number_load(*load, operands, before) : operands;
    }
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      note_store(*store, store->getPointerOperand(), llvm::MemoryLocation::get(store), operands, before);
      note_level(*store, operands, before);
    } else if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      wait_for_branch(instruction, operands, before);
      return number_call(*call, operands, before);
    }
    if (!instruction.mayReadOrWriteMemory()) before.used = std::max(before.used, operands);
    wait_for_branch(instruction, operands, before);
    return operands;
  }

  // A division that rounds correctly has a way of its own for numbers that are hard, and so have other functions. ptxas moves
  // no load ahead of that branch: of four rounds with a division each, every round's loads began behind the division before
  // (page_rank and thomas of agreement/timing/fresh.cu; CUDA 13.0, sm_90).
  void wait_for_branch(const llvm::Instruction& instruction, std::uint32_t operands, Before& before) const {
    if (awaited_ == Awaited::all && issue_cost_of(instruction).branches) before.wait(operands);
  }

  // A phi's value is known only when it is known which way was taken.
  std::uint32_t number_phi(const llvm::PHINode& phi) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* const from = phi.getIncomingBlock(i);
      if (behind_.count(from) == 0) continue;  // the last round's: it has arrived
      value = std::max(value, known(phi.getIncomingValue(i)));
      if (phi.getNumIncomingValues() > 1 && phi.getParent() != from) value = std::max(value, decided(*from));
    }
    return value;
  }

  std::uint32_t number_load(llvm::LoadInst& load, std::uint32_t operands, Before& before) {
    std::uint32_t waits = std::max(operands, before.least);
    const bool never_changes = load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
    const llvm::MemoryLocation location = llvm::MemoryLocation::get(&load);
    for (const PendingStore& pending : before.pending) {
      if (pending.waits <= waits || never_changes) continue;
      if (may_overlap(pending.location, location)) waits = pending.waits;
    }
    return issue(load, waits, before);
  }

  bool may_overlap(const llvm::MemoryLocation& one, const llvm::MemoryLocation& other) const {
    // LLVM does not know that shared memory is apart from what kernels are handed.
    const std::optional<bool> is_one_shared = leads_to_shared(pointer_of(one), function_);
    const std::optional<bool> is_other_shared = leads_to_shared(pointer_of(other), function_);
    if (is_one_shared && is_other_shared && *is_one_shared != *is_other_shared) return false;
    return !aliases_.isNoAlias(one, other);
  }
  static llvm::Value* pointer_of(const llvm::MemoryLocation& location) {
    return const_cast<llvm::Value*>(
        location.Ptr);  // NOLINT(cppcoreguidelines-pro-type-const-cast): it is only looked at
  }

  void note(llvm::Instruction& instruction, std::uint32_t waits) const { note(instruction, waits, note_); }
  static void note(llvm::Instruction& instruction, std::uint32_t waits, const char* name) {
    if (waits == 0) return;
    llvm::LLVMContext& context = instruction.getContext();
    auto* const number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), waits);
    instruction.setMetadata(name, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(number)));
  }

  // Whatever is no load that is awaited, and yet can begin only when others have arrived.
  void note_level(llvm::Instruction& instruction, std::uint32_t operands, const Before& before) const {
    if (awaited_ == Awaited::all) note(instruction, std::max(operands, before.least));
  }

  // Waits until what a load brings is there that begins behind so many.
  std::uint32_t behind(std::uint32_t waits) const {
    return awaited_ == Awaited::all ? simt::abi::next_step(waits) : waits + 1;
  }

  std::uint32_t issue(llvm::Instruction& load, std::uint32_t waits, Before& before) {
    Window window{waits, behind(waits)};
    if (awaited_ == Awaited::all) {
      window = find_room(load, waits);
      note(load, window.arrives, kArrivalNote);
    }
    note(load, window.begins);
    before.issued = std::max(before.issued, window.arrives);
    return window.arrives;
  }

  struct Window {
    std::uint32_t begins = 0;   // waits before a load begins
    std::uint32_t arrives = 0;  // …until what it brings is there
  };

  // Where registers have room for what the load brings: ptxas begins no more loads before it uses what has come. The rounds of a loop that it
  // has unrolled share the registers. Loads from shared memory, and wide ones, begin one after the other as what came before them is used
  // (attention_forward and gemm_registers of agreement/timing/blind), here by quarters of the room; of single words from global memory ptxas
  // begins as many as there is room for and then uses them all.
  Window find_room(llvm::Instruction& load, std::uint32_t waits) {
    llvm::BasicBlock* const block = load.getParent();
    const llvm::Loop* const loop = loops_.getLoopFor(block);
    llvm::BasicBlock* const of = loop == nullptr ? block : loop->getHeader();
    const RoomForLoads of_block = room_for_loads_.lookup(of);
    const unsigned words = words_of(load);
    // That few loads begin where there is hardly any room was seen of single words.
    const bool is_of_round = loop != nullptr && words <= 1;
    const unsigned of_global = room_for_round(loop, is_of_round ? of_block.of_rounds : of_block.of_global);
    const unsigned room = is_shared(load) ? of_block.of_shared : of_global;
    if (words_wanted(*of, loop, is_shared(load)) <= room) return in_one_step(*of, waits, words, UINT32_MAX);
    if (!is_shared(load) && words <= 1) return in_one_step(*of, waits, words, room);
    return in_quarters(*of, waits, words, room);
  }

  std::uint32_t& loading_at(const llvm::BasicBlock& of, std::uint32_t level) {
    llvm::SmallVector<std::uint32_t, 4>& loading = loading_[&of];
    if (loading.size() <= level) loading.resize(level + 1);
    return loading[level];
  }

  Window in_one_step(const llvm::BasicBlock& of, std::uint32_t waits, unsigned words, unsigned room) {
    for (std::uint32_t end = simt::abi::next_step(waits);; end += simt::abi::kLevelsAStep) {
      const std::uint32_t begin = end - simt::abi::kLevelsAStep;
      std::uint32_t loading = 0;
      for (std::uint32_t level = begin; level < end; ++level) loading += loading_at(of, level);
      if (loading != 0 && loading + words > room) continue;
      loading_at(of, end - 1) += words;
      return {std::max(waits, begin), end};
    }
  }

  Window in_quarters(const llvm::BasicBlock& of, std::uint32_t waits, unsigned words, unsigned room) {
    constexpr std::uint32_t kQuarters = simt::abi::kLevelsAStep;
    for (std::uint32_t level = simt::abi::next_step(waits) - kQuarters;; ++level) {
      std::uint32_t& loading = loading_at(of, level);
      if (loading != 0 && loading + words > std::max(1U, room / kQuarters)) continue;
      loading += words;
      const std::uint32_t has_room = level + 1 < kQuarters ? 0 : level + 1 - kQuarters;
      return {std::max(waits, has_room), level + 1};
    }
  }

  // The words that all loads of a loop, or of a block that is in none, bring from shared or from other memory.
  unsigned words_wanted(llvm::BasicBlock& of, const llvm::Loop* loop, bool from_shared) {
    const auto [known, is_new] = wanted_.try_emplace({&of, from_shared}, 0);
    if (!is_new) return known->second;
    unsigned words = 0;
    if (loop == nullptr) words = words_loaded_in(of, from_shared);
    for (llvm::BasicBlock* block : loop == nullptr ? llvm::ArrayRef<llvm::BasicBlock*>() : loop->getBlocks())
      words += loops_.getLoopFor(block) == loop ? words_loaded_in(*block, from_shared) : 0;
    return wanted_[{&of, from_shared}] = words;
  }

  // The words that a loop's loads from global memory can bring at a time. ptxas begins all of them where they are only a little more: 16 loads
  // in 15 of 23 loops with room for 14 or 15 words, and in none of 14 with room for less.
  unsigned room_for_round(const llvm::Loop* loop, unsigned room) {
    constexpr double kLittle = 1.15;
    if (loop == nullptr) return room;
    const unsigned wanted = words_wanted(*loop->getHeader(), loop, false);
    return wanted <= kLittle * room ? std::max(room, wanted) : room;
  }
  unsigned words_of(const llvm::Instruction& load) const {
    if (load.getType()->isVoidTy()) return 0;  // a copy to shared memory
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    return static_cast<unsigned>((std::uint64_t{layout.getTypeStoreSize(load.getType())} + 3) / 4);
  }
  unsigned words_loaded_in(llvm::BasicBlock& block, bool from_shared) const {
    unsigned words = 0;
    for (llvm::Instruction& instruction : block) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && is_shared(*load) == from_shared && is_awaited(load->getPointerOperand()))
        words += words_of(*load);
    }
    return words;
  }

  static bool is_shared(const llvm::Instruction& load) {
    const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&load);
    return pointer != nullptr && pointer->getType()->getPointerAddressSpace() == kSharedSpace;
  }

  void note_store(const llvm::Instruction& store, llvm::Value* pointer, const llvm::MemoryLocation& location,
                  std::uint32_t operands, Before& before) const {
    before.stored = std::max(before.stored, operands);
    if (operands > before.least && is_awaited(pointer)) before.add({&store, location, operands});
  }

  std::uint32_t number_call(llvm::CallInst& call, std::uint32_t operands, Before& before) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr || callee->isIntrinsic()) return operands;
    const llvm::StringRef name = callee->getName();
    // ptxas leaves what stands before a barrier there, and so it has what that needs by then.
    note_level(call, begins_with(name, "simt_barrier") ? std::max(operands, before.used) : operands, before);
    if (name == "simt_atomic") {
      llvm::Value* const pointer = call.getArgOperand(1);
      note_store(call, pointer, llvm::MemoryLocation::getBeforeOrAfter(pointer), operands, before);
      if (!is_awaited(pointer)) return operands;
      const std::uint32_t answered = behind(std::max(operands, before.least));
      // What stands behind a branch on the answer, or behind a loop around a compare-and-swap, begins behind it.
      if (awaited_ == Awaited::all && (decides_branch(call) || spins(call))) before.wait(answered);
      return answered;
    }
    if (name == "simt_fetch_texture" || name == "simt_copy_source" ||
        (name == "simt_load_matrix" && awaited_ == Awaited::all))
      return issue(call, std::max(operands, before.least), before);
    if (name == "simt_store_matrix") {
      llvm::Value* const pointer = call.getArgOperand(1);
      note_store(call, pointer, llvm::MemoryLocation::getBeforeOrAfter(pointer), operands, before);
    }
    if (begins_with(name, "simt_barrier")) {
      before.wait(before.stored);
    } else if (name == "simt_fence") {
      const auto* const whole_device = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
      const bool is_of_block = whole_device != nullptr && whole_device->isZero();
      before.wait(is_of_block ? before.stored : before.issued);
    } else if (name == "simt_sync_grid" || !callee->isDeclaration()) {
      // A barrier and a fence; a function that is not inlined begins and ends as a round does.
      before.wait(before.issued);
    }
    return operands;
  }

  // Whether a branch asks for an atomic operation's answer. Its side is more than ptxas predicates.
  static bool decides_branch(const llvm::CallInst& call) {
    const auto is_branch = [](const llvm::User* user) { return llvm::isa<llvm::BranchInst>(user); };
    return llvm::any_of(call.users(), [&](const llvm::User* user) {
      if (llvm::isa<llvm::CastInst>(user) && user->hasOneUse()) user = *user->user_begin();
      return llvm::isa<llvm::ICmpInst>(user) && llvm::any_of(user->users(), is_branch);
    });
  }
  // Whether ptxas makes a loop around a compare-and-swap of an atomic operation: on floats in shared memory.
  bool spins(const llvm::CallInst& call) const {
    const auto* const kind = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (kind == nullptr || !leads_to_shared(call.getArgOperand(1), function_).value_or(false)) return false;
    return static_cast<simt::abi::AtomicType>(kind->getZExtValue() >> 8U & 0xFFU) >=
           simt::abi::AtomicType::f32;
  }

  // Whether the pointer is to memory that is awaited. Where nobody knows where it comes from, it may be to global
  // memory. Constants and arguments are at hand.
  bool is_awaited(llvm::Value* pointer) const {
    const auto is_near = [&](unsigned space) {
      return space == kConstantSpace || (space == kSharedSpace && awaited_ == Awaited::global);
    };
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (is_near(space)) return false;
    const llvm::Value* const base = base_of(pointer);
    if (base == nullptr) return true;
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(base);
    if (argument != nullptr && argument->hasByValAttr()) return false;
    if (llvm::isa<llvm::AllocaInst>(base)) return awaited_ == Awaited::all;
    return !is_near(base->getType()->isPointerTy() ? base->getType()->getPointerAddressSpace() : space);
  }

  llvm::Function& function_;
  llvm::AAResults& aliases_;
  const llvm::PostDominatorTree& ends_;
  const llvm::LoopInfo& loops_;
  Awaited awaited_;
  const char* note_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<const llvm::BasicBlock*, 2>> branches_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> reached_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t>
      used_by_sides_;  // of a branch whose sides meet there
  llvm::DenseMap<const llvm::BasicBlock*, RoomForLoads> room_for_loads_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<std::uint32_t, 4>>
      loading_;  // of a loop's header, or a block: the words that come between two levels
  std::map<std::pair<const llvm::BasicBlock*, bool>, unsigned> wanted_;
  llvm::DenseMap<const llvm::BasicBlock*, Before> behind_;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> known_;
};

std::uint32_t number_in(const llvm::Instruction& instruction, const char* note) {
  const llvm::MDNode* const node = instruction.getMetadata(note);
  if (node == nullptr) return 0;
  return static_cast<std::uint32_t>(
      llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

}  // namespace

void note_load_waits(llvm::Module& module) {
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (const Awaited awaited : {Awaited::global, Awaited::all}) {
      LoadWaits(function, analyses.functions.getResult<llvm::AAManager>(function),
                analyses.functions.getResult<llvm::PostDominatorTreeAnalysis>(function),
                analyses.functions.getResult<llvm::LoopAnalysis>(function), awaited)
          .run();
    }
  }
}

std::uint32_t load_waits_of(const llvm::Instruction& instruction) {
  return number_in(instruction, kWaitsNote);
}

std::uint32_t arrival_of(const llvm::Instruction& instruction) {
  return number_in(instruction, kArrivalNote);
}
std::uint32_t level_of(const llvm::Instruction& instruction) { return number_in(instruction, kLevelNote); }

}  // namespace simtcc
