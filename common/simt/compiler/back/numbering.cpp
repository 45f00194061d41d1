#include "back/announce.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "back/host_differences.h"
#include "back/local_memory.h"
#include "back/stored_values.h"
#include "contract/matrix_abi.h"
#include "front/kernels.h"
#include "front/source_lines.h"
#include "llvm.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/issue_costs/issue_sum.h"
#include "passes/issue_costs/predication.h"
#include "passes/load_waits.h"
#include "passes/merged_accesses.h"
#include "passes/padding_notes.h"
#include "passes/passes.h"
#include "passes/pointer_bases.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"
#include "passes/waits_for_threads.h"
#include "ptx/ptx_lowering.h"
#include "simt/request.h"

namespace simtcc {
namespace {

// The order in which a function's blocks are numbered: a loop's blocks follow each other without a gap, and
// but for the ways back to a loop's beginning every way through the function goes forward. See
// abi::PlaceKind.

// A block, or the end of a loop's blocks.
struct OrderItem {
  llvm::BasicBlock* block = nullptr;
  llvm::Loop* end_of = nullptr;
};

std::vector<OrderItem> ordered(llvm::Function& function, llvm::LoopInfo& loops);

// Orders one region (the function, or a loop's body) whose inner loops are single nodes, by a depth-first
// search: reversed, the order in which nodes are finished is an order in which all edges go forward.
class RegionOrder {
 public:
  RegionOrder(llvm::LoopInfo& loops, llvm::Loop* region) : loops_(loops), region_(region) {}

  void append(llvm::BasicBlock* entry, std::vector<OrderItem>& order) {
    header_ = entry;
    visit(entry);
    std::reverse(finished_.begin(), finished_.end());
    for (llvm::BasicBlock* block : finished_) {
      llvm::Loop* const inner = child(block);
      if (inner == nullptr) {
        order.push_back({block, nullptr});
        continue;
      }
      RegionOrder(loops_, inner).append(inner->getHeader(), order);
      order.push_back({nullptr, inner});
    }
  }

 private:
  // The loop directly inside of the region that holds the block; null: the block is the region's own.
  llvm::Loop* child(llvm::BasicBlock* block) const {
    llvm::Loop* loop = loops_.getLoopFor(block);
    if (loop == region_) return nullptr;
    while (loop->getParentLoop() != region_) loop = loop->getParentLoop();
    return loop;
  }

  void visit(llvm::BasicBlock* block) {
    llvm::Loop* const inner = child(block);
    llvm::BasicBlock* const node = inner == nullptr ? block : inner->getHeader();
    if (!seen_.insert(node).second) return;
    llvm::SmallVector<llvm::BasicBlock*, 8> next;
    if (inner == nullptr) {
      next.append(llvm::succ_begin(block), llvm::succ_end(block));
    } else {
      inner->getExitBlocks(next);
    }
    // Backwards: what a branch does when its condition holds is finished last, and so comes first.
    for (auto at = next.rbegin(); at != next.rend(); ++at) {
      const bool leaves = region_ != nullptr && !region_->contains(*at);
      if (!leaves && *at != header_) visit(*at);
    }
    finished_.push_back(node);
  }

  llvm::LoopInfo& loops_;
  llvm::Loop* region_;
  llvm::BasicBlock* header_ = nullptr;
  llvm::SmallPtrSet<llvm::BasicBlock*, 32> seen_;
  std::vector<llvm::BasicBlock*> finished_;
};

std::vector<OrderItem> ordered(llvm::Function& function, llvm::LoopInfo& loops) {
  std::vector<OrderItem> order;
  RegionOrder(loops, nullptr).append(&function.getEntryBlock(), order);
  return order;
}

using simt::abi::PlaceKind;

class Numberer {
 public:
  Numberer(llvm::Function& function, const KernelFunction* kernel, llvm::Value* context, Places& places)
      : function_(function),
        kernel_(kernel),
        places_(places),
        context_(context),
        layout_(function.getParent()->getDataLayout()),
        stored_values_(kernel != nullptr, context, dominators_, places) {}

  NumberedCode run() {
    dominators_.recalculate(function_);
    llvm::LoopInfo& loops = *code_.loops;
    loops.analyze(dominators_);
    for (llvm::Loop* loop : llvm::SmallVector<llvm::Loop*, 4>(loops.begin(), loops.end()))
      llvm::simplifyLoop(loop, &dominators_, &loops, nullptr, nullptr, nullptr, false);
    const llvm::BranchProbabilityInfo branches(function_, loops, nullptr, &dominators_);
    frequencies_.calculate(function_, branches, loops);
    code_.facts.waits_for_threads = waits_for_threads(function_);
    if (kernel_ != nullptr) {
      issue_.add_entry(function_);
      spills_ = spills_of(function_, kernel_->most_registers);
    }
    if (has_locals(function_)) code_.overflow = add(place_of(function_), PlaceKind::intrinsic);
    for (const OrderItem& item : ordered(function_, loops)) {
      if (item.end_of != nullptr) {
        end_loop(*item.end_of);
      } else {
        number_block(*item.block);
      }
    }
    if (kernel_ == nullptr) code_.leave = add_logged(place_of(function_), PlaceKind::leave);
    if (kernel_ != nullptr && passes_work_by()) add_end();
    charge_passed();
    for (llvm::CallInst* call : erased_) call->eraseFromParent();
    for (const auto& [call, place] : code_.calls) {
      const int address = runtime_call(call->getCalledFunction())->address;
      if (address >= 0)
        code_.address_bases[call] = base_of(call->getArgOperand(static_cast<unsigned>(address)));
    }
    return std::move(code_);
  }

 private:
  // A place that is logged, in the order of numbers.
  struct LoggedStep {
    std::uint32_t place = 0;
    const llvm::BasicBlock* block = nullptr;
    double frequency = 0;
  };
  // A block's instructions that no step of its own has.
  struct Passed {
    const llvm::BasicBlock* block = nullptr;
    IssueCost cost;
    std::size_t next_step = 0;
  };
  SourcePlace line_of(const llvm::Loop& loop) {
    if (const llvm::DebugLoc start = loop.getStartLoc()) {
      SourcePlace place = place_of(*loop.getHeader()->getFirstNonPHI());
      if (place.line != 0) return place;
    }
    return place_of(*loop.getHeader()->getTerminator());
  }

  std::uint32_t add(SourcePlace where, PlaceKind kind) { return places_.add({std::move(where), kind}); }
  // A place that all loads before it are waited for at, and that ends a stretch of instructions.
  std::uint32_t add_logged(SourcePlace where, PlaceKind kind) {
    PlaceRecord record{std::move(where), kind};
    record.level = UINT32_MAX;
    return add_step(std::move(record));
  }
  // A place that the machine hears of whenever a warp comes by: it has the instructions since the one before.
  std::uint32_t add_step(PlaceRecord record) {
    record.issue = issue_.take_before(record.level);
    record.is_predicated = is_predicated_;
    const std::uint32_t place = places_.add(std::move(record));
    steps_.push_back({place, current_, frequency_of(*current_)});
    return place;
  }

  // Whether lanes may leave the kernel without a step behind a stretch of code that takes time, as where they find something rarely.
  bool passes_work_by() const {
    constexpr unsigned kMuch = 60;  // instructions: index arithmetic before an edge is tested takes fewer
    constexpr double kAsOften = 0.6;
    return llvm::any_of(passed_, [&](const Passed& passed) {
      if (passed.cost.slots < kMuch || code_.loops->getLoopFor(passed.block) != nullptr) return false;
      if (!asks_for_one_value(*passed.block)) return false;
      const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(passed.next_step);
      const bool is_seldom = std::all_of(first, steps_.end(), [&](const LoggedStep& step) {
        return step.frequency < kAsOften * frequency_of(*passed.block);
      });
      return first != steps_.end() && is_seldom;
    });
  }
  // Whether the block ends with a test for equality. One for an edge mostly has the other result.
  static bool asks_for_one_value(const llvm::BasicBlock& block) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto* const test = branch == nullptr || !branch->isConditional()
                                 ? nullptr
                                 : llvm::dyn_cast<llvm::CmpInst>(branch->getCondition());
    return test != nullptr && test->isEquality();
  }
  // A step at the kernel's end, which every lane comes to.
  void add_end() {
    current_ = &function_.getEntryBlock();
    code_.end = add_logged(place_of(function_), PlaceKind::round);
  }

  // Blocks without a step, and what follows a block's last one, are charged to a later step that is in no loop but theirs: the
  // first that is expected to run as often as any behind it, since a branch may pass others by.
  void charge_passed() {
    for (const Passed& passed : passed_) charge(passed);
  }

  void charge(const Passed& passed) {
    const auto step = step_for(passed);
    if (step == steps_.end()) return;
    // A warp goes where one of its lanes does. Neighbours mostly agree: as if four of them chose apart. It issues what is predicated
    // wherever they go.
    constexpr int kApart = 4;
    const double of_lane = std::min(1.0, frequency_of(*passed.block) / step->frequency);
    const double share = is_predicated_block(*passed.block) ? 1 : 1 - std::pow(1 - of_lane, kApart);
    const auto shared = [&](unsigned whole) { return static_cast<unsigned>(std::lround(share * whole)); };
    PlaceRecord& place = places_[step->place];
    place.issue.slots += shared(passed.cost.slots);
    place.issue.unit += shared(passed.cost.unit);
    place.issue.floats += shared(passed.cost.floats);
    place.issue.latency += shared(passed.cost.latency);
    place.issue.behind_loads += shared(passed.cost.behind_loads);
    if (place.kind == PlaceKind::computed) return;  // its spills are those of its rounds
    place.issue.spills.stores += shared(passed.cost.spills.stores);
    place.issue.spills.loads += shared(passed.cost.spills.loads);
    place.issue.spills.frame = std::max(place.issue.spills.frame, passed.cost.spills.frame);
  }

  std::vector<LoggedStep>::const_iterator step_for(const Passed& passed) const {
    const llvm::Loop* const own = code_.loops->getLoopFor(passed.block);
    const auto is_candidate = [&](const LoggedStep& step) {
      const llvm::Loop* const loop = code_.loops->getLoopFor(step.block);
      return loop == nullptr || loop->contains(passed.block);
    };
    const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(passed.next_step);
    double most = 0;
    auto last = first;
    // Behind its own loop a block has nothing to be charged to.
    for (; last != steps_.end() && (own == nullptr || own->contains(last->block)); ++last) {
      if (is_candidate(*last)) most = std::max(most, last->frequency);
    }
    constexpr double kAsOften = 0.9;
    const auto step = std::find_if(first, last, [&](const LoggedStep& one) {
      return is_candidate(one) && one.frequency >= kAsOften * most;
    });
    return step == last ? steps_.end() : step;
  }

  // The comparison before a branch that ptxas leaves out; null: there is none.
  const llvm::Value* test_that_never_holds(const llvm::BasicBlock& block) const {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const bool never = branch != nullptr && branch->isConditional() && branch->hasMetadata(kNeverLeavesNote);
    return never ? branch->getCondition() : nullptr;
  }

  // Whether ptxas has no branch around the block.
  static bool is_predicated_block(const llvm::BasicBlock& block) {
    const llvm::BasicBlock* const before = block.getSinglePredecessor();
    const auto* const choice =
        before == nullptr ? nullptr : llvm::dyn_cast<llvm::SwitchInst>(before->getTerminator());
    if (choice != nullptr) return is_predicated_case(block, *choice);
    const auto* const branch =
        before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    return branch != nullptr && branch->isConditional() && block.getSingleSuccessor() != nullptr &&
           is_predicated(*branch);
  }

  // What decides whether the predicated block is run; null: a switch does.
  static const llvm::Value* guard_of(const llvm::BasicBlock& predicated) {
    const auto* const branch =
        llvm::dyn_cast<llvm::BranchInst>(predicated.getSinglePredecessor()->getTerminator());
    return branch == nullptr ? nullptr : branch->getCondition();
  }

  double frequency_of(const llvm::BasicBlock& block) const {
    return static_cast<double>(std::max<std::uint64_t>(1, frequencies_.getBlockFreq(&block).getFrequency()));
  }

  // The loop around a block that nothing is logged in; null: there is none.
  llvm::Loop* silent_loop(const llvm::BasicBlock& block) {
    llvm::Loop* const loop = code_.loops->getLoopFor(&block);
    if (loop == nullptr) return nullptr;
    const auto [known, is_new] = is_silent_.try_emplace(loop, false);
    if (is_new) known->second = logs_nothing(*loop);
    return known->second ? loop : nullptr;
  }
  // A loop inside is logged in each round: of its lanes the one that stays longest counts each time.
  bool logs_nothing(const llvm::Loop& loop) const {
    if (!loop.isInnermost()) return false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (is_logged(instruction)) return false;
      }
    }
    return true;
  }
  bool is_logged(const llvm::Instruction& instruction) const {
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      const llvm::Function* const callee = call->getCalledFunction();
      return callee != nullptr && (runtime_call(callee) != nullptr || !callee->isDeclaration());
    }
    const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) return false;
    const llvm::Value* const base = base_of(const_cast<llvm::Value*>(pointer));
    return base != context_ && !is_passed_value(base);
  }

  void number_block(llvm::BasicBlock& block) {
    llvm::Loop* const silent = silent_loop(block);
    current_ = &block;
    (silent == nullptr ? issue_ : silent_issue_).set_loop(code_.loops->getLoopFor(&block));
    if (silent == nullptr) {
      is_predicated_ = is_predicated_block(block);
      const llvm::Value* const never = test_that_never_holds(block);
      if (code_.loops->isLoopHeader(&block)) issue_.begin_chains();
      if (begins_behind_branch(block, *code_.loops)) issue_.end_block();
      if (const llvm::Value* const condition = is_predicated_ ? guard_of(block) : nullptr)
        issue_.guard(block, condition);
      for (llvm::Instruction& instruction : block) {
        if (&instruction != never && (never == nullptr || !instruction.isTerminator()))
          issue_.add(instruction);
        number_one(instruction);
      }
      issue_.add(spills_.lookup(&block));
      if (never == nullptr) add_loop_branch(block, issue_);
      if (const llvm::Instruction* const branch = kept_branch(block, *code_.loops))
        issue_.add_branch(*branch, is_uniform(&condition_of(*branch)));
      issue_.add_moves(block, enters_parting_loop(block));
      const IssueCost left = issue_.take();
      if (is_side(block, left)) {
        add_side(block, left);
      } else if (PlaceRecord* const side = is_predicated_ ? side_around(block) : nullptr) {
        side->issue.slots += left.slots;
        side->issue.unit += left.unit;
        side->issue.floats += left.floats;
        side->issue.latency += left.latency;
      } else {
        passed_.push_back({&block, left, steps_.size()});
      }
      is_predicated_ = false;
      return;
    }
    for (llvm::Instruction& instruction : block) {
      silent_issue_.add(instruction);
      number_one(instruction);
    }
    if (const llvm::Instruction* const branch = kept_branch(block, *code_.loops))
      silent_issue_.add_branch(*branch, is_uniform(&condition_of(*branch)));
    if (code_.silent.empty() || code_.silent.back().loop != silent) code_.silent.push_back({silent, 0, {}});
    add_loop_branch(block, silent_issue_);
    silent_issue_.add_moves(block, false);
    silent_issue_.add(spills_.lookup(&block));
    const IssueCost cost = silent_issue_.take_before(UINT32_MAX);
    // A warp issues what is predicated whichever way its lanes go.
    llvm::BasicBlock* const issues = is_predicated_block(block) ? block.getSinglePredecessor() : &block;
    code_.silent.back().blocks.push_back(
        {issues, cost.slots, llvm::none_of(block, [](const llvm::Instruction& instruction) {
           return is_of_header_function(instruction);
         })});
    silent_sum_.slots += cost.slots;
    silent_sum_.unit += cost.unit;
    silent_sum_.floats += cost.floats;
    silent_sum_.latency += cost.latency;
    silent_sum_.spills.stores += cost.spills.stores;
    silent_sum_.spills.loads += cost.spills.loads;
    silent_sum_.spills.frame = std::max(silent_sum_.spills.frame, cost.spills.frame);
  }

  // Whether a loop begins behind the block that lanes may leave one after another.
  bool enters_parting_loop(const llvm::BasicBlock& block) const {
    const llvm::BasicBlock* const next = block.getSingleSuccessor();
    const llvm::Loop* const loop = next == nullptr ? nullptr : code_.loops->getLoopFor(next);
    if (loop == nullptr || loop->getHeader() != next || loop->contains(&block)) return false;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop->getExitingBlocks(exits);
    return llvm::any_of(exits, [this](const llvm::BasicBlock* exit) {
      const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator());
      return branch == nullptr || !is_alike_in_rounds(branch->getCondition());
    });
  }

  // The same as is_uniform(), where lanes are in the same round of their loops.
  bool is_alike_in_rounds(const llvm::Value* value) const {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    llvm::SmallVector<const llvm::Value*, 16> open{value};
    while (!open.empty()) {
      const llvm::Value* const one = open.pop_back_val();
      if (!seen.insert(one).second) continue;
      constexpr std::size_t kMost = 64;
      if (seen.size() > kMost) return false;
      if (is_uniform(one)) continue;
      const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(one);
      if (instruction == nullptr || llvm::isa<llvm::AllocaInst>(instruction) ||
          llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::LoadInst>(instruction))
        return false;
      open.append(instruction->op_begin(), instruction->op_end());
    }
    return true;
  }

  // Whether only some lanes come by, and nothing else says which: what they issue there, nobody but they can tell.
  bool is_side(const llvm::BasicBlock& block, const IssueCost& cost) const {
    constexpr unsigned kLeast = 4;  // instructions; fewer are not worth a step
    if (cost.slots + slots_predicated_by(block) < kLeast || is_predicated_ ||
        !begins_behind_branch(block, *code_.loops))
      return false;
    if (llvm::any_of(block, [this](const llvm::Instruction& one) { return is_logged(one); })) return false;
    const llvm::Loop* const loop = code_.loops->getLoopFor(&block);
    return loop == nullptr ? block.getUniquePredecessor() != nullptr
                           : !dominators_.dominates(&block, loop->getLoopLatch());
  }

  // Of the blocks that the block's branch predicates, which are part of what its lanes issue.
  static unsigned slots_predicated_by(const llvm::BasicBlock& block) {
    unsigned slots = 0;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      if (!is_predicated_block(*next)) continue;
      for (const llvm::Instruction& instruction : *next) slots += issue_cost_of(instruction).slots;
    }
    return slots;
  }
  // The side that a predicated block is part of; null: it is part of none that is counted.
  PlaceRecord* side_around(const llvm::BasicBlock& predicated) {
    const auto side = llvm::find_if(
        code_.sides, [&](const auto& one) { return one.first == predicated.getSinglePredecessor(); });
    return side == code_.sides.end() ? nullptr : &places_[side->second];
  }

  void add_side(llvm::BasicBlock& block, const IssueCost& cost) {
    PlaceRecord record{place_of(*block.getTerminator()), PlaceKind::computed};
    record.level = level_of(*block.getTerminator());
    const std::uint32_t place = add_step(std::move(record));
    places_[place].issue = cost;
    code_.sides.emplace_back(&block, place);
  }

  void add_loop_branch(const llvm::BasicBlock& block, IssueSum& sum) const {
    const llvm::Loop* const loop = code_.loops->getLoopFor(&block);
    if (loop == nullptr) return;
    const bool closes_round = loop->getLoopLatch() == &block;
    if (!closes_round && !loop->isLoopExiting(&block)) return;
    sum.add_loop_branch(*block.getTerminator(), closes_round);
  }

  // Where the last round of a loop is as long as the others, its places name the loop.
  void note_loop(const llvm::Loop& loop, std::uint32_t round) {
    for (const LoggedStep& step : steps_) {
      PlaceRecord& place = places_[step.place];
      const bool is_free = place.round == simt::abi::kNoPlace && step.place != round;
      if (is_free && loop.contains(step.block)) place.round = static_cast<std::uint16_t>(round);
    }
  }

  void end_loop(llvm::Loop& loop) {
    current_ = loop.getLoopLatch();
    if (silent_loop(*loop.getHeader()) == nullptr) {
      code_.rounds.emplace_back(&loop, add_logged(line_of(loop), PlaceKind::round));
      if (loop.isLoopExiting(loop.getLoopLatch())) note_loop(loop, code_.rounds.back().second);
      return;
    }
    code_.rounds.emplace_back(&loop, add(line_of(loop), PlaceKind::round));
    PlaceRecord record{line_of(loop), PlaceKind::computed};
    record.level = UINT32_MAX;
    // Of each block as often: which of them run more often is not known here.
    const IssueCost rounds = std::exchange(silent_sum_, {});
    const auto of_unit = [&](unsigned whole) {
      return rounds.slots == 0 ? 0 : whole * simt::abi::kComputedInstructions / rounds.slots;
    };
    record.array_bytes = of_unit(cycles_alone(rounds, rounds.latency, false));
    record.load_waits = of_unit(rounds.unit);
    if (loop.getLoopPreheader() != nullptr) current_ = loop.getLoopPreheader();
    const std::uint32_t place = add_step(std::move(record));
    code_.silent.back().place = place;
    places_[place].issue.spills = {of_unit(rounds.spills.stores), of_unit(rounds.spills.loads),
                                   rounds.spills.frame};
  }

  void number_one(llvm::Instruction& instruction) {
    if (instruction.isAtomic()) {
      throw Refused(place_of(instruction),
                    "the compiler's own atomic operations are not supported by the SIMT machine: "
                    "use CUDA's (atomicAdd, atomicCAS, __threadfence, …)");
    }
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      number_access(*load, load->getType(), PlaceKind::load, load->isVolatile());
    } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      number_access(*store, store->getValueOperand()->getType(), PlaceKind::store, store->isVolatile());
    } else if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      number_call(*call);
    } else if (needs_check(instruction)) {
      auto* const division = llvm::cast<llvm::BinaryOperator>(&instruction);
      PlaceRecord record{place_of(instruction), PlaceKind::intrinsic};
      if (counts_rounds(*division)) record.flags |= simt::abi::kOfStep;
      code_.divisions.emplace_back(division, places_.add(std::move(record)));
    }
  }

  // Whether LLVM has made the division to know how often a loop behind it goes round, by its step.
  bool counts_rounds(const llvm::BinaryOperator& division) {
    if (division.getOpcode() != llvm::Instruction::UDiv) return false;
    return llvm::any_of(division.getOperand(1)->users(), [&](const llvm::User* user) {
      const auto* const next = llvm::dyn_cast<llvm::BinaryOperator>(user);
      const llvm::Loop* const loop = next == nullptr ? nullptr : code_.loops->getLoopFor(next->getParent());
      return loop != nullptr && !loop->contains(&division) && next->getOpcode() == llvm::Instruction::Add &&
             line_of(*loop).line == place_of(division).line;
    });
  }

  // A structure that was passed by value is not shared by lanes, and is read at constant places only.
  bool is_passed_value(const llvm::Value* base) const {
    const auto* const argument = llvm::dyn_cast_or_null<llvm::Argument>(base);
    return argument != nullptr && argument->hasByValAttr();
  }

  void number_access(llvm::Instruction& instruction, llvm::Type* type, PlaceKind kind, bool is_volatile) {
    llvm::Value* const base = base_of(llvm::getLoadStorePointerOperand(&instruction));
    if (base == context_ || is_passed_value(base)) return;
    PlaceRecord record{place_of(instruction), kind};
    record.width = static_cast<std::uint8_t>(layout_.getTypeStoreSize(type));
    if (is_volatile) record.flags |= simt::abi::kVolatile;
    if (kind == PlaceKind::load && feeds_compare(instruction)) record.flags |= simt::abi::kFeedsCompare;
    if (const auto* const array = llvm::dyn_cast_or_null<llvm::AllocaInst>(base)) {
      record.flags |= simt::abi::kLocal;
      record.array_bytes = static_cast<std::uint32_t>(alloca_bytes(*array));
    }
    record.array = name_of(base);
    record.load_waits = load_waits_of(instruction);
    record.level = level_of(instruction);
    record.arrival = arrival_of(instruction);
    record.padding = padding_of(instruction);
    if (kind == PlaceKind::load) note_reads_of_cub(record);
    note_joined(instruction, record);
    note_use(base, kind, is_volatile);
    if (kind == PlaceKind::store) {
      note_store(base);
      record.stored_value = stored_values_.number_of(llvm::cast<llvm::StoreInst>(instruction));
    }
    code_.accesses.push_back({&instruction, add_step(std::move(record)), base});
  }

  static bool is_in_cub(const SourcePlace& where, const char* header) {
    return ends_with(where.file, header) && llvm::StringRef(where.file).contains("/cub/");
  }
  // What CUB reads that nobody need have written, and no type says so. cub::ThreadLoad reads a structure in words, its padding with it.
  // A merge reads the element behind a sequence that has come to its end, and does not use it: its array is longer by one for that.
  static void note_reads_of_cub(PlaceRecord& record) {
    if (is_in_cub(record.where, "/thread/thread_load.cuh")) record.flags |= simt::abi::kCopiesWords;
    if (is_in_cub(record.where, "/block/block_merge_sort.cuh")) record.padding = kAnyByte;
  }

  std::string name_of(const llvm::Value* base) const {
    if (base == nullptr) return "";
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      // All `extern __shared__` arrays are one, which the machine calls so: a static one may have the same
      // name.
      const bool is_dynamic = variable->getAddressSpace() == kSharedSpace && variable->isDeclaration();
      return is_dynamic ? "dynamic shared memory" : short_name(variable->getName());
    }
    const std::string name = base->getName().str();
    if (llvm::isa<llvm::Argument>(base))
      return kernel_ != nullptr ? name.substr(0, name.find(".coerce")) : name;
    return llvm::isa<llvm::AllocaInst>(base) ? name.substr(0, name.find('.')) : "";
  }

  static void note_joined(const llvm::Instruction& access, PlaceRecord& record) {
    for (const SourcePlace& part : parts_of_merged(access)) {
      const bool is_another = part.file == record.where.file && part.line != record.where.line;
      if (is_another && !llvm::is_contained(record.joined_lines, part.line) &&
          record.joined_lines.size() < simt::abi::kMostJoinedLines)
        record.joined_lines.push_back(part.line);
    }
    llvm::sort(record.joined_lines);
  }

  // The argument that a pointer is, or that holds it as a structure's member.
  const llvm::Argument* argument_behind(const llvm::Value* base) const {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(base)) {
      const llvm::Value* const from = base_of(const_cast<llvm::Value*>(load->getPointerOperand()));
      return is_passed_value(from) ? llvm::cast<llvm::Argument>(from) : nullptr;
    }
    return llvm::dyn_cast<llvm::Argument>(base);
  }

  static bool is_seen_by_blocks(const llvm::Value* base) {
    const auto* const variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(base);
    return !llvm::isa_and_nonnull<llvm::AllocaInst>(base) &&
           (variable == nullptr || variable->getAddressSpace() != kSharedSpace);
  }

  // Whether the kernel stores where it loads. A pointer that is not known counts as one.
  void note_use(const llvm::Value* base, PlaceKind kind, bool is_volatile) {
    if (!is_seen_by_blocks(base)) return;
    if (is_volatile) {
      code_.facts.tells_blocks |= kind == PlaceKind::store;
      return;
    }
    const bool is_variable = base == nullptr || llvm::isa<llvm::GlobalVariable>(base);
    const llvm::Value* const origin = is_variable ? base : argument_behind(base);
    (kind == PlaceKind::store ? stored_ : loaded_).insert(origin);
    code_.facts.works_in_place |= stored_.count(origin) != 0 && loaded_.count(origin) != 0;
  }

  void note_store(const llvm::Value* base) {
    if (llvm::isa_and_nonnull<llvm::AllocaInst>(base)) return;
    const auto* const variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(base);
    const llvm::Argument* const argument = base == nullptr ? nullptr : argument_behind(base);
    if (variable != nullptr) {
      if (variable->getAddressSpace() != kSharedSpace) code_.facts.stored_variables.insert(variable);
    } else if (argument != nullptr) {
      code_.facts.stored_arguments.insert(argument->getArgNo() - 1);
    } else {
      code_.facts.stores_anywhere = true;
    }
  }

  // A compare-and-swap's expected value that this load provides: `old = *p; do { … atomicCAS(p, old, …) }`.
  bool feeds_compare(llvm::Instruction& load) const {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    llvm::SmallVector<const llvm::Value*, 8> open{&load};
    while (!open.empty()) {
      const llvm::Value* const value = open.pop_back_val();
      if (!seen.insert(value).second) continue;
      for (const llvm::User* user : value->users()) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        if (call != nullptr && is_call_of(*call, "simt_atomic") && call->getArgOperand(3) == value &&
            base_of(call->getArgOperand(1)) == base_of(llvm::getLoadStorePointerOperand(&load))) {
          return true;
        }
        if (llvm::isa<llvm::PHINode>(user) || llvm::isa<llvm::CastInst>(user)) open.push_back(user);
      }
    }
    return false;
  }

  void number_call(llvm::CallInst& call) {
    if (call.isInlineAsm()) return inline_assembler(call);
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) {
      throw Refused(place_of(call),
                    "calls through function pointers and virtual functions are not supported by the SIMT "
                    "machine: call the function by name, or choose by a template argument");
    }
    if (callee->isIntrinsic() && callee->getName() != "llvm.trap") return;
    if (runtime_call(callee) != nullptr) {
      PlaceRecord record{place_of(call), PlaceKind::intrinsic};
      record.load_waits = load_waits_of(call);
      record.level = level_of(call);
      record.arrival = arrival_of(call);
      if (callee->getName() == "simt_atomic") describe_atomic(call, record);
      if (callee->getName() == "simt_load_matrix" || callee->getName() == "simt_store_matrix")
        describe_matrices(call, record);
      code_.facts.has_barrier |=
          begins_with(callee->getName(), "simt_barrier") || callee->getName() == "simt_sync_grid";
      describe_copy(call, callee->getName(), record);
      code_.facts.uses_heap |= callee->getName() == "simt_allocate";
      // What a lane did to memory is looked at before the memory is another's.
      const bool is_of_heap = callee->getName() == "simt_allocate" || callee->getName() == "simt_release";
      code_.facts.has_fence |=
          callee->getName() == "simt_fence" || is_phase_call(callee->getName()) || is_of_heap;
      if (callee->getName() == "simt_fence") {
        const auto* const whole = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        code_.facts.has_device_fence |= whole == nullptr || !whole->isZero();
      }
      const bool is_step = record.kind != PlaceKind::intrinsic || is_texel_call(callee->getName()) ||
                           begins_with(callee->getName(), "simt_barrier");
      code_.calls.emplace_back(&call, is_step ? add_step(std::move(record)) : places_.add(std::move(record)));
    } else if (!callee->isDeclaration()) {
      code_.nested.emplace_back(&call, add_logged(place_of(call), PlaceKind::call));
    }
  }

  static bool is_texel_call(llvm::StringRef name) {
    return name == "simt_fetch_texture" || name == "simt_surface_load" || name == "simt_surface_store";
  }

  static bool is_phase_call(llvm::StringRef name) {
    return name == "simt_init_phases" || name == "simt_arrive_phase" || name == "simt_wait_phase" ||
           name == "simt_named_barrier";
  }

  // The two sides of an asynchronous copy are accesses of their width; it and what else the place says are
  // constants of the call, which the machine does not get.
  void describe_copy(llvm::CallInst& call, llvm::StringRef name, PlaceRecord& record) {
    if (name == "simt_commit_async") record.kind = PlaceKind::copy_commit;
    if (name == "simt_wait_async") record.kind = PlaceKind::copy_wait;
    const bool is_source = name == "simt_copy_source";
    if (!is_source && name != "simt_copy_async") return;
    record.kind = is_source ? PlaceKind::copy_source : PlaceKind::copy_target;
    record.width =
        static_cast<std::uint8_t>(constant(call, is_source ? 2 : 1, "the size of an asynchronous copy"));
    if (record.width != 4 && record.width != 8 && record.width != 16)
      throw Refused(place_of(call), "an asynchronous copy moves 4, 8 or 16 bytes");
    const auto bypasses_l1 = [&] { return constant(call, 2, "how an asynchronous copy is cached") != 0; };
    if (!is_source && bypasses_l1()) record.flags |= simt::abi::kBypassesL1;
    llvm::Value* const base = base_of(call.getArgOperand(0));
    record.array = name_of(base);
    if (!is_source) note_store(base);
  }

  // Only an empty statement, a fence for the compiler, is allowed. It has done its work when optimisation is
  // over.
  void inline_assembler(llvm::CallInst& call) {
    const auto* const assembler = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    if (assembler->getAsmString().empty() && call.getType()->isVoidTy()) {
      erased_.push_back(&call);
      return;
    }
    if (assembler->getAsmString().empty() && call.arg_size() == 1 &&
        call.getArgOperand(0)->getType() == call.getType()) {
      call.replaceAllUsesWith(call.getArgOperand(0));
      erased_.push_back(&call);
      return;
    }
    const std::string reason = ptx::reason_of(call);
    throw Refused(place_of(call), "inline PTX: " + (reason.empty() ? "not supported here" : reason));
  }

  static std::uint64_t constant(const llvm::CallInst& call, unsigned argument, const char* what) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    if (number == nullptr)
      throw Refused(place_of(call), std::string(what) + " must be known to the compiler");
    return number->getZExtValue();
  }

  // Operations that a warp can do by itself with one instruction (PTX ISA, redux.sync).
  static bool is_reduction(simt::abi::Atomic operation) {
    using simt::abi::Atomic;
    return operation == Atomic::add || operation == Atomic::minimum || operation == Atomic::maximum ||
           operation == Atomic::bit_and || operation == Atomic::bit_or || operation == Atomic::bit_xor;
  }

  // Whether all lanes of a warp have the same value, without a look at loops: it comes from parameters, block indices and what is
  // loaded by way of these.
  bool is_uniform(const llvm::Value* value, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 12;
    if (value == context_ || depth > kDeepest) return false;
    if (llvm::isa<llvm::Constant>(value)) return true;
    if (llvm::isa<llvm::Argument>(value)) return kernel_ != nullptr;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction) ||
        llvm::isa<llvm::AllocaInst>(instruction) || llvm::isa<llvm::CallBase>(instruction)) {
      return false;
    }
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      llvm::APInt offset(64, 0);
      const llvm::Value* const base =
          load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
      if (base == context_) {
        return offset.uge(offsetof(simt::abi::Context, block_index)) ||
               offset == offsetof(simt::abi::Context, shared);
      }
    }
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& operand) { return is_uniform(operand.get(), depth + 1); });
  }

  void describe_atomic(llvm::CallInst& call, PlaceRecord& record) {
    const std::uint64_t given = constant(call, 0, "the kind of an atomic operation");
    const std::uint64_t what = given & ~std::uint64_t{simt::abi::kAtomicOfBlock};
    if (what != given) record.flags |= simt::abi::kOfBlockScope;
    call.setArgOperand(0, llvm::ConstantInt::get(call.getArgOperand(0)->getType(), what));
    const auto operation = static_cast<simt::abi::Atomic>(what & 0xFFU);
    const auto type = static_cast<simt::abi::AtomicType>(what >> 8U);
    using Type = simt::abi::AtomicType;
    const bool is_floating = type >= Type::f32;
    const bool is_wide = type == Type::i64 || type == Type::u64 || type == Type::f64;
    record.kind = PlaceKind::atomic;
    const bool is_short = type == Type::u16 || type == Type::f16 || type == Type::bf16;
    record.width = is_short ? 2 : is_wide ? 8 : 4;
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    simt::AtomicForm form = simt::AtomicForm::plain;
    if (operation == simt::abi::Atomic::compare_and_swap || is_floating)
      form = simt::AtomicForm::compare_and_swap;
    const bool adds_one =
        operation == simt::abi::Atomic::add && !is_floating && value != nullptr && value->isOne();
    const bool adds_constant = operation == simt::abi::Atomic::add && !is_floating &&
                               llvm::isa<llvm::Constant>(call.getArgOperand(2));
    const bool is_reduced = record.width == 4 && !is_floating && call.use_empty() &&
                            is_reduction(operation) && is_uniform(call.getArgOperand(1));
    if (operation == simt::abi::Atomic::compare_and_swap) {
      record.flags |= simt::abi::kSwaps;
      if (llvm::isa<llvm::Constant>(call.getArgOperand(3))) record.flags |= simt::abi::kClaims;
    }
    // Shared memory counts in words of 4 bytes alone (ATOMS.POPC.INC.32): lanes that count in one wider word take turns.
    if (adds_one && record.width == simt::kBankBytes && call.use_empty()) form = simt::AtomicForm::count;
    const bool is_added_up =
        operation == simt::abi::Atomic::add && !is_floating && (record.width == 4 || adds_constant);
    // nvcc makes one operation of a warp's where all lanes have one address (SASS: REDUX or POPC, then one lane's RED).
    if ((is_added_up || is_reduced) && is_uniform(call.getArgOperand(1))) form = simt::AtomicForm::once;
    if (operation == simt::abi::Atomic::load) form = simt::AtomicForm::load;
    if (operation == simt::abi::Atomic::store) form = simt::AtomicForm::store;
    record.atomic_form = static_cast<std::uint8_t>(form);
    if (!call.use_empty()) record.flags |= simt::abi::kAnswerUsed;
    llvm::Value* const base = base_of(call.getArgOperand(1));
    record.array = name_of(base);
    if (form == simt::AtomicForm::load) return;
    note_store(base);
    code_.facts.tells_blocks |= is_seen_by_blocks(base);
  }

  void describe_matrices(llvm::CallInst& call, PlaceRecord& record) {
    const auto what = static_cast<std::uint32_t>(constant(call, 0, "the kind of a tensor-core access"));
    const bool is_store = is_call_of(call, "simt_store_matrix");
    const std::uint32_t matrices = simt::abi::matrices_of(what);
    record.kind = is_store ? PlaceKind::store : PlaceKind::load;
    record.width = 16;
    record.instruction = static_cast<std::uint8_t>(matrices == 1   ? simt::Instruction::matrix1
                                                   : matrices == 2 ? simt::Instruction::matrix2
                                                                   : simt::Instruction::matrix4);
    llvm::Value* const base = base_of(call.getArgOperand(1));
    record.array = name_of(base);
    if (is_store) note_store(base);
  }

  llvm::Function& function_;
  const KernelFunction* kernel_;  // null: a function that could not be inlined
  llvm::DenseMap<const llvm::BasicBlock*, Spills> spills_;
  llvm::SmallPtrSet<const llvm::Value*, 8> stored_;  // see note_use()
  llvm::SmallPtrSet<const llvm::Value*, 8> loaded_;
  Places& places_;
  llvm::Value* context_;
  const llvm::DataLayout& layout_;
  NumberedCode code_;
  IssueSum issue_;  // since the last place that is logged
  std::vector<LoggedStep> steps_;
  std::vector<Passed> passed_;
  bool is_predicated_ = false;  // the block that is being numbered
  const llvm::BasicBlock* current_ = nullptr;
  llvm::DominatorTree dominators_;
  llvm::BlockFrequencyInfo frequencies_;
  IssueSum silent_issue_;
  IssueCost silent_sum_;  // of the blocks of the silent loop
  llvm::DenseMap<const llvm::Loop*, bool> is_silent_;
  std::vector<llvm::CallInst*> erased_;
  StoredValues stored_values_;
};

}  // namespace

NumberedCode number_places(llvm::Function& function, const KernelFunction* kernel, llvm::Value* context,
                           Places& places) {
  return Numberer(function, kernel, context, places).run();
}

}  // namespace simtcc
