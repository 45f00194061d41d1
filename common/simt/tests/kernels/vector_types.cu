// The built-in vector types as CUDA lays them out and as programs use them. nvcc checks the assertions too.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define LAYOUT(type, size, alignment) \
  static_assert(sizeof(type) == (size) && alignof(type) == (alignment), #type)
#define LAYOUTS(type, bytes, four_aligned) \
  LAYOUT(type##1, bytes, bytes);           \
  LAYOUT(type##2, 2 * bytes, 2 * bytes);   \
  LAYOUT(type##3, 3 * bytes, bytes);       \
  LAYOUT(type##4, 4 * bytes, four_aligned)

LAYOUTS(char, 1, 4);
LAYOUTS(uchar, 1, 4);
LAYOUTS(short, 2, 8);
LAYOUTS(ushort, 2, 8);
LAYOUTS(int, 4, 16);
LAYOUTS(uint, 4, 16);
LAYOUTS(long, 8, 16);
LAYOUTS(ulong, 8, 16);
LAYOUTS(longlong, 8, 16);
LAYOUTS(ulonglong, 8, 16);
LAYOUTS(float, 4, 16);
LAYOUTS(double, 8, 16);
LAYOUT(dim3, 12, 4);
LAYOUT(half, 2, 2);
LAYOUT(half2, 4, 4);
LAYOUT(__nv_bfloat16, 2, 2);
LAYOUT(__nv_bfloat162, 4, 4);

// Each type, made and taken apart.
#define SUM1(type) (make_##type##1(1).x)
#define SUM2(type) (make_##type##2(1, 2).x + make_##type##2(1, 2).y)
#define SUM3(type) (make_##type##3(1, 2, 3).x + make_##type##3(1, 2, 3).z)
#define SUM4(type) (make_##type##4(1, 2, 3, 4).x + make_##type##4(1, 2, 3, 4).w)
#define SUMS(type) static_cast<int>(SUM1(type) + SUM2(type) + SUM3(type) + SUM4(type))

extern "C" __global__ void make_each(int* out) {
  out[0] = SUMS(char);
  out[1] = SUMS(uchar);
  out[2] = SUMS(short);
  out[3] = SUMS(ushort);
  out[4] = SUMS(int);
  out[5] = SUMS(uint);
  out[6] = SUMS(long);
  out[7] = SUMS(ulong);
  out[8] = SUMS(longlong);
  out[9] = SUMS(ulonglong);
  out[10] = SUMS(float);
  out[11] = SUMS(double);
}

// As the aggregates that they are in CUDA.
extern "C" __global__ void braces(float4* out, float2* out2) {
  float4 zero = {};
  float4 one = {1.0F};
  const float4 two = {1.0F, 2.0F};
  const float4 all{1.0F, 2.0F, 3.0F, 4.0F};
  float2 none{};
  const float2 both[2] = {{1.0F, 2.0F}, {3.0F}};
  zero.y += 1;
  one.w += all.w + two.y + two.z;
  out[threadIdx.x] = zero;
  out[32 + threadIdx.x] = one;
  none.x = both[1].x + both[1].y + both[0].y;
  out2[threadIdx.x] = none;
}

extern "C" __global__ void components_only(const uchar4* a, const short2* b, const float2* c,
                                           const longlong2* d, const short4* e, float* out) {
  const uchar4 v = a[threadIdx.x];     // load uchar4
  const short2 w = b[threadIdx.x];     // load short2
  const float2 x = c[threadIdx.x];     // load float2
  const longlong2 y = d[threadIdx.x];  // load longlong2
  const short4 z = e[threadIdx.x];     // load short4
  out[threadIdx.x] = v.x + v.w + w.x * w.y + x.x + x.y + static_cast<float>(y.x + y.y) + z.x - z.w;
}

extern "C" __global__ void threes(const float3* in, float3* out) {
  const float3 v = in[threadIdx.x];               // load three floats
  out[threadIdx.x] = make_float3(v.z, v.y, v.x);  // store three floats
}

extern "C" __global__ void shared_vectors(const float4* in, float4* out) {
  __shared__ float4 tile[64];
  __shared__ float3 small[64];
  tile[threadIdx.x] = in[threadIdx.x];  // store to shared
  small[threadIdx.x].y = 1;
  __syncthreads();
  float4 v = tile[63 - threadIdx.x];  // load from shared
  v.x += small[63 - threadIdx.x].y;
  out[threadIdx.x] = v;
}

struct Particle {
  float4 position;
  float4 velocity;
};

extern "C" __global__ void structs_of_vectors(const Particle* in, Particle* out) {
  Particle p = in[threadIdx.x];  // load particle
  p.position.x += p.velocity.x;
  out[threadIdx.x] = p;  // store particle
}

struct __align__(8) Complex {
  float real;
  float imaginary;
};
static_assert(alignof(Complex) == 8, "");

extern "C" __global__ void aligned_structs(const Complex* in, Complex* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy aligned struct
}

struct Pair {
  float a;
  float b;
};
struct Body {
  float x, y, z, mass, vx, vy, vz, charge;
};

// Not aligned beyond a float: nvcc moves these float by float.
extern "C" __global__ void plain_structs(const Pair* pairs, Pair* pairs_out, const Body* bodies,
                                         Body* bodies_out) {
  pairs_out[threadIdx.x] = pairs[threadIdx.x];    // copy pair
  bodies_out[threadIdx.x] = bodies[threadIdx.x];  // copy body
}
