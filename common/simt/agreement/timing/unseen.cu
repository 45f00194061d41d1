// Launches that judge the model of kernel time: written without a look at it, at its errors or at the earlier
// sets, and measured before anything was fitted to them; rules have been learned from them since.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 unseen.cu -o unseen_gpu
//   ./unseen_gpu --list | NAME... | all
#include <tuple>

#include "common.h"
#include "unseen_kernels.h"

constexpr int blocks_for(long long n, int threads) { return static_cast<int>((n + threads - 1) / threads); }

// Returns n halves in [low, high), as halves or as pairs of them.
template <class T>
T* halves(size_t n, float low = -1, float high = 1) {
  std::vector<__half> values(n);
  Random random;
  for (__half& v : values) v = __float2half(low + (high - low) * static_cast<float>(random() / 4294967296.0));
  return reinterpret_cast<T*>(upload(values));
}

// Returns n numbers as vectors of four.
float4* quads(size_t n, double low = 0, double high = 1) {
  return reinterpret_cast<float4*>(numbers(4 * n, low, high));
}

// Returns n sorted integers in [0, limit).
int* sorted_integers(int n, int limit) {
  std::vector<int> values(n);
  Random random;
  for (int& v : values) v = random.below(limit);
  std::sort(values.begin(), values.end());
  return upload(values);
}

// Returns n integers below limit, of which the small ones are much more frequent.
template <class T>
T* frequent_small(size_t n, int limit) {
  std::vector<T> values(n);
  Random random;
  for (T& v : values) {
    double share = random() / 4294967296.0;
    v = static_cast<T>(limit * share * share * share);
  }
  return upload(values);
}

// Returns text of the letters a to d and blanks.
char* text(size_t n) {
  std::vector<char> letters(n);
  Random random;
  for (char& c : letters) c = "abcd "[random.below(5)];
  return upload(letters);
}

// Returns symmetric positive definite matrices of 32x32.
float* definite_matrices(int count) {
  std::vector<float> m(count * 1024);
  Random random;
  for (int b = 0; b < count; ++b)
    for (int r = 0; r < 32; ++r)
      for (int c = 0; c <= r; ++c) {
        float v = r == c ? 40.f : static_cast<float>(random() / 4294967296.0);
        m[b * 1024 + r * 32 + c] = m[b * 1024 + c * 32 + r] = v;
      }
  return upload(m);
}

void set_taps() {
  float taps[33], blur[7][7];
  for (int i = 0; i < 33; ++i) taps[i] = 1.f / (1 + abs(i - 16));
  for (int i = 0; i < 49; ++i) blur[i / 7][i % 7] = 1.f / 49;
  OK(cudaMemcpyToSymbol(Taps, taps, sizeof(taps)));
  OK(cudaMemcpyToSymbol(Blur, blur, sizeof(blur)));
}

void set_tables() {
  unsigned crc[256];
  unsigned char gamma[256];
  for (unsigned i = 0; i < 256; ++i) {
    crc[i] = i;
    for (int k = 0; k < 8; ++k) crc[i] = crc[i] & 1 ? 0xedb88320u ^ (crc[i] >> 1) : crc[i] >> 1;
    gamma[i] = static_cast<unsigned char>(i * i / 255);
  }
  int primes[172], count = 0;
  for (int p = 2; count < 172; ++p) {
    bool prime = true;
    for (int k = 0; k < count && prime; ++k) prime = p % primes[k] != 0;
    if (prime) primes[count++] = p;
  }
  char pattern[16] = "abcab";
  OK(cudaMemcpyToSymbol(CrcTable, crc, sizeof(crc)));
  OK(cudaMemcpyToSymbol(Gamma, gamma, sizeof(gamma)));
  OK(cudaMemcpyToSymbol(SmallPrimes, primes, sizeof(primes)));
  OK(cudaMemcpyToSymbol(Pattern, pattern, sizeof(pattern)));
}

void elementwise(int argc, char** argv) {
  for (auto [name, n, threads] : {std::tuple{"saxpy_500k_128", 500000, 128}, {"saxpy_4m_1024", 4 * Mi, 1024}})
    if (chosen(argc, argv, name)) {
      float *x = numbers(n), *y = numbers(n), *out = device<float>(n);
      RUN(k_saxpy<<<blocks_for(n, threads), threads>>>(n, 2.5f, x, y, out));
      release(x, y, out);
    }
  if (chosen(argc, argv, "copy_vec4_96mb_grid_stride")) {
    int n = 6 * Mi / 2;
    float4 *in = device<float4>(n, 1), *out = device<float4>(n);
    RUN(k_copy_vec4<<<528, 512>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "bias_gelu_2048x768")) {
    int rows = 2048, columns = 768;
    float *in = numbers(rows * columns, -3, 3), *bias = numbers(columns),
          *out = device<float>(rows * columns);
    RUN(k_bias_gelu<<<blocks_for(rows * columns, 256), 256>>>(out, in, bias, rows, columns));
    release(in, bias, out);
  }
  if (chosen(argc, argv, "swiglu_half_1m_pairs")) {
    int n = Mi;
    auto *gate = halves<__half2>(2 * n), *up = halves<__half2>(2 * n), *out = device<__half2>(n);
    RUN(k_swiglu_half<<<blocks_for(n, 256), 256>>>(out, gate, up, n));
    release(gate, up, out);
  }
  if (chosen(argc, argv, "chain_1m_grid_stride")) {
    int n = Mi;
    float *a = numbers(n), *b = numbers(n), *c = numbers(n, -1, 1), *out = device<float>(n);
    RUN(k_chain<<<264, 256>>>(a, b, c, out, n));
    release(a, b, c, out);
  }
  if (chosen(argc, argv, "outer_sum_2000x1500")) {
    int w = 2000, h = 1500;
    float *row = numbers(w), *column = numbers(h), *out = device<float>(w * h);
    RUN(k_outer_sum<<<dim3(blocks_for(w, 32), blocks_for(h, 8)), dim3(32, 8)>>>(row, column, out, w, h));
    release(row, column, out);
  }
  if (chosen(argc, argv, "normalise_image_1024x768")) {
    int pixels = 1024 * 768;
    auto* in = integers<unsigned char>(3 * pixels, 256);
    float* out = device<float>(3 * pixels);
    RUN(k_normalise_image<<<blocks_for(pixels, 256), 256>>>(in, out, pixels, 0.45f, 4.4f));
    release(in, out);
  }
  if (chosen(argc, argv, "black_scholes_400k")) {
    int n = 400000;
    float *s = numbers(n, 5, 30), *x = numbers(n, 1, 100), *t = numbers(n, 0.25, 10);
    float *call = device<float>(n), *put = device<float>(n);
    RUN(k_black_scholes<<<blocks_for(n, 128), 128>>>(s, x, t, call, put, n));
    release(s, x, t, call, put);
  }
  if (chosen(argc, argv, "adam_1500k")) {
    int n = 1500000;
    float *w = numbers(n), *m = device<float>(n), *v = device<float>(n), *g = numbers(n, -1, 1);
    RUN(k_adam<<<blocks_for(n, 512), 512>>>(w, m, v, g, n, 1e-3f));
    release(w, m, v, g);
  }
  if (chosen(argc, argv, "half2_axpy_3m_pairs")) {
    int n = 3 * Mi;
    auto *x = halves<__half2>(2 * n), *y = halves<__half2>(2 * n), *out = device<__half2>(n);
    RUN(k_half2_axpy<<<blocks_for(n, 256), 256>>>(__float2half2_rn(0.5f), x, y, out, n));
    release(x, y, out);
  }
  if (chosen(argc, argv, "half_polynomial_2m")) {
    int n = 2 * Mi;
    auto *x = halves<__half>(n), *out = device<__half>(n);
    RUN(k_half_polynomial<<<blocks_for(n, 256), 256>>>(x, out, n));
    release(x, out);
  }
  if (chosen(argc, argv, "dropout_1m")) {
    int n = Mi;
    float *in = numbers(n), *out = device<float>(n);
    auto* kept = device<unsigned char>(n);
    RUN(k_dropout<<<blocks_for(n, 192), 192>>>(in, out, kept, n, 1234u, 0.9f));
    release(in, out, kept);
  }
  if (chosen(argc, argv, "tiny_blocks_40k")) {
    int blocks = 40000;
    float *in = numbers(blocks * 32), *out = device<float>(blocks * 32);
    RUN(k_tiny_blocks<<<blocks, 32>>>(in, out));
    release(in, out);
  }
}

void layouts(int argc, char** argv) {
  if (chosen(argc, argv, "nchw_to_nhwc_8x64x56x56")) {
    int channels = 64, area = 56 * 56, total = 8 * channels * area;
    float *in = numbers(total), *out = device<float>(total);
    RUN(k_nchw_to_nhwc<<<blocks_for(total, 256), 256>>>(in, out, channels, area, total));
    release(in, out);
  }
  if (chosen(argc, argv, "aos_drift_300k")) {
    int n = 300000;
    auto* p = reinterpret_cast<Particle*>(numbers(7 * n));
    RUN(k_aos_drift<<<blocks_for(n, 256), 256>>>(p, n, 0.01f));
    release(p);
  }
  if (chosen(argc, argv, "aos_to_soa_800k")) {
    int n = 800000;
    auto* p = reinterpret_cast<Particle*>(numbers(7 * n));
    float *x = device<float>(n), *y = device<float>(n), *z = device<float>(n), *m = device<float>(n);
    RUN(k_aos_to_soa<<<blocks_for(n, 128), 128>>>(p, x, y, z, m, n));
    release(p, x, y, z, m);
  }
  if (chosen(argc, argv, "transpose_naive_1024x2048_16x16")) {
    int w = 1024, h = 2048;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(k_transpose_naive<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_tile_conflicts_1024")) {
    int n = 1024;
    float *in = numbers(n * n), *out = device<float>(n * n);
    RUN(k_transpose_tile<float, 0><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n, n));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_tile_padded_2000x1200")) {
    int w = 2000, h = 1200;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(k_transpose_tile<float, 1>
        <<<dim3(blocks_for(w, 32), blocks_for(h, 32)), dim3(32, 8)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_tile_double_1024")) {
    int n = 1024;
    double *in = numbers<double>(n * n), *out = device<double>(n * n);
    RUN(k_transpose_tile<double, 1><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n, n));
    release(in, out);
  }
  for (auto [name, n, stride] :
       {std::tuple{"read_stride_3", 2 * Mi, 3}, {"read_stride_8", Mi, 8}, {"read_stride_33", Mi, 33}})
    if (chosen(argc, argv, name)) {
      float *in = device<float>(static_cast<size_t>(n) * stride), *out = device<float>(n);
      RUN(k_read_stride<<<blocks_for(n, 256), 256>>>(in, out, n, stride));
      release(in, out);
    }
  if (chosen(argc, argv, "write_stride_5")) {
    int n = Mi;
    float *in = numbers(n), *out = device<float>(5 * n);
    RUN(k_write_stride<<<blocks_for(n, 256), 256>>>(in, out, n, 5));
    release(in, out);
  }
  if (chosen(argc, argv, "shifted_by_11_4m")) {
    int n = 4 * Mi;
    float *in = device<float>(n), *out = device<float>(n);
    RUN(k_shifted<<<blocks_for(n, 256), 256>>>(in, out, n, 11));
    release(in, out);
  }
}

void reductions(int argc, char** argv) {
  if (chosen(argc, argv, "sum_atomic_100k")) {
    int n = 100000;
    float *in = numbers(n), *sum = device<float>(1);
    RUN(OK(cudaMemset(sum, 0, 4)); k_sum_atomic<<<blocks_for(n, 256), 256>>>(in, sum, n));
    release(in, sum);
  }
  if (chosen(argc, argv, "sum_interleaved_1m")) {
    int n = Mi;
    float *in = numbers(n), *out = device<float>(n / 256);
    RUN(k_sum_interleaved<<<n / 256, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_sequential_2m")) {
    int n = 2 * Mi;
    float *in = numbers(n), *out = device<float>(n / 512);
    RUN(k_sum_sequential<float><<<n / 512, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_sequential_int64_1m")) {
    int n = Mi;
    auto *in = integers<long long>(n, 1000), *out = device<long long>(n / 512);
    RUN(k_sum_sequential<long long><<<n / 512, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "sum_shuffle_64mb")) {
    int n = 4 * Mi;
    float4* in = device<float4>(n);
    float* out = device<float>(1024);
    RUN(k_sum_shuffle<<<1024, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "dot_double_1m")) {
    int n = Mi;
    double *a = numbers<double>(n), *b = numbers<double>(n), *out = device<double>(1);
    RUN(OK(cudaMemset(out, 0, 8)); k_dot_double<<<256, 256>>>(a, b, out, n));
    release(a, b, out);
  }
  if (chosen(argc, argv, "row_sum_thread_8192x256")) {
    int rows = 8192, columns = 256;
    float *in = numbers(rows * columns), *out = device<float>(rows);
    RUN(k_row_sum_thread<<<blocks_for(rows, 128), 128>>>(in, out, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "row_sum_warp_20000x200")) {
    int rows = 20000, columns = 200;
    float *in = numbers(rows * columns), *out = device<float>(rows);
    RUN(k_row_sum_warp<<<blocks_for(rows * 32, 256), 256>>>(in, out, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "column_variance_512x4096")) {
    int rows = 512, columns = 4096;
    float *in = numbers(rows * columns), *mean = device<float>(columns), *variance = device<float>(columns);
    RUN(k_column_variance<<<columns / 64, 64>>>(in, mean, variance, rows, columns));
    release(in, mean, variance);
  }
  if (chosen(argc, argv, "column_sum_4096x1024")) {
    int rows = 4096, columns = 1024;
    float *in = numbers(rows * columns), *out = device<float>(columns);
    RUN(OK(cudaMemset(out, 0, columns * 4));
        k_column_sum<<<dim3(columns / 32, 16), dim3(32, 8)>>>(in, out, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "argmax_rows_1000x3000")) {
    int rows = 1000, columns = 3000;
    float* in = numbers(rows * columns);
    int* out = device<int>(rows);
    RUN(k_argmax_rows<<<rows, 256>>>(in, out, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_hillis_512_threads")) {
    int blocks = 800;
    int *in = integers<int>(blocks * 512, 100), *out = device<int>(blocks * 512);
    RUN(k_scan_hillis<<<blocks, 512, 2 * 512 * 4>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_blelloch_1m")) {
    int blocks = 1024;
    float *in = numbers(blocks * 1024), *out = device<float>(blocks * 1024), *totals = device<float>(blocks);
    RUN(k_scan_blelloch<<<blocks, 512>>>(in, out, totals));
    release(in, out, totals);
  }
  if (chosen(argc, argv, "compact_1m_third")) {
    int n = Mi;
    int *in = integers<int>(n, 300), *out = device<int>(n), *count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); k_compact<<<n / 256, 256>>>(in, out, count, n, 100));
    release(in, out, count);
  }
}

void networks(int argc, char** argv) {
  if (chosen(argc, argv, "softmax_block_2048x1024")) {
    int rows = 2048, columns = 1024;
    float *in = numbers(rows * columns, -4, 4), *out = device<float>(rows * columns);
    RUN(k_softmax_block<<<rows, 256>>>(in, out, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "softmax_online_16384x128")) {
    int rows = 16384, columns = 128;
    float *in = numbers(rows * columns, -4, 4), *out = device<float>(rows * columns);
    RUN(k_softmax_online<<<rows / 4, dim3(32, 4)>>>(in, out, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "layernorm_4096x768")) {
    int rows = 4096, columns = 768;
    float *in = numbers(rows * columns), *gain = numbers(columns), *bias = numbers(columns);
    float* out = device<float>(rows * columns);
    RUN(k_layernorm<<<rows, 128>>>(in, gain, bias, out, columns));
    release(in, gain, bias, out);
  }
  if (chosen(argc, argv, "rmsnorm_half2_1024x4096")) {
    int rows = 1024, columns = 4096;
    auto *in = halves<__half2>(rows * columns), *gain = halves<__half2>(columns);
    auto* out = device<__half2>(rows * columns / 2);
    RUN(k_rmsnorm_half2<4><<<rows, 512>>>(in, gain, out));
    release(in, gain, out);
  }
  if (chosen(argc, argv, "embedding_4096x512")) {
    int count = 4096, width = 512, words = 30000;
    int* tokens = integers<int>(count, words);
    float *table = device<float>(words * width), *out = device<float>(count * width);
    RUN(k_embedding<<<count, 128>>>(tokens, table, out, width));
    release(tokens, table, out);
  }
  if (chosen(argc, argv, "embedding_gradient_4096x256")) {
    int count = 4096, width = 256, words = 5000;
    int* tokens = frequent_small<int>(count, words);
    float *table = device<float>(words * width), *gradient = numbers(count * width);
    RUN(k_embedding_gradient<<<blocks_for(count * width, 256), 256>>>(tokens, gradient, table, count, width));
    release(tokens, table, gradient);
  }
  if (chosen(argc, argv, "one_hot_3000x1000")) {
    int n = 3000, classes = 1000;
    auto* label = integers<long long>(n, classes);
    float* out = device<float>(n * classes);
    RUN(k_one_hot<<<blocks_for(n * classes, 512), 512>>>(label, out, n, classes));
    release(label, out);
  }
  if (chosen(argc, argv, "top_8_of_100_16384_rows")) {
    int rows = 16384, columns = 100;
    float *in = numbers(rows * columns), *out = device<float>(8 * rows);
    RUN(k_top_small<8><<<rows / 128, 128>>>(in, out, rows, columns));
    release(in, out);
  }
  if (chosen(argc, argv, "select_columns_4000_rows_300_of_1000")) {
    int rows = 4000, columns = 1000, picks = 300;
    float *in = numbers(rows * columns), *out = device<float>(rows * picks);
    int* index = integers<int>(picks, columns);
    RUN(k_select_columns<<<blocks_for(rows * picks, 256), 256>>>(in, index, out, rows, columns, picks));
    release(in, out, index);
  }
  if (chosen(argc, argv, "rotary_1024x16x32")) {
    int positions = 1024, heads = 16, pairs = 32, n = positions * heads * pairs;
    auto* q = reinterpret_cast<float2*>(numbers(2 * n));
    float* angle = numbers(pairs);
    RUN(k_rotary<<<blocks_for(n, 256), 256>>>(q, angle, positions, heads, pairs));
    release(q, angle);
  }
  if (chosen(argc, argv, "attention_scores_4x256x64")) {
    int heads = 4, length = 256, quarter = 16;
    float4 *q = quads(heads * length * quarter), *k = quads(heads * length * quarter);
    float* scores = device<float>(heads * length * length);
    RUN(k_attention_scores<<<dim3(16, 16, heads), dim3(16, 16)>>>(q, k, scores, length, quarter));
    release(q, k, scores);
  }
  if (chosen(argc, argv, "quantise_rows_1536x1536")) {
    int n = 1536;
    float *in = numbers(n * n, -2, 2), *scales = device<float>(n);
    auto* out = device<signed char>(n * n);
    RUN(k_quantise_rows<<<n, 256>>>(in, out, scales, n));
    release(in, scales, out);
  }
  if (chosen(argc, argv, "dequantise_int4_2m")) {
    int words = 256 * Ki;
    auto* packed = reinterpret_cast<unsigned*>(integers<int>(words, 2147483647));
    auto* group = reinterpret_cast<float2*>(numbers(words / 2));
    float* out = device<float>(8 * words);
    RUN(k_dequantise_int4<<<words / 128, 128>>>(packed, group, out, words));
    release(packed, group, out);
  }
}

void tables(int argc, char** argv) {
  if (chosen(argc, argv, "gather_random_1m_of_16m")) {
    int n = Mi, from = 16 * Mi;
    float *in = device<float>(from), *out = device<float>(n);
    int* index = integers<int>(n, from);
    RUN(k_gather<<<n / 256, 256>>>(in, index, out, n));
    release(in, out, index);
  }
  if (chosen(argc, argv, "scatter_permuted_1m")) {
    int n = Mi;
    float *in = numbers(n), *out = device<float>(n);
    int* index = hashed(n);
    RUN(k_scatter<<<n / 256, 256>>>(in, index, out, n));
    release(in, out, index);
  }
  if (chosen(argc, argv, "scatter_runs_of_8_2m")) {
    int n = 2 * Mi;
    float *in = numbers(n), *out = device<float>(n);
    int* index = hashed(n, 8);
    RUN(k_scatter<<<n / 512, 512>>>(in, index, out, n));
    release(in, out, index);
  }
  if (chosen(argc, argv, "histogram_global_500k")) {
    int n = 500000;
    auto* in = integers<unsigned char>(n, 256);
    auto* bins = device<unsigned>(256);
    RUN(k_histogram_global<<<200, 256>>>(in, bins, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "histogram_shared_skewed_4m")) {
    int n = Mi;
    auto* in = reinterpret_cast<uchar4*>(frequent_small<unsigned char>(4 * n, 256));
    auto* bins = device<unsigned>(256);
    RUN(k_histogram_shared<<<264, 512>>>(in, bins, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "bitonic_block_100")) {
    int blocks = 100;
    int *in = integers<int>(blocks * 1024, 1 << 30), *out = device<int>(blocks * 1024);
    RUN(k_bitonic_block<<<blocks, 512>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "bitonic_step_2m_distance_4096")) {
    int n = 2 * Mi;
    auto *in = integers<unsigned>(n, 1 << 30), *out = device<unsigned>(n);
    RUN(k_bitonic_step<<<n / 256, 256>>>(in, out, 4096, 65536));
    release(in, out);
  }
  if (chosen(argc, argv, "odd_even_sort_40_blocks_of_256")) {
    int blocks = 40, n = 256;
    float *in = numbers(blocks * n), *out = device<float>(blocks * n);
    RUN(k_odd_even_sort<<<blocks, n / 2, n * 4>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "radix_count_2m")) {
    int each = 16, blocks = 512;
    auto *keys = integers<unsigned>(blocks * 256 * each, 1 << 30), *counts = device<unsigned>(16 * blocks);
    RUN(k_radix_count<<<blocks, 256>>>(keys, counts, each, 4));
    release(keys, counts);
  }
  if (chosen(argc, argv, "merge_path_600k")) {
    int na = 400000, nb = 200000;
    int *a = sorted_integers(na, Mi), *b = sorted_integers(nb, Mi), *out = device<int>(na + nb);
    RUN(k_merge_path<8><<<blocks_for((na + nb) / 8, 128), 128>>>(a, b, out, na, nb));
    release(a, b, out);
  }
  if (chosen(argc, argv, "lower_bound_200k_in_4m")) {
    int n = 4 * Mi, queries = 200000;
    int *table = sorted_integers(n, 1 << 30), *query = integers<int>(queries, 1 << 30),
        *out = device<int>(queries);
    RUN(k_lower_bound<<<blocks_for(queries, 256), 256>>>(table, query, out, n, queries));
    release(table, query, out);
  }
  if (chosen(argc, argv, "hash_insert_300k_in_512k")) {
    int n = 300000, slots = 512 * Ki;
    auto *keys = integers<unsigned>(n, 1 << 30), *table = device<unsigned>(slots);
    RUN(OK(cudaMemset(table, 255, slots * 4));
        k_hash_insert<<<blocks_for(n, 256), 256>>>(keys, table, n, slots - 1u));
    release(keys, table);
  }
  if (chosen(argc, argv, "find_pattern_3m")) {
    set_tables();
    int n = 3 * Mi;
    char* letters = text(n);
    int* matches = device<int>(1);
    RUN(OK(cudaMemset(matches, 0, 4)); k_find_pattern<<<blocks_for(n, 256), 256>>>(letters, matches, n, 5));
    release(letters, matches);
  }
  if (chosen(argc, argv, "edit_distance_120_pairs")) {
    int pairs = 120;
    char *a = text(pairs * 128), *b = text(pairs * 128 + 64);
    int* out = device<int>(pairs);
    RUN(k_edit_distance<<<pairs, 128>>>(a, b + 64, out));
    release(a, b, out);
  }
}

void matrices(int argc, char** argv) {
  if (chosen(argc, argv, "matmul_naive_192x320x128")) {
    int m = 192, n = 320, k = 128;
    float *a = numbers(m * k), *b = numbers(k * n), *c = device<float>(m * n);
    RUN(k_matmul_naive<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(a, b, c, m, n, k));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_swapped_256x128x128")) {
    int m = 256, n = 128, k = 128;
    float *a = numbers(m * k), *b = numbers(k * n), *c = device<float>(m * n);
    RUN(k_matmul_swapped<<<dim3(m / 32, n / 8), dim3(32, 8)>>>(a, b, c, m, n, k));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile_16_256")) {
    int n = 256;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(k_matmul_tile<float, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile_32_double_192")) {
    int n = 192;
    double *a = numbers<double>(n * n), *b = numbers<double>(n * n), *c = device<double>(n * n);
    RUN(k_matmul_tile<double, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_registers_768x512x128")) {
    int m = 768, n = 512, k = 128;
    float *a = numbers(m * k), *b = numbers(k * n), *c = device<float>(m * n);
    RUN(k_matmul_registers<<<dim3(n / 64, m / 64), 256>>>(a, b, c, n, k));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tall_16384x32")) {
    int rows = 16384;
    float *a = numbers(rows * 32), *b = numbers(1024), *c = device<float>(rows * 32);
    RUN(k_matmul_tall<<<264, 256>>>(a, b, c, rows));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemv_block_4096x3072")) {
    int rows = 4096, quarters = 768;
    float4 *a = device<float4>(static_cast<size_t>(rows) * quarters, 1), *x = quads(quarters);
    float* y = device<float>(rows);
    RUN(k_gemv_block<<<rows, 128>>>(a, x, y, quarters));
    release(a, x, y);
  }
  if (chosen(argc, argv, "batched_matvec_300x96")) {
    int batch = 300, n = 96;
    float *m = numbers(batch * n * n), *v = numbers(batch * n), *out = device<float>(batch * n);
    RUN(k_batched_matvec<<<batch, n, n * 4>>>(m, v, out, n));
    release(m, v, out);
  }
  if (chosen(argc, argv, "cholesky_small_300")) {
    int batch = 300;
    float *in = definite_matrices(batch), *out = device<float>(batch * 1024);
    RUN(k_cholesky_small<<<batch, 32>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "solve_six_double_60k")) {
    int n = 60000;
    double *in = numbers<double>(42 * n), *out = device<double>(6 * n);
    RUN(k_solve_six<<<blocks_for(n, 64), 64>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "triangular_solve_one_block_384")) {
    int n = 384;
    float *lower = numbers(n * n, 0.5, 1), *right = numbers(n), *out = device<float>(n);
    RUN(k_triangular_solve<<<1, n>>>(lower, right, out, n));
    release(lower, right, out);
  }
  for (auto [name, between, step] :
       {std::tuple{"thomas_interleaved_20k", 1, 20000}, {"thomas_contiguous_20k", 32, 1}})
    if (chosen(argc, argv, name)) {
      int systems = 20000, n = 32 * systems;
      float *a = numbers(n), *b = numbers(n, 3, 4), *c = numbers(n), *d = numbers(n), *x = device<float>(n);
      RUN(k_thomas<<<blocks_for(systems, 128), 128>>>(a, b, c, d, x, systems, between, step));
      release(a, b, c, d, x);
    }
}

void images(int argc, char** argv) {
  if (chosen(argc, argv, "conv1d_33_taps_400k")) {
    set_taps();
    int n = 400000;
    float *in = numbers(n), *out = device<float>(n);
    RUN(k_conv1d<<<blocks_for(n, 256), 256>>>(in, out, n, 16));
    release(in, out);
  }
  if (chosen(argc, argv, "conv2d_direct_2x16x28x28_to_24")) {
    int from = 16, to = 24, side = 28, total = 2 * to * side * side;
    float *in = numbers(2 * from * side * side), *weight = numbers(to * from * 9),
          *out = device<float>(total);
    RUN(k_conv2d_direct<<<blocks_for(total, 128), 128>>>(in, weight, out, from, to, side, total));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "blur_shared_7x7_480x320")) {
    set_taps();
    int w = 480, h = 320;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(k_blur_shared<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "depthwise_64_planes_112x112")) {
    int channels = 32, side = 112, planes = 64;
    float *in = numbers(planes * side * side), *weight = numbers(channels * 9),
          *out = device<float>(planes * side * side);
    RUN(k_depthwise<<<dim3(4, 14, planes), dim3(32, 8)>>>(in, weight, out, channels, side, side));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "max_pool_2x2_2048x1024")) {
    int w = 2048, total = 1024 * 512;
    float *in = numbers(4 * total), *out = device<float>(total);
    int* where = device<int>(total);
    RUN(k_max_pool<<<blocks_for(total, 256), 256>>>(in, out, where, w, total));
    release(in, out, where);
  }
  if (chosen(argc, argv, "im2col_48x64x64")) {
    int side = 64, total = 48 * side * side;
    float *in = numbers(total), *out = device<float>(9 * total);
    RUN(k_im2col<<<384, 256>>>(in, out, side, total));
    release(in, out);
  }
  if (chosen(argc, argv, "sobel_1280x720")) {
    int w = 1280, h = 720;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(k_sobel<<<dim3(blocks_for(w, 16), blocks_for(h, 16)), dim3(16, 16)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "median_3x3_800x600")) {
    int w = 800, h = 600;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(k_median<<<dim3(blocks_for(w, 64), blocks_for(h, 4)), dim3(64, 4)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "bilateral_5x5_400x300")) {
    int w = 400, h = 300;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(k_bilateral<<<dim3(blocks_for(w, 32), blocks_for(h, 4)), dim3(32, 4)>>>(in, out, w, h, 0.1f, 8.f));
    release(in, out);
  }
  if (chosen(argc, argv, "gamma_lookup_2m")) {
    set_tables();
    int n = 2 * Mi;
    auto *in = integers<unsigned char>(n, 256), *out = device<unsigned char>(n);
    RUN(k_gamma_lookup<<<n / 256, 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "dither_rows_1080_of_640")) {
    int w = 640, h = 1080;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(k_dither_rows<<<blocks_for(h, 64), 64>>>(in, out, w, h));
    release(in, out);
  }
}

void stencils(int argc, char** argv) {
  for (auto [name, w, h, bx, by] : {std::tuple{"heat_naive_1024x1024_32x8", 1024, 1024, 32, 8},
                                    {"heat_naive_1024x1024_8x32", 1024, 1024, 8, 32}})
    if (chosen(argc, argv, name)) {
      float *in = numbers(w * h), *out = device<float>(w * h);
      RUN(k_heat_naive<<<dim3(blocks_for(w, bx), blocks_for(h, by)), dim3(bx, by)>>>(in, out, w, h, 0.2f));
      release(in, out);
    }
  if (chosen(argc, argv, "laplace_3d_128")) {
    int n = 128;
    float *in = numbers(n * n * n), *out = device<float>(n * n * n);
    RUN(k_laplace_3d<<<dim3(4, 32, 64), dim3(32, 4, 2)>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "wave_3d_256x96x16")) {
    int w = 256, h = 96, depth = 16, n = (w + 8) * (h + 8) * (depth + 8);
    float *now = numbers(n), *last = numbers(n), *next = device<float>(n);
    RUN(k_wave_3d<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(now, last, next, w, h, depth));
    release(now, last, next);
  }
  if (chosen(argc, argv, "string_loop_16_blocks_200_steps")) {
    float *in = numbers(16 * 512), *out = device<float>(16 * 512);
    RUN(k_string_loop<<<16, 512>>>(in, out, 200));
    release(in, out);
  }
  if (chosen(argc, argv, "life_1000x700")) {
    int w = 1000, h = 700;
    auto *in = integers<unsigned char>(w * h, 2), *out = device<unsigned char>(w * h);
    RUN(k_life<<<blocks_for(w * h, 256), 256>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "lattice_boltzmann_768x512")) {
    int w = 768, h = 512;
    float *in = numbers(9 * w * h, 0.1, 0.2), *out = device<float>(9 * w * h);
    RUN(k_lattice_boltzmann<<<dim3(w / 128, h), 128>>>(in, out, w, h));
    release(in, out);
  }
}

void particles_and_graphs(int argc, char** argv) {
  if (chosen(argc, argv, "nbody_tile_3072")) {
    int n = 3072;
    float4 *body = quads(n), *force = device<float4>(n);
    RUN(k_nbody_tile<<<n / 128, 128>>>(body, force, n));
    release(body, force);
  }
  if (chosen(argc, argv, "nbody_naive_1500")) {
    int n = 1500;
    float *x = numbers(n), *y = numbers(n, 1, 2), *z = numbers(n, 0, 3);
    float *ax = device<float>(n), *ay = device<float>(n), *az = device<float>(n);
    RUN(k_nbody_naive<<<blocks_for(n, 64), 64>>>(x, y, z, ax, ay, az, n));
    release(x, y, z, ax, ay, az);
  }
  if (chosen(argc, argv, "kmeans_assign_40k_to_20")) {
    int n = 40000, k = 20;
    float4 *point = quads(n), *centre = quads(k), *sum = device<float4>(k);
    int *label = device<int>(n), *count = device<int>(k);
    RUN(OK(cudaMemset(sum, 0, k * sizeof(float4))); OK(cudaMemset(count, 0, k * sizeof(int)));
        k_kmeans_assign<<<blocks_for(n, 256), 256>>>(point, centre, label, sum, count, n, k));
    release(point, centre, sum, label, count);
  }
  if (chosen(argc, argv, "spmv_scalar_banded_60k")) {
    Sparse m = banded(60000, 6);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(k_spmv_scalar<<<blocks_for(m.rows, 256), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "spmv_scalar_skewed_30k")) {
    Sparse m = skewed(30000, 6, 300);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(k_spmv_scalar<<<blocks_for(m.rows, 128), 128>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "spmv_vector_scattered_20k")) {
    Sparse m = scattered(20000, 40);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(k_spmv_vector<<<blocks_for(m.rows * 32, 256), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "bfs_level_200k_from_20k")) {
    Sparse m = scattered(200000, 12);
    int size = 20000;
    std::vector<int> frontier(size), depth(m.rows);
    for (int i = 0; i < size; ++i) depth[frontier[i] = i * 7 % m.rows] = 1;
    int *from = upload(frontier), *first = upload(depth), *now = device<int>(m.rows),
        *next = device<int>(m.rows);
    int* count = device<int>(1);
    RUN(OK(cudaMemcpy(now, first, m.rows * sizeof(int), cudaMemcpyDeviceToDevice));
        OK(cudaMemset(count, 0, 4));
        k_bfs_level<<<blocks_for(size, 256), 256>>>(m.start, m.column, from, size, now, 2, next, count));
    release(m);
    release(from, first, now, next, count);
  }
  if (chosen(argc, argv, "follow_links_2_warps_200_steps")) {
    int n = 4 * Mi;
    int *next = hashed(n), *out = device<int>(64);
    RUN(k_follow_links<<<2, 32>>>(next, out, 200));
    release(next, out);
  }
}

void arithmetic(int argc, char** argv) {
  if (chosen(argc, argv, "pi_darts_33792_threads")) {
    auto* hits = device<unsigned>(1);
    RUN(OK(cudaMemset(hits, 0, 4)); k_pi_darts<<<132, 256>>>(hits, 200));
    release(hits);
  }
  if (chosen(argc, argv, "asian_option_20k_paths")) {
    float* payoff = device<float>(20480);
    RUN(k_asian_option<<<80, 256>>>(payoff, 50, -0.0001f, 0.02f));
    release(payoff);
  }
  if (chosen(argc, argv, "lorenz_rk4_double_8000")) {
    int n = 8000;
    double *x = device<double>(n), *y = device<double>(n), *z = device<double>(n);
    RUN(k_lorenz_rk4<<<blocks_for(n, 64), 64>>>(x, y, z, n, 40, 0.01));
    release(x, y, z);
  }
  if (chosen(argc, argv, "mandelbrot_640x480")) {
    auto* out = device<unsigned char>(640 * 480);
    RUN(k_mandelbrot<<<dim3(40, 30), dim3(16, 16)>>>(out, 640, 480, 100));
    release(out);
  }
  if (chosen(argc, argv, "horner_double_1m")) {
    int n = Mi;
    double *x = numbers<double>(n), *out = device<double>(n);
    RUN(k_horner<<<n / 256, 256>>>(x, out, n));
    release(x, out);
  }
  if (chosen(argc, argv, "sieve_1m")) {
    set_tables();
    auto* composite = device<unsigned>(128 * 256);
    RUN(k_sieve<<<128, 256>>>(composite));
    release(composite);
  }
  if (chosen(argc, argv, "hamming_600k_of_128_bits")) {
    int n = 600000;
    auto *a = reinterpret_cast<uint4*>(integers<int>(4 * n, 1 << 30)), *b = device<uint4>(n, 0x5a);
    int* out = device<int>(n);
    RUN(k_hamming<<<blocks_for(n, 256), 256>>>(a, b, out, n));
    release(a, b, out);
  }
  if (chosen(argc, argv, "collatz_50k")) {
    int n = 50000;
    int* out = device<int>(n);
    RUN(k_collatz<<<blocks_for(n, 256), 256>>>(out, n));
    release(out);
  }
  if (chosen(argc, argv, "crc32_20k_messages_of_80")) {
    set_tables();
    int n = 20000, length = 80;
    auto* message = integers<unsigned char>(n * length, 256);
    auto* out = device<unsigned>(n);
    RUN(k_crc32<<<blocks_for(n, 128), 128>>>(message, out, n, length));
    release(message, out);
  }
  if (chosen(argc, argv, "fft_shared_1200_of_256")) {
    int batch = 1200;
    auto *in = reinterpret_cast<float2*>(numbers(512 * batch)), *out = device<float2>(256 * batch);
    RUN(k_fft_shared<<<batch, 128>>>(in, out));
    release(in, out);
  }
}

void odd_shapes(int argc, char** argv) {
  if (chosen(argc, argv, "sort_local_24_of_12k")) {
    int n = 12000;
    float *in = numbers(24 * n), *out = device<float>(24 * n);
    RUN(k_sort_local<24><<<blocks_for(n, 128), 128>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "stack_machine_16k_of_60")) {
    int n = 16384, length = 60;
    auto* program = integers<unsigned char>(n * length, 256);
    float* out = device<float>(n);
    RUN(k_stack_machine<<<n / 128, 128>>>(program, out, n, length));
    release(program, out);
  }
  if (chosen(argc, argv, "even_odd_400k")) {
    int n = 400000;
    float *in = numbers(n), *out = device<float>(n);
    RUN(k_even_odd<<<blocks_for(n, 256), 256>>>(in, out, n));
    release(in, out);
  }
  for (auto [name, stride] :
       {std::tuple{"bank_stride_1", 1}, {"bank_stride_2", 2}, {"bank_stride_8", 8}, {"bank_stride_32", 32}})
    if (chosen(argc, argv, name)) {
      int *in = integers<int>(4096, 1000), *out = device<int>(264 * 256);
      RUN(k_bank_stride<<<264, 256>>>(in, out, stride, 128));
      release(in, out);
    }
  if (chosen(argc, argv, "work_queue_264_blocks")) {
    int items = 2000;
    int *cost = frequent_small<int>(items, 200), *next = device<int>(1);
    float* out = device<float>(items * 128);
    RUN(OK(cudaMemset(next, 0, 4)); k_work_queue<<<264, 128>>>(next, cost, out, items));
    release(cost, next, out);
  }
  if (chosen(argc, argv, "biquad_512_channels")) {
    int channels = 512, samples = 500;
    float *in = numbers(channels * samples), *out = device<float>(channels * samples);
    RUN(k_biquad<<<channels / 32, 32>>>(in, out, channels, samples));
    release(in, out);
  }
}

int main(int argc, char** argv) {
  elementwise(argc, argv);
  layouts(argc, argv);
  reductions(argc, argv);
  networks(argc, argv);
  tables(argc, argv);
  matrices(argc, argv);
  images(argc, argv);
  stencils(argc, argv);
  particles_and_graphs(argc, argv);
  arithmetic(argc, argv);
  odd_shapes(argc, argv);
  return 0;
}
