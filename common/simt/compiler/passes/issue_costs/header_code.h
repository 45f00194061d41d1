// Code of the machine's own headers that stands for an instruction of a GPU, or for a short function of nvcc's: what of it costs something.
#pragma once

#include <optional>

#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

// "llvm.sqrt.f32" and "sqrtf" are both "sqrt".
llvm::StringRef plain_name(llvm::StringRef name);

// __sinf() and its like (CUDA C++ Programming Guide, "Intrinsic Functions"), which our header makes of sinf().
bool is_of_fast_function(const llvm::Instruction& instruction);

// Whether it is part of a function that our headers make of others, with branches where a GPU's has none, and what it costs as such.
bool is_of_header_function(const llvm::Instruction& instruction);
std::optional<IssueCost> cost_in_header_function(const llvm::Instruction& instruction);

// Whether it is part of __dp4a(), and what it costs then.
bool is_of_byte_products(const llvm::Instruction& instruction);
IssueCost cost_in_byte_products(const llvm::Instruction& instruction);

// What our headers pack and unpack around tensor cores.
bool is_of_packing(const llvm::Instruction& instruction);

// Whether the machine's headers computed a number of 16 bits by it, for which a GPU has instructions.
bool is_of_short_float(const llvm::Instruction& instruction);
// Whether the instruction's result is a float that a number of 16 bits became: HADD2.F32, or a shift of bfloat16's bits. What the headers
// compute with it, a GPU computes with 16 bits.
bool is_widened_short_float(const llvm::Instruction& instruction);
// Numbers of 16 bits are computed by the machine's headers, with a hundred instructions for one of a GPU's. What stands for
// that one is where the rounded bits come together; two make one instruction of half2 mostly.
constexpr unsigned kTenthsOfRounding = 6;
constexpr unsigned kRoundingLatency = 5;
bool is_rounding(const llvm::Instruction& instruction);

}  // namespace simtcc
