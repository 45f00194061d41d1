// The rules for what is not a plain load or store.
#pragma once

#include "simt/request.h"

namespace simt {

RequestCost global_atomic_cost(const Request& request);
RequestCost shared_atomic_cost(const Request& request);
RequestCost constant_cost(const Request& request);
RequestCost texture_cost(const Request& request);

}  // namespace simt
