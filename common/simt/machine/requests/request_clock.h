// The clock that clock64() reads: cycles of one warp that does nothing but memory requests, one after
// another.
//
// Each request takes as long as it took a lone warp on an NVIDIA H200 in a row of independent requests
// (docs/measurements/h200/clock.md). There is no latency, no cache, and no other warp: differences between
// access patterns are meaningful, absolute times are not. A lone warp sees two cycles a wavefront. An SM with
// eight warps or more serves one wavefront a cycle, so there an n-way bank conflict costs n times
// (docs/measurements/h200/bank_conflicts.md); this clock cannot show that.
#pragma once

#include <cstdint>

#include "simt/request.h"

namespace simt {

std::uint64_t cycles_of(const Request& request, const RequestCost& cost);

}  // namespace simt
