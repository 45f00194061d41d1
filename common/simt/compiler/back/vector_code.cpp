#include "back/vector_code.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "back/emit.h"
#include "back/vector_accesses.h"
#include "verifier.h"

namespace simtcc {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Frame;
using simt::abi::StopKind;
using simt_verifier::Primitive;
using simt_verifier::primitive_of;

// Something that only lane code has a form for.
struct NoVector : std::exception {};

// Intrinsic functions that do to each element what they do to a number.
bool is_by_element(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::fma:
    case Intrinsic::sqrt:
    case Intrinsic::fabs:
    case Intrinsic::copysign:
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
    case Intrinsic::bswap:
    case Intrinsic::ctpop:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
      return true;
    default:
      return false;
  }
}

class VectorMaker {
 public:
  explicit VectorMaker(const LaneCode& code)
      : code_(code),
        from_(*code.function),
        module_(*from_.getParent()),
        context_(module_.getContext()),
        varying_(code),
        builder_(context_) {}

  Function* run() {
    make_function();
    try {
      const ReversePostOrderTraversal<Function*> order(&from_);
      for (BasicBlock* block : order) {
        if (is_reached(*block)) blocks_[block] = BasicBlock::Create(context_, "", to_);
      }
      for (BasicBlock* block : order) {
        if (blocks_.count(block) != 0) widen(*block);
      }
      for (const auto& [phi, made] : phis_) complete(*phi, made);
      BranchInst::Create(blocks_[&from_.getEntryBlock()], &to_->getEntryBlock());
    } catch (const NoVector&) {
      to_->eraseFromParent();
      return nullptr;
    }
    EliminateUnreachableBlocks(*to_);
    accesses_->finish();
    return to_;
  }

 private:
  // The blocks that lanes together never come to: behind a branch where they part, behind calls of one lane.
  bool is_reached(BasicBlock& block) {
    if (reached_.empty()) find_reached();
    return reached_.count(&block) != 0;
  }

  void find_reached() {
    for (std::size_t i = 0; i < code_.points.size(); ++i) {
      const ResumePoint& point = code_.points[i];
      if (i < code_.stops) {
        resumes_[point.resume] = i;
      } else {
        parts_[point.begin] = i;
        other_resumes_.insert(point.resume);
      }
    }
    SmallVector<BasicBlock*, 16> open{&from_.getEntryBlock()};
    while (!open.empty()) {
      BasicBlock* const block = open.pop_back_val();
      if (!reached_.insert(block).second) continue;
      const auto part = parts_.find(block);
      if (part != parts_.end() && code_.points[part->second].kind == ResumePoint::Kind::call) continue;
      for (BasicBlock* next : successors(block)) {
        if (other_resumes_.count(next) == 0) open.push_back(next);
      }
    }
  }

  void make_function() {
    auto* const type = from_.getFunctionType();
    to_ = Function::Create(type, Function::InternalLinkage, from_.getName() + ".vector", module_);
    to_->setAttributes(from_.getAttributes());
    to_->addFnAttr("target-features", "+avx2,+fma,+bmi,+bmi2,+popcnt,+lzcnt");
    for (unsigned i = 0; i < from_.arg_size(); ++i) values_[from_.getArg(i)].same = to_->getArg(i);
    accesses_ = std::make_unique<VectorAccesses>(*to_, builder_);
  }

  // ---------------------------------------------------------------------------------------- values

  Type* vector_of(Type* type) { return FixedVectorType::get(type, kVectorLanes); }

  Value* same(Value* value) {
    if (isa<Constant>(value)) return value;
    const auto known = values_.find(value);
    if (known == values_.end() || known->second.same == nullptr) throw NoVector();
    return known->second.same;
  }

  Value* vector(Value* value) {
    if (auto* const constant = dyn_cast<Constant>(value))
      return ConstantVector::getSplat(ElementCount::getFixed(kVectorLanes), constant);
    const auto known = values_.find(value);
    if (known == values_.end()) throw NoVector();
    Wide& wide = known->second;
    if (wide.vector != nullptr) return wide.vector;
    if (wide.same != nullptr) return accesses_->splat(wide.same);
    Value* made = UndefValue::get(vector_of(value->getType()));
    for (unsigned l = 0; l < kVectorLanes; ++l) made = builder_.CreateInsertElement(made, wide.lanes[l], l);
    return made;
  }

  Value* same_or_vector(Value* value) {
    return isa<Constant>(value) || !is_varying(value) ? same(value) : vector(value);
  }

  Value* of_lane(Value* value, unsigned lane) {
    if (isa<Constant>(value)) return value;
    const auto known = values_.find(value);
    if (known == values_.end()) throw NoVector();
    const Wide& wide = known->second;
    if (wide.same != nullptr) return wide.same;
    return wide.vector != nullptr ? builder_.CreateExtractElement(wide.vector, lane) : wide.lanes[lane];
  }

  bool is_varying(const Value* value) const { return varying_.has(value); }

  // Whether the value has one element a lane, and all its operands, too.
  static bool all_fit(const Instruction& instruction) {
    if (!fits_vector(instruction.getType())) return false;
    for (const Use& operand : instruction.operands()) {
      if (!fits_vector(operand->getType())) return false;
    }
    return true;
  }

  // ---------------------------------------------------------------------------------------- instructions

  void widen(BasicBlock& block) {
    builder_.SetInsertPoint(blocks_[&block]);
    if (const auto part = parts_.find(&block);
        part != parts_.end() && code_.points[part->second].kind == ResumePoint::Kind::call) {
      for (PHINode& phi : block.phis()) widen_phi(phi);
      part_at(part->second);
      return;
    }
    if (const auto resumed = resumes_.find(&block); resumed != resumes_.end()) {
      widen_resume(block);
    } else {
      for (Instruction& instruction : block) {
        if (&instruction == block.getTerminator()) {
          end_block(block, instruction);
        } else {
          widen(instruction);
        }
      }
    }
  }

  void widen(Instruction& instruction) {
    if (auto* const phi = dyn_cast<PHINode>(&instruction)) return widen_phi(*phi);
    if (auto* const call = dyn_cast<CallInst>(&instruction)) return widen_call(*call);
    if (auto* const load = dyn_cast<LoadInst>(&instruction)) return widen_load(*load);
    if (isa<StoreInst>(instruction)) throw NoVector();
    if (!is_varying(&instruction)) {
      Instruction* const made = instruction.clone();
      for (Use& operand : made->operands()) operand.set(same(operand.get()));
      values_[&instruction].same = builder_.Insert(made);
    } else if (all_fit(instruction)) {
      values_[&instruction].vector = in_vectors(instruction);
    } else {
      for_each_lane(instruction);
    }
  }

  Value* in_vectors(Instruction& instruction) {
    Value* made = nullptr;
    if (auto* const operation = dyn_cast<BinaryOperator>(&instruction)) {
      made = builder_.CreateBinOp(operation->getOpcode(), vector(operation->getOperand(0)),
                                  second_operand(*operation));
    } else if (auto* const cast = dyn_cast<CastInst>(&instruction)) {
      made = builder_.CreateCast(cast->getOpcode(), vector(cast->getOperand(0)), vector_of(cast->getType()));
    } else if (auto* const compare = dyn_cast<CmpInst>(&instruction)) {
      made = builder_.CreateCmp(compare->getPredicate(), vector(compare->getOperand(0)),
                                vector(compare->getOperand(1)));
    } else if (auto* const choice = dyn_cast<SelectInst>(&instruction)) {
      made = builder_.CreateSelect(vector(choice->getCondition()), vector(choice->getTrueValue()),
                                   vector(choice->getFalseValue()));
    } else if (auto* const unary = dyn_cast<UnaryOperator>(&instruction)) {
      made = builder_.CreateUnOp(unary->getOpcode(), vector(unary->getOperand(0)));
    } else if (isa<FreezeInst>(instruction)) {
      made = builder_.CreateFreeze(vector(instruction.getOperand(0)));
    } else if (auto* const element = dyn_cast<GetElementPtrInst>(&instruction)) {
      SmallVector<Value*, 4> indices;
      for (const Use& index : element->indices()) indices.push_back(same_or_vector(index.get()));
      made = builder_.CreateGEP(element->getSourceElementType(), same_or_vector(element->getPointerOperand()),
                                indices);
    } else {
      throw NoVector();
    }
    return made;
  }

  // A shift by more bits than a number has is undefined in C++. The processor looks at the amount's low bits alone where it shifts a number,
  // and gives 0 where it shifts a vector's elements: lanes are to get the same in both codes.
  Value* second_operand(BinaryOperator& operation) {
    Value* const value = vector(operation.getOperand(1));
    const unsigned bits = operation.getType()->getScalarSizeInBits();
    if (!operation.isShift() || isa<Constant>(operation.getOperand(1)) || bits < 32) return value;
    return builder_.CreateAnd(value, accesses_->splat(ConstantInt::get(operation.getType(), bits - 1)));
  }

  // A copy for each lane.
  void for_each_lane(Instruction& instruction) {
    Wide wide;
    for (unsigned l = 0; l < kVectorLanes; ++l) {
      Instruction* const made = instruction.clone();
      for (Use& operand : made->operands()) {
        if (isa<Function>(operand.get()) || isa<BasicBlock>(operand.get())) continue;
        operand.set(of_lane(operand.get(), l));
      }
      wide.lanes[l] = builder_.Insert(made);
    }
    if (instruction.getType()->isVoidTy()) return;
    values_[&instruction] = wide;
    if (fits_vector(instruction.getType())) {
      Value* const all = vector(&instruction);
      values_[&instruction] = {nullptr, all, {}};
    }
  }

  void widen_phi(PHINode& phi) {
    Wide wide;
    const unsigned ways = phi.getNumIncomingValues();
    if (!is_varying(&phi)) {
      wide.same = builder_.CreatePHI(phi.getType(), ways);
    } else if (fits_vector(phi.getType())) {
      wide.vector = builder_.CreatePHI(vector_of(phi.getType()), ways);
    } else {
      for (Value*& lane : wide.lanes) lane = builder_.CreatePHI(phi.getType(), ways);
    }
    values_[&phi] = wide;
    phis_.emplace_back(&phi, wide);
  }

  void complete(PHINode& phi, const Wide& made) {
    for (unsigned way = 0; way < phi.getNumIncomingValues(); ++way) {
      BasicBlock* const before = phi.getIncomingBlock(way);
      const auto end = ends_.find(before);
      if (end == ends_.end() || !goes_to(*end->second, *blocks_[phi.getParent()])) continue;
      Value* const value = phi.getIncomingValue(way);
      builder_.SetInsertPoint(end->second->getTerminator());
      if (made.same != nullptr) {
        cast<PHINode>(made.same)->addIncoming(same(value), end->second);
      } else if (made.vector != nullptr) {
        cast<PHINode>(made.vector)->addIncoming(vector(value), end->second);
      } else {
        for (unsigned l = 0; l < kVectorLanes; ++l)
          cast<PHINode>(made.lanes[l])->addIncoming(of_lane(value, l), end->second);
      }
    }
    for (const Met& met : met_[phi.getParent()]) {
      const Wide& value = find_if(met.values, [&](const auto& one) { return one.first == &phi; })->second;
      if (made.same != nullptr) {
        cast<PHINode>(made.same)->addIncoming(value.same, met.end);
      } else if (made.vector != nullptr) {
        cast<PHINode>(made.vector)->addIncoming(value.vector, met.end);
      } else {
        for (unsigned l = 0; l < kVectorLanes; ++l)
          cast<PHINode>(made.lanes[l])->addIncoming(value.lanes[l], met.end);
      }
    }
  }
  static bool goes_to(const BasicBlock& from, const BasicBlock& to) {
    return is_contained(successors(&from), &to);
  }

  // Parts of the context and arguments: the same for all, but for a thread's index.
  void widen_load(LoadInst& load) {
    const int component = thread_index_of(load);
    if (component < 0) {
      Instruction* const made = load.clone();
      made->setOperand(0, same(load.getPointerOperand()));
      values_[&load].same = builder_.Insert(made);
      return;
    }
    constexpr std::array<std::size_t, 3> kIndices{offsetof(Frame, x), offsetof(Frame, y), offsetof(Frame, z)};
    Type* const type = vector_of(load.getType());
    values_[&load].vector = builder_.CreateAlignedLoad(
        type, accesses_->at(to_->getArg(2), kIndices[static_cast<std::size_t>(component)], type),
        kUnpromised);
  }

  // ---------------------------------------------------------------------------------------- ways

  void end_block(BasicBlock& block, Instruction& end) {
    if (auto* const back = dyn_cast<ReturnInst>(&end)) {
      accesses_->save();
      builder_.CreateRet(cast<ConstantInt>(back->getReturnValue()));
    } else if (auto* const branch = dyn_cast<BranchInst>(&end)) {
      end_branch(block, *branch);
    } else if (auto* const choice = dyn_cast<SwitchInst>(&end)) {
      end_switch(block, *choice);
    } else if (isa<UnreachableInst>(end)) {
      builder_.CreateUnreachable();
    } else {
      throw NoVector();
    }
    ends_[&block] = builder_.GetInsertBlock();
  }

  void end_branch(BasicBlock& block, BranchInst& branch) {
    if (!branch.isConditional()) {
      builder_.CreateBr(way_to(branch.getSuccessor(0)));
      return;
    }
    BasicBlock* const yes = way_to(branch.getSuccessor(0));
    BasicBlock* const no = way_to(branch.getSuccessor(1));
    if (!is_varying(branch.getCondition())) {
      BranchInst* const made = builder_.CreateCondBr(same(branch.getCondition()), yes, no);
      made->copyMetadata(branch);
      return;
    }
    Value* const sides = accesses_->mask(vector(branch.getCondition()));
    const auto masked = code_.masked.find(&branch);
    const bool is_masked = masked != code_.masked.end();
    BasicBlock* const differ = is_masked ? BasicBlock::Create(context_, "", to_) : part_of(block);
    SwitchInst* const made = builder_.CreateSwitch(sides, differ, 2);
    made->addCase(builder_.getInt8(UINT8_MAX), yes);
    made->addCase(builder_.getInt8(0), no);
    if (is_masked) go_under_mask(masked->second, block, sides, *differ);
  }

  // Lanes take different sides: goes through one after the other, each for the lanes that take it, and on where they meet.
  void go_under_mask(const MaskedSides& sides, BasicBlock& before, Value* takes_yes, BasicBlock& from) {
    const IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(&from);
    Value* const takes_no = builder_.CreateNot(takes_yes);
    if (sides.yes != nullptr) widen_under(*sides.yes, takes_yes);
    if (sides.no != nullptr) widen_under(*sides.no, takes_no);
    Met met;
    for (PHINode& phi : sides.join->phis()) {
      const auto value = [&](BasicBlock* side) {
        return phi.getIncomingValueForBlock(side == nullptr ? &before : side);
      };
      met.values.emplace_back(&phi, choose(phi, takes_yes, value(sides.yes), value(sides.no)));
    }
    builder_.CreateBr(way_to(sides.join));
    met.end = builder_.GetInsertBlock();
    met_[sides.join].push_back(std::move(met));
    for (BasicBlock* side : {sides.yes, sides.no}) {
      if (side == nullptr) continue;
      for (Instruction& instruction : *side)
        values_.erase(&instruction);  // it gets others where all lanes take it
    }
  }

  void widen_under(BasicBlock& side, Value* mask) {
    mask_ = mask;
    for (Instruction& instruction : side) {
      if (&instruction != side.getTerminator()) widen(instruction);
    }
    mask_ = nullptr;
  }

  Wide choose(const PHINode& phi, Value* takes_yes, Value* yes, Value* no) {
    Wide wide;
    if (!is_varying(&phi)) {
      if (yes != no) throw NoVector();
      wide.same = same(yes);
      return wide;
    }
    Value* const bits = accesses_->bits(takes_yes);
    if (fits_vector(phi.getType())) {
      wide.vector = builder_.CreateSelect(bits, vector(yes), vector(no));
      return wide;
    }
    for (unsigned l = 0; l < kVectorLanes; ++l) {
      wide.lanes[l] =
          builder_.CreateSelect(builder_.CreateExtractElement(bits, l), of_lane(yes, l), of_lane(no, l));
    }
    return wide;
  }

  void end_switch(BasicBlock& block, SwitchInst& choice) {
    Value* on = nullptr;
    if (is_varying(choice.getCondition())) {
      Value* const all = vector(choice.getCondition());
      on = builder_.CreateExtractElement(all, std::uint64_t{0});
      BasicBlock* const together = BasicBlock::Create(context_, "", to_);
      builder_.CreateCondBr(accesses_->are_all(builder_.CreateICmpEQ(all, accesses_->splat(on))), together,
                            part_of(block));
      builder_.SetInsertPoint(together);
    } else {
      on = same(choice.getCondition());
    }
    SwitchInst* const made = builder_.CreateSwitch(on, way_to(choice.getDefaultDest()), choice.getNumCases());
    for (const auto& one : choice.cases()) {
      BasicBlock* const to = one.getCaseSuccessor();
      if (blocks_.count(to) != 0) made->addCase(one.getCaseValue(), blocks_[to]);
    }
  }

  // A block that lanes together never come to is none here.
  BasicBlock* way_to(BasicBlock* block) {
    const auto known = blocks_.find(block);
    if (known == blocks_.end()) throw NoVector();
    return known->second;
  }

  BasicBlock* part_of(BasicBlock& block) {
    const auto part = parts_.find(&block);
    if (part == parts_.end()) throw NoVector();
    const IRBuilder<>::InsertPointGuard guard(builder_);
    BasicBlock* const made = BasicBlock::Create(context_, "", to_);
    builder_.SetInsertPoint(made);
    part_at(part->second);
    return made;
  }

  // Each lane goes on by itself from this point.
  void part_at(std::size_t point) {
    keep(*code_.points[point].kept, code_.kept_in[point]);
    accesses_->save();
    builder_.CreateRet(stop_value(context_, StopKind::parted, 0, point + 1));
  }

  void keep(CallInst& kept, const std::vector<FrameSlot>& slots) {
    for (unsigned n = 0; n < kept.arg_size(); ++n) {
      Value* const value = kept.getArgOperand(n);
      Type* const type = value->getType();
      if (fits_vector(type)) {
        Value* all = vector(value);
        if (type->isIntegerTy(1)) all = builder_.CreateZExt(all, vector_of(builder_.getInt8Ty()));
        builder_.CreateAlignedStore(all, accesses_->at(to_->getArg(2), slots[n].offset, all->getType()),
                                    kUnpromised);
        continue;
      }
      for (unsigned l = 0; l < kVectorLanes; ++l) {
        builder_.CreateAlignedStore(of_lane(value, l),
                                    accesses_->at(to_->getArg(2), slots[n].offset + slots[n].bytes * l, type),
                                    kUnpromised);
      }
    }
  }

  // What was the same in all lanes may not be any more, when each has come here by itself.
  void widen_resume(BasicBlock& block) {
    Value* differ = nullptr;
    for (Instruction& instruction : block) {
      const auto read = code_.reads.find(&instruction);
      if (read == code_.reads.end()) {
        if (&instruction != block.getTerminator() && !is_frame_address(instruction)) widen(instruction);
        continue;
      }
      const FrameSlot& slot = read->second.slot;
      Type* const type = instruction.getType();
      Wide wide;
      if (fits_vector(type)) {
        Type* const stored = type->isIntegerTy(1) ? builder_.getInt8Ty() : type;
        wide.vector = builder_.CreateAlignedLoad(
            vector_of(stored), accesses_->at(to_->getArg(2), slot.offset, vector_of(stored)), kUnpromised);
        if (stored != type) wide.vector = builder_.CreateTrunc(wide.vector, vector_of(type));
        if (!is_varying(&instruction)) differ = also(differ, make_same(wide, type));
      } else {
        if (!is_varying(&instruction)) throw NoVector();
        for (unsigned l = 0; l < kVectorLanes; ++l) {
          wide.lanes[l] = builder_.CreateAlignedLoad(
              type, accesses_->at(to_->getArg(2), slot.offset + slot.bytes * l, type), kUnpromised);
        }
      }
      values_[&instruction] = wide;
    }
    if (differ != nullptr) {
      BasicBlock* const together = BasicBlock::Create(context_, "", to_);
      BasicBlock* const apart = BasicBlock::Create(context_, "", to_);
      builder_.CreateCondBr(differ, apart, together, accesses_->rarely());
      builder_.SetInsertPoint(apart);
      accesses_->save();
      builder_.CreateRet(stop_value(context_, StopKind::differ, 0, 0));
      builder_.SetInsertPoint(together);
    }
    end_block(block, *block.getTerminator());
  }

  // The lanes' values become one; returns whether they are not alike.
  Value* make_same(Wide& wide, Type* type) {
    wide.same = builder_.CreateExtractElement(wide.vector, std::uint64_t{0});
    Value* bits = wide.vector;
    Value* first = wide.same;
    if (type->isFloatingPointTy()) {
      Type* const whole = builder_.getIntNTy(type->getScalarSizeInBits());
      bits = builder_.CreateBitCast(bits, vector_of(whole));
      first = builder_.CreateBitCast(first, whole);
    }
    wide.vector = nullptr;
    return builder_.CreateNot(accesses_->are_all(builder_.CreateICmpEQ(bits, accesses_->splat(first))));
  }
  Value* also(Value* one, Value* other) { return one == nullptr ? other : builder_.CreateOr(one, other); }

  // Of the blocks that read the frame: only lane code needs these.
  bool is_frame_address(const Instruction& instruction) const {
    const Value* const frame = from_.getArg(2);
    const Value* const lane = from_.getArg(3);
    if (is_contained(instruction.operands(), frame) || is_contained(instruction.operands(), lane))
      return true;
    for (const Use& operand : instruction.operands()) {
      const auto* const made = dyn_cast<Instruction>(operand.get());
      if (made != nullptr && made->getParent() == instruction.getParent() && !isa<LoadInst>(made) &&
          is_frame_address(*made))
        return true;
    }
    return false;
  }

  // ---------------------------------------------------------------------------------------- calls

  void widen_call(CallInst& call) {
    const Function* const callee = call.getCalledFunction();
    if (callee == nullptr) throw NoVector();
    if (callee->getName() == kKept) return keep_before_stop(call);
    if (callee->getName() == kLogIsFull) {
      values_[&call].same = accesses_->log_is_full();
      return;
    }
    switch (primitive_of(*callee)) {
      case Primitive::load:
        return widen_load_of(call);
      case Primitive::store:
        return widen_store(call);
      case Primitive::log:
        return accesses_->append(
            number_of(call),
            ConstantVector::getSplat(ElementCount::getFixed(kVectorLanes), builder_.getInt64(0)));
      case Primitive::count: {
        constexpr std::uint64_t kMost = (std::uint64_t{1} << simt::abi::kAddressBits) - 1;
        return accesses_->append(
            number_of(call),
            builder_.CreateAnd(vector(call.getArgOperand(1)), accesses_->splat(builder_.getInt64(kMost))));
      }
      case Primitive::none:
        break;
      case Primitive::call:
        if (!is_atomic_of_several(call)) throw NoVector();
        return accesses_->atomics({number_of(call), cast<ConstantInt>(call.getArgOperand(1)),
                                   vector(call.getArgOperand(2)), vector(call.getArgOperand(3)),
                                   vector(call.getArgOperand(4))});
      default:
        throw NoVector();
    }
    if (!callee->isDeclaration()) throw NoVector();
    widen_function(call, *callee);
  }

  // Arithmetic: an intrinsic function of LLVM, a function of the C library. What may be one operation here and two in lane code, which knows
  // no FMA, has no form here: results must not depend on who ran them.
  void widen_function(CallInst& call, const Function& callee) {
    if (callee.getIntrinsicID() == Intrinsic::fmuladd) throw NoVector();
    if (!is_varying(&call)) {
      auto* const made = cast<CallInst>(call.clone());
      for (unsigned n = 0; n < call.arg_size(); ++n) made->setArgOperand(n, same(call.getArgOperand(n)));
      values_[&call].same = builder_.Insert(made);
      return;
    }
    if (!callee.isIntrinsic() || !is_by_element(callee.getIntrinsicID()) || !all_numbers(call))
      return for_each_lane(call);
    SmallVector<Value*, 3> arguments;
    for (const Use& argument : call.args()) arguments.push_back(vector(argument.get()));
    values_[&call].vector =
        builder_.CreateIntrinsic(callee.getIntrinsicID(), {vector_of(call.getType())}, arguments);
  }
  static bool all_numbers(const CallInst& call) {
    return fits_vector(call.getType()) &&
           all_of(call.args(), [&](const Use& argument) { return argument->getType() == call.getType(); });
  }

  void keep_before_stop(CallInst& kept) {
    for (std::size_t i = 0; i < code_.points.size(); ++i) {
      if (code_.points[i].kept != &kept) continue;
      if (i < code_.stops) keep(kept, code_.kept_in[i]);
      return;
    }
    throw NoVector();
  }

  static std::uint32_t number_of(const CallInst& call) {
    return static_cast<std::uint32_t>(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
  }

  // ---------------------------------------------------------------------------------------- accesses

  VectorAccess access_of(CallInst& call, Type* type, bool is_load) {
    VectorAccess access;
    access.place = number_of(call);
    access.type = type;
    access.is_load = is_load;
    access.bytes = cast<ConstantInt>(call.getArgOperand(3))->getZExtValue();
    access.pointer = same_or_vector(call.getArgOperand(1));
    access.base = same_or_vector(call.getArgOperand(2));
    return access;
  }

  void widen_load_of(CallInst& call) {
    const VectorAccess access = access_of(call, call.getType(), true);
    // Each lane's own array, at one address: that is nobody's.
    if (!is_varying(&call) && access.bytes != 0 && access.base->getType()->isVectorTy()) throw NoVector();
    if (mask_ != nullptr && access.bytes != 0 && access.base->getType()->isVectorTy()) throw NoVector();
    values_[&call] = mask_ == nullptr ? accesses_->load(access) : accesses_->load_under(mask_, access);
  }

  void widen_store(CallInst& call) {
    Value* const value = call.getArgOperand(4);
    const VectorAccess access = access_of(call, value->getType(), false);
    Wide wide;
    if (fits_vector(value->getType())) {
      wide.vector = vector(value);
    } else {
      for (unsigned l = 0; l < kVectorLanes; ++l) wide.lanes[l] = of_lane(value, l);
    }
    if (mask_ != nullptr && access.bytes != 0 && access.base->getType()->isVectorTy()) throw NoVector();
    if (mask_ == nullptr) {
      accesses_->store(access, wide);
    } else {
      accesses_->store_under(mask_, access, wide);
    }
  }

  const LaneCode& code_;
  Function& from_;
  Module& module_;
  LLVMContext& context_;
  const VaryingValues varying_;
  IRBuilder<> builder_;
  Function* to_ = nullptr;
  std::unique_ptr<VectorAccesses> accesses_;
  DenseMap<const Value*, Wide> values_;
  DenseMap<BasicBlock*, BasicBlock*> blocks_;
  DenseMap<BasicBlock*, BasicBlock*> ends_;  // where a block of lane code ends here
  std::vector<std::pair<PHINode*, Wide>> phis_;
  // Where lanes that took different sides meet: what each value is then, and the block that they come from.
  struct Met {
    std::vector<std::pair<const PHINode*, Wide>> values;
    BasicBlock* end = nullptr;
  };
  DenseMap<const BasicBlock*, std::vector<Met>> met_;
  Value* mask_ = nullptr;  // i8: the lanes that take the side that is widened; null: all
  SmallPtrSet<BasicBlock*, 32> reached_;
  DenseMap<BasicBlock*, std::size_t> resumes_;  // the points where lanes stop, by `resume`
  SmallPtrSet<BasicBlock*, 16> other_resumes_;  // of the other points: of one lane alone
  DenseMap<BasicBlock*, std::size_t> parts_;    // the others, by `begin`
};

}  // namespace

Function* make_vector_code(const LaneCode& code) { return VectorMaker(code).run(); }

}  // namespace simtcc
