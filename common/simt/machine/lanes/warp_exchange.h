// What lanes get from each other at a shuffle, a vote, a match or a reduction.
#pragma once

#include <cstdint>

#include "lanes/lane.h"

namespace simt {

// `lanes` take part: lane l brings and takes from[l].exchange. All are of one kind.
void exchange_values(Lane* from, std::uint32_t lanes);

}  // namespace simt
