#include "back/vector_accesses.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>
#include <string>

#include "back/emit.h"

namespace simtcc {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::Runtime;

constexpr std::uint64_t kLineBytes = 64;  // a row's entries of kVectorLanes lanes are a line of the cache

}  // namespace

bool fits_vector(const Type* type) {
  if (type->isFloatTy() || type->isDoubleTy()) return true;
  if (type->isPointerTy()) return type->getPointerAddressSpace() == 0;
  return type->isIntegerTy(1) || type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) ||
         type->isIntegerTy(64);
}

VectorAccesses::VectorAccesses(Function& function, IRBuilder<>& builder)
    : function_(function),
      builder_(builder),
      layout_(function.getParent()->getDataLayout()),
      number_(builder.getInt64Ty()),
      pointer_(byte_pointer(builder.getContext())),
      addresses_(vector_of(number_)) {
  builder_.SetInsertPoint(block());
  Type* const entries = PointerType::getUnqual(number_);
  log_ = builder_.CreateAlloca(entries);
  auto* const all = ArrayType::get(number_, kVectorLanes);
  asked_ = builder_.CreateAlloca(all);
  asked_->setAlignment(Align(kLineBytes));
  asked_bases_ = builder_.CreateAlloca(all);
  asked_bases_->setAlignment(Align(kLineBytes));
  asked_values_ = builder_.CreateAlloca(all);
  asked_values_->setAlignment(Align(kLineBytes));
  builder_.CreateStore(builder_.CreateLoad(entries, field(offsetof(Context, log), entries)), log_);
}

void VectorAccesses::finish() {
  DominatorTree dominators(function_);
  PromoteMemToReg({log_}, dominators);
}

// ------------------------------------------------------------------------------------------- loads and stores

Wide VectorAccesses::load(const VectorAccess& access) {
  if (!access.pointer->getType()->isVectorTy()) return load_same(access);
  Type* const type = access.type;
  const Window window = window_of(access);
  Value* const all = opaque(numbers_of(access.pointer));
  Wide wide;
  if (!fits_vector(type) || access.base->getType()->isVectorTy()) {
    Value* const addresses = admitted(asked_of(access), window, all);
    if (fits_vector(type)) {
      wide.vector = load_anywhere(addresses, type);
    } else {
      for (unsigned l = 0; l < kVectorLanes; ++l) wide.lanes[l] = load_at(addresses, l, type);
    }
    return wide;
  }
  BasicBlock* const beside = check_beside(window, all);
  Value* const gathered = call_helper(access, window, all, nullptr);
  BasicBlock* const scattered = builder_.GetInsertBlock();
  BasicBlock* const behind = block();
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(beside);
  append(access.place, all);
  Value* const together =
      builder_.CreateAlignedLoad(vector_of(type), pointer_at(all, 0, vector_of(type)), kUnpromised);
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  PHINode* const loaded = builder_.CreatePHI(vector_of(type), 2);
  loaded->addIncoming(together, beside);
  loaded->addIncoming(gathered, scattered);
  wide.vector = loaded;
  return wide;
}

// All lanes read one value.
Wide VectorAccesses::load_same(const VectorAccess& access) {
  const Window window = window_of(access);
  Value* const address = opaque_same(builder_.CreatePtrToInt(access.pointer, number_));
  Value* const all = splat(address);
  Value* const outside = builder_.CreateICmpUGE(elements_from(window, address), window.count);
  BasicBlock* const before = builder_.GetInsertBlock();
  BasicBlock* const ask = block();
  BasicBlock* const behind = block();
  builder_.CreateCondBr(outside, ask, behind, rarely());
  builder_.SetInsertPoint(ask);
  Value* const answer = ask_machine(asked_of(access), all, builder_.getInt8(UINT8_MAX));
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  PHINode* const addresses = builder_.CreatePHI(addresses_, 2);
  addresses->addIncoming(all, before);
  addresses->addIncoming(answer, ask);
  append(access.place, addresses);
  return {load_at(addresses, 0, access.type), nullptr, {}};
}

void VectorAccesses::store(const VectorAccess& access, const Wide& value) {
  Value* const pointers = access.pointer->getType()->isVectorTy() ? access.pointer : splat(access.pointer);
  const Window window = window_of(access);
  Value* const all = opaque(numbers_of(pointers));
  if (!fits_vector(access.type) || access.base->getType()->isVectorTy())
    return store_anywhere(admitted(asked_of(access), window, all), access.type, value);
  BasicBlock* const beside = check_beside(window, all);
  call_helper(access, window, all, value.vector);
  BasicBlock* const behind = block();
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(beside);
  append(access.place, all);
  builder_.CreateAlignedStore(value.vector, pointer_at(all, 0, vector_of(access.type)), kUnpromised);
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
}

// ------------------------------------------------------------------------------------------- under a mask

Wide VectorAccesses::load_under(Value* mask, const VectorAccess& access) {
  Value* const loaded = call_masked_helper(mask, access, nullptr);
  if (access.pointer->getType()->isVectorTy()) return {nullptr, loaded, {}};
  return {builder_.CreateExtractElement(loaded, std::uint64_t{0}), nullptr, {}};
}

void VectorAccesses::store_under(Value* mask, const VectorAccess& access, const Wide& value) {
  call_masked_helper(mask, access, value.vector);
}

Value* VectorAccesses::call_masked_helper(Value* mask, const VectorAccess& access, Value* value) {
  Value* const pointers = access.pointer->getType()->isVectorTy() ? access.pointer : splat(access.pointer);
  const Window window = window_of(access);
  Value* const base =
      access.base->getType()->isVectorTy() ? numbers_of(access.base) : splat(numbers_of(access.base));
  SmallVector<Value*, 9> arguments{function_.getArg(0),
                                   numbers_of(pointers),
                                   window.begin,
                                   window.count,
                                   builder_.getInt32(access.place),
                                   base,
                                   builder_.getInt64(access.bytes),
                                   mask};
  if (value != nullptr) arguments.push_back(value);
  save();
  CallInst* const made = builder_.CreateCall(masked_helper_for(access, window.width), arguments);
  Value* const log = builder_.CreateLoad(log_->getAllocatedType(), log_);
  builder_.CreateStore(builder_.CreateConstGEP1_64(number_, log, simt::abi::kLanes), log_);
  return made;
}

// <8 x T> (context, <8 x i64> addresses, window's begin, count, i32 place, <8 x i64> bases, i64 bytes, i8 mask[, <8 x T> value])
Function* VectorAccesses::masked_helper_for(const VectorAccess& access, std::uint64_t width) {
  Type* const own = vector_of(access.type);
  SmallVector<Type*, 9> types{function_.getArg(0)->getType(), addresses_, number_, number_,
                              builder_.getInt32Ty(),          addresses_, number_, builder_.getInt8Ty()};
  if (!access.is_load) types.push_back(own);
  std::string name = kScattered + std::string(access.is_load ? "masked.load." : "masked.store.");
  raw_string_ostream(name) << *access.type;
  Module& module = *function_.getParent();
  if (Function* const known = module.getFunction(name)) return known;
  auto* const type = FunctionType::get(access.is_load ? own : builder_.getVoidTy(), types, false);
  Function* const made = Function::Create(type, Function::InternalLinkage, name, module);
  made->setAttributes(function_.getAttributes());
  IRBuilder<> builder(builder_.getContext());
  VectorAccesses inner(*made, builder);
  // One number wherever it is used, as addresses are. The first lane is one of the mask, whatever that is: its address, which others get, too,
  // is in the window or what the machine says.
  Value* const mask = builder.CreateBinaryIntrinsic(
      Intrinsic::umax, inner.opaque_same(builder.CreateZExt(made->getArg(7), number_)), builder.getInt64(1));
  Value* const lanes = builder.CreateTrunc(mask, builder.getInt8Ty());
  Value* const bits = inner.bits(lanes);
  Value* const first = builder.CreateIntrinsic(Intrinsic::cttz, {number_}, {mask, builder.getFalse()});
  const Window window{made->getArg(2), made->getArg(3), width};
  const Asked asked{made->getArg(4), made->getArg(5), made->getArg(6)};
  Value* const all = inner.opaque(inner.in_place_of_others(bits, first, made->getArg(1)));
  Value* const outside =
      inner.mask(builder.CreateICmpUGE(inner.elements_from(window, all), inner.splat(window.count)));
  BasicBlock* const before = builder.GetInsertBlock();
  BasicBlock* const ask = inner.block();
  BasicBlock* const behind = inner.block();
  builder.CreateCondBr(builder.CreateICmpNE(outside, builder.getInt8(0)), ask, behind, inner.rarely());
  builder.SetInsertPoint(ask);
  Value* const answer = inner.in_place_of_others(bits, first, inner.ask_machine(asked, all, lanes));
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
  PHINode* const addresses = builder.CreatePHI(addresses_, 2);
  addresses->addIncoming(all, before);
  addresses->addIncoming(answer, ask);
  inner.append(asked.place, builder.CreateSelect(bits, addresses, inner.splat(builder.getInt64(0))));
  if (access.is_load) {
    Value* const loaded = inner.load_anywhere(addresses, access.type);
    inner.save();
    builder.CreateRet(loaded);
  } else {
    inner.store_each_under(bits, addresses, access.type, made->getArg(8));
    inner.save();
    builder.CreateRetVoid();
  }
  inner.finish();
  return made;
}

// Lanes that take no part get the address of the first that does, from which they may load.
Value* VectorAccesses::in_place_of_others(Value* bits, Value* first, Value* addresses) {
  return builder_.CreateSelect(bits, addresses, splat(builder_.CreateExtractElement(addresses, first)));
}

void VectorAccesses::store_each_under(Value* bits, Value* addresses, Type* type, Value* values) {
  for (unsigned l = 0; l < kVectorLanes; ++l) {
    BasicBlock* const stores = block();
    BasicBlock* const behind = block();
    builder_.CreateCondBr(builder_.CreateExtractElement(bits, l), stores, behind);
    builder_.SetInsertPoint(stores);
    builder_.CreateAlignedStore(builder_.CreateExtractElement(values, l), pointer_at(addresses, l, type),
                                kUnpromised);
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(behind);
  }
}

void VectorAccesses::atomics(const VectorAtomics& atomics) {
  const auto put = [&](AllocaInst* where, Value* numbers) {
    builder_.CreateAlignedStore(numbers, at(where, 0, addresses_), Align(kLineBytes));
  };
  put(asked_, atomics.addresses);
  put(asked_bases_, atomics.bases);
  put(asked_values_, atomics.values);
  save();
  Type* const type = builder_.getInt32Ty();
  builder_.CreateCall(
      runtime_function(offsetof(Runtime, atomic_several), {type, type, pointer_, pointer_, pointer_}),
      {function_.getArg(0), builder_.getInt32(atomics.place), atomics.what, bytes(asked_),
       bytes(asked_bases_), bytes(asked_values_)});
  Type* const entries = log_->getAllocatedType();
  builder_.CreateStore(builder_.CreateLoad(entries, field(offsetof(Context, log), entries)), log_);
}

// ------------------------------------------------------------------------------------------- anywhere

Value* VectorAccesses::load_anywhere(Value* addresses, Type* type) {
  Value* gathered = UndefValue::get(vector_of(type));
  for (unsigned l = 0; l < kVectorLanes; ++l)
    gathered = builder_.CreateInsertElement(gathered, load_at(addresses, l, type), l);
  return gathered;
}

// Lanes store in their order: of those that store to one address, the last one's value stays.
void VectorAccesses::store_anywhere(Value* addresses, Type* type, const Wide& value) {
  for (unsigned l = 0; l < kVectorLanes; ++l) {
    Value* const own =
        value.vector != nullptr ? builder_.CreateExtractElement(value.vector, l) : value.lanes[l];
    builder_.CreateAlignedStore(own, pointer_at(addresses, l, type), kUnpromised);
  }
}

// <8 x T> (context, <8 x i64> addresses, window's begin, count, i32 place, i64 base, i64 bytes[, <8 x T> value])
Function* VectorAccesses::helper_for(const VectorAccess& access, std::uint64_t width) {
  Type* const own = vector_of(access.type);
  Type* const result = access.is_load ? own : builder_.getVoidTy();
  SmallVector<Type*, 8> types{function_.getArg(0)->getType(), addresses_, number_, number_,
                              builder_.getInt32Ty(),          number_,    number_};
  if (!access.is_load) types.push_back(own);
  std::string name = kScattered + std::string(access.is_load ? "load." : "store.");
  raw_string_ostream(name) << *access.type;
  Module& module = *function_.getParent();
  if (Function* const known = module.getFunction(name)) return known;
  Function* const made =
      Function::Create(FunctionType::get(result, types, false), Function::InternalLinkage, name, module);
  made->setAttributes(function_.getAttributes());
  IRBuilder<> builder(builder_.getContext());
  VectorAccesses inner(*made, builder);
  const Window window{made->getArg(2), made->getArg(3), width};
  Value* const addresses = inner.admitted({made->getArg(4), made->getArg(5), made->getArg(6)}, window,
                                          inner.opaque(made->getArg(1)));
  Value* const loaded = access.is_load ? inner.load_anywhere(addresses, access.type) : nullptr;
  if (!access.is_load) inner.store_anywhere(addresses, access.type, {nullptr, made->getArg(7), {}});
  inner.save();
  access.is_load ? builder.CreateRet(loaded) : builder.CreateRetVoid();
  inner.finish();
  return made;
}

Value* VectorAccesses::call_helper(const VectorAccess& access, const Window& window, Value* all,
                                   Value* value) {
  const Asked asked = asked_of(access);
  SmallVector<Value*, 8> arguments{function_.getArg(0), all,        window.begin, window.count,
                                   asked.place,         asked.base, asked.bytes};
  if (value != nullptr) arguments.push_back(value);
  save();
  CallInst* const made = builder_.CreateCall(helper_for(access, window.width), arguments);
  Value* const log = builder_.CreateLoad(log_->getAllocatedType(), log_);
  builder_.CreateStore(builder_.CreateConstGEP1_64(number_, log, simt::abi::kLanes), log_);
  return made;
}

Value* VectorAccesses::pointer_at(Value* addresses, unsigned lane, Type* type) {
  return builder_.CreateIntToPtr(builder_.CreateExtractElement(addresses, lane),
                                 PointerType::getUnqual(type));
}

Value* VectorAccesses::load_at(Value* addresses, unsigned lane, Type* type) {
  return builder_.CreateAlignedLoad(type, pointer_at(addresses, lane, type), kUnpromised);
}

// ------------------------------------------------------------------------------------------- checks

// A vector of numbers that is one wherever it is used, also where the program's own is undefined: see expand_primitives.cpp.
Value* VectorAccesses::opaque(Value* addresses) {
  constexpr unsigned kHalf = kVectorLanes / 2;
  auto* const half = FixedVectorType::get(number_, kHalf);
  auto* const type = FunctionType::get(half, {half}, false);
  SmallVector<Value*, 2> halves;
  for (unsigned h = 0; h < 2; ++h) {
    SmallVector<int, kHalf> elements;
    for (unsigned i = 0; i < kHalf; ++i) elements.push_back(static_cast<int>(h * kHalf + i));
    CallInst* const piece = builder_.CreateCall(InlineAsm::get(type, "", "=x,0", false),
                                                {builder_.CreateShuffleVector(addresses, elements)});
    piece->setDoesNotAccessMemory();
    piece->setDoesNotThrow();
    halves.push_back(piece);
  }
  SmallVector<int, kVectorLanes> all;
  for (unsigned i = 0; i < kVectorLanes; ++i) all.push_back(static_cast<int>(i));
  return builder_.CreateShuffleVector(halves[0], halves[1], all);
}

Value* VectorAccesses::opaque_same(Value* address) {
  auto* const type = FunctionType::get(number_, {number_}, false);
  CallInst* const made = builder_.CreateCall(InlineAsm::get(type, "", "=r,0", false), {address});
  made->setDoesNotAccessMemory();
  made->setDoesNotThrow();
  return made;
}

Value* VectorAccesses::numbers_of(Value* pointers) {
  return builder_.CreatePtrToInt(pointers, pointers->getType()->isVectorTy() ? addresses_ : number_);
}

VectorAccesses::Window VectorAccesses::window_of(const VectorAccess& access) {
  const std::uint64_t width = layout_.getTypeStoreSize(access.type);
  if (access.bytes != 0) return {numbers_of(access.base), builder_.getInt64(access.bytes / width), width};
  LoadInst* const windows = builder_.CreateLoad(pointer_, field(offsetof(Context, windows), pointer_));
  windows->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder_.getContext(), {}));
  const std::uint64_t own = std::uint64_t{access.place} * sizeof(simt::abi::Window);
  const auto member = [&](std::size_t offset) {
    return builder_.CreateLoad(number_, at(windows, own + offset, number_));
  };
  return {member(offsetof(simt::abi::Window, begin)), member(offsetof(simt::abi::Window, count)), width};
}

// How many elements an address, or each of a vector's, lies behind the window's beginning; very many if it lies between two.
Value* VectorAccesses::elements_from(const Window& window, Value* address) {
  const bool are_several = address->getType()->isVectorTy();
  Value* const begin =
      are_several && !window.begin->getType()->isVectorTy() ? splat(window.begin) : window.begin;
  Value* const distance = builder_.CreateSub(address, begin);
  if (window.width == 1) return distance;
  Value* const shift = builder_.getInt64(Log2_64(window.width));
  return builder_.CreateIntrinsic(Intrinsic::fshr, {distance->getType()},
                                  {distance, distance, are_several ? splat(shift) : shift});
}

BasicBlock* VectorAccesses::check_beside(const Window& window, Value* all) {
  BasicBlock* const beside = block();
  BasicBlock* const is_beside = block();
  BasicBlock* const is_not = block();
  Value* const first = builder_.CreateExtractElement(all, std::uint64_t{0});
  SmallVector<Constant*, kVectorLanes> steps;
  for (unsigned l = 0; l < kVectorLanes; ++l) steps.push_back(builder_.getInt64(l * window.width));
  Value* const row = builder_.CreateAdd(splat(first), ConstantVector::get(steps));
  builder_.CreateCondBr(are_all(builder_.CreateICmpEQ(all, row)), is_beside, is_not);
  builder_.SetInsertPoint(is_beside);
  Value* const element = elements_from(window, first);
  Value* const last = builder_.CreateAdd(element, builder_.getInt64(kVectorLanes - 1));
  Value* const outside = builder_.CreateOr(builder_.CreateICmpUGE(element, window.count),
                                           builder_.CreateICmpUGE(last, window.count));
  builder_.CreateCondBr(outside, is_not, beside, rarely());
  builder_.SetInsertPoint(is_not);
  return beside;
}

VectorAccesses::Asked VectorAccesses::asked_of(const VectorAccess& access) {
  return {builder_.getInt32(access.place), numbers_of(access.base), builder_.getInt64(access.bytes)};
}

// Checks and logs the accesses of all lanes. The builder is where each makes its own then.
Value* VectorAccesses::admitted(const Asked& asked, const Window& window, Value* all) {
  BasicBlock* const ask = block();
  BasicBlock* const behind = block();
  Value* const outside = mask(builder_.CreateICmpUGE(elements_from(window, all), splat(window.count)));
  BasicBlock* const checked = builder_.GetInsertBlock();
  builder_.CreateCondBr(builder_.CreateICmpNE(outside, builder_.getInt8(0)), ask, behind, rarely());
  builder_.SetInsertPoint(ask);
  Value* const answer = ask_machine(asked, all, builder_.getInt8(UINT8_MAX));
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  PHINode* const addresses = builder_.CreatePHI(addresses_, 2);
  addresses->addIncoming(all, checked);
  addresses->addIncoming(answer, ask);
  append(asked.place, addresses);
  return addresses;
}

// A function of the machine's without a result. `types`: of its arguments behind the context.
FunctionCallee VectorAccesses::runtime_function(std::size_t offset, ArrayRef<Type*> types) {
  Value* const runtime = builder_.CreateLoad(pointer_, field(offsetof(Context, runtime), pointer_));
  Value* const code = builder_.CreateLoad(pointer_, at(runtime, offset, pointer_));
  SmallVector<Type*, 6> all{function_.getArg(0)->getType()};
  all.append(types.begin(), types.end());
  auto* const type = FunctionType::get(builder_.getVoidTy(), all, false);
  return {type, builder_.CreatePointerCast(code, PointerType::getUnqual(type))};
}

// The machine says for each lane what it is to access.
Value* VectorAccesses::ask_machine(const Asked& asked, Value* addresses, Value* lanes) {
  builder_.CreateAlignedStore(addresses, at(asked_, 0, addresses_), Align(kLineBytes));
  builder_.CreateAlignedStore(asked.base->getType()->isVectorTy() ? asked.base : splat(asked.base),
                              at(asked_bases_, 0, addresses_), Align(kLineBytes));
  save();
  Type* const word = builder_.getInt32Ty();
  builder_.CreateCall(
      runtime_function(offsetof(Runtime, check_several), {word, pointer_, pointer_, number_, word}),
      {function_.getArg(0), asked.place, bytes(asked_), bytes(asked_bases_), asked.bytes,
       builder_.CreateZExt(lanes, word)});
  return builder_.CreateAlignedLoad(addresses_, at(asked_, 0, addresses_), Align(kLineBytes));
}

// ------------------------------------------------------------------------------------------- the context

void VectorAccesses::append(Value* place, Value* numbers) {
  Value* const log = builder_.CreateLoad(log_->getAllocatedType(), log_);
  Value* const places =
      splat(builder_.CreateShl(builder_.CreateZExt(place, number_), simt::abi::kAddressBits));
  builder_.CreateAlignedStore(builder_.CreateOr(numbers, places), at(log, 0, addresses_), Align(kLineBytes));
  builder_.CreateStore(builder_.CreateConstGEP1_64(number_, log, simt::abi::kLanes), log_);
}

void VectorAccesses::save() {
  Type* const entries = log_->getAllocatedType();
  builder_.CreateStore(builder_.CreateLoad(entries, log_), field(offsetof(Context, log), entries));
}

Value* VectorAccesses::log_is_full() { return simtcc::log_is_full(builder_, function_.getArg(0), log_); }

Value* VectorAccesses::mask(Value* bits) { return builder_.CreateBitCast(bits, builder_.getInt8Ty()); }

// Not a cast, of which LLVM makes two dozen instructions, one bit after the other.
Value* VectorAccesses::bits(Value* mask) {
  SmallVector<Constant*, kVectorLanes> own;
  for (unsigned l = 0; l < kVectorLanes; ++l) own.push_back(builder_.getInt64(std::uint64_t{1} << l));
  Value* const of_lanes =
      builder_.CreateAnd(splat(builder_.CreateZExt(mask, number_)), ConstantVector::get(own));
  return builder_.CreateICmpNE(of_lanes, Constant::getNullValue(addresses_));
}

Value* VectorAccesses::are_all(Value* bits) {
  return builder_.CreateICmpEQ(mask(bits), builder_.getInt8(UINT8_MAX));
}

MDNode* VectorAccesses::rarely() {
  return MDBuilder(builder_.getContext()).createBranchWeights(1, 1U << 20U);
}

BasicBlock* VectorAccesses::block() { return BasicBlock::Create(builder_.getContext(), "", &function_); }

Value* VectorAccesses::at(Value* address, std::uint64_t offset, Type* type) {
  Value* const place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), bytes(address), offset);
  return builder_.CreatePointerCast(place, PointerType::getUnqual(type));
}

Value* VectorAccesses::field(std::size_t offset, Type* type) { return at(function_.getArg(0), offset, type); }

Value* VectorAccesses::bytes(Value* address) { return builder_.CreatePointerCast(address, pointer_); }

}  // namespace simtcc
