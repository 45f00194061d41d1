// The rules for one function's code: the instructions that it may consist of, what it may load by itself,
// what it may give to primitives, and in which order the entries of the log and the questions come.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>

#include "verifier.h"

namespace simt_verifier {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::PlaceKind;

std::uint64_t constant(const Value* value) {
  const auto* const number = dyn_cast<ConstantInt>(value);
  require(number != nullptr && number->getBitWidth() <= 64, "a number that is not known");
  return number->getZExtValue();
}

class FunctionCheck {
 public:
  FunctionCheck(const Function& function, const Tables& tables)
      : function_(function),
        tables_(tables),
        layout_(function.getParent()->getDataLayout()),
        parameters_(tables.kernels.count(&function) == 0 ? nullptr : &tables.kernels.at(&function)),
        at_(&function.getEntryBlock().front()) {}

  void run() try {
    require(function_.arg_size() >= 1 && context()->getType()->isPointerTy(),
            "its first parameter is no context");
    require(!is_kernel() || (function_.arg_size() == 2 && function_.getReturnType()->isVoidTy() &&
                             function_.getArg(1)->getType()->isPointerTy()),
            "it does not have the type of a kernel's entry");
    std::map<const BasicBlock*, std::size_t> rank;
    must_ask_ = !is_kernel();
    for (const BasicBlock* block : ReversePostOrderTraversal<const Function*>(&function_)) {
      rank[block] = rank.size();
      for (const Instruction& instruction : *block) visit(*(at_ = &instruction));
    }
    require(rank.size() == function_.size(), "a block that cannot be reached");
    for (const BasicBlock& block : function_) {
      for (const BasicBlock* before : predecessors(&block)) {
        at_ = before->getTerminator();
        require(rank.at(before) < rank.at(&block) || asks_.count(before) + asks_.count(&block) != 0,
                "a way round that never asks the machine whether it may go on");
      }
    }
    require(entries_ <= tables_.places.size(), "it may write more entries than the log has room for");
  } catch (const Unsafe& unsafe) {
    std::string text;
    raw_string_ostream(text) << function_.getName() << ": " << unsafe.what() << ":" << *at_;
    throw Unsafe(text);
  }

 private:
  bool is_kernel() const { return parameters_ != nullptr; }
  const Argument* context() const { return function_.getArg(0); }

  void visit(const Instruction& instruction) {
    if (const auto* const load = dyn_cast<LoadInst>(&instruction)) return visit_load(*load);
    if (const auto* const call = dyn_cast<CallInst>(&instruction)) return visit_call(*call);
    require(isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, GetElementPtrInst, PHINode, SelectInst,
                FreezeInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst, ExtractValueInst,
                InsertValueInst, BranchInst, SwitchInst, UnreachableInst, ReturnInst>(instruction),
            "an instruction that is not on the list");
    if (!instruction.isTerminator()) return;
    const bool ends = isa<ReturnInst>(instruction) && !is_kernel();
    require(!must_ask_, "the log may be full here");
    require(logged_ == (ends ? PlaceKind::leave : PlaceKind::round),
            "the end of a function, or a call, is logged and not made, or made and not logged");
    logged_ = PlaceKind::round;
  }

  // A function may read what does not change in the context while a lane runs. A kernel may read all of its
  // arguments.
  void visit_load(const LoadInst& load) const {
    const Address at = address_of(load.getPointerOperand(), layout_);
    const auto offset = static_cast<std::uint64_t>(at.offset);
    const std::uint64_t bytes = layout_.getTypeStoreSize(load.getType());
    const bool is_pointer = load.getType()->isPointerTy() && offset % 8 == 0;
    require(!load.isAtomic() && load.getPointerAddressSpace() <= 5, "a load that is atomic, or of a segment");
    if (at.base == context()) {
      return require((is_pointer && offset == offsetof(Context, shared)) ||
                         (load.getType()->isIntegerTy(32) && offset % 4 == 0 &&
                          offset >= offsetof(Context, thread_index) && offset <= sizeof(Context) - 4),
                     "no field of the context that a kernel may read");
    }
    require(is_kernel(), "memory is read without a primitive");
    if (at.base == function_.getArg(1))
      return require(is_pointer && offset / 8 < parameters_->size(), "no argument of the kernel");
    const auto* const argument = dyn_cast<LoadInst>(at.base);
    require(argument != nullptr, "memory is read without a primitive");
    const Address from = address_of(argument->getPointerOperand(), layout_);
    require(from.base == function_.getArg(1), "memory is read without a primitive");
    const std::uint64_t size = (*parameters_)[static_cast<std::size_t>(from.offset) / 8];
    require(load.getType()->isSingleValueType() && !isa<ScalableVectorType>(load.getType()) &&
                offset <= size && bytes <= size - offset,
            "a load from beside an argument of the kernel");
  }

  void visit_call(const CallInst& call) {
    const auto* const callee = dyn_cast<Function>(call.getCalledOperand());
    require(callee != nullptr && callee->getFunctionType() == call.getFunctionType() &&
                call.getCallingConv() == CallingConv::C && !call.isMustTailCall() &&
                !call.hasOperandBundles(),
            "a call of what is no function of the module, or not as it is declared");
    if (primitive_of(*callee) != Primitive::none) return visit_primitive(primitive_of(*callee), call);
    if (callee->isDeclaration()) return;  // a function of numbers: module.cpp
    require(!must_ask_, "the log may be full here");
    require(logged_ == PlaceKind::call && call.getArgOperand(0) == context() &&
                tables_.kernels.count(callee) == 0,
            "a call that is not logged, without the context, or of a kernel");
    logged_ = PlaceKind::round;
    must_ask_ = true;
  }

  void visit_primitive(Primitive primitive, const CallInst& call) {
    const std::uint64_t number = constant(call.getArgOperand(0));
    require(number < tables_.places.size(), "no place of the table");
    const Tables::Place& place = tables_.places[number];
    require(logged_ == PlaceKind::round, "a call, or the end of a function, is logged and not made");
    must_ask_ &= primitive != Primitive::ask;
    require(!must_ask_, "the log may be full here");
    if (primitive == Primitive::ask) return static_cast<void>(asks_.insert(call.getParent()));
    ++entries_;
    if (primitive == Primitive::load || primitive == Primitive::store)
      return check_access(primitive, place, call);
    if (primitive == Primitive::log) {
      require(place.kind >= PlaceKind::round && place.kind <= PlaceKind::leave,
              "an access is logged that is not made");
      logged_ = place.kind;
    } else {
      PlaceKind kind = primitive == Primitive::count ? PlaceKind::computed : PlaceKind::intrinsic;
      if (primitive == Primitive::call) kind = member_of(*call.getCalledFunction()).place;
      require(place.kind == kind, "the place of a call of the machine is of another kind");
    }
    if (primitive != Primitive::local) return;
    require(local_ == nullptr && call.getParent() == &function_.getEntryBlock() &&
                constant(call.getArgOperand(1)) <= UINT32_MAX,
            "local memory is taken once, when the function begins");
    local_ = &call;
  }

  void check_access(Primitive primitive, const Tables::Place& place, const CallInst& call) const {
    const bool stores = primitive == Primitive::store;
    Type* const type = stores ? call.getArgOperand(4)->getType() : call.getType();
    require(place.kind == (stores ? PlaceKind::store : PlaceKind::load) && place.instruction == 0 &&
                place.width == layout_.getTypeStoreSize(type),
            "the place is of another kind or width of access");
    const std::uint64_t bytes = constant(call.getArgOperand(3));
    require(bytes == 0 || holds(address_of(call.getArgOperand(2), layout_), bytes, stores),
            "the check allows more than the array has");
  }

  // Whether so many bytes from an address on belong to one array.
  bool holds(const Address& at, std::uint64_t bytes, bool is_stored) const {
    const auto from = static_cast<std::uint64_t>(at.offset);
    const auto lies_in = [&](std::uint64_t first, std::uint64_t size) {
      return from >= first && from - first <= size && bytes <= size - (from - first);
    };
    if (at.base == local_) return lies_in(0, constant(local_->getArgOperand(1)));
    if (const auto* const variable = dyn_cast<GlobalVariable>(at.base)) {
      const auto known = tables_.variables.find(variable);
      const bool may_change = known == tables_.variables.end() ? !variable->isConstant() : known->second;
      return (may_change || !is_stored) && lies_in(0, layout_.getTypeAllocSize(variable->getValueType()));
    }
    const auto* const load = dyn_cast<LoadInst>(at.base);
    return load != nullptr && address_of(load->getPointerOperand(), layout_).base == context() &&
           any_of(tables_.shared_arrays,
                  [&](const auto& array) { return lies_in(array.begin, array.bytes); });
  }

  const Function& function_;
  const Tables& tables_;
  const DataLayout& layout_;
  const std::vector<std::uint64_t>* parameters_;  // null: a function that is called
  const CallInst* local_ = nullptr;               // the local memory that the function has taken
  std::set<const BasicBlock*> asks_;
  std::uint64_t entries_ = 0;

  // The state at one point of a block.
  PlaceKind logged_ = PlaceKind::round;  // a call or an end that must come next; `round`: none
  bool must_ask_ = false;                // before anything else may be logged
  const Instruction* at_;                // for messages
};

}  // namespace

void check_function(const Function& function, const Tables& tables) { FunctionCheck(function, tables).run(); }

}  // namespace simt_verifier
