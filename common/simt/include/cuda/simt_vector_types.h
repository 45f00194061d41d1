// CUDA's built-in vector types. A copy of a whole vector is one access of its full width, as it is on the
// GPU: a compiler splits the copy of a plain struct into its members, so each type copies itself through one
// temporary of its size. Three-component vectors have no wide access on the GPU either: they copy component
// by component. Sizes and alignments: CUDA C++ Programming Guide, "Built-in Vector Types".
#pragma once

namespace simt_vectors {

template <unsigned Bytes>
struct Word;
template <>
struct Word<1> {
  using type = unsigned char;
};
template <>
struct Word<2> {
  using type __attribute__((may_alias)) = unsigned short;
};
template <>
struct Word<4> {
  using type __attribute__((may_alias)) = unsigned int;
};
template <>
struct Word<8> {
  using type __attribute__((may_alias)) = unsigned long long;
};
template <>
struct Word<16> {
  using type __attribute__((vector_size(16), may_alias)) = float;
};

// What happens to the word in a register is nothing, and hidden: compilers take a load apart again where only
// components are used, and merge neighbouring ones.
template <class Vector>
__attribute__((always_inline)) inline void copy_whole(Vector* to, const Vector* from) {
  using Whole = typename Word<sizeof(Vector)>::type;
  Whole word = *reinterpret_cast<const Whole*>(from);
  if constexpr (sizeof(Whole) == 16) {
    __asm__("" : "+x"(word));
  } else {
    __asm__("" : "+r"(word));
  }
  *reinterpret_cast<Whole*>(to) = word;
}

// CUDA's vectors are aggregates: "float4 v = {1};" is right there, "float4 v = 1;" is not. One component that
// is converted first allows the first only.
template <class T>
struct Only {
  constexpr Only(T value_) : value(value_) {}
  T value;
};

template <class T>
struct alignas(sizeof(T)) Vector1 {
  T x;
};

template <class T>
struct alignas(2 * sizeof(T)) Vector2 {
  T x, y;
  Vector2() = default;
  constexpr Vector2(Only<T> x_) : x(x_.value), y() {}
  constexpr Vector2(T x_, T y_) : x(x_), y(y_) {}
  __attribute__((always_inline)) Vector2(const Vector2& other) { copy_whole(this, &other); }
  __attribute__((always_inline)) Vector2& operator=(const Vector2& other) {
    copy_whole(this, &other);
    return *this;
  }
};

template <class T>
struct Vector3 {
  T x, y, z;
  Vector3() = default;
  constexpr Vector3(Only<T> x_) : x(x_.value), y(), z() {}
  constexpr Vector3(T x_, T y_, T z_ = T()) : x(x_), y(y_), z(z_) {}
  __attribute__((always_inline)) Vector3(const Vector3& other) { copy(other); }
  __attribute__((always_inline)) Vector3& operator=(const Vector3& other) {
    copy(other);
    return *this;
  }

 private:
  __attribute__((always_inline)) void copy(const Vector3& other) {
    copy_whole(&x, &other.x);
    copy_whole(&y, &other.y);
    copy_whole(&z, &other.z);
  }
};

// Vectors of four 8-byte components are 16-byte aligned and move as two 16-byte halves.
template <class T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Vector4 {
  T x, y, z, w;
  Vector4() = default;
  constexpr Vector4(Only<T> x_) : x(x_.value), y(), z(), w() {}
  constexpr Vector4(T x_, T y_, T z_ = T(), T w_ = T()) : x(x_), y(y_), z(z_), w(w_) {}
  __attribute__((always_inline)) Vector4(const Vector4& other) { copy(other); }
  __attribute__((always_inline)) Vector4& operator=(const Vector4& other) {
    copy(other);
    return *this;
  }

 private:
  struct alignas(16) Half {
    T a, b;
  };
  __attribute__((always_inline)) void copy(const Vector4& other) {
    if constexpr (sizeof(Vector4) <= 16) {
      copy_whole(this, &other);
    } else {
      auto* to = reinterpret_cast<Half*>(this);
      const auto* from = reinterpret_cast<const Half*>(&other);
      copy_whole(to, from);
      copy_whole(to + 1, from + 1);
    }
  }
};

}  // namespace simt_vectors

using char1 = simt_vectors::Vector1<signed char>;
using char2 = simt_vectors::Vector2<signed char>;
using char3 = simt_vectors::Vector3<signed char>;
using char4 = simt_vectors::Vector4<signed char>;
using uchar1 = simt_vectors::Vector1<unsigned char>;
using uchar2 = simt_vectors::Vector2<unsigned char>;
using uchar3 = simt_vectors::Vector3<unsigned char>;
using uchar4 = simt_vectors::Vector4<unsigned char>;
using short1 = simt_vectors::Vector1<short>;
using short2 = simt_vectors::Vector2<short>;
using short3 = simt_vectors::Vector3<short>;
using short4 = simt_vectors::Vector4<short>;
using ushort1 = simt_vectors::Vector1<unsigned short>;
using ushort2 = simt_vectors::Vector2<unsigned short>;
using ushort3 = simt_vectors::Vector3<unsigned short>;
using ushort4 = simt_vectors::Vector4<unsigned short>;
using int1 = simt_vectors::Vector1<int>;
using int2 = simt_vectors::Vector2<int>;
using int3 = simt_vectors::Vector3<int>;
using int4 = simt_vectors::Vector4<int>;
using uint1 = simt_vectors::Vector1<unsigned int>;
using uint2 = simt_vectors::Vector2<unsigned int>;
using uint3 = simt_vectors::Vector3<unsigned int>;
using uint4 = simt_vectors::Vector4<unsigned int>;
using long1 = simt_vectors::Vector1<long>;
using long2 = simt_vectors::Vector2<long>;
using long3 = simt_vectors::Vector3<long>;
using long4 = simt_vectors::Vector4<long>;
using ulong1 = simt_vectors::Vector1<unsigned long>;
using ulong2 = simt_vectors::Vector2<unsigned long>;
using ulong3 = simt_vectors::Vector3<unsigned long>;
using ulong4 = simt_vectors::Vector4<unsigned long>;
using longlong1 = simt_vectors::Vector1<long long>;
using longlong2 = simt_vectors::Vector2<long long>;
using longlong3 = simt_vectors::Vector3<long long>;
using longlong4 = simt_vectors::Vector4<long long>;
using ulonglong1 = simt_vectors::Vector1<unsigned long long>;
using ulonglong2 = simt_vectors::Vector2<unsigned long long>;
using ulonglong3 = simt_vectors::Vector3<unsigned long long>;
using ulonglong4 = simt_vectors::Vector4<unsigned long long>;
using float1 = simt_vectors::Vector1<float>;
using float2 = simt_vectors::Vector2<float>;
using float3 = simt_vectors::Vector3<float>;
using float4 = simt_vectors::Vector4<float>;
using double1 = simt_vectors::Vector1<double>;
using double2 = simt_vectors::Vector2<double>;
using double3 = simt_vectors::Vector3<double>;
using double4 = simt_vectors::Vector4<double>;

constexpr char1 make_char1(signed char x) { return {x}; }
inline char2 make_char2(signed char x, signed char y) { return char2(x, y); }
constexpr char3 make_char3(signed char x, signed char y, signed char z) { return char3(x, y, z); }
inline char4 make_char4(signed char x, signed char y, signed char z, signed char w) {
  return char4(x, y, z, w);
}
constexpr uchar1 make_uchar1(unsigned char x) { return {x}; }
inline uchar2 make_uchar2(unsigned char x, unsigned char y) { return uchar2(x, y); }
constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return uchar3(x, y, z); }
inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) {
  return uchar4(x, y, z, w);
}
constexpr short1 make_short1(short x) { return {x}; }
inline short2 make_short2(short x, short y) { return short2(x, y); }
constexpr short3 make_short3(short x, short y, short z) { return short3(x, y, z); }
inline short4 make_short4(short x, short y, short z, short w) { return short4(x, y, z, w); }
constexpr ushort1 make_ushort1(unsigned short x) { return {x}; }
inline ushort2 make_ushort2(unsigned short x, unsigned short y) { return ushort2(x, y); }
constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
  return ushort3(x, y, z);
}
inline ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) {
  return ushort4(x, y, z, w);
}
constexpr int1 make_int1(int x) { return {x}; }
inline int2 make_int2(int x, int y) { return int2(x, y); }
constexpr int3 make_int3(int x, int y, int z) { return int3(x, y, z); }
inline int4 make_int4(int x, int y, int z, int w) { return int4(x, y, z, w); }
constexpr uint1 make_uint1(unsigned int x) { return {x}; }
inline uint2 make_uint2(unsigned int x, unsigned int y) { return uint2(x, y); }
constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3(x, y, z); }
inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
  return uint4(x, y, z, w);
}
constexpr long1 make_long1(long x) { return {x}; }
inline long2 make_long2(long x, long y) { return long2(x, y); }
constexpr long3 make_long3(long x, long y, long z) { return long3(x, y, z); }
inline long4 make_long4(long x, long y, long z, long w) { return long4(x, y, z, w); }
constexpr ulong1 make_ulong1(unsigned long x) { return {x}; }
inline ulong2 make_ulong2(unsigned long x, unsigned long y) { return ulong2(x, y); }
constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return ulong3(x, y, z); }
inline ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) {
  return ulong4(x, y, z, w);
}
constexpr longlong1 make_longlong1(long long x) { return {x}; }
inline longlong2 make_longlong2(long long x, long long y) { return longlong2(x, y); }
constexpr longlong3 make_longlong3(long long x, long long y, long long z) { return longlong3(x, y, z); }
inline longlong4 make_longlong4(long long x, long long y, long long z, long long w) {
  return longlong4(x, y, z, w);
}
constexpr ulonglong1 make_ulonglong1(unsigned long long x) { return {x}; }
inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return ulonglong2(x, y); }
constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) {
  return ulonglong3(x, y, z);
}
inline ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z,
                                  unsigned long long w) {
  return ulonglong4(x, y, z, w);
}
constexpr float1 make_float1(float x) { return {x}; }
inline float2 make_float2(float x, float y) { return float2(x, y); }
constexpr float3 make_float3(float x, float y, float z) { return float3(x, y, z); }
inline float4 make_float4(float x, float y, float z, float w) { return float4(x, y, z, w); }
constexpr double1 make_double1(double x) { return {x}; }
inline double2 make_double2(double x, double y) { return double2(x, y); }
constexpr double3 make_double3(double x, double y, double z) { return double3(x, y, z); }
inline double4 make_double4(double x, double y, double z, double w) { return double4(x, y, z, w); }

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(const uint3& v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3(x, y, z); }
};
