#include "back/vector_accesses.h"

#include <llvm/IR/InlineAsm.h>

#include <cstddef>

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
  const Ways ways = check(access);
  Wide wide;
  for (unsigned l = 0; l < kVectorLanes; ++l) wide.lanes[l] = load_at(ways.admitted, l, type);
  if (!fits_vector(type)) {
    builder_.CreateBr(ways.behind);
    builder_.SetInsertPoint(ways.behind);
    return wide;
  }
  Value* gathered = UndefValue::get(vector_of(type));
  for (unsigned l = 0; l < kVectorLanes; ++l)
    gathered = builder_.CreateInsertElement(gathered, wide.lanes[l], l);
  BasicBlock* const scattered = builder_.GetInsertBlock();
  builder_.CreateBr(ways.behind);
  if (ways.beside == nullptr) {
    builder_.SetInsertPoint(ways.behind);
    return {nullptr, gathered, {}};
  }
  const auto load_from_first = [&](Type* loaded) {
    return builder_.CreateAlignedLoad(
        loaded, builder_.CreateIntToPtr(ways.first, PointerType::getUnqual(loaded)), kUnpromised);
  };
  builder_.SetInsertPoint(ways.beside);
  Value* const together = load_from_first(vector_of(type));
  builder_.CreateBr(ways.behind);
  builder_.SetInsertPoint(ways.at_one);
  Value* const alike = splat(load_from_first(type));
  builder_.CreateBr(ways.behind);
  builder_.SetInsertPoint(ways.behind);
  PHINode* const loaded = builder_.CreatePHI(vector_of(type), 3);
  loaded->addIncoming(together, ways.beside);
  loaded->addIncoming(alike, ways.at_one);
  loaded->addIncoming(gathered, scattered);
  return {nullptr, loaded, {}};
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
  Value* const admitted = ask_machine(access, all);
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  PHINode* const addresses = builder_.CreatePHI(addresses_, 2);
  addresses->addIncoming(all, before);
  addresses->addIncoming(admitted, ask);
  append(access.place, addresses);
  return {load_at(addresses, 0, access.type), nullptr, {}};
}

// Lanes store in their order: of those that store to one address, the last one's value stays.
void VectorAccesses::store(const VectorAccess& access, const Wide& value) {
  const Ways ways = check(access);
  for (unsigned l = 0; l < kVectorLanes; ++l) {
    Value* const own =
        value.vector != nullptr ? builder_.CreateExtractElement(value.vector, l) : value.lanes[l];
    builder_.CreateAlignedStore(own, pointer_at(ways.admitted, l, access.type), kUnpromised);
  }
  builder_.CreateBr(ways.behind);
  if (ways.beside != nullptr) {
    builder_.SetInsertPoint(ways.beside);
    Type* const all = PointerType::getUnqual(vector_of(access.type));
    builder_.CreateAlignedStore(value.vector, builder_.CreateIntToPtr(ways.first, all), kUnpromised);
    builder_.CreateBr(ways.behind);
  }
  builder_.SetInsertPoint(ways.behind);
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

// Checks and logs the accesses of all lanes.
VectorAccesses::Ways VectorAccesses::check(const VectorAccess& access) {
  const Window window = window_of(access);
  Value* const pointers = access.pointer->getType()->isVectorTy() ? access.pointer : splat(access.pointer);
  Value* const all = opaque(numbers_of(pointers));
  Ways ways;
  ways.behind = block();
  BasicBlock* const ask = block();
  if (fits_vector(access.type) && !window.begin->getType()->isVectorTy()) {
    check_beside(access, window, all, ways, ask);
    if (access.is_load) check_one(access, window, all, ways, ask);
  }
  BasicBlock* const scattered = block();
  Value* const outside = mask(builder_.CreateICmpUGE(elements_from(window, all), splat(window.count)));
  BasicBlock* const checked = builder_.GetInsertBlock();
  builder_.CreateCondBr(builder_.CreateICmpNE(outside, builder_.getInt8(0)), ask, scattered, rarely());
  builder_.SetInsertPoint(ask);
  Value* const admitted = ask_machine(access, all);
  builder_.CreateBr(scattered);
  builder_.SetInsertPoint(scattered);
  PHINode* const addresses = builder_.CreatePHI(addresses_, 2);
  addresses->addIncoming(all, checked);
  addresses->addIncoming(admitted, ask);
  append(access.place, addresses);
  ways.admitted = addresses;
  return ways;
}

// Goes on where the addresses are not in a row.
void VectorAccesses::check_beside(const VectorAccess& access, const Window& window, Value* all, Ways& ways,
                                  BasicBlock* ask) {
  ways.beside = block();
  BasicBlock* const is_beside = block();
  BasicBlock* const is_not = block();
  ways.first = builder_.CreateExtractElement(all, std::uint64_t{0});
  SmallVector<Constant*, kVectorLanes> steps;
  for (unsigned l = 0; l < kVectorLanes; ++l) steps.push_back(builder_.getInt64(l * window.width));
  Value* const row = builder_.CreateAdd(splat(ways.first), ConstantVector::get(steps));
  builder_.CreateCondBr(are_all(builder_.CreateICmpEQ(all, row)), is_beside, is_not);
  builder_.SetInsertPoint(is_beside);
  Value* const element = elements_from(window, ways.first);
  Value* const last = builder_.CreateAdd(element, builder_.getInt64(kVectorLanes - 1));
  Value* const outside = builder_.CreateOr(builder_.CreateICmpUGE(element, window.count),
                                           builder_.CreateICmpUGE(last, window.count));
  builder_.CreateCondBr(outside, ask, ways.beside, rarely());
  builder_.SetInsertPoint(ways.beside);
  append(access.place, all);
  builder_.SetInsertPoint(is_not);
}

// Goes on where the addresses are not all alike.
void VectorAccesses::check_one(const VectorAccess& access, const Window& window, Value* all, Ways& ways,
                               BasicBlock* ask) {
  ways.at_one = block();
  BasicBlock* const is_one = block();
  BasicBlock* const is_not = block();
  builder_.CreateCondBr(are_all(builder_.CreateICmpEQ(all, splat(ways.first))), is_one, is_not);
  builder_.SetInsertPoint(is_one);
  Value* const outside = builder_.CreateICmpUGE(elements_from(window, ways.first), window.count);
  builder_.CreateCondBr(outside, ask, ways.at_one, rarely());
  builder_.SetInsertPoint(ways.at_one);
  append(access.place, all);
  builder_.SetInsertPoint(is_not);
}

// The machine says for each lane what it is to access.
Value* VectorAccesses::ask_machine(const VectorAccess& access, Value* addresses) {
  builder_.CreateAlignedStore(addresses, at(asked_, 0, addresses_), Align(kLineBytes));
  Value* const bases = numbers_of(access.base);
  builder_.CreateAlignedStore(bases->getType()->isVectorTy() ? bases : splat(bases),
                              at(asked_bases_, 0, addresses_), Align(kLineBytes));
  save();
  Value* const runtime = builder_.CreateLoad(pointer_, field(offsetof(Context, runtime), pointer_));
  Value* const code = builder_.CreateLoad(pointer_, at(runtime, offsetof(Runtime, check_several), pointer_));
  auto* const type = FunctionType::get(
      builder_.getVoidTy(),
      {function_.getArg(0)->getType(), builder_.getInt32Ty(), pointer_, pointer_, number_}, false);
  builder_.CreateCall(type, builder_.CreatePointerCast(code, PointerType::getUnqual(type)),
                      {function_.getArg(0), builder_.getInt32(access.place), bytes(asked_),
                       bytes(asked_bases_), builder_.getInt64(access.bytes)});
  return builder_.CreateAlignedLoad(addresses_, at(asked_, 0, addresses_), Align(kLineBytes));
}

// ------------------------------------------------------------------------------------------- the context

void VectorAccesses::append(std::uint32_t place, Value* numbers) {
  Value* const log = builder_.CreateLoad(log_->getAllocatedType(), log_);
  Value* const places = splat(builder_.getInt64(simt::abi::entry(place, 0)));
  builder_.CreateAlignedStore(builder_.CreateOr(numbers, places), at(log, 0, addresses_), Align(kLineBytes));
  builder_.CreateStore(builder_.CreateConstGEP1_64(number_, log, simt::abi::kLanes), log_);
}

void VectorAccesses::save() {
  Type* const entries = log_->getAllocatedType();
  builder_.CreateStore(builder_.CreateLoad(entries, log_), field(offsetof(Context, log), entries));
}

Value* VectorAccesses::log_is_full() { return simtcc::log_is_full(builder_, function_.getArg(0), log_); }

Value* VectorAccesses::mask(Value* bits) { return builder_.CreateBitCast(bits, builder_.getInt8Ty()); }

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
