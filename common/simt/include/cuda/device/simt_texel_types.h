// The types that textures give and surfaces hold: one, two or four channels of 8, 16 or 32 bits.
#pragma once

#include "simt_bits.h"
#include "simt_qualifiers.h"
#include "simt_vector_types.h"

namespace simt_texel {

struct Registers {
  unsigned x, y, z, w;
};

template <class T>
struct Texel;  // a type that no texture gives

// A channel is the low bits of its register; a float is all of them.
template <class Element>
__device__ __forceinline__ Element channel_of(unsigned bits) {
  return static_cast<Element>(bits);
}
template <>
__device__ __forceinline__ float channel_of<float>(unsigned bits) {
  return simt_bits::as<float>(bits);
}

#define SIMT_TEXEL(T, Element, count, ...)                                                              \
  template <>                                                                                           \
  struct Texel<T> {                                                                                     \
    using Value = T;                                                                                    \
    using Channel = Element;                                                                            \
    static constexpr unsigned kChannels = count;                                                        \
    static __device__ __forceinline__ T from(const Registers& registers) { return Value{__VA_ARGS__}; } \
  };
#define SIMT_CHANNEL(Element, name) channel_of<Element>(registers.name)
#define SIMT_TEXELS(Element, name)                                                    \
  SIMT_TEXEL(Element, Element, 1, SIMT_CHANNEL(Element, x))                           \
  SIMT_TEXEL(name##1, Element, 1, SIMT_CHANNEL(Element, x))                           \
  SIMT_TEXEL(name##2, Element, 2, SIMT_CHANNEL(Element, x), SIMT_CHANNEL(Element, y)) \
  SIMT_TEXEL(name##4, Element, 4, SIMT_CHANNEL(Element, x), SIMT_CHANNEL(Element, y), \
             SIMT_CHANNEL(Element, z), SIMT_CHANNEL(Element, w))
SIMT_TEXELS(signed char, char)
SIMT_TEXELS(unsigned char, uchar)
SIMT_TEXELS(short, short)
SIMT_TEXELS(unsigned short, ushort)
SIMT_TEXELS(int, int)
SIMT_TEXELS(unsigned, uint)
SIMT_TEXELS(float, float)
SIMT_TEXEL(char, char, 1, SIMT_CHANNEL(char, x))
#undef SIMT_TEXELS
#undef SIMT_CHANNEL
#undef SIMT_TEXEL

template <class T>
__device__ __forceinline__ T from_registers(const Registers& registers) {
  return Texel<T>::from(registers);
}

// Channels, the bits of each, and whether they are floats, as module_abi.h packs them.
template <class Element>
constexpr bool kIsFloat = false;
template <>
inline constexpr bool kIsFloat<float> = true;
template <class T>
constexpr unsigned kType = Texel<T>::kChannels |
                           static_cast<unsigned>(8 * sizeof(typename Texel<T>::Channel)) << 8U |
                           (kIsFloat<typename Texel<T>::Channel> ? 1U : 0U) << 16U;

}  // namespace simt_texel
