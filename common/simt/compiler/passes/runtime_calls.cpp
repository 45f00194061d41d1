#include "passes/runtime_calls.h"

#include <llvm/Support/raw_ostream.h>

#include <array>
#include <cstddef>
#include <string>

#include "front/source_lines.h"

namespace simtcc {
namespace {

using abi = simt::abi::Runtime;

constexpr std::array<RuntimeCall, 33> kCalls{{
    {"simt_atomic", offsetof(abi, atomic), false, 1},
    {"simt_barrier", offsetof(abi, barrier)},
    {"simt_barrier_count", offsetof(abi, barrier_count)},
    {"simt_fence", offsetof(abi, fence)},
    {"simt_sync_warp", offsetof(abi, sync_warp)},
    {"simt_shuffle", offsetof(abi, shuffle)},
    {"simt_ballot", offsetof(abi, ballot)},
    {"simt_match", offsetof(abi, match)},
    {"simt_reduce", offsetof(abi, reduce)},
    {"simt_active_mask", offsetof(abi, active_mask)},
    {"simt_clock", offsetof(abi, clock)},
    {"simt_space_of", offsetof(abi, space_of)},
    {"simt_allocate", offsetof(abi, allocate)},
    {"simt_release", offsetof(abi, release)},
    {"simt_fetch_texture", offsetof(abi, fetch_texture)},
    {"simt_surface_load", offsetof(abi, surface_load)},
    {"simt_surface_store", offsetof(abi, surface_store)},
    {"simt_load_matrix", offsetof(abi, load_matrix), false, 1},
    {"simt_store_matrix", offsetof(abi, store_matrix), false, 1},
    {"simt_multiply_matrices", offsetof(abi, multiply_matrices)},
    {"simt_copy_source", offsetof(abi, copy_source), false, 0},
    {"simt_copy_async", offsetof(abi, copy_async), false, 0},
    {"simt_commit_async", offsetof(abi, commit_async)},
    {"simt_wait_async", offsetof(abi, wait_async)},
    {"simt_init_phases", offsetof(abi, init_phases), false, 0},
    {"simt_arrive_phase", offsetof(abi, arrive_phase), false, 0},
    {"simt_wait_phase", offsetof(abi, wait_phase), false, 0},
    {"simt_named_barrier", offsetof(abi, named_barrier)},
    {"simt_print", offsetof(abi, print)},
    {"simt_sync_grid", offsetof(abi, sync_grid)},
    {"simt_trap", offsetof(abi, trap), true},
    {"simt_assertion", offsetof(abi, assertion), true},
    {"llvm.trap", offsetof(abi, trap), true},
}};

struct Index {
  const char* name;
  std::size_t offset;
};
constexpr std::size_t kWord = sizeof(std::uint32_t);
using simt::abi::Context;
constexpr std::array<Index, 13> kIndices{{
    {"simt_thread_index_x", offsetof(Context, thread_index)},
    {"simt_thread_index_y", offsetof(Context, thread_index) + kWord},
    {"simt_thread_index_z", offsetof(Context, thread_index) + 2 * kWord},
    {"simt_block_index_x", offsetof(Context, block_index)},
    {"simt_block_index_y", offsetof(Context, block_index) + kWord},
    {"simt_block_index_z", offsetof(Context, block_index) + 2 * kWord},
    {"simt_block_dim_x", offsetof(Context, block_dim)},
    {"simt_block_dim_y", offsetof(Context, block_dim) + kWord},
    {"simt_block_dim_z", offsetof(Context, block_dim) + 2 * kWord},
    {"simt_grid_dim_x", offsetof(Context, grid_dim)},
    {"simt_grid_dim_y", offsetof(Context, grid_dim) + kWord},
    {"simt_grid_dim_z", offsetof(Context, grid_dim) + 2 * kWord},
    {"simt_is_cooperative", offsetof(Context, is_cooperative)},
}};

constexpr const char* kSharedBase = "simt_shared_base";

void set_pure(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::Convergent);
  for (llvm::User* user : function.users()) {
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(user))
      call->removeFnAttr(llvm::Attribute::Convergent);
  }
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.addFnAttr(llvm::Attribute::WillReturn);
  function.addFnAttr(llvm::Attribute::NoFree);
  function.addFnAttr(llvm::Attribute::NoSync);
}

// Calls that other lanes notice and memory does not: loads may pass them, as they pass nvcc's.
void set_apart_from_memory(llvm::Function& function) {
  function.setOnlyAccessesInaccessibleMemory();
  function.setDoesNotThrow();
  function.addFnAttr(llvm::Attribute::WillReturn);
}

// vprintf(format, buffer of a struct): one variadic call with the struct's fields, so that the buffer
// vanishes.
void replace_vprintf(llvm::CallInst& call, llvm::Function& print) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 8> arguments{call.getArgOperand(0)};
  auto* const buffer = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(1)->stripPointerCasts());
  if (buffer != nullptr) {
    auto* const fields = llvm::cast<llvm::StructType>(buffer->getAllocatedType());
    for (unsigned i = 0; i < fields->getNumElements(); ++i) {
      llvm::Value* const place = builder.CreateStructGEP(fields, buffer, i);
      arguments.push_back(builder.CreateLoad(fields->getElementType(i), place));
    }
  }
  llvm::CallInst* const replacement = builder.CreateCall(&print, arguments);
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

llvm::Function& declared(llvm::Module& module, const char* name, llvm::FunctionType* type) {
  return *llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
}

template <class Replace>
void for_each_call(llvm::Module& module, const char* name, const Replace& replace) {
  llvm::Function* const callee = module.getFunction(name);
  if (callee == nullptr) return;
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::User* user : callee->users()) {
    if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) replace(*call);
}

// The address of the block's shared memory, as a number.
void load_shared_base(llvm::Function& function, llvm::Value* context) {
  llvm::Type* const bytes = byte_pointer(function.getContext());
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_call_of(instruction, kSharedBase)) continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::LoadInst* const begin =
        builder.CreateLoad(bytes, field_of(builder, context, offsetof(Context, shared), bytes));
    begin->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(function.getContext(), {}));
    instruction.replaceAllUsesWith(builder.CreatePtrToInt(begin, builder.getInt64Ty()));
    instruction.eraseFromParent();
  }
}

}  // namespace

const RuntimeCall* runtime_call(const llvm::Value* callee) {
  const auto* const function = llvm::dyn_cast_or_null<llvm::Function>(callee);
  if (function == nullptr) return nullptr;
  for (const RuntimeCall& call : kCalls) {
    if (function->getName() == call.name) return &call;
  }
  return nullptr;
}

void prepare_runtime_calls(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const nothing = llvm::Type::getVoidTy(context);
  llvm::Type* const i32 = llvm::Type::getInt32Ty(context);
  for_each_call(module, "llvm.nvvm.barrier0", [&](llvm::CallInst& call) {
    llvm::Function& barrier = declared(module, "simt_barrier", llvm::FunctionType::get(nothing, false));
    barrier.setConvergent();
    call.setCalledFunction(&barrier);
  });
  for_each_call(module, "vprintf", [&](llvm::CallInst& call) {
    llvm::Function& print = declared(module, "simt_print",
                                     llvm::FunctionType::get(i32, {call.getArgOperand(0)->getType()}, true));
    replace_vprintf(call, print);
  });
  for (const Index& index : kIndices) {
    if (llvm::Function* const function = module.getFunction(index.name)) set_pure(*function);
  }
  for (const char* name : {kSharedBase, "simt_is_shared", "simt_is_grid_constant"}) {
    if (llvm::Function* const function = module.getFunction(name)) set_pure(*function);
  }
  // Two barriers in two branches are two barriers.
  for (llvm::Function& function : module) {
    if (runtime_call(&function) == nullptr) continue;
    for (llvm::User* user : function.users()) {
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(user)) call->addFnAttr(llvm::Attribute::NoMerge);
    }
  }
  // warpSize: no constant to the front end, as in CUDA, and one to the optimiser.
  if (llvm::GlobalVariable* const size = module.getNamedGlobal("simt_warp_size")) {
    size->setInitializer(llvm::ConstantInt::get(size->getValueType(), simt::abi::kLanes));
    size->setConstant(true);
    size->setLinkage(llvm::GlobalValue::PrivateLinkage);
  }
  // What stands behind these runs if what stands before does, as behind nvcc's intrinsics: an index that would overflow there does not.
  for (const char* name :
       {"simt_barrier", "simt_barrier_count", "simt_sync_warp", "simt_fence", "simt_atomic"}) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr) continue;
    function->setDoesNotThrow();
    function->addFnAttr(llvm::Attribute::WillReturn);
  }
  for (const char* name : {"simt_shuffle", "simt_ballot", "simt_match", "simt_reduce", "simt_active_mask",
                           "simt_multiply_matrices"}) {
    if (llvm::Function* const function = module.getFunction(name)) set_apart_from_memory(*function);
  }
}

llvm::Value* field_of(llvm::IRBuilder<>& builder, llvm::Value* context, std::size_t offset,
                      llvm::Type* type) {
  llvm::Value* const place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context, offset);
  return builder.CreatePointerCast(place, llvm::PointerType::getUnqual(type));
}

void load_indices(llvm::Function& function, llvm::Value* context) {
  load_shared_base(function, context);
  for (const Index& index : kIndices) {
    llvm::SmallVector<llvm::CallInst*, 8> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_call_of(instruction, index.name)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    }
    for (llvm::CallInst* call : calls) {
      llvm::IRBuilder<> builder(call);
      llvm::LoadInst* const value = builder.CreateLoad(
          builder.getInt32Ty(), field_of(builder, context, index.offset, builder.getInt32Ty()));
      // It never changes while the lane runs.
      value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(function.getContext(), {}));
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  }
}

llvm::CallInst* call_primitive(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                               std::uint32_t place, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Value*, 8> all{builder.getInt32(place)};
  all.append(arguments.begin(), arguments.end());
  llvm::SmallVector<llvm::Type*, 8> types;
  for (const llvm::Value* argument : all) types.push_back(argument->getType());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      module.getOrInsertFunction("simt." + name, llvm::FunctionType::get(result, types, false)), all);
}

std::string typed_primitive(const char* name, const llvm::Type* type) {
  std::string text = std::string(name) + ".";
  llvm::raw_string_ostream(text) << *type;
  return text;
}

llvm::CallInst* call_runtime(llvm::IRBuilder<>& builder, std::size_t member, llvm::Type* result,
                             std::uint32_t place, llvm::ArrayRef<llvm::Value*> arguments) {
  return call_primitive(builder, "call." + std::to_string(member), result, place, arguments);
}

}  // namespace simtcc
