// What CUDA's functions compute, written for the host from the CUDA Math API's descriptions and independently of the simulator's
// headers.
#pragma once

#include <algorithm>
#include <cmath>

struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct uchar3 {
  unsigned char x, y, z;
};
struct alignas(4) ushort2 {
  unsigned short x, y;
};
inline float2 make_float2(float x, float y) { return {x, y}; }

using std::max;
using std::min;

inline u32 __float_as_uint(f32 x) {
  u32 result;
  std::memcpy(&result, &x, sizeof(result));
  return result;
}
inline u32 count_of_ones(u64 x) {
  u32 count = 0;
  for (; x != 0; x >>= 1) count += x & 1;
  return count;
}
inline u64 reversed(u64 x, u32 width) {
  u64 result = 0;
  for (u32 i = 0; i < width; ++i) result |= (x >> i & 1) << (width - 1 - i);
  return result;
}
inline u32 leading_zeros(u64 x, u32 width) {
  u32 count = 0;
  while (count < width && (x >> (width - 1 - count) & 1) == 0) ++count;
  return count;
}
inline u32 first_one(u64 x, u32 width) {
  for (u32 i = 0; i < width; ++i) {
    if ((x >> i & 1) != 0) return i + 1;
  }
  return 0;
}
inline int __popc(u32 x) { return count_of_ones(x); }
inline int __popcll(u64 x) { return count_of_ones(x); }
inline u32 __brev(u32 x) { return reversed(x, 32); }
inline u64 __brevll(u64 x) { return reversed(x, 64); }
inline int __clz(int x) { return leading_zeros(static_cast<u32>(x), 32); }
inline int __clzll(i64 x) { return leading_zeros(static_cast<u64>(x), 64); }
inline int __ffs(int x) { return first_one(static_cast<u32>(x), 32); }
inline int __ffsll(i64 x) { return first_one(static_cast<u64>(x), 64); }

inline i64 signed_24(int x) {
  const i64 low = x & 0xFFFFFF;
  return low >= 0x800000 ? low - 0x1000000 : low;
}
inline int __mul24(int x, int y) { return static_cast<int>(signed_24(x) * signed_24(y)); }
inline u32 __umul24(u32 x, u32 y) {
  return static_cast<u32>(static_cast<u64>(x & 0xFFFFFF) * (y & 0xFFFFFF));
}
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<i64>(x) * y >> 32); }
inline u32 __umulhi(u32 x, u32 y) { return static_cast<u32>(static_cast<u64>(x) * y >> 32); }
// By halves: the host's own numbers of 128 bits are what the simulator uses.
inline u64 __umul64hi(u64 x, u64 y) {
  const u64 low = (x & 0xFFFFFFFF) * (y & 0xFFFFFFFF);
  const u64 middle = (x >> 32) * (y & 0xFFFFFFFF) + (low >> 32);
  const u64 other = (x & 0xFFFFFFFF) * (y >> 32) + (middle & 0xFFFFFFFF);
  return (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
}
inline i64 __mul64hi(i64 x, i64 y) {
  u64 high = __umul64hi(static_cast<u64>(x), static_cast<u64>(y));
  if (x < 0) high -= static_cast<u64>(y);
  if (y < 0) high -= static_cast<u64>(x);
  return static_cast<i64>(high);
}
inline u32 __byte_perm(u32 x, u32 y, u32 selector) {
  u8 bytes[8];
  for (u32 i = 0; i < 4; ++i) {
    bytes[i] = x >> 8 * i & 0xFF;
    bytes[i + 4] = y >> 8 * i & 0xFF;
  }
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 digit = selector >> 4 * i & 15;
    const u32 byte = bytes[digit & 7];
    result |= ((digit & 8) == 0 ? byte : (byte & 0x80) != 0 ? 0xFFU : 0U) << 8 * i;
  }
  return result;
}
inline u64 joined(u32 low, u32 high) { return static_cast<u64>(high) << 32 | low; }
inline u32 __funnelshift_l(u32 low, u32 high, u32 by) { return joined(low, high) << (by & 31) >> 32; }
inline u32 __funnelshift_r(u32 low, u32 high, u32 by) { return joined(low, high) >> (by & 31); }
inline u32 __funnelshift_lc(u32 low, u32 high, u32 by) { return joined(low, high) << min(by, 32U) >> 32; }
inline u32 __funnelshift_rc(u32 low, u32 high, u32 by) { return joined(low, high) >> min(by, 32U); }
inline u32 __sad(int x, int y, u32 z) {
  const i64 difference = static_cast<i64>(x) - y;
  return static_cast<u32>(difference < 0 ? -difference : difference) + z;
}
inline u32 __usad(u32 x, u32 y, u32 z) { return (x > y ? x - y : y - x) + z; }
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<i64>(x) + y) >> 1); }
inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<i64>(x) + y + 1) >> 1); }
inline u32 __uhadd(u32 x, u32 y) { return static_cast<u32>((static_cast<u64>(x) + y) >> 1); }
inline u32 __urhadd(u32 x, u32 y) { return static_cast<u32>((static_cast<u64>(x) + y + 1) >> 1); }
inline f32 __fadd_rn(f32 x, f32 y) { return x + y; }
inline f32 __fmul_rn(f32 x, f32 y) { return x * y; }
inline f32 __fmaf_rn(f32 x, f32 y, f32 z) { return std::fmaf(x, y, z); }
inline u32 atomicAdd(u32* place, u32 value) {
  const u32 before = *place;
  *place += value;
  return before;
}
