// Other ways to write the conversions and the update of the SoA, launched as the lab's are. Vectors need
// whole blocks of particles here: n is a multiple of 256. research/limits/launches.cu times each beside the
// reference.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;
constexpr int QUADS = FIELDS * BLOCK / 4 / BLOCK;  // float4 that a thread moves each way

// Plain accesses, or ones that say: not needed again.
enum class Hint { none, streaming };

template <Hint HINT, class T>
__device__ T load(const T* from) {
  return HINT == Hint::streaming ? __ldcs(from) : *from;
}

template <Hint HINT, class T>
__device__ void store(T* to, T value) {
  if (HINT == Hint::streaming) {
    __stcs(to, value);
  } else {
    *to = value;
  }
}

// The reference's tile, with all loads of a thread before its first store to the tile.
template <Hint HINT>
__device__ void to_soa(const float* __restrict__ words, float* __restrict__ soa, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  words += first * FIELDS;
  const int words_left = (n - first) * FIELDS;
  float kept[FIELDS] = {};
#pragma unroll
  for (int k = 0; k < FIELDS; ++k) {
    const int word = k * BLOCK + threadIdx.x;
    if (word < words_left) kept[k] = load<HINT>(&words[word]);
  }
#pragma unroll
  for (int k = 0; k < FIELDS; ++k) {
    const int word = k * BLOCK + threadIdx.x;
    tile[word % FIELDS][word / FIELDS] = kept[k];
  }
  __syncthreads();
  const int i = first + threadIdx.x;
#pragma unroll
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) store<HINT>(&soa[field * pitch + i], tile[field][threadIdx.x]);
  }
}

template <Hint HINT>
__device__ void to_aos(const float* __restrict__ soa, float* __restrict__ words, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  words += first * FIELDS;
  const int words_left = (n - first) * FIELDS;
  const int i = first + threadIdx.x;
  float kept[FIELDS] = {};
#pragma unroll
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) kept[field] = load<HINT>(&soa[field * pitch + i]);
  }
#pragma unroll
  for (int field = 0; field < FIELDS; ++field) tile[field][threadIdx.x] = kept[field];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < FIELDS; ++k) {
    const int word = k * BLOCK + threadIdx.x;
    if (word < words_left) store<HINT>(&words[word], tile[word % FIELDS][word / FIELDS]);
  }
}

// Element j of float4 number q of the block's AoS is field 4 * (q % 2) + j of particle q / 2.
__device__ void put_aos(float (&tile)[FIELDS][TILE_PITCH], int q, float4 v) {
  const int field = q % 2 * 4;
  tile[field][q / 2] = v.x;
  tile[field + 1][q / 2] = v.y;
  tile[field + 2][q / 2] = v.z;
  tile[field + 3][q / 2] = v.w;
}

// 16 bytes an access on both sides, and of the tile where a field's neighbours are moved.
template <Hint HINT>
__device__ void vectors_to_soa(const float* __restrict__ words, float* __restrict__ soa, int pitch) {
  __shared__ alignas(16) float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  const float4* const quads = reinterpret_cast<const float4*>(words + first * FIELDS);
  float4 kept[QUADS];
#pragma unroll
  for (int k = 0; k < QUADS; ++k) kept[k] = load<HINT>(&quads[k * BLOCK + threadIdx.x]);
#pragma unroll
  for (int k = 0; k < QUADS; ++k) put_aos(tile, k * BLOCK + threadIdx.x, kept[k]);
  __syncthreads();
  constexpr int A_FIELD = BLOCK / 4;
#pragma unroll
  for (int k = 0; k < QUADS; ++k) {
    const int field = (k * BLOCK + threadIdx.x) / A_FIELD;
    const int particle = threadIdx.x % A_FIELD * 4;
    store<HINT>(reinterpret_cast<float4*>(&soa[field * pitch + first + particle]),
                *reinterpret_cast<const float4*>(&tile[field][particle]));
  }
}

template <Hint HINT>
__device__ void vectors_to_aos(const float* __restrict__ soa, float* __restrict__ words, int pitch) {
  __shared__ alignas(16) float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  constexpr int A_FIELD = BLOCK / 4;
  const int particle = threadIdx.x % A_FIELD * 4;
  float4 kept[QUADS];
#pragma unroll
  for (int k = 0; k < QUADS; ++k) {
    const int field = (k * BLOCK + threadIdx.x) / A_FIELD;
    kept[k] = load<HINT>(reinterpret_cast<const float4*>(&soa[field * pitch + first + particle]));
  }
#pragma unroll
  for (int k = 0; k < QUADS; ++k) {
    const int field = (k * BLOCK + threadIdx.x) / A_FIELD;
    *reinterpret_cast<float4*>(&tile[field][particle]) = kept[k];
  }
  __syncthreads();
  float4* const quads = reinterpret_cast<float4*>(words + first * FIELDS);
#pragma unroll
  for (int k = 0; k < QUADS; ++k) {
    const int q = k * BLOCK + threadIdx.x;
    const int field = q % 2 * 4;
    store<HINT>(&quads[q], make_float4(tile[field][q / 2], tile[field + 1][q / 2], tile[field + 2][q / 2],
                                       tile[field + 3][q / 2]));
  }
}

extern "C" __global__ void to_soa_loads_first(const float* aos, float* soa, int n, int pitch) {
  to_soa<Hint::none>(aos, soa, n, pitch);
}
extern "C" __global__ void to_soa_streaming(const float* aos, float* soa, int n, int pitch) {
  to_soa<Hint::streaming>(aos, soa, n, pitch);
}
extern "C" __global__ void to_soa_vectors(const float* aos, float* soa, int n, int pitch) {
  vectors_to_soa<Hint::none>(aos, soa, pitch);
}
extern "C" __global__ void to_soa_vectors_streaming(const float* aos, float* soa, int n, int pitch) {
  vectors_to_soa<Hint::streaming>(aos, soa, pitch);
}
extern "C" __global__ void to_aos_loads_first(const float* soa, float* aos, int n, int pitch) {
  to_aos<Hint::none>(soa, aos, n, pitch);
}
extern "C" __global__ void to_aos_streaming(const float* soa, float* aos, int n, int pitch) {
  to_aos<Hint::streaming>(soa, aos, n, pitch);
}
extern "C" __global__ void to_aos_vectors(const float* soa, float* aos, int n, int pitch) {
  vectors_to_aos<Hint::none>(soa, aos, pitch);
}
extern "C" __global__ void to_aos_vectors_streaming(const float* soa, float* aos, int n, int pitch) {
  vectors_to_aos<Hint::streaming>(soa, aos, pitch);
}

template <Hint HINT>
__device__ void move_particle(float* x, int stride, float dt) {
  float position[3];
  float velocity[3];
  for (int axis = 0; axis < 3; ++axis) {
    position[axis] = load<HINT>(&x[axis * stride]);
    velocity[axis] = load<HINT>(&x[(3 + axis) * stride]);
  }
  for (int axis = 0; axis < 3; ++axis) store<HINT>(&x[axis * stride], position[axis] + velocity[axis] * dt);
}

extern "C" __global__ void update_soa_streaming(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) move_particle<Hint::streaming>(soa + i, pitch, dt);
}

// The same, four neighbours a thread; a quarter of the block's threads have none.
extern "C" __global__ void update_soa_vectors(float* soa, int n, int pitch, float dt) {
  if (threadIdx.x >= BLOCK / 4) return;
  float4* const x = reinterpret_cast<float4*>(soa + blockIdx.x * BLOCK) + threadIdx.x;
  const int stride = pitch / 4;
  float4 position[3];
  float4 velocity[3];
  for (int axis = 0; axis < 3; ++axis) {
    position[axis] = x[axis * stride];
    velocity[axis] = x[(3 + axis) * stride];
  }
  for (int axis = 0; axis < 3; ++axis) {
    const float4 p = position[axis];
    const float4 v = velocity[axis];
    x[axis * stride] = make_float4(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w + v.w * dt);
  }
}

extern "C" __global__ void update_aosoa_streaming(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) move_particle<Hint::streaming>(chunks + (i / CHUNK) * (CHUNK * FIELDS) + i % CHUNK, CHUNK, dt);
}
