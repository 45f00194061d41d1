// Writes what the machine must know of a module into it: the one symbol `simt_module`, an abi::Module.
#pragma once

#include <string>
#include <vector>

#include "back/announce.h"
#include "back/places.h"
#include "front/kernels.h"
#include "llvm.h"
#include "passes/shared_memory.h"

namespace simtcc {

struct AnnouncedKernel {
  KernelFunction kernel;
  llvm::Function* entry = nullptr;
  FunctionFacts facts;
};

struct ModuleContents {
  std::vector<AnnouncedKernel> kernels;
  SharedLayout shared;
  Places places;
  llvm::SmallPtrSet<llvm::GlobalVariable*, 8> constants;
  std::string source;  // absolute path
};

void write_tables(llvm::Module& module, const ModuleContents& contents);

}  // namespace simtcc
