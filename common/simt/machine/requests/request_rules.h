// What each kind of request costs: cost_of() chooses among these.
#pragma once

#include "simt/request.h"

namespace simt {

// load_store_rules.cpp: loads and stores of global memory, everything of shared memory.
RequestCost global_cost(const Request& request);
RequestCost shared_cost(const Request& request);
BankPasses shared_passes(const Request& request);

// request_rules.cpp: all others.
RequestCost global_atomic_cost(const Request& request);
RequestCost constant_cost(const Request& request);
RequestCost texture_cost(const Request& request);
RequestCost local_cost(const Request& request);

}  // namespace simt
