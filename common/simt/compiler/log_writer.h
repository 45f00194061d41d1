// The lane's log inside of one function: kept in a register, written to the context before a call, read from
// it after.
#pragma once

#include <cstddef>

#include "llvm.h"
#include "runtime_calls.h"
#include "simt/module_abi.h"

namespace simtcc {

class LogWriter {
 public:
  // Begins at the function's first instruction.
  LogWriter(llvm::Function& function, llvm::Value* context) : context_(context) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    log_ = builder.CreateAlloca(entries(builder), nullptr, "log");
    reload(builder);
  }

  void save(llvm::IRBuilder<>& builder) {
    builder.CreateStore(current(builder),
                        field_of(builder, context_, offsetof(simt::abi::Context, log), entries(builder)));
  }
  void reload(llvm::IRBuilder<>& builder) {
    llvm::Value* const field =
        field_of(builder, context_, offsetof(simt::abi::Context, log), entries(builder));
    builder.CreateStore(builder.CreateLoad(entries(builder), field), log_);
  }
  llvm::Value* current(llvm::IRBuilder<>& builder) { return builder.CreateLoad(entries(builder), log_); }

  // `address` is an i64.
  void append(llvm::IRBuilder<>& builder, std::uint32_t place, llvm::Value* address) {
    llvm::Value* const at = current(builder);
    builder.CreateStore(builder.CreateOr(address, builder.getInt64(simt::abi::entry(place, 0))), at);
    builder.CreateStore(builder.CreateConstGEP1_64(builder.getInt64Ty(), at, simt::abi::kLanes), log_);
  }

  // Whether the machine must be asked before the log grows on.
  llvm::Value* is_full(llvm::IRBuilder<>& builder) {
    llvm::Value* const field =
        field_of(builder, context_, offsetof(simt::abi::Context, log_limit), entries(builder));
    // Volatile: the machine changes it when the time is up.
    llvm::Value* const limit = builder.CreateLoad(entries(builder), field, true);
    return builder.CreateICmpUGE(current(builder), limit);
  }

  llvm::AllocaInst* variable() const { return log_; }

 private:
  static llvm::Type* entries(llvm::IRBuilder<>& builder) {
    return llvm::PointerType::getUnqual(builder.getInt64Ty());
  }

  llvm::Value* context_;
  llvm::AllocaInst* log_ = nullptr;
};

}  // namespace simtcc
