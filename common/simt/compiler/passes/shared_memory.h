// __shared__ arrays: variables of address space 3 become places in the block's shared memory.
//
// The front end gives them `undef` as a first value, which an optimiser would take for any value it likes: it
// is hidden before the optimiser sees it. Afterwards each array gets its place behind Context::shared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm.h"

namespace simtcc {

inline constexpr unsigned kSharedSpace = 3;

struct SharedLayout {
  struct Array {
    llvm::GlobalVariable* variable = nullptr;
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t element_bytes = 0;
  };
  std::vector<Array> arrays;  // static
  bool has_dynamic = false;
  std::uint64_t dynamic_offset = 0;
  bool in_lockstep = false;  // accesses to the arrays ask the machine, always
};

// Runs before optimisation: hides what the arrays hold, and aligns each as widely as any access.
void hide_shared_values(llvm::Module& module);

// Runs before optimisation: a constant table with addresses of shared arrays, as a local array of pointers has it for its
// first values, becomes local to each function that uses it. A table of the module cannot hold an address that is another
// one in each block.
void make_tables_local(llvm::Module& module);

// Runs after optimisation. Throws Refused if the static arrays that a kernel uses take more than 48 KiB.
SharedLayout lay_out_shared(llvm::Module& module);

// Whether a variable is shared, and its size is known.
bool is_static_shared(const llvm::Value* value);

// Replaces the arrays in a function by what is at `shared` (an i8*) and their offsets.
void place_shared(llvm::Function& function, llvm::Value* shared, llvm::Instruction* after,
                  const SharedLayout& layout);

// When all functions have been placed: the variables themselves go.
void remove_shared(llvm::Module& module);

// Every constant expression in the function's code, and every vector, array or structure of constants with a shared array's
// address, becomes instructions, so that the variables in it can be replaced.
void expand_constant_expressions(llvm::Function& function);

}  // namespace simtcc
