#include "announce.h"

#include <llvm/IR/InlineAsm.h>

#include <cstddef>
#include <optional>

#include "device_functions.h"
#include "divisions.h"
#include "local_memory.h"
#include "log_writer.h"
#include "runtime_calls.h"

namespace simtcc {
namespace {

using simt::abi::Runtime;

// Where the array that an access belongs to lies, when the compiler knows: no window is asked then.
struct Extent {
  llvm::Value* begin = nullptr;  // an i64
  std::uint64_t bytes = 0;
};

class Announcer {
 public:
  Announcer(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
            const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places)
      : function_(function),
        is_kernel_(is_kernel),
        shared_(shared),
        constants_(constants),
        places_(places),
        context_(context_of(function)),
        layout_(function.getParent()->getDataLayout()) {}

  FunctionFacts run() {
    load_indices(function_, context_);
    code_ = number_places(function_, is_kernel_, context_, places_);
    place_arrays();
    LogWriter log(function_, context_);
    log_ = &log;
    for (const auto& [loop, place] : code_.rounds) announce_round(loop, place);
    for (const NumberedAccess& access : code_.accesses) announce_access(access);
    for (const auto& [call, place] : code_.calls) replace_call(*call, place);
    for (const auto& [division, place] : code_.divisions) check_division(*division, place);
    for (const auto& [call, place] : code_.nested) announce_nested(*call, place);
    finish(log);
    return std::move(code_.facts);
  }

 private:
  // ---------------------------------------------------------------------------------------- arrays

  void place_arrays() {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    llvm::Value* const shared = builder.CreateLoad(
        byte_pointer(builder.getContext()), field_of(builder, context_, offsetof(simt::abi::Context, shared),
                                                     byte_pointer(builder.getContext())));
    auto* const after = llvm::cast<llvm::Instruction>(shared);
    for (const SharedLayout::Array& array : shared_.arrays) {
      builder.SetInsertPoint(after->getNextNode());
      llvm::Value* const begin = builder.CreateAdd(builder.CreatePtrToInt(shared, builder.getInt64Ty()),
                                                   builder.getInt64(array.offset));
      extents_[array.variable] = {begin, array.bytes};
    }
    place_shared(function_, shared, after, shared_);
    for (const LocalArray& array : place_locals(function_, context_, code_.overflow)) {
      builder.SetInsertPoint(llvm::cast<llvm::Instruction>(array.begin)->getNextNode());
      extents_[array.alloca] = {builder.CreatePtrToInt(array.begin, builder.getInt64Ty()), array.bytes};
    }
  }

  // Of a variable; a store to one that nobody may change must ask, and is refused.
  std::optional<Extent> extent_of(const NumberedAccess& access, llvm::IRBuilder<>& builder) const {
    if (access.base == nullptr) return std::nullopt;
    if (const auto known = extents_.find(access.base); known != extents_.end()) return known->second;
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(access.base);
    if (variable == nullptr || variable->getAddressSpace() == kSharedSpace || variable->isDeclaration())
      return std::nullopt;
    const bool only_read = variable->isConstant() || constants_.count(variable) != 0;
    if (only_read && llvm::isa<llvm::StoreInst>(access.instruction)) return std::nullopt;
    return Extent{builder.CreatePtrToInt(variable, builder.getInt64Ty()),
                  layout_.getTypeAllocSize(variable->getValueType())};
  }

  // -------------------------------------------------------------------------------------- announcements

  // The base of an access as a number, for messages; 0 where it is not a pointer that lives here.
  llvm::Value* base_number(llvm::Value* base, llvm::IRBuilder<>& builder) const {
    if (base == nullptr) return builder.getInt64(0);
    if (const auto known = extents_.find(base); known != extents_.end()) return known->second.begin;
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    const bool is_here = llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::Instruction>(base) ||
                         (variable != nullptr && !variable->isDeclaration());
    if (!is_here || !base->getType()->isPointerTy()) return builder.getInt64(0);
    return builder.CreatePtrToInt(base, builder.getInt64Ty());
  }

  void call_machine(llvm::Instruction* at, std::size_t member, std::uint32_t place,
                    llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> builder(at);
    log_->save(builder);
    call_runtime(builder, context_, member, builder.getVoidTy(), place, arguments);
    log_->reload(builder);
  }

  llvm::Instruction* unlikely(llvm::Value* condition, llvm::Instruction* before) {
    llvm::MDNode* const weights = llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1U << 20U);
    return llvm::SplitBlockAndInsertIfThen(condition, before, false, weights);
  }

  // What is checked, logged and accessed is one value, also where the program's own is undefined: it passes
  // through an empty piece of assembler, which costs nothing. LLVM's `freeze` does not hold in code
  // generation, where a copy of an undefined register is undefined again.
  static llvm::Value* definite(llvm::Value* pointer, llvm::IRBuilder<>& builder) {
    auto* const type = llvm::FunctionType::get(pointer->getType(), {pointer->getType()}, false);
    llvm::CallInst* const same = builder.CreateCall(llvm::InlineAsm::get(type, "", "=r,0", false), {pointer});
    same->setDoesNotAccessMemory();
    same->setDoesNotThrow();
    return same;
  }

  void announce_access(const NumberedAccess& access) {
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Type* const i64 = builder.getInt64Ty();
    const unsigned width = places_[access.place].width;
    llvm::Value* const pointer = definite(llvm::getLoadStorePointerOperand(access.instruction), builder);
    access.instruction->setOperand(llvm::isa<llvm::LoadInst>(access.instruction) ? 0 : 1, pointer);
    llvm::Value* const address = builder.CreatePtrToInt(pointer, i64);
    llvm::Value* begin = nullptr;
    llvm::Value* count = nullptr;
    if (const auto extent = extent_of(access, builder)) {
      begin = extent->begin;
      count = builder.getInt64(extent->bytes / width);
    } else {
      using simt::abi::Context;
      using simt::abi::Window;
      llvm::Value* const windows = builder.CreateLoad(
          byte_pointer(builder.getContext()),
          field_of(builder, context_, offsetof(Context, windows), byte_pointer(builder.getContext())));
      llvm::cast<llvm::Instruction>(windows)->setMetadata(llvm::LLVMContext::MD_invariant_load,
                                                          llvm::MDNode::get(function_.getContext(), {}));
      const std::size_t window = access.place * sizeof(Window);
      begin = builder.CreateLoad(i64, field_of(builder, windows, window + offsetof(Window, begin), i64));
      count = builder.CreateLoad(i64, field_of(builder, windows, window + offsetof(Window, count), i64));
    }
    llvm::Value* distance = builder.CreateSub(address, begin);
    const unsigned shift = llvm::Log2_32(width);
    if (shift > 0) {
      llvm::Function* const rotate =
          llvm::Intrinsic::getDeclaration(function_.getParent(), llvm::Intrinsic::fshr, {i64});
      distance = builder.CreateCall(rotate, {distance, distance, builder.getInt64(shift)});
    }
    llvm::Value* const outside = builder.CreateICmpUGE(distance, count);
    llvm::Instruction* const slow = unlikely(outside, access.instruction);
    builder.SetInsertPoint(slow);
    llvm::Value* const base = base_number(access.base, builder);
    call_machine(slow, offsetof(Runtime, check), access.place, {address, base});
    builder.SetInsertPoint(access.instruction);
    log_->append(builder, access.place, address);
  }

  // The way back to a loop's beginning. A loop without places logs nothing, but may take for ever.
  void announce_round(llvm::Loop* loop, std::uint32_t place) {
    llvm::BasicBlock* const latch = loop->getLoopLatch();
    if (latch == nullptr) throw std::logic_error("a loop with several ways back");
    llvm::BasicBlock* const way = llvm::SplitEdge(latch, loop->getHeader());
    llvm::IRBuilder<> builder(way->getTerminator());
    if (logs_in(*loop)) log_->append(builder, place, builder.getInt64(0));
    llvm::Value* const full = log_->is_full(builder);
    llvm::Instruction* const slow = unlikely(full, way->getTerminator());
    call_machine(slow, offsetof(Runtime, ask), place, {});
  }

  bool logs_in(const llvm::Loop& loop) const {
    const auto lies_in = [&](const llvm::Instruction* instruction) {
      return loop.contains(instruction->getParent());
    };
    return std::any_of(code_.accesses.begin(), code_.accesses.end(),
                       [&](const NumberedAccess& a) { return lies_in(a.instruction); }) ||
           std::any_of(code_.calls.begin(), code_.calls.end(),
                       [&](const auto& c) { return lies_in(c.first); }) ||
           std::any_of(code_.nested.begin(), code_.nested.end(),
                       [&](const auto& c) { return lies_in(c.first); });
  }

  void check_division(llvm::BinaryOperator& division, std::uint32_t place) {
    llvm::Value* const by_zero = make_safe(division);
    llvm::Instruction* const refused = unlikely(by_zero, &division);
    call_machine(refused, offsetof(Runtime, division_by_zero), place, {});
  }

  void announce_nested(llvm::CallInst& call, std::uint32_t place) {
    llvm::IRBuilder<> builder(&call);
    log_->append(builder, place, builder.getInt64(0));
    log_->save(builder);
    llvm::Instruction* const after = call.getNextNode();
    builder.SetInsertPoint(after);
    log_->reload(builder);
    // A recursion that comes back logs without going round a loop.
    llvm::Instruction* const slow = unlikely(log_->is_full(builder), after);
    call_machine(slow, offsetof(Runtime, ask), place, {});
  }

  void replace_call(llvm::CallInst& call, std::uint32_t place) {
    llvm::IRBuilder<> builder(&call);
    const RuntimeCall& runtime = *runtime_call(call.getCalledFunction());
    llvm::SmallVector<llvm::Value*, 8> arguments(call.arg_begin(), call.arg_end());
    const llvm::StringRef name = runtime.name;
    if (name == "simt_atomic") {
      llvm::Value* const address = builder.CreatePtrToInt(arguments[1], builder.getInt64Ty());
      llvm::Value* const base = base_number(code_.atomic_bases.lookup(&call), builder);
      arguments = {arguments[0], address, base, arguments[2], arguments[3]};
    } else if (name == "simt_print") {
      check_printed(arguments, places_[place].where);
      arguments = {arguments[0], builder.getInt32(static_cast<std::uint32_t>(arguments.size() - 1)),
                   printed_values(builder, arguments)};
    } else if (name == "llvm.trap") {
      arguments = {builder.CreateGlobalStringPtr("__trap() was called")};
    } else if (runtime.never_returns && !is_text(*arguments[0])) {
      // The machine reads it.
      throw Refused(places_[place].where, name.str() + ": the message must be a string literal");
    }
    log_->save(builder);
    llvm::CallInst* const made =
        call_runtime(builder, context_, runtime.member,
                     runtime.never_returns ? builder.getVoidTy() : call.getType(), place, arguments);
    made->setDebugLoc(call.getDebugLoc());
    log_->reload(builder);
    if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(made);
    call.eraseFromParent();
  }

  static bool is_text(const llvm::Value& pointer) {
    llvm::StringRef text;
    return llvm::getConstantStringInfo(&pointer, text);
  }

  // CUDA's own limit: CUDA C++ Programming Guide, "Formatted Output".
  static void check_printed(llvm::ArrayRef<llvm::Value*> arguments, const SourcePlace& where) {
    constexpr std::size_t kMostPrinted = 32;
    if (arguments.size() - 1 > kMostPrinted)
      throw Refused(where, "printf: at most 32 values can be printed by one call");
    for (const llvm::Value* const value : arguments.drop_front()) {
      llvm::Type* const type = value->getType();
      if (type->isPointerTy() || type->isDoubleTy() ||
          (type->isIntegerTy() && type->getIntegerBitWidth() <= 64))
        continue;
      throw Refused(where, "printf: a value is neither a number nor a pointer; print its members one by one");
    }
  }

  // On the native stack: no address of it is left to the kernel.
  llvm::Value* printed_values(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::Type* const i64 = builder.getInt64Ty();
    llvm::IRBuilder<> entry(&*function_.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* const values =
        entry.CreateAlloca(i64, entry.getInt32(static_cast<std::uint32_t>(arguments.size())));
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      llvm::Value* value = arguments[i];
      if (value->getType()->isPointerTy()) {
        value = builder.CreatePtrToInt(value, i64);
      } else if (value->getType()->isDoubleTy()) {
        value = builder.CreateBitCast(value, i64);
      } else {
        value = builder.CreateSExtOrTrunc(value, i64);
      }
      builder.CreateStore(value, builder.CreateConstGEP1_64(i64, values, i - 1));
    }
    return values;
  }

  // The log goes back to the context at the end; in a function that was called, its end is logged.
  void finish(LogWriter& log) {
    for (llvm::BasicBlock& block : function_) {
      auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      llvm::IRBuilder<> builder(end);
      if (!is_kernel_) log.append(builder, code_.leave, builder.getInt64(0));
      log.save(builder);
    }
    if (!is_kernel_) ask_at_entry(log);
    llvm::DominatorTree dominators(function_);
    llvm::PromoteMemToReg({log.variable()}, dominators);
  }

  // Recursion logs without ever going round a loop.
  void ask_at_entry(LogWriter& log) {
    llvm::Instruction* const first = log_begin(log);
    llvm::IRBuilder<> builder(first);
    llvm::Instruction* const slow = unlikely(log.is_full(builder), first);
    call_machine(slow, offsetof(Runtime, ask), code_.leave, {});
  }

  // Behind the log's first value.
  static llvm::Instruction* log_begin(LogWriter& log) {
    for (llvm::User* user : log.variable()->users()) {
      auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store != nullptr && store->getParent() == log.variable()->getParent()) return store->getNextNode();
    }
    return log.variable()->getParent()->getTerminator();
  }

  llvm::Function& function_;
  bool is_kernel_;
  const SharedLayout& shared_;
  const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants_;
  Places& places_;
  llvm::Value* context_;
  const llvm::DataLayout& layout_;
  LogWriter* log_ = nullptr;
  NumberedCode code_;
  llvm::DenseMap<const llvm::Value*, Extent> extents_;
};

}  // namespace

FunctionFacts announce(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places) {
  return Announcer(function, is_kernel, shared, constants, places).run();
}

}  // namespace simtcc
