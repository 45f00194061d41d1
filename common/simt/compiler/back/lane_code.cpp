#include "back/lane_code.h"

#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <cstddef>
#include <utility>

#include "verifier.h"

namespace simtcc {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::Frame;
using simt::abi::Runtime;
using simt::abi::StopKind;
using simt_verifier::Primitive;
using simt_verifier::primitive_of;

Primitive primitive_at(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr ? Primitive::none : primitive_of(*callee);
}

bool is_barrier(const Instruction& instruction) {
  return primitive_at(instruction) == Primitive::call &&
         simt_verifier::member_of(*cast<CallInst>(instruction).getCalledFunction()).offset ==
             offsetof(Runtime, barrier);
}

// A call that several lanes cannot make at once: of the machine, or of a function that could not be inlined.
bool is_call_of_one(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  if (call == nullptr) return false;
  const Function* const callee = call->getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return !call->isInlineAsm();
  if (is_atomic_of_several(*call)) return false;
  const Primitive primitive = primitive_of(*callee);
  return primitive == Primitive::call || primitive == Primitive::local || primitive == Primitive::print;
}

std::uint32_t place_of_call(const CallInst& call) {
  return static_cast<std::uint32_t>(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
}

// Code that gives an argument or a part of the context, and may as well be there twice.
class Repeatable {
 public:
  static bool is(const Value* value) {
    unsigned most = kMostInstructions;
    return isa<Instruction>(value) && is(value, most);
  }

  // A copy of the value at the builder's place.
  static Value* copy(Value* value, IRBuilder<>& builder, DenseMap<Value*, Value*>& copies) {
    auto* const instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr) return value;
    if (Value* const known = copies.lookup(value)) return known;
    Instruction* const made = instruction->clone();
    for (Use& operand : made->operands()) operand.set(copy(operand.get(), builder, copies));
    builder.Insert(made);
    copies[value] = made;
    return made;
  }

 private:
  static constexpr unsigned kMostInstructions = 5;

  static bool is(const Value* value, unsigned& most) {
    const auto* const instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr) return isa<Constant>(value) || isa<Argument>(value);
    if (most == 0) return false;
    --most;
    const bool is_kind =
        isa<LoadInst>(instruction) || isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction);
    return is_kind &&
           all_of(instruction->operands(), [&](const Use& operand) { return is(operand.get(), most); });
  }
};

// The address of the lane's part of a slot, in lane code.
Value* address_in_frame(Function& function, IRBuilder<>& builder, const FrameSlot& slot, Type* type) {
  Value* const own = builder.CreateMul(function.getArg(3), builder.getInt64(slot.bytes));
  Value* const begin = builder.CreateConstGEP1_64(builder.getInt8Ty(), function.getArg(2), slot.offset);
  return builder.CreatePointerCast(builder.CreateGEP(builder.getInt8Ty(), begin, own),
                                   PointerType::getUnqual(type));
}

class Maker {
 public:
  Maker(Function& kernel, bool several, CodeAllowance& allowance)
      : layout_(kernel.getParent()->getDataLayout()),
        context_(kernel.getContext()),
        several_(several),
        allowance_(allowance) {
    code_.function = with_frame(kernel);
  }

  LaneCode run() {
    Function& function = *code_.function;
    find_points(function);
    if (!code_.points.empty()) {
      for (ResumePoint& point : code_.points) split_before(point);
      find_kept(function);
    }
    spend(function);
    if (!code_.points.empty()) {
      add_entry(function);
      for (std::size_t i = 0; i < code_.points.size(); ++i) add_resume(i);
      for (std::size_t i = 0; i < code_.points.size(); ++i) add_stop(i);
      for (auto& [value, at] : resumed_) repair(*value, at);
    }
    code_.frame_bytes = (offset_ + kAlignment - 1) / kAlignment * kAlignment;
    return std::move(code_);
  }

 private:
  static constexpr std::uint64_t kAlignment = 64;
  static constexpr unsigned kCostOfPoint = 2;

  // The kernel's body in a function of the type of abi::Kernel::entry.
  Function* with_frame(Function& kernel) {
    Type* const i64 = Type::getInt64Ty(context_);
    auto* const type = FunctionType::get(
        i64, {kernel.getArg(0)->getType(), kernel.getArg(1)->getType(), byte_pointer(context_), i64}, false);
    Function* const made = Function::Create(type, kernel.getLinkage(), "", kernel.getParent());
    made->setAttributes(kernel.getAttributes());
    made->takeName(&kernel);
#if LLVM_VERSION_MAJOR >= 16
    made->splice(made->begin(), &kernel);
#else
    made->getBasicBlockList().splice(made->begin(), kernel.getBasicBlockList());
#endif
    for (unsigned i = 0; i < 2; ++i) kernel.getArg(i)->replaceAllUsesWith(made->getArg(i));
    for (BasicBlock& block : *made) {
      auto* const end = dyn_cast<ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      ReturnInst::Create(context_, stop_value(context_, StopKind::end, 0, 0), end);
      end->eraseFromParent();
    }
    kernel.replaceAllUsesWith(ConstantExpr::getPointerCast(made, kernel.getType()));
    kernel.eraseFromParent();
    return made;
  }

  // ---------------------------------------------------------------------------------------- points

  void find_points(Function& function) {
    if (several_) join_conditions(function);
    code_.masked = masked_branches_of(function);
    const VaryingValues varying(code_);
    std::vector<std::pair<ResumePoint, Instruction*>> others;
    for (Instruction& instruction : instructions(function)) {
      ResumePoint point;
      if (is_barrier(instruction)) {
        add_point(ResumePoint::Kind::barrier, instruction);
      } else if (primitive_at(instruction) == Primitive::ask) {
        add_point(ResumePoint::Kind::ask, instruction);
      } else if (several_ && is_call_of_one(instruction)) {
        point.kind = ResumePoint::Kind::call;
        others.emplace_back(point, &instruction);
      } else if (several_ && differs(instruction, varying) && !is_masked(instruction)) {
        point.kind = ResumePoint::Kind::branch;
        others.emplace_back(point, &instruction);
      }
    }
    code_.stops = static_cast<std::uint32_t>(code_.points.size());
    for (const auto& [point, at] : others) {
      code_.points.push_back(point);
      at_.push_back(at);
    }
  }

  void add_point(ResumePoint::Kind kind, Instruction& at) {
    ResumePoint point;
    point.kind = kind;
    point.place = place_of_call(cast<CallInst>(at));
    code_.points.push_back(point);
    at_.push_back(&at);
  }

  // Whether lanes may go different ways here.
  static bool differs(const Instruction& instruction, const VaryingValues& varying) {
    if (const auto* const branch = dyn_cast<BranchInst>(&instruction))
      return branch->isConditional() && varying.has(branch->getCondition());
    const auto* const choice = dyn_cast<SwitchInst>(&instruction);
    return choice != nullptr && varying.has(choice->getCondition());
  }

  bool is_masked(const Instruction& instruction) const {
    const auto* const branch = dyn_cast<BranchInst>(&instruction);
    return branch != nullptr && code_.masked.count(branch) != 0;
  }

  // The point's instruction begins a block.
  void split_before(ResumePoint& point) {
    Instruction* const at = at_[static_cast<std::size_t>(&point - code_.points.data())];
    point.begin = SplitBlock(at->getParent(), at);
  }

  // ---------------------------------------------------------------------------------------- what is kept

  // The values that each point needs, by the points.
  void find_kept(Function& function) {
    live_.resize(code_.points.size());
    DenseMap<const BasicBlock*, std::size_t> begins;
    for (std::size_t i = 0; i < code_.points.size(); ++i) begins[code_.points[i].begin] = i;
    for (Instruction& value : instructions(function)) {
      SmallPtrSet<BasicBlock*, 16> reached;
      SmallVector<BasicBlock*, 16> open;
      for (const Use& use : value.uses()) {
        auto* const user = cast<Instruction>(use.getUser());
        if (const auto* const phi = dyn_cast<PHINode>(user)) {
          open.push_back(phi->getIncomingBlock(use));
        } else if (user->getParent() != value.getParent()) {
          open.push_back(user->getParent());
        }
      }
      // A block that is reached needs the value where it begins, unless it makes it.
      while (!open.empty()) {
        BasicBlock* const block = open.pop_back_val();
        if (block == value.getParent() || !reached.insert(block).second) continue;
        open.append(pred_begin(block), pred_end(block));
      }
      for (const BasicBlock* block : reached) {
        if (const auto point = begins.find(block); point != begins.end())
          live_[point->second].push_back(&value);
      }
    }
  }

  FrameSlot slot_of(Value* value) {
    const auto [known, is_new] = slots_.try_emplace(value);
    if (is_new) {
      const std::uint64_t bytes = layout_.getTypeAllocSize(value->getType());
      known->second = {offset_, bytes};
      offset_ += bytes * kVectorLanes;
    }
    return known->second;
  }

  // Leaves out points that cost more than is allowed.
  void spend(const Function& function) {
    const auto cost_until = [&](std::size_t end) {
      unsigned cost = 0;
      for (std::size_t i = 0; i < end; ++i) cost += kCostOfPoint + static_cast<unsigned>(live_[i].size());
      return cost;
    };
    const auto is_too_much = [&](std::size_t end) { return kept_until(end) > simt::abi::kMostKeptBytes; };
    const unsigned of_vectors = cost_until(code_.points.size()) + cost_of_vectors(function);
    code_.has_all_points = several_ && !is_too_much(code_.points.size()) &&
                           of_vectors <= allowance_.for_vectors_of_a_kernel &&
                           take(allowance_.for_vectors, of_vectors);
    if (!code_.has_all_points) code_.points.resize(code_.stops);
    if (!is_too_much(code_.points.size()) && take(allowance_.for_stops, cost_until(code_.points.size())))
      return;
    code_.points.clear();
    code_.stops = 0;
    code_.has_all_points = false;
  }
  // The size of a frame with the first points.
  std::uint64_t kept_until(std::size_t end) const {
    SmallPtrSet<const Value*, 32> values;
    std::uint64_t bytes = sizeof(Frame) + kAlignment;
    for (std::size_t i = 0; i < end; ++i) {
      for (const Instruction* value : live_[i]) {
        if (values.insert(value).second) bytes += layout_.getTypeAllocSize(value->getType()) * kVectorLanes;
      }
    }
    return bytes;
  }
  static bool take(unsigned& allowance, unsigned cost) {
    if (cost > allowance) return false;
    allowance -= cost;
    return true;
  }

  // An access is the check and eight loads or stores, in two ways.
  static unsigned cost_of_vectors(const Function& function) {
    constexpr unsigned kCostOfAccess = 16;
    unsigned cost = 0;
    for (const Instruction& instruction : instructions(function)) {
      const Primitive primitive = primitive_at(instruction);
      cost += primitive == Primitive::load || primitive == Primitive::store ? kCostOfAccess : 1;
    }
    return cost;
  }

  // ---------------------------------------------------------------------------------------- ways in and out

  void add_entry(Function& function) {
    BasicBlock* const first = &function.getEntryBlock();
    BasicBlock* const entry = BasicBlock::Create(context_, "", &function, first);
    IRBuilder<> builder(entry);
    const FrameSlot point{offsetof(Frame, point), sizeof(Frame::point[0])};
    Value* const at = builder.CreateLoad(builder.getInt32Ty(),
                                         address_in_frame(function, builder, point, builder.getInt32Ty()));
    choice_ = builder.CreateSwitch(at, first, static_cast<unsigned>(code_.points.size()));
  }

  void add_resume(std::size_t number) {
    ResumePoint& point = code_.points[number];
    point.resume = BasicBlock::Create(context_, "", code_.function, point.begin);
    IRBuilder<> builder(point.resume);
    choice_->addCase(builder.getInt32(static_cast<std::uint32_t>(number + 1)), point.resume);
    DenseMap<Value*, Value*> copies;
    for (Instruction* value : live_[number]) {
      Value* now = nullptr;
      if (Repeatable::is(value)) {
        now = Repeatable::copy(value, builder, copies);
      } else {
        const FrameSlot slot = slot_of(value);
        Type* const type = value->getType();
        LoadInst* const read =
            builder.CreateAlignedLoad(type, address_in_frame(*code_.function, builder, slot, type), Align(1));
        code_.reads[read] = {value, slot};
        now = read;
      }
      resumed_[value].emplace_back(point.resume, now);
    }
    builder.CreateBr(point.begin);
  }

  // The values that go to the frame, as operands of a call that is never made.
  CallInst* keep(std::size_t number, IRBuilder<>& builder) {
    SmallVector<Value*, 16> values;
    std::vector<FrameSlot> slots;
    for (Instruction* value : live_[number]) {
      if (Repeatable::is(value)) continue;
      values.push_back(value);
      slots.push_back(slot_of(value));
    }
    code_.kept_in.push_back(std::move(slots));
    const FunctionCallee kept = code_.function->getParent()->getOrInsertFunction(
        kKept, FunctionType::get(builder.getVoidTy(), {}, true));
    return builder.CreateCall(kept, values);
  }

  void add_stop(std::size_t number) {
    ResumePoint& point = code_.points[number];
    if (number >= code_.stops) {
      IRBuilder<> builder(&*point.begin->begin());
      point.kept = keep(number, builder);
      return;
    }
    // The call of the machine goes: the caller does what it asks for.
    Instruction* const asks = &*point.begin->begin();
    SmallVector<BasicBlock*, 1> before;
    for (BasicBlock* block : predecessors(point.begin)) {
      if (block != point.resume) before.push_back(block);
    }
    BasicBlock* const from = before.front();
    BasicBlock* const stop = BasicBlock::Create(context_, "", code_.function, point.begin);
    IRBuilder<> builder(from->getTerminator());
    if (point.kind == ResumePoint::Kind::barrier) {
      builder.CreateBr(stop);
    } else {
      const FunctionCallee is_full = code_.function->getParent()->getOrInsertFunction(
          kLogIsFull, FunctionType::get(builder.getInt1Ty(), false));
      builder.CreateCondBr(builder.CreateCall(is_full), stop, point.begin,
                           MDBuilder(context_).createBranchWeights(1, 1U << 20U));
    }
    from->getTerminator()->eraseFromParent();
    asks->eraseFromParent();
    builder.SetInsertPoint(stop);
    point.kept = keep(number, builder);
    const StopKind kind = point.kind == ResumePoint::Kind::barrier ? StopKind::barrier : StopKind::ask;
    builder.CreateRet(stop_value(context_, kind, point.place, number + 1));
  }

  // A value that has several definitions now.
  static void repair(Instruction& value, const std::vector<std::pair<BasicBlock*, Value*>>& at) {
    SmallVector<Use*, 16> uses;
    for (Use& use : value.uses()) {
      auto* const user = cast<Instruction>(use.getUser());
      const auto* const phi = dyn_cast<PHINode>(user);
      const BasicBlock* const block = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
      if (block != value.getParent()) uses.push_back(&use);
    }
    SSAUpdater updater;
    updater.Initialize(value.getType(), "");
    updater.AddAvailableValue(value.getParent(), &value);
    for (const auto& [block, now] : at) updater.AddAvailableValue(block, now);
    for (Use* use : uses) updater.RewriteUse(*use);
  }

  const DataLayout& layout_;
  LLVMContext& context_;
  const bool several_;
  CodeAllowance& allowance_;
  LaneCode code_;
  std::vector<Instruction*> at_;  // of each point
  std::vector<SmallVector<Instruction*, 16>> live_;
  MapVector<Instruction*, std::vector<std::pair<BasicBlock*, Value*>>> resumed_;
  DenseMap<Value*, FrameSlot> slots_;
  std::uint64_t offset_ = sizeof(Frame);
  SwitchInst* choice_ = nullptr;
};

// Whether lanes bring different values, or from different sides, where the two sides meet.
bool is_choice(const PHINode& phi, const MaskedSides& sides, const BasicBlock& before) {
  const auto from = [&](const BasicBlock* side) {
    return phi.getIncomingValueForBlock(side == nullptr ? &before : side);
  };
  return from(sides.yes) != from(sides.no);
}

// Whether the result differs where no operand does.
bool is_source(const Instruction& instruction) {
  if (const auto* const load = dyn_cast<LoadInst>(&instruction)) return thread_index_of(*load) >= 0;
  return !instruction.getType()->isVoidTy() && is_call_of_one(instruction);
}

}  // namespace

ConstantInt* stop_value(LLVMContext& context, StopKind kind, std::uint32_t place, std::size_t point) {
  const std::uint64_t value = simt::abi::stop(kind, place, static_cast<std::uint32_t>(point));
  return ConstantInt::get(Type::getInt64Ty(context), value);
}

bool is_atomic_of_several(const CallInst& call) {
  if (primitive_at(call) != Primitive::call || !call.use_empty()) return false;
  if (simt_verifier::member_of(*call.getCalledFunction()).offset != offsetof(Runtime, atomic)) return false;
  const auto* const what = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return what != nullptr && simt::abi::is_same_in_any_order(static_cast<std::uint32_t>(what->getZExtValue()));
}

int thread_index_of(const LoadInst& load) {
  const Function& function = *load.getFunction();
  const simt_verifier::Address address =
      simt_verifier::address_of(load.getPointerOperand(), function.getParent()->getDataLayout());
  const std::int64_t inside = address.offset - static_cast<std::int64_t>(offsetof(Context, thread_index));
  const bool is_index = address.base == function.getArg(0) && inside >= 0 &&
                        inside < static_cast<std::int64_t>(sizeof(Context::thread_index));
  return is_index ? static_cast<int>(inside / 4) : -1;
}

VaryingValues::VaryingValues(const LaneCode& code) {
  DenseMap<const Value*, SmallVector<const Instruction*, 2>> read_back;
  for (const auto& [read, kept] : code.reads) read_back[kept.value].push_back(read);
  SmallVector<const Value*, 32> open;
  const auto add = [&](const Value* value) {
    if (varying_.insert(value).second) open.push_back(value);
  };
  for (const Instruction& instruction : instructions(*code.function)) {
    if (is_source(instruction)) add(&instruction);
  }
  while (!open.empty()) {
    const Value* const value = open.pop_back_val();
    for (const User* user : value->users()) {
      const auto* const instruction = cast<Instruction>(user);
      if (!instruction->getType()->isVoidTy()) add(instruction);
      const auto* const branch = dyn_cast<BranchInst>(instruction);
      const auto masked = branch == nullptr ? code.masked.end() : code.masked.find(branch);
      if (masked == code.masked.end()) continue;
      for (const PHINode& phi : masked->second.join->phis()) {
        if (is_choice(phi, masked->second, *branch->getParent())) add(&phi);
      }
    }
    const auto known = read_back.find(value);
    if (known == read_back.end()) continue;
    for (const Instruction* read : known->second) add(read);
  }
}

LaneCode make_lane_code(Function& kernel, bool several, CodeAllowance& allowance) {
  return Maker(kernel, several, allowance).run();
}

void finish(LaneCode& code) {
  for (std::size_t i = 0; i < code.points.size(); ++i) {
    CallInst* const kept = code.points[i].kept;
    if (kept == nullptr) continue;
    if (i < code.stops) {
      IRBuilder<> builder(kept);
      for (unsigned n = 0; n < kept->arg_size(); ++n) {
        Value* const value = kept->getArgOperand(n);
        builder.CreateAlignedStore(
            value, address_in_frame(*code.function, builder, code.kept_in[i][n], value->getType()), Align(1));
      }
    }
    kept->eraseFromParent();
    code.points[i].kept = nullptr;
  }
}

}  // namespace simtcc
