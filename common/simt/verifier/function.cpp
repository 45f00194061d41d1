// The rules for one function's code: each access behind its check and its log entry, the log in its bounds,
// calls of what is allowed. One walk over the blocks in reverse post-order, in which the log's place is
// followed.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstddef>

#include "verifier.h"

namespace simt_verifier {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::PlaceKind;
using simt::abi::Runtime;

// What the machine offers. Types: the result, then the arguments behind context and place; i and l are
// integers of 4 and 8 bytes, p is a pointer, P the structure Pair.
struct Member {
  std::size_t offset;
  const char* types;
};
constexpr Member kMembers[] = {
    {offsetof(Runtime, check), "vll"},        {offsetof(Runtime, ask), "v"},
    {offsetof(Runtime, atomic), "lillll"},    {offsetof(Runtime, barrier), "v"},
    {offsetof(Runtime, barrier_count), "ii"}, {offsetof(Runtime, fence), "vi"},
    {offsetof(Runtime, sync_warp), "vi"},     {offsetof(Runtime, shuffle), "liliii"},
    {offsetof(Runtime, ballot), "iii"},       {offsetof(Runtime, match), "iil"},
    {offsetof(Runtime, reduce), "iiii"},      {offsetof(Runtime, active_mask), "i"},
    {offsetof(Runtime, clock), "l"},          {offsetof(Runtime, texture), "Plii"},
    {offsetof(Runtime, print), "ipip"},       {offsetof(Runtime, trap), "vp"},
    {offsetof(Runtime, assertion), "vp"},     {offsetof(Runtime, division_by_zero), "v"},
    {offsetof(Runtime, local_overflow), "v"}};

bool is_type(const Type* type, char letter) {
  const auto* const pair = dyn_cast<StructType>(type);
  return letter == 'v'   ? type->isVoidTy()
         : letter == 'i' ? type->isIntegerTy(32)
         : letter == 'l' ? type->isIntegerTy(64)
         : letter == 'p'
             ? type->isPointerTy()
             : pair != nullptr && pair->getNumElements() == 2 && !pair->isPacked() &&
                   pair->getElementType(0)->isIntegerTy(64) && pair->getElementType(1)->isIntegerTy(64);
}

std::optional<std::uint64_t> constant(const Value* value) {
  const auto* const number = dyn_cast<ConstantInt>(value);
  if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
  return number->getZExtValue();
}

// An empty piece of assembler: gives back what it is given, as one definite value that nothing is known of.
bool is_barrier(const Value* value) {
  const auto* const call = dyn_cast<CallInst>(value);
  const auto* const code = call == nullptr ? nullptr : dyn_cast<InlineAsm>(call->getCalledOperand());
  return code != nullptr && code->getAsmString().empty() && code->getConstraintString() == "=r,0" &&
         !code->hasSideEffects() && !code->isAlignStack() && !code->canThrow() && call->arg_size() == 1 &&
         call->getType() == call->getArgOperand(0)->getType() && call->getType()->isPointerTy();
}

// `slow`, which calls the machine, lies between `head` and the block where both ways meet.
struct Guard {
  const BasicBlock* head = nullptr;
  const ICmpInst* condition = nullptr;
  const CallInst* call = nullptr;
  std::size_t member = SIZE_MAX;  // none
};

class FunctionCheck {
 public:
  FunctionCheck(const Function& function, const Tables& tables)
      : function_(function), tables_(tables), layout_(function.getParent()->getDataLayout()) {
    if (const auto kernel = tables.kernels.find(&function); kernel != tables.kernels.end())
      kernel_ = &kernel->second;
  }

  bool run() try {
    require(function_.arg_size() >= 1 && is_type(context()->getType(), 'p'),
            "its first parameter is no context");
    require(kernel_ == nullptr || (function_.arg_size() == 2 && function_.getReturnType()->isVoidTy() &&
                                   is_type(function_.getArg(1)->getType(), 'p')),
            "it does not have the type of a kernel's entry");
    const ReversePostOrderTraversal<const Function*> order(&function_);
    for (const BasicBlock* block : order) {
      at_ = &block->front();
      enter(*block);
      for (const Instruction& instruction : *block) visit(*(at_ = &instruction));
      require(!appended_, "an entry of the log is not passed over");
      out_[block] = flow_;
    }
    require(in_.size() == function_.size(), "a block that cannot be reached");
    for (const BasicBlock& block : function_) check_edges(block);
    require(entries_ <= tables_.places.size(), "it may write more entries than the log has room for");
    return has_fence_;
  } catch (const Unsafe& unsafe) {
    std::string text;
    raw_string_ostream(text) << *at_;
    throw Unsafe((where_.empty() ? "" : where_ + ": ") + function_.getName().str() + ": " + unsafe.what() +
                 ":" + text);
  }

 private:
  // Where the log is at a point of the program: null where the context alone knows, the function where nobody
  // does.
  struct Flow {
    const Value* log = nullptr;
    bool has_room = false;  // for all entries up to the next question whether there is
  };

  const Argument* context() const { return function_.getArg(0); }

  // The offset in Context of the field that a value was loaded from.
  std::int64_t field(const Value* value) const {
    const auto* const load = dyn_cast<LoadInst>(value->stripPointerCasts());
    if (load == nullptr) return -1;
    const Address address = address_of(load->getPointerOperand(), layout_);
    return address.base == context() ? address.offset : -1;
  }
  bool is_field(const Value* value, std::size_t offset) const {
    return field(value) == static_cast<std::int64_t>(offset);
  }

  std::optional<std::size_t> member_of(const CallInst& call) const {
    const auto* const code = dyn_cast<LoadInst>(call.getCalledOperand()->stripPointerCasts());
    if (code == nullptr) return std::nullopt;
    const Address address = address_of(code->getPointerOperand(), layout_);
    if (!is_field(address.base, offsetof(Context, runtime))) return std::nullopt;
    return static_cast<std::size_t>(address.offset);
  }

  Guard guard_of(const BasicBlock& block) const {
    if (pred_size(&block) != 2) return {};
    for (const BasicBlock* slow : predecessors(&block)) {
      const BasicBlock* const head = slow->getSinglePredecessor();
      const auto* const branch = head == nullptr ? nullptr : dyn_cast<BranchInst>(head->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != slow ||
          branch->getSuccessor(1) != &block || slow->getSingleSuccessor() != &block)
        continue;
      const auto* const condition = dyn_cast<ICmpInst>(branch->getCondition());
      if (condition == nullptr || condition->getParent() != head) continue;
      const CallInst* only = nullptr;
      for (const Instruction& instruction : *slow) {
        const auto* const call = dyn_cast<CallInst>(&instruction);
        if (call != nullptr && only != nullptr) return {};
        if (call != nullptr) only = call;
      }
      const auto member = only == nullptr ? std::nullopt : member_of(*only);
      if (member && (*member != offsetof(Runtime, check) || only->arg_size() == 4))
        return Guard{head, condition, only, *member};
    }
    return {};
  }

  // The log was asked whether it is full, behind its last entry.
  bool asks(const Guard& guard) const {
    const auto head = out_.find(guard.head);
    return guard.member == offsetof(Runtime, ask) && guard.condition->getPredicate() == ICmpInst::ICMP_UGE &&
           head != out_.end() && guard.condition->getOperand(0) == head->second.log &&
           is_field(guard.condition->getOperand(1), offsetof(Context, log_limit)) &&
           cast<Instruction>(guard.condition->getOperand(1))->getParent() == guard.head;
  }

  void enter(const BasicBlock& block) {
    guard_ = guard_of(block);
    is_saved_ = is_logged_ = is_used_ = false;
    expected_ = PlaceKind::intrinsic;
    flow_ = {};
    flow_.has_room = kernel_ != nullptr;
    rank_[&block] = static_cast<unsigned>(rank_.size());
    bool is_first = true;
    for (const BasicBlock* before : predecessors(&block)) {
      const auto known = out_.find(before);
      if (known == out_.end()) continue;
      if (is_first) flow_ = known->second;
      is_first = false;
      flow_.has_room &= known->second.has_room;
      if (flow_.log != known->second.log) flow_.log = &function_;
    }
    for (const PHINode& phi : block.phis()) {
      const bool carries = all_of(predecessors(&block), [&](const BasicBlock* before) {
        const auto known = out_.find(before);
        return known == out_.end() || phi.getIncomingValueForBlock(before) == known->second.log;
      });
      if (carries) flow_.log = &phi;
    }
    if (asks(guard_)) flow_.has_room = true;
    in_[&block] = flow_;
  }

  // What was assumed of a loop's way back; and there is a question on each way round.
  void check_edges(const BasicBlock& block) {
    const Flow& in = in_.at(&block);
    const auto asks_at = [&](const BasicBlock* at) { return asks(guard_of(*at)); };
    for (const BasicBlock* before : predecessors(&block)) {
      at_ = before->getTerminator();
      const Flow& out = out_.at(before);
      const auto* const phi = dyn_cast_or_null<PHINode>(in.log);
      const bool is_here = phi != nullptr && phi->getParent() == &block;
      require(in.log == &function_ || out.log == (is_here ? phi->getIncomingValueForBlock(before) : in.log),
              "the log is not what it was at the loop's beginning");
      require(out.has_room || !in.has_room || asks_at(&block), "the log may be full here");
      require(rank_.at(before) < rank_.at(&block) || asks_at(before) || asks_at(&block),
              "a way round that never asks the machine whether it may go on");
    }
  }

  // ---------------------------------------------------------------------------------------- instructions

  void visit(const Instruction& instruction) {
    check_metadata(instruction);
    if (const auto* const load = dyn_cast<LoadInst>(&instruction)) return visit_load(*load);
    if (const auto* const store = dyn_cast<StoreInst>(&instruction)) return visit_store(*store);
    if (const auto* const call = dyn_cast<CallInst>(&instruction)) return visit_call(*call);
    if (const auto* const alloca = dyn_cast<AllocaInst>(&instruction))
      return require(alloca->isStaticAlloca(), "memory of the stack whose size is not known");
    if (isa<ReturnInst>(instruction)) return visit_return(instruction);
    if (const auto* const pointer = dyn_cast<GetElementPtrInst>(&instruction)) pass_entry(*pointer);
    require(isa<UnaryOperator>(instruction) || isa<BinaryOperator>(instruction) ||
                isa<CastInst>(instruction) || isa<CmpInst>(instruction) ||
                isa<GetElementPtrInst>(instruction) || isa<PHINode>(instruction) ||
                isa<SelectInst>(instruction) || isa<FreezeInst>(instruction) ||
                isa<ExtractElementInst>(instruction) || isa<InsertElementInst>(instruction) ||
                isa<ShuffleVectorInst>(instruction) || isa<ExtractValueInst>(instruction) ||
                isa<InsertValueInst>(instruction) || isa<BranchInst>(instruction) ||
                isa<SwitchInst>(instruction) || isa<UnreachableInst>(instruction),
            "an instruction that is not on the list");
    require(!instruction.isTerminator() || (expected_ == PlaceKind::intrinsic && is_logged_ == is_used_),
            "a call or an access is logged and not made");
  }

  void check_metadata(const Instruction& instruction) const {
    SmallVector<std::pair<unsigned, MDNode*>, 4> notes;
    instruction.getAllMetadata(notes);
    for (const auto& [kind, node] : notes) {
      const auto* const load = dyn_cast<LoadInst>(&instruction);
      const bool never_changes = kind == LLVMContext::MD_invariant_load && load != nullptr &&
                                 address_of(load->getPointerOperand(), layout_).base == context() &&
                                 !is_field(load, offsetof(Context, log)) &&
                                 !is_field(load, offsetof(Context, log_limit)) &&
                                 !is_field(load, offsetof(Context, local));
      require(kind == LLVMContext::MD_prof || never_changes,
              "a note on an instruction that nobody has checked");
    }
  }

  void visit_load(const LoadInst& load) {
    require(!load.isAtomic(), "an atomic load");
    const Address at = address_of(load.getPointerOperand(), layout_);
    const std::uint64_t bytes = layout_.getTypeStoreSize(load.getType());
    const auto offset = static_cast<std::uint64_t>(at.offset);
    const bool is_pointer = load.getType()->isPointerTy() && offset % 8 == 0;
    if (at.base == context()) {
      constexpr std::size_t kIndices = offsetof(Context, thread_index);
      require(
          (is_pointer && offset < kIndices) || (load.getType()->isIntegerTy(32) && offset >= kIndices &&
                                                offset % 4 == 0 && offset < offsetof(Context, grid_dim) + 12),
          "no field of the context");
      if (offset != offsetof(Context, log)) return;
      require(flow_.log == nullptr, "the log is read from the context where that does not know it");
      flow_.log = &load;
    } else if (is_field(at.base, offsetof(Context, windows))) {
      require(load.getType()->isIntegerTy(64) && offset % 8 == 0 && offset / 16 < tables_.places.size(),
              "no window of a place");
    } else if (is_field(at.base, offsetof(Context, runtime))) {
      require(is_pointer && offset < sizeof(Runtime), "no function of the machine");
    } else if (kernel_ != nullptr && at.base == function_.getArg(1)) {
      require(is_pointer && offset / 8 < kernel_->parameter_bytes.size(), "no argument of the kernel");
    } else if (const auto index = argument(at.base)) {
      require(is_plain(load.getType()) && at.offset >= 0 && offset <= kernel_->parameter_bytes[*index] &&
                  bytes <= kernel_->parameter_bytes[*index] - offset,
              "a load from beside an argument of the kernel");
    } else {
      check_access(load, load.getPointerOperand(), load.getType(), load.getAlign().value(), PlaceKind::load);
    }
  }

  // Of a kernel: which argument lies at an address.
  std::optional<std::size_t> argument(const Value* address) const {
    const auto* const load = dyn_cast<LoadInst>(address);
    if (kernel_ == nullptr || load == nullptr) return std::nullopt;
    const Address at = address_of(load->getPointerOperand(), layout_);
    if (at.base != function_.getArg(1)) return std::nullopt;
    return static_cast<std::size_t>(at.offset) / 8;
  }

  void visit_store(const StoreInst& store) {
    require(!store.isAtomic(), "an atomic store");
    const Value& value = *store.getValueOperand();
    const Address at = address_of(store.getPointerOperand(), layout_);
    const auto* const stack = dyn_cast<AllocaInst>(at.base);
    if (store.getPointerOperand() == flow_.log) {
      append(value);
    } else if (at.base == context() && at.offset == offsetof(Context, log)) {
      require(&value == flow_.log && !appended_, "what is stored is not the log's next entry");
      is_saved_ = true;
    } else if (at.base == context() && at.offset == offsetof(Context, local)) {
      move_local(store);
    } else if (stack != nullptr) {
      const std::uint64_t size =
          layout_.getTypeAllocSize(stack->getAllocatedType()) * constant(stack->getArraySize()).value_or(0);
      const std::uint64_t bytes = layout_.getTypeStoreSize(value.getType());
      require(is_plain(value.getType()) && at.offset >= 0 && bytes <= size &&
                  static_cast<std::uint64_t>(at.offset) <= size - bytes,
              "a store past a variable on the stack");
    } else {
      check_access(store, store.getPointerOperand(), value.getType(), store.getAlign().value(),
                   PlaceKind::store);
    }
  }

  // ---------------------------------------------------------------------------------------- accesses

  // A value as many bytes long in memory as it has bits.
  bool is_plain(const Type* type) const {
    const Type* const element = type->getScalarType();
    return type->isSingleValueType() && !isa<ScalableVectorType>(type) &&
           (element->isPointerTy() || element->isHalfTy() || element->isBFloatTy() || element->isFloatTy() ||
            element->isDoubleTy() ||
            (element->isIntegerTy() && element->getPrimitiveSizeInBits() % 8 == 0 &&
             isPowerOf2_64(element->getPrimitiveSizeInBits())));
  }

  void check_access(const Instruction& access, const Value* pointer, Type* type, std::uint64_t alignment,
                    PlaceKind kind) {
    const std::uint64_t width = layout_.getTypeStoreSize(type);
    require(is_plain(type) && isPowerOf2_64(width) && width <= 16 && alignment <= width &&
                pointer->getType()->getPointerAddressSpace() <= 5,
            "an access of an odd type, alignment or address space");
    require(guard_.member == offsetof(Runtime, check) && is_barrier(pointer), "an access without a check");
    require(is_logged_ && !is_used_, "an access without an entry of its own in the log");
    is_used_ = true;
    const Tables::Place& place = known(constant(guard_.call->getArgOperand(1)).value_or(0));
    require(place.kind == kind && place.width == width, "the check is for another kind or width of access");
    const ICmpInst& condition = *guard_.condition;
    const Value* distance = condition.getOperand(0);
    if (width > 1) {
      const auto* const rotated = dyn_cast<IntrinsicInst>(distance);
      require(rotated != nullptr && rotated->getIntrinsicID() == Intrinsic::fshr &&
                  rotated->getArgOperand(0) == rotated->getArgOperand(1) &&
                  constant(rotated->getArgOperand(2)) == Log2_64(width),
              "the check does not count elements of the access's width");
      distance = rotated->getArgOperand(0);
    }
    const auto* const difference = dyn_cast<BinaryOperator>(distance);
    const Value* const address = guard_.call->getArgOperand(2);
    require(condition.getPredicate() == ICmpInst::ICMP_UGE && difference != nullptr &&
                difference->getOpcode() == Instruction::Sub && !difference->hasNoSignedWrap() &&
                !difference->hasNoUnsignedWrap() && difference->getOperand(0) == address &&
                isa<PtrToIntInst>(address) && cast<PtrToIntInst>(address)->getPointerOperand() == pointer,
            "what is checked is not the address of the access");
    if (const auto count = constant(condition.getOperand(1))) {
      require(
          *count <= UINT32_MAX && holds(difference->getOperand(1), *count * width, isa<StoreInst>(access)),
          "the check allows more than the array has");
    } else {
      check_window(difference->getOperand(1), condition.getOperand(1));
    }
  }

  // Begin and count are read together, from the window of the place.
  void check_window(const Value* begin, const Value* count) const {
    const std::uint64_t window =
        constant(guard_.call->getArgOperand(1)).value_or(0) * sizeof(simt::abi::Window);
    const auto reads = [&](const LoadInst* load, std::size_t member) {
      if (load == nullptr || load->getParent() != guard_.head) return false;
      const Address at = address_of(load->getPointerOperand(), layout_);
      return is_field(at.base, offsetof(Context, windows)) &&
             at.offset == static_cast<std::int64_t>(window + member);
    };
    const auto* const first = dyn_cast<LoadInst>(begin);
    const auto* const second = dyn_cast<LoadInst>(count);
    require(reads(first, offsetof(simt::abi::Window, begin)) &&
                reads(second, offsetof(simt::abi::Window, count)) && first->comesBefore(second),
            "the check does not use the window of its place");
    for (const Instruction* at = first; at != second; at = at->getNextNode())
      require(!isa<CallInst>(at), "the window may change while it is read");
  }

  // Whether so many bytes from an address on belong to one array.
  bool holds(const Value* begin, std::uint64_t bytes, bool is_stored) const {
    std::int64_t offset = 0;
    if (const auto* const sum = dyn_cast<BinaryOperator>(begin);
        sum != nullptr && constant(sum->getOperand(1))) {
      if (sum->getOpcode() != Instruction::Add || sum->hasNoSignedWrap() || sum->hasNoUnsignedWrap())
        return false;
      offset = cast<ConstantInt>(sum->getOperand(1))->getSExtValue();
      begin = sum->getOperand(0);
    }
    const auto* const number = dyn_cast<PtrToIntOperator>(begin);
    if (number == nullptr) return false;
    const Address at = address_of(number->getPointerOperand(), layout_);
    const auto from = static_cast<std::uint64_t>(offset) + static_cast<std::uint64_t>(at.offset);
    const auto lies_in = [&](std::uint64_t first, std::uint64_t size) {
      return from >= first && from - first <= size && bytes <= size - (from - first);
    };
    if (const auto* const variable = dyn_cast<GlobalVariable>(at.base)) {
      const bool may_not_change = variable->isConstant() || tables_.read_only.count(variable) != 0;
      return lies_in(0, is_stored && may_not_change
                            ? 0
                            : layout_.getTypeAllocSize(variable->getValueType()).getFixedSize());
    }
    if (at.base == local_) return local_ != nullptr && lies_in(0, local_bytes_);
    return is_field(at.base, offsetof(Context, shared)) &&
           any_of(tables_.shared_arrays,
                  [&](const Tables::Range& array) { return lies_in(array.begin, array.bytes); });
  }

  // ---------------------------------------------------------------------------------------- log, local
  // memory

  void append(const Value& value) {
    require(!appended_ && expected_ == PlaceKind::intrinsic && flow_.has_room, "the log may be full here");
    appended_ = true;
    ++entries_;
    const auto* const sum = dyn_cast<BinaryOperator>(&value);
    const bool is_sum = sum != nullptr && sum->getOpcode() == Instruction::Or;
    const bool is_access = guard_.member == offsetof(Runtime, check) &&
                           (is_sum ? sum->getOperand(0) : &value) == guard_.call->getArgOperand(2);
    const auto entry = is_access && !is_sum ? 0 : constant(is_sum ? sum->getOperand(1) : &value);
    require(entry && simt::abi::address_of(*entry) == 0, "no entry of the log");
    const std::uint64_t place = simt::abi::place_of(*entry);
    if (is_access) {
      require(!is_logged_ && constant(guard_.call->getArgOperand(1)) == place, "an entry of another place");
      is_logged_ = true;
      return;
    }
    const PlaceKind kind = known(place).kind;
    require(!is_sum && kind >= PlaceKind::round && kind <= PlaceKind::leave,
            "an access is logged that is not checked");
    if (kind != PlaceKind::round) expected_ = kind;
  }

  void pass_entry(const GetElementPtrInst& pointer) {
    APInt bytes(64, 0);
    if (!appended_ || pointer.getPointerOperand() != flow_.log ||
        !pointer.accumulateConstantOffset(layout_, bytes) ||
        bytes != simt::abi::kLanes * sizeof(std::uint64_t))
      return;
    flow_.log = &pointer;
    appended_ = false;
  }

  const Tables::Place& known(std::uint64_t place) {
    require(place < tables_.places.size(), "no place of the table");
    if (!tables_.places[place].where.empty()) where_ = tables_.places[place].where;
    return tables_.places[place];
  }

  // Local memory is taken in the first block, or behind its question about the log, and the block ends with
  // the question whether there is as much. It is given back at each end.
  void move_local(const StoreInst& store) {
    const Address to = address_of(store.getValueOperand(), layout_);
    require(is_field(to.base, offsetof(Context, local)), "local memory begins where the context says");
    if (local_ != nullptr) {
      require(to.base == local_ && to.offset == 0 && isa<ReturnInst>(store.getParent()->getTerminator()),
              "local memory is given back at the end");
      is_given_back_ = store.getParent();
      return;
    }
    local_ = to.base;
    local_bytes_ = static_cast<std::uint64_t>(to.offset);
    const BasicBlock& entry = function_.getEntryBlock();
    const BasicBlock* const block = store.getParent();
    const auto* const branch = dyn_cast<BranchInst>(block->getTerminator());
    const auto guard =
        branch == nullptr || !branch->isConditional() ? Guard{} : guard_of(*branch->getSuccessor(1));
    require((block == &entry || guard_.head == &entry) && local_bytes_ <= UINT32_MAX && guard.head == block &&
                guard.member == offsetof(Runtime, local_overflow) &&
                guard.condition->getPredicate() == ICmpInst::ICMP_UGT &&
                guard.condition->getOperand(0) == store.getValueOperand() &&
                is_field(guard.condition->getOperand(1), offsetof(Context, local_end)),
            "local memory is taken without asking whether there is as much");
  }

  void visit_return(const Instruction& end) {
    require(is_saved_ && is_logged_ == is_used_, "the log is not given back");
    require(expected_ == (kernel_ == nullptr ? PlaceKind::leave : PlaceKind::intrinsic),
            "the end is not logged");
    require(local_ == nullptr || is_given_back_ == end.getParent(), "local memory is not given back");
  }

  // ---------------------------------------------------------------------------------------- calls

  void visit_call(const CallInst& call) {
    require(call.getCallingConv() == CallingConv::C && !call.isMustTailCall() && !call.hasOperandBundles(),
            "a call of another convention");
    if (is_barrier(&call)) return;
    const auto* const callee = dyn_cast<Function>(call.getCalledOperand());
    if (callee == nullptr) return call_machine(call);
    require(callee->getFunctionType() == call.getFunctionType(),
            "a call of another type than the function's");
    if (callee->isDeclaration()) return;  // on the list: module.cpp
    require(is_saved_ && expected_ == PlaceKind::call && call.getArgOperand(0) == context() &&
                tables_.kernels.count(callee) == 0,
            "a call without the log and the context, or of a kernel");
    flow_ = {};
    is_saved_ = false;
    expected_ = PlaceKind::intrinsic;
  }

  void call_machine(const CallInst& call) {
    const auto member = member_of(call);
    const auto* const found = std::find_if(std::begin(kMembers), std::end(kMembers),
                                           [&](const Member& known) { return member == known.offset; });
    require(found != std::end(kMembers), "a call of what is no function of the machine");
    const std::string types = std::string("pi") + (found->types + 1);
    bool fits = call.arg_size() == types.size() && !call.getFunctionType()->isVarArg() &&
                is_type(call.getType(), found->types[0]) && call.getArgOperand(0) == context();
    for (unsigned i = 0; fits && i < types.size(); ++i)
      fits = is_type(call.getArgOperand(i)->getType(), types[i]);
    require(fits, "a function of the machine is not called as the contract says");
    if (*member == offsetof(Runtime, local_overflow)) return;  // never comes back
    require(is_saved_ && expected_ == PlaceKind::intrinsic, "the machine is called without the log");
    const auto number = constant(call.getArgOperand(1));
    require(number.has_value(), "no place of the table");
    const Tables::Place& place = known(*number);
    if (*member == offsetof(Runtime, check)) {
      require(place.kind <= PlaceKind::store, "the place of a check is no access");
    } else if (*member == offsetof(Runtime, atomic)) {
      check_atomic(place, constant(call.getArgOperand(2)));
    } else if (*member != offsetof(Runtime, ask)) {
      require(place.kind == PlaceKind::intrinsic, "the place of a call of the machine is of another kind");
    }
    if (*member != offsetof(Runtime, check) && *member != offsetof(Runtime, ask)) ++entries_;
    has_fence_ |= *member == offsetof(Runtime, fence);
    if (*member == offsetof(Runtime, print)) check_printed(call);
    if (*member == offsetof(Runtime, trap) || *member == offsetof(Runtime, assertion))
      require(text_at(address_of(call.getArgOperand(2), layout_)).has_value(),
              "a message that is no text of the module");
    flow_.log = nullptr;
    is_saved_ = false;
  }

  // The machine does nothing where it does not know the operation.
  static void check_atomic(const Tables::Place& place, std::optional<std::uint64_t> what) {
    using simt::abi::AtomicType;
    const auto type = static_cast<AtomicType>(what.value_or(0) >> 8U);
    const bool is_wide = type == AtomicType::i64 || type == AtomicType::u64 || type == AtomicType::f64;
    require(what && place.kind == PlaceKind::atomic &&
                place.width == (type == AtomicType::u16 ? 2U
                                : is_wide               ? 8U
                                                        : 4U),
            "an atomic operation of another width than its place");
  }

  void check_printed(const CallInst& call) const {
    const Address values = address_of(call.getArgOperand(4), layout_);
    const auto* const stack = dyn_cast<AllocaInst>(values.base);
    const auto count = constant(call.getArgOperand(3));
    require(stack != nullptr && values.offset == 0 && count &&
                *count * 8 <= layout_.getTypeAllocSize(stack->getAllocatedType()).getFixedSize() *
                                  constant(stack->getArraySize()).value_or(0),
            "more values to print than there are");
  }

  const Function& function_;
  const Tables& tables_;
  const DataLayout& layout_;
  const Tables::Kernel* kernel_ = nullptr;  // null: a function that is called
  std::map<const BasicBlock*, unsigned> rank_;
  std::map<const BasicBlock*, Flow> in_;
  std::map<const BasicBlock*, Flow> out_;
  const Value* local_ = nullptr;  // where the function's local memory begins
  std::uint64_t local_bytes_ = 0;
  std::uint64_t entries_ = 0;
  bool has_fence_ = false;

  // Of the block, and the point in it.
  Guard guard_;
  Flow flow_;
  bool is_saved_ = false;                      // the context knows where the log is
  bool appended_ = false;                      // an entry was written, and the log's place is still before it
  bool is_logged_ = false;                     // the access that the block's check is for
  bool is_used_ = false;                       // …and made
  PlaceKind expected_ = PlaceKind::intrinsic;  // a call or an end that was logged
  const BasicBlock* is_given_back_ = nullptr;
  // For messages.
  const Instruction* at_ = nullptr;
  std::string where_;
};

}  // namespace

bool check_function(const Function& function, const Tables& tables) {
  return FunctionCheck(function, tables).run();
}

}  // namespace simt_verifier
