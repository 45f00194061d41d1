// What CUDA's qualifiers left behind in a module: the notes of include/cuda/device/simt_qualifiers.h and
// those that clang makes for LLVM's back end for NVIDIA's GPUs.
#pragma once

#include <string>
#include <vector>

#include "llvm.h"

namespace simtcc {

// __attribute__((annotate("…"))): what has it, and the text.
struct Annotation {
  llvm::GlobalValue* of = nullptr;
  std::string text;
};

// What __device__ and __constant__ note of a variable.
inline constexpr const char* kDeviceNote = "simt.device";
inline constexpr const char* kConstantNote = "simt.constant";

// What __grid_constant__ notes of a kernel's parameter.
inline constexpr const char* kGridConstantNote = "simt.grid_constant";

// Replaces clang's notes of __grid_constant__, which would keep parameters in memory. A structure's argument then has the note as an
// attribute; of a number, the variable that holds it has it as metadata.
void note_grid_constants(llvm::Module& module);
// Those of a function.
llvm::SmallVector<llvm::Value*, 4> grid_constants_of(llvm::Function& function);

std::vector<Annotation> annotations_of(llvm::Module& module);

// Returns the number that NVVM's annotations give the function for a property, as in (function, "kernel", 1)
// or (function, "maxntidx", 128); 0 if there is none.
std::uint64_t nvvm_number(const llvm::Module& module, const llvm::Function& function,
                          llvm::StringRef property);

inline bool is_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && nvvm_number(*function.getParent(), function, "kernel") != 0;
}

}  // namespace simtcc
