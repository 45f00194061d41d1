#include <cuda_runtime.h>

extern "C" __global__ void copy2(const float2* in, float2* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy 8 bytes
}
extern "C" __global__ void copy4(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy 16 bytes
}
extern "C" __global__ void scale4(const int4* in, int4* out) {
  int4 v = in[threadIdx.x];  // load 16 bytes
  v.x *= 2, v.y *= 3, v.z *= 4, v.w *= 5;
  out[threadIdx.x] = v;  // store 16 bytes
}
extern "C" __global__ void one_component(const float4* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].y;  // load 4 of 16 bytes
}
extern "C" __global__ void reinterpret(const float* in, float* out) {
  const int i = threadIdx.x;
  reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];  // copy floats as vectors
}
extern "C" __global__ void made(int2* small, float4* large) {
  small[threadIdx.x] = make_int2(threadIdx.x, 7);          // make 8 bytes
  large[threadIdx.x] = make_float4(1, 2, 3, threadIdx.x);  // make 16 bytes
}
extern "C" __global__ void doubles(const double2* in, double2* out) {
  out[threadIdx.x] = in[threadIdx.x];  // copy two doubles
}
extern "C" __global__ void cached(const float4* in, float* out, int n) {
  const float4 v = __ldg(in + threadIdx.x);  // through the read-only cache
  out[threadIdx.x] = max(v.x, min(v.y, 2.0F)) + max(n, 3);
}

extern "C" __global__ void narrow(const uchar4* in, uchar4* out, const short2* in2, short2* out2,
                                  const float2* in3, float2* out3) {
  uchar4 a = in[threadIdx.x];  // load 4 bytes as one
  a.x += 1, a.w += 2;
  out[threadIdx.x] = a;         // store 4 bytes as one
  short2 b = in2[threadIdx.x];  // load two shorts
  b.y += 1;
  out2[threadIdx.x] = b;        // store two shorts
  float2 c = in3[threadIdx.x];  // load two floats
  c.y += c.x;
  out3[threadIdx.x] = c;  // store two floats
}

extern "C" __global__ void one_by_one(const float* in, float4* out, float* behind) {
  float4& mine = out[threadIdx.x];
  const float value = in[threadIdx.x];
  mine.x = value;  // the lowest of four
  mine.y = value + 1;
  mine.z = value + 2;
  mine.w = value + 3;
  behind[threadIdx.x] = value;  // behind the four
}

// A vector made of four floats of a tile, of which the last were not stored.
extern "C" __global__ void vector_of_unwritten(const float* in, float* out) {
  __shared__ float row[32];
  if (threadIdx.x < 5) row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const int first = 4 * (threadIdx.x % 8);
  *reinterpret_cast<float4*>(&out[4 * threadIdx.x]) =
      make_float4(row[first], row[first + 1], row[first + 2], row[first + 3]);  // unwritten
}
