#include "announce.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <cstddef>
#include <optional>

#include "device_functions.h"
#include "divisions.h"
#include "local_memory.h"
#include "log_writer.h"
#include "place_order.h"
#include "pointer_bases.h"
#include "runtime_calls.h"
#include "simt/request.h"

namespace simtcc {
namespace {

using simt::abi::PlaceKind;
using simt::abi::Runtime;

// Where the array that an access belongs to lies, when the compiler knows: no window is asked then.
struct Extent {
  llvm::Value* begin = nullptr;  // an i64
  std::uint64_t bytes = 0;
};

struct Access {
  llvm::Instruction* instruction = nullptr;  // a load, a store
  std::uint32_t place = 0;
  llvm::Value* base = nullptr;  // before arrays are placed
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
    number();
    place_arrays();
    LogWriter log(function_, context_);
    log_ = &log;
    for (const auto& [loop, place] : rounds_) announce_round(loop, place);
    for (const Access& access : accesses_) announce_access(access);
    for (const auto& [call, place] : calls_) replace_call(*call, place);
    for (const auto& [division, place] : divisions_) check_division(*division, place);
    for (const auto& [call, place] : nested_) announce_nested(*call, place);
    finish(log);
    return facts_;
  }

 private:
  // ------------------------------------------------------------------------------------------- numbering

  void number() {
    dominators_.recalculate(function_);
    loops_.analyze(dominators_);
    for (llvm::Loop* loop : llvm::SmallVector<llvm::Loop*, 4>(loops_.begin(), loops_.end()))
      llvm::simplifyLoop(loop, &dominators_, &loops_, nullptr, nullptr, nullptr, false);
    if (has_locals(function_)) overflow_ = add(place_of(function_), PlaceKind::intrinsic);
    for (const OrderItem& item : ordered(function_, loops_)) {
      if (item.end_of != nullptr) {
        rounds_.emplace_back(item.end_of, add(line_of(*item.end_of), PlaceKind::round));
        continue;
      }
      for (llvm::Instruction& instruction : *item.block) number_one(instruction);
    }
    if (!is_kernel_) leave_ = add(place_of(function_), PlaceKind::leave);
  }

  SourcePlace line_of(const llvm::Loop& loop) {
    if (const llvm::DebugLoc start = loop.getStartLoc()) {
      SourcePlace place = place_of(*loop.getHeader()->getFirstNonPHI());
      if (place.line != 0) return place;
    }
    return place_of(*loop.getHeader()->getTerminator());
  }

  std::uint32_t add(SourcePlace where, PlaceKind kind) { return places_.add({std::move(where), kind}); }

  void number_one(llvm::Instruction& instruction) {
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      number_access(*load, load->getType(), PlaceKind::load, load->isVolatile());
    } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      number_access(*store, store->getValueOperand()->getType(), PlaceKind::store, store->isVolatile());
    } else if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      number_call(*call);
    } else if (needs_check(instruction)) {
      divisions_.emplace_back(llvm::cast<llvm::BinaryOperator>(&instruction),
                              add(place_of(instruction), PlaceKind::intrinsic));
    } else if (llvm::isa<llvm::AtomicRMWInst>(instruction) ||
               llvm::isa<llvm::AtomicCmpXchgInst>(instruction) || llvm::isa<llvm::FenceInst>(instruction)) {
      throw Refused(place_of(instruction),
                    "the compiler's own atomic operations are not supported by the SIMT machine: "
                    "use CUDA's (atomicAdd, atomicCAS, __threadfence, …)");
    }
  }

  // What was passed by value is no memory that lanes share, and is read at constant places only.
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
    if (llvm::isa_and_nonnull<llvm::AllocaInst>(base)) record.flags |= simt::abi::kLocal;
    record.array = name_of(base);
    if (kind == PlaceKind::store) note_store(base);
    accesses_.push_back({&instruction, places_.add(std::move(record)), base});
  }

  std::string name_of(const llvm::Value* base) const {
    if (base == nullptr) return "";
    if (llvm::isa<llvm::GlobalVariable>(base)) return short_name(base->getName());
    const std::string name = base->getName().str();
    if (llvm::isa<llvm::Argument>(base)) return is_kernel_ ? name.substr(0, name.find(".coerce")) : name;
    return llvm::isa<llvm::AllocaInst>(base) ? name.substr(0, name.find('.')) : "";
  }

  // The argument that a pointer is, or that holds it as a structure's member.
  const llvm::Argument* argument_behind(const llvm::Value* base) const {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(base)) {
      const llvm::Value* const from = base_of(const_cast<llvm::Value*>(load->getPointerOperand()));
      return is_passed_value(from) ? llvm::cast<llvm::Argument>(from) : nullptr;
    }
    return llvm::dyn_cast<llvm::Argument>(base);
  }

  void note_store(const llvm::Value* base) {
    if (llvm::isa_and_nonnull<llvm::AllocaInst>(base)) return;
    const auto* const variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(base);
    const llvm::Argument* const argument = base == nullptr ? nullptr : argument_behind(base);
    if (variable != nullptr) {
      if (variable->getAddressSpace() != kSharedSpace) facts_.stored_variables.insert(variable);
    } else if (argument != nullptr) {
      facts_.stored_arguments.insert(argument->getArgNo() - 1);
    } else {
      facts_.stores_anywhere = true;
    }
  }

  // ------------------------------------------------------------------------------------------ calls

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
      if (callee->getName() == "simt_atomic") describe_atomic(call, record);
      facts_.has_barrier |= begins_with(callee->getName(), "simt_barrier");
      facts_.has_fence |= callee->getName() == "simt_fence";
      calls_.emplace_back(&call, places_.add(std::move(record)));
    } else if (!callee->isDeclaration()) {
      nested_.emplace_back(&call, add(place_of(call), PlaceKind::call));
    }
  }

  // Nothing but a fence to the compiler is known: it has done its work when the optimiser is through.
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
    throw Refused(place_of(call),
                  "SIMT machine: inline PTX (asm) is not supported: use the CUDA function that stands for "
                  "the instruction");
  }

  static std::uint64_t constant(const llvm::CallInst& call, unsigned argument, const char* what) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    if (number == nullptr)
      throw Refused(place_of(call), std::string(what) + " must be known to the compiler");
    return number->getZExtValue();
  }

  void describe_atomic(llvm::CallInst& call, PlaceRecord& record) {
    const std::uint64_t what = constant(call, 0, "the kind of an atomic operation");
    const auto operation = static_cast<simt::abi::Atomic>(what & 0xFFU);
    const auto type = static_cast<simt::abi::AtomicType>(what >> 8U);
    using Type = simt::abi::AtomicType;
    const bool is_floating = type == Type::f32 || type == Type::f64;
    const bool is_wide = type == Type::i64 || type == Type::u64 || type == Type::f64;
    record.kind = PlaceKind::atomic;
    record.width = type == Type::u16 ? 2 : is_wide ? 8 : 4;
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    simt::AtomicForm form = simt::AtomicForm::plain;
    if (operation == simt::abi::Atomic::compare_and_swap || is_floating)
      form = simt::AtomicForm::compare_and_swap;
    const bool adds_one =
        operation == simt::abi::Atomic::add && !is_floating && value != nullptr && value->isOne();
    if (adds_one && call.use_empty()) form = simt::AtomicForm::count;
    record.atomic_form = static_cast<std::uint8_t>(form);
    if (!call.use_empty()) record.flags |= simt::abi::kAnswerUsed;
    llvm::Value* const base = base_of(call.getArgOperand(1));
    record.array = name_of(base);
    note_store(base);
  }

  // ---------------------------------------------------------------------------------------- arrays

  void place_arrays() {
    for (llvm::CallInst* call : erased_) call->eraseFromParent();
    for (const auto& [call, place] : calls_) {
      if (is_call_of(*call, "simt_atomic")) atomic_bases_[call] = base_of(call->getArgOperand(1));
    }
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
    for (const LocalArray& array : place_locals(function_, context_, overflow_)) {
      builder.SetInsertPoint(llvm::cast<llvm::Instruction>(array.begin)->getNextNode());
      extents_[array.alloca] = {builder.CreatePtrToInt(array.begin, builder.getInt64Ty()), array.bytes};
    }
  }

  // Of a variable; a store to one that nobody may change must ask, and is refused.
  std::optional<Extent> extent_of(const Access& access, llvm::IRBuilder<>& builder) const {
    if (access.base == nullptr) return std::nullopt;
    if (const auto known = extents_.find(access.base); known != extents_.end()) return known->second;
    auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(access.base);
    if (variable == nullptr || variable->getAddressSpace() == kSharedSpace || variable->isDeclaration())
      return std::nullopt;
    const bool only_read = variable->isConstant() || constants_.count(variable) != 0;
    const bool stores = llvm::isa<llvm::StoreInst>(access.instruction);
    return Extent{builder.CreatePtrToInt(variable, builder.getInt64Ty()),
                  only_read && stores ? std::uint64_t{0}
                                      : std::uint64_t{layout_.getTypeAllocSize(variable->getValueType())}};
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

  void announce_access(const Access& access) {
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Type* const i64 = builder.getInt64Ty();
    const unsigned width = places_[access.place].width;
    // Frozen: what is checked, logged and accessed is one value, also where the program's own is undefined.
    llvm::Value* const pointer = builder.CreateFreeze(llvm::getLoadStorePointerOperand(access.instruction));
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
    return std::any_of(accesses_.begin(), accesses_.end(),
                       [&](const Access& a) { return lies_in(a.instruction); }) ||
           std::any_of(calls_.begin(), calls_.end(), [&](const auto& c) { return lies_in(c.first); }) ||
           std::any_of(nested_.begin(), nested_.end(), [&](const auto& c) { return lies_in(c.first); });
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
    builder.SetInsertPoint(call.getNextNode());
    log_->reload(builder);
  }

  void replace_call(llvm::CallInst& call, std::uint32_t place) {
    llvm::IRBuilder<> builder(&call);
    const RuntimeCall& runtime = *runtime_call(call.getCalledFunction());
    llvm::SmallVector<llvm::Value*, 8> arguments(call.arg_begin(), call.arg_end());
    const llvm::StringRef name = runtime.name;
    if (name == "simt_atomic") {
      llvm::Value* const address = builder.CreatePtrToInt(arguments[1], builder.getInt64Ty());
      llvm::Value* const base = base_number(atomic_bases_.lookup(&call), builder);
      arguments = {arguments[0], address, base, arguments[2], arguments[3]};
    } else if (name == "simt_print") {
      arguments = {arguments[0], builder.getInt32(static_cast<std::uint32_t>(arguments.size() - 1)),
                   printed_values(builder, arguments)};
    } else if (name == "llvm.trap") {
      arguments = {builder.CreateGlobalStringPtr("__trap() was called")};
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
      if (!is_kernel_) log.append(builder, leave_, builder.getInt64(0));
      log.save(builder);
    }
    if (!is_kernel_) ask_at_entry(log);
    dominators_.recalculate(function_);
    llvm::PromoteMemToReg({log.variable()}, dominators_);
  }

  // Recursion logs without ever going round a loop.
  void ask_at_entry(LogWriter& log) {
    llvm::Instruction* const first = log_begin(log);
    llvm::IRBuilder<> builder(first);
    llvm::Instruction* const slow = unlikely(log.is_full(builder), first);
    call_machine(slow, offsetof(Runtime, ask), leave_, {});
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
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  LogWriter* log_ = nullptr;
  FunctionFacts facts_;

  std::vector<Access> accesses_;
  std::vector<std::pair<llvm::CallInst*, std::uint32_t>> calls_;   // of the machine
  std::vector<std::pair<llvm::CallInst*, std::uint32_t>> nested_;  // of functions that could not be inlined
  std::vector<std::pair<llvm::BinaryOperator*, std::uint32_t>> divisions_;
  std::vector<std::pair<llvm::Loop*, std::uint32_t>> rounds_;
  std::vector<llvm::CallInst*> erased_;
  llvm::DenseMap<const llvm::CallInst*, llvm::Value*> atomic_bases_;
  llvm::DenseMap<const llvm::Value*, Extent> extents_;
  std::uint32_t overflow_ = 0;
  std::uint32_t leave_ = 0;
};

}  // namespace

FunctionFacts announce(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places) {
  return Announcer(function, is_kernel, shared, constants, places).run();
}

}  // namespace simtcc
