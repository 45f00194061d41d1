// Launches that judge the model of kernel time: written without a look at it or at its errors, and measured
// before anything was fitted to them; rules have been learned from them since.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 fresh.cu -o fresh_gpu
//   ./fresh_gpu --list | NAME... | all
#include "common.h"
#include "fresh_kernels.h"

constexpr int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

// n values, each by a rule from its place
template <class T, class F>
T* ruled(size_t n, F rule) {
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = rule(i);
  return upload(values);
}

// n halves from -0.5 to 0.5, for a kernel that takes them as halves or in groups
template <class T>
T* halves(size_t n) {
  std::vector<__half> values(n);
  Random random;
  for (__half& v : values) v = __float2half(static_cast<float>(random() / 4294967296.0) - 0.5f);
  return reinterpret_cast<T*>(upload(values));
}

void reset(int* counter) { OK(cudaMemset(counter, 0, sizeof(int))); }

void set_taps() {
  float taps[64];
  for (int i = 0; i < 64; ++i) taps[i] = 1.f / (3 + i);
  OK(cudaMemcpyToSymbol(Taps, taps, sizeof(taps)));
}

int main(int argc, char** argv) {
  // Copies and layouts

  if (chosen(argc, argv, "copy_bytes_one_each")) {
    int n = 3 * Mi;
    auto in = integers<unsigned char>(n, 256), out = device<unsigned char>(n);
    RUN(k_copy_one<<<blocks_for(n, 256), 256>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_halves_one_each")) {
    int n = 4 * Mi;
    auto in = halves<__half>(n), out = device<__half>(n);
    RUN(k_copy_one<<<blocks_for(n, 512), 512>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_float2_small_blocks")) {
    int n = 1500000;
    auto in = device<float2>(n), out = device<float2>(n);
    RUN(k_copy_one<<<blocks_for(n, 64), 64>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_float4_128_mib")) {
    int n = 4 * Mi;
    auto in = device<float4>(n), out = device<float4>(n);
    RUN(k_copy_grid<<<132 * 4, 512>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_double_few_blocks")) {
    int n = 1 * Mi;
    auto in = numbers<double>(n), out = device<double>(n);
    RUN(k_copy_grid<<<40, 256>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_int_four_in_flight")) {
    int n = 5 * Mi;
    auto in = integers<int>(n, 1000), out = device<int>(n);
    RUN(k_copy_four<<<blocks_for(n, 1024), 256>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_double2_four_in_flight")) {
    int n = 2 * Mi;
    auto in = device<double2>(n), out = device<double2>(n);
    RUN(k_copy_four<<<blocks_for(n, 512), 128>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "scale_shifted_by_one")) {
    int n = 3 * Mi;
    auto in = device<float>(n + 1), out = device<float>(n);
    RUN(k_scale_shifted<<<blocks_for(n, 256), 256>>>(out, in, n, 1));
    release(in, out);
  }
  if (chosen(argc, argv, "pick_every_fifth")) {
    int n = 1 * Mi;
    auto in = device<float>(5 * n), out = device<float>(n);
    RUN(k_pick_strided<<<blocks_for(n, 256), 256>>>(out, in, n, 5));
    release(in, out);
  }
  if (chosen(argc, argv, "pick_every_33rd")) {
    int n = 1 * Mi;
    auto in = device<float>(33 * n), out = device<float>(n);
    RUN(k_pick_strided<<<blocks_for(n, 256), 256>>>(out, in, n, 33));
    release(in, out);
  }
  if (chosen(argc, argv, "axpy_double")) {
    int n = 2500000;
    auto x = numbers<double>(n), y = numbers<double>(n);
    RUN(k_axpy_double<<<blocks_for(n, 256), 256>>>(y, x, 0.5, n));
    release(x, y);
  }
  if (chosen(argc, argv, "drift_structs")) {
    int n = 600000;
    auto p = reinterpret_cast<Particle*>(numbers(7 * n));
    RUN(k_drift_structs<<<blocks_for(n, 128), 128>>>(p, 0.01f, n));
    release(p);
  }
  if (chosen(argc, argv, "filter_samples")) {
    int n = 900000;
    Random random;
    auto in = ruled<Sample>(n, [&](size_t i) {
      return Sample{0.001 * i, 1.f + random.below(9), static_cast<short>(random.below(16)),
                    static_cast<unsigned char>(random.below(4)),
                    static_cast<unsigned char>(random.below(100))};
    });
    auto out = device<float>(n);
    RUN(k_filter_samples<<<blocks_for(n, 256), 256>>>(out, in, 200.0, 700.0, n));
    release(in, out);
  }
  if (chosen(argc, argv, "pack_pixels")) {
    int n = 1280 * 720;
    auto r = integers<unsigned char>(n, 256), g = integers<unsigned char>(n, 256);
    auto b = integers<unsigned char>(n, 256), out = device<unsigned char>(3 * n);
    RUN(k_pack_pixels<<<blocks_for(n, 256), 256>>>(out, r, g, b, n));
    release(r, g, b, out);
  }
  if (chosen(argc, argv, "swap_endian")) {
    int n = 1 * Mi;
    auto data = device<uint4>(n, 3);
    RUN(k_swap_endian<<<blocks_for(n, 512), 512>>>(data, n));
    release(data);
  }
  if (chosen(argc, argv, "transpose_plain_2048")) {
    auto in = device<float>(4 * Mi), out = device<float>(4 * Mi);
    RUN(k_transpose_plain<<<dim3(64, 256), dim3(32, 8)>>>(out, in, 2048, 2048));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_plain_odd_double")) {
    int rows = 1001, columns = 777;
    auto in = device<double>(rows * columns), out = device<double>(rows * columns);
    RUN(k_transpose_plain<<<dim3(49, 63), dim3(16, 16)>>>(out, in, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_padded_half")) {
    auto in = halves<__half>(3 * Mi), out = device<__half>(3 * Mi);
    RUN(k_transpose_tile<__half, 2><<<dim3(96, 32), dim3(32, 8)>>>(out, in, 1024, 3072));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_conflicts_float")) {
    auto in = device<float>(2 * Mi), out = device<float>(2 * Mi);
    RUN(k_transpose_tile<float, 0><<<dim3(32, 64), dim3(32, 8)>>>(out, in, 2048, 1024));
    release(in, out);
  }
  if (chosen(argc, argv, "split_heads")) {
    int n = 4 * 256 * 12 * 64;
    auto in = numbers(n), out = device<float>(n);
    RUN(k_split_heads<<<blocks_for(n, 256), 256>>>(out, in, 256, 12, 64, n));
    release(in, out);
  }

  // Stencils

  if (chosen(argc, argv, "smooth_line")) {
    int n = 1500000;
    auto in = numbers(n), out = device<float>(n);
    RUN(k_smooth_line<<<blocks_for(n, 256), 256>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "heat_float_narrow_blocks")) {
    auto in = numbers(1400 * 1000), out = device<float>(1400 * 1000);
    RUN(k_heat<<<dim3(175, 32), dim3(8, 32)>>>(out, in, 1400, 1000, 0.1f));
    release(in, out);
  }
  if (chosen(argc, argv, "heat_double")) {
    auto in = numbers<double>(1024 * 1024), out = device<double>(1024 * 1024);
    RUN(k_heat<<<dim3(16, 256), dim3(64, 4)>>>(out, in, 1024, 1024, 0.1));
    release(in, out);
  }
  if (chosen(argc, argv, "heat_tile")) {
    auto in = numbers(1100 * 1000), out = device<float>(1100 * 1000);
    RUN(k_heat_tile<<<dim3(35, 63), dim3(32, 16)>>>(out, in, 1100, 1000, 0.1f));
    release(in, out);
  }
  if (chosen(argc, argv, "wave_cells_96")) {
    int n = 96;
    auto now = numbers(n * n * n), before = numbers(n * n * n), next = device<float>(n * n * n);
    RUN(k_wave_cells<<<dim3(3, 12, n), dim3(32, 8)>>>(next, now, before, n));
    release(now, before, next);
  }
  if (chosen(argc, argv, "wave_columns")) {
    int size = 130 * 130 * 66;
    auto now = numbers(size), next = device<float>(size);
    RUN(k_wave_columns<<<dim3(4, 16), dim3(32, 8)>>>(next, now, 128, 64));
    release(now, next);
  }
  if (chosen(argc, argv, "life")) {
    auto in = integers<unsigned char>(1000 * 800, 2), out = device<unsigned char>(1000 * 800);
    RUN(k_life<<<dim3(8, 800), 128>>>(out, in, 1000, 800));
    release(in, out);
  }
  if (chosen(argc, argv, "relax_tile_100_steps")) {
    auto data = numbers(40 * 1024);
    RUN(k_relax_tile<<<40, dim3(32, 32)>>>(data, 100));
    release(data);
  }
  if (chosen(argc, argv, "lattice_step")) {
    auto in = numbers(9 * 640 * 480, 0.5, 1), out = device<float>(9 * 640 * 480);
    RUN(k_lattice<<<dim3(5, 480), 128>>>(out, in, 640, 480));
    release(in, out);
  }

  // Reductions

  if (chosen(argc, argv, "sum_atomic_per_warp")) {
    int n = 4 * Mi;
    auto in = numbers(n), out = device<float>(1);
    RUN(k_sum_atomic<<<132 * 2, 1024>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_atomic_one_wave_small")) {
    int n = 200000;
    auto in = numbers(n), out = device<float>(1);
    RUN(k_sum_atomic<<<blocks_for(n, 128), 128>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_tree_80_mib")) {
    int n = 5 * Mi;
    auto in = device<float4>(n);
    auto out = device<float>(1056);
    RUN(k_sum_tree<<<1056, 256, 1024>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_tree_one_block")) {
    int n = 50000;
    auto in = device<float4>(n);
    auto out = device<float>(1);
    RUN(k_sum_tree<<<1, 1024, 4096>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "column_sum")) {
    auto in = numbers(512 * 4000), out = device<float>(4000);
    RUN(k_column_sum<<<32, 128>>>(out, in, 512, 4000));
    release(in, out);
  }
  if (chosen(argc, argv, "column_sum_tile")) {
    auto in = numbers(2048 * 1024), out = device<float>(1024);
    RUN(k_column_sum_tile<<<dim3(32, 16), dim3(32, 8)>>>(out, in, 2048, 1024));
    release(in, out);
  }
  if (chosen(argc, argv, "argmax_vocabulary")) {
    auto in = numbers(96 * 32000);
    auto out = device<int>(96);
    RUN(k_argmax<<<96, 256>>>(out, in, 32000));
    release(in, out);
  }
  if (chosen(argc, argv, "dot_double")) {
    int n = 2 * Mi;
    auto a = numbers<double>(n), b = numbers<double>(n), out = device<double>(1);
    RUN(k_dot_double<<<264, 256>>>(out, a, b, n));
    release(a, b, out);
  }
  if (chosen(argc, argv, "spread_rows")) {
    auto in = numbers(1500 * 1000);
    auto out = device<float2>(1500);
    RUN(k_spread_rows<<<1500, 192>>>(out, in, 1000));
    release(in, out);
  }

  // Scans and compaction

  if (chosen(argc, argv, "scan_steps")) {
    int n = 500000;
    auto in = integers<int>(n, 10), out = device<int>(n);
    RUN(k_scan_steps<<<blocks_for(n, 512), 512>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_tree")) {
    int n = 900 * 1024;
    auto in = integers<int>(n, 10), out = device<int>(n);
    RUN(k_scan_tree<<<900, 512>>>(out, in));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_rows")) {
    auto in = numbers(1080 * 960), out = device<float>(1080 * 960);
    RUN(k_scan_rows<<<270, 128>>>(out, in, 1080, 960));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_one_block")) {
    int n = 65536;
    auto in = integers<int>(n, 10), out = device<int>(n);
    RUN(k_scan_one_block<<<1, 1024>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "segment_sums")) {
    int n = 1 * Mi;
    auto in = numbers(n), out = device<float>(n);
    Random random;
    auto head = ruled<unsigned char>(n, [&](size_t) { return random.below(7) == 0; });
    RUN(k_segment_sums<<<n / 256, 256>>>(out, in, head, n));
    release(in, out, head);
  }
  if (chosen(argc, argv, "compact_warps_half_kept")) {
    int n = 2 * Mi;
    auto in = integers<int>(n, 1000), out = device<int>(n), count = device<int>(1);
    RUN(reset(count); k_compact_warps<<<n / 256, 256>>>(out, count, in, n, 500));
    release(in, out, count);
  }
  if (chosen(argc, argv, "compact_plain_few_kept")) {
    int n = 1 * Mi;
    auto in = integers<int>(n, 1000), out = device<int>(n), count = device<int>(1);
    RUN(reset(count); k_compact_plain<<<n / 256, 256>>>(out, count, in, n, 10));
    release(in, out, count);
  }
  if (chosen(argc, argv, "compact_blocks")) {
    int n = 1800000;
    auto in = numbers(n), out = device<float>(n);
    auto count = device<int>(1);
    RUN(reset(count); k_compact_blocks<<<blocks_for(n, 256), 256>>>(out, count, in, n, 0.7f));
    release(in, out, count);
  }

  // Pieces of neural networks

  if (chosen(argc, argv, "softmax_block")) {
    auto in = numbers(512 * 2000), out = device<float>(512 * 2000);
    RUN(k_softmax_block<<<512, 256>>>(out, in, 2000));
    release(in, out);
  }
  if (chosen(argc, argv, "softmax_block_long_rows")) {
    auto in = numbers(24 * 50257), out = device<float>(24 * 50257);
    RUN(k_softmax_block<<<24, 1024>>>(out, in, 50257));
    release(in, out);
  }
  if (chosen(argc, argv, "softmax_warp_half")) {
    auto in = halves<__half2>(2 * 6000 * 128);
    auto out = device<__half2>(6000 * 128);
    RUN(k_softmax_warp<<<1500, 128>>>(out, in, 6000));
    release(in, out);
  }
  if (chosen(argc, argv, "layernorm")) {
    auto in = numbers(1024 * 768), gamma = numbers(768), beta = numbers(768), out = device<float>(1024 * 768);
    RUN(k_layernorm<<<1024, 256, 768 * 4>>>(out, in, gamma, beta, 768));
    release(in, gamma, beta, out);
  }
  if (chosen(argc, argv, "rmsnorm_residual")) {
    auto x = halves<__half2>(2 * 1200 * 640), more = halves<__half2>(2 * 1200 * 640);
    auto weight = halves<__half2>(2 * 640);
    RUN(k_rmsnorm_residual<<<1200, 640>>>(x, more, weight, 640));
    release(x, more, weight);
  }
  if (chosen(argc, argv, "gelu_bias")) {
    auto in = reinterpret_cast<float4*>(numbers(4 * 500 * 768)), out = device<float4>(500 * 768);
    auto bias = reinterpret_cast<float4*>(numbers(4 * 768, 0, 0.01));
    RUN(k_gelu_bias<<<1500, 256>>>(out, in, bias, 500 * 768, 768));
    release(in, out, bias);
  }
  if (chosen(argc, argv, "embedding")) {
    auto table = device<float>(50000 * 384), position = numbers(512 * 384), out = device<float>(2048 * 384);
    auto token = integers<int>(2048, 50000);
    RUN(k_embedding<<<2048, 128>>>(out, table, token, position, 512, 384));
    release(table, position, out, token);
  }
  if (chosen(argc, argv, "rotate_positions")) {
    int n = 512 * 16 * 32;
    auto q = reinterpret_cast<float2*>(numbers(2 * n));
    RUN(k_rotate_positions<<<blocks_for(n, 256), 256>>>(q, 16, 32, n));
    release(q);
  }
  if (chosen(argc, argv, "adam")) {
    int n = 1300000;
    auto w = numbers(n), m = device<float>(n), v = device<float>(n);
    auto grad = halves<__half>(n);
    RUN(k_adam<<<blocks_for(n, 256), 256>>>(w, m, v, grad, 1e-3f, n));
    release(w, m, v, grad);
  }
  if (chosen(argc, argv, "quantise_rows")) {
    auto in = numbers(700 * 2048, -1, 1), scale = device<float>(700);
    auto out = device<signed char>(700 * 2048);
    RUN(k_quantise_rows<<<700, 512>>>(out, scale, in, 2048));
    release(in, scale, out);
  }
  if (chosen(argc, argv, "gemv_nibbles")) {
    auto w = integers<unsigned>(2048 * 256, 1 << 30);
    auto scale = numbers(2048 * 16), x = numbers(2048), y = device<float>(2048);
    RUN(k_gemv_nibbles<<<512, 128>>>(y, w, scale, x, 2048, 256));
    release(w, scale, x, y);
  }
  if (chosen(argc, argv, "attention_warp")) {
    auto q = reinterpret_cast<float2*>(numbers(4 * 128 * 64)), out = device<float2>(4 * 128 * 32);
    auto k = reinterpret_cast<float2*>(numbers(4 * 200 * 64)),
         v = reinterpret_cast<float2*>(numbers(4 * 200 * 64));
    RUN(k_attention_warp<<<128, 128>>>(out, q, k, v, 128, 200));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "attention_tile")) {
    int n = 16 * 256 * 32;
    auto q = numbers(n, -0.5, 0.5), k = numbers(n, -0.5, 0.5), v = numbers(n), out = device<float>(n);
    RUN(k_attention_tile<<<dim3(2, 16), 128>>>(out, q, k, v, 256));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "decode_head")) {
    auto q = halves<__half2>(96 * 64), k = halves<__half2>(96 * 700 * 64);
    auto v = halves<__half>(96 * 700 * 64);
    auto out = device<float>(96 * 64);
    RUN(k_decode_head<<<96, 128, 700 * 4>>>(out, q, k, v, 700));
    release(q, k, v, out);
  }

  // Sparse matrices, gathers and atomics

  if (chosen(argc, argv, "csr_thread_skewed")) {
    auto m = skewed(20000, 6, 600);
    auto x = numbers(20000), y = device<float>(20000);
    RUN(k_csr_thread<<<blocks_for(20000, 128), 128>>>(y, m.start, m.column, m.value, x, 20000));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_thread_banded")) {
    auto m = banded(60000, 4);
    auto x = numbers(60000), y = device<float>(60000);
    RUN(k_csr_thread<<<blocks_for(60000, 256), 256>>>(y, m.start, m.column, m.value, x, 60000));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_warp_scattered")) {
    auto m = scattered(12000, 60);
    auto x = numbers(12000), y = device<float>(12000);
    RUN(k_csr_group<32><<<blocks_for(12000 * 32, 256), 256>>>(y, m.start, m.column, m.value, x, 12000));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_groups_of_4")) {
    auto m = scattered(80000, 11);
    auto x = numbers(80000), y = device<float>(80000);
    RUN(k_csr_group<4><<<blocks_for(80000 * 4, 128), 128>>>(y, m.start, m.column, m.value, x, 80000));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "ell_double")) {
    int rows = 50000, width = 12;
    Random random;
    auto column = ruled<int>(rows * width, [&](size_t i) {
      int c = static_cast<int>(i % rows) + random.below(400) - 200;
      return random.below(10) == 0 || c < 0 || c >= rows ? -1 : c;
    });
    auto value = numbers<double>(rows * width), x = numbers<double>(rows), y = device<double>(rows);
    RUN(k_ell<<<blocks_for(rows, 192), 192>>>(y, column, value, x, rows, width));
    release(column, value, x, y);
  }
  if (chosen(argc, argv, "coo_sorted")) {
    auto m = scattered(40000, 20);
    auto x = numbers(40000), y = device<float>(40000);
    RUN(k_coo<<<blocks_for(m.entries, 256), 256>>>(y, m.row, m.column, m.value, x, m.entries));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "sparse_dense_64")) {
    auto m = scattered(4000, 16);
    auto dense = numbers(4000 * 64), out = device<float>(4000 * 64);
    RUN(k_sparse_dense<<<4000, 64>>>(out, m.start, m.column, m.value, dense, 64));
    release(m);
    release(dense, out);
  }
  if (chosen(argc, argv, "gather_float_in_l2")) {
    int n = 1 * Mi;
    auto in = numbers(2 * n), out = device<float>(n);
    auto at = integers<int>(n, 2 * n);
    RUN(k_gather<<<n / 256, 256>>>(out, in, at, n));
    release(in, out, at);
  }
  if (chosen(argc, argv, "gather_float4_from_192_mib")) {
    int n = 400000, size = 12 * Mi;
    auto in = device<float4>(size), out = device<float4>(n);
    auto at = integers<int>(n, size);
    RUN(k_gather<<<blocks_for(n, 128), 128>>>(out, in, at, n));
    release(in, out, at);
  }
  if (chosen(argc, argv, "scatter_runs_of_8")) {
    int n = 1 * Mi;
    auto in = numbers(n), out = device<float>(n);
    auto at = hashed(n, 8);
    RUN(k_scatter<<<n / 512, 512>>>(out, in, at, n));
    release(in, out, at);
  }
  if (chosen(argc, argv, "scatter_single")) {
    int n = 700000;
    auto in = numbers(n), out = device<float>(n);
    auto at = hashed(n);
    RUN(k_scatter<<<blocks_for(n, 256), 256>>>(out, in, at, n));
    release(in, out, at);
  }
  if (chosen(argc, argv, "scatter_add_rows")) {
    auto in = numbers(8000 * 96), out = device<float>(500 * 96);
    auto at = integers<int>(8000, 500);
    RUN(k_scatter_add_rows<<<8000, 96>>>(out, in, at, 96));
    release(in, out, at);
  }
  if (chosen(argc, argv, "histogram_direct")) {
    int n = 1000000;
    auto in = integers<unsigned char>(n, 256);
    auto bins = device<unsigned>(256);
    RUN(k_histogram_direct<<<264, 512>>>(bins, in, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "histogram_shared_even")) {
    int n = 1 * Mi;
    auto in = reinterpret_cast<uchar4*>(integers<unsigned char>(4 * n, 256));
    auto bins = device<unsigned>(256);
    RUN(k_histogram_shared<<<264, 256>>>(bins, in, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "histogram_shared_four_values")) {
    int n = 500000;
    auto in = reinterpret_cast<uchar4*>(integers<unsigned char>(4 * n, 4));
    auto bins = device<unsigned>(256);
    RUN(k_histogram_shared<<<264, 256>>>(bins, in, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "count_matched")) {
    int n = 1200000;
    auto key = integers<int>(n, 20), counts = device<int>(20);
    RUN(k_count_matched<<<blocks_for(n, 256), 256>>>(counts, key, n));
    release(key, counts);
  }
  if (chosen(argc, argv, "multiply_cas")) {
    auto out = device<unsigned long long>(50000);
    auto in = numbers<double>(200000);
    RUN(OK(cudaMemset(out, 0, 8 * 50000));
        k_multiply_cas<<<blocks_for(200000, 256), 256>>>(out, in, 50000, 200000));
    release(out, in);
  }

  // Sorts

  if (chosen(argc, argv, "bitonic_block")) {
    auto in = integers<unsigned>(300 * 1024, 1 << 30), out = device<unsigned>(300 * 1024);
    RUN(k_bitonic_block<<<300, 512>>>(out, in));
    release(in, out);
  }
  if (chosen(argc, argv, "odd_even_256")) {
    auto in = integers<int>(500 * 256, 100000), out = device<int>(500 * 256);
    RUN(k_odd_even<<<500, 128, 1024>>>(out, in, 256));
    release(in, out);
  }
  if (chosen(argc, argv, "radix_count")) {
    auto in = integers<unsigned>(1000 * 2048, 1 << 30);
    auto counts = device<int>(16 * 1000);
    RUN(k_radix_count<<<1000, 256>>>(counts, in, 8));
    release(in, counts);
  }
  if (chosen(argc, argv, "radix_tile")) {
    auto in = integers<unsigned>(4000 * 256, 1 << 30), out = device<unsigned>(4000 * 256);
    RUN(k_radix_tile<<<4000, 256>>>(out, in, 4));
    release(in, out);
  }
  if (chosen(argc, argv, "merge_path")) {
    auto a = ruled<int>(500000, [](size_t i) { return static_cast<int>(3 * i); });
    auto b = ruled<int>(300000, [](size_t i) { return static_cast<int>(5 * i + i % 3); });
    auto out = device<int>(800000);
    RUN(k_merge_path<<<blocks_for(100000, 128), 128>>>(out, a, b, 500000, 300000));
    release(a, b, out);
  }

  // Matrix products and other dense algebra

  if (chosen(argc, argv, "product_plain_float")) {
    auto a = numbers(256 * 200), b = numbers(200 * 256), c = device<float>(256 * 256);
    RUN(k_product_plain<<<dim3(8, 32), dim3(32, 8)>>>(c, a, b, 256, 256, 200));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_plain_double")) {
    auto a = numbers<double>(150 * 150), b = numbers<double>(150 * 150), c = device<double>(150 * 150);
    RUN(k_product_plain<<<dim3(10, 10), dim3(16, 16)>>>(c, a, b, 150, 150, 150));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_tile_16")) {
    auto a = numbers(384 * 256), b = numbers(256 * 384), c = device<float>(384 * 384);
    RUN(k_product_tile<16><<<dim3(24, 24), dim3(16, 16)>>>(c, a, b, 384, 256));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_tile_32")) {
    auto a = numbers(320 * 320), b = numbers(320 * 320), c = device<float>(320 * 320);
    RUN(k_product_tile<32><<<dim3(10, 10), dim3(32, 32)>>>(c, a, b, 320, 320));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_registers")) {
    auto a = numbers(512 * 512), b = numbers(512 * 512), c = device<float>(512 * 512);
    RUN(k_product_registers<<<dim3(8, 8), 256>>>(c, a, b, 512, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_ahead")) {
    auto a = numbers(768 * 128), b = numbers(128 * 768), c = device<float>(768 * 768);
    RUN(k_product_ahead<<<dim3(12, 12), 128>>>(c, a, b, 768, 128));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_async")) {
    auto a = numbers(512 * 256), b = numbers(256 * 512), c = device<float>(512 * 512);
    RUN(k_product_async<<<dim3(16, 16), 64>>>(c, a, b, 512, 256));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_tensor")) {
    auto a = halves<__half>(512 * 512), b = halves<__half>(512 * 512);
    auto c = device<float>(512 * 512);
    RUN(k_product_tensor<<<dim3(8, 16), dim3(32, 4)>>>(c, a, b, 512, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_bytes")) {
    auto a = integers<int>(400 * 128, 1 << 30), b = integers<int>(400 * 128, 1 << 30),
         c = device<int>(400 * 400);
    RUN(k_product_bytes<<<dim3(25, 25), dim3(16, 16)>>>(c, a, b, 400, 128));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemv_rows")) {
    auto a = reinterpret_cast<float4*>(numbers(3000 * 1024)), x = reinterpret_cast<float4*>(numbers(1024));
    auto y = device<float>(3000);
    RUN(k_gemv_rows<<<375, 256>>>(y, a, x, 3000, 256));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_columns_double")) {
    auto a = numbers<double>(1024 * 1500), x = numbers<double>(1024), y = device<double>(1500);
    RUN(k_gemv_columns<<<dim3(12, 16), 128>>>(y, a, x, 1500, 64));
    release(a, x, y);
  }
  if (chosen(argc, argv, "small_products")) {
    int n = 120000;
    auto a = reinterpret_cast<float4*>(numbers(16 * n)), b = reinterpret_cast<float4*>(numbers(16 * n));
    auto out = device<float4>(4 * n);
    RUN(k_small_products<<<blocks_for(n, 128), 128>>>(out, a, b, n));
    release(a, b, out);
  }
  if (chosen(argc, argv, "solve_local")) {
    int n = 20000;
    auto a = numbers(36 * n, -1, 1), b = numbers(6 * n), out = device<float>(6 * n);
    RUN(k_solve_local<<<blocks_for(n, 128), 128>>>(out, a, b, n));
    release(a, b, out);
  }
  if (chosen(argc, argv, "cholesky_500")) {
    Random random;
    auto in = ruled<float>(500 * 1024,
                           [&](size_t i) { return i % 1024 % 33 == 0 ? 40.f : 0.01f * random.below(100); });
    auto out = device<float>(500 * 1024);
    RUN(k_cholesky<<<500, 256>>>(out, in));
    release(in, out);
  }
  if (chosen(argc, argv, "thomas_4096")) {
    int n = 4096 * 128;
    auto diagonal = numbers<double>(n, 3, 4), right = numbers<double>(n), x = device<double>(n);
    auto work = device<double>(n);
    RUN(k_thomas<<<64, 64>>>(x, work, diagonal, right, 4096, 128));
    release(diagonal, right, x, work);
  }

  // Convolutions and transforms

  if (chosen(argc, argv, "filter_signal_48")) {
    int n = 300000;
    set_taps();
    auto in = numbers(n + 64), out = device<float>(n);
    RUN(k_filter_signal<<<blocks_for(n, 256), 256>>>(out, in, n, 48));
    release(in, out);
  }
  if (chosen(argc, argv, "filter_layer")) {
    auto in = numbers(16 * 66 * 66), weight = numbers(32 * 16 * 9, -1, 1), out = device<float>(32 * 64 * 64);
    RUN(k_filter_layer<<<dim3(2, 16, 8), dim3(32, 4)>>>(out, in, weight, 16, 64, 64));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "blur_columns")) {
    set_taps();
    auto in = numbers(960 * 540), out = device<float>(960 * 540);
    RUN(k_blur_columns<<<dim3(30, 17), dim3(32, 8)>>>(out, in, 960, 540));
    release(in, out);
  }
  if (chosen(argc, argv, "fft_block_300")) {
    auto in = reinterpret_cast<float2*>(numbers(2 * 300 * 1024)), out = device<float2>(300 * 1024);
    RUN(k_fft_block<<<300, 512>>>(out, in));
    release(in, out);
  }
  if (chosen(argc, argv, "fft_pass_span_16")) {
    auto in = reinterpret_cast<float2*>(numbers(2 * Mi)), out = device<float2>(Mi);
    RUN(k_fft_pass<<<1024, 256>>>(out, in, Mi, 16));
    release(in, out);
  }
  if (chosen(argc, argv, "fft_pass_span_1")) {
    auto in = reinterpret_cast<float2*>(numbers(2 * Mi)), out = device<float2>(Mi);
    RUN(k_fft_pass<<<2048, 128>>>(out, in, Mi, 1));
    release(in, out);
  }
  if (chosen(argc, argv, "cosine_squares")) {
    auto in = integers<unsigned char>(800 * 600, 256);
    auto out = device<float>(800 * 600);
    RUN(k_cosine_squares<<<dim3(25, 75), dim3(8, 8, 4)>>>(out, in, 800));
    release(in, out);
  }

  // Physics, pictures of numbers, and chance

  if (chosen(argc, argv, "attract_4096")) {
    auto body = reinterpret_cast<float4*>(numbers(4 * 4096)), force = device<float4>(4096);
    RUN(k_attract<<<32, 128>>>(force, body, 4096));
    release(body, force);
  }
  if (chosen(argc, argv, "neighbour_forces")) {
    int n = 24000, count = 40;
    Random random;
    auto neighbour = ruled<int>(n * count, [&](size_t i) {
      return std::min(n - 1, std::max(0, static_cast<int>(i % n) + random.below(600) - 300));
    });
    auto x = numbers(n), y = numbers(n, 0, 0.8), z = numbers(n, 0, 0.6);
    auto fx = device<float>(n), fy = device<float>(n), fz = device<float>(n);
    RUN(k_neighbour_forces<<<blocks_for(n, 96), 96>>>(fx, fy, fz, x, y, z, neighbour, count, n));
    release(neighbour, x, y, z, fx, fy, fz);
  }
  if (chosen(argc, argv, "mandelbrot")) {
    auto out = device<unsigned char>(640 * 400);
    RUN(k_mandelbrot<<<dim3(40, 25), dim3(16, 16)>>>(out, 640, 400, 200));
    release(out);
  }
  if (chosen(argc, argv, "black_scholes")) {
    int n = 600000;
    auto price = numbers(n, 5, 30), strike = numbers(n, 5, 30), years = numbers(n, 0.2, 5);
    auto call = device<float>(n), put = device<float>(n);
    RUN(k_black_scholes<<<blocks_for(n, 128), 128>>>(call, put, price, strike, years, n));
    release(price, strike, years, call, put);
  }
  if (chosen(argc, argv, "barrier_paths")) {
    auto total = device<float>(1);
    RUN(k_barrier_paths<<<264, 256>>>(total, 100, 1.2f));
    release(total);
  }
  if (chosen(argc, argv, "nearest_centre_48")) {
    int n = 60000;
    auto in = numbers(8 * n), centre = numbers(48 * 8);
    auto out = device<int>(n);
    RUN(k_nearest_centre<<<blocks_for(n, 256), 256, 48 * 32>>>(out, in, centre, 48, n));
    release(in, centre, out);
  }

  // Pointers, tables and graphs

  if (chosen(argc, argv, "chase_one_warp")) {
    auto next = hashed(Mi);
    auto out = device<int>(32);
    RUN(k_chase<<<1, 32>>>(out, next, 100));
    release(next, out);
  }
  if (chosen(argc, argv, "chase_many_warps")) {
    auto next = hashed(4 * Mi);
    auto out = device<int>(400 * 128);
    RUN(k_chase<<<400, 128>>>(out, next, 20));
    release(next, out);
  }
  if (chosen(argc, argv, "lower_bound")) {
    auto sorted = ruled<int>(2 * Mi, [](size_t i) { return static_cast<int>(5 * i); });
    auto wanted = integers<int>(200000, 10 * Mi), out = device<int>(200000);
    RUN(k_lower_bound<<<blocks_for(200000, 256), 256>>>(out, sorted, wanted, 2 * Mi, 200000));
    release(sorted, wanted, out);
  }
  if (chosen(argc, argv, "table_build")) {
    int n = 300000;
    auto key = ruled<unsigned>(n, [](size_t i) { return 2654435761u * (static_cast<unsigned>(i) + 1) | 1u; });
    auto table = device<unsigned>(Mi / 2);
    RUN(OK(cudaMemset(table, 0, Mi * 2));
        k_table_build<<<blocks_for(n, 256), 256>>>(table, key, Mi / 2 - 1, n));
    release(key, table);
  }
  if (chosen(argc, argv, "table_probe")) {
    int n = 500000;
    std::vector<uint2> table(Mi, make_uint2(0, 0));
    for (unsigned k = 1; k <= 600000; ++k) {
      unsigned at = mixed(k) & (Mi - 1);
      while (table[at].x) at = (at + 1) & (Mi - 1);
      table[at] = make_uint2(k, k * 3);
    }
    Random random;
    auto key = ruled<unsigned>(n, [&](size_t) { return 1u + random.below(900000); });
    auto entries = upload(table);
    auto out = device<unsigned>(n);
    RUN(k_table_probe<<<blocks_for(n, 128), 128>>>(out, entries, key, Mi - 1, n));
    release(key, entries, out);
  }
  if (chosen(argc, argv, "expand_frontier")) {
    int nodes = 150000, n = 30000;
    auto m = scattered(nodes, 9);
    auto frontier = ruled<int>(n, [](size_t i) { return static_cast<int>(5 * i); });
    auto seen = device<int>(nodes), next = device<int>(nodes), count = device<int>(1);
    RUN(reset(count); OK(cudaMemset(seen, 0, 4 * nodes));
        k_expand_frontier<<<blocks_for(n, 256), 256>>>(seen, next, count, frontier, m.start, m.column, n));
    release(m);
    release(frontier, seen, next, count);
  }
  if (chosen(argc, argv, "page_rank_skewed")) {
    int nodes = 60000;
    auto m = skewed(nodes, 5, 300);
    auto rank = numbers(nodes), out = device<float>(nodes);
    Random random;
    auto degree = ruled<int>(nodes, [&](size_t) { return 1 + random.below(20); });
    RUN(k_page_rank<<<blocks_for(nodes, 128), 128>>>(out, rank, m.start, m.column, degree, nodes));
    release(m);
    release(rank, degree, out);
  }
  if (chosen(argc, argv, "common_neighbours")) {
    auto m = scattered(10000, 14);
    auto out = device<int>(m.entries);
    RUN(k_common_neighbours<<<blocks_for(m.entries, 128), 128>>>(out, m.row, m.column, m.start, m.entries));
    release(m);
    release(out);
  }

  // Dynamic programming

  if (chosen(argc, argv, "common_subsequence")) {
    auto a = integers<char>(64 * 256, 4), b = integers<char>(64 * 256, 3);
    auto out = device<int>(64);
    RUN(k_common_subsequence<<<64, 256, 3 * 257 * 4>>>(out, a, b, 256));
    release(a, b, out);
  }
  if (chosen(argc, argv, "word_distance")) {
    auto words = integers<char>(20 * 20000, 26), wanted = integers<char>(20, 26);
    auto out = device<int>(20000);
    RUN(k_word_distance<<<blocks_for(20000, 128), 128>>>(out, words, wanted, 20, 20000));
    release(words, wanted, out);
  }
  if (chosen(argc, argv, "paths_in_tile")) {
    auto in = integers<int>(160 * 1024, 1000), out = device<int>(160 * 1024);
    RUN(k_paths_in_tile<<<160, dim3(32, 32)>>>(out, in));
    release(in, out);
  }

  // Images

  if (chosen(argc, argv, "bilateral")) {
    auto in = numbers(400 * 300), out = device<float>(400 * 300);
    RUN(k_bilateral<<<dim3(13, 38), dim3(32, 8)>>>(out, in, 400, 300, 20.f));
    release(in, out);
  }
  if (chosen(argc, argv, "rgb_to_yuv")) {
    auto in = reinterpret_cast<uchar4*>(integers<unsigned char>(4 * 1600 * 900, 256));
    auto luma = device<unsigned char>(1600 * 900);
    auto chroma = device<uchar2>(800 * 450);
    RUN(k_rgb_to_yuv<<<dim3(7, 450), 128>>>(luma, chroma, in, 1600));
    release(in, luma, chroma);
  }
  if (chosen(argc, argv, "turn_picture")) {
    auto in = numbers(900 * 900), out = device<float>(900 * 900);
    RUN(k_turn<<<dim3(57, 57), dim3(16, 16)>>>(out, in, 900, 900, 0.6f, 0.8f));
    release(in, out);
  }

  // Bytes and bits

  if (chosen(argc, argv, "find_word")) {
    int n = 900000;
    Random random;
    auto text = ruled<char>(n + 8, [&](size_t) { return static_cast<char>('a' + random.below(3)); });
    auto out = device<unsigned char>(n);
    RUN(k_find_word<<<blocks_for(n, 256), 256>>>(out, text, n));
    release(text, out);
  }
  if (chosen(argc, argv, "base64")) {
    int n = 700000;
    auto in = integers<unsigned char>(3 * n, 256);
    auto out = device<uchar4>(n);
    RUN(k_base64<<<blocks_for(n, 256), 256>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "checksum")) {
    int n = 40000;
    auto in = integers<unsigned char>(64 * n, 256);
    auto entries = integers<unsigned>(256, 1 << 30), out = device<unsigned>(n);
    RUN(k_checksum<<<blocks_for(n, 256), 256>>>(out, in, entries, n));
    release(in, entries, out);
  }
  if (chosen(argc, argv, "nearest_code")) {
    auto wanted = reinterpret_cast<uint4*>(integers<unsigned>(4 * 10000, 1 << 30));
    auto codes = reinterpret_cast<uint4*>(integers<unsigned>(4 * 300, 1 << 30));
    auto out = device<int>(10000);
    RUN(k_nearest_code<<<blocks_for(10000, 64), 64>>>(out, wanted, codes, 300, 10000));
    release(wanted, codes, out);
  }
  if (chosen(argc, argv, "collatz")) {
    int n = 60000;
    auto out = device<int>(n);
    RUN(k_collatz<<<blocks_for(n, 256), 256>>>(out, 100001, n));
    release(out);
  }
  if (chosen(argc, argv, "encipher")) {
    int n = 700000;
    auto data = reinterpret_cast<uint2*>(integers<unsigned>(2 * n, 1 << 30));
    RUN(k_encipher<<<blocks_for(n, 192), 192>>>(data, make_uint4(1, 2, 3, 4), n));
    release(data);
  }
  if (chosen(argc, argv, "greatest_divisor")) {
    int n = 250000;
    auto a = integers<int>(n, 1000000),
         b = ruled<int>(n, [](size_t i) { return static_cast<int>(7 * i + 3); });
    auto out = device<int>(n);
    RUN(k_greatest_divisor<<<blocks_for(n, 256), 256>>>(out, a, b, n));
    release(a, b, out);
  }

  // Chance, local arrays, and the ways a machine is filled

  if (chosen(argc, argv, "shuffle_million")) {
    auto in = numbers(Mi), out = device<float>(Mi);
    RUN(k_shuffle<<<Mi / 256, 256>>>(out, in, Mi));
    release(in, out);
  }
  if (chosen(argc, argv, "mode_of_run")) {
    auto in = integers<unsigned char>(50 * 30000, 256);
    auto out = device<int>(30000);
    RUN(k_mode_of_run<<<blocks_for(30000, 128), 128>>>(out, in, 50, 30000));
    release(in, out);
  }
  if (chosen(argc, argv, "sort_local")) {
    auto in = numbers(20 * 30000), out = device<float>(5 * 30000);
    RUN(k_sort_local<<<blocks_for(30000, 64), 64>>>(out, in, 30000));
    release(in, out);
  }
  if (chosen(argc, argv, "spill")) {
    int n = 64 * 1024;
    auto in = numbers(n, 0, 0.4), out = device<float>(n);
    RUN(k_spill<<<64, 1024>>>(out, in, n));
    release(in, out);
  }
  if (chosen(argc, argv, "take_tiles")) {
    auto in = numbers(1500 * 256), out = device<float>(1500 * 256);
    auto next = device<int>(1);
    RUN(reset(next); k_take_tiles<<<132, 256>>>(out, in, next, 1500));
    release(in, out, next);
  }
  if (chosen(argc, argv, "tall_table")) {
    int n = 1000000, size = 40000;
    auto table = numbers(size), out = device<float>(n);
    auto at = integers<unsigned short>(n, size);
    OK(cudaFuncSetAttribute(k_tall_table, cudaFuncAttributeMaxDynamicSharedMemorySize, size * 4));
    RUN(k_tall_table<<<132, 512, size * 4>>>(out, table, at, size, n));
    release(table, out, at);
  }
  if (chosen(argc, argv, "shuffle_chain")) {
    auto in = integers<unsigned>(132 * 256, 1 << 30), out = device<unsigned>(132 * 256);
    RUN(k_shuffle_chain<<<132, 256>>>(out, in, 200));
    release(in, out);
  }
  if (chosen(argc, argv, "polynomial_float_one_block_an_sm")) {
    auto in = numbers(132 * 1024), out = device<float>(132 * 1024);
    RUN(k_polynomial<<<132, 1024>>>(out, in, 800));
    release(in, out);
  }
  if (chosen(argc, argv, "polynomial_double_tail")) {
    auto in = numbers<double>(1200 * 256), out = device<double>(1200 * 256);
    RUN(k_polynomial<<<1200, 256>>>(out, in, 120));
    release(in, out);
  }
  if (chosen(argc, argv, "special_functions")) {
    auto in = numbers(300000), out = device<float>(300000);
    RUN(k_special<<<blocks_for(300000, 256), 256>>>(out, in, 300000));
    release(in, out);
  }
  if (chosen(argc, argv, "late_loads")) {
    auto in = numbers(8 * Mi), out = device<float>(528 * 128);
    RUN(k_late_loads<<<528, 128>>>(out, in, 8 * Mi - 1, 24));
    release(in, out);
  }
  if (chosen(argc, argv, "leave_early")) {
    auto in = numbers(Mi), out = device<float>(6000 * 256);
    RUN(k_leave_early<<<6000, 256>>>(out, in, Mi, 10));
    release(in, out);
  }
  if (chosen(argc, argv, "kinds_mixed")) {
    int n = 600000;
    auto kind = integers<unsigned char>(n, 6);
    auto in = numbers(n), out = device<float>(n);
    RUN(k_kinds<<<blocks_for(n, 256), 256>>>(out, kind, in, n));
    release(kind, in, out);
  }
  if (chosen(argc, argv, "kinds_in_runs")) {
    int n = 600000;
    auto kind = ruled<unsigned char>(n, [](size_t i) { return static_cast<unsigned char>(i / 5000 % 6); });
    auto in = numbers(n), out = device<float>(n);
    RUN(k_kinds<<<blocks_for(n, 256), 256>>>(out, kind, in, n));
    release(kind, in, out);
  }
  return 0;
}
