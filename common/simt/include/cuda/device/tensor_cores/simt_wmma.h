// nvcuda::wmma: fragments, load_matrix_sync, store_matrix_sync, fill_fragment, mma_sync. CUDA C++ Programming
// Guide, "Warp Matrix Functions".
#pragma once

#include "simt_wmma_moves.h"

namespace nvcuda {
namespace wmma {

// Elements may be read and changed one by one, as long as all lanes treat all of them alike.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment;

template <class T, int Elements>
struct __frag_base {
  enum { num_elements = Elements, num_storage_elements = Elements };
  using element_type = T;
  using storage_element_type = T;
  T x[num_elements];
};

template <int M, int N, int K, class T, class Layout>
class fragment<matrix_a, M, N, K, T, Layout>
    : public __frag_base<typename simt_wmma::Element<T>::Storage,
                         simt_wmma::Operand<T, M, N, K, true>::declared> {
  static_assert(simt_wmma::has_operand(simt_wmma::Element<T>::type, M, N, K),
                "nvcuda::wmma has no fragment matrix_a of this type and shape");
};
template <int M, int N, int K, class T, class Layout>
class fragment<matrix_b, M, N, K, T, Layout>
    : public __frag_base<typename simt_wmma::Element<T>::Storage,
                         simt_wmma::Operand<T, M, N, K, false>::declared> {
  static_assert(simt_wmma::has_operand(simt_wmma::Element<T>::type, M, N, K),
                "nvcuda::wmma has no fragment matrix_b of this type and shape");
};
template <int M, int N, int K, class T>
class fragment<accumulator, M, N, K, T, void> : public __frag_base<T, simt_wmma::Sum<T, M, N>::elements> {
  static_assert(simt_wmma::has_sum(simt_wmma::Element<T>::type, M, N, K),
                "nvcuda::wmma has no accumulator of this type and shape");
};

template <class Use, int M, int N, int K, class T, class Layout, class Value>
__device__ __forceinline__ void fill_fragment(fragment<Use, M, N, K, T, Layout>& all, const Value& value) {
  for (int i = 0; i < all.num_elements; ++i)
    all.x[i] = static_cast<typename simt_wmma::Element<T>::Storage>(value);
}

template <int M, int N, int K, class T, class Layout>
__device__ __forceinline__ void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout>& a,
                                                 const typename simt_wmma::Element<T>::Storage* from,
                                                 unsigned ldm) {
  simt_wmma::load_operand<simt_wmma::Operand<T, M, N, K, true>>(a.x, from, ldm,
                                                                simt_wmma::Same<Layout, row_major>::is);
}
template <int M, int N, int K, class T, class Layout>
__device__ __forceinline__ void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout>& b,
                                                 const typename simt_wmma::Element<T>::Storage* from,
                                                 unsigned ldm) {
  simt_wmma::load_operand<simt_wmma::Operand<T, M, N, K, false>>(b.x, from, ldm,
                                                                 simt_wmma::Same<Layout, col_major>::is);
}
template <int M, int N, int K, class T>
__device__ __forceinline__ void load_matrix_sync(fragment<accumulator, M, N, K, T>& c, const T* from,
                                                 unsigned ldm, layout_t layout) {
  if constexpr (simt_wmma::Same<T, __half>::is) {
    simt_wmma::load_half_sum<simt_wmma::Sum<T, M, N>>(c.x, from, ldm, layout == mem_row_major);
  } else {
    simt_wmma::load_sum<simt_wmma::Sum<T, M, N>>(c.x, from, ldm, layout == mem_row_major);
  }
}
template <int M, int N, int K, class T>
__device__ __forceinline__ void store_matrix_sync(T* to, const fragment<accumulator, M, N, K, T>& d,
                                                  unsigned ldm, layout_t layout) {
  if constexpr (simt_wmma::Same<T, __half>::is) {
    simt_wmma::store_half_sum<simt_wmma::Sum<T, M, N>>(to, d.x, ldm, layout == mem_row_major);
  } else {
    simt_wmma::store_sum<simt_wmma::Sum<T, M, N>>(to, d.x, ldm, layout == mem_row_major);
  }
}

}  // namespace wmma
}  // namespace nvcuda

namespace simt_wmma {

// Elements one behind the other as registers.
template <unsigned Elements, class T>
__device__ __forceinline__ simt_matrix::Registers packed(const T* x) {
  static_assert(Elements * sizeof(T) <= sizeof(simt_matrix::Registers), "more than four registers");
  simt_matrix::Registers registers{};
  __builtin_memcpy(registers.of, static_cast<const void*>(x), Elements * sizeof(T));
  return registers;
}

template <int M, int N, int K, class T, bool Saturates, class D, class C>
__device__ __forceinline__ void multiply(D* d, const typename Element<T>::Storage* a,
                                         const typename Element<T>::Storage* b, const C* c) {
  using OfA = Operand<T, M, N, K, true>;
  using OfB = Operand<T, M, N, K, false>;
  using Tall = typename Choice<OfA::is_tall, OfA, OfB>::Type;
  using Flat = typename Choice<OfA::is_tall, OfB, OfA>::Type;
  using Result = Sum<D, M, N>;
  constexpr unsigned kTall = Tall::block_registers * Tall::per_register;
  constexpr unsigned kFlat = Flat::block_registers * Flat::per_register;
  constexpr unsigned kSum = Result::tile_elements;
  constexpr unsigned kRows = Tall::side < 16 ? 8 : 16;
  constexpr Type kType = Element<T>::type;
  const auto* const tall = OfA::is_tall ? a : b;
  const auto* const flat = OfA::is_tall ? b : a;
  for (unsigned tile = 0; tile < Result::tiles; ++tile) {
    const simt_matrix::Registers left = packed<kTall>(tall + (Result::is_square ? 0 : tile * kTall));
    const simt_matrix::Registers right = packed<kFlat>(flat + (Result::is_square ? tile * kFlat : 0));
    const simt_matrix::Registers before = packed<kSum>(c + tile * kSum);
    const simt_matrix::Registers after =
        simt_matrix::multiply<kType, kType, Element<C>::type, Element<D>::type, kRows, K, Saturates>(
            left, right, before);
    __builtin_memcpy(static_cast<void*>(d + tile * kSum), after.of, kSum * sizeof(D));
  }
}

}  // namespace simt_wmma

namespace nvcuda {
namespace wmma {

template <int M, int N, int K, class T, class LayoutA, class LayoutB, class D, class C>
__device__ __forceinline__ void mma_sync(fragment<accumulator, M, N, K, D>& d,
                                         const fragment<matrix_a, M, N, K, T, LayoutA>& a,
                                         const fragment<matrix_b, M, N, K, T, LayoutB>& b,
                                         const fragment<accumulator, M, N, K, C>& c) {
  simt_wmma::multiply<M, N, K, T, false>(d.x, a.x, b.x, c.x);
}
// Sums of integers stay within 32 bits where `saturates` says so.
template <int M, int N, int K, class T, class LayoutA, class LayoutB>
__device__ __forceinline__ void mma_sync(fragment<accumulator, M, N, K, int>& d,
                                         const fragment<matrix_a, M, N, K, T, LayoutA>& a,
                                         const fragment<matrix_b, M, N, K, T, LayoutB>& b,
                                         const fragment<accumulator, M, N, K, int>& c, bool saturates) {
  if (saturates) {
    simt_wmma::multiply<M, N, K, T, true>(d.x, a.x, b.x, c.x);
  } else {
    simt_wmma::multiply<M, N, K, T, false>(d.x, a.x, b.x, c.x);
  }
}

__device__ __forceinline__ float __float_to_tf32(float x) {
  // Rounded to nearest, ties away from zero: cvt.rna.tf32.f32.
  const unsigned bits = simt_bits::as<unsigned>(x);
  const bool is_number = (bits & 0x7F800000U) != 0x7F800000U;
  return simt_bits::as<float>(is_number ? (bits + 0x1000U) & ~0x1FFFU : bits & ~0x1FFFU);
}

}  // namespace wmma
}  // namespace nvcuda
