// The registers of one asm statement: those that it declares, and its operands. Each is a local variable of
// the function, which the optimiser turns into values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "llvm.h"
#include "ptx/ptx_text.h"

namespace simtcc::ptx {

class Registers {
 public:
  // Values that the statement gets and sets are stored at its place, and loaded there.
  Registers(llvm::CallInst& statement, const std::vector<unsigned>& parent_scopes);

  void declare(unsigned scope, const std::string& name, unsigned bits);
  void enter(unsigned scope) { scope_ = scope; }

  // Returns null if there is no register of this name.
  llvm::AllocaInst* find(const Operand& operand) const;
  std::optional<unsigned> width_of(const Operand& operand) const;
  // The carry flag.
  llvm::AllocaInst* carry();
  // The pointer that an operand was given, where it only is an input; else null.
  llvm::Value* passed_pointer(const Operand& operand) const;

  // The text with % for operands, and those that are constants ("n") as numbers.
  static std::string text_of(llvm::CallInst& statement);
  // Returns the statement's results, taken from its outputs.
  llvm::Value* results(llvm::IRBuilder<>& builder);

 private:
  struct AsmOperand {
    llvm::AllocaInst* slot = nullptr;
    llvm::Value* passed = nullptr;  // an input
    bool is_output = false;
  };
  llvm::AllocaInst* slot(unsigned bits);

  llvm::CallInst& statement_;
  const std::vector<unsigned>& parents_;
  unsigned scope_ = 0;
  llvm::AllocaInst* carry_ = nullptr;
  std::vector<AsmOperand> operands_;
  std::map<std::pair<unsigned, std::string>, llvm::AllocaInst*> declared_;
};

}  // namespace simtcc::ptx
