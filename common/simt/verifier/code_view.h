// One function's code as the rules see it: which fields, members of the machine and guarded blocks are meant.
// And the rules for single accesses and calls, which need nothing of what went before them.
#pragma once

#include "verifier.h"

namespace simt_verifier {

std::optional<std::uint64_t> constant(const llvm::Value* value);

// An empty piece of assembler: gives back what it is given, as one definite value that nothing is known of.
bool is_barrier(const llvm::Value* value);

// A value as many bytes long in memory as it has bits.
bool is_plain(const llvm::Type* type);

// `slow`, which calls the machine, is between `head` and the block where both ways meet.
struct Guard {
  const llvm::BasicBlock* head = nullptr;
  const llvm::ICmpInst* condition = nullptr;
  const llvm::CallInst* call = nullptr;
  std::size_t member = SIZE_MAX;  // none
};

class CodeView {
 public:
  CodeView(const llvm::Function& function, const Tables& tables);

  const llvm::Argument* context() const { return function_.getArg(0); }
  // The offset in Context of the field that a value was loaded from.
  std::int64_t field(const llvm::Value* value) const;
  bool is_field(const llvm::Value* value, std::size_t offset) const {
    return field(value) == static_cast<std::int64_t>(offset);
  }
  // The offset in Runtime of what is called.
  std::optional<std::size_t> member_of(const llvm::CallInst& call) const;
  Guard guard_of(const llvm::BasicBlock& block) const;
  // Of a kernel: which argument is at an address.
  std::optional<std::size_t> argument(const llvm::Value* address) const;
  const Tables::Place& place(const llvm::Value* number) const;

  // --- access_rules.cpp
  // The local memory that the function has taken.
  struct Local {
    const llvm::Value* begin = nullptr;
    std::uint64_t bytes = 0;
  };
  // An access of `pointer` in a block that is guarded.
  void check_access(const llvm::Instruction& access, const llvm::Value* pointer, llvm::Type* type,
                    std::uint64_t alignment, const Guard& guard, const Local& local) const;

  // --- call_rules.cpp
  // A call of the machine; the offset in Runtime of what is called.
  std::size_t check_machine_call(const llvm::CallInst& call) const;

 protected:
  const llvm::Function& function_;
  const Tables& tables_;
  const llvm::DataLayout& layout_;
  const Tables::Kernel* kernel_ = nullptr;  // null: a function that is called

 private:
  void check_window(const Guard& guard, const llvm::Value* begin, const llvm::Value* count) const;
  bool holds(const llvm::Value* begin, std::uint64_t bytes, bool is_stored, const Local& local) const;
  void check_printed(const llvm::CallInst& call) const;
};

}  // namespace simt_verifier
