// The clock that clock64() reads: cycles of one warp that does nothing but memory requests, one after
// another.
//
// Each request takes as long as an NVIDIA H200 took for one in a row of independent ones by a single warp
// (docs/measurements/h200/clock.md). There is no latency, no cache, and no other warp: differences between
// access patterns are meaningful, absolute times are not.
#pragma once

#include <cstdint>

#include "simt/request.h"

namespace simt {

std::uint64_t cycles_of(const Request& request, const RequestCost& cost);

}  // namespace simt
