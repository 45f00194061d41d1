// The labs' own launches, to judge the model of kernel time by them: given kernels and reference solutions, at the sizes at
// which the checks compare predicted times.
//   SOURCE=$PWD/solutions/timed_launches.cu common/simt/agreement/timing/measure.sh OUT
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdint>

#include "common.h"

// Kernels of several labs share names, and are all extern "C": each lab has a namespace, and names of its own.
namespace lab1 {
#define copy_floats lab1_copy_floats
#include "../labs/lab1_stride_sweep/given_kernels.cu"
#include "lab1_stride_sweep/stride_sweep.cu"
#undef copy_floats
}  // namespace lab1
namespace lab2 {
#include "../labs/lab2_aos_to_soa/given_kernels.cu"
#include "lab2_aos_to_soa/aos_to_soa.cu"
}  // namespace lab2
namespace lab3 {
#include "../labs/lab3_bank_conflicts/given_kernels.cu"
#include "lab3_bank_conflicts/bank_conflicts.cu"
}  // namespace lab3
namespace lab4 {
#include "../labs/lab4_tiled_transpose/given_kernels.cu"
#include "lab4_tiled_transpose/tiled_transpose.cu"
}  // namespace lab4
namespace lab5 {
#include "../labs/lab5_versus_geam/given_kernels.cu"
#include "lab5_versus_geam/geam_transpose.cu"
}  // namespace lab5
namespace lab6 {
#include "../labs/lab6_gather_scatter/given_kernels.cu"
#include "lab6_gather_scatter/gather_scatter.cu"
}  // namespace lab6
namespace lab7 {
#define draw_halves lab7_draw_halves
#include "../labs/lab7_wide_aligned/given_kernels.cu"
#include "lab7_wide_aligned/wide_aligned.cu"
#undef draw_halves
}  // namespace lab7
namespace lab8 {
#include "../labs/lab8_many_to_one/given_kernels.cu"
#include "lab8_many_to_one/many_to_one.cu"
}  // namespace lab8
namespace lab9 {
#include "../labs/lab9_neighbours/given_kernels.cu"
#include "lab9_neighbours/neighbours.cu"
}  // namespace lab9
namespace lab10 {
#define byte_of given_byte_of
#include "../labs/lab10_profile_and_fix/given_kernels.cu"
#undef byte_of
#include "lab10_profile_and_fix/profile_and_fix.cu"
}  // namespace lab10
namespace lab11 {
#define place given_place
#include "../labs/lab11_tensor_tiles/given_kernels.cu"
#undef place
#include "lab11_tensor_tiles/tensor_tiles.cu"
}  // namespace lab11

constexpr int kSums = 8 * 132;  // blocks: eight for each multiprocessor

constexpr int blocks_for(long long n, int threads) { return static_cast<int>((n + threads - 1) / threads); }

// n halves that the lab's own kernel draws
__half* drawn_halves(size_t n) {
  __half* values = device<__half>(n);
  lab11::draw_halves<<<256, 256>>>(values, n, 7);
  OK(cudaDeviceSynchronize());
  return values;
}

int main(int argc, char** argv) {
  auto want = [&](const char* name) { return chosen(argc, argv, name); };

  // ------------------------------------------------------------------------ lab 1
  auto reads = [&](const char* name, auto kernel, int n, int source, int per_thread, auto... rest) {
    if (!want(name)) return;
    float *in = numbers(source), *out = device<float>(n);
    RUN((kernel<<<blocks_for(n, 256 * per_thread), 256>>>(in, out, n, rest...)));
    release(in, out);
  };
  constexpr int kCopied = 4608 * Ki;
  reads("lab1_copy_floats", lab1::lab1_copy_floats, kCopied, kCopied, 1);
  reads("lab1_fast_copy", lab1::fast_copy, kCopied, kCopied, 4);
  reads("lab1_stride_2", lab1::strided_read, 2 * Mi, 4 * Mi, 1, 2);
  reads("lab1_stride_8", lab1::strided_read, 2 * Mi, 16 * Mi, 1, 8);
  reads("lab1_stride_32", lab1::strided_read, Mi, 32 * Mi, 1, 32);
  reads("lab1_offset_5", lab1::offset_read, kCopied, kCopied + 5, 1, 5);

  // ------------------------------------------------------------------------ lab 2
  constexpr int kParticles = 2112 * 256;
  auto particles = [&](const char* name, auto launch) {
    if (!want(name)) return;
    float *from = numbers(8 * kParticles), *to = device<float>(8 * kParticles);
    RUN(launch(from, to));
    release(from, to);
  };
  constexpr int kParticleBlocks = kParticles / 256;
  using lab2::Particle;
  particles("lab2_update_aos", [](float* from, float*) {
    lab2::update_aos<<<kParticleBlocks, 256>>>(reinterpret_cast<Particle*>(from), kParticles, 0.5f);
  });
  particles("lab2_copy_particles", [](float* from, float* to) {
    lab2::copy_particles<<<kParticleBlocks, 256>>>(from, to, kParticles);
  });
  particles("lab2_aos_to_soa", [](float* from, float* to) {
    lab2::aos_to_soa<<<kParticleBlocks, 256>>>(reinterpret_cast<Particle*>(from), to, kParticles, kParticles);
  });
  particles("lab2_soa_to_aos", [](float* from, float* to) {
    lab2::soa_to_aos<<<kParticleBlocks, 256>>>(from, reinterpret_cast<Particle*>(to), kParticles, kParticles);
  });
  particles("lab2_update_soa", [](float* from, float*) {
    lab2::update_soa<<<kParticleBlocks, 256>>>(from, kParticles, kParticles, 0.5f);
  });
  particles("lab2_update_aosoa", [](float* from, float*) {
    lab2::update_aosoa<<<kParticleBlocks, 256>>>(from, kParticles, 0.5f);
  });

  // ------------------------------------------------------------------------ lab 3
  auto columns = [&](const char* name, auto kernel) {
    constexpr int kTiles = 8512;
    if (!want(name)) return;
    float *in = numbers(kTiles * 32 * 32), *out = device<float>(kTiles * 32);
    RUN((kernel<<<kTiles, 32>>>(in, out, kTiles)));
    release(in, out);
  };
  columns("lab3_sum_plain", lab3::column_sum_plain);
  columns("lab3_sum_padded", lab3::column_sum_padded);
  columns("lab3_sum_swizzled", lab3::column_sum_swizzled);

  // ------------------------------------------------------------------------ lab 4
  auto transpose = [&](const char* name, auto kernel, int tile, int threads_y) {
    constexpr int kRows = 2048, kCols = 1984;
    if (!want(name)) return;
    float *in = numbers(kRows * kCols), *out = device<float>(kRows * kCols);
    const dim3 grid(kCols / tile, kRows / tile), block(tile, threads_y);
    RUN((kernel<<<grid, block>>>(in, out, kRows, kCols)));
    release(in, out);
  };
  transpose("lab4_copy_rows", lab4::copy_rows, 32, 8);
  transpose("lab4_naive", lab4::transpose_naive, 32, 8);
  transpose("lab4_tiled", lab4::transpose_tiled, 32, 8);
  transpose("lab4_padded", lab4::transpose_padded, 32, 8);
  transpose("lab4_tile16", lab4::transpose_tile16, 16, 16);

  // ------------------------------------------------------------------------ lab 5
  auto geam = [&](const char* name, auto kernel, int rows, int cols, float beta, int tile, dim3 block) {
    if (!want(name)) return;
    const int n = rows * cols;
    float *a = numbers(n), *b = numbers(n), *c = device<float>(n);
    const int shift = tile == 64 && rows % 8 != 0 ? 7 : 0;  // lab5::most_shift() of an odd number of rows
    const dim3 grid = tile == 64 ? dim3(blocks_for(rows + shift, tile), blocks_for(cols, tile))
                                 : dim3(blocks_for(cols, tile), blocks_for(rows, tile));
    RUN((kernel<<<grid, block>>>(a, b, c, 0.5f, beta, rows, cols)));
    release(a, b, c);
  };
  geam("lab5_naive", lab5::geam_naive, 2048, 1984, 0, 32, {32, 8});
  geam("lab5_geam", lab5::geam_transpose, 2048, 1984, 0, 64, {32, 16});
  geam("lab5_geam_with_b", lab5::geam_transpose, 2048, 1984, 0.5f, 64, {32, 16});
  geam("lab5_geam_ragged", lab5::geam_transpose, 2017, 1999, 0, 64, {32, 16});

  // ------------------------------------------------------------------------ lab 6
  auto permuted = [&](const char* name, auto kernel) {
    constexpr int kElements = Mi + 32 * 256;
    if (!want(name)) return;
    float *in = numbers(kElements), *out = device<float>(kElements);
    int* index = hashed(kElements);
    RUN((kernel<<<kElements / 256, 256>>>(in, index, out, kElements)));
    release(in, out);
    release(index);
  };
  permuted("lab6_scatter", lab6::scatter);
  permuted("lab6_gather", lab6::gather);
  permuted("lab6_permute", lab6::permute);
  auto rows = [&](const char* name, auto kernel, int dim, auto blocks) {
    if (!want(name)) return;
    const int floats = 2 * Mi, count = floats / dim;
    float *table = numbers(2 * floats), *out = device<float>(floats);
    int* ids = integers<int>(count, 2 * count);
    RUN((kernel<<<blocks(count), 256>>>(table, ids, out, count, dim)));
    release(table, out);
    release(ids);
  };
  auto by_group = [](int dim) {
    return [dim](int count) { return blocks_for(blocks_for(count, lab6::rows_per_warp(dim)), 8); };
  };
  rows("lab6_rows_32", lab6::gather_rows, 32, by_group(32));
  rows("lab6_rows_256", lab6::gather_rows, 256, by_group(256));
  rows("lab6_rows_32_by_thread", lab6::gather_rows_by_thread, 32,
       [](int count) { return blocks_for(count, 256); });
  rows("lab6_rows_32_by_floats", lab6::gather_rows_by_floats, 32, [](int) { return 2 * Mi / 256; });
  if (want("lab6_copy_vectors")) {
    auto *in = reinterpret_cast<float4*>(numbers(2 * Mi)), *out = device<float4>(Mi / 2);
    RUN((lab6::copy_vectors<<<Mi / 2 / 256, 256>>>(in, out, Mi / 2)));
    release(in, out);
  }

  // ------------------------------------------------------------------------ lab 7
  auto shifted = [&](const char* name, auto kernel, int shift, int per_thread) {
    if (!want(name)) return;
    float *in = numbers(kCopied + 4), *out = device<float>(kCopied + 4);
    RUN((kernel<<<blocks_for(kCopied, 256 * per_thread), 256>>>(in + shift, out + shift, kCopied)));
    release(in, out);
  };
  shifted("lab7_copy_singly", lab7::copy_floats, 0, 1);
  shifted("lab7_copy_any", lab7::copy_any, 1, 4);
  auto halves = [&](const char* name, auto kernel, int per_thread) {
    constexpr int kHalves = 8 * Mi;
    if (!want(name)) return;
    __half* x = drawn_halves(kHalves);
    RUN((kernel<<<kHalves / 256 / per_thread, 256>>>(x, kHalves, 0.5f)));
    release(x);
  };
  halves("lab7_halves_singly", lab7::scale_halves_singly, 1);
  halves("lab7_halves", lab7::scale_halves, 8);
  constexpr int kWeightRows = 2112, kWeightCols = 4096;
  auto gemv = [&](const char* name, auto launch) {
    if (!want(name)) return;
    __half *w = drawn_halves(size_t{kWeightRows} * kWeightCols), *x = drawn_halves(kWeightCols);
    float* y = device<float>(kWeightRows);
    RUN(launch(w, x, y));
    release(w, x);
    release(y);
  };
  gemv("lab7_gemv_singly", [](__half* w, __half* x, float* y) {
    lab7::gemv_half_singly<<<kWeightRows / 8, 256>>>(w, x, y, kWeightRows, kWeightCols);
  });
  gemv("lab7_gemv", [](__half* w, __half* x, float* y) {
    lab7::gemv_half<<<kWeightRows / 8, 256>>>(w, x, y, kWeightRows, kWeightCols);
  });
  gemv("lab7_read_rows", [](__half* w, __half*, float* y) {
    lab7::read_rows<<<kWeightRows / 8, 256>>>(w, y, kWeightRows, kWeightCols);
  });

  // ------------------------------------------------------------------------ lab 8
  auto sums = [&](const char* name, auto kernel, int n, int blocks, int outputs = 1) {
    if (!want(name)) return;
    float *in = numbers(n), *out = device<float>(outputs);
    RUN((kernel<<<blocks, 256>>>(in, out, n)));
    release(in, out);
  };
  constexpr int kSummed = 8400003, kCharted = 1 << 19;
  sums("lab8_atomic_a_thread", lab8::sum_atomic_a_thread, kCharted, kCharted / 256);
  sums("lab8_atomic_a_warp", lab8::sum_atomic_a_warp, kCharted, kCharted / 256);
  sums("lab8_interleaved", lab8::sum_interleaved, kCharted, kCharted / 256);
  sums("lab8_tree", lab8::sum_tree, kSummed, blocks_for(kSummed, 256));
  sums("lab8_floats", lab8::sum_floats, kSummed, kSums);
  sums("lab8_sum", lab8::sum, kSummed, kSums);
  sums("lab8_read_stream", lab8::read_stream, kSummed, kSums, kSums * 256);
  auto histogram = [&](const char* name, auto kernel, int limit) {
    constexpr int kBytes = 8 * Mi;
    if (!want(name)) return;
    auto* bytes = integers<unsigned char>(kBytes, limit);
    auto* bins = device<unsigned>(256);
    RUN((kernel<<<kSums, 256>>>(bytes, bins, kBytes)));
    release(bytes);
    release(bins);
  };
  histogram("lab8_histogram_global", lab8::histogram_global, 256);
  histogram("lab8_histogram", lab8::histogram256, 256);
  histogram("lab8_histogram_one_value", lab8::histogram256, 1);
  histogram("lab8_histogram_bytes", lab8::histogram_bytes, 256);
  histogram("lab8_histogram_warps", lab8::histogram_warps, 256);
  histogram("lab8_histogram_lanes", lab8::histogram_lanes, 256);
  constexpr int kLongRows = 4288, kLongCols = 1024;
  auto softmax = [&](const char* name, auto launch) {
    if (!want(name)) return;
    float *x = numbers(kLongRows * kLongCols), *y = numbers(kLongRows * kLongCols);
    float* z = device<float>(kLongRows * kLongCols);
    RUN(launch(x, y, z));
    release(x, y, z);
  };
  softmax("lab8_softmax_a_thread_a_row", [](float* x, float*, float* z) {
    lab8::softmax_a_thread_a_row<<<blocks_for(kLongRows, 256), 256>>>(x, z, kLongRows, kLongCols);
  });
  softmax("lab8_softmax", [](float* x, float*, float* z) {
    lab8::softmax_rows<<<kLongRows / 8, 256>>>(x, z, kLongRows, kLongCols);
  });
  softmax("lab8_backward_a_thread_a_row", [](float* x, float* y, float* z) {
    lab8::backward_a_thread_a_row<<<blocks_for(kLongRows, 256), 256>>>(x, y, z, kLongRows, kLongCols);
  });
  softmax("lab8_backward_reads_twice", [](float* x, float* y, float* z) {
    lab8::backward_reads_twice<<<kLongRows / 8, 256>>>(x, y, z, kLongRows, kLongCols);
  });
  softmax("lab8_backward", [](float* x, float* y, float* z) {
    lab8::softmax_backward<<<kLongRows / 8, 256>>>(x, y, z, kLongRows, kLongCols);
  });

  // ------------------------------------------------------------------------ lab 9
  auto line = [&](const char* name, auto kernel) {
    constexpr int kPoints = 2 * Mi;
    if (!want(name)) return;
    float *in = numbers(kPoints), *out = device<float>(kPoints);
    RUN((kernel<<<kPoints / 256, 256>>>(in, out, kPoints, 8)));
    release(in, out);
  };
  line("lab9_line_alone", lab9::smooth_alone);
  line("lab9_line", lab9::smooth_line);
  auto volume = [&](const char* name, auto kernel, dim3 covered, dim3 block) {
    constexpr int kX = 256, kY = 128, kZ = 128;
    if (!want(name)) return;
    float *in = numbers(kX * kY * kZ), *out = device<float>(kX * kY * kZ);
    const dim3 grid(kX / covered.x, kY / covered.y, kZ / covered.z);
    RUN((kernel<<<grid, block>>>(in, out, kX, kY, kZ, 0.25f)));
    release(in, out);
  };
  volume("lab9_bricks", lab9::stencil_bricks, {4, 8, 8}, {4, 8, 8});
  volume("lab9_direct", lab9::stencil_direct, {32, 8, 1}, {32, 8});
  volume("lab9_walk", lab9::stencil_walk, {32, 8, lab9::CHUNK}, {32, 8});
  volume("lab9_plane", lab9::stencil_plane, {32, 8, lab9::CHUNK}, {32, 8});

  // ------------------------------------------------------------------------ lab 10
  constexpr int kFixedRows = 1024, kFixedCols = 4160;
  auto fixed = [&](const char* name, auto launch) {
    if (!want(name)) return;
    float *x = numbers(kFixedRows * kFixedCols), *y = device<float>(kFixedRows * kFixedCols);
    float* z = numbers(kFixedCols);
    RUN(launch(x, y, z));
    release(x, y, z);
  };
  constexpr int kFixedBlocks = kFixedRows * kFixedCols / 256;
  const dim3 tiles(kFixedCols / 32, kFixedRows / 32), tile_block(32, 8);
  fixed("lab10_add_bias_as_given", [](float* x, float* y, float* z) {
    lab10::add_bias_as_given<<<kFixedBlocks, 256>>>(x, z, y, kFixedRows, kFixedCols);
  });
  fixed("lab10_add_bias", [](float* x, float* y, float* z) {
    lab10::add_bias<<<kFixedBlocks, 256>>>(x, z, y, kFixedRows, kFixedCols);
  });
  fixed("lab10_transpose_as_given", [=](float* x, float* y, float*) {
    lab10::transpose_as_given<<<tiles, tile_block>>>(x, y, kFixedRows, kFixedCols);
  });
  fixed("lab10_transpose", [=](float* x, float* y, float*) {
    lab10::transpose<<<tiles, tile_block>>>(x, y, kFixedRows, kFixedCols);
  });
  fixed("lab10_rms_norm",
        [](float* x, float* y, float* z) { lab10::rms_norm<<<kFixedRows, 256>>>(x, z, y, kFixedCols); });
  fixed("lab10_relu_as_given", [](float* x, float* y, float*) {
    lab10::relu_as_given<<<kFixedBlocks / 4, 256>>>(x, y, kFixedRows * kFixedCols);
  });
  fixed("lab10_relu", [](float* x, float* y, float*) {
    lab10::relu<<<kFixedBlocks / 4, 256>>>(x, y, kFixedRows * kFixedCols);
  });
  sums("lab10_sum_losses_as_given", lab10::sum_losses_as_given, Mi, Mi / 256);
  sums("lab10_sum_losses", lab10::sum_losses, Mi, Mi / 256);

  // ------------------------------------------------------------------------ lab 11
  auto scores = [&](const char* name, auto kernel, int threads) {
    constexpr int kTiles = 25, kRows = kTiles * 64;
    if (!want(name)) return;
    __half *q = drawn_halves(kRows * 64), *k = drawn_halves(kRows * 64);
    float* s = device<float>(kRows * kRows);
    RUN((kernel<<<dim3(kTiles, kTiles), threads>>>(q, k, s, kRows)));
    release(q, k);
    release(s);
  };
  scores("lab11_scores", lab11::scores, 256);
  scores("lab11_scores_mma", lab11::scores_mma, 128);
  scores("lab11_scores_wmma", lab11::scores_wmma, 128);
}
