// <cuda_fp8.h>: every code, and every half.
#include <cuda_fp8.h>

// Four tables of 65,536 for each format and saturation: from halves, bfloat16s, floats and doubles.
extern "C" __global__ void encode(unsigned char* out) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  const __half_raw half{static_cast<unsigned short>(bits)};
  const __nv_bfloat16_raw bfloat{static_cast<unsigned short>(bits)};
  for (unsigned table = 0; table < 4; ++table) {
    const auto kind = table / 2 == 0 ? __NV_E4M3 : __NV_E5M2;
    const auto saturation = table % 2 == 0 ? __NV_NOSAT : __NV_SATFINITE;
    unsigned char* const to = out + table * 4 * 65536 + bits;
    to[0] = __nv_cvt_halfraw_to_fp8(half, saturation, kind);
    to[65536] = __nv_cvt_bfloat16raw_to_fp8(bfloat, saturation, kind);
    to[2 * 65536] = __nv_cvt_float_to_fp8(__uint_as_float(bits << 16 | 0x1234), saturation, kind);
    to[3 * 65536] = __nv_cvt_double_to_fp8(
        __longlong_as_double(static_cast<long long>(bits) << 48 | 0x123456789), saturation, kind);
  }
}

extern "C" __global__ void decode(unsigned short* halves, float* floats) {
  const unsigned code = threadIdx.x;
  halves[code] = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(code), __NV_E4M3).x;
  halves[256 + code] = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(code), __NV_E5M2).x;
  __nv_fp8_e4m3 small;
  small.__x = static_cast<__nv_fp8_storage_t>(code);
  __nv_fp8_e5m2 wide;
  wide.__x = static_cast<__nv_fp8_storage_t>(code);
  floats[code] = static_cast<float>(small);
  floats[256 + code] = static_cast<float>(wide);
}

// Pairs and quads move as one access, and hold their numbers from the low bits up.
extern "C" __global__ void vectors(const __nv_fp8x4_e4m3* in, float4* out, unsigned* bits) {
  const __nv_fp8x4_e4m3 quad = in[threadIdx.x];  // one load
  out[threadIdx.x] = static_cast<float4>(quad);
  const __nv_fp8x4_e5m2 other(make_float4(1, 2, 3, 1e9F));
  const __nv_fp8x2_e4m3 pair(make_float2(1, -2));
  bits[0] = other.__x;
  bits[1] = pair.__x;
  bits[2] = __nv_fp8_e4m3(1000).__x;
  bits[3] = static_cast<unsigned>(static_cast<int>(__nv_fp8_e5m2(-2.5F)));
  const __half2 halves = static_cast<__half2>(pair);
  bits[4] = __half_as_ushort(halves.x) | static_cast<unsigned>(__half_as_ushort(halves.y)) << 16;
}
