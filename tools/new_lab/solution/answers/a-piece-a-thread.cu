/* +++
kind = "wrong"
summary = "Each thread moves 32 neighbours, so the lanes of a warp are 32 elements apart."
fails = ["coalesced", "bandwidth"]

[[messages]]
check = "coalesced"
contains = ["32 sectors"]
line_of = "out[i] = in[n - 1 - i];"

[[messages]]
check = "bandwidth"
contains = ["the copy"]
+++ */
#include "example.h"

// Right, and one thread in 32 does all the work: its neighbours' elements are 32 apart.
extern "C" __global__ void example_floats(const float* in, float* out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * 32;
  for (int i = first; i < first + 32; ++i) {
    if (i < n) out[i] = in[n - 1 - i];
  }
}
