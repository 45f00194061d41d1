// Launches by someone who knew nothing of the model of kernel time, to judge it once more. The kernels are of kinds
// that projects, courses, papers and libraries have and that the other sets lack; each header has one subject.
#include <cmath>
#include <string>
#include <tuple>

#include "common.h"
#include "launch_arrays.h"
#include "untried_algebra.h"
#include "untried_chance.h"
#include "untried_data.h"
#include "untried_fields.h"
#include "untried_geometry.h"
#include "untried_images.h"
#include "untried_language.h"
#include "untried_nets.h"
#include "untried_parallel.h"
#include "untried_particles.h"
#include "untried_sequences.h"
#include "untried_signals.h"
#include "untried_sparse.h"
#include "untried_tensors.h"

using namespace untried;
using std::tuple;
using std::vector;

using Arrays = LaunchArrays<7000>;

// A sparse matrix or graph on the host, in rows.
struct Rows {
  int n = 0;
  vector<int> start{0}, to;

  int entries() const { return static_cast<int>(to.size()); }
};

enum Kind { kAnywhere, kFew, kPlane, kNear };

// A symmetric graph: edges lead anywhere, mostly to a few vertices, to the neighbours in a square, or to near ones.
static Rows rows_of(Kind kind, int n, int degree, bool self = false) {
  vector<vector<int>> lists(n);
  Random random = seeded(91);
  auto join = [&](int a, int b) {
    if (a == b || b >= n) return;
    lists[a].push_back(b);
    lists[b].push_back(a);
  };
  int side = static_cast<int>(std::sqrt(n));
  for (int v = 0; v < n; ++v) {
    if (self) lists[v].push_back(v);
    if (kind == kPlane) {
      if ((v + 1) % side) join(v, v + 1);
      join(v, v + side);
      continue;
    }
    for (int k = 0; k < degree / 2; ++k) {
      double u = random() / 4294967296.0;
      join(v, kind == kAnywhere ? random.below(n)
              : kind == kFew    ? static_cast<int>(n * u * u * u * u)
                                : v + k + 1);
    }
  }
  Rows rows;
  rows.n = n;
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    rows.to.insert(rows.to.end(), list.begin(), list.end());
    rows.start.push_back(rows.entries());
  }
  return rows;
}

static void images(int argc, char** argv) {
  for (auto [name, n, block] :
       {tuple("lab_of_rgb_1000000", 1000000, 256), tuple("lab_of_rgb_60000", 60000, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.words<uchar4>(n);
    auto* out = a.zeros<float4>(n);
    RUN(lab_of_rgb<<<parts(n, block), block>>>(in, out, n));
  }
  for (auto [name, width, height] :
       {tuple("kuwahara_filter_320x240", 320, 240), tuple("kuwahara_filter_100x90", 100, 90)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(kuwahara_filter<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(in, out, width, height));
  }
  for (auto [name, across, down, values] : {tuple("local_binary_patterns_512x512", 16, 16, 256),
                                            tuple("local_binary_patterns_512x512_flat", 16, 16, 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int pitch = across * 32 + 2;
    auto* image = a.whole<unsigned char>(pitch * (down * 32 + 2), values, values == 2 ? 6 : 1);
    auto* histograms = a.zeros<unsigned short>(across * down * 256);
    RUN(local_binary_patterns<<<dim3(across, down), dim3(32, 8)>>>(image, pitch, histograms));
  }
  for (auto [name, width, height, bx, by] : {tuple("anisotropic_step_1024x768", 1024, 768, 32, 8),
                                             tuple("anisotropic_step_200x200_by_8x8", 200, 200, 8, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(anisotropic_step<<<dim3(parts(width, bx), parts(height, by)), dim3(bx, by)>>>(in, out, width, height,
                                                                                      20, 0.2f));
  }
  for (auto [name, width, height] :
       {tuple("flow_of_gradients_512x256", 512, 256), tuple("flow_of_gradients_120x100", 120, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *before = a.reals(width * height, 0, 1), *after = a.reals(width * height, 0, 1);
    auto* flow = a.zeros<float2>(width * height);
    RUN(flow_of_gradients<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(before, after, flow,
                                                                                       width, height));
  }
  for (auto [name, width, height, block] : {tuple("recursive_gauss_columns_1024x512", 1024, 512, 64),
                                            tuple("recursive_gauss_columns_6000x200", 6000, 200, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(recursive_gauss_columns<<<parts(width, block), block>>>(in, out, width, height,
                                                                make_float4(0.1f, 1.6f, -0.9f, 0.2f)));
  }
  for (auto [name, width, new_width, height] : {tuple("shrink_rows_lanczos_1920_to_640", 1920, 640, 200),
                                                tuple("shrink_rows_lanczos_1000_to_900", 1000, 900, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.words<uchar4>(width * height);
    auto* out = a.zeros<uchar4>(new_width * height);
    RUN(shrink_rows_lanczos<<<dim3(parts(new_width, 128), height), 128>>>(in, out, width, new_width, height));
  }
}

static void signals(int argc, char** argv) {
  for (auto [name, frames, hop] :
       {tuple("frame_spectra_256_1500", 1500, 64), tuple("frame_spectra_256_60", 60, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *signal = a.reals(frames * hop + 256, -1, 1), *window = a.reals(256, 0, 1),
         *power = a.zeros(frames * 129);
    RUN(frame_spectra_256<<<frames, 128>>>(signal, window, power, hop));
  }
  for (auto [name, channels, samples, block] : {tuple("adaptive_filter_16_8192x200", 8192, 200, 128),
                                                tuple("adaptive_filter_16_500x1200", 500, 1200, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = channels * samples;
    auto *reference = a.reals(n, -1, 1), *wanted = a.reals(n, -1, 1), *error = a.zeros(n);
    RUN(adaptive_filter_16<<<parts(channels, block), block>>>(reference, wanted, error, channels, samples,
                                                              0.05f));
  }
  for (auto [name, width, height, sensors] : {tuple("delay_and_sum_128x96_of_64", 128, 96, 64),
                                              tuple("delay_and_sum_256x160_of_32", 256, 160, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int samples = 1200;
    auto* echo = a.whole<short>(sensors * samples, 2000);
    auto *sensor_x = a.reals(sensors, -0.01, 0.01), *image = a.zeros(width * height);
    RUN(delay_and_sum<<<dim3(parts(width, 16), parts(height, 8)), dim3(16, 8)>>>(
        echo, sensor_x, image, sensors, samples, width, height));
  }
  for (auto [name, rows, width, block] :
       {tuple("wavelet_97_rows_600x1024", 600, 1024, 256), tuple("wavelet_97_rows_60x8192", 60, 8192, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(rows * width, -1, 1), *out = a.zeros(rows * width);
    RUN(wavelet_97_rows<<<rows, block, width * 4>>>(in, out, width));
  }
  for (auto [name, frames] : {tuple("pitch_of_frames_60", 60), tuple("pitch_of_frames_6", 6)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> tone = host_reals(frames * 200 + 512, -0.1, 0.1, 3);
    for (size_t i = 0; i < tone.size(); ++i) tone[i] += static_cast<float>(std::sin(i * (0.05 + i * 2e-6)));
    auto* signal = a.put(tone);
    auto* pitch = a.zeros<int>(frames);
    RUN(pitch_of_frames<<<frames, 256>>>(signal, pitch, 200));
  }
  for (auto [name, n, block] :
       {tuple("soft_bits_of_qam64_400000", 400000, 256), tuple("soft_bits_of_qam64_20000", 20000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* symbol = a.reals<float2>(n, -1.3, 1.3);
    auto* noise = a.reals(n, 0.01, 0.1);
    auto* bits = a.zeros<__half>(6 * n);
    RUN(soft_bits_of_qam64<<<parts(n, block), block>>>(symbol, noise, bits, n));
  }
  for (auto [name, checks, degree] :
       {tuple("check_messages_100000_of_6", 100000, 6), tuple("check_messages_12000_of_20", 12000, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* edge = a.keep(hashed(checks * degree));
    auto *from = a.reals(checks * degree, -8, 8), *to = a.zeros(checks * degree);
    RUN(check_messages<<<parts(checks, 128), 128>>>(edge, from, to, checks, degree));
  }
}

static void algebra(int argc, char** argv) {
  for (auto [name, m, n, k] : {tuple("sgemm_128x128_1024x1024x128", 1024, 1024, 128),
                               tuple("sgemm_128x128_512x512x512", 512, 512, 512),
                               tuple("sgemm_128x128_128x2048x256", 128, 2048, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *left = a.reals(m * k, -1, 1), *right = a.reals(k * n, -1, 1), *out = a.zeros(m * n);
    RUN(sgemm_128x128<<<dim3(n / 128, m / 128), 256>>>(left, right, out, n, k));
  }
  for (auto [name, m, n, k] :
       {tuple("cgemm_32_192x192x192", 192, 192, 192), tuple("cgemm_32_96x1024x64", 96, 1024, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *left = a.reals<float2>(m * k, -1, 1), *right = a.reals<float2>(k * n, -1, 1),
         *out = a.zeros<float2>(m * n);
    RUN(cgemm_32<<<dim3(n / 32, m / 32), dim3(32, 8)>>>(left, right, out, n, k));
  }
  for (auto [name, n, sweeps] :
       {tuple("singular_values_8_8000", 8000, 6), tuple("singular_values_8_400", 400, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *matrix = a.reals(n * 64, -1, 1), *values = a.zeros(n * 8);
    RUN(singular_values_8<<<parts(n * 8, 128), 128>>>(matrix, values, n, sweeps));
  }
  for (auto [name, n] : {tuple("kronecker_multiply_132", 132), tuple("kronecker_multiply_16", 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *left = a.reals(1024, -1, 1), *right = a.reals(1024, -1, 1), *x = a.reals(n * 1024, -1, 1);
    auto* y = a.zeros(n * 1024);
    RUN(kronecker_multiply<<<n, dim3(32, 32)>>>(left, right, x, y));
  }
  for (auto [name, n, k] : {tuple("syr2k_double_192x96", 192, 96), tuple("syr2k_double_512x16", 512, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *left = a.reals<double, double>(n * k, -1, 1), *right = a.reals<double, double>(n * k, -1, 1);
    auto* out = a.zeros<double>(n * n);
    RUN(syr2k_double<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(left, right, out, n, k));
  }
  for (auto [name, n, block, most] : {tuple("exponentials_4x4_60000", 60000, 128, 1.0),
                                      tuple("exponentials_4x4_10000_large", 10000, 64, 30.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals<double, double>(n * 16, -most, most / 8), *out = a.zeros<double>(n * 16);
    RUN(exponentials_4x4<<<parts(n, block), block>>>(in, out, n));
  }
  for (auto [name, channels, order, block] :
       {tuple("predictors_8192_of_16", 8192, 16, 128), tuple("predictors_1024_of_32", 1024, 32, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> values = host_reals(channels * (order + 1), -0.2, 0.2, 4);
    for (int c = 0; c < channels; ++c) values[c] = 2;
    auto *correlation = a.put(values), *predictor = a.zeros(channels * order);
    RUN(predictors<<<parts(channels, block), block>>>(correlation, predictor, channels, order));
  }
}

static void nets(int argc, char** argv) {
  for (auto [name, count, channels, pixels, block] :
       {tuple("squeeze_and_excite_64x256x49", 64, 256, 49, 256),
        tuple("squeeze_and_excite_24x64x3136", 24, 64, 3136, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(count * channels * pixels, -1, 1), *w1 = a.reals(16 * channels, -1, 1),
         *w2 = a.reals(16 * channels, -1, 1), *gate = a.zeros(count * channels);
    RUN(squeeze_and_excite<<<count, block, channels * 4>>>(x, w1, w2, gate, channels, pixels));
  }
  for (auto [name, count, side, in, out] : {tuple("conv3x3_weight_gradients_4x32x14", 4, 14, 32, 32),
                                            tuple("conv3x3_weight_gradients_2x12x28", 2, 28, 12, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(count * in * (side + 2) * (side + 2), -1, 1),
         *dy = a.reals(count * out * side * side, -1, 1), *dw = a.zeros(in * out * 9);
    RUN(conv3x3_weight_gradients<<<dim3(in, out), 128>>>(x, dy, dw, count, side, in, out));
  }
  for (auto [name, planes, in_side, out_side] :
       {tuple("resize_gradient_96x28_to_56", 96, 28, 56), tuple("resize_gradient_8x16_to_200", 8, 16, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = planes * out_side * out_side;
    auto *dy = a.reals(n, -1, 1), *dx = a.zeros(planes * in_side * in_side);
    RUN(resize_gradient<<<parts(n, 256), 256>>>(dy, dx, planes, in_side, out_side));
  }
  for (auto [name, channels, side, shares, most] :
       {tuple("deformable_columns_32x56", 32, 56, 8, 1.5),
        tuple("deformable_columns_64x28_wild", 64, 28, 64, 14.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int pixels = side * side;
    auto* x = a.reals(channels * pixels, -1, 1);
    auto* offset = a.reals<float2>(9 * pixels, -most, most);
    auto* columns = a.zeros(channels * 9 * pixels);
    RUN(deformable_columns<<<dim3(parts(9 * pixels, 128), shares), 128>>>(x, offset, columns, channels,
                                                                          side));
  }
  for (auto [name, sequences, units, steps] :
       {tuple("elman_sequence_12x128x16", 12, 128, 16), tuple("elman_sequence_4x512x6", 4, 512, 6)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = sequences * units * steps;
    auto *input = a.reals(n, -1, 1), *weights = a.reals(units * units, -0.1, 0.1), *states = a.zeros(n);
    RUN(elman_sequence<<<sequences, units, units * 4>>>(input, weights, states, units, steps));
  }
  for (auto [name, count, in, out, side] : {tuple("transposed_conv4x4_4x16x8x16", 4, 16, 8, 16),
                                            tuple("transposed_conv4x4_1x32x3x40", 1, 32, 3, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int made = 4 * side * side;
    auto *x = a.reals(count * in * side * side, -1, 1), *w = a.reals(in * out * 16, -1, 1),
         *y = a.zeros(count * out * made);
    RUN(transposed_conv4x4<<<dim3(parts(made, 128), out, count), 128>>>(x, w, y, in, out, side));
  }
  for (auto [name, rows, quads, block] : {tuple("distillation_loss_64x32000", 64, 8000, 512),
                                          tuple("distillation_loss_2000x1000", 2000, 250, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *student = a.reals<float4>(rows * quads, -5, 5), *teacher = a.reals<float4>(rows * quads, -5, 5);
    auto* loss = a.zeros(rows);
    RUN(distillation_loss<<<rows, block>>>(student, teacher, loss, quads, 0.5f));
  }
  for (auto [name, pairs, blocks] : {tuple("swish_product_gradients_1500000", 1500000, 1056),
                                     tuple("swish_product_gradients_60000", 60000, 60)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *gate = a.halves<__half2>(pairs, -3, 3), *up = a.halves<__half2>(pairs, -1, 1),
         *dy = a.halves<__half2>(pairs, -1, 1), *dgate = a.zeros<__half2>(pairs),
         *dup = a.zeros<__half2>(pairs);
    RUN(swish_product_gradients<<<blocks, 256>>>(gate, up, dy, dgate, dup, pairs));
  }
}

static void language(int argc, char** argv) {
  for (auto [name, tokens, heads, window] : {tuple("sliding_window_attention_256x4_of_64", 256, 4, 64),
                                             tuple("sliding_window_attention_1000x2_of_16", 1000, 2, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = tokens * heads * 32;
    auto *q = a.reals<float2>(n, -1, 1), *k = a.reals<float2>(n, -1, 1), *v = a.reals<float2>(n, -1, 1),
         *out = a.zeros<float2>(n);
    RUN(sliding_window_attention<<<dim3(parts(tokens, 4), heads), 128>>>(q, k, v, out, tokens, window));
  }
  for (auto [name, keys, groups, splits] : {tuple("decode_shared_keys_2048x8_by_8", 2048, 8, 8),
                                            tuple("decode_shared_keys_4096x2_by_64", 4096, 2, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* q = a.halves(groups * 4 * 128, -1, 1);
    auto *k = a.halves<uint2>(groups * keys * 32, -1, 1), *v = a.halves<uint2>(groups * keys * 32, -1, 1);
    auto* partial = a.zeros<float4>(groups * 4 * splits * 32);
    auto* scale = a.zeros<float2>(groups * 4 * splits);
    RUN(decode_shared_keys<<<dim3(splits, groups), 128>>>(q, k, v, partial, scale, keys));
  }
  for (auto [name, heads, tokens] :
       {tuple("linear_attention_state_64x128", 64, 128), tuple("linear_attention_state_400x24", 400, 24)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = heads * tokens * 32;
    auto *q = a.reals(n, -1, 1), *k = a.reals(n, -1, 1), *v = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(linear_attention_state<<<heads, 32>>>(q, k, v, out, tokens, 0.95f));
  }
  for (auto [name, keys, block] :
       {tuple("quantise_cache_40000", 40000, 256), tuple("quantise_cache_1500", 1500, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.halves<uint2>(keys * 32, -2, 2);
    auto* out = a.zeros<unsigned>(keys * 32);
    auto* scale = a.zeros(keys);
    RUN(quantise_cache<<<parts(keys * 32, block), block>>>(in, out, scale, keys));
  }
  for (auto [name, words, blocks, block] : {tuple("dequantise_normal4_600000", 600000, 528, 256),
                                            tuple("dequantise_normal4_30000", 30000, 32, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> levels(16);
    for (int i = 0; i < 16; ++i) levels[i] = std::tanh((i - 7.5f) / 5);
    OK(cudaMemcpyToSymbol(normal_levels, levels.data(), 64));
    auto* packed = a.words(words);
    auto* scale = a.reals(words / 8, 0.01, 0.1);
    auto* out = a.zeros<uint4>(words);
    RUN(dequantise_normal4<<<blocks, block>>>(packed, scale, out, words));
  }
  for (auto [name, n, blocks, block] :
       {tuple("lamb_moments_1100000", 1100000, 528, 256), tuple("lamb_moments_50000", 50000, 24, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *weight = a.reals(n, -1, 1), *gradient = a.reals(n, -1, 1), *mean = a.reals(n, -0.1, 0.1),
         *square = a.reals(n, 0, 0.1), *step = a.zeros(n), *norms = a.zeros(2);
    RUN(clear(norms, 2),
        lamb_moments<<<blocks, block>>>(weight, gradient, mean, square, step, norms, n, 0.01f));
  }
  for (auto [name, samples, block] :
       {tuple("pair_interactions_400", 400, 128), tuple("pair_interactions_24", 24, 352)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* features = a.reals<float4>(samples * 27 * 16, -1, 1);
    auto* products = a.zeros(samples * 351);
    RUN(pair_interactions<<<samples, block>>>(features, products));
  }
  for (auto [name, words, rows, power] :
       {tuple("hashed_embeddings_40000_of_150000", 40000, 150000, 1.0),
        tuple("hashed_embeddings_40000_of_150000_skewed", 40000, 150000, 5.0),
        tuple("hashed_embeddings_1000_of_50000", 1000, 50000, 3.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* word = a.whole(words, 1000000, power);
    auto* table = a.reals<float4>(rows * 16, -1, 1);
    auto* out = a.zeros<float4>(words * 16);
    RUN(hashed_embeddings<<<parts(words * 16, 256), 256>>>(word, table, out, words, rows));
  }
}

static void parallel(int argc, char** argv) {
  for (auto [name, n, blocks, block] :
       {tuple("merge_moments_1Mi", Mi, 264, 256), tuple("merge_moments_80000", 80000, 16, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.reals(n, -1, 3);
    auto* out = a.zeros<Moments>(blocks);
    RUN(merge_moments<<<blocks, block>>>(in, out, n));
  }
  for (auto [name, n, power, block] : {tuple("split_in_eight_1Mi", Mi, 1.0, 256),
                                       tuple("split_in_eight_300000_skewed", 300000, 4.0, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> keys = host_whole<unsigned>(n, 2147483647, 6, power);
    for (unsigned& k : keys) k *= 2;
    auto *in = a.put(keys), *out = a.zeros<unsigned>(static_cast<size_t>(n) * 8);
    auto* used = a.zeros<int>(8);
    RUN(clear(used, 8), split_in_eight<<<parts(n, block), block>>>(in, out, used, n));
  }
  for (auto [name, tiles, block] :
       {tuple("sort_tiles_by_bit_160_of_256", 160, 256), tuple("sort_tiles_by_bit_14_of_1024", 14, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.whole<unsigned short>(tiles * block, 65536), *out = a.zeros<unsigned short>(tiles * block);
    RUN(sort_tiles_by_bit<<<tiles, block>>>(in, out));
  }
  for (auto [name, quads, wide] : {tuple("magnitude_histogram_2000000_wide", 500000, true),
                                   tuple("magnitude_histogram_2000000_narrow", 500000, false)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> values = host_reals(quads * 4, 0, 1, 8);
    for (float& v : values) v = wide ? std::exp(30 * v - 15) : 1 + v;
    auto* in = reinterpret_cast<float4*>(a.put(values));
    auto* counts = a.zeros<unsigned>(1024);
    RUN(magnitude_histogram<<<264, 512>>>(in, counts, quads));
  }
  for (auto [name, n, values, block] : {tuple("unique_of_sorted_1000000", 1000000, 250000, 256),
                                        tuple("unique_of_sorted_100000_few", 100000, 40, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> sorted = host_whole(n, values, 9);
    std::sort(sorted.begin(), sorted.end());
    auto* in = a.put(sorted);
    auto* out = a.zeros<int2>(values + 1);
    auto* total = a.zeros<int>(1);
    RUN(clear(total, 1), unique_of_sorted<<<parts(n, block), block>>>(in, out, total, n));
  }
  for (auto [name, rows] :
       {tuple("normalise_by_tiles_60000", 60000), tuple("normalise_by_tiles_2500", 2500)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(rows * 48, -1, 1), *out = a.zeros(rows * 48);
    RUN(normalise_by_tiles<<<parts(rows, 16), 256>>>(in, out, rows));
  }
  for (auto [name, rows] :
       {tuple("running_sums_of_bytes_3000", 3000), tuple("running_sums_of_bytes_40", 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.words<uint4>(rows * 256), *out = a.zeros<uint4>(rows * 512);
    RUN(running_sums_of_bytes<<<rows, 256>>>(in, out));
  }
}

static void sparse_rows(int argc, char** argv) {
  for (auto [name, n, half] :
       {tuple("banded_multiply_200000_of_9", 200000, 4), tuple("banded_multiply_20000_of_65", 20000, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *diagonals = a.reals<double, double>(static_cast<size_t>(n) * (2 * half + 1), -1, 1),
         *x = a.reals<double, double>(n, -1, 1), *y = a.zeros<double>(n);
    RUN(banded_multiply<<<parts(n, 256), 256>>>(diagonals, x, y, n, half));
  }
  for (auto [name, kind, n, degree] : {tuple("jacobi_over_rows_90000_plane", kPlane, 90000, 4),
                                       tuple("jacobi_over_rows_40000_anywhere", kAnywhere, 40000, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Rows m = rows_of(kind, n, degree, true);
    auto *start = a.put(m.start), *column = a.put(m.to);
    auto *value = a.reals(m.entries(), -0.2, 0.2), *b = a.reals(n, -1, 1), *x = a.reals(n, -1, 1),
         *next = a.zeros(n);
    RUN(jacobi_over_rows<<<parts(4 * n, 128), 128>>>(start, column, value, b, x, next, n, 0.8f));
  }
  for (auto [name, n, width, near] : {tuple("ell_times_eight_50000_of_8", 50000, 8, false),
                                      tuple("ell_times_eight_16000_of_24_near", 16000, 24, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> columns(n * width);
    Random random = seeded(12);
    for (int r = 0; r < n; ++r) {
      int used = width / 2 + random.below(width / 2 + 1);
      for (int k = 0; k < width; ++k) {
        int c = near ? (r + k * k) % n : random.below(n);
        columns[k * n + r] = k < used ? c : -1;
      }
    }
    auto* column = a.put(columns);
    auto* value = a.reals(n * width, -1, 1);
    auto *x = a.reals<float4>(2 * n, -1, 1), *y = a.zeros<float4>(2 * n);
    RUN(ell_times_eight<<<parts(n, 128), 128>>>(column, value, x, y, n, width));
  }
  for (auto [name, n, a_most, b_most] : {tuple("sparse_product_rows_5000_of_4x8", 5000, 4, 8),
                                         tuple("sparse_product_rows_1500_of_14x16", 1500, 14, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> a_start = starts_of(lengths(n, 1, a_most, 21)),
                b_start = starts_of(lengths(n, 1, b_most, 22));
    auto *sa = a.put(a_start), *sb = a.put(b_start), *ca = a.whole(a_start.back(), n),
         *cb = a.whole(b_start.back(), n);
    auto *va = a.reals(a_start.back(), -1, 1), *vb = a.reals(b_start.back(), -1, 1);
    auto *column = a.zeros<int>(n * 256), *count = a.zeros<int>(n);
    auto* value = a.zeros(n * 256);
    RUN(sparse_product_rows<<<parts(n, 4), 128>>>(sa, ca, va, sb, cb, vb, column, value, count, n));
  }
  for (auto [name, n, edges, components] : {tuple("lightest_edges_400000_each", 100000, 400000, 100000),
                                            tuple("lightest_edges_400000_of_50", 100000, 400000, 50)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* ends = reinterpret_cast<int2*>(a.whole(2 * edges, n));
    auto* weight = a.words(edges);
    auto* component = a.whole(n, components);
    auto* lightest = a.zeros<unsigned long long>(components);
    RUN(clear(lightest, components, 255),
        lightest_edges<<<parts(edges, 256), 256>>>(ends, weight, component, lightest, edges));
  }
  for (auto [name, kind, n, degree] : {tuple("independent_set_round_100000_anywhere", kAnywhere, 100000, 8),
                                       tuple("independent_set_round_60000_few", kFew, 60000, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Rows g = rows_of(kind, n, degree);
    auto *start = a.put(g.start), *to = a.put(g.to);
    auto *state = a.zeros<signed char>(n), *next = a.zeros<signed char>(n);
    RUN(independent_set_round<<<parts(n, 256), 256>>>(start, to, state, next, n, 77));
  }
  for (auto [name, kind, n, degree] : {tuple("search_from_64_60000_anywhere", kAnywhere, 60000, 16),
                                       tuple("search_from_64_160000_plane", kPlane, 160000, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Rows g = rows_of(kind, n, degree);
    vector<unsigned long long> reached(n), known(n);
    Random random = seeded(14);
    for (int v = 0; v < n; ++v) {
      reached[v] = random.below(4) ? 0 : 1ull << random.below(64);
      known[v] = random.below(4) ? reached[v] | 1ull << random.below(64) : ~0ull;
    }
    auto *start = a.put(g.start), *to = a.put(g.to), *any = a.zeros<int>(1);
    auto *frontier = a.put(reached), *before = a.put(known), *seen = a.put(known),
         *next = a.zeros<unsigned long long>(n);
    RUN(restore(seen, before, n),
        search_from_64<<<parts(n, 128), 128>>>(start, to, frontier, seen, next, any, n));
  }
  for (auto [name, kind, n, degree, level] :
       {tuple("dependencies_of_level_100000_anywhere", kAnywhere, 100000, 8, 6),
        tuple("dependencies_of_level_90000_plane", kPlane, 90000, 4, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Rows g = rows_of(kind, n, degree);
    vector<int> far(n, -1), queue{0}, chosen_level;
    vector<float> ways(n, 0);
    far[0] = 0;
    ways[0] = 1;
    for (size_t i = 0; i < queue.size(); ++i) {
      int v = queue[i];
      if (far[v] == level) chosen_level.push_back(v);
      for (int e = g.start[v]; e < g.start[v + 1]; ++e) {
        int w = g.to[e];
        if (far[w] < 0) {
          far[w] = far[v] + 1;
          queue.push_back(w);
        }
        if (far[w] == far[v] + 1) ways[w] = std::min(ways[w] + ways[v], 1e20f);
      }
    }
    int count = static_cast<int>(chosen_level.size());
    auto *list = a.put(chosen_level), *start = a.put(g.start), *to = a.put(g.to), *depth = a.put(far);
    auto *paths = a.put(ways), *dependency = a.reals(n, 0, 3), *centrality = a.zeros(n);
    RUN(dependencies_of_level<<<parts(count, 128), 128>>>(list, start, to, depth, paths, dependency,
                                                          centrality, count));
  }
  for (auto [name, kind, n, degree] : {tuple("mean_of_neighbours_8000_anywhere", kAnywhere, 8000, 16),
                                       tuple("mean_of_neighbours_8000_few", kFew, 8000, 12),
                                       tuple("mean_of_neighbours_900_near", kNear, 900, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Rows g = rows_of(kind, n, degree);
    auto *start = a.put(g.start), *to = a.put(g.to);
    auto *feature = a.reals<float2>(n * 32, -1, 1), *mean = a.zeros<float2>(n * 32);
    RUN(mean_of_neighbours<<<parts(n, 8), 256>>>(start, to, feature, mean, n));
  }
  for (auto [name, n, blocks, block] : {tuple("conjugate_update_1000000", 1000000, 528, 256),
                                        tuple("conjugate_update_40000", 40000, 40, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals<double, double>(n, -1, 1), *r = a.reals<double, double>(n, -1, 1),
         *p = a.reals<double, double>(n, -1, 1), *q = a.reals<double, double>(n, -1, 1),
         *scalars = a.reals<double, double>(3, 0.1, 0.2);
    RUN(conjugate_update<<<blocks, block>>>(x, r, p, q, scalars, scalars + 1, scalars + 2, n));
  }
}

// Strings of given lengths, all in one array.
static vector<unsigned char> text_of(size_t n, const char* letters, unsigned seed) {
  vector<unsigned char> text(n);
  Random random = seeded(seed);
  int count = static_cast<int>(std::strlen(letters));
  for (auto& c : text) c = static_cast<unsigned char>(letters[random.below(count)]);
  return text;
}

static void data(int argc, char** argv) {
  for (auto [name, n, keys, power, blocks] :
       {tuple("group_in_shared_table_500000_of_300", 500000, 300, 1.0, 132),
        tuple("group_in_shared_table_500000_skewed", 500000, 500, 5.0, 132),
        tuple("group_in_shared_table_40000_by_8", 40000, 700, 1.0, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* key = a.whole(n, keys, power);
    auto *value = a.reals(n, 0, 1), *sums = a.zeros(1024);
    auto *table = a.zeros<int>(1024, 255), *counts = a.zeros<int>(1024);
    RUN(clear(table, 1024, 255),
        group_in_shared_table<<<blocks, 256>>>(key, value, table, sums, counts, n, parts(n, blocks)));
  }
  for (auto [name, built, probes, keys, mask] :
       {tuple("probe_chained_table_300000_unique", 50000, 300000, 2000000000, 65535),
        tuple("probe_chained_table_80000_repeated", 40000, 80000, 4000, 8191)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> own = host_whole(built, keys, 31), asked = host_whole(probes, keys, 32), head(mask + 1, -1),
                next(built);
    Random random = seeded(33);
    for (int& k : asked) k = random.below(3) ? own[random.below(built)] : k;
    for (int i = 0; i < built; ++i) {
      int at = (own[i] * 2654435761u >> 8) & mask;
      next[i] = head[at];
      head[at] = i;
    }
    auto *probe = a.put(asked), *first = a.put(head), *link = a.put(next), *key = a.put(own);
    auto* payload = a.whole(built, 1000);
    auto* sum = a.zeros<long long>(probes);
    auto* pairs = a.zeros<unsigned long long>(1);
    RUN(probe_chained_table<<<parts(probes, 256), 256>>>(probe, first, link, key, payload, sum, pairs, probes,
                                                         mask));
  }
  for (auto [name, n, least, most] : {tuple("decode_dictionary_200000_short", 200000, 4, 20),
                                      tuple("decode_dictionary_8000_long", 8000, 100, 300)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> entries = starts_of(lengths(1000, least, most, 34));
    vector<unsigned short> codes = host_whole<unsigned short>(n, 1000, 35, 2);
    vector<int> length(n);
    for (int i = 0; i < n; ++i) length[i] = entries[codes[i] + 1] - entries[codes[i]];
    vector<int> starts = starts_of(length);
    auto* code = a.put(codes);
    auto *entry = a.put(entries), *start = a.put(starts);
    auto *dictionary = a.whole<char>(entries.back(), 100), *out = a.zeros<char>(starts.back());
    RUN(decode_dictionary<<<parts(n, 128), 128>>>(code, entry, dictionary, start, out, n));
  }
  for (auto [name, pages, bits] : {tuple("decode_delta_pages_12000_of_7_bits", 12000, 7),
                                   tuple("decode_delta_pages_600_of_19_bits", 600, 19)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* packed = a.words(pages * (4 * bits + 1));
    auto* base = a.whole(pages, 1000000);
    auto* out = a.zeros<int4>(pages * 32);
    RUN(decode_delta_pages<<<parts(pages, 8), 256>>>(packed, base, out, pages, bits));
  }
  for (auto [name, n, least, most] :
       {tuple("like_filter_60000_short", 60000, 8, 40), tuple("like_filter_3000_long", 3000, 200, 800)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    char pattern[64] = "%r_a%in%";
    OK(cudaMemcpyToSymbol(like_pattern, pattern, sizeof pattern));
    vector<int> starts = starts_of(lengths(n, least, most, 36));
    auto* text = reinterpret_cast<char*>(a.put(text_of(starts.back(), "readings ", 37)));
    auto* start = a.put(starts);
    auto* mask = a.zeros<unsigned>(parts(n, 32));
    RUN(like_filter<<<parts(n, 128), 128>>>(text, start, mask, n, static_cast<int>(std::strlen(pattern))));
  }
  for (auto [name, documents, most, power] :
       {tuple("minhash_64_500", 500, 300, 1.0), tuple("minhash_64_150_skewed", 150, 3000, 4.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> starts = starts_of(lengths(documents, 10, most, 38, power));
    auto *word = a.whole(starts.back(), 30000, 3), *start = a.put(starts);
    auto* signature = a.zeros<unsigned>(documents * 64);
    RUN(minhash_64<<<documents, 64>>>(word, start, signature));
  }
  for (auto [name, n, blocks, block] : {tuple("add_to_hyperloglog_1500000", 1500000, 132, 1024),
                                        tuple("add_to_hyperloglog_60000", 60000, 16, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* item = a.words<unsigned long long>(n);
    auto* registers = a.zeros<int>(4096);
    RUN(clear(registers, 4096), add_to_hyperloglog<<<blocks, block>>>(item, registers, n));
  }
  for (auto [name, n, power, mask] : {tuple("add_to_count_min_500000", 500000, 1.0, 65535),
                                      tuple("add_to_count_min_200000_skewed", 200000, 8.0, 4095)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* item = a.whole(n, 10000000, power);
    auto* counters = a.zeros<unsigned>(4 * (mask + 1));
    RUN(add_to_count_min<<<264, 256>>>(item, counters, n, mask));
  }
  for (auto [name, n, block] :
       {tuple("encode_hex_3000000", 3000000, 256), tuple("encode_hex_100000", 100000, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.words(n);
    auto* out = a.zeros<uint2>(n);
    RUN(encode_hex<<<parts(n, block), block>>>(in, out, n));
  }
}

static void chance(int argc, char** argv) {
  for (auto [name, n, block] :
       {tuple("md5_messages_200000", 200000, 256), tuple("md5_messages_5000", 5000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> sines(64);
    for (int i = 0; i < 64; ++i)
      sines[i] = static_cast<unsigned>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    OK(cudaMemcpyToSymbol(md5_sines, sines.data(), 256));
    auto *message = a.words<uint4>(n * 4), *digest = a.zeros<uint4>(n);
    RUN(md5_messages<<<parts(n, block), block>>>(message, digest, n));
  }
  for (auto [name, n, least, most, power] : {tuple("siphash_strings_80000_short", 80000, 5, 50, 1.0),
                                             tuple("siphash_strings_4000_skewed", 4000, 8, 2000, 5.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> starts = starts_of(lengths(n, least, most, 41, power));
    auto* text = a.whole<unsigned char>(starts.back(), 256);
    auto* start = a.put(starts);
    auto* hash = a.zeros<unsigned long long>(n);
    RUN(siphash_strings<<<parts(n, 128), 128>>>(text, start, hash, n, 0x0706050403020100ull,
                                                0x0f0e0d0c0b0a0908ull));
  }
  for (auto [name, n, squares, block] : {tuple("montgomery_squares_20000_by_8", 20000, 8, 128),
                                         tuple("montgomery_squares_2000_by_24", 2000, 24, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    // The prime of secp256k1, lowest word first
    vector<unsigned> modulus(8, 0xffffffffu);
    modulus[0] = 0xfffffc2fu;
    modulus[1] = 0xfffffffeu;
    OK(cudaMemcpyToSymbol(modulus_256, modulus.data(), 32));
    unsigned inverse = 1;
    for (int i = 0; i < 5; ++i) inverse *= 2 - modulus[0] * inverse;
    auto *in = a.words(n * 8), *out = a.zeros<unsigned>(n * 8);
    RUN(montgomery_squares<<<parts(n, block), block>>>(in, out, 0u - inverse, n, squares));
  }
  for (auto [name, n] : {tuple("number_transforms_1024_264", 264), tuple("number_transforms_1024_30", 30)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    // 3 is a generator modulo 998244353
    unsigned long long root = 1, prime = 998244353;
    for (unsigned long long base = 3, left = (prime - 1) / 1024; left;
         left /= 2, base = base * base % prime) {
      if (left % 2) root = root * base % prime;
    }
    vector<unsigned> powers(512, 1);
    for (int i = 1; i < 512; ++i) powers[i] = static_cast<unsigned>(powers[i - 1] * root % prime);
    auto* roots = a.put(powers);
    auto *in = a.whole<unsigned>(n * 1024, 998244353), *out = a.zeros<unsigned>(n * 1024);
    RUN(number_transforms_1024<<<n, 512>>>(in, out, roots));
  }
  for (auto [name, words, length, block] : {tuple("reed_solomon_parity_6000_of_40", 6000, 40, 128),
                                            tuple("reed_solomon_parity_1000_of_200", 1000, 200, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned char> log_of(256, 0), power_of(512), generator(17, 0), generator_log(16);
    int v = 1;
    for (int i = 0; i < 512; ++i) {
      power_of[i] = static_cast<unsigned char>(v);
      if (i < 255) log_of[v] = static_cast<unsigned char>(i);
      v = v & 128 ? (v << 1) ^ 0x11d : v << 1;
    }
    // The product of (x - 2^i), the highest power first
    generator[0] = 1;
    for (int i = 0; i < 16; ++i) {
      for (int k = i + 1; k > 0; --k) {
        if (generator[k - 1]) generator[k] ^= power_of[log_of[generator[k - 1]] + i];
      }
    }
    for (int k = 0; k < 16; ++k) generator_log[k] = log_of[generator[k + 1]];
    auto *bytes = a.whole<unsigned char>(words * length, 256), *logs = a.put(log_of),
         *powers = a.put(power_of), *generator_logs = a.put(generator_log),
         *parity = a.zeros<unsigned char>(words * 16);
    RUN(reed_solomon_parity<<<parts(words, block), block>>>(bytes, logs, powers, generator_logs, parity,
                                                            words, length));
  }
  for (auto [name, n, each] :
       {tuple("gamma_samples_20000x10", 20000, 10), tuple("gamma_samples_1500x60", 1500, 60)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *shape = a.reals(n, 1, 6), *out = a.zeros(n * each);
    RUN(gamma_samples<<<parts(n, 128), 128>>>(shape, out, n, each));
  }
  for (auto [name, entries, n, each] : {tuple("draws_from_aliases_640000_of_100000", 100000, 40000, 16),
                                        tuple("draws_from_aliases_400000_of_200_skewed", 200, 20000, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> weight = host_reals(entries, 0, 1, 44);
    double total = 0;
    if (entries < 1000) {
      for (int i = 0; i < entries; ++i) weight[i] = 1.0f / (i + 1);
    }
    for (float w : weight) total += w;
    vector<int> small, large;
    for (int i = 0; i < entries; ++i) {
      weight[i] = static_cast<float>(weight[i] * entries / total);
      (weight[i] < 1 ? small : large).push_back(i);
    }
    vector<int2> aliases(entries);
    auto enter = [&](int at, float keep, int other) {
      std::memcpy(&aliases[at].x, &keep, 4);
      aliases[at].y = other;
    };
    while (!small.empty() && !large.empty()) {
      int low = small.back(), high = large.back();
      small.pop_back();
      enter(low, weight[low], high);
      weight[high] -= 1 - weight[low];
      if (weight[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
    for (int i : small) enter(i, 1, i);
    for (int i : large) enter(i, 1, i);
    auto* table = a.put(aliases);
    auto* drawn = a.zeros<unsigned>(entries);
    RUN(draws_from_aliases<<<parts(n, 256), 256>>>(table, drawn, entries, n, each));
  }
  for (auto [name, paths, until, block] :
       {tuple("reaction_paths_6000", 6000, 15.0f, 128), tuple("reaction_paths_600_long", 600, 80.0f, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* state = a.zeros<int2>(paths);
    auto* busy = a.zeros(paths);
    RUN(reaction_paths<<<parts(paths, block), block>>>(state, busy, paths, until));
  }
}

// A quadtree over points in depth-first order; a leaf has one point.
struct Quadtree {
  vector<float4> node;
  vector<int> skip;

  void add(vector<float2>& p, int first, int last, float x, float y, float side) {
    size_t own = node.size();
    float4 sum = {0, 0, static_cast<float>(last - first), side * side};
    for (int i = first; i < last; ++i) {
      sum.x += p[i].x / sum.z;
      sum.y += p[i].y / sum.z;
    }
    bool leaf = last - first <= 1 || side < 1e-4f;
    if (leaf) sum.w = 0;
    node.push_back(sum);
    skip.push_back(0);
    float half = side / 2;
    if (!leaf) {
      auto *begin = p.data() + first, *end = p.data() + last;
      auto* middle = std::partition(begin, end, [=](float2 v) { return v.y < y + half; });
      auto* low = std::partition(begin, middle, [=](float2 v) { return v.x < x + half; });
      auto* high = std::partition(middle, end, [=](float2 v) { return v.x < x + half; });
      int cut[5] = {first, static_cast<int>(low - p.data()), static_cast<int>(middle - p.data()),
                    static_cast<int>(high - p.data()), last};
      for (int k = 0; k < 4; ++k) {
        if (cut[k] < cut[k + 1]) add(p, cut[k], cut[k + 1], x + k % 2 * half, y + k / 2 * half, half);
      }
    }
    skip[own] = static_cast<int>(node.size());
  }
};

static void particles(int argc, char** argv) {
  for (auto [name, side, each] :
       {tuple("forces_by_cells_216_of_24", 6, 24), tuple("forces_by_cells_729_of_6", 9, 6)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int cells = side * side * side;
    vector<int> starts = starts_of(lengths(cells, each / 2, each * 3 / 2, 51));
    vector<float4> at(starts.back());
    Random random = seeded(52);
    auto part = [&] { return (random() >> 8) / 16777216.0f; };
    for (int c = 0; c < cells; ++c) {
      for (int i = starts[c]; i < starts[c + 1]; ++i) {
        at[i].x = c % side + part();
        at[i].y = c / side % side + part();
        at[i].z = c / side / side + part();
        at[i].w = 1;
      }
    }
    auto *position = a.put(at), *force = a.zeros<float4>(at.size());
    auto* start = a.put(starts);
    RUN(forces_by_cells<<<cells, 64>>>(position, start, force, side));
  }
  for (auto [name, n, atoms, block] :
       {tuple("torsion_forces_80000", 80000, 60000, 128), tuple("torsion_forces_3000", 3000, 2000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int4> bonds(n);
    Random random = seeded(53);
    for (int i = 0; i < n; ++i) {
      int first = static_cast<int>(static_cast<long long>(i) * (atoms - 12) / n);
      bonds[i] = {first, first + 1 + random.below(3), first + 4 + random.below(3),
                  first + 7 + random.below(4)};
    }
    auto* list = a.put(bonds);
    auto* constants = a.reals<float2>(n, 0, 3);
    auto* position = a.reals<float4>(atoms, 0, 50);
    auto *force = a.zeros(atoms * 3), *energy = a.zeros(n);
    RUN(torsion_forces<<<parts(n, block), block>>>(list, constants, position, force, energy, n));
  }
  for (auto [name, n, shake] :
       {tuple("constrain_water_60000", 60000, 0.05f), tuple("constrain_water_3000_far", 3000, 0.2f)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float4> still(3 * n), moved(3 * n);
    Random random = seeded(54);
    for (int i = 0; i < 3 * n; ++i) {
      auto noise = [&, by = shake] { return by * (random() / 4294967296.0f - 0.5f); };
      still[i].x = i % 3 == 1 ? 1.0f : i % 3 == 2 ? -0.333f : 0.0f;
      still[i].y = i % 3 == 2 ? 0.943f : 0.0f;
      still[i].z = still[i].w = 0;
      moved[i].x = still[i].x + noise();
      moved[i].y = still[i].y + noise();
      moved[i].z = noise();
      moved[i].w = 0;
    }
    auto *before = a.put(still), *start = a.put(moved), *position = a.put(moved);
    auto* rounds_of = a.zeros<int>(n);
    RUN(restore(position, start, 3 * n),
        constrain_water<<<parts(n, 128), 128>>>(position, before, rounds_of, n));
  }
  for (auto [name, n, side, sorted] : {tuple("boris_push_200000_anywhere", 200000, 256, false),
                                       tuple("boris_push_200000_sorted", 200000, 256, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> at = host_reals(2 * n, 0, side, 55);
    vector<float2> place(n);
    for (int i = 0; i < n; ++i)
      place[i] = {std::min(at[2 * i], side - 0.01f), std::min(at[2 * i + 1], side - 0.01f)};
    if (sorted) {
      std::sort(place.begin(), place.end(), [](float2 u, float2 v) {
        int ru = static_cast<int>(u.y), rv = static_cast<int>(v.y);
        return ru != rv ? ru < rv : u.x < v.x;
      });
    }
    auto* position = a.put(place);
    auto* velocity = a.reals<float3>(n, -1, 1);
    auto *electric = a.reals<float4>(side * side, -1, 1), *magnetic = a.reals<float4>(side * side, -1, 1);
    RUN(boris_push<<<parts(n, 256), 256>>>(position, velocity, electric, magnetic, n, side, 0.05f));
  }
  for (auto [name, n, sorted, closeness] : {tuple("gravity_by_tree_6000_sorted", 6000, true, 0.5f),
                                            tuple("gravity_by_tree_6000_anywhere", 6000, false, 0.5f),
                                            tuple("gravity_by_tree_1000_exact", 1000, true, 0.05f)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float2> points(n);
    Random random = seeded(56);
    for (float2& p : points) {
      double r = 0.49 * std::pow(random() / 4294967296.0, 2), angle = random() / 4294967296.0 * 6.283;
      p.x = static_cast<float>(0.5 + r * std::cos(angle));
      p.y = static_cast<float>(0.5 + r * std::sin(angle));
    }
    vector<float2> bodies = points;
    Quadtree tree;
    tree.add(points, 0, n, 0, 0, 1);
    int nodes = static_cast<int>(tree.node.size());
    auto* node = a.put(tree.node);
    auto* skip = a.put(tree.skip);
    auto *body = a.put(sorted ? points : bodies), *pull = a.zeros<float2>(n);
    RUN(gravity_by_tree<<<parts(n, 128), 128>>>(node, skip, body, pull, n, nodes, closeness));
  }
  for (auto [name, n, side, power] : {tuple("points_to_grid_60000", 60000, 128, 1.0),
                                      tuple("points_to_grid_20000_heap", 20000, 128, 5.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float4> states(n);
    Random random = seeded(57);
    for (float4& s : states) {
      s.x = static_cast<float>(2 + (side - 6) * std::pow(random() / 4294967296.0, power));
      s.y = static_cast<float>(2 + (side - 6) * std::pow(random() / 4294967296.0, power));
      s.z = s.w = random() / 4294967296.0f;
    }
    auto *state = a.put(states), *affine = a.reals<float4>(n, -1, 1);
    auto *mass = a.zeros(side * side), *momentum = a.zeros(2 * side * side);
    RUN(points_to_grid<<<parts(n, 128), 128>>>(state, affine, mass, momentum, n, side));
  }
  for (auto [name, n, blocks] :
       {tuple("langevin_step_900000", 900000, 528), tuple("langevin_step_30000", 30000, 30)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *position = a.reals(n, 0, 10), *velocity = a.reals(n, -1, 1), *force = a.reals(n, -1, 1),
         *inverse_mass = a.reals(parts(n, 3), 0.1, 1);
    RUN(langevin_step<<<blocks, 256>>>(position, velocity, force, inverse_mass, n, 0.002f, 0.99f, 0.6f,
                                       1234));
  }
}

static void fields(int argc, char** argv) {
  for (auto [name, width, rows] :
       {tuple("burgers_weno_rows_1024x300", 1024, 300), tuple("burgers_weno_rows_700x10", 700, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(width * rows, -1, 1), *out = a.zeros(width * rows);
    RUN(burgers_weno_rows<<<dim3(parts(width, 256), rows), 256>>>(in, out, width, 0.3f));
  }
  for (auto [name, width, height] :
       {tuple("euler_along_x_1024x512", 1024, 512), tuple("euler_along_x_200x100", 200, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> cells = host_reals(4 * width * height, 0.1, 1, 61);
    for (size_t i = 3; i < cells.size(); i += 4) cells[i] += 12;
    auto *in = reinterpret_cast<float4*>(a.put(cells)), *out = a.zeros<float4>(width * height);
    RUN(euler_along_x<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(in, out, width, height,
                                                                                 0.1f));
  }
  for (auto [name, side] : {tuple("prolong_and_add_40", 40), tuple("prolong_and_add_10", 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *coarse = a.reals(side * side * side, -1, 1), *fine = a.reals(8 * side * side * side, -1, 1);
    RUN(prolong_and_add<<<dim3(parts(2 * side, 32), parts(2 * side, 4), 2 * side), dim3(32, 4)>>>(
        coarse, fine, side));
  }
  for (auto [name, side] : {tuple("residual_and_restrict_40", 40), tuple("residual_and_restrict_8", 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = side * side * side;
    auto *u = a.reals(8 * n, -1, 1), *f = a.reals(8 * n, -1, 1), *coarse = a.zeros(n);
    RUN(residual_and_restrict<<<dim3(parts(side, 8), parts(side, 8), side), dim3(8, 8)>>>(u, f, coarse,
                                                                                          side));
  }
  for (auto [name, width, height] :
       {tuple("redistance_step_900x600", 900, 600), tuple("redistance_step_128x100", 128, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = width * height;
    auto *in = a.reals<double, double>(n, -5, 5), *sign = a.reals<double, double>(n, -1, 1),
         *out = a.zeros<double>(n);
    RUN(redistance_step<<<dim3(parts(width, 32), parts(height, 4)), dim3(32, 4)>>>(in, sign, out, width,
                                                                                   height, 0.3));
  }
  for (auto [name, side, shuffled] : {tuple("stiffness_by_elements_300_ordered", 300, false),
                                      tuple("stiffness_by_elements_300_shuffled", 300, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int nodes = (side + 1) * (side + 1), elements = 2 * side * side;
    vector<int> order(elements), corners;
    std::iota(order.begin(), order.end(), 0);
    Random random = seeded(62);
    for (int i = elements - 1; shuffled && i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    for (int e : order) {
      int cell = e / 2, first = cell / side * (side + 1) + cell % side, across = first + side + 2;
      corners.insert(corners.end(), {first, e % 2 ? across : first + 1, e % 2 ? across - 1 : across});
    }
    vector<float2> places(nodes);
    for (int i = 0; i < nodes; ++i) places[i] = {i % (side + 1) * 0.1f, i / (side + 1) * 0.1f};
    auto* corner = a.put(corners);
    auto* place = a.put(places);
    auto *conductivity = a.reals(elements, 1, 2), *u = a.reals(nodes, -1, 1), *result = a.zeros(nodes);
    RUN(stiffness_by_elements<<<parts(elements, 256), 256>>>(corner, place, conductivity, u, result,
                                                             elements));
  }
  for (auto [name, n] : {tuple("element_derivatives_264", 264), tuple("element_derivatives_20", 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *u = a.reals(n * 512, -1, 1), *derivative = a.reals(64, -1, 1), *dx = a.zeros(n * 512),
         *dy = a.zeros(n * 512), *dz = a.zeros(n * 512);
    RUN(element_derivatives<<<n, dim3(8, 8, 8)>>>(u, derivative, dx, dy, dz));
  }
  for (auto [name, systems, rows, block] : {tuple("block_tridiagonal_8192x32", 8192, 32, 128),
                                            tuple("block_tridiagonal_700x200", 700, 200, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = systems * rows;
    vector<float> middle = host_reals(4 * n, -0.5, 0.5, 63);
    for (int i = 0; i < 4 * n; ++i) middle[i] += i % 4 % 3 ? 0 : 4;
    auto *lower = a.reals<float4>(n, -0.5, 0.5), *diagonal = reinterpret_cast<float4*>(a.put(middle)),
         *upper = a.reals<float4>(n, -0.5, 0.5);
    auto* x = a.reals<float2>(n, -1, 1);
    RUN(block_tridiagonal<<<parts(systems, block), block>>>(lower, diagonal, upper, x, systems, rows));
  }
}

static void geometry(int argc, char** argv) {
  for (auto [name, rays, triangles, block] : {tuple("rays_and_triangles_4096_of_256", 4096, 256, 128),
                                              tuple("rays_and_triangles_900_of_1000", 900, 1000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> from = host_reals(3 * rays, 0, 1, 71), to = host_reals(3 * rays, -0.4, 0.4, 72);
    vector<float> parts_of = host_reals(9 * triangles, -0.2, 0.2, 73);
    for (int i = 0; i < rays; ++i) {
      from[3 * i + 2] = -1;
      to[3 * i + 2] = 1;
    }
    for (int i = 0; i < 9 * triangles; ++i) parts_of[i] += i % 9 < 3 ? 0.5f : 0;
    auto *origin = reinterpret_cast<float3*>(a.put(from)), *direction = reinterpret_cast<float3*>(a.put(to)),
         *triangle = reinterpret_cast<float3*>(a.put(parts_of));
    auto* hit = a.zeros(rays);
    auto* which = a.zeros<int>(rays);
    RUN(rays_and_triangles<<<parts(rays, block), block>>>(origin, direction, triangle, hit, which, rays,
                                                          triangles));
  }
  for (auto [name, width, height] :
       {tuple("march_to_bulb_160x120", 160, 120), tuple("march_to_bulb_48x32", 48, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* shade = a.zeros(width * height);
    RUN(march_to_bulb<<<dim3(parts(width, 16), parts(height, 8)), dim3(16, 8)>>>(shade, width, height, 8));
  }
  for (auto [name, n, limit, power] : {tuple("radix_tree_links_60000", 60000, 1 << 30, 1.0),
                                       tuple("radix_tree_links_20000_clustered", 20000, 1 << 20, 4.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> codes = host_whole<unsigned>(n, limit, 74, power);
    std::sort(codes.begin(), codes.end());
    auto* code = a.put(codes);
    auto* children = a.zeros<int2>(n);
    auto* parent = a.zeros<int>(2 * n, 255);
    RUN(radix_tree_links<<<parts(n - 1, 256), 256>>>(code, children, parent, n));
  }
  for (auto [name, side, shuffled] : {tuple("normals_of_vertices_80000_ordered", 200, false),
                                      tuple("normals_of_vertices_80000_shuffled", 200, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int vertices = (side + 1) * (side + 1), faces = 2 * side * side;
    vector<int> order(faces);
    std::iota(order.begin(), order.end(), 0);
    Random random = seeded(75);
    for (int i = faces - 1; shuffled && i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    vector<int3> list;
    for (int e : order) {
      int first = e / 2 / side * (side + 1) + e / 2 % side, across = first + side + 2;
      list.push_back(e % 2 ? make_int3(first, across, across - 1) : make_int3(first, first + 1, across));
    }
    auto* face = a.put(list);
    auto* vertex = a.reals<float4>(vertices, 0, 1);
    auto* normal = a.zeros(3 * vertices);
    RUN(normals_of_vertices<<<parts(faces, 128), 128>>>(face, vertex, normal, faces));
  }
  for (auto [name, rays, side, rarity] : {tuple("rays_through_voxels_30000_dense", 30000, 64, 40),
                                          tuple("rays_through_voxels_20000_sparse", 20000, 128, 3000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> bits(side * side * side / 32, 0);
    Random random = seeded(76);
    for (int i = 0; i < side * side * side / rarity; ++i) {
      int at = random.below(side * side * side);
      bits[at / 32] |= 1u << at % 32;
    }
    // A camera that looks along z; neighbours in a warp see about the same
    vector<float4> from(rays), way(rays);
    for (int i = 0; i < rays; ++i) {
      float x = i % 200 / 200.0f - 0.497f, y = i / 200 / (rays / 200.0f) - 0.497f;
      from[i] = make_float4(side * 0.5f + 0.1f, side * 0.5f + 0.1f, 0.1f, 0);
      way[i] = make_float4(x, y, 1, 0);
    }
    auto* full = a.put(bits);
    auto *origin = a.put(from), *direction = a.put(way);
    auto* hit = a.zeros<int>(rays);
    RUN(rays_through_voxels<<<parts(rays, 128), 128>>>(full, origin, direction, hit, rays, side));
  }
  for (auto [name, across, down, most, opacity] : {tuple("blend_splats_16x12_faint", 16, 12, 90, 0.3),
                                                   tuple("blend_splats_10x8_solid", 10, 8, 900, 1.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int splats = 20000, tiles = across * down;
    vector<int> starts = starts_of(lengths(tiles, 5, most, 77, 1.5)), splat(starts.back());
    vector<float2> centre = vector<float2>(splats);
    vector<float4> conic(splats);
    Random random = seeded(78);
    auto part = [&] { return random() / 4294967296.0f; };
    for (int i = 0; i < splats; ++i) {
      float wide = 0.01f + 0.1f * part();
      centre[i] = {part() * across * 16, part() * down * 16};
      conic[i] = make_float4(wide, 0.2f * wide, 0.01f + 0.1f * part(), static_cast<float>(opacity) * part());
    }
    for (int t = 0; t < tiles; ++t) {
      for (int e = starts[t]; e < starts[t + 1]; ++e) {
        // Some splat, moved near the tile that lists it
        splat[e] = random.below(splats);
        centre[splat[e]] = {t % across * 16 + 24 * part() - 4, t / across * 16 + 24 * part() - 4};
      }
    }
    auto *start = a.put(starts), *list = a.put(splat);
    auto* place = a.put(centre);
    auto *shape = a.put(conic), *colour = a.reals<float4>(splats, 0, 1),
         *image = a.zeros<float4>(tiles * 256);
    RUN(blend_splats<<<dim3(across, down), dim3(16, 16)>>>(start, list, place, shape, colour, image,
                                                           across * 16));
  }
  for (auto [name, n, blocks] :
       {tuple("registration_sums_300000", 300000, 132), tuple("registration_sums_10000", 10000, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *source = a.reals<float4>(n, -1, 1), *target = a.reals<float4>(n, -1, 1),
         *normal = a.reals<float4>(n, -1, 1);
    auto* sums = a.zeros(27);
    RUN(registration_sums<<<blocks, 256>>>(source, target, normal, sums, n));
  }
  for (auto [name, side, points, most, block] : {tuple("visits_of_orbits_60000", 512, 60000, 150, 256),
                                                 tuple("visits_of_orbits_3000_long", 256, 3000, 3000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* count = a.zeros<unsigned>(side * side);
    RUN(visits_of_orbits<<<parts(points, block), block>>>(count, side, points, most));
  }
}

static void sequences(int argc, char** argv) {
  for (auto [name, pairs, length] :
       {tuple("read_likelihoods_3000_of_100", 3000, 100), tuple("read_likelihoods_120_of_600", 120, 600)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned char> haplotypes = text_of(static_cast<size_t>(pairs) * length, "ACGT", 81),
                          reads(pairs * 32);
    for (int i = 0; i < pairs * 32; ++i)
      reads[i] = haplotypes[static_cast<size_t>(i / 32) * length + 20 + i % 32];
    auto *read = reinterpret_cast<char*>(a.put(reads)),
         *haplotype = reinterpret_cast<char*>(a.put(haplotypes));
    auto *quality = a.reals(pairs * 32, 0.0001, 0.02), *likelihood = a.zeros(pairs);
    RUN(read_likelihoods<<<parts(pairs, 4), 128>>>(read, quality, haplotype, likelihood, pairs, length));
  }
  for (auto [name, variants, words] : {tuple("linkage_of_variants_256_of_2048", 256, 64),
                                       tuple("linkage_of_variants_64_of_32768", 64, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* carriers = a.words(variants * words);
    auto* linkage = a.zeros(variants * variants);
    RUN(linkage_of_variants<<<dim3(variants / 16, variants / 16), dim3(16, 16)>>>(carriers, linkage, variants,
                                                                                  words));
  }
  for (auto [name, pairs, letters, block] : {tuple("common_subsequences_16384x128", 16384, 128, 128),
                                             tuple("common_subsequences_1000x900", 1000, 900, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *pattern = a.whole<unsigned char>(pairs * 64, 20),
         *text = a.whole<unsigned char>(pairs * letters, 20);
    auto* length = a.zeros<int>(pairs);
    RUN(common_subsequences<<<parts(pairs, block), block>>>(pattern, text, length, pairs, letters));
  }
  for (auto [name, n, apart, count] : {tuple("fold_diagonal_256_at_120_of_32", 256, 120, 32),
                                       tuple("fold_diagonal_1000_at_900_of_2", 1000, 900, 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* sequence = reinterpret_cast<char*>(a.put(text_of(n * count, "ACGU", 82)));
    auto* best = a.whole<short>(static_cast<size_t>(n) * n * count, n / 3);
    RUN(fold_diagonal<<<dim3(n - apart, count), 64>>>(sequence, best, n, apart));
  }
  for (auto [name, scenarios, block] :
       {tuple("bootstrap_curves_8192", 8192, 128), tuple("bootstrap_curves_500", 500, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* year = a.put(vector<int>{1, 2, 3, 5, 7, 10, 15, 20});
    auto *rate = a.reals<double, double>(8 * scenarios, 0.02, 0.03),
         *discount = a.zeros<double>(8 * scenarios);
    RUN(bootstrap_curves<<<parts(scenarios, block), block>>>(rate, year, discount, scenarios, 8));
  }
  for (auto [name, paths, steps, block] : {tuple("forward_rate_paths_16384x8", 16384, 8, 256),
                                           tuple("forward_rate_paths_2000x20", 2000, 20, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<float> volatility(32);
    for (int i = 0; i < 32; ++i) volatility[i] = 0.25f - 0.004f * i;
    OK(cudaMemcpyToSymbol(forward_volatility, volatility.data(), 128));
    auto* value = a.zeros(paths);
    RUN(forward_rate_paths<<<parts(paths, block), block>>>(value, paths, steps, 0.04f));
  }
  for (auto [name, width, height] :
       {tuple("larger_life_512x256", 512, 256), tuple("larger_life_96x64", 96, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.whole<unsigned char>(width * height, 2, 1.5), *out = a.zeros<unsigned char>(width * height);
    RUN(larger_life<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(in, out, width, height));
  }
  for (auto [name, games, block] :
       {tuple("othello_games_4096", 4096, 64), tuple("othello_games_200", 200, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    ulonglong2 start = {0x0000000810000000ull, 0x0000001008000000ull};
    auto* result = a.zeros<int>(games);
    RUN(othello_games<<<parts(games, block), block>>>(start, result, games));
  }
  for (auto [name, n, blocks] :
       {tuple("best_exchange_1500", 1500, 264), tuple("best_exchange_300", 300, 44)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* city = a.reals<float2>(n, 0, 1);
    auto* best = a.zeros<unsigned long long>(1);
    RUN(clear(best, 1), best_exchange<<<blocks, 256>>>(city, best, n));
  }
  for (auto [name, population, words] :
       {tuple("breed_8192x64", 8192, 64), tuple("breed_200x2000", 200, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *genes = a.words(population * words), *children = a.zeros<unsigned>(population * words);
    auto* fitness = a.reals(population, 0, 1);
    RUN(breed<<<parts(population, 4), 128>>>(genes, fitness, children, population, words));
  }
}

static void tensors(int argc, char** argv) {
  if (chosen(argc, argv, "permute_axes_float_reversed_24x40x32x30")) {
    Arrays a;
    // The output is 30 by 32 by 40 by 24
    Axes from = {{30, 32, 40, 24}, {1, 30, 960, 38400}};
    int n = 24 * 40 * 32 * 30;
    auto *in = a.reals(n, -1, 1), *out = a.zeros(n);
    RUN(permute_axes<<<parts(n, 256), 256>>>(in, out, from, n));
  }
  if (chosen(argc, argv, "permute_axes_half_heads_8x128x16x64")) {
    Arrays a;
    // Tokens and heads change places
    Axes from = {{8, 16, 128, 64}, {131072, 64, 1024, 1}};
    int n = 8 * 128 * 16 * 64;
    auto *in = a.halves(n, -1, 1), *out = a.zeros<__half>(n);
    RUN(permute_axes<<<528, 512>>>(in, out, from, n));
  }
  if (chosen(argc, argv, "permute_axes_double_last_two_6x5x64x50")) {
    Arrays a;
    Axes from = {{6, 5, 50, 64}, {16000, 3200, 1, 50}};
    int n = 6 * 5 * 64 * 50;
    auto *in = a.reals<double, double>(n, -1, 1), *out = a.zeros<double>(n);
    RUN(permute_axes<<<parts(n, 128), 128>>>(in, out, from, n));
  }
  for (auto [name, channels, pixels] :
       {tuple("pack_channels_16_256x3136", 256, 3136), tuple("pack_channels_16_64x196", 64, 196)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(channels * pixels, -1, 1), *out = a.zeros(channels * pixels);
    RUN(pack_channels_16<<<dim3(parts(pixels, 64), channels / 16), 256>>>(in, out, pixels));
  }
  for (auto [name, rows, width, targets, power] :
       {tuple("scatter_largest_30000x32_to_3000", 30000, 32, 3000, 1.0),
        tuple("scatter_largest_10000x32_to_20", 10000, 32, 20, 2.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* value = a.reals(rows * width, -1, 1);
    auto* index = a.whole(rows, targets, power);
    vector<float> lowest(targets * width, -1e30f);
    auto *start = a.put(lowest), *out = a.put(lowest);
    RUN(restore(out, start, targets * width),
        scatter_largest<<<parts(rows * width, 256), 256>>>(value, index, out, rows, width));
  }
  for (auto [name, images, channels, plane, blocks] :
       {tuple("broadcast_affine_16x64x3136", 16, 64, 784, 1056),
        tuple("broadcast_affine_2x32x196", 2, 32, 49, 13)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int row = channels * plane, quads = images * row;
    auto *x = a.reals<float4>(quads, -1, 1), *shift = a.reals<float4>(row, -1, 1),
         *out = a.zeros<float4>(quads);
    auto* scale = a.reals(channels, 0.5, 1.5);
    RUN(broadcast_affine<<<blocks, 256>>>(x, scale, shift, out, quads, row, channels, plane));
  }
  for (auto [name, outer, length, inner] : {tuple("products_along_axis_16384x64x1", 16384, 64, 1),
                                            tuple("products_along_axis_4x256x2048", 4, 256, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = outer * length * inner;
    auto *in = a.reals(n, 0, 0.1), *out = a.zeros(n);
    RUN(products_along_axis<<<parts(outer * inner, 128), 128>>>(in, out, outer, length, inner));
  }
  for (auto [name, side, pairs] :
       {tuple("roll_into_windows_112x48", 112, 48), tuple("roll_into_windows_14x192", 14, 192)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = side * side * pairs;
    auto *in = a.halves<__half2>(n, -1, 1), *out = a.zeros<__half2>(n);
    RUN(roll_into_windows<<<parts(n, 256), 256>>>(in, out, side, 7, 3, pairs));
  }
  for (auto [name, rows, width, bx, by] : {tuple("gather_weighted_rows_8192x512", 8192, 64, 32, 8),
                                           tuple("gather_weighted_rows_300x4096", 300, 512, 128, 1)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int entries = 4000;
    vector<int> from = host_whole(rows, entries + 400, 91, 1.5);
    for (int& i : from) i = i < entries ? i : -1;
    auto *table = a.halves<uint4>(entries * width, -1, 1), *out = a.zeros<uint4>(rows * width);
    auto* index = a.put(from);
    auto* weight = a.reals(rows, 0, 1);
    RUN(gather_weighted_rows<<<parts(rows, by), dim3(bx, by)>>>(table, index, weight, out, rows, width));
  }
}

int main(int argc, char** argv) {
  images(argc, argv);
  signals(argc, argv);
  algebra(argc, argv);
  nets(argc, argv);
  language(argc, argv);
  parallel(argc, argv);
  sparse_rows(argc, argv);
  data(argc, argv);
  chance(argc, argv);
  particles(argc, argv);
  fields(argc, argv);
  geometry(argc, argv);
  sequences(argc, argv);
  tensors(argc, argv);
}
