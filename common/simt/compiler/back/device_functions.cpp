#include "back/device_functions.h"

#include "front/annotations.h"
#include "passes/object_copies.h"
#include "passes/passes.h"

namespace simtcc {
namespace {

// A structure that was passed by value. Offsets say where in it a pointer points.
struct PassedValue {
  std::uint64_t bytes;
  const llvm::DataLayout& layout;

  bool holds(std::int64_t offset, std::uint64_t length) const {
    return offset >= 0 && length <= bytes && static_cast<std::uint64_t>(offset) <= bytes - length;
  }

  // Whether all that happens to it by this pointer are loads of members at constant places inside of it.
  bool is_only_read(const llvm::Value* pointer, std::int64_t offset) const {
    return llvm::all_of(pointer->users(),
                        [&](const llvm::User* user) { return is_read(pointer, offset, user); });
  }

 private:
  bool is_read(const llvm::Value* pointer, std::int64_t offset, const llvm::User* user) const {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(user)) return true;
    if (llvm::isa<llvm::LoadInst>(user)) return holds(offset, layout.getTypeStoreSize(user->getType()));
    if (const auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(user)) {
      const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
      return copy->getRawSource() == pointer && copy->getRawDest() != pointer && length != nullptr &&
             holds(offset, length->getZExtValue());
    }
    if (const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt further(layout.getIndexTypeSizeInBits(element->getType()), 0);
      return element->accumulateConstantOffset(layout, further) &&
             is_only_read(element, offset + further.getSExtValue());
    }
    const bool same_place = llvm::isa<llvm::BitCastInst>(user) || llvm::isa<llvm::AddrSpaceCastInst>(user);
    return same_place && is_only_read(user, offset);
  }
};

// Moves the function's code into one that takes the context first.
llvm::Function* with_context(llvm::Function& old) {
  llvm::LLVMContext& context = old.getContext();
  llvm::SmallVector<llvm::Type*, 8> types{byte_pointer(context)};
  for (const llvm::Argument& argument : old.args()) types.push_back(argument.getType());
  auto* const type = llvm::FunctionType::get(old.getReturnType(), types, false);
  llvm::Function* const made =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "", old.getParent());
  made->takeName(&old);
  made->setSubprogram(old.getSubprogram());
  made->setDoesNotThrow();
  // What a pass has noted of the function.
  for (const llvm::Attribute& attribute : old.getAttributes().getFnAttrs()) {
    if (attribute.isStringAttribute() && begins_with(attribute.getKindAsString(), "simt."))
      made->addFnAttr(attribute);
  }
  old.setSubprogram(nullptr);
  while (!old.empty()) {
    llvm::BasicBlock& block = old.front();
    block.removeFromParent();
    block.insertInto(made);
  }
  for (llvm::Argument& argument : old.args()) {
    llvm::Argument* const moved = made->getArg(argument.getArgNo() + 1);
    moved->takeName(&argument);
    for (const llvm::Attribute::AttrKind kind : {llvm::Attribute::ByVal}) {
      if (argument.hasAttribute(kind)) moved->addAttr(argument.getAttribute(kind));
    }
    argument.replaceAllUsesWith(moved);
  }
  return made;
}

// A bool is an integer of one bit, and a byte in memory.
llvm::Value* load_argument(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Type* type) {
  llvm::Type* const stored = type->isIntegerTy(1) ? builder.getInt8Ty() : type;
  llvm::Value* const typed = builder.CreatePointerCast(address, llvm::PointerType::getUnqual(stored));
  return builder.CreateTruncOrBitCast(builder.CreateLoad(stored, typed), type);
}

// An address that no other function has, and no code.
llvm::Constant* identity_of(llvm::Function& function) {
  llvm::Type* const byte = llvm::Type::getInt8Ty(function.getContext());
  auto* const variable =
      new llvm::GlobalVariable(*function.getParent(), byte, true, llvm::GlobalValue::PrivateLinkage,
                               llvm::ConstantInt::get(byte, 0), "simt.function");
  return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(variable, function.getType());
}

void add_context_to_call(llvm::CallInst& call, llvm::Function& callee) {
  llvm::SmallVector<llvm::Value*, 8> arguments{context_of(*call.getFunction())};
  arguments.append(call.arg_begin(), call.arg_end());
  llvm::CallInst* const made = llvm::CallInst::Create(&callee, arguments, "", &call);
  made->setDebugLoc(call.getDebugLoc());
  made->setMetadata("simt.line", call.getMetadata("simt.line"));
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

// Passes the argument of a function that will not be inlined by address. The function makes its own copy,
// behind checks; the copy that the processor's calling convention makes would bypass them.
void pass_address(llvm::Argument& argument) {
  llvm::Function& function = *argument.getParent();
  argument.removeAttr(llvm::Attribute::ByVal);
  for (llvm::User* user : function.users()) {
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(user))
      call->removeParamAttr(argument.getArgNo(), llvm::Attribute::ByVal);
  }
}

// Piece by piece, also where they are many: a loop over a kernel's arguments could not be shown to stay
// within.
void copy_in_pieces(llvm::IRBuilder<>& builder, llvm::AllocaInst& copy, llvm::Argument& argument,
                    std::uint64_t bytes) {
  const std::uint64_t alignment = argument.getParamAlign().valueOrOne().value();
  if (bytes <= kMostCopiedInPieces) {
    builder.CreateMemCpy(&copy, copy.getAlign(), &argument, llvm::Align(alignment), bytes);
    return;
  }
  for (std::uint64_t offset = 0; offset < bytes;) {
    std::uint64_t piece = std::min<std::uint64_t>(alignment, 8);
    while (piece > bytes - offset) piece /= 2;
    llvm::Type* const type = builder.getIntNTy(static_cast<unsigned>(piece * 8));
    llvm::Value* const value =
        builder.CreateAlignedLoad(type, at_offset(builder, &argument, offset, type), llvm::Align(piece));
    builder.CreateAlignedStore(value, at_offset(builder, &copy, offset, type), llvm::Align(piece));
    offset += piece;
  }
}

}  // namespace

void copy_changed_arguments(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr()) continue;
      llvm::Type* const type = argument.getParamByValType();
      const PassedValue value{module.getDataLayout().getTypeAllocSize(type), module.getDataLayout()};
      const bool is_called = is_recursive(function);
      if (!is_called && value.is_only_read(&argument, 0)) continue;
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      const llvm::Align alignment = argument.getParamAlign().valueOrOne();
      llvm::AllocaInst* const copy = builder.CreateAlloca(type);
      copy->setAlignment(std::max(alignment, copy->getAlign()));
      if (function.getAttributes().hasParamAttr(argument.getArgNo(), kGridConstantNote))
        copy->setMetadata(kGridConstantNote, llvm::MDNode::get(module.getContext(), {}));
      argument.replaceAllUsesWith(copy);
      copy_in_pieces(builder, *copy, argument, value.bytes);
      if (is_called) pass_address(argument);
    }
  }
}

void add_contexts(llvm::Module& module, std::vector<KernelFunction>& kernels) {
  llvm::SmallVector<llvm::Function*, 16> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  llvm::DenseMap<llvm::Value*, llvm::Function*> made;
  for (llvm::Function* function : functions) made[function] = with_context(*function);
  for (auto& [old, function] : made) {
    llvm::SmallVector<llvm::CallInst*, 8> calls;
    for (llvm::User* user : old->users()) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledOperand() == old) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) add_context_to_call(*call, *function);
  }
  for (KernelFunction& kernel : kernels) kernel.function = made.lookup(kernel.function);
  for (llvm::Function* old : functions) {
    // Pointers to it are only ever compared (indirect_calls.cpp): any address of its own will do.
    if (!old->use_empty()) old->replaceAllUsesWith(identity_of(*old));
    old->eraseFromParent();
  }
}

llvm::Function* make_entry(const KernelFunction& kernel) {
  llvm::Function& function = *kernel.function;
  llvm::LLVMContext& context = function.getContext();
  llvm::Type* const bytes = byte_pointer(context);
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                             {bytes, llvm::PointerType::getUnqual(bytes)}, false);
  llvm::Function* const entry = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                                       "simt.entry." + kernel.name, function.getParent());
  entry->setDoesNotThrow();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  llvm::SmallVector<llvm::Value*, 8> arguments{entry->getArg(0)};
  for (unsigned i = 1; i < function.arg_size(); ++i) {
    llvm::Value* const place = builder.CreateConstInBoundsGEP1_32(bytes, entry->getArg(1), i - 1);
    llvm::Value* const address = builder.CreateLoad(bytes, place);
    llvm::Argument* const argument = function.getArg(i);
    if (argument->hasByValAttr()) {
      arguments.push_back(builder.CreatePointerCast(address, argument->getType()));
    } else {
      arguments.push_back(load_argument(builder, address, argument->getType()));
    }
    // A structure by value is passed as its address: nothing copies it again.
    if (argument->hasByValAttr()) argument->removeAttr(llvm::Attribute::ByVal);
  }
  llvm::CallInst* const call = builder.CreateCall(&function, arguments);
  builder.CreateRetVoid();
  llvm::InlineFunctionInfo inlined;
  function.setSubprogram(nullptr);
  llvm::InlineFunction(*call, inlined);
  return entry;
}

}  // namespace simtcc
