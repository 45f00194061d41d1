// simt-verify FILE.bc|FILE.ll: exit status 0: safe; 1: not shown to be, and why; 2: cannot be read.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdio>

#include "verifier.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "simt-verify FILE.bc|FILE.ll\n");
    return 2;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIRFile(argv[1], problem, context);
  if (module == nullptr) {
    std::fprintf(stderr, "simt-verify: cannot read %s: %s\n", argv[1], problem.getMessage().str().c_str());
    return 2;
  }
  const std::string why = simt_verifier::problem_of(*module);
  if (!why.empty()) std::fprintf(stderr, "%s: %s\n", argv[1], why.c_str());
  return why.empty() ? 0 : 1;
}
