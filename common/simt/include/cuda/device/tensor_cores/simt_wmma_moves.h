// load_matrix_sync and store_matrix_sync: the accesses that nvcc makes of them for sm_90, lane by lane. Which
// they are was read from the machine code and compared with an H200's counters:
// docs/measurements/h200/tensor_cores.md.
//
//   half, from shared memory           ldmatrix, .trans where K is not the direction of neighbours
//   bytes, K the direction of          ldmatrix from shared memory, 4 bytes a lane and register from global
//     neighbours
//   bytes, else                        each element by itself
//   half from global memory, bfloat16  4 bytes a lane and register; where K is not the direction of
//   neighbours,
//                                      lanes exchange halves afterwards
//   tf32, double                       each element by itself
//   sums                               two neighbours in one access where they are the lane's, else each by
//                                      itself; two halves always, exchanged where they must be
#pragma once

#include "simt_wmma_shapes.h"

namespace simt_wmma {

// CUDA C++ Programming Guide, "Warp Matrix Functions": where the matrix begins, and how far its rows are
// apart. The guide requires 32 bytes at the beginning, but the GPU's own accesses need 16. For bytes and
// doubles, which the guide does not mention, the accesses themselves are checked.
template <class T>
__device__ __forceinline__ void require_aligned(const T* pointer, unsigned ldm) {
  if (sizeof(T) != 2 && sizeof(T) != 4) return;
  if (reinterpret_cast<unsigned long long>(pointer) % 16 != 0)
    simt_trap("nvcuda::wmma: the matrix must begin at a multiple of 16 bytes");
  if (ldm * sizeof(T) % 16 != 0)
    simt_trap("nvcuda::wmma: ldm must be a multiple of 16 bytes: of 8 halves, of 4 floats or ints");
}

template <class To, class From>
__device__ __forceinline__ To read_as(const From* from) {
  return *reinterpret_cast<const To*>(from);
}

// ------------------------------------------------------------------------------------------- operands

// Neighbours in memory lie along K.
template <class O>
__device__ __forceinline__ void load_matrices(unsigned* registers, const typename O::Storage* from,
                                              unsigned ldm, bool is_along_k) {
  // One step loads at most as many matrices of 8 x 16 bytes as a tile of 16 x 16 elements has.
  constexpr unsigned kMost = 2 * O::blocks_along_k;
  constexpr unsigned kMatrices = O::registers < kMost ? O::registers : kMost;
  for (unsigned first = 0; first < O::registers; first += kMatrices) {
    const Place begin = O::begin(first + simt_matrix::lane() / 8 % kMatrices);
    const unsigned row = simt_matrix::lane() % 8;
    const typename O::Storage* const along = from + (begin.side + row) * ldm + begin.k;
    const typename O::Storage* const across = from + (begin.k + row) * ldm + begin.side;
    const simt_matrix::Registers found =
        is_along_k ? simt_matrix::load<kMatrices, false>(along) : simt_matrix::load<kMatrices, true>(across);
    for (unsigned i = 0; i < kMatrices; ++i) registers[first + i] = found.of[i];
  }
}

// A register by one access of 4 bytes.
template <class O>
__device__ __forceinline__ void load_words(unsigned* registers, const typename O::Storage* from, unsigned ldm,
                                           bool is_along_k) {
  const unsigned row = simt_matrix::lane() / 4;
  const unsigned neighbour = simt_matrix::lane() % 4 * O::per_register;
  for (unsigned i = 0; i < O::registers; ++i) {
    const Place begin = O::begin(i);
    const unsigned first = is_along_k ? (begin.side + row) * ldm + begin.k + neighbour
                                      : (begin.k + row) * ldm + begin.side + neighbour;
    const unsigned word = read_as<unsigned>(from + first);
    registers[i] = is_along_k ? word : simt_matrix::transposed(word);
  }
}

template <class O>
__device__ __forceinline__ void load_elements(typename O::Storage* x, const typename O::Storage* from,
                                              unsigned ldm, bool is_along_k) {
  for (unsigned i = 0; i < O::elements; ++i) {
    const Place begin = O::begin(i / O::per_register);
    const unsigned side = begin.side + simt_matrix::lane() / 4;
    const unsigned k = begin.k + simt_matrix::lane() % 4 * O::per_register + i % O::per_register;
    x[i] = from[is_along_k ? side * ldm + k : k * ldm + side];
  }
}

template <class O>
__device__ __forceinline__ void load_operand(typename O::Storage* x, const typename O::Storage* from,
                                             unsigned ldm, bool is_along_k) {
  require_aligned(from, ldm);
  constexpr bool is_byte = O::Traits::bytes == 1;
  if (O::Traits::bytes > 2 || (is_byte && !is_along_k)) return load_elements<O>(x, from, ldm, is_along_k);
  unsigned registers[O::registers];
  if (O::Traits::moves_matrices && simt_is_shared(from)) {
    load_matrices<O>(registers, from, ldm, is_along_k);
  } else {
    load_words<O>(registers, from, ldm, is_along_k);
  }
  __builtin_memcpy(static_cast<void*>(x), registers, sizeof registers);
  // The rest is the same again.
  for (unsigned i = O::elements; i < O::declared; ++i) x[i] = x[i % O::elements];
}

// --------------------------------------------------------------------------------------------- sums

template <class T>
struct Two {
  alignas(2 * sizeof(T)) T of[2];
};

// Calls move(index of x, pointer, is both) for what lies next to each other, or each element.
template <class S, class Pointer, class MoveTwo, class MoveOne>
__device__ __forceinline__ void for_each_pair(Pointer memory, unsigned ldm, bool is_row_major,
                                              const MoveTwo& move_two, const MoveOne& move_one) {
  const bool is_along_flat = is_row_major == S::is_tall_m;
  for (unsigned pair = 0; pair < S::elements / 2; ++pair) {
    const typename S::Begin begin = S::begin(pair);
    const unsigned tall = begin.tall + simt_matrix::lane() / 4;
    const unsigned flat = begin.flat + simt_matrix::lane() % 4 * 2;
    if (is_along_flat) {
      move_two(2 * pair, memory + tall * ldm + flat);
    } else {
      move_one(2 * pair, memory + flat * ldm + tall);
      move_one(2 * pair + 1, memory + (flat + 1) * ldm + tall);
    }
  }
}

template <class S>
__device__ __forceinline__ void load_sum(typename S::Storage* x, const typename S::Storage* from,
                                         unsigned ldm, bool is_row_major) {
  using T = typename S::Storage;
  require_aligned(from, ldm);
  for_each_pair<S>(
      from, ldm, is_row_major,
      [&](unsigned i, const T* at) {
        const Two<T> both = read_as<Two<T>>(at);
        x[i] = both.of[0];
        x[i + 1] = both.of[1];
      },
      [&](unsigned i, const T* at) { x[i] = *at; });
}
template <class S>
__device__ __forceinline__ void store_sum(typename S::Storage* to, const typename S::Storage* x, unsigned ldm,
                                          bool is_row_major) {
  using T = typename S::Storage;
  require_aligned(to, ldm);
  for_each_pair<S>(
      to, ldm, is_row_major,
      [&](unsigned i, T* at) {
        *reinterpret_cast<Two<T>*>(at) = Two<T>{{x[i], x[i + 1]}};
      },
      [&](unsigned i, T* at) { *at = x[i]; });
}

// Halves: always words.
template <class S>
__device__ __forceinline__ unsigned word_at(unsigned pair, unsigned ldm, bool is_along_flat) {
  const typename S::Begin begin = S::begin(pair);
  return is_along_flat
             ? (begin.tall + simt_matrix::lane() / 4) * ldm + begin.flat + simt_matrix::lane() % 4 * 2
             : (begin.flat + simt_matrix::lane() / 4) * ldm + begin.tall + simt_matrix::lane() % 4 * 2;
}
template <class S>
__device__ __forceinline__ void load_half_sum(__half* x, const __half* from, unsigned ldm,
                                              bool is_row_major) {
  require_aligned(from, ldm);
  const bool is_along_flat = is_row_major == S::is_tall_m;
  for (unsigned pair = 0; pair < S::elements / 2; ++pair) {
    const unsigned word = read_as<unsigned>(from + word_at<S>(pair, ldm, is_along_flat));
    const unsigned both = is_along_flat ? word : simt_matrix::transposed(word);
    __builtin_memcpy(static_cast<void*>(x + 2 * pair), &both, sizeof both);
  }
}
template <class S>
__device__ __forceinline__ void store_half_sum(__half* to, const __half* x, unsigned ldm, bool is_row_major) {
  require_aligned(to, ldm);
  const bool is_along_flat = is_row_major == S::is_tall_m;
  for (unsigned pair = 0; pair < S::elements / 2; ++pair) {
    unsigned both = 0;
    __builtin_memcpy(&both, static_cast<const void*>(x + 2 * pair), sizeof both);
    *reinterpret_cast<unsigned*>(to + word_at<S>(pair, ldm, is_along_flat)) =
        is_along_flat ? both : simt_matrix::transposed(both);
  }
}

}  // namespace simt_wmma
