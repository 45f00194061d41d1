#include "passes/registers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "passes/shared_memory.h"

namespace simtcc {
namespace {

// 32-bit registers that hold a value.
unsigned words_of(const llvm::Value& value) {
  const llvm::Type* const type = value.getType();
  if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy() || type->isLabelTy()) return 0;
  if (type->isPointerTy()) return type->getPointerAddressSpace() == kSharedSpace ? 1 : 2;
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getKnownMinValue());
  return bits <= 1 ? 0 : std::max(1U, (bits + 31) / 32);
}

// Values that take no register of their own: what one instruction does together with its user, and constants.
bool is_held(const llvm::Value& value) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction) || llvm::isa<llvm::CmpInst>(instruction)) return false;
  const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction);
  if (element != nullptr && element->hasAllConstantIndices()) return false;
  return !llvm::isa<llvm::BitCastInst>(instruction) && !llvm::isa<llvm::SExtInst>(instruction) &&
         !llvm::isa<llvm::ZExtInst>(instruction) && !llvm::isa<llvm::TruncInst>(instruction);
}

using Values = llvm::DenseSet<const llvm::Value*>;

unsigned words_of(const Values& values) {
  unsigned words = 0;
  for (const llvm::Value* value : values) words += words_of(*value);
  return words;
}

// Which values need a register of their own, and what stands for the others.
class Holders {
 public:
  explicit Holders(llvm::Function& function) {
    for (llvm::BasicBlock& block : function) find_twins(block);
  }

  bool is_held(const llvm::Value& value) const {
    return twins_.find(&value) == twins_.end() && simtcc::is_held(value);
  }
  // Tells what holds a value: itself, or the values that it is made of.
  template <class Note>
  void for_each_holder(const llvm::Value* value, const Note& note) const {
    if (const auto twin = twins_.find(value); twin != twins_.end()) return note(twin->second);
    if (simtcc::is_held(*value)) return note(value);
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) return;
    for (const llvm::Value* operand : instruction->operands()) for_each_holder(operand, note);
  }
  template <class Note>
  void for_each_use(const llvm::Instruction& instruction, const Note& note) const {
    const bool takes_part = is_held(instruction) || instruction.getType()->isVoidTy();
    if (llvm::isa<llvm::PHINode>(instruction) || !takes_part) return;
    for (const llvm::Value* operand : instruction.operands()) for_each_holder(operand, note);
  }

 private:
  // Where the rest of an unrolled loop begins, a value has two names: that it goes on with, and that it ends with.
  void find_twins(llvm::BasicBlock& block) {
    std::vector<const llvm::PHINode*> known;
    for (const llvm::PHINode& phi : block.phis()) {
      const auto twin = std::find_if(known.begin(), known.end(),
                                     [&](const llvm::PHINode* other) { return is_twin(phi, *other); });
      if (twin == known.end()) {
        known.push_back(&phi);
      } else {
        twins_[&phi] = *twin;
      }
    }
  }
  static bool is_twin(const llvm::PHINode& one, const llvm::PHINode& other) {
    bool is_alike = false;
    for (unsigned i = 0; i < one.getNumIncomingValues(); ++i) {
      const llvm::Value* const value = one.getIncomingValue(i);
      const llvm::Value* const others = other.getIncomingValueForBlock(one.getIncomingBlock(i));
      if (value == others) {
        is_alike |= !llvm::isa<llvm::Constant>(value);
      } else if (!llvm::isa<llvm::Constant>(value) && !llvm::isa<llvm::Constant>(others)) {
        return false;
      }
    }
    return is_alike;
  }

  llvm::DenseMap<const llvm::Value*, const llvm::Value*> twins_;
};

class Liveness {
 public:
  explicit Liveness(llvm::Function& function) : function_(function), holders_(function) { find_live(); }

  const Holders& holders() const { return holders_; }

  // The most words that are live at a time.
  unsigned most() {
    unsigned most = 0;
    for (llvm::BasicBlock& block : function_) most = std::max(most, most_in(block));
    return most;
  }

  const Values& live_in(const llvm::BasicBlock& block) { return live_in_[&block]; }

  // The words that a block finds in registers, and the values that it gets from the blocks before it.
  unsigned words_in(const llvm::BasicBlock& block) {
    unsigned words = words_of(live_in_[&block]);
    for (const llvm::PHINode& phi : block.phis()) words += holders_.is_held(phi) ? words_of(phi) : 0;
    return words;
  }

  Values live_out(const llvm::BasicBlock& block) {
    Values live;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      const Values& in = live_in_[next];
      live.insert(in.begin(), in.end());
      for (const llvm::PHINode& phi : next->phis()) {
        live.erase(&phi);
        holders_.for_each_holder(phi.getIncomingValueForBlock(&block),
                                 [&](const llvm::Value* value) { live.insert(value); });
      }
    }
    return live;
  }

 private:
  void step_back(const llvm::Instruction& instruction, Values& live) const {
    live.erase(&instruction);
    holders_.for_each_use(instruction, [&](const llvm::Value* value) { live.insert(value); });
  }

  void find_live() {
    llvm::SmallVector<llvm::BasicBlock*, 32> order(llvm::post_order(&function_.getEntryBlock()));
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock* block : order) {
        Values live = live_out(*block);
        for (const llvm::Instruction& instruction : llvm::reverse(*block)) step_back(instruction, live);
        if (live.size() != live_in_[block].size()) {
          live_in_[block] = std::move(live);
          changed = true;
        }
      }
    }
  }

  unsigned most_in(const llvm::BasicBlock& block) {
    Values live = live_out(block);
    unsigned most = words_of(live);
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      step_back(instruction, live);
      most = std::max(most, words_of(live));
    }
    return most;
  }

  llvm::Function& function_;
  Holders holders_;
  llvm::DenseMap<const llvm::BasicBlock*, Values> live_in_;
};

// What every kernel holds beside its values: the stack's pointer, addresses, what scheduling takes.
constexpr unsigned kAlways = 10;

// A value that ptxas makes again rather than keep it: an argument, or an index of the thread.
bool is_made_again(const llvm::Value* value) {
  unsigned loads = 0;
  constexpr unsigned kOfArgument = 2;  // its address, and itself
  while (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      if (++loads > kOfArgument) return false;
    } else if (!llvm::isa<llvm::CastInst>(instruction) && !llvm::isa<llvm::GetElementPtrInst>(instruction)) {
      return false;
    }
    value = instruction->getOperand(0);
  }
  return llvm::isa<llvm::Argument>(value);
}

class Spilling {
 public:
  Spilling(llvm::Function& function, unsigned words, unsigned frame)
      : function_(function), live_(function), words_(words), frame_(frame) {
    llvm::DominatorTree dominators(function);
    loops_.analyze(dominators);
  }

  llvm::DenseMap<const llvm::BasicBlock*, Spills> run() {
    for (const llvm::BasicBlock& block : function_) at_entry_[&block] = entry_of(block);
    llvm::DenseMap<const llvm::BasicBlock*, Spills> all;
    for (const llvm::BasicBlock& block : function_) {
      Spills spills = walk(block);
      spills.frame = frame_;
      if (spills.stores + spills.loads != 0) all[&block] = spills;
    }
    return all;
  }

 private:
  static constexpr std::size_t kNever = SIZE_MAX;

  // The positions of a block's instructions that use each value, the first last.
  llvm::DenseMap<const llvm::Value*, std::vector<std::size_t>> uses_in(const llvm::BasicBlock& block) {
    llvm::DenseMap<const llvm::Value*, std::vector<std::size_t>> uses;
    std::size_t position = block.size();
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      --position;
      live_.holders().for_each_use(instruction,
                                   [&](const llvm::Value* value) { uses[value].push_back(position); });
    }
    return uses;
  }

  // What a block finds in registers: of what is live, the values that are used first.
  Values entry_of(const llvm::BasicBlock& block) {
    const auto uses = uses_in(block);
    std::vector<std::pair<std::size_t, const llvm::Value*>> wanted;
    const auto add = [&](const llvm::Value* value) {
      if (words_of(*value) == 0 || is_made_again(value)) return;
      const auto found = uses.find(value);
      wanted.emplace_back(found == uses.end() ? kNever : found->second.back(), value);
    };
    for (const llvm::Value* value : live_.live_in(block)) add(value);
    for (const llvm::PHINode& phi : block.phis()) {
      if (live_.holders().is_held(phi)) add(&phi);
    }
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Values kept;
    unsigned words = 0;
    for (const auto& [use, value] : wanted) {
      words += words_of(*value);
      if (words > words_) break;
      kept.insert(value);
    }
    return kept;
  }

  // What is defined outside the loop is stored outside it, once.
  bool is_stored_here(const llvm::Value* value, const llvm::BasicBlock& block) const {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction != nullptr && loops_.getLoopFor(instruction->getParent()) == loops_.getLoopFor(&block);
  }

  Spills walk(const llvm::BasicBlock& block) {
    Spills spills;
    auto uses = uses_in(block);
    const Values out = live_.live_out(block);
    Values kept = at_entry_[&block];
    Values on_stack;
    for (const llvm::Value* value : live_.live_in(block)) {
      if (!kept.contains(value)) on_stack.insert(value);
    }
    unsigned words = words_of(kept);
    const auto next_use = [&](const llvm::Value* value) {
      const auto found = uses.find(value);
      if (found != uses.end() && !found->second.empty()) return found->second.back();
      return out.contains(value) ? kNever - 1 : kNever;
    };
    const auto keep = [&](const llvm::Value* value) {
      if (kept.insert(value).second) words += words_of(*value);
      while (words > words_ && kept.size() > 1) {
        const llvm::Value* const victim = *std::max_element(
            kept.begin(), kept.end(),
            [&](const llvm::Value* a, const llvm::Value* b) { return next_use(a) < next_use(b); });
        if (victim == value && next_use(victim) == kNever) break;
        kept.erase(victim);
        words -= words_of(*victim);
        const bool is_needed = next_use(victim) != kNever;
        if (is_needed && on_stack.insert(victim).second && is_stored_here(victim, block))
          spills.stores += words_of(*victim);
      }
    };
    for (const llvm::Instruction& instruction : block) {
      live_.holders().for_each_use(instruction, [&](const llvm::Value* value) {
        if (words_of(*value) == 0 || is_made_again(value)) return;
        if (!kept.contains(value)) spills.loads += words_of(*value);
        keep(value);
        if (auto& left = uses[value]; !left.empty()) left.pop_back();
      });
      if (llvm::isa<llvm::PHINode>(instruction) || !live_.holders().is_held(instruction)) continue;
      if (words_of(instruction) != 0 && !is_made_again(&instruction)) keep(&instruction);
    }
    leave(block, kept, on_stack, spills);
    return spills;
  }

  // What the block that mostly follows finds in registers, and on the stack.
  void leave(const llvm::BasicBlock& block, const Values& kept, const Values& on_stack, Spills& spills) {
    const llvm::BasicBlock* next = nullptr;
    for (const llvm::BasicBlock* one : llvm::successors(&block)) {
      if (next == nullptr || loops_.getLoopDepth(one) > loops_.getLoopDepth(next)) next = one;
    }
    if (next == nullptr) return;
    const Values& found = at_entry_[next];
    for (const llvm::PHINode& phi : next->phis()) {
      const unsigned words = live_.holders().is_held(phi) ? words_of(phi) : 0;
      const llvm::Value* const value = phi.getIncomingValueForBlock(&block);
      if (words == 0 || llvm::isa<llvm::Constant>(value)) continue;
      if (found.contains(&phi) && !kept.contains(value) && on_stack.contains(value)) spills.loads += words;
      if (!found.contains(&phi) && !on_stack.contains(value)) spills.stores += words;
    }
    for (const llvm::Value* value : found) {
      if (live_.live_in(*next).contains(value) && !kept.contains(value)) spills.loads += words_of(*value);
    }
    for (const llvm::Value* value : kept) {
      const bool goes = live_.live_in(*next).contains(value) && !found.contains(value);
      if (goes && !on_stack.contains(value) && is_stored_here(value, block))
        spills.stores += words_of(*value);
    }
  }

  llvm::Function& function_;
  Liveness live_;
  unsigned words_;  // that registers have room for
  unsigned frame_;
  llvm::LoopInfo loops_;
  llvm::DenseMap<const llvm::BasicBlock*, Values> at_entry_;
};

}  // namespace

// With 32 registers an SM has room for 2,048 threads.
constexpr unsigned kOfFullSm = 32;
// Where 33 to 37 are expected, ptxas gives at most 32 to 39 of 48 kernels of agreement/timing; where 38 to 42, to 13 of 26.
constexpr unsigned kNearlyFullSm = 37;

unsigned registers_of(llvm::Function& function) {
  constexpr unsigned kStep = 8;  // an SM gives a warp's registers out in steps of 8 a thread
  const unsigned wanted = kAlways + Liveness(function).most();
  if (wanted > kOfFullSm && wanted <= kNearlyFullSm) return kOfFullSm;
  return std::max(16U, (wanted + kStep - 1) / kStep * kStep);
}

// ptxas orders a block so that 32 registers are enough for it, with which an SM has room for 2,048 threads, or as many as the
// kernel needs in any order: 135 of the 145 launches of agreement/timing/fresh.cu had at most 32. Of an unrolled loop 32 loads of
// floats began in groups of 13, 12 and 7, of doubles in groups of 7, 5, 6, 7, 5 and 2 (product_plain; CUDA 13.0, sm_90).
constexpr unsigned kNotForLoads = 8;  // the stack's pointer, addresses, counters that ptxas makes
constexpr unsigned kLeastForLoads = 12;
// In loops ptxas begins as many loads from global memory as there is room for, or some six where there is hardly any: of 19
// loops with room for at most 8 words the first group has 2 to 9 loads in 17, and 17 loads in two.
constexpr unsigned kHardlyAny = 8;
constexpr unsigned kLeastForRounds = 6;
// A kernel that needs many gets as many more for its loads from global memory: 8 of 16 bytes began at a time in attention_tile (123
// registers), 11 of 16 bytes in nearest_centre of launches.cu (125). One that needs some more than 32 does not: of 34 loads of a round
// six began in selective_scan of blind (56 registers), of 17 three in align_in_band of practice.cu (56), of 48 eight in
// many_polynomials of outside.cu (64). Loads from shared memory, which take a tenth of the time, begin in groups of 2 to 5
// (product_ahead, product_registers).
constexpr unsigned kLeastBeyondFullSm = 32;
constexpr unsigned kMany = 80;
// What is expected of a kernel's registers may be too much by a half: filter_layer has 32 where 48 are expected.
constexpr unsigned kSurelyMore = 48;

llvm::DenseMap<const llvm::BasicBlock*, RoomForLoads> room_for_loads_of(llvm::Function& function) {
  Liveness live(function);
  const unsigned wanted = kAlways + live.most();
  const bool needs_more = wanted > kMany;
  const unsigned words = (wanted > kSurelyMore ? wanted : kOfFullSm) - kNotForLoads;
  llvm::DenseMap<const llvm::BasicBlock*, RoomForLoads> all;
  for (const llvm::BasicBlock& block : function) {
    const unsigned room = words - std::min(words, live.words_in(block));
    const unsigned of_rounds = room <= kHardlyAny ? kLeastForRounds : room;
    all[&block] = {std::max(needs_more ? kLeastBeyondFullSm : kLeastForLoads, room),
                   needs_more ? std::max(kLeastBeyondFullSm, room) : of_rounds,
                   std::max(kLeastForLoads, room)};
  }
  return all;
}

// Of a kernel that spills, ptxas keeps fewer registers from values. Compared with its spills (CUDA 13.0, sm_90; bytes stored and
// loaded, here and there): live_values 412 and 612, 484 and 616; many_sums 436 and 444, 520 and 452; dct8x8 124 and 124, 80 and
// 88; sort_registers 4,508 and 4,508, 3,060 and 3,064. The other 437 kernels of agreement/timing spill in neither.
constexpr unsigned kHeldBack = 6;
// A value keeps its place in local memory: more words than are there at a time. The frames were 48, 40, 20 and 346 words.
constexpr unsigned kFrame = 2;

llvm::DenseMap<const llvm::BasicBlock*, Spills> spills_of(llvm::Function& function, unsigned limit) {
  const unsigned wanted = kAlways + Liveness(function).most();
  if (wanted <= limit) return llvm::DenseMap<const llvm::BasicBlock*, Spills>();
  return Spilling(function, limit - kHeldBack, kFrame * (wanted - limit)).run();
}

}  // namespace simtcc
