// What calls cost: functions of mathematics, of the machine (shuffles, votes, fences, tensor cores) and LLVM's own.
#pragma once

#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

IssueCost call_cost(const llvm::CallInst& call);

}  // namespace simtcc
