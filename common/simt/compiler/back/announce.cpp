#include "back/announce.h"

#include <cstddef>
#include <optional>

#include "back/device_functions.h"
#include "back/host_differences.h"
#include "back/local_memory.h"
#include "back/returns.h"
#include "back/undefined_values.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/pointer_bases.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

using simt::abi::Runtime;

// The array that an access belongs to, if the compiler knows where it is. The access then needs no window.
struct Extent {
  llvm::Value* begin = nullptr;  // an i8*
  std::uint64_t bytes = 0;
};

class Announcer {
 public:
  Announcer(llvm::Function& function, const KernelFunction* kernel, const SharedLayout& shared,
            const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places)
      : function_(function),
        kernel_(kernel),
        shared_(shared),
        constants_(constants),
        places_(places),
        context_(context_of(function)),
        layout_(function.getParent()->getDataLayout()) {}

  FunctionFacts run() {
    load_indices(function_, context_);
    answer_at_run_time(function_, context_, shared_);
    code_ = number_places(function_, kernel_, context_, places_);
    note_resources();
    place_arrays();
    count_silent_loops();
    log_sides();
    for (const auto& [loop, place] : code_.rounds) announce_round(loop, place);
    for (const NumberedAccess& access : code_.accesses) announce_access(access);
    for (const auto& [call, place] : code_.calls) replace_call(*call, place);
    for (const auto& [division, place] : code_.divisions) check_division(*division, place);
    for (const auto& [call, place] : code_.nested) announce_nested(*call, place);
    finish();
    follow_undefined_values(function_, places_);
    return std::move(code_.facts);
  }

 private:
  void note_resources() {
    code_.facts.registers = registers_of(function_);
    for (const SharedLayout::Array& array : shared_.arrays) {
      for (const llvm::User* user : array.variable->users()) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        if (instruction != nullptr && instruction->getFunction() == &function_)
          code_.facts.shared_arrays.insert(array.variable);
      }
    }
  }

  // What a silent loop counts: abi::Computed.
  struct LoopCounts {
    llvm::AllocaInst* own = nullptr;    // instructions of the ways that the lane took
    llvm::AllocaInst* whole = nullptr;  // …with both sides of each branch in each round
    llvm::AllocaInst* sides = nullptr;  // which sides those were
  };

  // Each silent loop counts block by block, and logs its counts wherever it ends.
  void count_silent_loops() {
    if (code_.silent.empty()) return;
    llvm::DominatorTree dominators(function_);
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    const auto counter = [&] { return builder.CreateAlloca(builder.getInt64Ty()); };
    const LoopCounts counts{counter(), counter(), counter()};
    for (llvm::AllocaInst* count : {counts.own, counts.whole, counts.sides})
      builder.CreateStore(builder.getInt64(0), count);
    for (const SilentLoop& silent : code_.silent) {
      const bool has_sides = count_rounds(builder, silent, counts, dominators);
      llvm::SmallVector<llvm::BasicBlock*, 4> exits;
      silent.loop->getUniqueExitBlocks(exits);
      for (llvm::BasicBlock* exit : exits) {
        builder.SetInsertPoint(&*exit->getFirstInsertionPt());
        llvm::Value* const logged = has_sides ? computed(builder, counts) : computed_one_way(builder, counts);
        call_primitive(builder, "count", builder.getVoidTy(), silent.place, {logged});
        for (llvm::AllocaInst* count : {counts.own, counts.whole, counts.sides})
          builder.CreateStore(builder.getInt64(0), count);
      }
    }
    llvm::PromoteMemToReg({counts.own, counts.whole, counts.sides}, dominators);
  }

  // What such a step costs is known here: nothing is counted.
  void log_sides() {
    for (const auto& [block, place] : code_.sides) {
      llvm::IRBuilder<> builder(block->getTerminator());
      call_primitive(builder, "count", builder.getVoidTy(), place,
                     {builder.getInt64(simt::abi::kWholeShare << simt::abi::kSidesBits)});
    }
  }

  // Returns whether the loop's rounds have several ways through it.
  static bool count_rounds(llvm::IRBuilder<>& builder, const SilentLoop& silent, const LoopCounts& counts,
                           const llvm::DominatorTree& dominators) {
    constexpr std::uint64_t kApart = 5;  // any odd number
    std::uint64_t round = 0;
    std::uint64_t sides = 0;
    for (const SilentLoop::Block& of : silent.blocks) {
      update(builder, *counts.own, *of.block, 1, of.instructions);
      if (!of.may_be_side) {
        update(builder, *counts.whole, *of.block, 1, of.instructions);
        continue;
      }
      round += of.instructions;
      const bool is_side = of.instructions != 0 && !silent.loop->isLoopExiting(of.block) &&
                           !dominators.dominates(of.block, silent.loop->getLoopLatch());
      if (is_side) update(builder, *counts.sides, *of.block, kApart, ++sides);
    }
    if (sides != 0) update(builder, *counts.whole, *silent.loop->getLoopLatch(), 1, round);
    return sides != 0;
  }

  static void update(llvm::IRBuilder<>& builder, llvm::AllocaInst& count, llvm::BasicBlock& block,
                     std::uint64_t times, std::uint64_t more) {
    builder.SetInsertPoint(block.getTerminator());
    llvm::Value* const before = builder.CreateLoad(builder.getInt64Ty(), &count);
    llvm::Value* const multiplied = times == 1 ? before : builder.CreateMul(before, builder.getInt64(times));
    builder.CreateStore(builder.CreateAdd(multiplied, builder.getInt64(more)), &count);
  }

  static llvm::Value* at_most(llvm::IRBuilder<>& builder, llvm::Value* value, std::uint64_t most) {
    llvm::Value* const limit = builder.getInt64(most);
    return builder.CreateSelect(builder.CreateICmpULT(value, limit), value, limit);
  }

  static llvm::Value* computed_one_way(llvm::IRBuilder<>& builder, const LoopCounts& counts) {
    llvm::Value* const own =
        at_most(builder, builder.CreateLoad(builder.getInt64Ty(), counts.own), simt::abi::kMostComputed);
    return builder.CreateOr(builder.CreateShl(own, simt::abi::kShareBits + simt::abi::kSidesBits),
                            builder.getInt64(simt::abi::kWholeShare << simt::abi::kSidesBits));
  }

  static llvm::Value* computed(llvm::IRBuilder<>& builder, const LoopCounts& counts) {
    constexpr std::uint64_t kMixed = 0x9E3779B97F4A7C15ULL;
    const auto load = [&](llvm::AllocaInst* count) {
      return builder.CreateLoad(builder.getInt64Ty(), count);
    };
    llvm::Value* const own = at_most(builder, load(counts.own), simt::abi::kMostComputed);
    llvm::Value* const rounds = at_most(builder, load(counts.whole), simt::abi::kMostComputed);
    // A round that was not finished is in the lane's own count alone.
    llvm::Value* const whole = builder.CreateSelect(builder.CreateICmpULT(rounds, own), own, rounds);
    llvm::Value* const divisor = builder.CreateOr(whole, builder.getInt64(1));
    llvm::Value* const share =
        at_most(builder,
                builder.CreateUDiv(builder.CreateMul(own, builder.getInt64(simt::abi::kWholeShare)), divisor),
                simt::abi::kWholeShare);
    llvm::Value* const mixed = builder.CreateMul(load(counts.sides), builder.getInt64(kMixed));
    return builder.CreateOr(
        builder.CreateOr(builder.CreateShl(whole, simt::abi::kShareBits + simt::abi::kSidesBits),
                         builder.CreateShl(share, simt::abi::kSidesBits)),
        builder.CreateLShr(mixed, 64 - simt::abi::kSidesBits));
  }

  // ---------------------------------------------------------------------------------------- arrays

  void place_arrays() {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    llvm::Value* const shared = builder.CreateLoad(
        byte_pointer(builder.getContext()), field_of(builder, context_, offsetof(simt::abi::Context, shared),
                                                     byte_pointer(builder.getContext())));
    auto* const after = llvm::cast<llvm::Instruction>(shared);
    for (const SharedLayout::Array& array : shared_.arrays) {
      builder.SetInsertPoint(after->getNextNode());
      extents_[array.variable] = {builder.CreateConstGEP1_64(builder.getInt8Ty(), shared, array.offset),
                                  shared_.in_lockstep ? 0 : array.bytes};
    }
    place_shared(function_, shared, after, shared_);
    for (const LocalArray& array : place_locals(function_, code_.overflow))
      extents_[array.alloca] = {array.begin, array.bytes};
  }

  // A pointer that was loaded: its load is a call by now.
  llvm::Value* as_it_is_now(llvm::Value* base) const {
    const auto replaced = replaced_.find(base);
    return replaced == replaced_.end() ? base : replaced->second;
  }

  // Returns the extent of the variable that is accessed. A store to a variable that nobody may change has
  // none, so that it must ask, and is refused.
  std::optional<Extent> extent_of(const NumberedAccess& access, llvm::IRBuilder<>& builder) const {
    if (access.base == nullptr) return std::nullopt;
    if (const auto known = extents_.find(access.base); known != extents_.end()) return known->second;
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(as_it_is_now(access.base));
    if (variable == nullptr || variable->getAddressSpace() == kSharedSpace || variable->isDeclaration())
      return std::nullopt;
    const bool only_read = variable->isConstant() || constants_.count(variable) != 0;
    if (only_read && llvm::isa<llvm::StoreInst>(access.instruction)) return std::nullopt;
    if (!only_read && shared_.in_lockstep) return std::nullopt;
    return Extent{as_bytes(variable, builder), layout_.getTypeAllocSize(variable->getValueType())};
  }

  // -------------------------------------------------------------------------------------- announcements

  static llvm::Value* as_bytes(llvm::Value* pointer, llvm::IRBuilder<>& builder) {
    return builder.CreatePointerBitCastOrAddrSpaceCast(pointer, byte_pointer(builder.getContext()));
  }

  // The base of an access, for messages; null where it is not a pointer that lives here.
  llvm::Value* base_pointer(llvm::Value* base, llvm::IRBuilder<>& builder) const {
    llvm::Value* const nothing = llvm::ConstantPointerNull::get(byte_pointer(builder.getContext()));
    if (base == nullptr) return nothing;
    if (const auto known = extents_.find(base); known != extents_.end()) return known->second.begin;
    base = as_it_is_now(base);
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    const bool is_here = llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::Instruction>(base) ||
                         (variable != nullptr && !variable->isDeclaration());
    return is_here && base->getType()->isPointerTy() ? as_bytes(base, builder) : nothing;
  }

  llvm::Instruction* unlikely(llvm::Value* condition, llvm::Instruction* before) {
    llvm::MDNode* const weights = llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1U << 20U);
    return llvm::SplitBlockAndInsertIfThen(condition, before, false, weights);
  }

  void announce_access(const NumberedAccess& access) {
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value* const address = as_bytes(llvm::getLoadStorePointerOperand(access.instruction), builder);
    const auto extent = extent_of(access, builder);
    llvm::Value* const base = extent ? extent->begin : base_pointer(access.base, builder);
    llvm::SmallVector<llvm::Value*, 4> arguments{address, base, builder.getInt64(extent ? extent->bytes : 0)};
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
      arguments.push_back(store->getValueOperand());
      call_primitive(builder, typed_primitive("store", arguments.back()->getType()), builder.getVoidTy(),
                     access.place, arguments);
    } else {
      llvm::Type* const type = access.instruction->getType();
      llvm::CallInst* const value =
          call_primitive(builder, typed_primitive("load", type), type, access.place, arguments);
      access.instruction->replaceAllUsesWith(value);
      replaced_[access.instruction] = value;
    }
    access.instruction->eraseFromParent();
  }

  // The way back to a loop's beginning. A loop without places logs nothing, but may take for ever.
  void announce_round(llvm::Loop* loop, std::uint32_t place) {
    llvm::BasicBlock* const latch = loop->getLoopLatch();
    if (latch == nullptr) throw std::logic_error("a loop with several ways back");
    llvm::BasicBlock* const way = llvm::SplitEdge(latch, loop->getHeader());
    llvm::IRBuilder<> builder(way->getTerminator());
    if (logs_in(*loop)) call_primitive(builder, "log", builder.getVoidTy(), place, {});
    call_primitive(builder, "ask", builder.getVoidTy(), place, {});
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
    llvm::IRBuilder<> builder(refused);
    call_runtime(builder, offsetof(Runtime, division_by_zero), builder.getVoidTy(), place, {});
  }

  void announce_nested(llvm::CallInst& call, std::uint32_t place) {
    llvm::IRBuilder<> builder(&call);
    call_primitive(builder, "log", builder.getVoidTy(), place, {});
    builder.SetInsertPoint(call.getNextNode());
    // A recursion that comes back logs without going round a loop.
    call_primitive(builder, "ask", builder.getVoidTy(), place, {});
  }

  void replace_call(llvm::CallInst& call, std::uint32_t place) {
    llvm::IRBuilder<> builder(&call);
    const RuntimeCall& runtime = *runtime_call(call.getCalledFunction());
    llvm::SmallVector<llvm::Value*, 8> arguments(call.arg_begin(), call.arg_end());
    const llvm::StringRef name = runtime.name;
    if (runtime.address >= 0) {
      llvm::Value*& address = arguments[static_cast<unsigned>(runtime.address)];
      address = builder.CreatePtrToInt(address, builder.getInt64Ty());
      llvm::Value* const base = base_pointer(code_.address_bases.lookup(&call), builder);
      arguments.insert(&address + 1, builder.CreatePtrToInt(base, builder.getInt64Ty()));
      // The width is the place's, and how the copy is cached.
      if (name == "simt_copy_source") arguments.pop_back();
      if (name == "simt_copy_async") arguments.truncate(2);
    } else if (name == "simt_print") {
      check_printed(arguments, places_[place].where);
      for (auto value = arguments.begin() + 1; value != arguments.end(); ++value)
        *value = printed_value(builder, *value);
    } else if (name == "llvm.trap") {
      arguments = {builder.CreateGlobalStringPtr("__trap() was called")};
    } else if (runtime.never_returns && !is_text(*arguments[0])) {
      // The machine reads it.
      throw Refused(places_[place].where, name.str() + ": the message must be a string literal");
    }
    llvm::Type* type = runtime.never_returns ? builder.getVoidTy() : call.getType();
    const bool is_shuffle = name == "simt_shuffle";
    if (is_shuffle) {  // defined, as far as is known yet: undefined_values.h
      arguments.push_back(builder.getInt64(0));
      type = llvm::StructType::get(builder.getInt64Ty(), builder.getInt64Ty());
    }
    llvm::CallInst* const made =
        name == "simt_print"
            ? call_primitive(builder, "print." + std::to_string(arguments.size() - 1), type, place, arguments)
            : call_runtime(builder, runtime.member, type, place, arguments);
    made->setDebugLoc(call.getDebugLoc());
    if (!call.getType()->isVoidTy())
      call.replaceAllUsesWith(is_shuffle ? builder.CreateExtractValue(made, 0) : made);
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

  static llvm::Value* printed_value(llvm::IRBuilder<>& builder, llvm::Value* value) {
    llvm::Type* const i64 = builder.getInt64Ty();
    if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, i64);
    if (value->getType()->isDoubleTy()) return builder.CreateBitCast(value, i64);
    return builder.CreateSExtOrTrunc(value, i64);
  }

  void log_at_returns(std::uint32_t place) {
    for (llvm::BasicBlock& block : function_) {
      auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      llvm::IRBuilder<> builder(end);
      call_primitive(builder, "log", builder.getVoidTy(), place, {});
    }
  }

  // A function that was called logs its end, and it asks at its beginning, because recursion logs without
  // going round a loop.
  void finish() {
    if (kernel_) {
      announce_returns(function_, places_);
      if (code_.end) log_at_returns(*code_.end);
      return;
    }
    log_at_returns(code_.leave);
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    call_primitive(builder, "ask", builder.getVoidTy(), code_.leave, {});
  }

  llvm::Function& function_;
  const KernelFunction* kernel_;
  const SharedLayout& shared_;
  const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants_;
  Places& places_;
  llvm::Value* context_;
  const llvm::DataLayout& layout_;
  NumberedCode code_;
  llvm::DenseMap<const llvm::Value*, Extent> extents_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> replaced_;  // loads by the calls in their place
};

}  // namespace

FunctionFacts announce(llvm::Function& function, const KernelFunction* kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places) {
  return Announcer(function, kernel, shared, constants, places).run();
}

}  // namespace simtcc
