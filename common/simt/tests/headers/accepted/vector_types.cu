static_assert(alignof(float4) == 16 && alignof(float2) == 8 && alignof(float3) == 4 && sizeof(uchar4) == 4,
              "");
static_assert(alignof(double2) == 16 && alignof(longlong2) == 16 && alignof(short4) == 8 &&
                  sizeof(int3) == 12,
              "");

__device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void sums(const float4* in, float4* out) {
  float4 zero = {};
  const float2 pair{1, 2};
  out[threadIdx.x] = in[threadIdx.x] + make_float4(1, 2, 3, 4) + zero;
  out[threadIdx.x].x += pair.y + make_int2(1, 2).y + uint3{1, 2, 3}.z;
}
