// Lab 11: the two instructions of scores_mma, as macros, so that reports name the line that uses them.
//
// LDMATRIX_X4(matrices, row): four 8 x 8 matrices of halves from shared memory. Lanes 0-7 give the addresses
// of the rows of the first, lanes 8-15 those of the second, and so on; a row is 16 bytes, at a multiple
// of 16. Of each matrix lane l gets the two halves of row l / 4 that begin at column 2 * (l % 4), as one
// register: `uint32_t matrices[4]`.
//
// MMA_M16N8K16(sums, a, b0, b1): sums += A * B on tensor cores. A is 16 x 16: a[0] is its rows 0-7, columns
// 0-7; a[1] rows 8-15, columns 0-7; a[2] rows 0-7, columns 8-15; a[3] rows 8-15, columns 8-15. B is 16 x 8,
// and its registers hold columns of B, which are rows of K: b0 is B's rows 0-7, b1 its rows 8-15. `float
// sums[4]`: sums[0] and [1] are row l / 4 of the 16 x 8 result, columns 2 * (l % 4) and the next; [2] and [3]
// are the same columns 8 rows below.
//
// All 32 lanes of the warp must execute both together. PTX ISA, "Matrix multiply-accumulate".
#pragma once

#include <cstdint>

#define LDMATRIX_X4(matrices, row)                                                                  \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"                   \
               : "=r"((matrices)[0]), "=r"((matrices)[1]), "=r"((matrices)[2]), "=r"((matrices)[3]) \
               : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(row)))                          \
               : "memory")

#define MMA_M16N8K16(sums, a, b0, b1)                                                                    \
  asm volatile(                                                                                          \
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
      "{%0, %1, %2, %3};"                                                                                \
      : "+f"((sums)[0]), "+f"((sums)[1]), "+f"((sums)[2]), "+f"((sums)[3])                               \
      : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "r"(b0), "r"(b1))
