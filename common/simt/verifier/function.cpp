// The rules for one function's code: each access behind its check and its log entry, the log in its bounds,
// calls of what is allowed. One walk over the blocks in reverse post-order, in which the log's place is
// followed.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>

#include "code_view.h"

namespace simt_verifier {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::PlaceKind;
using simt::abi::Runtime;

class FunctionCheck : CodeView {
 public:
  using CodeView::CodeView;

  bool run() try {
    require(function_.arg_size() >= 1 && context()->getType()->isPointerTy(),
            "its first parameter is no context");
    require(kernel_ == nullptr || (function_.arg_size() == 2 && function_.getReturnType()->isVoidTy() &&
                                   function_.getArg(1)->getType()->isPointerTy()),
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
      visit_access(load, load.getPointerOperand(), load.getType(), load.getAlign().value());
    }
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
      visit_access(store, store.getPointerOperand(), value.getType(), store.getAlign().value());
    }
  }

  // ---------------------------------------------------------------------------------------- log, local
  // memory

  void visit_access(const Instruction& access, const Value* pointer, Type* type, std::uint64_t alignment) {
    check_access(access, pointer, type, alignment, guard_, local_);
    require(is_logged_ && !is_used_, "an access without an entry of its own in the log");
    is_used_ = true;
  }

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
    const std::uint64_t number = simt::abi::place_of(*entry);
    note_place(ConstantInt::get(Type::getInt64Ty(function_.getContext()), number));
    if (is_access) {
      require(!is_logged_ && constant(guard_.call->getArgOperand(1)) == number, "an entry of another place");
      is_logged_ = true;
      return;
    }
    require(number < tables_.places.size(), "no place of the table");
    const PlaceKind kind = tables_.places[number].kind;
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

  // For messages.
  void note_place(const Value* number) {
    const auto known = constant(number);
    if (known && *known < tables_.places.size() && !tables_.places[*known].where.empty())
      where_ = tables_.places[*known].where;
  }

  // Local memory is taken in the first block, or behind its question about the log, and the block ends with
  // the question whether there is as much. It is given back at each end.
  void move_local(const StoreInst& store) {
    const Address to = address_of(store.getValueOperand(), layout_);
    require(is_field(to.base, offsetof(Context, local)), "local memory begins where the context says");
    if (local_.begin != nullptr) {
      require(
          to.base == local_.begin && to.offset == 0 && isa<ReturnInst>(store.getParent()->getTerminator()),
          "local memory is given back at the end");
      is_given_back_ = store.getParent();
      return;
    }
    local_.begin = to.base;
    local_.bytes = static_cast<std::uint64_t>(to.offset);
    const BasicBlock& entry = function_.getEntryBlock();
    const BasicBlock* const block = store.getParent();
    const auto* const branch = dyn_cast<BranchInst>(block->getTerminator());
    const auto guard =
        branch == nullptr || !branch->isConditional() ? Guard{} : guard_of(*branch->getSuccessor(1));
    require((block == &entry || guard_.head == &entry) && local_.bytes <= UINT32_MAX && guard.head == block &&
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
    require(local_.begin == nullptr || is_given_back_ == end.getParent(), "local memory is not given back");
  }

  // ---------------------------------------------------------------------------------------- calls

  void call_machine(const CallInst& call) {
    if (call.arg_size() > 1) note_place(call.getArgOperand(1));
    const std::size_t member = check_machine_call(call);
    // One never comes back, the other has nothing to do with the log.
    if (member == offsetof(Runtime, local_overflow) || member == offsetof(Runtime, clear_local)) return;
    require(is_saved_ && expected_ == PlaceKind::intrinsic, "the machine is called without the log");
    if (member != offsetof(Runtime, check) && member != offsetof(Runtime, ask)) ++entries_;
    has_fence_ |= member == offsetof(Runtime, fence);
    flow_.log = nullptr;
    is_saved_ = false;
  }

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

  std::map<const BasicBlock*, unsigned> rank_;
  std::map<const BasicBlock*, Flow> in_;
  std::map<const BasicBlock*, Flow> out_;
  Local local_;
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
