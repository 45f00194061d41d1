// Launches by someone who knew nothing of the model of kernel time, to judge it once more. The kernels are of
// kinds that people write every day, at work, for courses and papers and in libraries; each header has one
// subject.
#include <cmath>
#include <tuple>

#include "common.h"
#include "everyday_arrays.h"
#include "everyday_bytes.h"
#include "everyday_chance.h"
#include "everyday_geometry.h"
#include "everyday_grids.h"
#include "everyday_images.h"
#include "everyday_layouts.h"
#include "everyday_matrices.h"
#include "everyday_nets.h"
#include "everyday_particles.h"
#include "everyday_signals.h"
#include "everyday_small.h"
#include "everyday_sparse.h"
#include "launch_arrays.h"

using namespace everyday;
using std::tuple;
using std::vector;

using Arrays = LaunchArrays<8000>;

static void matrices(int argc, char** argv) {
  for (auto [name, m, n, k] : {tuple("product_with_edges_float_16_500x300x200", 500, 300, 200),
                               tuple("product_with_edges_float_16_1000x1000x77", 1000, 1000, 77)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(m * k, -1, 1), *y = a.reals(k * n, -1, 1), *z = a.zeros(m * n);
    RUN(product_with_edges<float, 16><<<dim3(parts(n, 16), parts(m, 16)), dim3(16, 16)>>>(x, y, z, m, n, k));
  }
  if (chosen(argc, argv, "product_with_edges_double_32_400x400x150")) {
    Arrays a;
    int m = 400, n = 400, k = 150;
    auto *x = a.reals<double, double>(m * k, -1, 1), *y = a.reals<double, double>(k * n, -1, 1);
    auto* z = a.zeros<double>(m * n);
    RUN(product_with_edges<double, 32><<<dim3(parts(n, 32), parts(m, 32)), dim3(32, 32)>>>(x, y, z, m, n, k));
  }
  for (auto [name, m, n, k] : {tuple("sgemm_64x64_512x512x256", 512, 512, 256),
                               tuple("sgemm_64x64_1024x1024x768", 1024, 1024, 768)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(m * k, -1, 1), *y = a.reals(k * n, -1, 1), *z = a.zeros(m * n);
    RUN(sgemm_64x64<<<dim3(n / 64, m / 64), 256>>>(x, y, z, n, k, 1.5f, 0.5f));
  }
  if (chosen(argc, argv, "half_product_float_sums_768x512x512")) {
    Arrays a;
    int m = 768, n = 512;
    auto *x = a.halves(m * n, -1, 1), *y = a.halves(n * n, -1, 1), *z = a.zeros<__half>(m * n);
    RUN(half_product_float_sums<<<dim3(n / 32, m / 32), dim3(16, 16)>>>(x, y, z, m, n, n));
  }
  if (chosen(argc, argv, "multiply_add_batched_16_3000")) {
    Arrays a;
    int n = 3000;
    auto *x = a.reals<double, double>(n * 256, -1, 1), *y = a.reals<double, double>(n * 256, -1, 1);
    auto *z = a.reals<double, double>(n * 256, -1, 1), *d = a.zeros<double>(n * 256);
    RUN(multiply_add_batched_16<<<n, dim3(16, 16)>>>(x, y, z, d));
  }
  for (auto [name, outputs, inputs] : {tuple("linear_relu_batch_of_4_4096x1024", 4096, 1024),
                                       tuple("linear_relu_batch_of_4_1000x2048", 1000, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *weight = a.reals<float4>(outputs * inputs / 4, -1, 1), *x = a.reals<float4>(inputs, -1, 1);
    auto *bias = a.reals(outputs, -1, 1), *y = a.zeros(4 * outputs);
    RUN(linear_relu_batch_of_4<<<parts(outputs, 4), 128>>>(weight, bias, x, y, outputs, inputs / 4));
  }
  for (auto [name, pixels, inputs, outputs] : {tuple("pointwise_int8_784x128_to_256", 784, 128, 256),
                                               tuple("pointwise_int8_3136x64_to_96", 3136, 64, 96)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *image = a.words<int>(pixels * inputs / 4), *weight = a.words<int>(outputs * inputs / 4);
    auto* scale = a.reals(outputs, 0.0001, 0.001);
    auto* out = a.zeros<signed char>(pixels * outputs);
    RUN(pointwise_int8<<<dim3(parts(outputs, 32), parts(pixels, 8)), dim3(32, 8), 8 * inputs>>>(
        image, weight, scale, out, pixels, inputs / 4, outputs));
  }
  if (chosen(argc, argv, "rank_one_update_1500x1000")) {
    Arrays a;
    int m = 1500, n = 1000;
    auto *start = a.reals<double, double>(m * n, -1, 1), *matrix = a.copy(start, m * n);
    auto *x = a.reals<double, double>(m, -1, 1), *y = a.reals<double, double>(n, -1, 1);
    RUN(restore(matrix, start, m * n),
        rank_one_update<<<dim3(parts(n, 32), parts(m, 8)), dim3(32, 8)>>>(matrix, x, y, 0.7, m, n));
  }
  for (auto [name, rows, columns, strip] : {tuple("transposed_product_strips_4096x1024", 4096, 1024, 64),
                                            tuple("transposed_product_strips_20000x100", 20000, 100, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *matrix = a.reals(rows * columns, -1, 1), *x = a.reals(rows, -1, 1), *y = a.zeros(columns);
    RUN(clear(y, columns), transposed_product_strips<<<dim3(parts(columns, 128), parts(rows, strip)), 128>>>(
                               matrix, x, y, rows, columns, strip));
  }
  if (chosen(argc, argv, "gram_of_rows_48x10000")) {
    Arrays a;
    auto *x = a.reals(48 * 10000, -1, 1), *gram = a.zeros(48 * 48);
    RUN(gram_of_rows<<<dim3(48, 48), 256>>>(x, gram, 48, 10000));
  }
}

static void layouts(int argc, char** argv) {
  for (auto [name, batch, rows, columns] : {tuple("transpose_each_64x200x150", 64, 200, 150),
                                            tuple("transpose_each_1x1024x2048", 1, 1024, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = batch * rows * columns;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(transpose_each<<<dim3(parts(columns, 32), parts(rows, 32), batch), dim3(32, 8)>>>(in, out, rows,
                                                                                          columns));
  }
  if (chosen(argc, argv, "transpose_bytes_4x4_1920x1080")) {
    Arrays a;
    auto *in = a.words<uchar4>(480 * 1080), *out = a.zeros<uchar4>(480 * 1080);
    RUN(transpose_bytes_4x4<<<dim3(15, parts(270, 8)), dim3(32, 8)>>>(in, out, 480, 270));
  }
  if (chosen(argc, argv, "space_to_depth_4_8x3x224x224")) {
    Arrays a;
    int n = 8 * 3 * 224 * 224;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(space_to_depth<4><<<parts(n, 256), 256>>>(in, out, n, 3, 224, 224));
  }
  if (chosen(argc, argv, "concatenate_three_10000x64_13_128")) {
    Arrays a;
    int rows = 10000;
    auto *x = a.reals(rows * 64, -1, 1), *y = a.reals(rows * 13, -1, 1), *z = a.reals(rows * 128, -1, 1);
    auto* out = a.zeros(rows * 205);
    RUN(concatenate_three<<<528, 256>>>(x, y, z, out, rows, 64, 13, 128));
  }
  for (auto [name, planes, side, pad] : {tuple("pad_constant_96x56x56_by_1", 96, 56, 1),
                                         tuple("pad_constant_3x1000x1000_by_12", 3, 1000, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int wide = side + 2 * pad;
    auto *in = a.reals(planes * side * side, -1, 1), *out = a.zeros(planes * wide * wide);
    RUN(pad_constant<<<dim3(parts(wide, 32), parts(wide, 4), planes), dim3(32, 4)>>>(in, out, side, side, pad,
                                                                                     pad, wide, wide, 0.25f));
  }
  if (chosen(argc, argv, "where_by_row_30000x100")) {
    Arrays a;
    int n = 30000 * 100;
    auto* mask = a.whole<unsigned char>(30000, 2);
    auto *yes = a.reals(n, -1, 1), *no = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(where_by_row<<<parts(n, 512), 512>>>(mask, yes, no, out, n, 100));
  }
  for (auto [name, n, blocks] :
       {tuple("waxpby_double2_2Mi", Mi, 1056), tuple("waxpby_double2_50000", 25000, 98)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals<double2, double>(n, -1, 1), *y = a.reals<double2, double>(n, -1, 1);
    auto* w = a.zeros<double2>(n);
    RUN(waxpby_double2<<<blocks, 256>>>(x, y, w, 1.25, -0.5, n));
  }
  if (chosen(argc, argv, "scatter_with_index_1Mi")) {
    Arrays a;
    int* to = a.keep(hashed(Mi));
    auto* value = a.reals(Mi, -1, 1);
    auto* out = a.zeros<float2>(Mi);
    RUN(scatter_with_index<<<Mi / 256, 256>>>(to, value, out, Mi));
  }
  if (chosen(argc, argv, "floats_to_halves_8_4Mi")) {
    Arrays a;
    auto* in = a.reals<float4>(Mi, -1, 1);
    auto* out = a.zeros<uint4>(Mi / 2);
    RUN(floats_to_halves_8<<<Mi / 2 / 128, 128>>>(in, out, 0.125f, Mi / 2));
  }
}

static void arrays(int argc, char** argv) {
  for (auto [name, n, blocks, threads] :
       {tuple("sum_by_fours_8Mi", 2 * Mi, 528, 512), tuple("sum_by_fours_100000", 25000, 25, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* x = a.reals<float4>(n, -1, 1);
    auto* total = a.zeros(1);
    RUN(clear(total, 1), sum_by_fours<<<blocks, threads>>>(x, total, n));
  }
  if (chosen(argc, argv, "least_and_greatest_3000000")) {
    Arrays a;
    int n = 3000000;
    auto* x = a.reals(n, -100, 100);
    auto* out = a.zeros<float2>(256);
    RUN(least_and_greatest<<<256, 512, 512 * sizeof(float2)>>>(x, out, n));
  }
  for (auto [name, rows, width] :
       {tuple("row_lengths_double_20000x60", 20000, 60), tuple("row_lengths_double_900x2000", 900, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals<double, double>(rows * width, -1, 1), *out = a.zeros<double>(rows);
    RUN(row_lengths_double<<<parts(rows, 8), 256>>>(x, out, rows, width));
  }
  for (auto [name, rows, width] :
       {tuple("greatest_of_rows_2000x1000", 2000, 1000), tuple("greatest_of_rows_32x50257", 32, 50257)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(rows * width, -1, 1), *what = a.zeros(rows);
    auto* where = a.zeros<int>(rows);
    RUN(greatest_of_rows<<<rows, 256>>>(x, where, what, width));
  }
  for (auto [name, rows, columns] : {tuple("column_mean_and_spread_5000x600", 5000, 600),
                                     tuple("column_mean_and_spread_300x10000", 300, 10000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(rows * columns, -1, 1), *mean = a.zeros(columns), *spread = a.zeros(columns);
    RUN(column_mean_and_spread<<<parts(columns, 32), dim3(32, 16)>>>(x, mean, spread, rows, columns));
  }
  for (auto [name, blocks] :
       {tuple("scan_blocks_of_4096_4Mi", 1024), tuple("scan_blocks_of_4096_200Ki", 50)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int4* in = reinterpret_cast<int4*>(a.whole(blocks * 4096, 100));
    auto* out = a.zeros<int4>(blocks * 1024);
    int* sums = a.zeros<int>(blocks);
    RUN(scan_blocks_of_4096<<<blocks, 1024>>>(in, out, sums));
  }
  if (chosen(argc, argv, "add_what_came_before_4Mi")) {
    Arrays a;
    int4* start = reinterpret_cast<int4*>(a.whole(4 * Mi, 100));
    int4* sums = a.copy(start, Mi);
    int* before = a.whole(Ki, 1000000);
    RUN(restore(sums, start, Mi), add_what_came_before<<<Mi / 512, 512>>>(sums, before));
  }
  if (chosen(argc, argv, "histogram_of_points_1000000")) {
    Arrays a;
    int n = 1000000;
    auto* point = a.reals<float2>(n, -0.02, 1.02);
    int* bins = a.zeros<int>(48 * 48);
    RUN(clear(bins, 48 * 48), histogram_of_points<<<264, 256>>>(point, bins, n));
  }
  for (auto [name, low, high] :
       {tuple("keep_between_3000000_tenth", 400, 500), tuple("keep_between_3000000_most", 50, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = 3000000, *in = a.whole(n, 1000), *out = a.zeros<int>(n), *kept = a.zeros<int>(1);
    RUN(clear(kept, 1), keep_between<<<parts(n, 256), 256>>>(in, out, kept, low, high, n));
  }
  for (auto [name, blocks] : {tuple("bitonic_pairs_2048_200", 200), tuple("bitonic_pairs_2048_1000", 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = blocks * 2048, *start_value = a.whole(n, n), *value = a.zeros<int>(n);
    auto *start_key = a.reals(n, 0, 1), *key = a.zeros(n);
    RUN(restore(key, start_key, n), restore(value, start_value, n),
        bitonic_pairs_2048<<<blocks, 1024>>>(key, value));
  }
  for (auto [name, n, run] : {tuple("merge_runs_by_rank_1Mi_of_512", Mi, 512),
                              tuple("merge_runs_by_rank_1500000_of_131072", 1500000, 131072)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> values = host_whole<unsigned>(n, 1000000000, 71);
    for (int i = 0; i < n; i += run) std::sort(values.begin() + i, values.begin() + std::min(n, i + run));
    auto *in = a.put(values), *out = a.zeros<unsigned>(n);
    RUN(merge_runs_by_rank<<<parts(n, 256), 256>>>(in, out, run, n));
  }
  if (chosen(argc, argv, "sort_short_lists_40000")) {
    Arrays a;
    int lists = 40000;
    vector<int> start = starts_of(lengths(lists, 0, 24, 72));
    int n = start.back(), *first = a.put(start);
    auto *old = a.reals(n, 0, 1), *value = a.zeros(n);
    RUN(restore(value, old, n), sort_short_lists<<<parts(lists, 128), 128>>>(first, value, lists));
  }
  if (chosen(argc, argv, "radix_blocks_by_4_bits_2Mi")) {
    Arrays a;
    auto *in = a.words<unsigned>(2 * Mi), *out = a.zeros<unsigned>(2 * Mi);
    int* counts = a.zeros<int>(16 * 2048);
    RUN(radix_blocks_by_4_bits<<<2048, 1024>>>(in, out, counts, 8));
  }
}

static void nets(int argc, char** argv) {
  for (auto [name, inputs, outputs, side] : {tuple("conv3x3_four_outputs_32_to_32_56x56", 32, 32, 56),
                                             tuple("conv3x3_four_outputs_3_to_16_224x224", 3, 16, 224)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(inputs * side * side, -1, 1), *weight = a.reals(outputs * inputs * 9, -1, 1);
    auto *bias = a.reals(outputs, -1, 1), *out = a.zeros(outputs * side * side);
    RUN(conv3x3_four_outputs<<<dim3(parts(side, 16), parts(side, 16), outputs / 4), dim3(16, 16)>>>(
        in, weight, bias, out, inputs, outputs, side, side));
  }
  if (chosen(argc, argv, "gated_dilated_conv_2000x192_by_8")) {
    Arrays a;
    int times = 2000, channels = 192;
    auto *x = a.reals(times * channels, -1, 1), *filter = a.reals(5 * channels, -1, 1);
    auto *gate = a.reals(5 * channels, -1, 1), *y = a.zeros(times * channels);
    RUN(gated_dilated_conv<<<dim3(parts(channels, 64), times), 64>>>(x, filter, gate, y, times, channels, 5,
                                                                     8));
  }
  if (chosen(argc, argv, "average_pool_3x3_stride_2_256x112x112")) {
    Arrays a;
    auto *in = a.reals(256 * 112 * 112, -1, 1), *out = a.zeros(256 * 56 * 56);
    RUN(average_pool_3x3_stride_2<<<dim3(2, 7, 256), dim3(32, 8)>>>(in, out, 112, 112, 56, 56));
  }
  for (auto [name, planes, size] :
       {tuple("global_average_pool_16384x49", 16384, 49), tuple("global_average_pool_300x3136", 300, 3136)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(planes * size, -1, 1), *out = a.zeros(planes);
    RUN(global_average_pool<<<parts(planes, 8), dim3(32, 8)>>>(in, out, planes, size));
  }
  if (chosen(argc, argv, "batch_norm_add_relu_16x128x28x28")) {
    Arrays a;
    int n = 16 * 128 * 196;
    auto *x = a.reals<float4>(n, -1, 1), *residual = a.reals<float4>(n, -1, 1), *y = a.zeros<float4>(n);
    auto *mean = a.reals(128, -1, 1), *variance = a.reals(128, 0.5, 1), *gamma = a.reals(128, 0.5, 1);
    auto* beta = a.reals(128, -1, 1);
    RUN(batch_norm_add_relu<<<parts(n, 256), 256>>>(x, residual, mean, variance, gamma, beta, y, n, 196,
                                                    128));
  }
  for (auto [name, rows, width, threads] : {tuple("log_softmax_rows_64x32000", 64, 32000, 1024),
                                            tuple("log_softmax_rows_5000x500", 5000, 500, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(rows * width, -5, 5), *out = a.zeros(rows * width);
    RUN(log_softmax_rows<<<rows, threads>>>(in, out, width));
  }
  if (chosen(argc, argv, "masked_softmax_128_12288_rows")) {
    Arrays a;
    int rows = 8 * 12 * 128;
    auto *scores = a.reals<float4>(rows * 32, -5, 5), *out = a.zeros<float4>(rows * 32);
    auto* length = a.put(lengths(8, 20, 128, 61));
    RUN(masked_softmax_128<<<parts(rows, 4), dim3(32, 4)>>>(scores, length, out, rows, 12 * 128));
  }
  for (auto [name, rows] :
       {tuple("add_layer_norm_1024_4096_rows", 4096), tuple("add_layer_norm_1024_77_rows", 77)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.halves<uint4>(rows * 128, -1, 1), *residual = a.halves<uint4>(rows * 128, -1, 1);
    auto *gamma = a.reals(1024, 0.5, 1.5), *beta = a.reals(1024, -1, 1);
    auto* y = a.zeros<uint4>(rows * 128);
    RUN(add_layer_norm_1024<<<rows, 128>>>(x, residual, gamma, beta, y));
  }
  if (chosen(argc, argv, "adagrad_rows_6000x64")) {
    Arrays a;
    int rows = 6000, entries = 20000, width = 64;
    int* row = a.keep(hashed(entries));
    auto* gradient = a.reals(rows * width, -1, 1);
    auto *old_sums = a.reals(entries * width, 0, 2), *old = a.reals(entries * width, -1, 1);
    auto *sums = a.copy(old_sums, entries * width), *table = a.copy(old, entries * width);
    RUN(restore(sums, old_sums, entries * width), restore(table, old, entries * width),
        adagrad_rows<<<parts(rows, 4), dim3(32, 4)>>>(row, gradient, sums, table, rows, width, 0.05f));
  }
  for (auto [name, n] : {tuple("rmsprop_step_2000000", 2000000), tuple("rmsprop_step_60000", 60000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *w0 = a.reals(n, -1, 1), *g = a.reals(n, -1, 1), *s0 = a.reals(n, 0, 1), *m0 = a.reals(n, -1, 1);
    auto *w = a.copy(w0, n), *s = a.copy(s0, n), *m = a.copy(m0, n);
    RUN(restore(w, w0, n), restore(s, s0, n), restore(m, m0, n),
        rmsprop_step<<<parts(n, 256), 256>>>(w, g, s, m, n, 0.001f, 0.0001f));
  }
  if (chosen(argc, argv, "scores_of_heads_12x384")) {
    Arrays a;
    int heads = 12, length = 384;
    auto *q = a.reals(heads * length * 64, -1, 1), *k = a.reals(heads * length * 64, -1, 1);
    auto* scores = a.zeros(heads * length * length);
    RUN(scores_of_heads<<<dim3(12, 12, heads), dim3(32, 8)>>>(q, k, scores, length));
  }
  if (chosen(argc, argv, "bce_with_logits_1500000")) {
    Arrays a;
    int n = 1500000;
    auto *logit = a.reals(n, -6, 6), *gradient = a.zeros(n), *loss = a.zeros(1);
    auto* label = a.whole<unsigned char>(n, 2, 2);
    RUN(clear(loss, 1), bce_with_logits<<<264, 256>>>(logit, label, gradient, loss, n, 3.f));
  }
  for (auto [name, side, channels] : {tuple("depthwise_7x7_channels_last_28x28x192", 28, 192),
                                      tuple("depthwise_7x7_channels_last_7x7x768", 7, 768)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(side * side * channels, -1, 1), *weight = a.reals(49 * channels, -1, 1);
    auto* out = a.zeros(side * side * channels);
    RUN(depthwise_7x7_channels_last<<<dim3(parts(channels, 64), parts(side, 4), side), dim3(64, 4)>>>(
        in, weight, out, side, side, channels));
  }
  if (chosen(argc, argv, "enlarge_bilinear_64x32x32_to_128x128")) {
    Arrays a;
    int n = 64 * 128 * 128;
    auto *in = a.reals(64 * 32 * 32, -1, 1), *out = a.zeros(n);
    RUN(enlarge_bilinear<<<660, 256>>>(in, out, 32, 32, 128, 128, n));
  }
}

// The pattern of a sparse matrix or graph on the host: entries in a band, anywhere, or mostly in a few
// columns.
enum Shape { kBand, kAnywhere, kPopular };

struct Pattern {
  int rows = 0;
  vector<int> start{0}, column;

  int entries() const { return static_cast<int>(column.size()); }
};

static Pattern pattern(Shape shape, int rows, int least, int most, double power = 1) {
  Pattern p;
  p.rows = rows;
  Random random = seeded(81);
  vector<int> length = lengths(rows, least, most, 82, power);
  for (int r = 0; r < rows; ++r) {
    vector<int> row(length[r]);
    for (int k = 0; k < length[r]; ++k) {
      double u = random() / 4294967296.0;
      row[k] = shape == kBand       ? std::min(rows - 1, std::max(0, r + k - length[r] / 2))
               : shape == kAnywhere ? static_cast<int>(rows * u)
                                    : static_cast<int>(rows * u * u * u);
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    p.column.insert(p.column.end(), row.begin(), row.end());
    p.start.push_back(p.entries());
  }
  return p;
}

static void sparse_and_graphs(int argc, char** argv) {
  if (chosen(argc, argv, "csr_times_double_4_band_100000x9")) {
    Arrays a;
    Pattern p = pattern(kBand, 100000, 9, 9);
    int *start = a.put(p.start), *column = a.put(p.column);
    auto *value = a.reals<double, double>(p.entries(), -1, 1), *x = a.reals<double, double>(p.rows, -1, 1);
    auto* y = a.zeros<double>(p.rows);
    RUN(csr_times_double<4><<<parts(p.rows, 64), 256>>>(start, column, value, x, y, p.rows));
  }
  if (chosen(argc, argv, "csr_times_double_16_anywhere_20000x60")) {
    Arrays a;
    Pattern p = pattern(kAnywhere, 20000, 20, 100);
    int *start = a.put(p.start), *column = a.put(p.column);
    auto *value = a.reals<double, double>(p.entries(), -1, 1), *x = a.reals<double, double>(p.rows, -1, 1);
    auto* y = a.zeros<double>(p.rows);
    RUN(csr_times_double<16><<<parts(p.rows, 16), 256>>>(start, column, value, x, y, p.rows));
  }
  for (auto [name, shape, rows, least, most] :
       {tuple("csr_jacobi_step_band_150000x7", kBand, 150000, 7, 7),
        tuple("csr_jacobi_step_anywhere_40000x12", kAnywhere, 40000, 4, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Pattern p = pattern(shape, rows, least, most);
    int *start = a.put(p.start), *column = a.put(p.column);
    auto *value = a.reals(p.entries(), -1, 1), *b = a.reals(rows, -1, 1), *x = a.reals(rows, -1, 1);
    auto* next = a.zeros(rows);
    RUN(csr_jacobi_step<<<parts(rows, 256), 256>>>(start, column, value, b, x, next, rows));
  }
  for (auto [name, rows, width] :
       {tuple("ellpack_times_double_60000x16", 60000, 16), tuple("ellpack_times_double_5000x40", 5000, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> filled = lengths(rows, width / 2, width, 83), column(rows * width, -1);
    Random random = seeded(84);
    for (int r = 0; r < rows; ++r) {
      for (int k = 0; k < filled[r]; ++k)
        column[k * rows + r] = std::min(rows - 1, r / 2 + random.below(400));
    }
    int* columns = a.put(column);
    auto *value = a.reals<double, double>(rows * width, -1, 1), *x = a.reals<double, double>(rows, -1, 1);
    auto* y = a.zeros<double>(rows);
    RUN(ellpack_times_double<<<parts(rows, 128), 128>>>(columns, value, x, y, rows, width));
  }
  if (chosen(argc, argv, "coordinates_times_double_50000x10")) {
    Arrays a;
    Pattern p = pattern(kAnywhere, 50000, 5, 15);
    vector<int> of_entry(p.entries());
    for (int r = 0; r < p.rows; ++r) {
      std::fill(of_entry.begin() + p.start[r], of_entry.begin() + p.start[r + 1], r);
    }
    int *row = a.put(of_entry), *column = a.put(p.column);
    auto *value = a.reals<double, double>(p.entries(), -1, 1), *x = a.reals<double, double>(p.rows, -1, 1);
    auto* y = a.zeros<double>(p.rows);
    RUN(clear(y, p.rows), coordinates_times_double<<<792, 256>>>(row, column, value, x, y, p.entries()));
  }
  if (chosen(argc, argv, "blocks_3x3_times_20000x15")) {
    Arrays a;
    Pattern p = pattern(kBand, 20000, 10, 20);
    int *start = a.put(p.start), *column = a.put(p.column);
    auto *value = a.reals(p.entries() * 9, -1, 1), *x = a.reals(p.rows * 3, -1, 1), *y = a.zeros(p.rows * 3);
    RUN(blocks_3x3_times<<<parts(p.rows * 3, 192), 192>>>(start, column, value, x, y, p.rows));
  }
  if (chosen(argc, argv, "csr_to_dense_1500x2000")) {
    Arrays a;
    Pattern p = pattern(kAnywhere, 1500, 20, 200);
    int *start = a.put(p.start), *column = a.put(p.column);
    auto *value = a.reals(p.entries(), -1, 1), *dense = a.zeros(1500 * 2000);
    RUN(csr_to_dense<<<1500, 256>>>(start, column, value, dense, 2000));
  }
  if (chosen(argc, argv, "csr_rows_to_one_60000")) {
    Arrays a;
    Pattern p = pattern(kAnywhere, 60000, 1, 80, 2);
    int* start = a.put(p.start);
    auto *old = a.reals(p.entries(), 0, 1), *value = a.zeros(p.entries());
    RUN(restore(value, old, p.entries()), csr_rows_to_one<<<parts(p.rows, 8), 256>>>(start, value, p.rows));
  }
  for (auto [name, shape, vertices, power, share] :
       {tuple("bfs_with_masks_anywhere_200000", kAnywhere, 200000, 1., 0.1),
        tuple("bfs_with_masks_popular_100000", kPopular, 100000, 4., 0.3)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Pattern p = pattern(shape, vertices, 2, shape == kAnywhere ? 12 : 60, power);
    int *start = a.put(p.start), *to = a.put(p.column);
    vector<unsigned char> in_mask(vertices);
    vector<int> first(vertices, -1);
    Random random = seeded(85);
    for (int v = 0; v < vertices; ++v) {
      if (random() / 4294967296.0 < share) in_mask[v] = 1, first[v] = 3;
    }
    auto* mask = a.put(in_mask);
    int words = parts(vertices, 32), *old = a.put(first), *distance = a.zeros<int>(vertices);
    int* next_mask = a.zeros<int>(words);
    RUN(restore(distance, old, vertices), clear(next_mask, words),
        bfs_with_masks<<<parts(vertices, 512), 512>>>(start, to, mask, distance, next_mask, 3, vertices));
  }
  if (chosen(argc, argv, "pagerank_pull_quads_80000")) {
    Arrays a;
    Pattern p = pattern(kPopular, 80000, 1, 40, 2);
    int *start = a.put(p.start), *from = a.put(p.column);
    auto *share = a.reals<double, double>(p.rows, 0, 1e-5), *old = a.reals<double, double>(p.rows, 0, 1e-4);
    auto *rank = a.zeros<double>(p.rows), *change = a.zeros<double>(1);
    RUN(restore(rank, old, p.rows), clear(change, 1),
        pagerank_pull_quads<<<parts(p.rows, 64), 256>>>(start, from, share, rank, change, 0.15 / p.rows,
                                                        p.rows));
  }
  if (chosen(argc, argv, "relax_changed_vertices_60000")) {
    Arrays a;
    Pattern p = pattern(kAnywhere, 60000, 4, 60, 2);
    int *start = a.put(p.start), *to = a.put(p.column), *weight = a.whole(p.entries(), 100);
    int *old = a.whole(p.rows, 1000), *distance = a.zeros<int>(p.rows), *any = a.zeros<int>(1);
    auto* changed = a.whole<unsigned char>(p.rows, 2, 0.5);
    RUN(restore(distance, old, p.rows), clear(any, 1),
        relax_changed_vertices<<<parts(p.rows, 4), 128>>>(start, to, weight, old, changed, distance, any,
                                                          p.rows));
  }
  if (chosen(argc, argv, "clustering_by_marks_6000")) {
    Arrays a;
    Pattern p = pattern(kPopular, 6000, 2, 80, 2);
    int *start = a.put(p.start), *to = a.put(p.column);
    auto* clustering = a.zeros(p.rows);
    RUN(clustering_by_marks<<<p.rows, 64>>>(start, to, clustering, p.rows));
  }
}

static void grids(int argc, char** argv) {
  for (auto [name, width, height] :
       {tuple("shallow_water_faces_1000x1000", 1000, 1000), tuple("shallow_water_faces_200x150", 200, 150)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    auto *h = a.reals(n, 1, 2), *hu = a.reals(n, -1, 1), *hv = a.reals(n, -1, 1);
    auto *nh = a.zeros(n), *nhu = a.zeros(n), *nhv = a.zeros(n);
    RUN(shallow_water_faces<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(
        h, hu, hv, nh, nhu, nhv, width, height, 0.05f));
  }
  if (chosen(argc, argv, "life_of_64_bits_8192x8192")) {
    Arrays a;
    auto *in = a.words<unsigned long long>(128 * 8192), *out = a.zeros<unsigned long long>(128 * 8192);
    RUN(life_of_64_bits<<<dim3(4, 2048), dim3(32, 4)>>>(in, out, 128, 8192));
  }
  if (chosen(argc, argv, "carry_heat_d2q5_1500x700")) {
    Arrays a;
    int n = 1500 * 700;
    auto *f = a.reals(5 * n, 0, 1), *g = a.zeros(5 * n);
    auto* flow = a.reals<float2>(n, -0.1, 0.1);
    RUN(carry_heat_d2q5<<<dim3(parts(1500, 128), 700), 128>>>(f, flow, g, 1500, 700, 1.2f));
  }
  for (auto [name, nx, ny, nz] : {tuple("upwind_3d_double_100x100x100", 100, 100, 100),
                                  tuple("upwind_3d_double_160x160x40", 160, 160, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = nx * ny * nz;
    auto *q = a.reals<double, double>(n, 0, 1), *u = a.reals<double, double>(n, -1, 1);
    auto *v = a.reals<double, double>(n, -1, 1), *w = a.reals<double, double>(n, -1, 1),
         *next = a.zeros<double>(n);
    RUN(upwind_3d_double<<<dim3(parts(nx, 32), parts(ny, 4), parts(nz, 2)), dim3(32, 4, 2)>>>(
        q, u, v, w, next, nx, ny, nz, 0.2));
  }
  if (chosen(argc, argv, "burgers_2d_tile_777x555")) {
    Arrays a;
    auto *in = a.reals<float2>(777 * 555, -1, 1), *out = a.zeros<float2>(777 * 555);
    RUN(burgers_2d_tile<<<dim3(parts(777, 16), parts(555, 16)), dim3(16, 16)>>>(in, out, 777, 555, 0.1f,
                                                                                0.3f));
  }
  if (chosen(argc, argv, "divergence_of_faces_128")) {
    Arrays a;
    int n = 128, cells = n * n * n, faces = n * n * (n + 1);
    auto *u = a.reals(faces, -1, 1), *v = a.reals(faces, -1, 1), *w = a.reals(faces, -1, 1),
         *right = a.zeros(cells);
    auto* solid = a.whole<unsigned char>(cells, 2, 3);
    RUN(divergence_of_faces<<<dim3(2, 32, n), dim3(64, 4)>>>(u, v, w, solid, right, n, 2.f));
  }
  for (auto [name, side] :
       {tuple("excitable_tissue_512x512", 512), tuple("excitable_tissue_1400x1400", 1400)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = side * side;
    auto *v = a.reals<double, double>(n, 0, 1), *r = a.reals<double, double>(n, 0, 0.3);
    auto *nv = a.zeros<double>(n), *nr = a.zeros<double>(n);
    RUN(excitable_tissue<<<dim3(parts(side, 16), parts(side, 16)), dim3(16, 16)>>>(v, r, nv, nr, side, side,
                                                                                   0.02));
  }
  if (chosen(argc, argv, "forest_fire_2000x1500")) {
    Arrays a;
    auto *in = a.whole<unsigned char>(2000 * 1500, 3), *out = a.zeros<unsigned char>(2000 * 1500);
    RUN(forest_fire<<<dim3(parts(2000, 64), parts(1500, 4)), dim3(64, 4)>>>(in, out, 2000, 1500, 17));
  }
  if (chosen(argc, argv, "elastic_stresses_900x600")) {
    Arrays a;
    int n = 900 * 600;
    auto *vx = a.reals(n, -1, 1), *vz = a.reals(n, -1, 1), *lambda = a.reals(n, 1, 2), *mu = a.reals(n, 1, 2);
    auto *sxx = a.zeros(n), *szz = a.zeros(n), *sxz = a.zeros(n);
    RUN(elastic_stresses<<<dim3(28, 75), dim3(32, 8)>>>(vx, vz, lambda, mu, sxx, szz, sxz, 900, 600, 0.1f));
  }
  for (auto [name, side, sweeps] :
       {tuple("smooth_in_blocks_8_96_cubed", 96, 7), tuple("smooth_in_blocks_8_40_cubed", 40, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int padded = side + 2, b = side / 8;
    auto *in = a.reals(padded * padded * padded, 0, 1), *out = a.zeros(side * side * side);
    RUN(smooth_in_blocks_8<<<dim3(b, b, b), dim3(8, 8, 8)>>>(in, out, side, side, sweeps));
  }
}

static vector<float> bell(int radius, double width) {
  vector<float> weight(2 * radius + 1);
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) sum += weight[i + radius] = std::exp(-i * i / (2 * width * width));
  for (float& w : weight) w /= sum;
  return weight;
}

static void images(int argc, char** argv) {
  if (chosen(argc, argv, "blur_colour_rows_5_1920x1080")) {
    Arrays a;
    OK(cudaMemcpyToSymbol(blur_weights, bell(5, 2).data(), 11 * sizeof(float)));
    auto *in = a.words<uchar4>(1920 * 1080), *out = a.zeros<uchar4>(1920 * 1080);
    RUN(blur_colour_rows<5><<<dim3(15, 1080), 128>>>(in, out, 1920));
  }
  if (chosen(argc, argv, "blur_colour_rows_12_640x480")) {
    Arrays a;
    OK(cudaMemcpyToSymbol(blur_weights, bell(12, 5).data(), 25 * sizeof(float)));
    auto *in = a.words<uchar4>(640 * 480), *out = a.zeros<uchar4>(640 * 480);
    RUN(blur_colour_rows<12><<<dim3(5, 480), 128>>>(in, out, 640));
  }
  for (auto [name, width, height] :
       {tuple("bilateral_by_tables_1280x720", 1280, 720), tuple("bilateral_by_tables_320x240", 320, 240)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> line = bell(4, 2), both(81), like(256);
    for (int i = 0; i < 81; ++i) both[i] = line[i / 9] * line[i % 9];
    for (int i = 0; i < 256; ++i) like[i] = static_cast<float>(std::exp(-i * i / 1800.0));
    auto *near = a.put(both), *alike = a.put(like);
    auto *in = a.words<unsigned char>(width * height), *out = a.zeros<unsigned char>(width * height);
    RUN(bilateral_by_tables<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(in, near, alike, out,
                                                                                         width, height));
  }
  if (chosen(argc, argv, "morphological_gradient_1024x768")) {
    Arrays a;
    auto *in = a.words<unsigned char>(1024 * 768), *out = a.zeros<unsigned char>(1024 * 768);
    RUN(morphological_gradient<<<dim3(32, 48), dim3(32, 16)>>>(in, out, 1024, 768));
  }
  if (chosen(argc, argv, "laplacian_of_gaussian_1000x1000")) {
    Arrays a;
    vector<float> weight(81);
    for (int i = 0; i < 81; ++i) {
      double r = ((i / 9 - 4) * (i / 9 - 4) + (i % 9 - 4) * (i % 9 - 4)) / 3.92;
      weight[i] = static_cast<float>((r - 1) * std::exp(-r));
    }
    OK(cudaMemcpyToSymbol(log_weights, weight.data(), sizeof(float) * 81));
    auto *in = a.reals(1000 * 1000, 0, 1), *out = a.zeros(1000 * 1000);
    RUN(laplacian_of_gaussian<<<dim3(parts(1000, 32), parts(1000, 8)), dim3(32, 8)>>>(in, out, 1000, 1000));
  }
  if (chosen(argc, argv, "halve_colours_3840x2160")) {
    Arrays a;
    auto *in = a.words<uchar4>(3840 * 2160), *out = a.zeros<uchar4>(1920 * 1080);
    RUN(halve_colours<<<dim3(30, 270), dim3(64, 4)>>>(in, out, 1920, 1080));
  }
  if (chosen(argc, argv, "similarity_of_windows_800x600")) {
    Arrays a;
    auto *x = a.words<unsigned char>(800 * 600), *y = a.words<unsigned char>(800 * 600);
    auto* out = a.zeros(199 * 149);
    RUN(similarity_of_windows<<<dim3(199, 149), 64>>>(x, y, out, 800));
  }
  for (auto [name, width, height, side] :
       {tuple("match_template_16_500x400", 500, 400, 16), tuple("match_template_8_1200x900", 1200, 900, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *image = a.reals(width * height, 0, 1), *pattern = a.reals(side * side, -0.1, 0.1);
    auto* out = a.zeros((width - side + 1) * (height - side + 1));
    RUN(match_template<<<dim3(parts(width - side + 1, 32), parts(height - side + 1, 8)), dim3(32, 8),
                         side * side * sizeof(float)>>>(image, pattern, out, width, height, side));
  }
  if (chosen(argc, argv, "lucas_kanade_752x480")) {
    Arrays a;
    auto *first = a.reals(752 * 480, 0, 1), *second = a.reals(752 * 480, 0, 1);
    auto* motion = a.zeros<float2>(752 * 480);
    RUN(lucas_kanade<<<dim3(parts(752, 16), parts(480, 16)), dim3(16, 16)>>>(first, second, motion, 752,
                                                                             480));
  }
  if (chosen(argc, argv, "fast_corners_1920x1080")) {
    Arrays a;
    const int2 ring[16] = {{0, -3}, {1, -3}, {2, -2}, {3, -1}, {3, 0},  {3, 1},   {2, 2},   {1, 3},
                           {0, 3},  {-1, 3}, {-2, 2}, {-3, 1}, {-3, 0}, {-3, -1}, {-2, -2}, {-1, -3}};
    OK(cudaMemcpyToSymbol(ring_of_16, ring, sizeof ring));
    auto *in = a.words<unsigned char>(1920 * 1080), *out = a.zeros<unsigned char>(1920 * 1080);
    RUN(fast_corners<<<dim3(60, 135), dim3(32, 8)>>>(in, out, 1920, 1080, 20));
  }
  for (auto [name, width, height] : {tuple("total_variation_step_512x512", 512, 512),
                                     tuple("total_variation_step_1600x1200", 1600, 1200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *dual = a.reals<float2>(width * height, -0.5, 0.5), *next = a.zeros<float2>(width * height);
    auto* image = a.reals(width * height, 0, 1);
    RUN(total_variation_step<<<dim3(parts(width, 32), parts(height, 4)), dim3(32, 4)>>>(
        dual, image, next, width, height, 0.24f, 0.1f));
  }
}

static void signals(int argc, char** argv) {
  for (auto [name, n] : {tuple("fir_64_taps_1Mi", Mi), tuple("fir_64_taps_50000", 50000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    OK(cudaMemcpyToSymbol(fir_weights, host_reals(64, -0.1, 0.2, 101).data(), 64 * sizeof(float)));
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(fir_64_taps<<<parts(n, 256), 256>>>(in, out, n));
  }
  for (auto [name, stride] :
       {tuple("stockham_stage_1Mi_stride_1", 1), tuple("stockham_stage_1Mi_stride_4096", 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals<float2>(Mi, -1, 1), *out = a.zeros<float2>(Mi);
    RUN(stockham_stage<<<Mi / 512, 256>>>(in, out, Mi, stride));
  }
  if (chosen(argc, argv, "fourier_16_columns_100000")) {
    Arrays a;
    int columns = 100000;
    auto *in = a.reals<float2>(16 * columns, -1, 1), *out = a.zeros<float2>(16 * columns);
    RUN(fourier_16_columns<<<parts(columns, 128), 128>>>(in, out, columns));
  }
  if (chosen(argc, argv, "autocorrelation_64x2000_lags_200")) {
    Arrays a;
    auto *in = a.reals(64 * 2000, -1, 1), *out = a.zeros(64 * 200);
    RUN(autocorrelation<<<64, 128, 2000 * sizeof(float)>>>(in, out, 2000, 200));
  }
  if (chosen(argc, argv, "mix_and_decimate_4000000_by_16")) {
    Arrays a;
    auto* in = a.words<short>(4000000);
    auto* out = a.zeros<float2>(250000);
    RUN(mix_and_decimate<<<parts(250000, 128), 128>>>(in, out, 250000, 16, 0.1137f));
  }
  if (chosen(argc, argv, "resample_in_phases_160_147_600000")) {
    Arrays a;
    int inputs = 600000, outputs = 653000, taps = 24;
    auto *in = a.reals(inputs, -1, 1), *filter = a.reals(taps * 160, -0.1, 0.2), *out = a.zeros(outputs);
    RUN(resample_in_phases<<<parts(outputs, 256), 256>>>(in, filter, out, inputs, outputs, 160, 147, taps));
  }
  if (chosen(argc, argv, "cosine_of_eight_400000")) {
    Arrays a;
    auto *in = a.reals<float4>(800000, -128, 127), *out = a.zeros<float4>(800000);
    RUN(cosine_of_eight<<<parts(400000, 64), 64>>>(in, out, 400000));
  }
}

static void particles(int argc, char** argv) {
  for (auto [name, n] :
       {tuple("verlet_first_half_1000000", 1000000), tuple("verlet_first_half_32000", 32000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *p0 = a.reals<float4>(n, 0, 50), *v0 = a.reals<float4>(n, -1, 1), *force = a.reals<float4>(n, -9, 9);
    auto *p = a.copy(p0, n), *v = a.copy(v0, n);
    RUN(restore(p, p0, n), restore(v, v0, n),
        verlet_first_half<<<parts(n, 256), 256>>>(p, v, force, n, 0.002f, 50.f));
  }
  if (chosen(argc, argv, "cells_of_particles_500000")) {
    Arrays a;
    int n = 500000, cells = 40, total = cells * cells * cells;
    auto* position = a.reals<float4>(n, 0, 1);
    int *cell = a.zeros<int>(n), *place = a.zeros<int>(n), *count = a.zeros<int>(total);
    RUN(clear(count, total),
        cells_of_particles<<<parts(n, 256), 256>>>(position, cell, place, count, n, cells, 40.f));
  }
  for (auto [name, cells, each] : {tuple("fluid_forces_64000", 20, 8), tuple("fluid_forces_13824", 12, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int total = cells * cells * cells, n = total * each;
    float h = 1.f / cells;
    vector<float> place = host_reals(n * 4, 0, 1, 111);
    vector<int> start(total + 1);
    for (int i = 0; i < n; ++i) {
      int c = i / each;
      place[4 * i] = (c % cells + 0.999f * place[4 * i]) * h;
      place[4 * i + 1] = (c / cells % cells + 0.999f * place[4 * i + 1]) * h;
      place[4 * i + 2] = (c / cells / cells + 0.999f * place[4 * i + 2]) * h;
      place[4 * i + 3] += 0.5f;
    }
    for (int c = 0; c <= total; ++c) start[c] = c * each;
    auto *position = reinterpret_cast<float4*>(a.put(place)), *velocity = a.reals<float4>(n, -1, 1);
    auto* force = a.zeros<float4>(n);
    int* cell_start = a.put(start);
    RUN(fluid_forces<<<parts(n, 128), 128>>>(position, velocity, cell_start, force, n, cells, h));
  }
  if (chosen(argc, argv, "ewald_near_part_24000")) {
    Arrays a;
    int n = 24000, most = 90;
    vector<int> list(n * most);
    Random random = seeded(112);
    for (int k = 0; k < most; ++k) {
      for (int i = 0; i < n; ++i)
        list[k * n + i] = (i + 1 + random.below(600) + (random.below(4) ? 0 : 3000)) % n;
    }
    vector<float> place = host_reals(n * 4, 0, 6, 113);
    for (int i = 0; i < n; ++i) {
      place[4 * i] = static_cast<float>(i * 60.0 / n);
      place[4 * i + 3] = i % 3 ? 0.41f : -0.82f;
    }
    auto *atom = reinterpret_cast<float4*>(a.put(place)), *force = a.zeros<float4>(n);
    int *neighbour = a.put(list), *neighbours = a.put(lengths(n, 40, most, 114));
    RUN(ewald_near_part<<<parts(n, 64), 64>>>(atom, neighbour, neighbours, force, n, 60.f, 16.f, 0.35f));
  }
  if (chosen(argc, argv, "angle_forces_120000")) {
    Arrays a;
    int n = 120000, atoms = 100000;
    vector<int> angle(n * 4);
    Random random = seeded(115);
    for (int i = 0; i < n; ++i) {
      int middle = 2 + i % (atoms - 4);
      angle[4 * i] = middle - 1 - random.below(2);
      angle[4 * i + 1] = middle;
      angle[4 * i + 2] = middle + 1 + random.below(2);
      angle[4 * i + 3] = random.below(20);
    }
    auto* atom = a.reals<float4>(atoms, 0, 10);
    auto* angles = reinterpret_cast<int4*>(a.put(angle));
    auto* kind = a.reals<float2>(20, 1, 2);
    auto* force = a.zeros(atoms * 3);
    RUN(clear(force, atoms * 3), angle_forces<<<parts(n, 128), 128>>>(atom, angles, kind, force, n));
  }
  if (chosen(argc, argv, "pair_distance_counts_4000")) {
    Arrays a;
    int n = 4000, bins = 300;
    auto* position = a.reals<float4>(n, 0, 20);
    int* counts = a.zeros<int>(bins);
    RUN(clear(counts, bins),
        pair_distance_counts<<<dim3(parts(n, 128), parts(n, 128)), 128, bins * sizeof(int)>>>(
            position, counts, n, 20.f, bins, 30.f));
  }
  if (chosen(argc, argv, "gather_and_push_800000")) {
    Arrays a;
    int n = 800000, side = 256;
    auto* field = a.reals<float2>(side * side, -1, 1);
    auto *old = a.reals<float4>(n, 0, 255.9), *particle = a.copy(old, n);
    RUN(restore(particle, old, n),
        gather_and_push<<<parts(n, 256), 256>>>(field, particle, n, side, 0.01f, 0.001f));
  }
}

static void chance(int argc, char** argv) {
  for (auto [name, paths, steps, blocks] :
       {tuple("basket_calls_100000x16", 100000, 16, 196), tuple("basket_calls_16384x100", 16384, 100, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *factor = a.reals(10, 0.01, 0.05), *total = a.zeros(1);
    RUN(clear(total, 1), basket_calls<<<blocks, 256>>>(factor, total, paths, steps, 105.f, 0.001f));
  }
  if (chosen(argc, argv, "outbreaks_20000_of_100")) {
    Arrays a;
    int n = 20000, *size = a.zeros<int>(n);
    auto* duration = a.zeros(n);
    RUN(outbreaks<<<parts(n, 128), 128>>>(size, duration, n, 100, 1.4f));
  }
  for (auto [name, n] : {tuple("van_der_pol_30000", 30000), tuple("van_der_pol_2000", 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* stiffness = a.reals(n, 0.1, 8);
    auto* end = a.zeros<float2>(n);
    int* steps = a.zeros<int>(n);
    RUN(van_der_pol<<<parts(n, 64), 64>>>(stiffness, end, steps, n, 10.f, 1e-3f));
  }
  if (chosen(argc, argv, "hunters_and_prey_40000x50")) {
    Arrays a;
    int n = 40000;
    auto *prey = a.reals<double2, double>(n, 0.5, 1.5), *hunters = a.reals<double2, double>(n, 0.5, 1.5);
    auto *old = a.reals<double2, double>(n, 0.5, 2), *state = a.copy(old, n);
    RUN(restore(state, old, n), hunters_and_prey<<<parts(n, 256), 256>>>(prey, hunters, state, n, 50, 0.01));
  }
  if (chosen(argc, argv, "crank_nicolson_puts_8192x20")) {
    Arrays a;
    auto* option = a.reals<float3>(8192, 0.05, 0.4);
    auto* price = a.zeros(8192);
    RUN(crank_nicolson_puts<<<128, 64>>>(option, price, 8192, 20));
  }
  if (chosen(argc, argv, "yields_of_bonds_50000")) {
    Arrays a;
    int n = 50000, *years = a.put(lengths(n, 1, 30, 121));
    auto *price = a.reals<double, double>(n, 80, 120), *coupon = a.reals<double, double>(n, 1, 8);
    auto* yield = a.zeros<double>(n);
    RUN(yields_of_bonds<<<parts(n, 128), 128>>>(price, coupon, years, yield, n));
  }
  if (chosen(argc, argv, "crossing_averages_120x80_of_1000_days")) {
    Arrays a;
    int days = 1000, shortest = 5, longest = 125;
    vector<float> price = host_reals(days, -1, 1, 122), sums(days);
    float sum = 0, level = 100;
    for (int d = 0; d < days; ++d) sums[d] = sum += price[d] = level += price[d];
    auto *prices = a.put(price), *all = a.put(sums), *gain = a.zeros(120 * 80);
    RUN(crossing_averages<<<dim3(2, 80), 64>>>(prices, all, gain, days, shortest, longest));
  }
  if (chosen(argc, argv, "photons_in_a_layer_60000")) {
    Arrays a;
    int n = 60000;
    auto *left = a.zeros(128), *through = a.zeros(1);
    RUN(clear(left, 128), clear(through, 1),
        photons_in_a_layer<<<parts(n, 192), 192>>>(left, through, n, 1.f, 10.f, 0.8f));
  }
}

static void bytes(int argc, char** argv) {
  for (auto [name, n] : {tuple("upper_case_16_8Mi", Mi / 2), tuple("upper_case_16_100000", 6250)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.words<uint4>(n), *out = a.zeros<uint4>(n);
    RUN(upper_case_16<<<parts(n, 256), 256>>>(in, out, n));
  }
  if (chosen(argc, argv, "letters_of_utf8_30000")) {
    Arrays a;
    int n = 30000;
    vector<int> start = starts_of(lengths(n, 5, 120, 131, 2));
    int* first = a.put(start);
    vector<unsigned char> letter = host_whole<unsigned char>(start.back() + 2, 128, 135);
    Random random = seeded(136);
    for (int k = 0; k < start.back(); k += 2 + random.below(30)) letter[k] = 0xc3, letter[k + 1] = 0xa4;
    auto* text = a.put(letter);
    int* letters = a.zeros<int>(n);
    RUN(letters_of_utf8<<<parts(n, 128), 128>>>(text, first, letters, n));
  }
  if (chosen(argc, argv, "parse_addresses_500000")) {
    Arrays a;
    int n = 500000;
    vector<unsigned char> lines(n * 16);
    Random random = seeded(132);
    for (int i = 0; i < n; ++i) {
      char line[20] = {};
      std::snprintf(line, sizeof line, "%d.%d.%d.%d", random.below(256), random.below(256), random.below(256),
                    random.below(256));
      std::memcpy(&lines[i * 16], line, 16);
    }
    auto* line = reinterpret_cast<uint4*>(a.put(lines));
    auto* address = a.zeros<unsigned>(n);
    RUN(parse_addresses<<<parts(n, 256), 256>>>(line, address, n));
  }
  if (chosen(argc, argv, "murmur_of_16_bytes_2Mi")) {
    Arrays a;
    auto* key = a.words<uint4>(2 * Mi);
    auto* hash = a.zeros<unsigned>(2 * Mi);
    RUN(murmur_of_16_bytes<<<1056, 256>>>(key, hash, 2 * Mi, 17));
  }
  for (auto [name, pages] : {tuple("xxhash_of_pages_8000", 8000), tuple("xxhash_of_pages_500", 500)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *data = a.words<unsigned>(pages * 1024), *hash = a.zeros<unsigned>(pages);
    RUN(xxhash_of_pages<<<parts(pages, 32), 128>>>(data, hash, pages, 1024));
  }
  if (chosen(argc, argv, "adler_of_chunks_3000x4096")) {
    Arrays a;
    auto *data = a.words<unsigned>(3000 * 1024), *sum = a.zeros<unsigned>(3000);
    RUN(adler_of_chunks<<<375, 256>>>(data, sum, 3000, 1024));
  }
  if (chosen(argc, argv, "unpack_integers_13_3000000")) {
    Arrays a;
    int n = 3000000, *out = a.zeros<int>(n);
    auto* packed = a.words<unsigned>(n / 32 * 13 + 14);
    RUN(unpack_integers<13><<<parts(n, 256), 256>>>(packed, out, n, -1000));
  }
  if (chosen(argc, argv, "unpack_integers_5_200000")) {
    Arrays a;
    int n = 200000, *out = a.zeros<int>(n);
    auto* packed = a.words<unsigned>(n / 32 * 5 + 6);
    RUN(unpack_integers<5><<<parts(n, 128), 128>>>(packed, out, n, 7));
  }
  if (chosen(argc, argv, "pack_by_ballots_1500000")) {
    Arrays a;
    int n = 1500000;
    auto *in = a.whole<unsigned>(n, 100000, 6), *out = a.zeros<unsigned>(n + 32);
    auto* width = a.zeros<unsigned char>(parts(n, 32));
    RUN(pack_by_ballots<<<parts(n, 256), 256>>>(in, out, width, n));
  }
  if (chosen(argc, argv, "varint_sizes_2000000")) {
    Arrays a;
    int n = 2000000, *in = a.whole(n, 1 << 28, 8), *sums = a.zeros<int>(parts(n, 256));
    auto* size = a.zeros<unsigned char>(n);
    RUN(varint_sizes<<<parts(n, 256), 256>>>(in, size, sums, n));
  }
  if (chosen(argc, argv, "speck_counter_1Mi")) {
    Arrays a;
    auto *in = a.words<uint2>(Mi), *out = a.zeros<uint2>(Mi);
    auto* key = a.words<unsigned>(27);
    RUN(speck_counter<<<Mi / 512, 512>>>(in, out, key, Mi));
  }
  if (chosen(argc, argv, "common_letters_by_bits_20000x200")) {
    Arrays a;
    int texts = 20000, letters = 200;
    vector<unsigned long long> where(26);
    vector<int> pattern = host_whole(64, 26, 133);
    for (int k = 0; k < 64; ++k) where[pattern[k]] |= 1ull << k;
    auto* text = a.whole<unsigned char>(texts * letters, 26);
    auto* match = a.put(where);
    int* length = a.zeros<int>(texts);
    RUN(common_letters_by_bits<<<parts(texts, 128), 128>>>(text, match, length, texts, letters));
  }
  if (chosen(argc, argv, "ways_of_coins_300x12_to_5000")) {
    Arrays a;
    vector<int> coin = lengths(300 * 12, 3, 700, 134);
    int* coins = a.put(coin);
    auto* out = a.zeros<unsigned>(300 * 5001);
    RUN(ways_of_coins<<<300, 256, 5001 * sizeof(unsigned)>>>(coins, 12, out, 5000));
  }
  if (chosen(argc, argv, "forward_64_states_400x60")) {
    Arrays a;
    auto *move = a.reals(64 * 64, 0, 0.03), *emit = a.reals(20 * 64, 0, 0.1), *likelihood = a.zeros(400);
    auto* symbol = a.whole<unsigned char>(400 * 60, 20);
    RUN(forward_64_states<<<400, 64>>>(move, emit, symbol, likelihood, 60));
  }
}

static void small(int argc, char** argv) {
  if (chosen(argc, argv, "invert_3x3_each_400000")) {
    Arrays a;
    int n = 400000;
    auto *in = a.reals(9 * n, -1, 1), *out = a.zeros(9 * n);
    RUN(invert_3x3_each<<<parts(n, 256), 256>>>(in, out, n));
  }
  if (chosen(argc, argv, "solve_with_pivots_4_100000")) {
    Arrays a;
    int n = 100000;
    auto *m = a.reals<double, double>(16 * n, -1, 1), *b = a.reals<double, double>(4 * n, -1, 1);
    auto* x = a.zeros<double>(4 * n);
    RUN(solve_with_pivots<4><<<parts(n, 128), 128>>>(m, b, x, n));
  }
  if (chosen(argc, argv, "solve_with_pivots_9_20000")) {
    Arrays a;
    int n = 20000;
    auto *m = a.reals<double, double>(81 * n, -1, 1), *b = a.reals<double, double>(9 * n, -1, 1);
    auto* x = a.zeros<double>(9 * n);
    RUN(solve_with_pivots<9><<<parts(n, 64), 64>>>(m, b, x, n));
  }
  for (auto [name, tracks, steps] :
       {tuple("kalman_tracks_100000x12", 100000, 12), tuple("kalman_tracks_3000x200", 3000, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* measured = a.reals<float2>(tracks * steps, -1, 1);
    auto *old = a.reals<float4>(tracks, -1, 1), *state = a.copy(old, tracks);
    RUN(restore(state, old, tracks),
        kalman_tracks<<<parts(tracks, 128), 128>>>(measured, state, tracks, steps, 0.1f, 0.5f, 0.2f));
  }
  if (chosen(argc, argv, "ldl_16_by_shuffles_10000")) {
    Arrays a;
    int n = 10000;
    vector<float> m = host_reals(n * 256, -1, 1, 141);
    for (int i = 0; i < n; ++i) {
      for (int r = 0; r < 16; ++r) {
        for (int c = 0; c < r; ++c) m[i * 256 + c * 16 + r] = m[i * 256 + r * 16 + c];
        m[i * 256 + r * 17] += 17;
      }
    }
    auto *in = a.put(m), *out = a.zeros(n * 256);
    RUN(ldl_16_by_shuffles<<<parts(n, 8), 128>>>(in, out, n));
  }
  if (chosen(argc, argv, "power_method_96_264x25")) {
    Arrays a;
    auto *matrix = a.reals(264 * 96 * 96, 0, 1), *value = a.zeros(264);
    RUN(power_method_96<<<264, 96>>>(matrix, value, 25));
  }
  if (chosen(argc, argv, "nearest_rotations_300000")) {
    Arrays a;
    int n = 300000;
    vector<float> m = host_reals(9 * n, -0.3, 0.3, 142);
    for (int k = 0; k < 9; k += 4) {
      for (int i = 0; i < n; ++i) m[k * n + i] += 1;
    }
    auto *in = a.put(m), *out = a.zeros(9 * n);
    RUN(nearest_rotations<<<528, 128>>>(in, out, n));
  }
  if (chosen(argc, argv, "conjugate_gradients_256_500x40")) {
    Arrays a;
    auto *right = a.reals(500 * 256, -1, 1), *conduct = a.reals(500 * 257, 0.5, 1.5);
    auto* solution = a.zeros(500 * 256);
    RUN(conjugate_gradients_256<<<500, 256>>>(right, conduct, solution, 40));
  }
  if (chosen(argc, argv, "sums_for_alignment_700000")) {
    Arrays a;
    int n = 700000;
    auto *p = a.reals(3 * n, -1, 1), *q = a.reals(3 * n, -1, 1), *sums = a.zeros(15);
    RUN(clear(sums, 15), sums_for_alignment<<<264, 256>>>(p, q, sums, n));
  }
}

static void geometry(int argc, char** argv) {
  for (auto [name, rays, boxes] : {tuple("rays_through_boxes_100000x200", 100000, 200),
                                   tuple("rays_through_boxes_5000x1500", 5000, 1500)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> low = host_reals(boxes * 4, -1, 1, 151), high = low;
    vector<float> size = host_reals(boxes * 4, 0.02, 0.2, 152);
    for (int i = 0; i < boxes * 4; ++i) high[i] += size[i];
    auto *origin = a.reals<float3>(rays, -3, -2), *direction = a.reals<float3>(rays, 0.2, 1);
    auto *lows = reinterpret_cast<float4*>(a.put(low)), *highs = reinterpret_cast<float4*>(a.put(high));
    int* hit = a.zeros<int>(rays);
    auto* depth = a.zeros(rays);
    RUN(rays_through_boxes<<<parts(rays, 128), 128>>>(origin, direction, lows, highs, hit, depth, rays,
                                                      boxes));
  }
  if (chosen(argc, argv, "distance_to_path_200000x100")) {
    Arrays a;
    auto *point = a.reals<float2>(200000, 0, 1), *path = a.reals<float2>(101, 0, 1);
    auto* distance = a.zeros(200000);
    RUN(distance_to_path<<<parts(200000, 256), 256>>>(point, path, distance, 200000, 100));
  }
  if (chosen(argc, argv, "polygon_areas_40000")) {
    Arrays a;
    int n = 40000;
    vector<int> start = starts_of(lengths(n, 3, 150, 153, 2));
    auto* vertex = a.reals<float2>(start.back(), 0, 100);
    int* first = a.put(start);
    auto* area = a.zeros<double>(n);
    auto* middle = a.zeros<double2>(n);
    RUN(polygon_areas<<<parts(n, 8), 256>>>(vertex, first, area, middle, n));
  }
  if (chosen(argc, argv, "depths_of_triangles_60000")) {
    Arrays a;
    int n = 60000, width = 1024, height = 768;
    vector<float> corner = host_reals(n * 12, 0, 1, 154), place = host_reals(n * 2, 0, 1, 155);
    for (int i = 0; i < n * 3; ++i) {
      corner[4 * i] = place[i / 3 * 2] * width + 14 * (corner[4 * i] - 0.5f);
      corner[4 * i + 1] = place[i / 3 * 2 + 1] * height + 14 * (corner[4 * i + 1] - 0.5f);
    }
    auto* corners = reinterpret_cast<float4*>(a.put(corner));
    auto* depth = a.zeros<unsigned>(width * height);
    RUN(clear(depth, width * height, 0x7f),
        depths_of_triangles<<<parts(n, 128), 128>>>(corners, depth, n, width, height));
  }
  if (chosen(argc, argv, "morton_codes_1500000")) {
    Arrays a;
    auto* point = a.reals<float4>(1500000, 0, 1);
    auto* code = a.zeros<unsigned>(1500000);
    RUN(morton_codes<<<parts(1500000, 256), 256>>>(point, code, 1500000, 1024.f));
  }
  for (auto [name, side] :
       {tuple("slope_and_shade_1201x1201", 1201), tuple("slope_and_shade_300x300", 300)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = side * side;
    auto *height = a.reals(n, 0, 40), *slope = a.zeros(n), *aspect = a.zeros(n);
    auto* shade = a.zeros<unsigned char>(n);
    RUN(slope_and_shade<<<dim3(parts(side, 32), parts(side, 8)), dim3(32, 8)>>>(height, slope, aspect, shade,
                                                                                side, side, 30.f));
  }
  if (chosen(argc, argv, "seen_from_700x500")) {
    Arrays a;
    vector<float> height = host_reals(700 * 500, 0, 3, 156);
    for (int i = 0; i < 700 * 500; ++i) {
      int x = i % 700 - 260, y = i / 700 - 230;
      height[i] +=
          static_cast<float>(20 * std::sin(x * 0.021) + 20 * std::cos(y * 0.017) + (x * x + y * y) * 0.0006);
    }
    auto* heights = a.put(height);
    auto* seen = a.zeros<unsigned char>(700 * 500);
    RUN(seen_from<<<dim3(parts(700, 16), parts(500, 16)), dim3(16, 16)>>>(heights, seen, 700, 500, 260, 230,
                                                                          25.f));
  }
}

int main(int argc, char** argv) {
  matrices(argc, argv);
  layouts(argc, argv);
  arrays(argc, argv);
  nets(argc, argv);
  sparse_and_graphs(argc, argv);
  grids(argc, argv);
  images(argc, argv);
  signals(argc, argv);
  particles(argc, argv);
  chance(argc, argv);
  bytes(argc, argv);
  small(argc, argv);
  geometry(argc, argv);
}
