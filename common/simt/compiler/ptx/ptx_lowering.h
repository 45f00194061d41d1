// Inline PTX: each asm statement becomes ordinary LLVM IR, right after the front end. Its text is read here
// and never reaches an assembler.
//
// A statement that cannot be lowered stays, with a note of why: it is refused where places are numbered, if
// it can be reached by then. So code for other GPUs in `if constexpr` and unused functions does no harm.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "llvm.h"

namespace simtcc::ptx {

// Compiles simt_ptx_functions.h: called where an instruction needs one of its functions.
using Functions = std::function<std::unique_ptr<llvm::Module>(llvm::LLVMContext&)>;

// Throws Refused where the file has taken a name of the machine's.
void lower_statements(llvm::Module& module, const Functions& functions);

// Runs after optimisation: a register of mma.sync that nothing was stored to gets all its bits set, which is no number. LLVM would
// choose 0, as if the accumulators had been cleared; in a GPU's register there is whatever was left.
void define_registers(llvm::Module& module);

// Returns why a statement could not be lowered, or "" if nothing was noted.
std::string reason_of(const llvm::CallInst& statement);

}  // namespace simtcc::ptx
