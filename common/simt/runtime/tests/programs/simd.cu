// SIMD and DPX intrinsics: a digest of each one's results for 4,096 numbers. The expected digests are an H200's (nvcc 13.0).
#include <cstdio>

__device__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ x >> 16;
}

// Numbers of all magnitudes, and the ends of their ranges.
__device__ unsigned drawn(unsigned i) {
  const unsigned x = mixed(i);
  const unsigned ends[8] = {0x80007FFFU, 0x7F80FF00U, 0xFFFFFFFFU, 0,
                            0x80000000U, 0x7FFFFFFFU, 0x00010001U, 0x01FF80FEU};
  return i % 5 == 0 ? ends[x % 8] : x >> (i % 3 == 0 ? x % 24 : 0);
}

__device__ void digest(unsigned* out, int at, unsigned value) {
  atomicXor(&out[at], mixed(value + 0x9E3779B9U * (threadIdx.x + blockIdx.x * blockDim.x + 1)));
}

__global__ void run(unsigned* out, int* count) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  const unsigned a = drawn(3 * i);
  const unsigned b = i % 7 == 0 ? a : drawn(3 * i + 1);
  const unsigned c = drawn(3 * i + 2);
  bool first = false;
  bool high = false;
  bool low = false;
  int at = 0;
  digest(out, at++, __vabs2(a));
  digest(out, at++, __vneg2(a));
  digest(out, at++, __vabsss2(a));
  digest(out, at++, __vnegss2(a));
  digest(out, at++, __vadd2(a, b));
  digest(out, at++, __vsub2(a, b));
  digest(out, at++, __vaddss2(a, b));
  digest(out, at++, __vaddus2(a, b));
  digest(out, at++, __vsubss2(a, b));
  digest(out, at++, __vsubus2(a, b));
  digest(out, at++, __vabsdiffs2(a, b));
  digest(out, at++, __vabsdiffu2(a, b));
  digest(out, at++, __vavgs2(a, b));
  digest(out, at++, __vavgu2(a, b));
  digest(out, at++, __vhaddu2(a, b));
  digest(out, at++, __vmaxs2(a, b));
  digest(out, at++, __vmaxu2(a, b));
  digest(out, at++, __vmins2(a, b));
  digest(out, at++, __vminu2(a, b));
  digest(out, at++, __vsads2(a, b));
  digest(out, at++, __vsadu2(a, b));
  digest(out, at++, __vcmpeq2(a, b));
  digest(out, at++, __vcmpne2(a, b));
  digest(out, at++, __vcmplts2(a, b));
  digest(out, at++, __vcmpltu2(a, b));
  digest(out, at++, __vcmples2(a, b));
  digest(out, at++, __vcmpleu2(a, b));
  digest(out, at++, __vcmpgts2(a, b));
  digest(out, at++, __vcmpgtu2(a, b));
  digest(out, at++, __vcmpges2(a, b));
  digest(out, at++, __vcmpgeu2(a, b));
  digest(out, at++, __vseteq2(a, b));
  digest(out, at++, __vsetne2(a, b));
  digest(out, at++, __vsetlts2(a, b));
  digest(out, at++, __vsetltu2(a, b));
  digest(out, at++, __vsetles2(a, b));
  digest(out, at++, __vsetleu2(a, b));
  digest(out, at++, __vsetgts2(a, b));
  digest(out, at++, __vsetgtu2(a, b));
  digest(out, at++, __vsetges2(a, b));
  digest(out, at++, __vsetgeu2(a, b));
  digest(out, at++, __vabs4(a));
  digest(out, at++, __vneg4(a));
  digest(out, at++, __vabsss4(a));
  digest(out, at++, __vnegss4(a));
  digest(out, at++, __vadd4(a, b));
  digest(out, at++, __vsub4(a, b));
  digest(out, at++, __vaddss4(a, b));
  digest(out, at++, __vaddus4(a, b));
  digest(out, at++, __vsubss4(a, b));
  digest(out, at++, __vsubus4(a, b));
  digest(out, at++, __vabsdiffs4(a, b));
  digest(out, at++, __vabsdiffu4(a, b));
  digest(out, at++, __vavgs4(a, b));
  digest(out, at++, __vavgu4(a, b));
  digest(out, at++, __vhaddu4(a, b));
  digest(out, at++, __vmaxs4(a, b));
  digest(out, at++, __vmaxu4(a, b));
  digest(out, at++, __vmins4(a, b));
  digest(out, at++, __vminu4(a, b));
  digest(out, at++, __vsads4(a, b));
  digest(out, at++, __vsadu4(a, b));
  digest(out, at++, __vcmpeq4(a, b));
  digest(out, at++, __vcmpne4(a, b));
  digest(out, at++, __vcmplts4(a, b));
  digest(out, at++, __vcmpltu4(a, b));
  digest(out, at++, __vcmples4(a, b));
  digest(out, at++, __vcmpleu4(a, b));
  digest(out, at++, __vcmpgts4(a, b));
  digest(out, at++, __vcmpgtu4(a, b));
  digest(out, at++, __vcmpges4(a, b));
  digest(out, at++, __vcmpgeu4(a, b));
  digest(out, at++, __vseteq4(a, b));
  digest(out, at++, __vsetne4(a, b));
  digest(out, at++, __vsetlts4(a, b));
  digest(out, at++, __vsetltu4(a, b));
  digest(out, at++, __vsetles4(a, b));
  digest(out, at++, __vsetleu4(a, b));
  digest(out, at++, __vsetgts4(a, b));
  digest(out, at++, __vsetgtu4(a, b));
  digest(out, at++, __vsetges4(a, b));
  digest(out, at++, __vsetgeu4(a, b));
  digest(out, at++, __viaddmax_s32(a, b, c));
  digest(out, at++, __viaddmax_s32_relu(a, b, c));
  digest(out, at++, __viaddmax_u32(a, b, c));
  digest(out, at++, __viaddmax_s16x2(a, b, c));
  digest(out, at++, __viaddmax_s16x2_relu(a, b, c));
  digest(out, at++, __viaddmax_u16x2(a, b, c));
  digest(out, at++, __viaddmin_s32(a, b, c));
  digest(out, at++, __viaddmin_s32_relu(a, b, c));
  digest(out, at++, __viaddmin_u32(a, b, c));
  digest(out, at++, __viaddmin_s16x2(a, b, c));
  digest(out, at++, __viaddmin_s16x2_relu(a, b, c));
  digest(out, at++, __viaddmin_u16x2(a, b, c));
  digest(out, at++, __vimax3_s32(a, b, c));
  digest(out, at++, __vimax3_s32_relu(a, b, c));
  digest(out, at++, __vimax3_u32(a, b, c));
  digest(out, at++, __vimax3_s16x2(a, b, c));
  digest(out, at++, __vimax3_s16x2_relu(a, b, c));
  digest(out, at++, __vimax3_u16x2(a, b, c));
  digest(out, at++, __vimin3_s32(a, b, c));
  digest(out, at++, __vimin3_s32_relu(a, b, c));
  digest(out, at++, __vimin3_u32(a, b, c));
  digest(out, at++, __vimin3_s16x2(a, b, c));
  digest(out, at++, __vimin3_s16x2_relu(a, b, c));
  digest(out, at++, __vimin3_u16x2(a, b, c));
  digest(out, at++, __vimax_s32_relu(a, b));
  digest(out, at++, __vimax_s16x2_relu(a, b));
  digest(out, at++, __vimin_s32_relu(a, b));
  digest(out, at++, __vimin_s16x2_relu(a, b));
  digest(out, at++, __vibmax_s32(a, b, &first));
  digest(out, at++, first);
  digest(out, at++, __vibmax_u32(a, b, &first));
  digest(out, at++, first);
  digest(out, at++, __vibmin_s32(a, b, &first));
  digest(out, at++, first);
  digest(out, at++, __vibmin_u32(a, b, &first));
  digest(out, at++, first);
  digest(out, at++, __vibmax_s16x2(a, b, &high, &low));
  digest(out, at++, 2 * high + low);
  digest(out, at++, __vibmax_u16x2(a, b, &high, &low));
  digest(out, at++, 2 * high + low);
  digest(out, at++, __vibmin_s16x2(a, b, &high, &low));
  digest(out, at++, 2 * high + low);
  digest(out, at++, __vibmin_u16x2(a, b, &high, &low));
  digest(out, at++, 2 * high + low);
  if (i == 0) *count = at;
}

int main() {
  unsigned* out = nullptr;
  int* count = nullptr;
  if (cudaMallocManaged(&out, 256 * sizeof(unsigned)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&count, sizeof(int)) != cudaSuccess) return 1;
  for (int i = 0; i < 256; ++i) out[i] = 0;
  run<<<32, 128>>>(out, count);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < *count; ++i) std::printf("%d %08x\n", i, out[i]);
  if (cudaFree(out) != cudaSuccess || cudaFree(count) != cudaSuccess) return 1;
  return 0;
}
