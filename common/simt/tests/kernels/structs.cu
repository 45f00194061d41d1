// Copies of whole structs: in pieces of their alignment.
#include <cuda_runtime.h>

struct Plain {
  float x, y, z, w;
};
struct __align__(16) Aligned {
  float x, y, z, w, u, v;
};
struct Doubles {
  double a, b, c;
};
struct Small {
  short a;
  char b;
};

template <class T>
__device__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];  // whole
}
extern "C" __global__ void copy_plain(const Plain* in, Plain* out) { copy(in, out); }
extern "C" __global__ void copy_aligned(const Aligned* in, Aligned* out) { copy(in, out); }
extern "C" __global__ void copy_doubles(const Doubles* in, Doubles* out) { copy(in, out); }
extern "C" __global__ void copy_small(const Small* in, Small* out) { copy(in, out); }
