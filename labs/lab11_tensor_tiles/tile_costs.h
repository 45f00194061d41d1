// What the checks of this lab ask of a launch's accesses, beyond the kit's expectations (lab/expectations.h).
#pragma once

#include <cstdint>
#include <string>

#include "lab/kernel.h"
#include "simt/request.h"

namespace tile_costs {

// Every access of this kind to global memory moves 16 bytes a lane.
bool expect_sixteen_bytes(const lab::LaunchResult& run, const std::string& array, simt::Op op);

// Every load from and store to shared memory moves 16 bytes a lane, or is a load of matrices.
bool expect_sixteen_bytes_in_shared(const lab::LaunchResult& run);

// There are loads from shared memory, and all of them are loads of matrices (ldmatrix).
bool expect_matrix_loads(const lab::LaunchResult& run);

// All accesses of shared memory of this kind take at most so many wavefronts together. `what` as a message
// names them: "the loads of the tile".
bool expect_wavefronts(const lab::LaunchResult& run, simt::Op op, std::uint64_t most,
                       const std::string& what);

}  // namespace tile_costs
