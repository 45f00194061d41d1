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

std::vector<Annotation> annotations_of(llvm::Module& module);

// Returns the number that NVVM's annotations give the function for a property, as in (function, "kernel", 1)
// or (function, "maxntidx", 128); 0 if there is none.
std::uint64_t nvvm_number(const llvm::Module& module, const llvm::Function& function,
                          llvm::StringRef property);

inline bool is_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && nvvm_number(*function.getParent(), function, "kernel") != 0;
}

}  // namespace simtcc
