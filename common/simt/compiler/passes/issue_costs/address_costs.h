// What addresses and the indices in them cost (nvdisasm of kernels for sm_90, CUDA 13.0): ptxas computes most of them as part of
// another instruction, and what several accesses have in common once.
#pragma once

#include "llvm.h"
#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

bool is_sum(const llvm::Instruction& instruction);
// More than a register: an integer of over 32 bits.
bool is_wide(const llvm::Type* type);

// Whether the sum continues an index whose address is known, so that the rest is added to that address.
bool steps_address(const llvm::Instruction& sum);
// Whether the sum may overflow by itself before it becomes an address, which it then does not continue: IADD3 and IMAD.WIDE.U32.
bool is_unsigned_index(const llvm::Instruction& sum);
// Whether the sum only leads to such sums, and goes with them.
bool leads_to_stepped_addresses(const llvm::Instruction& sum, unsigned depth = 0);
// Whether an index of 64 bits is a number of 32 bits to nvcc.
bool is_extended_word(const llvm::Value* value);

IssueCost address_cost(const llvm::GetElementPtrInst& element);

}  // namespace simtcc
