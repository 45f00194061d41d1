#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include "site.h"

namespace simt_fuzz {
namespace {

// A number somewhere in a variable's first value: the table `simt_module` and all that it points to.
Constant* changed(Constant* value, Site& site) {
  if (auto* const number = dyn_cast<ConstantInt>(value)) {
    return number->getBitWidth() > 64
               ? value
               : ConstantInt::get(number->getType(), site.near(number->getZExtValue()));
  }
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

}  // namespace

// Gives a value another type in the same place: wider, narrower, or of an odd number of bits.
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
  if (fitting.empty() || below(site.random, 4) == 0) {
    fitting.push_back(
        ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(call->getContext()), 0x401000),
                                  call->getCalledOperand()->getType()));
  }
  call->setCalledOperand(pick(site.random, fitting));
  return true;
}

bool change_access(Site& site) {
  constexpr std::array<std::uint64_t, 5> kAlignments{1, 2, 16, 64, 4096};
  if (auto* const load = dyn_cast<LoadInst>(site.at)) {
    if (below(site.random, 3) == 0) {
      load->setAlignment(Align(pick(site.random, kAlignments)));
    } else if (below(site.random, 2) == 0) {
      load->setVolatile(!load->isVolatile());
    } else {
      load->setAtomic(AtomicOrdering::Monotonic);
    }
    return true;
  }
  if (auto* const store = dyn_cast<StoreInst>(site.at)) {
    if (below(site.random, 2) == 0) {
      store->setAlignment(Align(pick(site.random, kAlignments)));
    } else {
      store->setAtomic(AtomicOrdering::Monotonic);
    }
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

}  // namespace simt_fuzz
