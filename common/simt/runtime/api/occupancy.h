// How many blocks of a kernel a multiprocessor of the chosen device holds at once: by threads, shared memory
// and blocks. By registers too on a GPU: what ptxas gives a kernel is not known here, so that this is the
// most.
#pragma once

#include <cstddef>
#include <cstdint>

#include "state/modules.h"

namespace cudart {

int blocks_per_multiprocessor(const RegisteredKernel& kernel, int threads, std::size_t dynamic_shared);

// Returns the number of blocks on the whole device.
std::uint64_t resident_blocks(const RegisteredKernel& kernel, int threads, std::size_t dynamic_shared);

}  // namespace cudart
