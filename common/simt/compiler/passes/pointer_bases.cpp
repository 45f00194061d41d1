#include "passes/pointer_bases.h"

#include <llvm/IR/Operator.h>

#include "front/annotations.h"
#include "front/source_lines.h"
#include "passes/runtime_calls.h"

namespace simtcc {

llvm::Value* base_of(llvm::Value* pointer) {
  constexpr unsigned kMost = 64;  // values looked at: a phi of many choices has no one base worth naming
  llvm::SmallPtrSet<llvm::Value*, 16> seen;
  llvm::SmallVector<llvm::Value*, 8> open{pointer};
  llvm::Value* base = nullptr;
  while (!open.empty()) {
    llvm::Value* const value = open.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (seen.size() > kMost) return nullptr;
    if (auto* const element = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      open.push_back(element->getPointerOperand());
    } else if (llvm::isa<llvm::BitCastOperator>(value) || llvm::isa<llvm::AddrSpaceCastOperator>(value) ||
               llvm::isa<llvm::FreezeInst>(value)) {
      open.push_back(llvm::cast<llvm::User>(value)->getOperand(0));
    } else if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      open.append(phi->op_begin(), phi->op_end());
    } else if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(value)) {
      open.push_back(choice->getTrueValue());
      open.push_back(choice->getFalseValue());
    } else {
      if (base != nullptr && base != value) return nullptr;
      base = value;
    }
  }
  return base;
}

namespace {

// A pointer that a kernel was handed, by itself or in a structure.
bool is_parameter(const llvm::Value& base, const llvm::Function& function) {
  // Functions that could not be inlined are local; what they are passed is not known.
  if (!base.getType()->isPointerTy() || function.hasLocalLinkage()) return false;
  if (llvm::isa<llvm::Argument>(base)) return true;
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&base);
  if (load == nullptr) return false;
  const auto* const structure = llvm::dyn_cast_or_null<llvm::Argument>(base_of(
      const_cast<llvm::Value*>(load->getPointerOperand())));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  return structure != nullptr && structure->hasByValAttr();
}

constexpr const char* kIsShared = "simt_is_shared";
constexpr const char* kIsGridConstant = "simt_is_grid_constant";

llvm::SmallVector<llvm::CallInst*, 4> questions_in(llvm::Function& function, const char* question) {
  llvm::SmallVector<llvm::CallInst*, 4> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_call_of(instruction, question)) found.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  return found;
}

void answer(llvm::CallInst& question, llvm::Value* value) {
  question.replaceAllUsesWith(value);
  question.eraseFromParent();
}

// Whether the address is in the object.
llvm::Value* is_in(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* object,
                   std::uint64_t bytes) {
  llvm::Value* const begin = builder.CreatePtrToInt(object, builder.getInt64Ty());
  return builder.CreateICmpULT(builder.CreateSub(address, begin), builder.getInt64(bytes));
}

// A pointer to a parameter of a kernel is nearly always known to be one. Where it is one of several pointers, or was loaded, the kernel
// compares addresses with those of its parameters.
llvm::Value* is_grid_constant(llvm::CallInst& question) {
  const llvm::SmallVector<llvm::Value*, 4> objects = grid_constants_of(*question.getFunction());
  llvm::IRBuilder<> builder(&question);
  llvm::Value* const pointer = question.getArgOperand(0);
  const llvm::Value* const base = base_of(pointer);
  if (base != nullptr && (llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::GlobalVariable>(base) ||
                          llvm::isa<llvm::AllocaInst>(base)))
    return builder.getInt1(llvm::is_contained(objects, base));
  const llvm::DataLayout& layout = question.getModule()->getDataLayout();
  llvm::Value* const address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  llvm::Value* is_any = builder.getFalse();
  for (llvm::Value* const object : objects) {
    const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(object);
    llvm::Type* const type = variable != nullptr ? variable->getAllocatedType()
                                                 : llvm::cast<llvm::Argument>(object)->getParamByValType();
    is_any = builder.CreateOr(is_any, is_in(builder, address, object, layout.getTypeAllocSize(type)));
  }
  return is_any;
}

}  // namespace

std::optional<bool> leads_to_shared(llvm::Value* pointer, const llvm::Function& function) {
  const llvm::Value* const base = base_of(pointer);
  if (base == nullptr) return std::nullopt;
  if (base->getType()->isPointerTy() && base->getType()->getPointerAddressSpace() == kSharedSpace)
    return true;
  if (llvm::isa<llvm::GlobalVariable>(base) || llvm::isa<llvm::AllocaInst>(base)) return false;
  return is_parameter(*base, function) ? std::optional<bool>(false) : std::nullopt;
}

llvm::PreservedAnalyses AnswerQuestionsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_answered = false;
  for (llvm::CallInst* question : questions_in(function, kIsGridConstant)) {
    llvm::Value* const is_one = is_grid_constant(*question);
    answer(*question, llvm::IRBuilder<>(question).CreateZExt(is_one, question->getType()));
    has_answered = true;
  }
  for (llvm::CallInst* question : questions_in(function, kIsShared)) {
    const std::optional<bool> known = leads_to_shared(question->getArgOperand(0), function);
    if (!known) continue;
    answer(*question, llvm::ConstantInt::get(question->getType(), *known ? 1 : 0));
    has_answered = true;
  }
  return has_answered ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

void answer_at_run_time(llvm::Function& function, llvm::Value* context, const SharedLayout& shared) {
  for (llvm::CallInst* question : questions_in(function, kIsShared)) {
    llvm::IRBuilder<> builder(question);
    llvm::Type* const bytes = byte_pointer(builder.getContext());
    llvm::Type* const i64 = builder.getInt64Ty();
    llvm::Value* const begin =
        builder.CreateLoad(bytes, field_of(builder, context, offsetof(simt::abi::Context, shared), bytes));
    llvm::Value* const distance = builder.CreateSub(builder.CreatePtrToInt(question->getArgOperand(0), i64),
                                                    builder.CreatePtrToInt(begin, i64));
    const std::uint64_t size = shared.dynamic_offset + simt::abi::kDynamicSharedCapacity;
    llvm::Value* const is_inside = builder.CreateICmpULT(distance, builder.getInt64(size));
    answer(*question, builder.CreateZExt(is_inside, question->getType()));
  }
}

}  // namespace simtcc
