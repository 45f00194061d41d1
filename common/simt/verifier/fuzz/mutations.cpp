#include "mutations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <array>
#include <vector>

namespace simt_fuzz {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions

std::size_t below(Random& random, std::size_t count) { return random() % count; }

template <class Range>
auto pick(Random& random, Range& from) -> decltype(from[0]) {
  return from[below(random, from.size())];
}

// A function and what is in it, at a point of its code.
struct Site {
  Random& random;
  Module& module;
  Function& function;
  std::vector<Instruction*> all;
  Instruction* at;

  template <class Kind>
  Kind* any() const {
    std::vector<Kind*> found;
    for (Instruction* instruction : all) {
      if (auto* const one = dyn_cast<Kind>(instruction)) found.push_back(one);
    }
    return found.empty() ? nullptr : pick(random, found);
  }

  // A value of the type: one of the function's, or a constant that is likely to hurt.
  Value* value_of(Type* type) const {
    std::vector<Value*> values;
    for (Argument& argument : function.args()) values.push_back(&argument);
    for (Instruction* instruction : all) values.push_back(instruction);
    std::vector<Value*> fitting;
    for (Value* value : values) {
      if (value->getType() == type) fitting.push_back(value);
    }
    if (!fitting.empty() && below(random, 4) != 0) return pick(random, fitting);
    if (type->isIntegerTy()) return ConstantInt::get(type, interesting());
    if (below(random, 2) == 0 && type->isFirstClassType() && !type->isTokenTy() && !type->isLabelTy())
      return UndefValue::get(type);
    return type->isVoidTy() || !type->isFirstClassType() || type->isLabelTy() || type->isTokenTy() ||
                   type->isMetadataTy()
               ? nullptr
               : Constant::getNullValue(type);
  }

  std::uint64_t interesting() const {
    constexpr std::array<std::uint64_t, 16> kNumbers{0,  1,  2,  3,   4,   8,    16,        24,
                                                     31, 32, 64, 255, 256, 4096, 1U << 30U, ~0ULL};
    return below(random, 3) == 0 ? random() : pick(random, kNumbers);
  }
  std::uint64_t near(std::uint64_t number) const {
    switch (below(random, 6)) {
      case 0:
        return number + 1;
      case 1:
        return number - 1;
      case 2:
        return number ^ (std::uint64_t{1} << below(random, 64));
      case 3:
        return number * 2;
      case 4:
        return number + 8 * (below(random, 9) - 4);
      default:
        return interesting();
    }
  }
};

void forget(Instruction* instruction, Value* instead) {
  if (!instruction->getType()->isVoidTy()) instruction->replaceAllUsesWith(instead);
  instruction->eraseFromParent();
}

// Each gives false where there is nothing of its kind.

bool drop_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr || !branch->isConditional()) return false;
  const unsigned kept = static_cast<unsigned>(below(site.random, 2));
  BasicBlock* const gone = branch->getSuccessor(1 - kept);
  if (gone != branch->getSuccessor(kept)) gone->removePredecessor(branch->getParent(), true);
  BranchInst::Create(branch->getSuccessor(kept), branch);
  branch->eraseFromParent();
  return true;
}

bool swap_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr || !branch->isConditional()) return false;
  branch->swapSuccessors();
  return true;
}

bool redirect_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr) return false;
  std::vector<BasicBlock*> blocks;
  for (BasicBlock& block : site.function) blocks.push_back(&block);
  BasicBlock* const to = pick(site.random, blocks);
  if (to == &site.function.getEntryBlock()) return false;
  const unsigned which = static_cast<unsigned>(below(site.random, branch->getNumSuccessors()));
  BasicBlock* const from = branch->getSuccessor(which);
  if (from == to) return false;
  from->removePredecessor(branch->getParent(), true);
  branch->setSuccessor(which, to);
  for (PHINode& phi : to->phis()) {
    Value* const value = site.value_of(phi.getType());
    if (value == nullptr) return true;
    phi.addIncoming(value, branch->getParent());
  }
  return true;
}

bool change_constant(Site& site) {
  std::vector<Use*> uses;
  for (Instruction* instruction : site.all) {
    for (Use& use : instruction->operands()) {
      if (isa<ConstantInt>(use.get())) uses.push_back(&use);
    }
  }
  if (uses.empty()) return false;
  Use* const use = pick(site.random, uses);
  auto* const number = cast<ConstantInt>(use->get());
  if (number->getBitWidth() > 64) return false;
  use->set(ConstantInt::get(number->getType(), site.near(number->getZExtValue())));
  return true;
}

bool replace_operand(Site& site) {
  if (site.at->getNumOperands() == 0) return false;
  const unsigned which = static_cast<unsigned>(below(site.random, site.at->getNumOperands()));
  Type* const type = site.at->getOperand(which)->getType();
  if (type->isLabelTy() || type->isMetadataTy() || isa<InlineAsm>(site.at->getOperand(which))) return false;
  Value* const value = site.value_of(type);
  if (value == nullptr) return false;
  site.at->setOperand(which, value);
  return true;
}

bool swap_operands(Site& site) {
  for (unsigned i = 0; i + 1 < site.at->getNumOperands(); ++i) {
    Value* const first = site.at->getOperand(i);
    Value* const second = site.at->getOperand(i + 1);
    if (first == second || first->getType() != second->getType() || first->getType()->isLabelTy()) continue;
    site.at->setOperand(i, second);
    site.at->setOperand(i + 1, first);
    return true;
  }
  return false;
}

bool change_comparison(Site& site) {
  auto* const comparison = site.any<ICmpInst>();
  if (comparison == nullptr) return false;
  constexpr unsigned kFirst = CmpInst::FIRST_ICMP_PREDICATE;
  comparison->setPredicate(static_cast<CmpInst::Predicate>(
      kFirst + below(site.random, CmpInst::LAST_ICMP_PREDICATE - kFirst + 1)));
  return true;
}

bool change_operation(Site& site) {
  auto* const operation = site.any<BinaryOperator>();
  if (operation == nullptr || !operation->getType()->isIntOrIntVectorTy()) return false;
  constexpr std::array<Instruction::BinaryOps, 11> kOperations{
      Instruction::Add,  Instruction::Sub,  Instruction::Mul, Instruction::Or,
      Instruction::And,  Instruction::Xor,  Instruction::Shl, Instruction::LShr,
      Instruction::AShr, Instruction::UDiv, Instruction::SRem};
  BinaryOperator* const other = BinaryOperator::Create(
      pick(site.random, kOperations), operation->getOperand(0), operation->getOperand(1), "", operation);
  forget(operation, other);
  return true;
}

bool add_flags(Site& site) {
  if (auto* const pointer = dyn_cast<GetElementPtrInst>(site.at)) {
    pointer->setIsInBounds(!pointer->isInBounds());
  } else if (isa<OverflowingBinaryOperator>(site.at)) {
    site.at->setHasNoSignedWrap(below(site.random, 2) == 0);
    site.at->setHasNoUnsignedWrap(below(site.random, 2) == 0);
  } else {
    return false;
  }
  return true;
}

bool remove_instruction(Site& site) {
  if (site.at->isTerminator()) return false;
  Value* const instead = site.at->getType()->isVoidTy() ? nullptr : site.value_of(site.at->getType());
  if (!site.at->getType()->isVoidTy() && (instead == nullptr || instead == site.at)) return false;
  forget(site.at, instead);
  return true;
}

// The barrier or freeze before an access, or anything else that gives back what it takes.
bool see_through(Site& site) {
  if (site.at->getNumOperands() == 0 || site.at->getOperand(0)->getType() != site.at->getType() ||
      site.at->getOperand(0) == site.at || isa<PHINode>(site.at))
    return false;
  forget(site.at, site.at->getOperand(0));
  return true;
}

bool move_instruction(Site& site) {
  Instruction* const to = pick(site.random, site.all);
  if (site.at->isTerminator() || isa<PHINode>(site.at) || isa<PHINode>(to) || to == site.at) return false;
  site.at->moveBefore(to);
  return true;
}

bool copy_instruction(Site& site) {
  Instruction* const to = pick(site.random, site.all);
  if (site.at->isTerminator() || isa<PHINode>(site.at) || isa<PHINode>(to)) return false;
  Instruction* const copy = site.at->clone();
  copy->insertBefore(to);
  if (site.at->getType()->isVoidTy() || below(site.random, 2) == 0) return true;
  site.at->replaceUsesWithIf(copy,
                             [&](const Use& use) { return use.getUser() != copy && site.random() % 2 == 0; });
  return true;
}

bool insert_access(Site& site) {
  if (isa<PHINode>(site.at)) return false;
  IRBuilder<> builder(site.at);
  Type* const number = builder.getIntNTy(8U << below(site.random, 5));
  Value* pointer = site.value_of(PointerType::getUnqual(number));
  if (below(site.random, 2) == 0)
    pointer = builder.CreateIntToPtr(builder.getInt64(site.interesting()), PointerType::getUnqual(number));
  if (pointer == nullptr) return false;
  if (below(site.random, 2) == 0) {
    builder.CreateStore(ConstantInt::get(number, site.interesting()), pointer);
  } else {
    builder.CreateLoad(number, pointer);
  }
  return true;
}

// Another type in the same place: wider, narrower, or of an odd number of bits.
bool change_width(Site& site) {
  constexpr std::array<unsigned, 9> kBits{1, 7, 8, 16, 24, 32, 64, 128, 256};
  IRBuilder<> builder(site.at);
  Type* const type = builder.getIntNTy(pick(site.random, kBits));
  if (auto* const load = dyn_cast<LoadInst>(site.at)) {
    Value* const pointer = builder.CreateBitCast(load->getPointerOperand(),
                                                 PointerType::get(type, load->getPointerAddressSpace()));
    builder.CreateAlignedLoad(type, pointer, load->getAlign(), load->isVolatile());
    if (below(site.random, 2) == 0) return true;
    Value* const instead = site.value_of(load->getType());
    if (instead != nullptr && instead != load) forget(load, instead);
    return true;
  }
  if (auto* const store = dyn_cast<StoreInst>(site.at)) {
    Value* const pointer = builder.CreateBitCast(store->getPointerOperand(),
                                                 PointerType::get(type, store->getPointerAddressSpace()));
    builder.CreateAlignedStore(ConstantInt::get(type, 1), pointer, store->getAlign());
    if (below(site.random, 2) == 0) store->eraseFromParent();
    return true;
  }
  return false;
}

bool redirect_call(Site& site) {
  auto* const call = site.any<CallInst>();
  if (call == nullptr) return false;
  std::vector<Value*> fitting;
  for (Function& function : site.module) {
    if (function.getFunctionType() == call->getFunctionType()) fitting.push_back(&function);
  }
  if (fitting.empty() || below(site.random, 4) == 0)
    fitting.push_back(
        ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(call->getContext()), 0x401000),
                                  call->getCalledOperand()->getType()));
  call->setCalledOperand(pick(site.random, fitting));
  return true;
}

bool change_access(Site& site) {
  constexpr std::array<std::uint64_t, 5> kAlignments{1, 2, 16, 64, 4096};
  if (auto* const load = dyn_cast<LoadInst>(site.at)) {
    if (below(site.random, 3) == 0)
      load->setAlignment(Align(pick(site.random, kAlignments)));
    else if (below(site.random, 2) == 0)
      load->setVolatile(!load->isVolatile());
    else
      load->setAtomic(AtomicOrdering::Monotonic);
    return true;
  }
  if (auto* const store = dyn_cast<StoreInst>(site.at)) {
    if (below(site.random, 2) == 0)
      store->setAlignment(Align(pick(site.random, kAlignments)));
    else
      store->setAtomic(AtomicOrdering::Monotonic);
    return true;
  }
  return false;
}

bool add_note(Site& site) {
  LLVMContext& context = site.module.getContext();
  constexpr std::array<unsigned, 5> kEmpty{LLVMContext::MD_invariant_load, LLVMContext::MD_nonnull,
                                           LLVMContext::MD_noundef, LLVMContext::MD_nontemporal,
                                           LLVMContext::MD_unpredictable};
  if (isa<LoadInst>(site.at) && site.at->getType()->isIntegerTy(64) && below(site.random, 2) == 0) {
    site.at->setMetadata(LLVMContext::MD_range, MDBuilder(context).createRange(APInt(64, 0), APInt(64, 8)));
  } else {
    site.at->setMetadata(pick(site.random, kEmpty), MDNode::get(context, {}));
  }
  return true;
}

bool add_attribute(Site& site) {
  constexpr std::array<Attribute::AttrKind, 12> kKinds{
      Attribute::NoReturn,   Attribute::ReadNone, Attribute::Naked,        Attribute::NoUnwind,
      Attribute::WillReturn, Attribute::Cold,     Attribute::OptimizeNone, Attribute::NoInline,
      Attribute::InReg,      Attribute::NonNull,  Attribute::NoAlias,      Attribute::ZExt};
  const Attribute attribute = Attribute::get(site.module.getContext(), pick(site.random, kKinds));
  auto* const call = site.any<CallInst>();
  switch (below(site.random, 5)) {
    case 0:
      site.function.addFnAttr(attribute);
      break;
    case 1:
      site.function.addFnAttr("target-features", "+avx512f");
      break;
    case 2:
      site.function.removeFnAttr(below(site.random, 2) == 0 ? "no-jump-tables" : "probe-stack");
      break;
    case 3:
      if (call != nullptr) call->addFnAttr(attribute);
      break;
    default:
      if (!site.function.arg_empty()) site.function.addParamAttr(0, attribute);
  }
  return true;
}

// A number somewhere in a variable's first value: the table `simt_module` and all that it points to.
Constant* changed(Constant* value, Site& site) {
  if (auto* const number = dyn_cast<ConstantInt>(value))
    return number->getBitWidth() > 64
               ? value
               : ConstantInt::get(number->getType(), site.near(number->getZExtValue()));
  if (isa<ConstantPointerNull>(value) || isa<ConstantExpr>(value) || isa<GlobalValue>(value)) {
    std::vector<Constant*> others;
    for (GlobalVariable& variable : site.module.globals()) others.push_back(&variable);
    for (Function& function : site.module) others.push_back(&function);
    return ConstantExpr::getPointerBitCastOrAddrSpaceCast(pick(site.random, others), value->getType());
  }
  unsigned count = value->getNumOperands();
  if (auto* const data = dyn_cast<ConstantDataSequential>(value)) count = data->getNumElements();
  if (count == 0) return value;
  std::vector<Constant*> members;
  for (unsigned i = 0; i < count; ++i) members.push_back(value->getAggregateElement(i));
  Constant*& one = pick(site.random, members);
  one = changed(one, site);
  if (auto* const type = dyn_cast<StructType>(value->getType())) return ConstantStruct::get(type, members);
  if (auto* const type = dyn_cast<ArrayType>(value->getType())) return ConstantArray::get(type, members);
  return value;
}

bool change_variable(Site& site) {
  std::vector<GlobalVariable*> variables;
  for (GlobalVariable& variable : site.module.globals()) {
    if (variable.hasInitializer()) variables.push_back(&variable);
  }
  if (variables.empty()) return false;
  GlobalVariable* const variable = pick(site.random, variables);
  switch (below(site.random, 12)) {
    case 0:
      variable->setConstant(!variable->isConstant());
      break;
    case 1:
      variable->setSection(".init_array");
      break;
    case 2:
      variable->setThreadLocal(true);
      break;
    case 3:
      variable->setLinkage(GlobalValue::ExternalLinkage);
      break;
    case 4:
      variable->setInitializer(UndefValue::get(variable->getValueType()));
      break;
    case 5:
      site.module.setModuleInlineAsm(".globl simt_inserted");
      break;
    case 6:
      GlobalAlias::create(GlobalValue::ExternalLinkage, "another_name", variable);
      break;
    default:
      variable->setInitializer(changed(variable->getInitializer(), site));
  }
  return true;
}

struct Mutation {
  const char* name;
  bool (*apply)(Site&);
};
constexpr std::array<Mutation, 21> kMutations{{{"drop-branch", drop_branch},
                                               {"swap-branch", swap_branch},
                                               {"redirect-branch", redirect_branch},
                                               {"change-constant", change_constant},
                                               {"change-constant", change_constant},
                                               {"replace-operand", replace_operand},
                                               {"replace-operand", replace_operand},
                                               {"swap-operands", swap_operands},
                                               {"change-comparison", change_comparison},
                                               {"change-operation", change_operation},
                                               {"add-flags", add_flags},
                                               {"remove-instruction", remove_instruction},
                                               {"see-through", see_through},
                                               {"move-instruction", move_instruction},
                                               {"copy-instruction", copy_instruction},
                                               {"insert-access", insert_access},
                                               {"change-width", change_width},
                                               {"redirect-call", redirect_call},
                                               {"change-access", change_access},
                                               {"add-note", add_note},
                                               {"add-attribute", add_attribute}}};

}  // namespace

std::string mutate(Module& module, Random& random) {
  std::vector<Function*> functions;
  for (Function& function : module) {
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  Function& function = *pick(random, functions);
  Site site{random, module, function, {}, nullptr};
  for (Instruction& instruction : instructions(function)) site.all.push_back(&instruction);
  if (below(random, 10) == 0) return change_variable(site) ? "change-variable" : "";
  for (;;) {
    site.at = pick(random, site.all);
    const Mutation& mutation = pick(random, kMutations);
    if (mutation.apply(site)) return mutation.name;
  }
}

}  // namespace simt_fuzz
