// Calls of the machine: the members of Runtime, with arguments of their types, at places of their kind.
#include <algorithm>
#include <cstddef>

#include "code_view.h"

namespace simt_verifier {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::PlaceKind;
using simt::abi::Runtime;

namespace {

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
    {offsetof(Runtime, local_overflow), "v"}, {offsetof(Runtime, clear_local), "vpl"}};

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

// The machine does nothing where it does not know the operation.
void check_atomic(const Tables::Place& place, std::optional<std::uint64_t> what) {
  using simt::abi::AtomicType;
  const auto type = static_cast<AtomicType>(what.value_or(0) >> 8U);
  const bool is_wide = type == AtomicType::i64 || type == AtomicType::u64 || type == AtomicType::f64;
  require(what && place.kind == PlaceKind::atomic &&
              place.width == (type == AtomicType::u16 ? 2U
                              : is_wide               ? 8U
                                                      : 4U),
          "an atomic operation of another width than its place");
}

}  // namespace

std::size_t CodeView::check_machine_call(const CallInst& call) const {
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
  const Tables::Place& at = place(call.getArgOperand(1));
  if (*member == offsetof(Runtime, check)) {
    require(at.kind <= PlaceKind::store, "the place of a check is no access");
  } else if (*member == offsetof(Runtime, atomic)) {
    check_atomic(at, constant(call.getArgOperand(2)));
  } else if (*member != offsetof(Runtime, ask)) {
    require(at.kind == PlaceKind::intrinsic, "the place of a call of the machine is of another kind");
  }
  if (*member == offsetof(Runtime, print)) check_printed(call);
  if (*member == offsetof(Runtime, trap) || *member == offsetof(Runtime, assertion)) {
    require(text_at(address_of(call.getArgOperand(2), layout_)).has_value(),
            "a message that is no text of the module");
  }
  return *member;
}

void CodeView::check_printed(const CallInst& call) const {
  const Address values = address_of(call.getArgOperand(4), layout_);
  const auto* const stack = dyn_cast<AllocaInst>(values.base);
  const auto count = constant(call.getArgOperand(3));
  require(stack != nullptr && values.offset == 0 && count, "no values to print");
  const std::uint64_t bytes = layout_.getTypeAllocSize(stack->getAllocatedType());
  require(*count * 8 <= bytes * constant(stack->getArraySize()).value_or(0),
          "more values to print than there are");
}

}  // namespace simt_verifier
