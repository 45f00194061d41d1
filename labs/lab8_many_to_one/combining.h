// What combining many values into few costs, as the checks of this lab weigh it: how wide and how often a
// kernel reads, how many requests of a block reach the place that all blocks share, and who waits for whom in
// shared memory. Counts are the SIMT machine's; each adds a failure at the kernel's line.
#pragma once

#include <cstdint>
#include <string>

#include "lab/expectations.h"

namespace combining {

// An array that is moved once, in accesses of 16 bytes a lane.
struct Stream {
  std::string array;
  simt::Op op = simt::Op::load;
  std::uint64_t bytes = 0;
  unsigned element = 4;        // bytes
  std::uint64_t requests = 0;  // requests that are enough
  std::uint64_t sectors = 0;   // sectors that are enough
};

// The stream of n elements that lie one after the other. The `n % (16 / element)` behind the last whole
// vector may be a request each. Each warp may end its part with a request that is not full: lanes that go
// round an unrolled loop once more than others part from them.
Stream in_vectors(const std::string& array, int n, unsigned element, unsigned blocks);

// The stream of a matrix that is moved row by row: a row takes a request for each 128 floats.
Stream in_rows(const std::string& array, simt::Op op, int rows, int cols);

// All but the elements behind the last whole vector move 16 bytes a lane, and everything moves once.
bool expect_once(const lab::LaunchResult& run, const Stream& stream);

// The accesses of each block of a launch to the place where blocks meet. A block that stays away does nothing
// for the result: another one does its work.
struct Meeting {
  std::string array;
  unsigned blocks = 0;
  std::uint64_t requests_a_block = 0;
  std::uint64_t sectors_a_block = 0;
};

bool expect_meeting(const lab::LaunchResult& run, const Meeting& meeting);

// `half` is of the blocks from number blocks / 2 on alone: of what all blocks read of the array in `run`,
// they read their share, give or take a quarter. A block that goes to the shared place with nothing in its
// hands leaves its work to others as well. Within a block all warps have a share (lab::expect_warps_share).
bool expect_share(const lab::LaunchResult& run, const lab::LaunchResult& half, const std::string& array,
                  unsigned blocks);

// The kernel uses shared memory, and no request has a bank conflict. `advice` is what to do where one has.
bool expect_no_waiting(const lab::LaunchResult& run, const std::string& advice);

}  // namespace combining
