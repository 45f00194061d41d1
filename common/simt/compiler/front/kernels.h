// The kernels and variables of a kernel file, as the front end left them: what CUDA's qualifiers said of
// them, their names and parameters. Read before anything is optimised, while the debug information is whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "front/source_lines.h"
#include "llvm.h"

namespace simtcc {

// One parameter of a kernel, with the members of abi::Parameter.
struct KernelParameter {
  std::string name;
  std::string type;
  std::uint32_t bytes = 0;
  std::uint8_t kind = 0;
  std::uint8_t pointee_kind = 0;
  std::uint32_t pointee_bytes = 0;
  bool points_to_const = false;
  std::uint32_t offset = 0;              // the offset of a member in its structure
  std::vector<KernelParameter> members;  // the members of a structure or array whose layout is known
};

struct KernelFunction {
  llvm::Function* function = nullptr;
  std::string name;
  std::vector<std::string> written;  // "transpose<32>"; several where a command line names it in several ways
  SourcePlace place;
  std::vector<KernelParameter> parameters;
  std::uint32_t most_threads = 0;
  std::uint32_t most_registers =
      255;  // of a thread; __launch_bounds__ leaves as many as fit for its threads and blocks
};

// The address space of constants, `__constant__` variables among them.
inline constexpr unsigned kConstantSpace = 4;

struct KernelFile {
  std::vector<KernelFunction> kernels;
  llvm::SmallPtrSet<llvm::GlobalVariable*, 8> constants;  // __constant__
};

// Finds the kernels, and makes all but the kernels internal to the module, so that
// what they do not use goes. Throws Refused where there is no kernel.
KernelFile read_kernels(llvm::Module& module);

// Throws Refused, at the first variable that no longer fits, where the file has more constant memory than a GPU.
void check_constant_memory(const llvm::Module& module, const KernelFile& file);

// The bytes of one element of a variable that is declared as an array (of arrays), or of the whole variable
// if it is none.
std::uint32_t element_bytes_of(const llvm::GlobalVariable& variable);

// The names of what a function declares inside itself begin with this (Itanium C++ ABI, "Local names").
inline constexpr const char* kOfFunction = "_ZZ";

// The last part of a variable's or function's name, demangled: "tile" of "_ZZ9transposeE4tile".
std::string short_name(llvm::StringRef symbol);

}  // namespace simtcc
