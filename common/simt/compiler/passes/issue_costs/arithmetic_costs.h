// What arithmetic costs: sums, products, divisions, logic, comparisons and choices, as nvcc 13.0 makes them for sm_90. Several of LLVM's
// instructions may be one of a GPU's; then the last of them costs it, and the others nothing.
#pragma once

#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

// Cycles until a dependent instruction can issue. These are the sizes that are commonly given for recent chips; of these only
// conversions were measured here (issue_costs.cpp).
constexpr unsigned kWide = 8;      // 64-bit floating point
constexpr unsigned kSpecial = 18;  // the unit for reciprocals, square roots, sines
// A branch that all lanes take the same way, and where the ways meet again: nothing behind it overlaps with what is before.
// Fitted: four square roots and divisions one after another, coulomb_slice of agreement/timing/judged.cu, take 525 cycles.
constexpr unsigned kBranch = 25;
// 16 results of the special unit a cycle and SM (CUDA C++ Programming Guide, "Arithmetic Instructions"): for a warp, 8
// cycles of its scheduler's quarter.
constexpr unsigned kSpecialCycles = 8;

// The instructions of the routine that divides numbers of 64 bits, and of the call; and its products, where IMAD.WIDE and IMAD.HI take as
// long as two.
constexpr unsigned kLongDivision = 72;
constexpr unsigned kLongDivisionProducts = 43;

IssueCost arithmetic_cost(const llvm::Instruction& instruction);
// So many instructions of the unit for doubles, one of which takes the latency.
IssueCost of_doubles(unsigned instructions, unsigned latency);
IssueCost function_of_doubles(IssueCost cost);

bool is_double(const llvm::Type* type);
// Some of CUDA's functions of floats are computed in double precision here, so that they are rounded as a GPU rounds them:
// what comes from floats and only goes to floats counts as theirs.
bool is_narrow(const llvm::Instruction& instruction, unsigned depth = 0);
// Whether such numbers begin or end by the conversion.
bool is_of_narrow(const llvm::Instruction& conversion);

// Whether a comparison is part of it: ISETP takes a predicate besides what it compares.
bool joins_comparison(const llvm::Instruction& instruction);
// Whether the comparison only chooses one of its own operands.
bool is_of_minimum(const llvm::Instruction& comparison);
// Whether a minimum or maximum of integers is only an operand of another one, which VIMNMX3 takes with it.
bool is_part_of_next_minimum(const llvm::Instruction& instruction);
// A minimum or maximum of integers.
bool chooses(const llvm::CallInst& call);

// Whether a number of 64 bits that a signed one of 32 becomes takes an instruction.
bool needs_upper_half(const llvm::Instruction& extension);

bool is_signed_division(const llvm::Instruction& division);
bool is_remainder(const llvm::Instruction& division);
// Of two divisions of the same numbers, quotient and remainder, the second takes what the first found.
bool is_found_by_another(const llvm::Instruction& division);

}  // namespace simtcc
