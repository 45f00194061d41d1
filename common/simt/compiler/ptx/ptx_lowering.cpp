#include "ptx/ptx_lowering.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/Linker/Linker.h>

#include "front/source_lines.h"
#include "ptx/families.h"
#include "ptx/inlined_exits.h"
#include "ptx/opcodes.h"

namespace simtcc::ptx {
namespace {

constexpr const char* kReason = "simt.refused";
constexpr const char* kFunctionNames = "simt_ptx_";
constexpr const char* kAccessNames = "simt.ptx.";

using Family = bool (*)(const Instruction&, Builder&);
constexpr Family kFamilies[] = {lower_moves,       lower_integers,    lower_bits,   lower_floats,
                                lower_comparisons, lower_conversions, lower_memory, lower_atomics,
                                lower_async,       lower_tensor,      lower_warps,  lower_control};

// One asm statement.
class Statements {
 public:
  Statements(llvm::CallInst& call, const Text& text)
      : call_(call), text_(text), registers_(call, text_.parents), builder_(call, registers_) {}

  void run() {
    make_labels();
    const bool clobbers = clobbers_memory();
    if (clobbers) order_memory();
    for (const Statement& statement : text_.statements) {
      registers_.enter(statement.scope);
      switch (statement.kind) {
        case Statement::Kind::registers:
          declare(statement);
          break;
        case Statement::Kind::label:
          begin_label(statement);
          break;
        case Statement::Kind::instruction:
          guarded(statement.instruction, statement.scope);
      }
    }
    builder_.ir().SetInsertPoint(&call_);
    if (clobbers) order_memory();
    if (llvm::Value* const results = registers_.results(builder_.ir())) call_.replaceAllUsesWith(results);
  }

 private:
  using Label = std::pair<unsigned, std::string>;

  bool clobbers_memory() const {
    const auto* const assembler = llvm::cast<llvm::InlineAsm>(call_.getCalledOperand());
    return assembler->getConstraintString().find("~{memory}") != std::string::npos;
  }

  // Orders memory with an empty asm statement, which is erased when optimisation is over.
  void order_memory() {
    auto* const type = llvm::FunctionType::get(builder_.ir().getVoidTy(), false);
    builder_.ir().CreateCall(llvm::InlineAsm::get(type, "", "~{memory}", true), {});
  }

  // Blocks of their own, still with no way in or out.
  void make_labels() {
    for (const Statement& statement : text_.statements) {
      if (statement.kind != Statement::Kind::label) continue;
      auto* const block = llvm::BasicBlock::Create(call_.getContext(), "ptx", call_.getFunction());
      new llvm::UnreachableInst(call_.getContext(), block);
      if (!labels_.emplace(Label{statement.scope, statement.label}, block).second)
        throw NotSupported("label `" + statement.label + "` stands there twice");
    }
  }

  llvm::BasicBlock& label(const std::string& name, unsigned scope) const {
    for (;; scope = text_.parents[scope]) {
      const auto found = labels_.find({scope, name});
      if (found != labels_.end()) return *found->second;
      if (scope == 0) throw NotSupported("`bra` goes to `" + name + "`, which is no label of this asm");
    }
  }

  // The code so far goes on in the label's block, and that at the statement.
  void begin_label(const Statement& statement) {
    llvm::BasicBlock& block = label(statement.label, statement.scope);
    llvm::BasicBlock* const before = call_.getParent();
    llvm::BasicBlock* const after = llvm::SplitBlock(before, &call_);
    before->getTerminator()->setSuccessor(0, &block);
    block.moveBefore(after);
    llvm::ReplaceInstWithInst(block.getTerminator(), llvm::BranchInst::Create(after));
    builder_.ir().SetInsertPoint(&call_);
  }

  void declare(const Statement& statement) {
    const auto type = type_named(statement.registers.type);
    if (!type) throw NotSupported("registers of type ." + statement.registers.type + " are not supported");
    for (const std::string& name : statement.registers.names)
      registers_.declare(statement.scope, name, type->bits);
  }

  void guarded(const Instruction& instruction, unsigned scope) {
    builder_.begin(instruction);
    builder_.ir().SetInsertPoint(&call_);
    builder_.ir().SetCurrentDebugLocation(call_.getDebugLoc());
    llvm::Value* const condition = instruction.guard ? builder_.predicate(*instruction.guard) : nullptr;
    if (instruction.family() == "bra") return branch(instruction, scope, condition);
    if (condition != nullptr) {
      llvm::Instruction* const inner = llvm::SplitBlockAndInsertIfThen(condition, &call_, false);
      builder_.ir().SetInsertPoint(inner);
      builder_.ir().SetCurrentDebugLocation(call_.getDebugLoc());
    }
    lower(instruction);
  }

  void branch(const Instruction& instruction, unsigned scope, llvm::Value* condition) {
    builder_.expect_operands(1);
    llvm::BasicBlock& target = label(instruction.operands.front().name, scope);
    llvm::BasicBlock* const before = call_.getParent();
    llvm::BasicBlock* const after = llvm::SplitBlock(before, &call_);
    llvm::Value* const taken = condition != nullptr ? condition : builder_.ir().getTrue();
    llvm::BranchInst* const jump = llvm::BranchInst::Create(&target, after, taken);
    jump->setDebugLoc(call_.getDebugLoc());
    llvm::ReplaceInstWithInst(before->getTerminator(), jump);
    builder_.ir().SetInsertPoint(&call_);
  }

  void lower(const Instruction& instruction) {
    const std::string missing = reason_not_to_lower(instruction.family());
    if (!missing.empty()) throw NotSupported("`" + instruction.opcode + "` " + missing);
    if (!instruction.is_ended) throw NotSupported("`" + instruction.opcode + "` does not end with `;`");
    for (const Family family : kFamilies) {
      if (family(instruction, builder_)) return;
    }
    builder_.refuse("use the CUDA function that stands for the instruction, or ordinary C++");
  }

  llvm::CallInst& call_;
  const Text& text_;
  Registers registers_;
  Builder builder_;
  std::map<Label, llvm::BasicBlock*> labels_;
};

// An empty statement is a fence to the optimiser, and remains one.
bool is_empty(const llvm::CallInst& statement) {
  const auto* const assembler = llvm::cast<llvm::InlineAsm>(statement.getCalledOperand());
  const bool has_one_value =
      statement.arg_size() == 1 && statement.getArgOperand(0)->getType() == statement.getType();
  return assembler->getAsmString().empty() && (statement.getType()->isVoidTy() || has_one_value);
}

void note_reason(llvm::CallInst& statement, const std::string& reason) {
  llvm::LLVMContext& context = statement.getContext();
  statement.setMetadata(kReason, llvm::MDNode::get(context, llvm::MDString::get(context, reason)));
}

void lower_statement(llvm::CallInst& statement) {
  if (is_empty(statement)) return;
  try {
    const Text text = parse(Registers::text_of(statement));
    Statements(statement, text).run();
    statement.eraseFromParent();
    return;
  } catch (const NotSupported& problem) {
    note_reason(statement, problem.what());
  } catch (const BadText& problem) {
    note_reason(statement, problem.what());
  }
}

// The file must not define or declare functions with the machine's names.
void check_names(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (!begins_with(function.getName(), kFunctionNames) && !begins_with(function.getName(), kAccessNames))
      continue;
    throw Refused(place_of_use(function), "`" + function.getName().str() +
                                              "`: names that begin with simt_ptx_ are the machine's own");
  }
}

void link_functions(llvm::Module& module, const Functions& functions) {
  const auto is_wanted = [](const llvm::Function& function) {
    return begins_with(function.getName(), kFunctionNames) && function.isDeclaration();
  };
  if (llvm::none_of(module, is_wanted)) return;
  std::unique_ptr<llvm::Module> library = functions(module.getContext());
  if (library == nullptr ||
      llvm::Linker::linkModules(module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded))
    throw std::runtime_error("the functions of simt_ptx_functions.h cannot be linked");
  for (const llvm::Function& function : module) {
    if (is_wanted(function) && !function.use_empty())
      throw std::logic_error(function.getName().str() + " is not in simt_ptx_functions.h");
  }
}

}  // namespace

void lower_statements(llvm::Module& module, const Functions& functions) {
  check_names(module);
  inline_exits(module);
  llvm::SmallVector<llvm::CallInst*, 32> statements;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr && call->isInlineAsm()) statements.push_back(call);
    }
  }
  for (llvm::CallInst* statement : statements) lower_statement(*statement);
  link_functions(module, functions);
}

std::string reason_of(const llvm::CallInst& statement) {
  const llvm::MDNode* const note = statement.getMetadata(kReason);
  return note == nullptr ? "" : llvm::cast<llvm::MDString>(note->getOperand(0))->getString().str();
}

}  // namespace simtcc::ptx
