// A function of a header, whose line a race has with a line of the kernel's own file.
#pragma once

inline __device__ int next_of(const int* words) {
  return words[(threadIdx.x + 1) % 64];  // read by the header
}
