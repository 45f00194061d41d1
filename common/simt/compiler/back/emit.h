// From the finished module to a shared object of the host's processor.
#pragma once

#include <llvm/Config/llvm-config.h>

#include <stdexcept>
#include <string>

#include "back/kernel_code.h"
#include "llvm.h"

namespace simtcc {

// Makes the module the host's, without all that nobody needs from here on.
void prepare_for_host(llvm::Module& module);

// A function takes more of the processor's stack than may be taken without a touch of each page.
struct FrameTooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How machine code is generated. Accesses, counts and checks are the same.
struct CodeOptions {
  bool quick = false;       // LLVM does not optimise it, and lanes run one after another
  bool one_by_one = false;  // lanes run one after another, so that a debugger's breakpoint is met by each
  CodeAllowance allowance;
};

// The bytes of an object file of a module that has been prepared and verified: attributes become the same for
// all, primitives get their code, and nothing is optimised on the way.
// Throws FrameTooLarge.
llvm::SmallVector<char, 0> object_code(llvm::Module& module, CodeOptions options = {});

// Links an object file to a module file; false, with the linker's words on standard error, where that fails.
bool link(const std::string& object, const std::string& output);

// Whether code generation obeys "probe-stack": a large frame touches each of its pages.
#if defined(__aarch64__) && LLVM_VERSION_MAJOR < 18
inline constexpr bool kProbesFrames = false;
#else
inline constexpr bool kProbesFrames = true;
#endif

// Accesses promise no alignment: an object that the verifier knows may itself be at any address, and
// instructions for aligned vectors would stop the process there.
inline constexpr llvm::Align kUnpromised;

// After a module has been verified: puts the code into the places of its primitives (verifier.h), which is
// the same for every module, and which nobody checks any more. Each access is check, log entry, load or
// store.
void expand_primitives(llvm::Module& module, const KernelCode& kernels = {});

// Whether the log, of which `log` holds the next entry, has come to the context's limit.
llvm::Value* log_is_full(llvm::IRBuilder<>& builder, llvm::Value* context, llvm::AllocaInst* log);

}  // namespace simtcc
