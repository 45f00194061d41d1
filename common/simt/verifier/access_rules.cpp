// An access and its check: one pointer, the place's kind and width, bounds that are the machine's or the
// module's own.
#include <llvm/IR/Operator.h>

#include <cstddef>

#include "code_view.h"

namespace simt_verifier {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Context;
using simt::abi::PlaceKind;
using simt::abi::Runtime;

void CodeView::check_access(const Instruction& access, const Value* pointer, Type* type,
                            std::uint64_t alignment, const Guard& guard, const Local& local) const {
  const std::uint64_t width = layout_.getTypeStoreSize(type);
  require(is_plain(type) && isPowerOf2_64(width) && width <= 16 && alignment <= width &&
              pointer->getType()->getPointerAddressSpace() <= 5,
          "an access of an odd type, alignment or address space");
  require(guard.member == offsetof(Runtime, check) && is_barrier(pointer), "an access without a check");
  const Tables::Place& at = place(guard.call->getArgOperand(1));
  const PlaceKind kind = isa<LoadInst>(access) ? PlaceKind::load : PlaceKind::store;
  require(at.kind == kind && at.width == width, "the check is for another kind or width of access");
  const ICmpInst& condition = *guard.condition;
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
  const Value* const address = guard.call->getArgOperand(2);
  require(condition.getPredicate() == ICmpInst::ICMP_UGE && difference != nullptr &&
              difference->getOpcode() == Instruction::Sub && !difference->hasNoSignedWrap() &&
              !difference->hasNoUnsignedWrap() && difference->getOperand(0) == address &&
              isa<PtrToIntInst>(address) && cast<PtrToIntInst>(address)->getPointerOperand() == pointer,
          "what is checked is not the address of the access");
  if (const auto count = constant(condition.getOperand(1))) {
    require(*count <= UINT32_MAX &&
                holds(difference->getOperand(1), *count * width, isa<StoreInst>(access), local),
            "the check allows more than the array has");
  } else {
    check_window(guard, difference->getOperand(1), condition.getOperand(1));
  }
}

// Begin and count are read together, from the window of the place.
void CodeView::check_window(const Guard& guard, const Value* begin, const Value* count) const {
  const std::uint64_t window = constant(guard.call->getArgOperand(1)).value_or(0) * sizeof(simt::abi::Window);
  const auto reads = [&](const LoadInst* load, std::size_t member) {
    if (load == nullptr || load->getParent() != guard.head) return false;
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
bool CodeView::holds(const Value* begin, std::uint64_t bytes, bool is_stored, const Local& local) const {
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
    const std::uint64_t size = layout_.getTypeAllocSize(variable->getValueType());
    return lies_in(0, is_stored && may_not_change ? 0 : size);
  }
  if (at.base == local.begin) return lies_in(0, local.bytes);
  return is_field(at.base, offsetof(Context, shared)) &&
         any_of(tables_.shared_arrays,
                [&](const Tables::Range& array) { return lies_in(array.begin, array.bytes); });
}

}  // namespace simt_verifier
