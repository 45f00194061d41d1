// A ninth set of launches by someone who knew nothing of the model of kernel time. It is a sample of what
// benchmarks, libraries, courses and applications contain, well and badly written; each header has one subject.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "common.h"
#include "launch_arrays.h"
#include "varied_bodies.h"
#include "varied_chance.h"
#include "varied_copies.h"
#include "varied_counts.h"
#include "varied_exercises.h"
#include "varied_images.h"
#include "varied_layers.h"
#include "varied_norms.h"
#include "varied_products.h"
#include "varied_reductions.h"
#include "varied_solvers.h"
#include "varied_sorting.h"
#include "varied_sparse.h"
#include "varied_spectra.h"
#include "varied_stencils.h"
#include "varied_text.h"

using namespace varied;
using std::tuple;
using std::vector;

using Arrays = LaunchArrays<9000>;

static void copies(int argc, char** argv) {
  for (auto [name, stride, n] : {tuple("copy_with_stride_float_2_4Mi", 2, 4 * Mi),
                                 tuple("copy_with_stride_float_32_2Mi", 32, 2 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(copy_with_stride<<<n / 256, 256>>>(in, out, stride, n));
  }
  if (chosen(argc, argv, "copy_with_stride_double_8_1Mi")) {
    Arrays a;
    auto *in = a.reals<double, double>(Mi, -1, 1), *out = a.zeros<double>(Mi);
    RUN(copy_with_stride<<<Mi / 128, 128>>>(in, out, 8, Mi));
  }
  if (chosen(argc, argv, "triad_double_4Mi")) {
    Arrays a;
    auto *b = a.reals<double, double>(4 * Mi, -1, 1), *c = a.reals<double, double>(4 * Mi, -1, 1);
    auto* out = a.zeros<double>(4 * Mi);
    RUN(triad<<<1056, 256>>>(b, c, out, 0.4, 4 * Mi));
  }
  if (chosen(argc, argv, "triad_float_60000")) {
    Arrays a;
    auto *b = a.reals(60000, -1, 1), *c = a.reals(60000, -1, 1), *out = a.zeros(60000);
    RUN(triad<<<parts(60000, 192), 192>>>(b, c, out, 0.4f, 60000));
  }
  if (chosen(argc, argv, "fill_with_sequence_6000000")) {
    Arrays a;
    int n = 6000000;
    auto* out = a.zeros<long long>(n);
    RUN(fill_with_sequence<<<parts(n, 1024), 256>>>(out, 17, 3, n));
  }
  if (chosen(argc, argv, "split_bodies_700000")) {
    Arrays a;
    int n = 700000;
    vector<Body> body(n);
    Random random = seeded(201);
    for (Body& b : body) {
      b.x = static_cast<float>(random.below(1000));
      b.y = b.x * 0.5f;
      b.z = b.x - 7;
      b.kind = random.below(5);
      b.mass = random.below(100) * 0.1;
    }
    Body* in = a.put(body);
    auto *x = a.zeros(n), *y = a.zeros(n), *z = a.zeros(n);
    int* kind = a.zeros<int>(n);
    double* mass = a.zeros<double>(n);
    RUN(split_bodies<<<parts(n, 192), 192>>>(in, x, y, z, kind, mass, n));
  }
  if (chosen(argc, argv, "transpose_directly_float_2048x1000")) {
    Arrays a;
    auto *in = a.reals(2048 * 1000, -1, 1), *out = a.zeros(2048 * 1000);
    RUN(transpose_directly<<<dim3(64, 125), dim3(32, 8)>>>(in, out, 2048, 1000));
  }
  if (chosen(argc, argv, "transpose_directly_bytes_1500x1500")) {
    Arrays a;
    auto *in = a.words<unsigned char>(2250000), *out = a.zeros<unsigned char>(2250000);
    RUN(transpose_directly<<<dim3(94, 94), dim3(16, 16)>>>(in, out, 1500, 1500));
  }
  if (chosen(argc, argv, "transpose_unpadded_float_2048x2048")) {
    Arrays a;
    auto *in = a.reals(4 * Mi, -1, 1), *out = a.zeros(4 * Mi);
    RUN(transpose_unpadded<<<dim3(64, 64), dim3(32, 16)>>>(in, out, 2048, 2048));
  }
  if (chosen(argc, argv, "transpose_unpadded_double_700x900")) {
    Arrays a;
    auto *in = a.reals<double, double>(630000, -1, 1), *out = a.zeros<double>(630000);
    RUN(transpose_unpadded<<<dim3(22, 29), dim3(32, 32)>>>(in, out, 700, 900));
  }
  if (chosen(argc, argv, "transpose_in_place_1500")) {
    Arrays a;
    int n = 1500 * 1500;
    auto *old = a.reals(n, -1, 1), *m = a.zeros(n);
    RUN(restore(m, old, n), transpose_in_place<<<dim3(94, 94), dim3(16, 16)>>>(m, 1500));
  }
  if (chosen(argc, argv, "reverse_blocks_5000000")) {
    Arrays a;
    int n = 5000000, *in = a.whole(n, 1000), *out = a.zeros<int>(n);
    RUN(reverse_blocks<<<parts(n, 320), 320>>>(in, out, n));
  }
  if (chosen(argc, argv, "copy_bytes_3000000_by_5")) {
    Arrays a;
    auto *in = a.words<unsigned char>(3000008), *out = a.zeros<unsigned char>(3000000);
    RUN(copy_bytes<<<264, 512>>>(in, out, 5, 3000000));
  }
  if (chosen(argc, argv, "pack_planes_1920x1080")) {
    Arrays a;
    int n = 1920 * 1080;
    auto *r = a.words<unsigned char>(n), *g = a.words<unsigned char>(n), *b = a.words<unsigned char>(n);
    auto* out = a.zeros<uchar3>(n);
    RUN(pack_planes<<<parts(n, 256), 256>>>(r, g, b, out, n));
  }
  if (chosen(argc, argv, "channels_last_float_8x96x56x56")) {
    Arrays a;
    int n = 8 * 96 * 3136;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(channels_last<<<parts(n, 256), 256>>>(in, out, 96, 3136, n));
  }
}

static void products(int argc, char** argv) {
  if (chosen(argc, argv, "multiply_simply_float_600x500x300")) {
    Arrays a;
    auto *x = a.reals(600 * 300, -1, 1), *y = a.reals(300 * 500, -1, 1), *z = a.zeros(600 * 500);
    RUN(multiply_simply<<<dim3(16, 75), dim3(32, 8)>>>(x, y, z, 600, 500, 300));
  }
  if (chosen(argc, argv, "multiply_simply_double_384x384x384")) {
    Arrays a;
    int n = 384;
    auto *x = a.reals<double, double>(n * n, -1, 1), *y = a.reals<double, double>(n * n, -1, 1);
    auto* z = a.zeros<double>(n * n);
    RUN(multiply_simply<<<dim3(24, 24), dim3(16, 16)>>>(x, y, z, n, n, n));
  }
  if (chosen(argc, argv, "multiply_down_columns_320")) {
    Arrays a;
    int n = 320;
    auto *x = a.reals(n * n, -1, 1), *y = a.reals(n * n, -1, 1), *z = a.zeros(n * n);
    RUN(multiply_down_columns<<<dim3(10, 10), dim3(32, 32)>>>(x, y, z, n));
  }
  for (auto [name, m, n, k] : {tuple("multiply_128x128_768x640x384", 768, 640, 384),
                               tuple("multiply_128x128_1536x1536x128", 1536, 1536, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(m * k, -1, 1), *y = a.reals(k * n, -1, 1), *z = a.zeros(m * n);
    RUN(multiply_128x128<<<dim3(n / 128, m / 128), 256>>>(x, y, z, n, k));
  }
  if (chosen(argc, argv, "multiply_double_columns_500x430x200")) {
    Arrays a;
    int m = 500, n = 430, k = 200;
    auto *x = a.reals<double, double>(m * k, -1, 1), *y = a.reals<double, double>(k * n, -1, 1);
    auto* z = a.zeros<double>(m * n);
    RUN(multiply_double_columns<<<dim3(14, 16), dim3(32, 8)>>>(x, y, z, m, n, k));
  }
  if (chosen(argc, argv, "multiply_half_pairs_512x512x256")) {
    Arrays a;
    auto* x = a.halves(512 * 256, -0.1, 0.1);
    auto *y = a.halves<__half2>(256 * 256, -0.1, 0.1), *z = a.zeros<__half2>(512 * 256);
    RUN(multiply_half_pairs<<<dim3(8, 64), dim3(32, 8)>>>(x, y, z, 512, 256, 256));
  }
  if (chosen(argc, argv, "multiply_by_tensor_cores_1024x512x512")) {
    Arrays a;
    int m = 1024, n = 512, k = 512;
    auto *x = a.halves(m * k, -1, 1), *y = a.halves(k * n, -1, 1);
    auto* z = a.zeros(m * n);
    RUN(multiply_by_tensor_cores<<<dim3(n / 16, m / 64), dim3(32, 4)>>>(x, y, z, n, k));
  }
  if (chosen(argc, argv, "rows_times_vector_float_6000x512")) {
    Arrays a;
    auto *m = a.reals(6000 * 512, -1, 1), *x = a.reals(512, -1, 1), *y = a.zeros(6000);
    RUN(rows_times_vector<<<parts(6000, 128), 128>>>(m, x, y, 6000, 512));
  }
  if (chosen(argc, argv, "rows_times_vector_double_1000x1000")) {
    Arrays a;
    auto *m = a.reals<double, double>(1000000, -1, 1), *x = a.reals<double, double>(1000, -1, 1);
    auto* y = a.zeros<double>(1000);
    RUN(rows_times_vector<<<4, 256>>>(m, x, y, 1000, 1000));
  }
  for (auto [name, rows, columns] : {tuple("row_blocks_times_vector_1500x4000", 1500, 4000),
                                     tuple("row_blocks_times_vector_20000x150", 20000, 150)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *m = a.reals(rows * columns, -1, 1), *x = a.reals(columns, -1, 1), *y = a.zeros(rows);
    RUN(row_blocks_times_vector<<<rows, 192>>>(m, x, y, columns));
  }
  if (chosen(argc, argv, "rank_k_lower_480x160")) {
    Arrays a;
    int n = 480, k = 160;
    auto *x = a.reals<double, double>(n * k, -1, 1), *old = a.reals<double, double>(n * n, -1, 1);
    auto* c = a.zeros<double>(n * n);
    RUN(restore(c, old, n * n), rank_k_lower<<<dim3(15, 60), dim3(32, 8)>>>(x, c, n, k, 1.5, 0.5));
  }
  if (chosen(argc, argv, "multiply_complex_300")) {
    Arrays a;
    auto *x = a.reals<float2>(90000, -1, 1), *y = a.reals<float2>(90000, -1, 1), *z = a.zeros<float2>(90000);
    RUN(multiply_complex<<<dim3(19, 19), dim3(16, 16)>>>(x, y, z, 300));
  }
  if (chosen(argc, argv, "multiply_4x4_each_150000")) {
    Arrays a;
    int n = 150000;
    auto *x = a.reals<float4>(4 * n, -1, 1), *y = a.reals<float4>(4 * n, -1, 1), *z = a.zeros<float4>(4 * n);
    RUN(multiply_4x4_each<<<parts(n, 128), 128>>>(x, y, z, n));
  }
  if (chosen(argc, argv, "tall_product_32_60000")) {
    Arrays a;
    auto *x = a.reals(60000 * 32, -1, 1), *y = a.reals(60000 * 32, -1, 1), *z = a.zeros(1024);
    RUN(clear(z, 1024), tall_product_32<<<parts(60000, 250), 256>>>(x, y, z, 60000, 250));
  }
  if (chosen(argc, argv, "multiply_modulo_256")) {
    Arrays a;
    auto *x = a.whole<unsigned>(65536, 1000000000), *y = a.whole<unsigned>(65536, 1000000000);
    auto* z = a.zeros<unsigned>(65536);
    RUN(multiply_modulo<<<dim3(16, 16), dim3(16, 16)>>>(x, y, z, 256, 998244353u));
  }
}

static void reductions(int argc, char** argv) {
  for (auto [name, n, threads] :
       {tuple("sum_interleaved_2Mi_512", 2 * Mi, 512), tuple("sum_interleaved_100000_128", 100000, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int *in = a.whole(n, 100), *out = a.zeros<int>(parts(n, threads));
    RUN(sum_interleaved<<<parts(n, threads), threads, threads * 4>>>(in, out, n));
  }
  if (chosen(argc, argv, "sum_sequential_double_256_3000000")) {
    Arrays a;
    int n = 3000000;
    auto *in = a.reals<double, double>(n, -1, 1), *out = a.zeros<double>(parts(n, 512));
    RUN(sum_sequential<double, 256><<<parts(n, 512), 256>>>(in, out, n));
  }
  if (chosen(argc, argv, "sum_sequential_int_1024_8Mi")) {
    Arrays a;
    int *in = a.whole(8 * Mi, 100), *out = a.zeros<int>(4096);
    RUN(sum_sequential<int, 1024><<<4096, 1024>>>(in, out, 8 * Mi));
  }
  if (chosen(argc, argv, "scalar_product_2500000")) {
    Arrays a;
    int n = 2500000;
    auto *x = a.reals<double, double>(n, -1, 1), *y = a.reals<double, double>(n, -1, 1);
    auto* out = a.zeros<double>(1);
    RUN(clear(out, 1), scalar_product<<<528, 256>>>(x, y, out, n));
  }
  if (chosen(argc, argv, "sum_by_one_block_500000")) {
    Arrays a;
    auto *in = a.reals(500000, -1, 1), *out = a.zeros(1);
    RUN(sum_by_one_block<<<1, 1024>>>(in, out, 500000));
  }
  if (chosen(argc, argv, "greatest_magnitude_4000000")) {
    Arrays a;
    auto* in = a.reals(4000000, -500, 500);
    int* bits = a.zeros<int>(1);
    RUN(clear(bits, 1), greatest_magnitude<<<15625, 256>>>(in, bits, 4000000));
  }
  for (auto [name, segments, most, power] : {tuple("means_of_segments_40000_short", 40000, 60, 1),
                                             tuple("means_of_segments_6000_uneven", 6000, 4000, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> start = starts_of(lengths(segments, 0, most, 202, power));
    auto *in = a.reals(start.back(), -1, 1), *mean = a.zeros(segments);
    int* first = a.put(start);
    RUN(means_of_segments<<<parts(segments, 4), 128>>>(in, first, mean, segments));
  }
  if (chosen(argc, argv, "sums_of_columns_float_2000x2000")) {
    Arrays a;
    auto *in = a.reals(4000000, -1, 1), *out = a.zeros(2000);
    RUN(sums_of_columns<<<parts(2000, 64), 64>>>(in, out, 2000, 2000));
  }
  if (chosen(argc, argv, "sums_of_columns_double_60x30000")) {
    Arrays a;
    auto *in = a.reals<double, double>(1800000, -1, 1), *out = a.zeros<double>(30000);
    RUN(sums_of_columns<<<parts(30000, 256), 256>>>(in, out, 60, 30000));
  }
  if (chosen(argc, argv, "count_equal_bytes_32Mi")) {
    Arrays a;
    auto* in = a.words<uint4>(2 * Mi);
    auto* count = a.zeros<unsigned>(1);
    RUN(clear(count, 1), count_equal_bytes<<<264, 1024>>>(in, 0x20202020u, count, 2 * Mi));
  }
  if (chosen(argc, argv, "variance_by_welford_3000000")) {
    Arrays a;
    auto* in = a.reals(3000000, -1, 1);
    auto* out = a.zeros<float3>(528);
    RUN(variance_by_welford<<<528, 256>>>(in, out, 3000000));
  }
  if (chosen(argc, argv, "sum_by_key_2000000")) {
    Arrays a;
    int n = 2000000;
    vector<int> key = host_whole(n, 100000, 203);
    std::sort(key.begin(), key.end());
    int* keys = a.put(key);
    auto *value = a.reals(n, -1, 1), *out = a.zeros(100000);
    RUN(clear(out, 100000), sum_by_key<<<parts(n, 8 * 128), 128>>>(keys, value, out, n));
  }
  if (chosen(argc, argv, "sum_compensated_3000x600")) {
    Arrays a;
    auto *in = a.reals(1800000, -1, 1), *out = a.zeros(3000);
    RUN(sum_compensated<<<parts(3000, 32), 32>>>(in, out, 3000, 600));
  }
  if (chosen(argc, argv, "first_difference_1500000")) {
    Arrays a;
    int n = 1500000;
    auto* x = a.words<longlong2>(n);
    vector<long long> other(2 * n);
    OK(cudaMemcpy(other.data(), x, 16 * n, cudaMemcpyDeviceToHost));
    for (int i = 1000001; i < 2 * n; i += 900001) other[i] ^= 4;
    auto* y = reinterpret_cast<longlong2*>(a.put(other));
    int* where = a.zeros<int>(1);
    RUN(clear(where, 1, 0x7f), first_difference<<<parts(n, 256), 256>>>(x, y, where, n));
  }
}

static void sorting(int argc, char** argv) {
  if (chosen(argc, argv, "scan_hillis_steele_1500000")) {
    Arrays a;
    auto *in = a.reals(1500000, 0, 1), *out = a.zeros(1500000);
    RUN(scan_hillis_steele<<<parts(1500000, 512), 512>>>(in, out, 1500000));
  }
  if (chosen(argc, argv, "scan_blelloch_int_2Mi")) {
    Arrays a;
    int *in = a.whole(2 * Mi, 9), *out = a.zeros<int>(2 * Mi), *sums = a.zeros<int>(2048);
    RUN(scan_blelloch<<<2048, 512>>>(in, out, sums));
  }
  if (chosen(argc, argv, "scan_blelloch_long_200Ki")) {
    Arrays a;
    auto *in = a.whole<long long>(200 * Ki, 9), *out = a.zeros<long long>(200 * Ki);
    auto* sums = a.zeros<long long>(200);
    RUN(scan_blelloch<<<200, 512>>>(in, out, sums));
  }
  if (chosen(argc, argv, "scan_by_one_block_300000")) {
    Arrays a;
    int *in = a.whole(300000, 9), *out = a.zeros<int>(300000);
    RUN(scan_by_one_block<<<1, 1024>>>(in, out, 300000));
  }
  if (chosen(argc, argv, "scan_segments_in_warps_4000000")) {
    Arrays a;
    int n = 4000000;
    auto *in = a.reals(n, 0, 1), *out = a.zeros(n);
    vector<unsigned char> flag = host_whole<unsigned char>(n, 10, 204);
    for (auto& f : flag) f = f == 0;
    auto* flags = a.put(flag);
    RUN(scan_segments_in_warps<<<parts(n, 256), 256>>>(in, flags, out, n));
  }
  if (chosen(argc, argv, "odd_even_sort_300")) {
    Arrays a;
    int n = 300 * 512, *old = a.whole(n, n), *v = a.zeros<int>(n);
    RUN(restore(v, old, n), odd_even_sort<<<300, 256>>>(v));
  }
  if (chosen(argc, argv, "sort_16_each_float_120000")) {
    Arrays a;
    int n = 120000;
    auto *old = a.reals(16 * n, -1, 1), *v = a.zeros(16 * n);
    RUN(restore(v, old, 16 * n), sort_16_each<<<parts(n, 128), 128>>>(v, n));
  }
  if (chosen(argc, argv, "sort_16_each_long_40000")) {
    Arrays a;
    int n = 40000;
    auto *old = a.words<long long>(16 * n), *v = a.zeros<long long>(16 * n);
    RUN(restore(v, old, 16 * n), sort_16_each<<<parts(n, 96), 96>>>(v, n));
  }
  if (chosen(argc, argv, "sort_by_rank_8000")) {
    Arrays a;
    auto *in = a.reals(8000, -1, 1), *out = a.zeros(8000);
    RUN(sort_by_rank<<<parts(8000, 256), 256>>>(in, out, 8000));
  }
  for (auto [name, size, step] :
       {tuple("bitonic_step_4Mi_near", 1 << 12, 4), tuple("bitonic_step_4Mi_far", 1 << 20, 1 << 18)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *old = a.words<unsigned>(4 * Mi), *v = a.zeros<unsigned>(4 * Mi);
    RUN(restore(v, old, 4 * Mi), bitonic_step<<<4 * Mi / 512, 512>>>(v, size, step));
  }
  if (chosen(argc, argv, "count_digits_2000000")) {
    Arrays a;
    int n = 2000000;
    auto* key = a.words<unsigned long long>(n);
    int* counts = a.zeros<int>(256 * parts(n, 4096));
    RUN(count_digits<<<parts(n, 4096), 256>>>(key, counts, 24, n));
  }
  if (chosen(argc, argv, "split_by_bit_1Mi")) {
    Arrays a;
    auto *in = a.words<unsigned>(Mi), *out = a.zeros<unsigned>(Mi);
    RUN(split_by_bit<<<Mi / 256, 256>>>(in, out, 11));
  }
  if (chosen(argc, argv, "merge_diagonals_double_1Mi_700000")) {
    Arrays a;
    vector<double> x = host_reals<double>(Mi, 0, 1, 205), y = host_reals<double>(700000, 0, 1, 206);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    auto *u = a.put(x), *v = a.put(y), *w = a.zeros<double>(Mi + 700000);
    RUN(merge_diagonals<<<parts(Mi + 700000, 16 * 128), 128>>>(u, v, w, Mi, 700000));
  }
  for (auto [name, n, queries] : {tuple("lower_bounds_float_4Mi_500000", 4 * Mi, 500000),
                                  tuple("lower_bounds_float_1000_2000000", 1000, 2000000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> x = host_reals(n, 0, 1, 207);
    std::sort(x.begin(), x.end());
    auto *sorted = a.put(x), *query = a.reals(queries, 0, 1);
    int* place = a.zeros<int>(queries);
    RUN(lower_bounds<<<parts(queries, 256), 256>>>(sorted, query, place, n, queries));
  }
}

static void counts(int argc, char** argv) {
  if (chosen(argc, argv, "histogram_globally_2000000")) {
    Arrays a;
    auto* in = a.words<unsigned char>(2000000);
    auto* bins = a.zeros<unsigned>(256);
    RUN(clear(bins, 256), histogram_globally<<<264, 256>>>(in, bins, 2000000));
  }
  if (chosen(argc, argv, "histogram_by_warps_8000000")) {
    Arrays a;
    auto *in = a.words<unsigned>(2000000), *bins = a.zeros<unsigned>(256);
    RUN(clear(bins, 256), histogram_by_warps<<<264, 256>>>(in, bins, 2000000));
  }
  if (chosen(argc, argv, "histogram_by_warps_4000000_mostly_zero")) {
    Arrays a;
    auto* in = reinterpret_cast<unsigned*>(a.whole<unsigned char>(4000000, 256, 8));
    auto* bins = a.zeros<unsigned>(256);
    RUN(clear(bins, 256), histogram_by_warps<<<132, 256>>>(in, bins, 1000000));
  }
  if (chosen(argc, argv, "histogram_of_columns_1300000")) {
    Arrays a;
    auto* in = a.words<uchar4>(1300000);
    auto* bins = a.zeros<unsigned>(64);
    RUN(clear(bins, 64), histogram_of_columns<<<parts(1300000, 5760), 96>>>(in, bins, 1300000));
  }
  if (chosen(argc, argv, "histogram_of_numbers_float_3000000_in_100")) {
    Arrays a;
    auto* in = a.reals(3000000, -1, 1);
    int* bins = a.zeros<int>(100);
    RUN(clear(bins, 100), histogram_of_numbers<<<396, 512, 400>>>(in, bins, 3000000, 100, -1.f, 50.f));
  }
  if (chosen(argc, argv, "histogram_of_numbers_double_1500000_in_5000")) {
    Arrays a;
    auto* in = a.reals<double, double>(1500000, -1, 1);
    int* bins = a.zeros<int>(5000);
    RUN(clear(bins, 5000),
        histogram_of_numbers<<<132, 512, 20000>>>(in, bins, 1500000, 5000, -0.9, 5000 / 1.8));
  }
  if (chosen(argc, argv, "insert_and_count_1000000_of_300000")) {
    Arrays a;
    int n = 1000000, slots = 1 << 19;
    vector<unsigned> key = host_whole<unsigned>(n, 300000, 208);
    for (unsigned& k : key) k = k * 7919 + 1;
    auto *keys = a.put(key), *table = a.zeros<unsigned>(slots), *count = a.zeros<unsigned>(slots);
    RUN(clear(table, slots), clear(count, slots),
        insert_and_count<<<parts(n, 256), 256>>>(keys, table, count, n, slots - 1));
  }
  if (chosen(argc, argv, "find_keys_1500000_in_4Mi")) {
    Arrays a;
    int n = 1500000, slots = 4 * Mi;
    vector<unsigned> key = host_whole<unsigned>(n, 1000000000, 209), table(slots);
    for (int i = 0; i < n; ++i) {
      key[i] += 1;
      if (i % 3 == 0) continue;
      unsigned at = (key[i] * 2654435761u >> 7) & (slots - 1);
      while (table[at] && table[at] != key[i]) at = (at + 1) & (slots - 1);
      table[at] = key[i];
    }
    auto *keys = a.put(key), *tables = a.put(table);
    int* place = a.zeros<int>(n);
    RUN(find_keys<<<parts(n, 192), 192>>>(keys, tables, place, n, slots - 1));
  }
  if (chosen(argc, argv, "add_to_bloom_filter_500000")) {
    Arrays a;
    auto* key = a.words<unsigned long long>(500000);
    auto* bits = a.zeros<unsigned>(1 << 18);
    RUN(clear(bits, 1 << 18),
        add_to_bloom_filter<<<parts(500000, 256), 256>>>(key, bits, 500000, (1 << 23) - 1));
  }
  if (chosen(argc, argv, "query_sketch_1000000")) {
    Arrays a;
    auto* key = a.words<unsigned>(1000000);
    int *sketch = a.whole(4 * 50021, 1000), *least = a.zeros<int>(1000000);
    RUN(query_sketch<<<parts(1000000, 256), 256>>>(key, sketch, least, 1000000, 50021));
  }
  if (chosen(argc, argv, "hyperloglog_2000000")) {
    Arrays a;
    auto* key = a.words<unsigned long long>(2000000);
    int* registers = a.zeros<int>(1024);
    RUN(clear(registers, 1024), hyperloglog<<<132, 1024>>>(key, registers, 2000000));
  }
  if (chosen(argc, argv, "count_odd_contended_1000000")) {
    Arrays a;
    int* in = a.whole(1000000, 1000);
    auto* count = a.zeros<unsigned long long>(1);
    RUN(clear(count, 1), count_odd_contended<<<parts(1000000, 256), 256>>>(in, count, 1000000));
  }
  for (auto [name, bins] :
       {tuple("add_weights_1000000_to_16", 16), tuple("add_weights_1000000_to_500000", 500000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int* bin = a.whole(1000000, bins);
    auto *weight = a.reals<double, double>(1000000, 0, 1), *sums = a.zeros<double>(bins);
    RUN(clear(sums, bins), add_weights<<<parts(1000000, 256), 256>>>(bin, weight, sums, 1000000));
  }
}

static void norms(int argc, char** argv) {
  for (auto [name, rows, pairs, threads] :
       {tuple("rms_norm_half_2000x2048", 2000, 1024, 256), tuple("rms_norm_half_64x8192", 64, 4096, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.halves<__half2>(rows * pairs, -2, 2), *weight = a.halves<__half2>(pairs, 0.5, 1.5);
    auto* y = a.zeros<__half2>(rows * pairs);
    RUN(rms_norm_half<<<rows, threads>>>(x, weight, y, pairs, 1e-5f));
  }
  if (chosen(argc, argv, "layer_norm_gradient_3000x768")) {
    Arrays a;
    int n = 3000 * 768;
    auto *x = a.reals(n, -1, 1), *dy = a.reals(n, -1, 1), *gamma = a.reals(768, 0.5, 1.5), *dx = a.zeros(n);
    auto* moments = a.reals<float2>(3000, 0.1, 1);
    RUN(layer_norm_gradient<<<parts(3000, 8), 256>>>(x, dy, gamma, moments, dx, 3000, 768));
  }
  for (auto [name, rows, width] :
       {tuple("softmax_online_8192x256", 8192, 256), tuple("softmax_online_200x10000", 200, 10000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(rows * width, -5, 5), *y = a.zeros(rows * width);
    RUN(softmax_online<<<parts(rows, 4), 128>>>(x, y, rows, width));
  }
  if (chosen(argc, argv, "rotate_positions_1024x16x64")) {
    Arrays a;
    int n = 1024 * 16 * 32;
    auto *old = a.reals<float2>(n, -1, 1), *x = a.zeros<float2>(n);
    RUN(restore(x, old, n), rotate_positions<<<parts(n, 256), 256>>>(x, 16, 32, n, 10000.f));
  }
  if (chosen(argc, argv, "embed_words_4096x512")) {
    Arrays a;
    int* word = a.whole(4096, 20000, 3);
    auto *table = a.reals<float4>(20000 * 128, -1, 1), *place = a.reals<float4>(512 * 128, -1, 1);
    auto* out = a.zeros<float4>(4096 * 128);
    RUN(embed_words<<<4096, 128>>>(word, table, place, out, 128, 512));
  }
  if (chosen(argc, argv, "adamw_step_2500000")) {
    Arrays a;
    int n = 2500000;
    auto *old = a.reals(n, -1, 1), *weight = a.zeros(n), *gradient = a.reals(n, -1, 1);
    auto *m = a.reals(n, -0.1, 0.1), *v = a.reals(n, 0, 0.1);
    auto* copy = a.zeros<__half>(n);
    RUN(restore(weight, old, n),
        adamw_step<<<parts(n, 512), 512>>>(weight, copy, gradient, m, v, n, 1e-3f, 0.01f, 1.2f, 1.05f));
  }
  if (chosen(argc, argv, "bias_gelu_1500x3072")) {
    Arrays a;
    int n = 1500 * 3072;
    auto *x = a.reals(n, -3, 3), *bias = a.reals(3072, -1, 1), *y = a.zeros(n);
    RUN(bias_gelu<<<1056, 256>>>(x, bias, y, n, 3072));
  }
  if (chosen(argc, argv, "silu_and_multiply_700x5504")) {
    Arrays a;
    int rows = 700, pairs = 2752;
    auto *in = a.halves<__half2>(rows * 2 * pairs, -3, 3), *out = a.zeros<__half2>(rows * pairs);
    RUN(silu_and_multiply<<<dim3(parts(pairs, 256), rows), 256>>>(in, out, pairs));
  }
  if (chosen(argc, argv, "quantize_rows_2000x2560")) {
    Arrays a;
    auto* x = a.reals<float4>(2000 * 640, -3, 3);
    auto* out = a.zeros<char4>(2000 * 640);
    auto* scale = a.zeros(2000);
    RUN(quantize_rows<<<2000, 256>>>(x, out, scale, 640));
  }
  if (chosen(argc, argv, "expand_four_bits_8Mi")) {
    Arrays a;
    auto* packed = a.words<unsigned>(Mi);
    auto* scale = a.halves<__half2>(Mi / 8, 0.01, 8);
    auto* out = a.zeros<uint4>(Mi);
    RUN(expand_four_bits<<<Mi / 128, 128>>>(packed, scale, out, Mi));
  }
  if (chosen(argc, argv, "dropout_and_add_3500000")) {
    Arrays a;
    int n = 3500000;
    auto *x = a.reals(n, -1, 1), *residual = a.reals(n, -1, 1), *y = a.zeros(n);
    auto* kept = a.zeros<unsigned char>(n);
    RUN(dropout_and_add<<<parts(n, 256), 256>>>(x, residual, y, kept, n, 77u, 3865470566u, 1 / 0.9f));
  }
  for (auto [name, rows, width] :
       {tuple("cross_entropy_rows_100x32000", 100, 32000), tuple("cross_entropy_rows_4000x600", 4000, 600)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *logit = a.reals(rows * width, -4, 4), *loss = a.zeros(rows), *gradient = a.zeros(rows * width);
    int* target = a.whole(rows, width);
    RUN(cross_entropy_rows<<<rows, 512>>>(logit, target, loss, gradient, width));
  }
  if (chosen(argc, argv, "choose_two_experts_16384")) {
    Arrays a;
    auto* logit = a.reals<float2>(16384 * 32, -2, 2);
    auto* expert = a.zeros<int2>(16384);
    auto* share = a.zeros<float2>(16384);
    RUN(choose_two_experts<<<16384 / 8, 256>>>(logit, expert, share, 16384));
  }
}

static void layers(int argc, char** argv) {
  for (auto [name, inputs, outputs, side] : {tuple("conv5x5_simply_1_to_8_250x250", 1, 8, 250),
                                             tuple("conv5x5_simply_16_to_24_48x48", 16, 24, 48)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(inputs * side * side, -1, 1), *weight = a.reals(outputs * inputs * 25, -1, 1);
    auto* out = a.zeros(outputs * side * side);
    RUN(conv5x5_simply<<<dim3(parts(side, 16), parts(side, 8), outputs), dim3(16, 8)>>>(in, weight, out,
                                                                                        inputs, side, side));
  }
  if (chosen(argc, argv, "patches_to_columns_float_64x56x56")) {
    Arrays a;
    int n = 64 * 3136;
    auto *in = a.reals(n, -1, 1), *columns = a.zeros(9 * n);
    RUN(patches_to_columns<<<parts(n, 256), 256>>>(in, columns, 64, 56, 56, 1, 56, 56, n));
  }
  if (chosen(argc, argv, "patches_to_columns_half_3x448x448_by_2")) {
    Arrays a;
    int n = 3 * 224 * 224;
    auto *in = a.halves(4 * n, -1, 1), *columns = a.zeros<__half>(9 * n);
    RUN(patches_to_columns<<<parts(n, 512), 512>>>(in, columns, 3, 448, 448, 2, 224, 224, n));
  }
  if (chosen(argc, argv, "depthwise_3x3_tile_96x112x112")) {
    Arrays a;
    int n = 96 * 112 * 112;
    auto *in = a.reals(n, -1, 1), *weight = a.reals(96 * 9, -1, 1), *out = a.zeros(n);
    RUN(depthwise_3x3_tile<<<dim3(4, 14, 96), dim3(32, 8)>>>(in, weight, out, 112, 112));
  }
  if (chosen(argc, argv, "max_pool_with_places_64x224x224")) {
    Arrays a;
    int n = 64 * 112 * 112;
    auto* in = a.reals<float2>(2 * n, -1, 1);
    auto* out = a.zeros(n);
    auto* place = a.zeros<unsigned char>(n);
    RUN(max_pool_with_places<<<parts(n, 256), 256>>>(in, out, place, 112, n));
  }
  if (chosen(argc, argv, "causal_conv_silu_1500x1536")) {
    Arrays a;
    auto *x = a.reals(1500 * 1536, -1, 1), *y = a.zeros(1500 * 1536);
    auto* tap = a.reals<float4>(1536, -1, 1);
    RUN(causal_conv_silu<<<dim3(12, 15), 128>>>(x, tap, y, 1500, 1536, 100));
  }
  for (auto [name, heads, length] :
       {tuple("attend_to_cache_32x1500", 32, 1500), tuple("attend_to_cache_400x130", 400, 130)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = heads * length * 64;
    auto *q = a.reals(heads * 64, -1, 1), *k = a.reals(n, -1, 1), *v = a.reals(n, -1, 1);
    auto* out = a.zeros(heads * 64);
    RUN(attend_to_cache<<<heads, 128>>>(q, k, v, out, length));
  }
  if (chosen(argc, argv, "attend_in_tiles_8x500")) {
    Arrays a;
    int n = 8 * 500 * 8;
    auto *q = a.reals<float4>(n, -1, 1), *k = a.reals<float4>(n, -1, 1), *v = a.reals<float4>(n, -1, 1);
    auto* out = a.zeros<float4>(n);
    RUN(attend_in_tiles<<<dim3(8, 8), 64>>>(q, k, v, out, 500));
  }
  if (chosen(argc, argv, "lstm_cells_1000x650")) {
    Arrays a;
    int n = 1000 * 650;
    auto *gates = a.reals(4 * n, -2, 2), *old = a.reals(n, -1, 1), *cell = a.zeros(n), *hidden = a.zeros(n);
    RUN(restore(cell, old, n), lstm_cells<<<parts(n, 256), 256>>>(gates, cell, hidden, 650, n));
  }
  if (chosen(argc, argv, "selective_scan_256x2048")) {
    Arrays a;
    int times = 256, channels = 2048;
    auto *x = a.reals(times * channels, -1, 1), *step = a.reals(times * channels, 0, 0.1);
    auto *b = a.reals(times * 16, -1, 1), *c = a.reals(times * 16, -1, 1),
         *decay = a.reals(16 * channels, -2, -0.1);
    auto* y = a.zeros(times * channels);
    RUN(selective_scan<<<parts(channels, 64), 64>>>(x, step, b, c, decay, y, times, channels));
  }
  if (chosen(argc, argv, "sample_grid_16x200x200")) {
    Arrays a;
    auto *in = a.reals(16 * 40000, -1, 1), *out = a.zeros(16 * 40000);
    vector<float2> place(40000);
    for (int i = 0; i < 40000; ++i) {
      float x = static_cast<float>(i % 200) - 100, y = static_cast<float>(i / 200) - 100;
      place[i] = make_float2(100 + 0.9f * x - 0.3f * y, 100 + 0.3f * x + 0.9f * y);
    }
    auto* places = a.put(place);
    RUN(sample_grid<<<parts(40000, 128), 128>>>(in, places, out, 16, 200, 200, 40000));
  }
  if (chosen(argc, argv, "winograd_patches_128x58x58")) {
    Arrays a;
    int n = 128 * 28 * 28;
    auto *in = a.reals(128 * 58 * 58, -1, 1), *out = a.zeros(16 * n);
    RUN(winograd_patches<<<parts(n, 192), 192>>>(in, out, 28, 28, 58, n));
  }
}

static void stencils(int argc, char** argv) {
  for (auto [name, width, height] :
       {tuple("chip_temperature_1500x1100", 1500, 1100), tuple("chip_temperature_200x200", 200, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    auto *in = a.reals(n, 60, 90), *power = a.reals(n, 0, 1), *out = a.zeros(n);
    RUN(chip_temperature<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(
        in, power, out, width, height, 0.1f, 0.1f, 0.01f, 0.5f));
  }
  if (chosen(argc, argv, "seven_points_float_160x160x100")) {
    Arrays a;
    int n = 160 * 160 * 100;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(seven_points<<<dim3(5, 40, 50), dim3(32, 4, 2)>>>(in, out, 160, 160, 100, 0.4f, 0.1f));
  }
  if (chosen(argc, argv, "seven_points_double_130x130x66")) {
    Arrays a;
    int n = 130 * 130 * 66;
    auto *in = a.reals<double, double>(n, -1, 1), *out = a.zeros<double>(n);
    RUN(seven_points<<<dim3(3, 33, 17), dim3(64, 4, 4)>>>(in, out, 130, 130, 66, 0.4, 0.1));
  }
  if (chosen(argc, argv, "wave_eighth_order_192x128x72")) {
    Arrays a;
    int n = 192 * 128 * 72;
    auto *now = a.reals(n, -1, 1), *speed = a.reals(n, 0, 0.1), *old = a.reals(n, -1, 1),
         *before = a.zeros(n);
    RUN(restore(before, old, n),
        wave_eighth_order<<<dim3(6, 16), dim3(32, 8)>>>(now, speed, before, 192, 128, 72));
  }
  if (chosen(argc, argv, "smooth_line_4000000")) {
    Arrays a;
    auto *in = a.reals<double, double>(4000000, -1, 1), *out = a.zeros<double>(4000000);
    RUN(smooth_line<<<parts(4000000, 256), 256>>>(in, out, 4000000));
  }
  if (chosen(argc, argv, "magnetic_step_float_1800x1200")) {
    Arrays a;
    int n = 1800 * 1200;
    auto *ex = a.reals(n, -1, 1), *ey = a.reals(n, -1, 1), *old = a.reals(n, -1, 1), *hz = a.zeros(n);
    RUN(restore(hz, old, n), magnetic_step<<<dim3(57, 300), dim3(32, 4)>>>(ex, ey, hz, 1800, 1200));
  }
  for (auto [name, width, height] :
       {tuple("boltzmann_nine_1024x300", 1024, 300), tuple("boltzmann_nine_250x100", 250, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    auto *f = a.reals(9 * n, 0.05, 0.2), *g = a.zeros(9 * n);
    vector<unsigned char> wall(n);
    for (int i = 0; i < n; ++i) {
      int x = i % width - width / 4, y = i / width - height / 2;
      wall[i] = y == -height / 2 || y == height - height / 2 - 1 || x * x + y * y < height * height / 64;
    }
    auto* walls = a.put(wall);
    RUN(boltzmann_nine<<<dim3(parts(width, 128), height), 128>>>(f, walls, g, width, height, 1.2f));
  }
  if (chosen(argc, argv, "speckle_coefficients_1000x900")) {
    Arrays a;
    int n = 900000;
    auto *in = a.reals(n, 0.5, 1.5), *coefficient = a.zeros(n);
    auto* slope = a.zeros<float4>(n);
    RUN(speckle_coefficients<<<dim3(63, 57), dim3(16, 16)>>>(in, coefficient, slope, 1000, 900, 0.05f));
  }
  if (chosen(argc, argv, "sweep_one_colour_1400")) {
    Arrays a;
    int n = 1400 * 1400;
    auto *old = a.reals<double, double>(n, -1, 1), *right = a.reals<double, double>(n, -1, 1);
    auto* u = a.zeros<double>(n);
    RUN(restore(u, old, n), sweep_one_colour<<<dim3(22, 350), dim3(32, 4)>>>(u, right, 1400, 1));
  }
  if (chosen(argc, argv, "cheapest_paths_200000x20")) {
    Arrays a;
    int *cost = a.whole(4000000, 10), *start = a.whole(200000, 100), *result = a.zeros<int>(200000);
    RUN(cheapest_paths<<<parts(200000, 216), 256>>>(cost, start, result, 200000, 20, 20));
  }
  if (chosen(argc, argv, "life_of_bytes_1000x1000")) {
    Arrays a;
    auto *in = a.whole<unsigned char>(1000000, 2), *out = a.zeros<unsigned char>(1000000);
    RUN(life_of_bytes<<<dim3(32, 125), dim3(32, 8)>>>(in, out, 1000, 1000));
  }
  if (chosen(argc, argv, "gray_scott_1200x800")) {
    Arrays a;
    auto *in = a.reals<float2>(960000, 0, 1), *out = a.zeros<float2>(960000);
    RUN(gray_scott<<<dim3(19, 200), dim3(64, 4)>>>(in, out, 1200, 800, 0.03f, 0.06f));
  }
}

// A graph on the host with sorted neighbours, each edge in both directions; low numbers have more neighbours
// for a power above 1.
struct Graph {
  vector<int> start, from, to;
};

static Graph graph(int vertices, int edges, unsigned seed, double power) {
  vector<int> a = host_whole(edges, vertices, seed), b = host_whole(edges, vertices, seed + 1, power);
  vector<std::pair<int, int>> both;
  for (int e = 0; e < edges; ++e) {
    if (a[e] == b[e]) continue;
    both.emplace_back(a[e], b[e]);
    both.emplace_back(b[e], a[e]);
  }
  std::sort(both.begin(), both.end());
  both.erase(std::unique(both.begin(), both.end()), both.end());
  Graph g;
  g.start.assign(vertices + 1, 0);
  for (auto [from, to] : both) {
    ++g.start[from + 1];
    g.from.push_back(from);
    g.to.push_back(to);
  }
  for (int v = 0; v < vertices; ++v) g.start[v + 1] += g.start[v];
  return g;
}

static void sparse_products(int argc, char** argv) {
  for (auto [name, which] :
       {tuple("csr_by_threads_banded_200000x9", 0), tuple("csr_by_threads_scattered_60000x30", 1),
        tuple("csr_by_threads_skewed_40000", 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Sparse m = which == 0 ? banded(200000, 4) : which == 1 ? scattered(60000, 30) : skewed(40000, 8, 600);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(csr_by_threads<<<parts(m.rows, 128), 128>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "sliced_ellpack_100000")) {
    Arrays a;
    int rows = 100000, slices = parts(rows, 32);
    vector<int> length = lengths(rows, 4, 40, 211, 3), slice{0};
    for (int s = 0; s < slices; ++s) {
      int widest = 0;
      for (int r = s * 32; r < std::min(rows, s * 32 + 32); ++r) widest = std::max(widest, length[r]);
      slice.push_back(slice.back() + widest * 32);
    }
    vector<int> column = host_whole(slice.back(), rows, 212);
    for (int s = 0; s < slices; ++s) {
      for (int i = slice[s]; i < slice[s + 1]; ++i) {
        int r = s * 32 + (i - slice[s]) % 32;
        if (r >= rows || (i - slice[s]) / 32 >= length[r]) column[i] = -1;
      }
    }
    int *slices_at = a.put(slice), *columns = a.put(column);
    auto *value = a.reals<double, double>(slice.back(), -1, 1), *x = a.reals<double, double>(rows, -1, 1);
    auto* y = a.zeros<double>(rows);
    RUN(sliced_ellpack<<<parts(rows, 256), 256>>>(slices_at, columns, value, x, y, rows));
  }
  if (chosen(argc, argv, "diagonals_times_double_300000x7")) {
    Arrays a;
    int rows = 300000, *offset = a.put(vector<int>{-4000, -60, -1, 0, 1, 60, 4000});
    auto *value = a.reals<double, double>(7 * rows, -1, 1), *x = a.reals<double, double>(rows, -1, 1);
    auto* y = a.zeros<double>(rows);
    RUN(diagonals_times<<<parts(rows, 256), 256>>>(offset, value, x, y, rows, 7));
  }
  if (chosen(argc, argv, "columns_scatter_80000x16")) {
    Arrays a;
    Sparse m = scattered(80000, 16);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(clear(y, m.rows),
        columns_scatter<<<parts(m.rows, 256), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  for (auto [name, which] : {tuple("csr_times_32_columns_scattered_20000x24", 0),
                             tuple("csr_times_32_columns_banded_30000x41", 1)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Sparse m = which ? banded(30000, 20) : scattered(20000, 24);
    auto *dense = a.reals(m.rows * 32, -1, 1), *out = a.zeros(m.rows * 32);
    RUN(csr_times_32_columns<<<parts(m.rows, 8), 256>>>(m.start, m.column, m.value, dense, out, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "sampled_products_300000_of_64")) {
    Arrays a;
    Sparse m = scattered(30000, 10);
    auto *x = a.reals<float4>(m.rows * 16, -1, 1), *y = a.reals<float4>(m.rows * 16, -1, 1);
    auto* out = a.zeros(m.entries);
    RUN(sampled_products<<<parts(m.entries, 32), 256>>>(m.row, m.column, x, y, out, m.entries, 16));
    release(m);
  }
  if (chosen(argc, argv, "solve_level_20000_of_60000")) {
    Arrays a;
    int rows = 60000, first = 20000, last = 40000;
    vector<int> start{0}, column, order(rows);
    Random random = seeded(213);
    for (int r = 0; r < rows; ++r) {
      int entries = r < first ? 0 : 4 + random.below(60);
      for (int k = 0; k < entries; ++k) column.push_back(random.below(first));
      std::sort(column.end() - entries, column.end());
      column.push_back(r);
      start.push_back(static_cast<int>(column.size()));
      order[r] = r;
    }
    int *starts = a.put(start), *columns = a.put(column), *orders = a.put(order);
    auto *value = a.reals<double, double>(column.size(), 0.5, 1),
         *right = a.reals<double, double>(rows, -1, 1);
    auto *old = a.reals<double, double>(rows, -1, 1), *x = a.zeros<double>(rows);
    RUN(restore(x, old, rows),
        solve_level<<<parts(last - first, 4), 128>>>(orders, starts, columns, value, right, x, first, last));
  }
  if (chosen(argc, argv, "coordinates_by_warps_1000000")) {
    Arrays a;
    Sparse m = skewed(60000, 8, 400);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(clear(y, m.rows),
        coordinates_by_warps<<<parts(m.entries, 192), 192>>>(m.row, m.column, m.value, x, y, m.entries));
    release(m);
  }
}

static void graphs(int argc, char** argv) {
  for (auto [name, vertices, edges, power] : {tuple("expand_frontier_200000_even", 200000, 1000000, 1),
                                              tuple("expand_frontier_100000_uneven", 100000, 600000, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Graph g = graph(vertices, edges, 214, power);
    vector<int> distance(vertices, -1), frontier;
    for (int v = 7; v < vertices; v += 13) {
      frontier.push_back(v);
      distance[v] = 3;
    }
    int *start = a.put(g.start), *to = a.put(g.to), *frontiers = a.put(frontier), *old = a.put(distance);
    int *reached = a.zeros<int>(vertices), *next = a.zeros<int>(vertices), *many = a.zeros<int>(1);
    int size = static_cast<int>(frontier.size());
    RUN(restore(reached, old, vertices), clear(many, 1),
        expand_frontier<<<parts(size, 128), 128>>>(start, to, frontiers, size, reached, 4, next, many));
  }
  if (chosen(argc, argv, "paths_through_1500")) {
    Arrays a;
    int n = 1500, *in = a.whole(n * n, 10000), *out = a.zeros<int>(n * n);
    RUN(paths_through<<<dim3(parts(n, 256), n), 256>>>(in, out, n, 700));
  }
  if (chosen(argc, argv, "triangles_of_edges_300000")) {
    Arrays a;
    Graph g = graph(15000, 150000, 216, 2);
    int edges = static_cast<int>(g.to.size());
    int *start = a.put(g.start), *from = a.put(g.from), *to = a.put(g.to), *count = a.zeros<int>(edges);
    RUN(triangles_of_edges<<<parts(edges, 256), 256>>>(start, from, to, count, edges));
  }
  if (chosen(argc, argv, "lower_labels_1500000")) {
    Arrays a;
    int n = 400000, edges = 1500000;
    int2* edge = reinterpret_cast<int2*>(a.whole(2 * edges, n));
    vector<int> label(n);
    for (int i = 0; i < n; ++i) label[i] = i / 8 * 8;
    int *labels = a.put(label), *next = a.zeros<int>(n), *changed = a.zeros<int>(1);
    RUN(restore(next, labels, n), clear(changed, 1),
        lower_labels<<<parts(edges, 256), 256>>>(edge, labels, next, changed, edges));
  }
  if (chosen(argc, argv, "jump_pointers_1Mi")) {
    Arrays a;
    int* next = a.keep(hashed(Mi));
    vector<int> place(Mi);
    OK(cudaMemcpy(place.data(), next, 4 * Mi, cudaMemcpyDeviceToHost));
    vector<int2> element(Mi);
    for (int i = 0; i < Mi; ++i) element[i] = make_int2(place[i], 1);
    auto *in = a.put(element), *out = a.zeros<int2>(Mi);
    RUN(jump_pointers<<<Mi / 512, 512>>>(in, out, Mi));
  }
  if (chosen(argc, argv, "colour_vertices_150000")) {
    Arrays a;
    int n = 150000;
    Graph g = graph(n, 900000, 218, 1);
    int *start = a.put(g.start), *to = a.put(g.to), *next = a.zeros<int>(n);
    auto* priority = a.words<unsigned>(n);
    vector<int> colour = host_whole(n, 3, 220);
    for (int& c : colour) c = c == 0 ? 0 : -1;
    int* colours = a.put(colour);
    RUN(colour_vertices<<<parts(n, 256), 256>>>(start, to, priority, colours, next, n, 1));
  }
}

static void solvers(int argc, char** argv) {
  for (auto [name, systems, size, interleaved] :
       {tuple("solve_tridiagonal_float_interleaved_8192x128", 8192, 128, true),
        tuple("solve_tridiagonal_float_behind_3000x200", 3000, 200, false)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = systems * size;
    auto *lower = a.reals(n, -1, 0), *middle = a.reals(n, 3, 4), *upper = a.reals(n, -1, 0),
         *right = a.reals(n, -1, 1);
    auto *scratch = a.zeros(n), *x = a.zeros(n);
    RUN(solve_tridiagonal<<<parts(systems, 64), 64>>>(lower, middle, upper, right, scratch, x, systems, size,
                                                      interleaved ? systems : 1, interleaved ? 1 : size));
  }
  if (chosen(argc, argv, "solve_tridiagonal_double_interleaved_2000x300")) {
    Arrays a;
    int systems = 2000, size = 300, n = systems * size;
    auto *lower = a.reals<double, double>(n, -1, 0), *middle = a.reals<double, double>(n, 3, 4);
    auto *upper = a.reals<double, double>(n, -1, 0), *right = a.reals<double, double>(n, -1, 1);
    auto *scratch = a.zeros<double>(n), *x = a.zeros<double>(n);
    RUN(solve_tridiagonal<<<parts(systems, 32), 32>>>(lower, middle, upper, right, scratch, x, systems, size,
                                                      systems, 1));
  }
  if (chosen(argc, argv, "cyclic_reduction_256_4000")) {
    Arrays a;
    int n = 4000 * 256;
    vector<float> equation = host_reals(4 * n, -1, 1, 221);
    for (int i = 0; i < n; ++i) {
      equation[4 * i + 1] += 4;
      if (i % 256 == 0) equation[4 * i] = 0;
      if (i % 256 == 255) equation[4 * i + 2] = 0;
    }
    auto* equations = reinterpret_cast<float4*>(a.put(equation));
    auto* x = a.zeros(n);
    RUN(cyclic_reduction_256<<<4000, 256>>>(equations, x));
  }
  if (chosen(argc, argv, "cholesky_32_float_2000")) {
    Arrays a;
    int n = 2000 * 1024;
    vector<float> m = host_reals(n, -0.5, 0.5, 222);
    for (int i = 0; i < n; i += 1024) {
      for (int k = 0; k < 32; ++k) m[i + 33 * k] += 20;
    }
    auto *in = a.put(m), *out = a.zeros(n);
    RUN(cholesky_32<<<2000, dim3(32, 8)>>>(in, out));
  }
  if (chosen(argc, argv, "cholesky_32_double_500")) {
    Arrays a;
    int n = 500 * 1024;
    vector<double> m = host_reals<double>(n, -0.5, 0.5, 223);
    for (int i = 0; i < n; i += 1024) {
      for (int k = 0; k < 32; ++k) m[i + 33 * k] += 20;
    }
    auto *in = a.put(m), *out = a.zeros<double>(n);
    RUN(cholesky_32<<<500, dim3(32, 8)>>>(in, out));
  }
  if (chosen(argc, argv, "determinants_6x6_60000")) {
    Arrays a;
    auto *in = a.reals<double, double>(36 * 60000, 0.5, 2), *out = a.zeros<double>(60000);
    RUN(determinants_6x6<<<parts(60000, 128), 128>>>(in, out, 60000));
  }
  for (auto [name, n, pivot] : {tuple("eliminate_column_1400_from_100", 1400, 100),
                                tuple("eliminate_column_600_from_300", 600, 300)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *factor = a.reals(n, -0.5, 0.5), *old = a.reals(n * n, -1, 1), *m = a.zeros(n * n),
         *right = a.reals(n, -1, 1);
    RUN(restore(m, old, n * n),
        eliminate_column<<<dim3(parts(n - pivot, 16), parts(n - pivot - 1, 16)), dim3(16, 16)>>>(
            factor, m, right, n, pivot));
  }
  for (auto [name, systems] :
       {tuple("solve_upper_300_by_one_block", 1), tuple("solve_upper_300_200_times", 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = 300;
    vector<double> m = host_reals<double>(systems * n * n, -0.1, 0.1, 224);
    for (int i = 0; i < systems * n; ++i) m[i * n + i % n] += 2;
    auto *matrix = a.put(m), *right = a.reals<double, double>(systems * n, -1, 1),
         *x = a.zeros<double>(systems * n);
    RUN(solve_upper<<<systems, 320>>>(matrix, right, x, n));
  }
  if (chosen(argc, argv, "eigenvalues_3x3_float_800000")) {
    Arrays a;
    auto *in = a.reals(6 * 800000, -1, 1), *out = a.zeros(3 * 800000);
    RUN(eigenvalues_3x3<<<parts(800000, 256), 256>>>(in, out, 800000));
  }
  if (chosen(argc, argv, "eigenvalues_3x3_double_150000")) {
    Arrays a;
    auto *in = a.reals<double, double>(6 * 150000, -1, 1), *out = a.zeros<double>(3 * 150000);
    RUN(eigenvalues_3x3<<<parts(150000, 128), 128>>>(in, out, 150000));
  }
  if (chosen(argc, argv, "gram_schmidt_24_300")) {
    Arrays a;
    int n = 300 * 24 * 256;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(gram_schmidt_24<<<300, 256>>>(in, out));
  }
  if (chosen(argc, argv, "lorenz_paths_double_8000x200")) {
    Arrays a;
    auto *old = a.reals<double, double>(24000, 1, 20), *state = a.zeros<double>(24000);
    RUN(restore(state, old, 24000), lorenz_paths<<<parts(8000, 64), 64>>>(state, 8000, 200, 0.005));
  }
  if (chosen(argc, argv, "lorenz_paths_float_50000x100")) {
    Arrays a;
    auto *old = a.reals(150000, 1, 20), *state = a.zeros(150000);
    RUN(restore(state, old, 150000), lorenz_paths<<<parts(50000, 256), 256>>>(state, 50000, 100, 0.005f));
  }
  if (chosen(argc, argv, "eccentric_anomalies_200000")) {
    Arrays a;
    auto *mean = a.reals<double, double>(200000, 0, 6.28), *e = a.reals<double, double>(200000, 0, 0.95);
    auto* out = a.zeros<double>(200000);
    RUN(eccentric_anomalies<<<264, 192>>>(mean, e, out, 200000));
  }
}

static void spectra(int argc, char** argv) {
  for (auto [name, batch] : {tuple("fourier_1024_1500", 1500), tuple("fourier_1024_40", 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals<float2>(batch * 1024, -1, 1), *out = a.zeros<float2>(batch * 1024);
    RUN(fourier_1024<<<batch, 256>>>(in, out));
  }
  for (auto [name, span] : {tuple("fourier_pass_4_1Mi_by_1", 1), tuple("fourier_pass_4_1Mi_by_4096", 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals<double2, double>(Mi, -1, 1), *out = a.zeros<double2>(Mi);
    RUN(fourier_pass_4<<<Mi / 4 / 128, 128>>>(in, out, Mi, span));
  }
  if (chosen(argc, argv, "cosine_8x8_1024x1024")) {
    Arrays a;
    vector<float> table(64);
    for (int k = 0; k < 64; ++k) {
      table[k] = static_cast<float>((k < 8 ? std::sqrt(0.125) : 0.5) *
                                    std::cos((2 * (k % 8) + 1) * (k / 8) * 0.19634954));
    }
    OK(cudaMemcpyToSymbol(cosine_table, table.data(), 256));
    auto *in = a.reals(Mi, 0, 255), *out = a.zeros(Mi);
    RUN(cosine_8x8<<<dim3(32, 128), dim3(8, 8, 4)>>>(in, out, 1024));
  }
  if (chosen(argc, argv, "walsh_2048_900")) {
    Arrays a;
    auto *in = a.reals(900 * 2048, -1, 1), *out = a.zeros(900 * 2048);
    RUN(walsh_2048<<<900, 512>>>(in, out));
  }
  if (chosen(argc, argv, "haar_rows_2000x1500")) {
    Arrays a;
    auto* in = a.reals<float2>(1500000, -1, 1);
    auto* out = a.zeros(3000000);
    RUN(haar_rows<<<dim3(parts(1000, 64), parts(1500, 4)), dim3(64, 4)>>>(in, out, 1000, 1500));
  }
  if (chosen(argc, argv, "fourier_by_definition_5000")) {
    Arrays a;
    auto* in = a.reals(5000, -1, 1);
    auto* out = a.zeros<float2>(5000);
    RUN(fourier_by_definition<<<parts(5000, 64), 64>>>(in, out, 5000));
  }
  if (chosen(argc, argv, "reverse_bits_of_places_2Mi")) {
    Arrays a;
    auto *in = a.reals<float2>(2 * Mi, -1, 1), *out = a.zeros<float2>(2 * Mi);
    RUN(reverse_bits_of_places<<<2 * Mi / 256, 256>>>(in, out, 21));
  }
  for (auto [name, channels, samples] :
       {tuple("recursive_filters_64x4000", 64, 4000), tuple("recursive_filters_16384x150", 16384, 150)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(channels * samples, -1, 1), *out = a.zeros(channels * samples);
    RUN(recursive_filters<<<parts(channels, 128), 128>>>(in, out, channels, samples));
  }
  if (chosen(argc, argv, "number_transform_pass_2Mi_by_512")) {
    Arrays a;
    auto *old = a.whole<unsigned>(2 * Mi, 998244353), *v = a.zeros<unsigned>(2 * Mi);
    auto* root = a.whole<unsigned>(1024, 998244353);
    RUN(restore(v, old, 2 * Mi), number_transform_pass<<<Mi / 256, 256>>>(v, root, 512, 2 * Mi));
  }
  if (chosen(argc, argv, "sum_of_waves_16000x300")) {
    Arrays a;
    auto* wave = a.reals<float4>(300, -8, 8);
    auto *x = a.reals(16000, 0, 1), *y = a.reals(16000, 0, 1), *z = a.reals(16000, 0, 1);
    auto* out = a.zeros<float2>(16000);
    RUN(sum_of_waves<<<parts(16000, 256), 256>>>(wave, x, y, z, out, 300, 16000));
  }
}

static void chance(int argc, char** argv) {
  if (chosen(argc, argv, "pi_by_chance_67584x100")) {
    Arrays a;
    auto* inside = a.zeros<unsigned long long>(1);
    RUN(clear(inside, 1), pi_by_chance<<<264, 256>>>(inside, 100));
  }
  if (chosen(argc, argv, "black_scholes_float_2000000")) {
    Arrays a;
    int n = 2000000;
    auto *price = a.reals(n, 5, 30), *strike = a.reals(n, 1, 100), *years = a.reals(n, 0.25, 10);
    auto *call = a.zeros(n), *put = a.zeros(n);
    RUN(black_scholes<<<parts(n, 128), 128>>>(price, strike, years, call, put, 0.02f, 0.3f, n));
  }
  if (chosen(argc, argv, "black_scholes_double_300000")) {
    Arrays a;
    int n = 300000;
    auto *price = a.reals<double, double>(n, 5, 30), *strike = a.reals<double, double>(n, 1, 100);
    auto *years = a.reals<double, double>(n, 0.25, 10), *call = a.zeros<double>(n), *put = a.zeros<double>(n);
    RUN(black_scholes<<<parts(n, 256), 256>>>(price, strike, years, call, put, 0.02, 0.3, n));
  }
  if (chosen(argc, argv, "american_puts_400x256")) {
    Arrays a;
    vector<float> option = host_reals(1200, 0, 1, 231);
    for (int i = 0; i < 400; ++i) {
      option[3 * i] = 80 + 40 * option[3 * i];
      option[3 * i + 1] = 80 + 40 * option[3 * i + 1];
      option[3 * i + 2] = 0.5f + option[3 * i + 2];
    }
    auto* options = reinterpret_cast<float3*>(a.put(option));
    auto* price = a.zeros(400);
    RUN(american_puts<<<400, 256>>>(options, price, 256, 0.03f));
  }
  if (chosen(argc, argv, "asian_options_16x4096_by_64")) {
    Arrays a;
    vector<float4> option;
    for (int i = 0; i < 16; ++i) option.push_back(make_float4(100, 90.f + i, 1, 0.2f));
    auto* options = a.put(option);
    auto* total = a.zeros(16);
    RUN(clear(total, 16), asian_options<<<dim3(8, 16), 128>>>(options, total, 4, 64));
  }
  if (chosen(argc, argv, "philox_fill_8Mi")) {
    Arrays a;
    auto* out = a.zeros<uint4>(2 * Mi);
    RUN(philox_fill<<<2 * Mi / 256, 256>>>(out, 1234, 5678, 2 * Mi));
  }
  if (chosen(argc, argv, "halton_points_400000")) {
    Arrays a;
    auto* out = a.zeros<double>(1200000);
    RUN(halton_points<<<parts(400000, 256), 256>>>(out, 400000));
  }
  for (auto [name, width, height] :
       {tuple("ising_half_sweep_2048x1024", 2048, 1024), tuple("ising_half_sweep_256x256", 256, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    vector<signed char> spin(n);
    Random random = seeded(232);
    for (auto& s : spin) s = static_cast<signed char>(random.below(10) < 7 ? 1 : -1);
    auto *old = a.put(spin), *spins = a.zeros<signed char>(n);
    auto* table = a.put(vector<float>{1.f, 1.f, 1.f, 0.1711f, 0.0293f});
    RUN(restore(spins, old, n),
        ising_half_sweep<<<dim3(parts(width / 2, 128), height), 128>>>(spins, table, width, height, 0, 99u));
  }
  if (chosen(argc, argv, "walks_on_lattice_20480x100")) {
    Arrays a;
    int* visits = a.zeros<int>(512 * 512);
    RUN(clear(visits, 512 * 512), walks_on_lattice<<<80, 256>>>(visits, 512, 100));
  }
  if (chosen(argc, argv, "lagged_generator_16000x100")) {
    Arrays a;
    auto* out = a.zeros<unsigned>(1600000);
    RUN(lagged_generator<<<parts(16000, 64), 64>>>(out, 100, 16000));
  }
}

static void bodies(int argc, char** argv) {
  for (auto [name, n, threads] :
       {tuple("gravity_in_tiles_4096", 4096, 128), tuple("gravity_in_tiles_1500", 1500, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *body = a.reals<float4>(n, 0, 1), *force = a.zeros<float4>(n);
    RUN(gravity_in_tiles<<<parts(n, threads), threads, threads * 16>>>(body, force, n));
  }
  if (chosen(argc, argv, "gravity_simply_2500")) {
    Arrays a;
    int n = 2500;
    auto *x = a.reals<double, double>(n, 0, 1), *y = a.reals<double, double>(n, 0, 1);
    auto *z = a.reals<double, double>(n, 0, 1), *mass = a.reals<double, double>(n, 0, 1);
    auto *ax = a.zeros<double>(n), *ay = a.zeros<double>(n), *az = a.zeros<double>(n);
    RUN(gravity_simply<<<parts(n, 64), 64>>>(x, y, z, mass, ax, ay, az, n));
  }
  if (chosen(argc, argv, "lennard_jones_40000")) {
    Arrays a;
    int n = 40000, most = 64;
    vector<float4> atom(n);
    vector<int> neighbour(n * most), many = lengths(n, 30, most, 233);
    Random random = seeded(234);
    for (int i = 0; i < n; ++i) {
      int x = i % 40, y = i / 40 % 40, z = i / 1600;
      atom[i] = make_float4(x * 1.1f, y * 1.1f, z * 1.1f, 0);
      for (int k = 0; k < most; ++k) {
        int u = std::min(39, std::max(0, x + random.below(5) - 2)),
            v = std::min(39, std::max(0, y + random.below(5) - 2));
        int w = std::min(24, std::max(0, z + random.below(5) - 2)), other = (w * 40 + v) * 40 + u;
        neighbour[k * n + i] = other == i ? (i + 1) % n : other;
      }
    }
    auto *atoms = a.put(atom), *force = a.zeros<float4>(n);
    int *neighbours = a.put(neighbour), *counts_of = a.put(many);
    RUN(lennard_jones<<<parts(n, 128), 128>>>(atoms, neighbours, counts_of, force, n, 2.5f));
  }
  if (chosen(argc, argv, "boxes_of_particles_5x5x5")) {
    Arrays a;
    auto *particle = a.reals<float4>(12500, 0, 1), *out = a.zeros<float4>(12500);
    auto* charge = a.reals(12500, 0, 1);
    RUN(boxes_of_particles<<<125, 128>>>(particle, charge, out, 5, 0.5f));
  }
  if (chosen(argc, argv, "nearest_centres_8_500000_of_24")) {
    Arrays a;
    int n = 500000, *nearest = a.zeros<int>(n);
    auto *point = a.reals(8 * n, 0, 1), *centre = a.reals(8 * 24, 0, 1);
    RUN(nearest_centres<8><<<parts(n, 256), 256, 8 * 24 * 4>>>(point, centre, nearest, n, 24));
  }
  if (chosen(argc, argv, "nearest_centres_34_60000_of_5")) {
    Arrays a;
    int n = 60000, *nearest = a.zeros<int>(n);
    auto *point = a.reals(34 * n, 0, 1), *centre = a.reals(34 * 5, 0, 1);
    RUN(nearest_centres<34><<<parts(n, 256), 256, 34 * 5 * 4>>>(point, centre, nearest, n, 5));
  }
  if (chosen(argc, argv, "sums_of_clusters_300000_in_64")) {
    Arrays a;
    int n = 300000, *cluster = a.whole(n, 64), *count = a.zeros<int>(64);
    auto* point = a.reals<float4>(n, 0, 1);
    auto* sum = a.zeros(256);
    RUN(clear(sum, 256), clear(count, 64),
        sums_of_clusters<<<parts(n, 256), 256>>>(point, cluster, sum, count, n));
  }
  if (chosen(argc, argv, "potential_of_charges_512x256_of_500")) {
    Arrays a;
    vector<float> charge = host_reals(2000, 0, 50, 235);
    OK(cudaMemcpyToSymbol(charges, charge.data(), 8000));
    auto* out = a.zeros(512 * 256);
    RUN(potential_of_charges<<<dim3(4, 64), dim3(32, 4)>>>(out, 500, 512, 0.1f, 1.5f));
  }
  if (chosen(argc, argv, "five_nearest_4000_of_3000")) {
    Arrays a;
    auto *cloud = a.reals<float3>(3000, 0, 1), *query = a.reals<float3>(4000, 0, 1);
    int* nearest = a.zeros<int>(20000);
    RUN(five_nearest<<<parts(4000, 128), 128>>>(cloud, query, nearest, 3000, 4000));
  }
  if (chosen(argc, argv, "cloth_step_600")) {
    Arrays a;
    int n = 360000;
    vector<float4> now(n);
    for (int i = 0; i < n; ++i) now[i] = make_float4(i % 600 * 1.01f, 0.02f * (i % 7), i / 600 * 1.02f, 1);
    auto *points = a.put(now), *before = a.put(now), *next = a.zeros<float4>(n);
    RUN(cloth_step<<<dim3(parts(600, 32), parts(600, 6)), dim3(32, 6)>>>(points, before, next, 600, 40.f,
                                                                         0.01f));
  }
}

static void images(int argc, char** argv) {
  for (auto [name, width, height] :
       {tuple("sobel_edges_2400x1600", 2400, 1600), tuple("sobel_edges_320x240", 320, 240)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    auto *in = a.words<unsigned char>(n), *out = a.zeros<unsigned char>(n);
    RUN(sobel_edges<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(in, out, width, height));
  }
  if (chosen(argc, argv, "filter_7x7_900x700")) {
    Arrays a;
    vector<float> taps = host_reals(49, 0, 0.04, 241);
    OK(cudaMemcpyToSymbol(filter_taps, taps.data(), 196));
    auto *in = a.reals(630000, 0, 1), *out = a.zeros(630000);
    RUN(filter_7x7<<<dim3(parts(900, 32), parts(700, 16)), dim3(32, 16)>>>(in, out, 900, 700));
  }
  if (chosen(argc, argv, "median_3x3_bytes_1200x1000")) {
    Arrays a;
    auto *in = a.words<unsigned char>(1200000), *out = a.zeros<unsigned char>(1200000);
    RUN(median_3x3<<<dim3(parts(1200, 32), 250), dim3(32, 4)>>>(in, out, 1200, 1000));
  }
  if (chosen(argc, argv, "median_3x3_float_640x480")) {
    Arrays a;
    auto *in = a.reals(307200, 0, 1), *out = a.zeros(307200);
    RUN(median_3x3<<<dim3(40, 30), dim3(16, 16)>>>(in, out, 640, 480));
  }
  if (chosen(argc, argv, "grey_of_colours_3840x2160")) {
    Arrays a;
    int n = 3840 * 2160 / 4;
    auto* in = a.words<uint4>(n);
    auto* out = a.zeros<unsigned>(n);
    RUN(grey_of_colours<<<parts(n, 256), 256>>>(in, out, n));
  }
  if (chosen(argc, argv, "running_means_1024x2000")) {
    Arrays a;
    auto *in = a.reals(2048000, 0, 1), *out = a.zeros(2048000);
    RUN(running_means<<<parts(2000, 64), 64>>>(in, out, 1024, 2000, 5));
  }
  if (chosen(argc, argv, "sums_along_rows_1920x1080")) {
    Arrays a;
    int n = 1920 * 1080;
    auto* in = a.words<unsigned char>(n);
    auto* out = a.zeros<unsigned>(n);
    RUN(sums_along_rows<<<1080, 256>>>(in, out, 1920));
  }
  if (chosen(argc, argv, "nonlocal_means_400x300")) {
    Arrays a;
    auto *in = a.reals(120000, 0, 1), *out = a.zeros(120000);
    RUN(nonlocal_means<<<dim3(parts(392, 32), parts(292, 4)), dim3(32, 4)>>>(in, out, 400, 300, 4.f));
  }
  if (chosen(argc, argv, "nv12_to_colours_1920x1080")) {
    Arrays a;
    auto *luma = a.words<uchar2>(960 * 1080), *chroma = a.words<uchar2>(960 * 540);
    auto* out = a.zeros<uchar4>(1920 * 1080);
    RUN(nv12_to_colours<<<dim3(parts(960, 192), 1080), 192>>>(luma, chroma, out, 960, 1080));
  }
  if (chosen(argc, argv, "votes_for_lines_8000x180")) {
    Arrays a;
    auto* point = reinterpret_cast<short2*>(a.whole<short>(16000, 600));
    vector<float2> turn;
    for (int k = 0; k < 180; ++k) {
      turn.push_back(make_float2(static_cast<float>(std::cos(k * 0.0174533)),
                                 static_cast<float>(std::sin(k * 0.0174533))));
    }
    auto* turns = a.put(turn);
    int* votes = a.zeros<int>(180 * 1700);
    RUN(clear(votes, 180 * 1700),
        votes_for_lines<<<parts(8000, 128), 128>>>(point, turns, votes, 8000, 180, 1700));
  }
  if (chosen(argc, argv, "disparities_320x240_of_48")) {
    Arrays a;
    auto *left = a.words<unsigned char>(76800), *right = a.words<unsigned char>(76800);
    auto* out = a.zeros<unsigned char>(76800);
    RUN(disparities<<<dim3(20, 15), dim3(16, 16)>>>(left, right, out, 320, 240, 48));
  }
}

static void text(int argc, char** argv) {
  for (auto [name, chunks, words] :
       {tuple("crc_of_chunks_4000x1024", 4000, 256), tuple("crc_of_chunks_100000x64", 100000, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> table(256);
    for (unsigned i = 0; i < 256; ++i) {
      unsigned c = i;
      for (int b = 0; b < 8; ++b) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
      table[i] = c;
    }
    auto *data = a.words<unsigned>(chunks * words), *tables = a.put(table), *crc = a.zeros<unsigned>(chunks);
    RUN(crc_of_chunks<<<parts(chunks, 128), 128>>>(data, tables, crc, chunks, words));
  }
  if (chosen(argc, argv, "sha256_blocks_120000")) {
    Arrays a;
    vector<unsigned> constants;
    for (int p = 2; constants.size() < 64; ++p) {
      bool prime = true;
      for (int d = 2; d * d <= p; ++d) prime = prime && p % d;
      double root = std::cbrt(static_cast<double>(p));
      if (prime) constants.push_back(static_cast<unsigned>((root - std::floor(root)) * 4294967296.0));
    }
    OK(cudaMemcpyToSymbol(digest_constants, constants.data(), 256));
    auto* in = a.words<uint4>(480000);
    auto* out = a.zeros<unsigned>(960000);
    RUN(sha256_blocks<<<parts(120000, 256), 256>>>(in, out, 120000));
  }
  if (chosen(argc, argv, "cipher_by_tables_400000")) {
    Arrays a;
    auto *in = a.words<uint4>(400000), *out = a.zeros<uint4>(400000);
    auto *table = a.words<unsigned>(256), *key = a.words<unsigned>(40);
    RUN(cipher_by_tables<<<parts(400000, 256), 256>>>(in, out, table, key, 400000));
  }
  if (chosen(argc, argv, "encode_base_64_1500000")) {
    Arrays a;
    auto* in = a.words<unsigned char>(4500000);
    auto* out = a.zeros<uchar4>(1500000);
    RUN(encode_base_64<<<parts(1500000, 256), 256>>>(in, out, 1500000));
  }
  vector<char> letters = host_whole<char>(3000000, 32, 251);
  for (char& c : letters) c = c < 26 ? static_cast<char>('a' + c) : ' ';
  if (chosen(argc, argv, "count_words_3000000")) {
    Arrays a;
    char* words = a.put(letters);
    int* many = a.zeros<int>(1);
    RUN(clear(many, 1), count_words<<<parts(3000000, 512), 512>>>(words, many, 3000000));
  }
  if (chosen(argc, argv, "find_pattern_3000000")) {
    Arrays a;
    char *in = a.put(letters), *pattern = a.put(vector<char>{'a', 'b', 'c'});
    int *found = a.zeros<int>(3000000), *many = a.zeros<int>(1);
    RUN(clear(many, 1), find_pattern<<<parts(3000000, 256), 256>>>(in, pattern, found, many, 3000000, 3));
  }
  if (chosen(argc, argv, "edits_to_words_60000")) {
    Arrays a;
    vector<int> start = starts_of(lengths(60000, 2, 14, 252));
    auto* word = a.whole<unsigned char>(start.back(), 26);
    auto* query = a.whole<unsigned char>(10, 26);
    auto* edits = a.zeros<unsigned char>(60000);
    int* first = a.put(start);
    RUN(edits_to_words<<<parts(60000, 128), 128>>>(word, first, query, edits, 60000, 10));
  }
  if (chosen(argc, argv, "align_locally_300x400")) {
    Arrays a;
    auto *x = a.whole<char>(300 * 128, 4), *y = a.whole<char>(300 * 400, 4);
    int* score = a.zeros<int>(300);
    RUN(align_locally<<<300, 128>>>(x, y, score, 400));
  }
  if (chosen(argc, argv, "fnv_of_strings_150000")) {
    Arrays a;
    vector<int> start = starts_of(lengths(150000, 1, 60, 253, 2));
    auto* in = a.words<unsigned char>(start.back());
    auto* hash = a.zeros<unsigned long long>(150000);
    int* first = a.put(start);
    RUN(fnv_of_strings<<<parts(150000, 192), 192>>>(in, first, hash, 150000));
  }
  if (chosen(argc, argv, "parse_decimals_200000x12")) {
    Arrays a;
    vector<char> line(200000 * 12, ' ');
    Random random = seeded(254);
    for (int i = 0; i < 200000; ++i) {
      if (random.below(2)) line[i * 12] = '-';
      int digits = 3 + random.below(8);
      for (int k = 1; k <= digits; ++k) line[i * 12 + k] = static_cast<char>('0' + random.below(10));
      line[i * 12 + 1 + random.below(digits)] = '.';
    }
    char* lines = a.put(line);
    auto* out = a.zeros<double>(200000);
    RUN(parse_decimals<<<parts(200000, 256), 256>>>(lines, out, 12, 200000));
  }
}

static void exercises(int argc, char** argv) {
  if (chosen(argc, argv, "banks_with_stride_1_264x200")) {
    Arrays a;
    auto* out = a.zeros(264 * 256);
    RUN(banks_with_stride<1><<<264, 256>>>(out, 200));
  }
  if (chosen(argc, argv, "banks_with_stride_32_264x200")) {
    Arrays a;
    auto* out = a.zeros(264 * 256);
    RUN(banks_with_stride<32><<<264, 256>>>(out, 200));
  }
  for (auto [name, by] :
       {tuple("eight_ways_by_threads_500000", 1), tuple("eight_ways_by_warps_500000", 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(500000, 0, 1), *out = a.zeros(500000);
    RUN(eight_ways<<<parts(500000, 256), 256>>>(in, out, 500000, by));
  }
  for (auto [name, n] : {tuple("follow_chain_64Ki_4000", 64 * Ki), tuple("follow_chain_4Mi_4000", 4 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int *next = a.keep(hashed(n)), *end = a.zeros<int>(32);
    RUN(follow_chain<<<1, 32>>>(next, end, 4000));
  }
  if (chosen(argc, argv, "greatest_run_by_one_thread_50000")) {
    Arrays a;
    vector<int> v = host_whole(50000, 2001, 261);
    for (int& x : v) x -= 1000;
    int *in = a.put(v), *out = a.zeros<int>(1);
    RUN(greatest_run_by_one_thread<<<1, 1>>>(in, out, 50000));
  }
  if (chosen(argc, argv, "mandelbrot_float_800x600")) {
    Arrays a;
    auto* out = a.zeros<unsigned short>(480000);
    RUN(mandelbrot<<<dim3(50, 38), dim3(16, 16)>>>(out, 800, 600, -2.2f, -1.2f, 0.004f, 256));
  }
  if (chosen(argc, argv, "mandelbrot_double_320x320")) {
    Arrays a;
    auto* out = a.zeros<unsigned short>(102400);
    RUN(mandelbrot<<<dim3(10, 40), dim3(32, 8)>>>(out, 320, 320, -0.8, 0.05, 0.0004, 500));
  }
  if (chosen(argc, argv, "add_vectors_int_2500000_by_32")) {
    Arrays a;
    int n = 2500000, *x = a.whole(n, 1000), *y = a.whole(n, 1000), *z = a.zeros<int>(n);
    RUN(add_vectors<<<parts(n, 32), 32>>>(x, y, z, n));
  }
  if (chosen(argc, argv, "add_vectors_double_20000_by_1024")) {
    Arrays a;
    auto *x = a.reals<double, double>(20000, 0, 1), *y = a.reals<double, double>(20000, 0, 1);
    auto* z = a.zeros<double>(20000);
    RUN(add_vectors<<<20, 1024>>>(x, y, z, 20000));
  }
  if (chosen(argc, argv, "collatz_lengths_200000")) {
    Arrays a;
    int* out = a.zeros<int>(200000);
    RUN(collatz_lengths<<<parts(200000, 256), 256>>>(out, 1000001, 200000));
  }
  if (chosen(argc, argv, "polynomials_double_600000")) {
    Arrays a;
    auto *c = a.reals<double, double>(64, -1, 1), *x = a.reals<double, double>(600000, -1, 1);
    auto* y = a.zeros<double>(600000);
    RUN(polynomials<<<parts(600000, 256), 256>>>(c, x, y, 600000));
  }
  if (chosen(argc, argv, "polynomials_float_2000000")) {
    Arrays a;
    auto *c = a.reals(64, -1, 1), *x = a.reals(2000000, -1, 1), *y = a.zeros(2000000);
    RUN(polynomials<<<parts(2000000, 512), 512>>>(c, x, y, 2000000));
  }
  if (chosen(argc, argv, "chains_of_halves_135168x200")) {
    Arrays a;
    auto *old = a.halves<__half2>(135168, -1, 1), *v = a.zeros<__half2>(135168);
    RUN(restore(v, old, 135168), chains_of_halves<<<528, 256>>>(v, 200));
  }
  if (chosen(argc, argv, "common_divisors_unsigned_600000")) {
    Arrays a;
    auto *x = a.words<unsigned>(600000), *y = a.words<unsigned>(600000), *z = a.zeros<unsigned>(600000);
    RUN(common_divisors<<<parts(600000, 256), 256>>>(x, y, z, 600000));
  }
  if (chosen(argc, argv, "common_divisors_long_50000")) {
    Arrays a;
    auto *x = a.words<unsigned long long>(50000), *y = a.words<unsigned long long>(50000);
    auto* z = a.zeros<unsigned long long>(50000);
    RUN(common_divisors<<<parts(50000, 128), 128>>>(x, y, z, 50000));
  }
  if (chosen(argc, argv, "least_by_swaps_500000")) {
    Arrays a;
    auto* in = a.reals(500000, 0, 1);
    auto* least = a.zeros<unsigned>(64);
    RUN(clear(least, 64, 0x7f), least_by_swaps<<<parts(500000, 256), 256>>>(in, least, 500000));
  }
  if (chosen(argc, argv, "bubble_in_global_60000")) {
    Arrays a;
    int n = 480000, *old = a.whole(n, 1000), *v = a.zeros<int>(n);
    RUN(restore(v, old, n), bubble_in_global<<<parts(60000, 128), 128>>>(v, 60000));
  }
  if (chosen(argc, argv, "windows_with_much_memory_4000000")) {
    Arrays a;
    int n = 4000000, bytes = (16384 + 16) * 4;
    auto *in = a.reals(n, 0.9, 1.1), *out = a.zeros(n);
    OK(cudaFuncSetAttribute(windows_with_much_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    RUN(windows_with_much_memory<<<parts(n, 16384), 192, bytes>>>(in, out, n, 16));
  }
  if (chosen(argc, argv, "most_frequent_20000x100")) {
    Arrays a;
    auto* in = a.words<unsigned char>(2000000);
    auto* out = a.zeros<unsigned char>(20000);
    RUN(most_frequent<<<parts(20000, 128), 128>>>(in, out, 100, 20000));
  }
  if (chosen(argc, argv, "queens_11")) {
    Arrays a;
    int side = 11, all = (1 << side) - 1;
    vector<int3> start{make_int3(0, 0, 0)};
    for (int row = 0; row < 4; ++row) {
      vector<int3> next;
      for (int3 s : start) {
        for (int place = 1; place <= all; place *= 2) {
          if (place & (s.x | s.y | s.z)) continue;
          next.push_back(make_int3(s.x | place, (s.y | place) << 1, (s.z | place) >> 1));
        }
      }
      start = next;
    }
    int starts = static_cast<int>(start.size()), *ways = a.zeros<int>(starts);
    int3* first = a.put(start);
    RUN(queens<<<parts(starts, 96), 96>>>(first, ways, starts, side, 4));
  }
}

int main(int argc, char** argv) {
  copies(argc, argv);
  products(argc, argv);
  reductions(argc, argv);
  sorting(argc, argv);
  counts(argc, argv);
  norms(argc, argv);
  layers(argc, argv);
  stencils(argc, argv);
  sparse_products(argc, argv);
  graphs(argc, argv);
  solvers(argc, argv);
  spectra(argc, argv);
  chance(argc, argv);
  bodies(argc, argv);
  images(argc, argv);
  text(argc, argv);
  exercises(argc, argv);
}
