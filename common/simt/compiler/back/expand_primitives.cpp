// The code of the primitives. The log's next entry is in one value in each function; it goes to the context
// before whatever calls the machine or another function, and comes back from there.
#include "back/emit.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cstddef>

#include "back/lane_code.h"
#include "verifier.h"

namespace simtcc {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::Runtime;
using simt::abi::Window;
using simt_verifier::member_of;
using simt_verifier::Primitive;
using simt_verifier::primitive_of;

class Expansion {
 public:
  Expansion(Function& function, bool is_kernel)
      : function_(function),
        is_kernel_(is_kernel),
        builder_(&*function.getEntryBlock().getFirstInsertionPt()),
        number_(builder_.getInt64Ty()),
        pointer_(PointerType::getUnqual(builder_.getInt8Ty())),
        log_(builder_.CreateAlloca(PointerType::getUnqual(number_))) {
    reload();
  }

  void run() {
    std::vector<CallInst*> calls;
    for (Instruction& instruction : instructions(function_)) {
      if (auto* const call = dyn_cast<CallInst>(&instruction)) calls.push_back(call);
    }
    for (CallInst* call : calls) expand(*call, *call->getCalledFunction());
    for (BasicBlock& block : function_) {
      if (!isa<ReturnInst>(block.getTerminator())) continue;
      builder_.SetInsertPoint(block.getTerminator());
      save();
      // A kernel's lane gets all of it anew.
      if (local_ != nullptr && !is_kernel_)
        builder_.CreateStore(local_, field(offsetof(Context, local), pointer_));
    }
    DominatorTree dominators(function_);
    PromoteMemToReg({log_}, dominators);
  }

 private:
  void expand(CallInst& call, const Function& callee) {
    builder_.SetInsertPoint(&call);
    const Primitive primitive = primitive_of(callee);
    if (primitive == Primitive::none && callee.getName() == kLogIsFull) {
      call.replaceAllUsesWith(log_is_full(builder_, function_.getArg(0), log_));
      call.eraseFromParent();
      return;
    }
    if (primitive == Primitive::none) {
      if (!callee.isDeclaration()) pass_log_through(call);
      return;
    }
    Value* const result = code_of(primitive, call);
    if (result != nullptr) call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  Value* code_of(Primitive primitive, CallInst& call) {
    Value* const place = call.getArgOperand(0);
    switch (primitive) {
      case Primitive::load:
        return load(call);
      case Primitive::store:
        store(call);
        return nullptr;
      case Primitive::log:
        append(place, builder_.getInt64(0));
        return nullptr;
      case Primitive::count: {
        constexpr std::uint64_t kMost = (std::uint64_t{1} << simt::abi::kAddressBits) - 1;
        append(place, builder_.CreateAnd(call.getArgOperand(1), builder_.getInt64(kMost)));
        return nullptr;
      }
      case Primitive::ask:
        call_if(log_is_full(builder_, function_.getArg(0), log_), call, offsetof(Runtime, ask), {place},
                builder_.getVoidTy());
        return nullptr;
      case Primitive::local:
        return take_local(call);
      case Primitive::print:
        return print(call);
      default: {
        const std::vector<Value*> arguments(call.arg_begin(), call.arg_end());
        return call_machine(member_of(*call.getCalledFunction()).offset, call.getType(), arguments);
      }
    }
  }

  // ---------------------------------------------------------------------------------------- accesses

  struct Access {
    Value* place;
    Value* pointer;
    Value* address;  // the same as a number
    Value* base;
    Value* is_outside;  // of the place's window
  };

  // An access of this type. Its address is one value wherever it is used, also where the program's own is undefined: it passes
  // through an empty piece of assembler, which costs nothing. LLVM's `freeze` does not hold in code generation, where a copy of an
  // undefined register is undefined again.
  Access access_of(CallInst& call, Type* type) {
    const DataLayout& layout = function_.getParent()->getDataLayout();
    const std::uint64_t width = layout.getTypeStoreSize(type);
    Value* const place = call.getArgOperand(0);
    auto* const same = FunctionType::get(pointer_, {pointer_}, false);
    CallInst* const pointer =
        builder_.CreateCall(InlineAsm::get(same, "", "=r,0", false), {bytes(call.getArgOperand(1))});
    pointer->setDoesNotAccessMemory();
    pointer->setDoesNotThrow();
    Value* const address = builder_.CreatePtrToInt(pointer, number_);
    Value* const base = builder_.CreatePtrToInt(call.getArgOperand(2), number_);
    const std::uint64_t known = cast<ConstantInt>(call.getArgOperand(3))->getZExtValue();
    Value* begin = base;
    Value* count = builder_.getInt64(known / width);
    if (known == 0) {
      LoadInst* const windows = builder_.CreateLoad(pointer_, field(offsetof(Context, windows), pointer_));
      windows->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function_.getContext(), {}));
      const std::uint64_t window = cast<ConstantInt>(place)->getZExtValue() * sizeof(Window);
      begin = builder_.CreateLoad(number_, at(windows, window + offsetof(Window, begin), number_));
      count = builder_.CreateLoad(number_, at(windows, window + offsetof(Window, count), number_));
    }
    Value* distance = builder_.CreateSub(address, begin);
    if (width > 1) {
      distance = builder_.CreateIntrinsic(Intrinsic::fshr, {number_},
                                          {distance, distance, builder_.getInt64(Log2_64(width))});
    }
    return {place, builder_.CreatePointerCast(pointer, PointerType::getUnqual(type)), address, base,
            builder_.CreateICmpUGE(distance, count)};
  }

  // Where the window does not allow the address, the machine says what to load from. Each way has a load of its own, so that the
  // usual one costs nothing more.
  Value* load(CallInst& call) {
    Type* const type = call.getType();
    const Access access = access_of(call, type);
    Instruction* outside = nullptr;
    Instruction* inside = nullptr;
    SplitBlockAndInsertIfThenElse(access.is_outside, &call, &outside, &inside, rarely());
    builder_.SetInsertPoint(outside);
    Value* const admitted =
        call_machine(offsetof(Runtime, check), number_, {access.place, access.address, access.base});
    Value* const other = load_from(builder_.CreateIntToPtr(admitted, PointerType::getUnqual(type)), type,
                                   access.place, admitted);
    builder_.SetInsertPoint(inside);
    Value* const own = load_from(access.pointer, type, access.place, access.address);
    builder_.SetInsertPoint(&call);
    PHINode* const loaded = builder_.CreatePHI(type, 2);
    loaded->addIncoming(other, outside->getParent());
    loaded->addIncoming(own, inside->getParent());
    return loaded;
  }

  Value* load_from(Value* pointer, Type* type, Value* place, Value* address) {
    append(place, address);
    return builder_.CreateAlignedLoad(type, pointer, kUnpromised);
  }

  void store(CallInst& call) {
    Value* const value = call.getArgOperand(4);
    const Access access = access_of(call, value->getType());
    call_if(access.is_outside, call, offsetof(Runtime, check), {access.place, access.address, access.base},
            number_);
    append(access.place, access.address);
    builder_.CreateAlignedStore(value, access.pointer, kUnpromised);
  }

  void append(Value* place, Value* address) {
    const auto number = static_cast<std::uint32_t>(cast<ConstantInt>(place)->getZExtValue());
    Value* const log = builder_.CreateLoad(log_->getAllocatedType(), log_);
    builder_.CreateStore(builder_.CreateOr(address, builder_.getInt64(simt::abi::entry(number, 0))), log);
    builder_.CreateStore(builder_.CreateConstGEP1_64(number_, log, simt::abi::kLanes), log_);
  }

  // ---------------------------------------------------------------------------------------- the machine

  Value* call_machine(std::size_t member, Type* result, ArrayRef<Value*> arguments) {
    SmallVector<Value*, 8> all{function_.getArg(0)};
    all.append(arguments.begin(), arguments.end());
    SmallVector<Type*, 8> types;
    for (const Value* argument : all) types.push_back(argument->getType());
    auto* const type = FunctionType::get(result, types, false);
    save();
    Value* const runtime = builder_.CreateLoad(pointer_, field(offsetof(Context, runtime), pointer_));
    Value* const code = builder_.CreateLoad(pointer_, at(runtime, member, pointer_));
    Value* const made =
        builder_.CreateCall(type, builder_.CreatePointerCast(code, PointerType::getUnqual(type)), all);
    reload();
    return made;
  }

  MDNode* rarely() { return MDBuilder(function_.getContext()).createBranchWeights(1, 1U << 20U); }

  // Goes on before `call`, whatever the condition is.
  void call_if(Value* condition, CallInst& call, std::size_t member, ArrayRef<Value*> arguments,
               Type* result) {
    builder_.SetInsertPoint(SplitBlockAndInsertIfThen(condition, &call, false, rarely()));
    call_machine(member, result, arguments);
    builder_.SetInsertPoint(&call);
  }

  void pass_log_through(CallInst& call) {
    save();
    builder_.SetInsertPoint(call.getNextNode());
    reload();
  }

  // Takes local memory for a function. The call of local_overflow does not return when the memory does not
  // fit.
  Value* take_local(CallInst& call) {
    Value* const place = call.getArgOperand(0);
    local_ = builder_.CreateLoad(pointer_, field(offsetof(Context, local), pointer_));
    Value* const end = builder_.CreateGEP(builder_.getInt8Ty(), local_, call.getArgOperand(1));
    Value* const limit = builder_.CreateLoad(pointer_, field(offsetof(Context, local_end), pointer_));
    builder_.CreateStore(end, field(offsetof(Context, local), pointer_));
    call_if(builder_.CreateICmpUGT(end, limit), call, offsetof(Runtime, local_overflow), {place},
            builder_.getVoidTy());
    call_machine(offsetof(Runtime, clear_local), builder_.getVoidTy(),
                 {place, local_, call.getArgOperand(1)});
    return builder_.CreatePointerCast(local_, call.getType());
  }

  Value* print(CallInst& call) {
    const unsigned count = call.arg_size() - 2;
    IRBuilder<> entry(log_);
    AllocaInst* const values = entry.CreateAlloca(number_, entry.getInt32(count + 1));
    for (unsigned i = 0; i < count; ++i)
      builder_.CreateStore(call.getArgOperand(i + 2), builder_.CreateConstGEP1_64(number_, values, i));
    return call_machine(offsetof(Runtime, print), call.getType(),
                        {call.getArgOperand(0), call.getArgOperand(1), builder_.getInt32(count), values});
  }

  void save() {
    Type* const entries = log_->getAllocatedType();
    builder_.CreateStore(builder_.CreateLoad(entries, log_), field(offsetof(Context, log), entries));
  }
  void reload() {
    Type* const entries = log_->getAllocatedType();
    builder_.CreateStore(builder_.CreateLoad(entries, field(offsetof(Context, log), entries)), log_);
  }

  // The address of a value of this type, so many bytes behind another address.
  Value* at(Value* address, std::uint64_t offset, Type* type) {
    Value* const place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), bytes(address), offset);
    return builder_.CreatePointerCast(place, PointerType::getUnqual(type));
  }
  Value* field(std::size_t offset, Type* type) { return at(function_.getArg(0), offset, type); }
  Value* bytes(Value* address) { return builder_.CreatePointerCast(address, pointer_); }

  Function& function_;
  const bool is_kernel_;
  IRBuilder<> builder_;
  Type* number_;
  Type* pointer_;
  AllocaInst* log_;
  Value* local_ = nullptr;
};

}  // namespace

Value* log_is_full(IRBuilder<>& builder, Value* context, AllocaInst* log) {
  Type* const entries = log->getAllocatedType();
  Value* const bytes = builder.CreatePointerCast(context, byte_pointer(builder.getContext()));
  Value* const field = builder.CreatePointerCast(
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), bytes, offsetof(Context, log_limit)),
      PointerType::getUnqual(entries));
  // Volatile: the machine changes it when the time is up.
  Value* const limit = builder.CreateLoad(entries, field, true);
  return builder.CreateICmpUGE(builder.CreateLoad(entries, log), limit);
}

void expand_primitives(Module& module, const KernelCode& kernels) {
  for (Function& function : module) {
    if (!function.isDeclaration() && kernels.of_vectors.count(&function) == 0)
      Expansion(function, kernels.of_lanes.count(&function) != 0).run();
  }
  for (Function& function : make_early_inc_range(module)) {
    const bool is_ours = primitive_of(function) != Primitive::none || function.getName() == kLogIsFull ||
                         function.getName() == kKept;
    if (is_ours && function.use_empty()) function.eraseFromParent();
  }
}

}  // namespace simtcc
