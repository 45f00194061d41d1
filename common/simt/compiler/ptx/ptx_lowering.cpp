#include "ptx/ptx_lowering.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/Linker/Linker.h>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "front/annotations.h"
#include "front/source_lines.h"
#include "llvm.h"
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

// `exit` ends the thread wherever it stands. A kernel can end it by returning, a device function cannot:
// functions that exit take the place of their calls, up to the kernels.

// Two functions that call each other would take each other's place for ever.
constexpr unsigned kMostCalls = 10000;

bool is_kernel(llvm::Function& function) {
  return nvvm_number(*function.getParent(), function, "kernel") == 1;
}

// Whether the function has an asm statement that exits, or may have one: the text is read later.
bool exits(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || !call->isInlineAsm()) return false;
    const auto* const assembler = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
    return assembler->getAsmString().find("exit;") != std::string::npos;
  });
}

llvm::SmallVector<llvm::CallInst*, 8> calls_from_others(llvm::Function& callee) {
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::User* user : callee.users()) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == &callee && call->getFunction() != &callee)
      calls.push_back(call);
  }
  return calls;
}

void inline_exits(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*, 8> left;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !is_kernel(function) && exits(function)) left.push_back(&function);
  }
  unsigned inlined = 0;
  while (!left.empty()) {
    llvm::Function* const callee = left.pop_back_val();
    for (llvm::CallInst* call : calls_from_others(*callee)) {
      llvm::Function* const caller = call->getFunction();
      llvm::InlineFunctionInfo about;
      if (++inlined > kMostCalls || !llvm::InlineFunction(*call, about).isSuccess()) continue;
      if (!is_kernel(*caller) && !llvm::is_contained(left, caller)) left.push_back(caller);
    }
  }
}

// The names of PTX instructions, to tell those that the machine does not have from what is no PTX.

// PTX ISA 8.7, "Instruction Set".
constexpr std::array<std::string_view, 135> kOpcodes{
    "abs",          "activemask",    "add",       "addc",       "alloca",
    "and",          "applypriority", "atom",      "bar",        "barrier",
    "bfe",          "bfi",           "bfind",     "bmsk",       "bra",
    "brev",         "brkpt",         "brx",       "call",       "clusterlaunchcontrol",
    "clz",          "cnot",          "copysign",  "cos",        "cp",
    "createpolicy", "cvt",           "cvta",      "discard",    "div",
    "dp2a",         "dp4a",          "elect",     "ex2",        "exit",
    "fence",        "fma",           "fns",       "getctarank", "griddepcontrol",
    "isspacep",     "istypep",       "ld",        "ldmatrix",   "ldu",
    "lg2",          "lop3",          "mad",       "mad24",      "madc",
    "mapa",         "match",         "max",       "mbarrier",   "membar",
    "min",          "mma",           "mov",       "movmatrix",  "mul",
    "mul24",        "multimem",      "nanosleep", "neg",        "not",
    "or",           "pmevent",       "popc",      "prefetch",   "prefetchu",
    "prmt",         "rcp",           "red",       "redux",      "rem",
    "ret",          "rsqrt",         "sad",       "selp",       "set",
    "setmaxnreg",   "setp",          "shf",       "shfl",       "shl",
    "shr",          "sin",           "slct",      "sqrt",       "st",
    "stackrestore", "stacksave",     "stmatrix",  "sub",        "subc",
    "suld",         "suq",           "sured",     "sust",       "szext",
    "tanh",         "tcgen05",       "tensormap", "testp",      "tex",
    "tld4",         "trap",          "txq",       "vabsdiff",   "vabsdiff2",
    "vabsdiff4",    "vadd",          "vadd2",     "vadd4",      "vavrg2",
    "vavrg4",       "vmad",          "vmax",      "vmax2",      "vmax4",
    "vmin",         "vmin2",         "vmin4",     "vote",       "vset",
    "vset2",        "vset4",         "vshl",      "vshr",       "vsub",
    "vsub2",        "vsub4",         "wgmma",     "wmma",       "xor"};

std::string reason_not_to_lower(const std::string& name) {
  if (std::find(kOpcodes.begin(), kOpcodes.end(), name) == kOpcodes.end()) return "is no instruction of PTX";
  return "";
}

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
