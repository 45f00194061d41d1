// The families of instructions, one file each. See builder.h.
#pragma once

#include "ptx/builder.h"

namespace simtcc::ptx {

bool lower_moves(const Instruction& instruction, Builder& builder);
bool lower_async(const Instruction& instruction, Builder& builder);
bool lower_integers(const Instruction& instruction, Builder& builder);
bool lower_bits(const Instruction& instruction, Builder& builder);
bool lower_floats(const Instruction& instruction, Builder& builder);
bool lower_comparisons(const Instruction& instruction, Builder& builder);
bool lower_conversions(const Instruction& instruction, Builder& builder);
bool lower_memory(const Instruction& instruction, Builder& builder);
bool lower_tensor(const Instruction& instruction, Builder& builder);
bool lower_atomics(const Instruction& instruction, Builder& builder);
bool lower_warps(const Instruction& instruction, Builder& builder);
bool lower_control(const Instruction& instruction, Builder& builder);

// %tid.x and its like, as a read of that many bits; null for names that are none.
llvm::Value* special_register(const std::string& name, unsigned bits, Builder& builder);

}  // namespace simtcc::ptx
