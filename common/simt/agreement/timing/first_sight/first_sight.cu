// Launches by someone who knew nothing of the model of kernel time, to judge it. The kernels are of the kinds that
// CUDA engineers write in projects, courses and papers; each header has one subject.
#include <cmath>
#include <string>
#include <tuple>

#include "common.h"
#include "launch_arrays.h"
#include "sight_compute.h"
#include "sight_dense.h"
#include "sight_graphs.h"
#include "sight_layers.h"
#include "sight_networks.h"
#include "sight_physics.h"
#include "sight_pictures.h"
#include "sight_solvers.h"
#include "sight_sorting.h"
#include "sight_strings.h"
#include "sight_warps.h"

using namespace sight;
using std::tuple;

template <class T>
static std::vector<T> host_words(size_t n, unsigned seed) {
  std::vector<T> values(n);
  Random random = seeded(seed);
  for (T& v : values) {
    v = static_cast<T>(random());
    if (sizeof(T) > 4) v = static_cast<T>(static_cast<unsigned long long>(v) << 32 | random());
  }
  return values;
}

// Device memory of one launch; each random array has another seed, and all is freed at the end.
struct Buffers {
  std::vector<void*> all;
  unsigned seed = 1000;

  template <class T>
  T* keep(T* p) {
    all.push_back(p);
    return p;
  }
  template <class T>
  T* put(const std::vector<T>& values) {
    return keep(upload(values));
  }
  template <class T = float>
  T* zeros(size_t n, int byte = 0) {
    return keep(device<T>(n, byte));
  }
  template <class T = float>
  T* reals(size_t n, double low, double high) {
    return put(host_reals<T>(n, low, high, ++seed));
  }
  // Elements that consist of several floats or doubles
  template <class V, class T = float>
  V* vectors(size_t n, double low, double high) {
    return reinterpret_cast<V*>(reals<T>(n * (sizeof(V) / sizeof(T)), low, high));
  }
  template <class V = __half>
  V* halves(size_t n, double low, double high) {
    std::vector<__half> values(n * (sizeof(V) / sizeof(__half)));
    std::vector<float> wide = host_reals(values.size(), low, high, ++seed);
    for (size_t i = 0; i < values.size(); ++i) values[i] = __float2half(wide[i]);
    return reinterpret_cast<V*>(put(values));
  }
  template <class T = int>
  T* whole(size_t n, int limit, double power = 1) {
    return put(host_whole<T>(n, limit, ++seed, power));
  }
  template <class V = unsigned>
  V* words(size_t n) {
    return reinterpret_cast<V*>(put(host_words<unsigned>(n * sizeof(V) / 4, ++seed)));
  }
  ~Buffers() {
    for (void* p : all) OK(cudaFree(p));
  }
};

// A sparse matrix or graph on the host, in rows.
struct Graph {
  int n = 0;
  std::vector<int> start{0}, row, to;

  int edges() const { return static_cast<int>(to.size()); }
};

static Graph graph_of(const std::vector<std::vector<int>>& lists) {
  Graph g;
  g.n = static_cast<int>(lists.size());
  for (int r = 0; r < g.n; ++r) {
    g.row.insert(g.row.end(), lists[r].size(), r);
    g.to.insert(g.to.end(), lists[r].begin(), lists[r].end());
    g.start.push_back(g.edges());
  }
  return g;
}

enum Shape { kUniform, kSkewed, kGrid, kBand };

// A symmetric graph with about n * degree / 2 edges; the lists are sorted and have no vertex twice.
static Graph graph(Shape shape, int n, int degree, unsigned seed = 5) {
  std::vector<std::vector<int>> lists(n);
  Random random = seeded(seed);
  auto join = [&](int a, int b) {
    if (a == b || b >= n) return;
    lists[a].push_back(b);
    lists[b].push_back(a);
  };
  int side = static_cast<int>(std::sqrt(n));
  for (int v = 0; v < n; ++v) {
    if (shape == kGrid) {
      if (v % side + 1 < side) join(v, v + 1);
      join(v, v + side);
    }
    for (int k = 0; k < degree / 2 && shape != kGrid; ++k) {
      double u = random() / 4294967296.0;
      join(v, shape == kUniform  ? random.below(n)
              : shape == kSkewed ? static_cast<int>(n * u * u * u * u)
                                 : v + k + 1);
    }
  }
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return graph_of(lists);
}

static void networks(int argc, char** argv) {
  for (auto [name, rows, width, block] : {tuple("layer_norm_forward_2048x1024", 2048, 1024, 256),
                                          tuple("layer_norm_forward_256x8192", 256, 8192, 512),
                                          tuple("layer_norm_forward_16384x256", 16384, 256, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t quads = static_cast<size_t>(rows) * width / 4;
    auto *x = b.vectors<float4>(quads, -1, 2), *gamma = b.vectors<float4>(width / 4, 0.5, 1.5),
         *beta = b.vectors<float4>(width / 4, -1, 1), *y = b.zeros<float4>(quads);
    auto* stats = b.zeros<float2>(rows);
    RUN(layer_norm_forward<<<rows, block>>>(x, gamma, beta, y, stats, width / 4));
  }
  for (auto [name, rows, width] : {tuple("layer_norm_backward_input_4096x768", 4096, 768)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(rows) * width;
    auto *x = b.reals(n, -1, 1), *dy = b.reals(n, -1, 1), *gamma = b.reals(width, 0.5, 1.5), *dx = b.zeros(n);
    auto* stats = b.vectors<float2>(rows, 0.1, 1);
    RUN(layer_norm_backward_input<<<parts(rows, 4), 128>>>(x, dy, gamma, stats, dx, rows, width));
  }
  for (auto [name, rows, width, shares] : {tuple("layer_norm_backward_weights_4096x768", 4096, 768, 8),
                                           tuple("layer_norm_backward_weights_1024x2048", 1024, 2048, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(rows) * width;
    auto *x = b.reals(n, -1, 1), *dy = b.reals(n, -1, 1), *dgamma = b.zeros(width), *dbeta = b.zeros(width);
    auto* stats = b.vectors<float2>(rows, 0.1, 1);
    RUN(layer_norm_backward_weights<<<dim3(width / 32, shares), dim3(32, 8)>>>(x, dy, stats, dgamma, dbeta,
                                                                               rows, width));
  }
  for (auto [name, rows, width, block] : {tuple("add_rms_norm_half_1024x4096", 1024, 4096, 512),
                                          tuple("add_rms_norm_half_8x8192", 8, 8192, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t pairs = static_cast<size_t>(rows) * width / 2;
    auto *x = b.halves<__half2>(pairs, -1, 1), *residual = b.halves<__half2>(pairs, -1, 1),
         *weight = b.halves<__half2>(width / 2, 0.5, 1.5), *y = b.zeros<__half2>(pairs),
         *first = b.zeros<__half2>(pairs);
    restore(first, residual, pairs);
    RUN(restore(residual, first, pairs),
        add_rms_norm_half<<<rows, block>>>(x, residual, weight, y, width / 2));
  }
  for (auto [name, tokens] :
       {tuple("rotate_positions_1024x16x64", 1024), tuple("rotate_positions_16x16x64", 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    int n = tokens * 16 * 32;
    auto* q = b.reals(2 * static_cast<size_t>(n), -1, 1);
    RUN(rotate_positions<<<parts(n, 256), 256>>>(q, 16, 32, tokens, 13.287712f));
  }
  if (const char* name = "softmax_in_registers_16384x256"; chosen(argc, argv, name)) {
    Buffers b;
    auto *in = b.reals(16384 * 256, -5, 5), *out = b.zeros(16384 * 256);
    RUN(softmax_in_registers<8><<<2048, 256>>>(in, out, 16384));
  }
  if (const char* name = "softmax_in_registers_3000x1024"; chosen(argc, argv, name)) {
    Buffers b;
    auto *in = b.reals(3000 * 1024, -5, 5), *out = b.zeros(3000 * 1024);
    RUN(softmax_in_registers<32><<<750, 128>>>(in, out, 3000));
  }
  for (auto [name, rows, width, block] : {tuple("softmax_online_100x50257", 100, 50257, 512),
                                          tuple("softmax_online_4x131072", 4, 131072, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(rows) * width;
    auto *in = b.reals(n, -8, 8), *out = b.zeros(n);
    RUN(softmax_online<<<rows, block>>>(in, out, width));
  }
  for (auto [name, heads, length] :
       {tuple("decode_attention_32x2048", 32, 2048), tuple("decode_attention_256x256", 256, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(heads) * length * 128;
    auto *q = b.reals(heads * 128, -1, 1), *out = b.zeros(heads * 128);
    auto *keys = b.halves(n, -1, 1), *values = b.halves(n, -1, 1);
    RUN(decode_attention<<<heads, 256>>>(q, keys, values, out, length));
  }
  for (auto [name, heads, length] :
       {tuple("causal_attention_8x512", 8, 512), tuple("causal_attention_64x128", 64, 128),
        tuple("causal_attention_1x1024", 1, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(heads) * length * 8;
    auto *q = b.vectors<float4>(n, -1, 1), *k = b.vectors<float4>(n, -1, 1), *v = b.vectors<float4>(n, -1, 1),
         *out = b.zeros<float4>(n);
    RUN(causal_attention<<<dim3(length / 64, heads), 64>>>(q, k, v, out, length));
  }
  for (auto [name, bags, width, most, power] : {tuple("embedding_bag_4096x128_even", 4096, 128, 40, 1.0),
                                                tuple("embedding_bag_4096x64_popular", 4096, 64, 80, 4.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> start{0};
    Random random = seeded(3);
    for (int i = 0; i < bags; ++i) start.push_back(start.back() + 1 + random.below(most));
    auto *table = b.reals(static_cast<size_t>(100000) * width, -1, 1),
         *out = b.zeros(static_cast<size_t>(bags) * width);
    auto *tokens = b.whole(start.back(), 100000, power), *starts = b.put(start);
    RUN(embedding_bag<<<bags, width>>>(table, tokens, starts, out));
  }
  for (auto [name, power] :
       {tuple("embedding_backward_4096x512_even", 1.0), tuple("embedding_backward_4096x512_popular", 8.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *dy = b.reals(4096 * 512, -1, 1), *dtable = b.zeros(20000 * 512);
    auto* tokens = b.whole(4096, 20000, power);
    RUN(embedding_backward<<<4096, 128>>>(dy, tokens, dtable, 512));
  }
  for (auto [name, channels, size] :
       {tuple("depthwise_3x3_64x112", 64, 112), tuple("depthwise_3x3_480x14", 480, 14)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(channels) * size * size;
    auto *in = b.reals(n, -1, 1), *weights = b.reals(channels * 9, -1, 1), *out = b.zeros(n);
    RUN(depthwise_3x3<<<dim3(parts(size, 32), parts(size, 8), channels), dim3(32, 8)>>>(in, weights, out,
                                                                                        size, size));
  }
  for (auto [name, channels, size, block] :
       {tuple("grouped_3x3_64x28", 64, 28, 128), tuple("grouped_3x3_128x56", 128, 56, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(channels) * size * size;
    auto *in = b.reals(n, -1, 1), *weights = b.reals(channels * 72, -1, 1), *out = b.zeros(n);
    RUN(grouped_3x3<<<dim3(parts(size * size, block), channels), block>>>(in, weights, out, size));
  }
  for (auto [name, rows, width] :
       {tuple("int8_matvec_11008x4096", 11008, 4096), tuple("int8_matvec_1024x4096", 1024, 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *matrix = b.words<int4>(static_cast<size_t>(rows) * width / 16), *x = b.words<int4>(width / 16);
    auto *scale = b.reals(rows, 0.001, 0.01), *y = b.zeros(rows);
    RUN(int8_matvec<<<parts(rows, 8), 256>>>(matrix, x, scale, y, rows, width / 16));
  }
  for (auto [name, rows, groups] :
       {tuple("int4_matvec_4096x4096", 4096, 128), tuple("int4_matvec_300x11008", 300, 344)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(rows) * groups;
    auto* packed = b.words<uint4>(n);
    auto* scales = b.halves(n, 0.01, 0.02);
    auto *x = b.reals(groups * 32, -1, 1), *y = b.zeros(rows);
    RUN(int4_matvec<<<rows, 128>>>(packed, scales, x, y, groups));
  }
  for (auto [name, tokens] : {tuple("route_top2_16384", 16384), tuple("route_top2_512", 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* logits = b.reals(tokens * 64, -3, 3);
    auto* pairs = b.zeros<int2>(tokens);
    auto* weight = b.zeros<float2>(tokens);
    auto* load = b.zeros<int>(64);
    RUN(route_top2<<<parts(tokens, 4), 128>>>(logits, pairs, weight, load, tokens));
  }
  for (auto [name, n, blocks] :
       {tuple("adam_step_3Mi", 3 * Mi, 3072), tuple("adam_step_200Ki_persistent", 200 * Ki, 132)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *w = b.vectors<float4>(n / 4, -1, 1), *grad = b.vectors<float4>(n / 4, -1, 1),
         *m = b.vectors<float4>(n / 4, -0.1, 0.1), *v = b.vectors<float4>(n / 4, 0, 0.1);
    RUN(adam_step<<<blocks, 256>>>(w, grad, m, v, n / 4, 1e-3f, 1.2f, 1.05f));
  }
  for (auto [name, n] : {tuple("bias_gelu_dropout_2Mi", 2 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(n, -3, 3), *bias = b.reals(3072, -1, 1), *out = b.zeros(n);
    auto* kept = b.zeros<unsigned char>(n);
    RUN(bias_gelu_dropout<<<parts(n, 512), 512>>>(in, bias, out, kept, n, 3072, 17u, 0.9f));
  }
  for (auto [name, rows, classes, block] : {tuple("cross_entropy_128x32000", 128, 32000, 1024),
                                            tuple("cross_entropy_4096x1000", 4096, 1000, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(rows) * classes;
    auto *logits = b.reals(n, -6, 6), *loss = b.zeros(rows), *grad = b.zeros(n);
    auto* label = b.whole(rows, classes);
    RUN(cross_entropy<<<rows, block>>>(logits, label, loss, grad, classes));
  }
  for (auto [name, n, width] : {tuple("max_pool_2x2_64x112x112", 64 * 56 * 56 * 4, 112)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = b.vectors<float2>(2 * static_cast<size_t>(n), -1, 1);
    auto* out = b.zeros(n);
    auto* which = b.zeros<unsigned char>(n);
    RUN(max_pool_2x2<<<parts(n, 256), 256>>>(in, out, which, n, width));
  }
  for (auto [name, images, channels, area, block] :
       {tuple("batch_norm_statistics_16x64x3136", 16, 64, 3136, 512),
        tuple("batch_norm_statistics_32x512x49", 32, 512, 49, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(static_cast<size_t>(images) * channels * area, -1, 3), *mean = b.zeros(channels),
         *variance = b.zeros(channels);
    RUN(batch_norm_statistics<<<channels, block>>>(in, mean, variance, images, channels, area));
  }
  for (auto [name, batch, width] : {tuple("lstm_cell_512x1024", 512, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t n = static_cast<size_t>(batch) * width;
    auto *gates = b.reals(4 * n, -2, 2), *cell = b.reals(n, -1, 1), *hidden = b.zeros(n);
    RUN(lstm_cell<<<parts(batch * width, 256), 256>>>(gates, cell, hidden, batch, width));
  }
}

static void dense(int argc, char** argv) {
  if (const char* name = "multiply_tiled_16_256"; chosen(argc, argv, name)) {
    Buffers b;
    auto *x = b.reals(256 * 256, -1, 1), *y = b.reals(256 * 256, -1, 1), *z = b.zeros(256 * 256);
    RUN(multiply_tiled<16><<<dim3(16, 16), dim3(16, 16)>>>(x, y, z, 256));
  }
  if (const char* name = "multiply_tiled_32_320"; chosen(argc, argv, name)) {
    Buffers b;
    auto *x = b.reals(320 * 320, -1, 1), *y = b.reals(320 * 320, -1, 1), *z = b.zeros(320 * 320);
    RUN(multiply_tiled<32><<<dim3(10, 10), dim3(32, 32)>>>(x, y, z, 320));
  }
  for (auto [name, m, n, depth] :
       {tuple("multiply_4x4_384x384x384", 384, 384, 384), tuple("multiply_4x4_64x128x2048", 64, 128, 2048),
        tuple("multiply_4x4_1024x1024x64", 1024, 1024, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.reals(m * depth, -1, 1), *y = b.reals(depth * n, -1, 1), *z = b.zeros(m * n);
    RUN(multiply_4x4<<<dim3(n / 64, m / 64), 256>>>(x, y, z, m, n, depth));
  }
  for (auto [name, m, n, depth] : {tuple("multiply_8x8_512x640x256", 512, 640, 256),
                                   tuple("multiply_8x8_1280x1408x64", 1280, 1408, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.reals(m * depth, -1, 1), *y = b.reals(depth * n, -1, 1), *z = b.zeros(m * n);
    RUN(multiply_8x8<<<dim3(n / 128, m / 128), 256>>>(x, y, z, m, n, depth));
  }
  for (auto [name, count] :
       {tuple("multiply_batched_8x8_20000", 20000), tuple("multiply_batched_8x8_333", 333)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.reals<double>(count * 64, -1, 1), *y = b.reals<double>(count * 64, -1, 1),
         *z = b.zeros<double>(count * 64);
    RUN(multiply_batched_8x8<<<parts(count, 4), 256>>>(x, y, z, count));
  }
  for (auto [name, rows, pairs, depth] : {tuple("multiply_half2_512x512x384", 512, 256, 384)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* x = b.halves(rows * depth, -1, 1);
    auto* y = b.halves<__half2>(depth * pairs, -1, 1);
    auto* z = b.zeros<float2>(rows * pairs);
    RUN(multiply_half2<<<dim3(pairs / 16, rows / 16), dim3(16, 16)>>>(x, y, z, pairs, depth));
  }
  for (auto [name, count] : {tuple("cholesky_32_1500", 1500), tuple("cholesky_32_100", 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> m = host_reals(count * 1024, -1, 1, 8);
    for (int k = 0; k < count; ++k)
      for (int r = 0; r < 32; ++r) {
        m[k * 1024 + r * 33] = 40;
        for (int c = 0; c < r; ++c) m[k * 1024 + r * 32 + c] = m[k * 1024 + c * 32 + r];
      }
    auto *in = b.put(m), *out = b.zeros(count * 1024);
    RUN(cholesky_32<<<parts(count, 4), 128>>>(in, out, count));
  }
  for (auto [name, rows] : {tuple("lu_panel_1024x16", 1024), tuple("lu_panel_256x16", 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.reals(rows * 16, -1, 1), *panel = b.zeros(rows * 16);
    auto* pivots = b.zeros<int>(16);
    RUN(restore(panel, first, rows * 16), lu_panel<<<1, rows>>>(panel, pivots, rows));
  }
  for (auto [name, sides, block] :
       {tuple("solve_lower_64_20000", 20000, 128), tuple("solve_lower_64_2048", 2048, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> l = host_reals(4096, -0.2, 0.2, 8);
    for (int r = 0; r < 64; ++r) l[r * 65] = 2;
    auto *matrix = b.put(l), *rhs = b.reals(64 * sides, -1, 1), *x = b.zeros(64 * sides);
    RUN(solve_lower_64<<<parts(sides, block), block, 4096 * 4>>>(matrix, rhs, x, sides));
  }
  for (auto [name, n, block] : {tuple("solve_lower_one_768", 768, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> l = host_reals(n * n, -0.02, 0.02, 8);
    for (int r = 0; r < n; ++r) l[r * (n + 1)] = 2;
    auto *matrix = b.put(l), *rhs = b.reals(n, -1, 1), *x = b.zeros(n);
    RUN(solve_lower_one<<<1, block, n * 4>>>(matrix, rhs, x, n));
  }
  for (auto [name, n, depth] : {tuple("syrk_lower_512x64", 512, 64), tuple("syrk_lower_240x256", 240, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *a = b.reals<double>(n * depth, -1, 1), *c = b.reals<double>(n * n, -1, 1);
    RUN(syrk_lower<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, c, n, depth));
  }
  for (auto [name, rows, columns] :
       {tuple("matvec_rows_4096x3072", 4096, 3072), tuple("matvec_rows_200x2000", 200, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *a = b.vectors<float4>(static_cast<size_t>(rows) * columns / 4, -1, 1),
         *x = b.vectors<float4>(columns / 4, -1, 1);
    auto* y = b.zeros(rows);
    RUN(matvec_rows<<<parts(rows, 4), 128>>>(a, x, y, rows, columns / 4));
  }
  for (auto [name, rows, columns, strip] : {tuple("matvec_columns_3000x2000_by_60", 3000, 2000, 60),
                                            tuple("matvec_columns_4096x512_by_1024", 4096, 512, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *a = b.reals(static_cast<size_t>(rows) * columns, -1, 1), *x = b.reals(rows, -1, 1),
         *y = b.zeros(columns);
    RUN(matvec_columns<<<dim3(parts(columns, 128), parts(rows, strip)), 128>>>(a, x, y, rows, columns,
                                                                               strip));
  }
  for (auto [name, rows, columns] : {tuple("householder_apply_2048x1024", 2048, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *a = b.reals(rows * columns, -1, 1), *v = b.reals(rows, -1, 1);
    RUN(householder_apply<<<columns, 256>>>(a, v, 2.0f / (rows / 3), rows));
  }
  for (auto [name, count] : {tuple("eigenvalues_3x3_100000", 100000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(6 * count, -1, 1), *out = b.zeros(3 * count);
    RUN(eigenvalues_3x3<<<parts(count, 192), 192>>>(in, out, count));
  }
  for (auto [name, width, height] : {tuple("transpose_half_2048x3072", 2048, 3072)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.halves(width * height, -1, 1), *out = b.zeros<__half>(width * height);
    RUN(transpose_half<<<dim3(width / 32, height / 32), dim3(32, 8)>>>(in, out, width, height));
  }
  for (auto [name, n, systems] :
       {tuple("thomas_interleaved_128x16384", 128, 16384), tuple("thomas_interleaved_512x1000", 512, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t all = static_cast<size_t>(n) * systems;
    auto *lower = b.reals(all, -1, 0), *middle = b.reals(all, 3, 4), *upper = b.reals(all, -1, 0),
         *first = b.reals(all, -1, 1), *rhs = b.zeros(all), *scratch = b.zeros(all);
    RUN(restore(rhs, first, all),
        thomas_interleaved<<<parts(systems, 128), 128>>>(lower, middle, upper, rhs, scratch, n, systems));
  }
  for (auto [name, n, systems] :
       {tuple("cyclic_reduction_512_x300", 512, 300), tuple("cyclic_reduction_128_x3000", 128, 3000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    size_t all = static_cast<size_t>(n) * systems;
    auto *lower = b.reals<double>(all, -1, 0), *middle = b.reals<double>(all, 3, 4),
         *upper = b.reals<double>(all, -1, 0), *rhs = b.reals<double>(all, -1, 1), *x = b.zeros<double>(all);
    RUN(cyclic_reduction<<<systems, n, 4 * n * 8>>>(lower, middle, upper, rhs, x));
  }
}

static void graphs(int argc, char** argv) {
  for (auto [name, shape, n, degree] : {tuple("spmv_thread_band_200000x9", kBand, 200000, 18),
                                        tuple("spmv_thread_uniform_60000x32", kUniform, 60000, 32),
                                        tuple("spmv_thread_skewed_60000x16", kSkewed, 60000, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    auto *start = b.put(g.start), *to = b.put(g.to);
    auto *value = b.reals(g.edges(), -1, 1), *x = b.reals(n, -1, 1), *y = b.zeros(n);
    RUN(spmv_thread<<<parts(n, 256), 256>>>(start, to, value, x, y, n));
  }
  if (const char* name = "spmv_lanes_32_uniform_30000x64"; chosen(argc, argv, name)) {
    Buffers b;
    int n = 30000;
    Graph g = graph(kUniform, n, 64);
    auto *start = b.put(g.start), *to = b.put(g.to);
    auto *value = b.reals(g.edges(), -1, 1), *x = b.reals(n, -1, 1), *y = b.zeros(n);
    RUN(spmv_lanes<32><<<parts(n, 8), 256>>>(start, to, value, x, y, n));
  }
  if (const char* name = "spmv_lanes_8_skewed_60000x16"; chosen(argc, argv, name)) {
    Buffers b;
    int n = 60000;
    Graph g = graph(kSkewed, n, 16);
    auto *start = b.put(g.start), *to = b.put(g.to);
    auto *value = b.reals(g.edges(), -1, 1), *x = b.reals(n, -1, 1), *y = b.zeros(n);
    RUN(spmv_lanes<8><<<parts(n, 16), 128>>>(start, to, value, x, y, n));
  }
  for (auto [name, rows, width] : {tuple("spmv_ell_100000x24", 100000, 24)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> columns(rows * width);
    Random random = seeded(4);
    for (int k = 0; k < width; ++k)
      for (int r = 0; r < rows; ++r)
        columns[k * rows + r] = k < 12 + r % 13 ? (r + random.below(4096)) % rows : -1;
    auto* column = b.put(columns);
    auto *value = b.reals<double>(rows * width, -1, 1), *x = b.reals<double>(rows, -1, 1),
         *y = b.zeros<double>(rows);
    RUN(spmv_ell<<<parts(rows, 256), 256>>>(column, value, x, y, rows, width));
  }
  for (auto [name, shape, n, degree] : {tuple("spmv_coo_skewed_60000x16", kSkewed, 60000, 16),
                                        tuple("spmv_coo_grid_360000", kGrid, 360000, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    auto *row = b.put(g.row), *to = b.put(g.to);
    auto *value = b.reals(g.edges(), -1, 1), *x = b.reals(n, -1, 1), *y = b.zeros(n);
    RUN(spmv_coo<<<parts(g.edges(), 256), 256>>>(row, to, value, x, y, g.edges()));
  }
  for (auto [name, n, degree] : {tuple("spmm_32_uniform_20000x24", 20000, 24)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(kUniform, n, degree);
    auto *start = b.put(g.start), *to = b.put(g.to);
    auto *value = b.reals(g.edges(), -1, 1), *x = b.reals(n * 32, -1, 1), *y = b.zeros(n * 32);
    RUN(spmm_32<<<parts(n, 8), 256>>>(start, to, value, x, y, n));
  }
  for (auto [name, n, degree] : {tuple("sampled_products_50000x10", 50000, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(kUniform, n, degree);
    auto *row = b.put(g.row), *to = b.put(g.to);
    auto *x = b.vectors<float4>(n * 8, -1, 1), *y = b.vectors<float4>(n * 8, -1, 1);
    auto* out = b.zeros(g.edges());
    RUN(sampled_products<<<parts(g.edges(), 32), 256>>>(row, to, x, y, out, g.edges()));
  }
  for (auto [name, shape, n, degree, depth] :
       {tuple("bfs_expand_uniform_200000_level_4", kUniform, 200000, 12, 4),
        tuple("bfs_expand_skewed_200000_level_2", kSkewed, 200000, 8, 2),
        tuple("bfs_expand_grid_360000_level_500", kGrid, 360000, 4, 500)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    std::vector<int> level(n, -1), queue{n / 2 + 300};
    level[queue[0]] = 0;
    for (int d = 1; d < depth; ++d) {
      std::vector<int> next;
      for (int v : queue)
        for (int e = g.start[v]; e < g.start[v + 1]; ++e)
          if (level[g.to[e]] < 0) {
            level[g.to[e]] = d;
            next.push_back(g.to[e]);
          }
      queue = next;
    }
    int length = static_cast<int>(queue.size());
    auto *start = b.put(g.start), *to = b.put(g.to), *first = b.put(level), *levels = b.zeros<int>(n),
         *front = b.put(queue), *next = b.zeros<int>(n), *count = b.zeros<int>(1);
    RUN(restore(levels, first, n), clear(count, 1),
        bfs_expand<<<parts(length, 128), 128>>>(start, to, levels, front, length, next, count, depth));
  }
  for (auto [name, n, seen] : {tuple("bfs_bottom_up_300000_half_seen", 300000, 2),
                               tuple("bfs_bottom_up_300000_few_seen", 300000, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(kUniform, n, 8);
    std::vector<unsigned> last(n / 32 + 1), visited(n / 32 + 1);
    Random random = seeded(9);
    for (int v = 0; v < n; ++v)
      if (!random.below(seen)) {
        visited[v / 32] |= 1u << v % 32;
        if (random.below(2)) last[v / 32] |= 1u << v % 32;
      }
    auto *start = b.put(g.start), *to = b.put(g.to), *parent = b.zeros<int>(n, 255);
    auto *was = b.put(last), *known = b.put(visited), *now = b.zeros<unsigned>(n / 32 + 1);
    RUN(bfs_bottom_up<<<parts(n, 256), 256>>>(start, to, was, now, known, parent, n));
  }
  for (auto [name, shape, n, degree] : {tuple("pagerank_pull_skewed_100000x12", kSkewed, 100000, 12),
                                        tuple("pagerank_pull_uniform_100000x12", kUniform, 100000, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    std::vector<int> degrees(n);
    for (int v = 0; v < n; ++v) degrees[v] = g.start[v + 1] - g.start[v];
    auto *start = b.put(g.start), *from = b.put(g.to), *d = b.put(degrees);
    auto *share = b.reals(n, 0, 1e-5), *rank = b.zeros(n), *next = b.zeros(n);
    RUN(pagerank_pull<<<parts(n, 64), 256>>>(start, from, share, rank, next, d, n));
  }
  for (auto [name, shape, n, degree] : {tuple("pagerank_push_skewed_100000x12", kSkewed, 100000, 12),
                                        tuple("pagerank_push_band_100000x12", kBand, 100000, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    auto *start = b.put(g.start), *to = b.put(g.to);
    auto *rank = b.reals(n, 0, 1e-5), *sum = b.zeros(n);
    RUN(pagerank_push<<<parts(n, 128), 128>>>(start, to, rank, sum, n));
  }
  for (auto [name, shape, n, degree] : {tuple("count_triangles_uniform_20000x24", kUniform, 20000, 24),
                                        tuple("count_triangles_skewed_5000x12", kSkewed, 5000, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    auto *start = b.put(g.start), *row = b.put(g.row), *to = b.put(g.to);
    auto* total = b.zeros<unsigned long long>(1);
    RUN(count_triangles<<<parts(g.edges(), 256), 256>>>(start, row, to, total, g.edges()));
  }
  for (auto [name, pairs] : {tuple("common_neighbours_40000", 40000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(kSkewed, 50000, 20);
    auto *start = b.put(g.start), *to = b.put(g.to), *common = b.zeros<int>(pairs);
    auto* pair = reinterpret_cast<int2*>(b.whole(pairs * 2, 50000));
    RUN(common_neighbours<<<parts(pairs, 8), 256>>>(start, to, pair, common, pairs));
  }
  for (auto [name, n, edges] : {tuple("components_hook_200000x150000", 200000, 150000),
                                tuple("components_hook_20000x150000", 20000, 150000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> own(n);
    std::iota(own.begin(), own.end(), 0);
    auto *first = b.put(own), *parent = b.zeros<int>(n);
    auto* edge = reinterpret_cast<int2*>(b.whole(edges * 2, n));
    RUN(restore(parent, first, n), components_hook<<<parts(edges, 256), 256>>>(edge, parent, edges));
  }
  for (auto [name, shape, n] : {tuple("propagate_labels_grid_640000", kGrid, 640000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, 4);
    auto *start = b.put(g.start), *to = b.put(g.to), *label = b.whole(n, n), *next = b.zeros<int>(n),
         *changed = b.zeros<int>(1);
    RUN(propagate_labels<<<parts(n, 512), 512>>>(start, to, label, next, changed, n));
  }
  for (auto [name, shape, n, degree, part] :
       {tuple("relax_bucket_skewed_100000_of_10000", kSkewed, 100000, 12, 10),
        tuple("relax_bucket_grid_250000_of_2500", kGrid, 250000, 4, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    std::vector<unsigned> distance(n, 0x7fffffffu);
    std::vector<int> bucket;
    Random random = seeded(6);
    for (int v = 0; v < n; ++v) {
      int kind = random.below(part);
      if (kind == 0) bucket.push_back(v);
      if (kind < part / 2) distance[v] = 1000 + random.below(kind ? 4000 : 500);
    }
    int length = static_cast<int>(bucket.size());
    auto *start = b.put(g.start), *to = b.put(g.to), *list = b.put(bucket);
    auto *weight = b.whole<unsigned>(g.edges(), 1000), *settled = b.put(distance),
         *now = b.zeros<unsigned>(n), *improved = b.zeros<unsigned>(n / 32 + 1);
    RUN(restore(now, settled, n),
        relax_bucket<<<parts(length, 4), 128>>>(start, to, weight, now, settled, list, length, improved));
  }
  for (auto [name, shape, n, degree] : {tuple("colour_step_band_150000x8", kBand, 150000, 8),
                                        tuple("colour_step_uniform_100000x16", kUniform, 100000, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(shape, n, degree);
    std::vector<int> colours(n, -1);
    Random random = seeded(6);
    for (int& c : colours)
      if (random.below(2)) c = random.below(8);
    auto *start = b.put(g.start), *to = b.put(g.to), *colour = b.put(colours), *next = b.zeros<int>(n);
    RUN(colour_step<<<parts(n, 256), 256>>>(start, to, colour, next, n));
  }
  for (auto [name, walks, steps] :
       {tuple("random_walks_32768x20", 32768, 20), tuple("random_walks_1000x100", 1000, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    Graph g = graph(kUniform, 300000, 8);
    auto *start = b.put(g.start), *to = b.put(g.to), *path = b.zeros<int>(walks * steps);
    RUN(random_walks<<<parts(walks, 128), 128>>>(start, to, path, walks, steps, 300000));
  }
  for (auto [name, graphs] : {tuple("all_pairs_64_x20", 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.whole(graphs * 4096, 1000), *out = b.zeros<int>(graphs * 4096);
    RUN(all_pairs_64<<<graphs, 512>>>(in, out));
  }
}

static void sorting(int argc, char** argv) {
  for (auto [name, n, block] : {tuple("scan_shuffles_4Mi_by_256", 4 * Mi, 256),
                                tuple("scan_shuffles_512Ki_by_1024", 512 * Ki, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = reinterpret_cast<int4*>(b.whole(n, 100));
    auto* out = b.zeros<int4>(n / 4);
    auto* totals = b.zeros<int>(n / 4 / block);
    RUN(scan_shuffles<<<n / 4 / block, block>>>(in, out, totals));
  }
  for (auto [name, n] : {tuple("scan_tree_1Mi", Mi), tuple("scan_tree_128Ki", 128 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(n, 0, 1), *out = b.zeros(n);
    RUN(scan_tree<<<n / 2048, 1024>>>(in, out));
  }
  for (auto [name, n, block] :
       {tuple("scan_one_block_100000", 100000, 1024), tuple("scan_one_block_20000_by_128", 20000, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.whole(n, 100), *out = b.zeros<int>(n);
    RUN(scan_one_block<<<1, block>>>(in, out, n));
  }
  for (auto [name, n, block] : {tuple("scan_look_back_3Mi_by_1024", 3 * Mi, 1024),
                                tuple("scan_look_back_500000_by_256", 500000, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    int blocks = parts(n, block);
    auto *in = b.whole(n, 10), *out = b.zeros<int>(n), *ticket = b.zeros<int>(1);
    auto* state = b.zeros<unsigned long long>(blocks);
    RUN(clear(ticket, 1), clear(state, blocks), scan_look_back<<<blocks, block>>>(in, out, state, ticket, n));
  }
  for (auto [name, n, block] : {tuple("bitonic_sort_block_256Ki_by_512", 256 * Ki, 512),
                                tuple("bitonic_sort_block_2048", 2048, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.words(n), *keys = b.zeros<unsigned>(n);
    RUN(restore(keys, first, n), bitonic_sort_block<<<n / 2 / block, block, block * 8>>>(keys));
  }
  for (auto [name, n, step] :
       {tuple("bitonic_step_4Mi_far", 4 * Mi, 1 << 20), tuple("bitonic_step_4Mi_near", 4 * Mi, 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.words(n), *keys = b.zeros<unsigned>(n), *values = b.words(n);
    RUN(restore(keys, first, n), bitonic_step<<<parts(n / 2, 256), 256>>>(keys, values, step, 1 << 21, n));
  }
  for (auto [name, n, each, power] : {tuple("radix_count_4Mi_even", 4 * Mi, 16384, 1.0),
                                      tuple("radix_count_4Mi_same_digits", 4 * Mi, 16384, 12.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* keys = b.whole<unsigned>(n, 1 << 30, power);
    auto* counts = b.zeros<int>(256 * parts(n, each));
    RUN(radix_count<<<parts(n, each), 256>>>(keys, counts, n, 22, each));
  }
  for (auto [name, n, each] :
       {tuple("radix_scatter_1Mi", Mi, 4096), tuple("radix_scatter_100000", 100000, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<unsigned> host = host_words<unsigned>(n, 3);
    int blocks = parts(n, each), sum = 0;
    std::vector<int> offset(256 * blocks);
    for (int i = 0; i < n; ++i) ++offset[(host[i] >> 8 & 255) * blocks + i / each];
    for (int& o : offset) {
      int count = o;
      o = sum;
      sum += count;
    }
    auto *keys = b.put(host), *out = b.zeros<unsigned>(n);
    auto* offsets = b.put(offset);
    RUN(radix_scatter<<<blocks, 256>>>(keys, offsets, out, n, 8, each));
  }
  for (auto [name, n, limit, block] : {tuple("compact_above_4Mi_half", 4 * Mi, 0.5f, 256),
                                       tuple("compact_above_1Mi_few", Mi, 0.99f, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(n, 0, 1), *out = b.zeros(n);
    auto* count = b.zeros<int>(1);
    RUN(clear(count, 1), compact_above<<<parts(n, block), block>>>(in, out, count, limit, n));
  }
  for (auto [name, na, nb] :
       {tuple("merge_paths_1Mi_and_1Mi", Mi, Mi), tuple("merge_paths_300000_and_1000", 300000, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> x = host_whole(na, 1 << 30, 1), y = host_whole(nb, 1 << 30, 2);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    auto *left = b.put(x), *right = b.put(y), *out = b.zeros<int>(na + nb);
    RUN(merge_paths<<<parts(na + nb, 8 * 128), 128>>>(left, right, out, na, nb));
  }
  for (auto [name, rows, width, block] :
       {tuple("top_8_512x4096", 512, 4096, 128), tuple("top_8_16x100000", 16, 100000, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(rows * width, -1, 1), *out = b.zeros(rows * 8);
    RUN(top_8<<<rows, block>>>(in, out, width));
  }
  for (auto [name, rows, width] :
       {tuple("select_kth_200x8192", 200, 8192), tuple("select_kth_2x200000", 2, 200000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.words(rows * width), *out = b.zeros<unsigned>(rows);
    RUN(select_kth<<<rows, 512>>>(in, out, width, width / 3));
  }
  for (auto [name, n, run] :
       {tuple("run_starts_3Mi_long", 3 * Mi, 50), tuple("run_starts_1Mi_short", Mi, 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> in(n), place(n);
    Random random = seeded(4);
    for (int i = 0, value = 0, at = 0; i < n; ++i) {
      if (i && !random.below(run)) ++value, ++at;
      in[i] = value % 1000;
      place[i] = at;
    }
    int runs = place.back() + 1;
    auto *values = b.put(in), *places = b.put(place), *value = b.zeros<int>(runs),
         *first = b.zeros<int>(runs);
    RUN(run_starts<<<parts(n, 256), 256>>>(values, places, value, first, n));
  }
  for (auto [name, n, run, each] :
       {tuple("segmented_sums_1Mi_long", Mi, 100, 256), tuple("segmented_sums_1Mi_short", Mi, 4, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> segment(n);
    Random random = seeded(4);
    for (int i = 1; i < n; ++i) segment[i] = segment[i - 1] + !random.below(run);
    auto *in = b.reals(n, 0, 1), *out = b.zeros(segment.back() + 1);
    auto* segments = b.put(segment);
    RUN(segmented_sums<<<parts(parts(n, each), 8), 256>>>(in, segments, out, n, each));
  }
  for (auto [name, n, power] :
       {tuple("histogram_warps_12Mi_even", 12 * Mi, 1.0), tuple("histogram_warps_4Mi_dark", 4 * Mi, 6.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = reinterpret_cast<unsigned*>(b.whole<unsigned char>(n, 256, power));
    auto* bins = b.zeros<unsigned>(256);
    RUN(histogram_warps<<<264, 256>>>(in, bins, n / 4));
  }
  for (auto [name, n, bins] : {tuple("histogram_global_2Mi_of_1Mi", 2 * Mi, Mi),
                               tuple("histogram_global_512Ki_of_64", 512 * Ki, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.whole(n, bins), *counts = b.zeros<int>(bins);
    RUN(histogram_global<<<528, 256>>>(in, counts, n));
  }
  for (auto [name, lists] : {tuple("sort_16_registers_150000", 150000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(lists * 16, 0, 1), *out = b.zeros(lists * 16);
    RUN(sort_16_registers<<<parts(lists, 128), 128>>>(in, out, lists));
  }
}

// Particles at random in a box of side^3 cells, sorted by cell; `start` gets the first of each cell.
static std::vector<float4> particles_in_cells(int n, int side, std::vector<int>& start) {
  std::vector<float> place = host_reals(3 * n, 0, side * 0.99999, 21);
  std::vector<int> cell(n);
  start.assign(side * side * side + 1, 0);
  for (int i = 0; i < n; ++i) {
    const float* p = &place[3 * i];
    cell[i] = (static_cast<int>(p[2]) * side + static_cast<int>(p[1])) * side + static_cast<int>(p[0]);
    ++start[cell[i] + 1];
  }
  for (size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
  std::vector<int> next(start.begin(), start.end() - 1);
  std::vector<float4> sorted(n);
  for (int i = 0; i < n; ++i)
    sorted[next[cell[i]]++] = make_float4(place[3 * i], place[3 * i + 1], place[3 * i + 2], 1);
  return sorted;
}

static void physics(int argc, char** argv) {
  for (auto [name, n, block] :
       {tuple("gravity_tiles_2048_by_256", 2048, 256), tuple("gravity_tiles_1000_by_64", 1000, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *body = b.vectors<float4>(n, 0, 1), *force = b.zeros<float4>(n);
    RUN(gravity_tiles<<<parts(n, block), block, block * 16>>>(body, force, n));
  }
  for (auto [name, n, side] :
       {tuple("fluid_density_24000_in_12", 24000, 12), tuple("fluid_density_40000_in_20", 40000, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> start;
    auto* particle = b.put(particles_in_cells(n, side, start));
    auto* starts = b.put(start);
    auto* density = b.zeros(n);
    RUN(fluid_density<<<parts(n, 128), 128>>>(particle, starts, density, n, side, 1.0f));
  }
  for (auto [name, width, height] :
       {tuple("lattice_boltzmann_1024x512", 1024, 512), tuple("lattice_boltzmann_256x200", 256, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(9 * width * height, 0.1, 0.12), *out = b.zeros(9 * width * height);
    RUN(lattice_boltzmann<<<dim3(parts(width, 128), height), 128>>>(in, out, width, height, 1.2f));
  }
  for (auto [name, size] : {tuple("yee_magnetic_1500x1500", 1500)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *ez = b.reals(size * size, -1, 1), *hx = b.zeros(size * size), *hy = b.zeros(size * size);
    RUN(yee_magnetic<<<dim3(parts(size, 32), parts(size, 8)), dim3(32, 8)>>>(ez, hx, hy, size, size, 0.5f));
  }
  for (auto [name, size] : {tuple("yee_electric_1500x1500", 1500), tuple("yee_electric_400x400", 400)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *ez = b.reals(size * size, -1, 1), *hx = b.reals(size * size, -1, 1),
         *hy = b.reals(size * size, -1, 1), *ca = b.reals(size * size, 0.4, 0.5),
         *cb = b.reals(size * size, 0.1, 0.2);
    RUN(yee_electric<<<dim3(parts(size, 64), parts(size, 4)), dim3(64, 4)>>>(ez, hx, hy, ca, cb, size, size,
                                                                             1.0f));
  }
  for (auto [name, width, height] :
       {tuple("heat_four_steps_1000x900", 1000, 900), tuple("heat_four_steps_256x256", 256, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(width * height, 0, 100), *out = b.zeros(width * height);
    RUN(heat_four_steps<<<dim3(parts(width, 32), parts(height, 32)), 256>>>(in, out, width, height, 0.2f));
  }
  for (auto [name, nx, ny, nz] :
       {tuple("jacobi_columns_256x256x48", 256, 256, 48), tuple("jacobi_columns_64x64x200", 64, 64, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals<double>(nx * ny * nz, -1, 1), *out = b.zeros<double>(nx * ny * nz);
    RUN(jacobi_columns<<<dim3(parts(nx, 32), parts(ny, 4)), dim3(32, 4)>>>(in, out, nx, ny, nz));
  }
  for (auto [name, nx, ny, nz] : {tuple("wave_eighth_order_136x136x104", 136, 136, 104)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *now = b.reals(nx * ny * nz, -1, 1), *before = b.reals(nx * ny * nz, -1, 1),
         *speed = b.reals(nx * ny * nz, 0.1, 0.2);
    RUN(wave_eighth_order<<<dim3(parts(nx - 8, 32), parts(ny - 8, 16), nz - 8), dim3(32, 16)>>>(
        now, before, speed, nx, ny, nz));
  }
  for (auto [name, blocks, paths, steps] : {tuple("barrier_option_paths_64x128x8x64", 64, 8, 64),
                                            tuple("barrier_option_paths_300x128x1x64", 300, 1, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* total = b.zeros<double>(1);
    RUN(barrier_option_paths<<<blocks, 128>>>(total, paths, steps, 100.0f, 100.0f, 130.0f, 0.0001f, 0.02f));
  }
  for (auto [name, n, steps] :
       {tuple("lorenz_paths_float_8192x150", 8192, 150), tuple("lorenz_paths_float_500x1000", 500, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.reals(3 * n, 1, 10), *state = b.zeros(3 * n);
    RUN(restore(state, first, 3 * n), lorenz_paths<float><<<parts(n, 128), 128>>>(state, n, steps, 0.01f));
  }
  for (auto [name, n, steps] : {tuple("lorenz_paths_double_20000x30", 20000, 30)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.reals<double>(3 * n, 1, 10), *state = b.zeros<double>(3 * n);
    RUN(restore(state, first, 3 * n), lorenz_paths<double><<<parts(n, 64), 64>>>(state, n, steps, 0.01));
  }
  for (auto [name, n, side] :
       {tuple("lennard_jones_24000", 24000, 20), tuple("lennard_jones_4000", 4000, 11)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> start;
    std::vector<float4> place = particles_in_cells(n, side, start);
    std::vector<int> count(n), lists(160 * n);
    for (int i = 0; i < n; ++i) {
      int c[3] = {static_cast<int>(place[i].x), static_cast<int>(place[i].y), static_cast<int>(place[i].z)};
      for (int k = 0; k < 27; ++k) {
        int x = (c[0] + k % 3 - 1 + side) % side, y = (c[1] + k / 3 % 3 - 1 + side) % side,
            z = (c[2] + k / 9 - 1 + side) % side, cell = (z * side + y) * side + x;
        for (int j = start[cell]; j < start[cell + 1]; ++j)
          if (j != i && count[i] < 160) lists[count[i]++ * n + i] = j;
      }
    }
    auto *position = b.put(place), *force = b.zeros<float4>(n);
    auto *neighbours = b.put(lists), *many = b.put(count);
    RUN(lennard_jones<<<parts(n, 128), 128>>>(position, neighbours, many, force, n, static_cast<float>(side),
                                              1.0f));
  }
  for (auto [name, n, side, sorted] : {tuple("move_and_deposit_300000_on_512", 300000, 512, false),
                                       tuple("move_and_deposit_300000_on_32", 300000, 32, false),
                                       tuple("move_and_deposit_300000_on_512_sorted", 300000, 512, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> place = host_reals(2 * n, 0, side * 0.9999, 3), speed = host_reals(2 * n, -1, 1, 4);
    std::vector<float4> host(n);
    for (int i = 0; i < n; ++i)
      host[i] = make_float4(place[2 * i], place[2 * i + 1], speed[2 * i], speed[2 * i + 1]);
    if (sorted)
      std::sort(host.begin(), host.end(), [](const float4& p, const float4& q) {
        int a = static_cast<int>(p.y), c = static_cast<int>(q.y);
        return a != c ? a < c : p.x < q.x;
      });
    auto *first = b.put(host), *particle = b.zeros<float4>(n);
    auto* field = b.vectors<float2>(side * side, -1, 1);
    auto* charge = b.zeros(side * side);
    RUN(restore(particle, first, n),
        move_and_deposit<<<parts(n, 256), 256>>>(particle, field, charge, n, side, 0.1f));
  }
  for (auto [name, side] : {tuple("ising_colour_2048", 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<signed char> spins = host_whole<signed char>(side * side, 2, 4);
    for (auto& s : spins) s = s ? 1 : -1;
    auto *first = b.put(spins), *spin = b.zeros<signed char>(side * side);
    RUN(restore(spin, first, side * side),
        ising_colour<<<dim3(side / 2 / 256, side), 256>>>(spin, side, 0, 7u, 0.44f));
  }
  for (auto [name, width, height] :
       {tuple("advect_dye_1024x1024", 1024, 1024), tuple("advect_dye_300x200", 300, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* velocity = b.vectors<float2>(width * height, -4, 4);
    auto *dye = b.vectors<float4>(width * height, 0, 1), *out = b.zeros<float4>(width * height);
    RUN(advect_dye<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(velocity, dye, out, width,
                                                                                height, 1.0f));
  }
  for (auto [name, blocks, each] :
       {tuple("neutron_histories_100x128x4", 100, 4), tuple("neutron_histories_1x128x40", 1, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float2> host(40);
    std::vector<float> sections = host_reals(80, 0.1, 1, 6);
    for (int i = 0; i < 40; ++i) host[i] = make_float2(sections[2 * i], 0.3f * sections[2 * i + 1]);
    auto* layer = b.put(host);
    auto* tally = b.zeros<unsigned>(42);
    RUN(neutron_histories<<<blocks, 128, 42 * 4>>>(layer, tally, 40, each));
  }
  for (auto [name, cloths, rounds_each] : {tuple("cloth_springs_12x60", 12, 60)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float3> host(cloths * 1024);
    std::vector<float> noise = host_reals(cloths * 3072, -0.2, 0.2, 6);
    for (int i = 0; i < cloths * 1024; ++i)
      host[i] = make_float3(i % 32 + noise[3 * i], i / 32 % 32 + noise[3 * i + 1], noise[3 * i + 2]);
    auto *first = b.put(host), *knots = b.zeros<float3>(cloths * 1024);
    RUN(restore(knots, first, cloths * 1024), cloth_springs<<<cloths, dim3(32, 32)>>>(knots, rounds_each));
  }
}

static std::vector<float> bell(int radius) {
  std::vector<float> w(2 * kMaxRadius + 1);
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += w[k + radius] = std::exp(-2.0f * k * k / (radius * radius));
  for (float& v : w) v /= sum;
  return w;
}

static void pictures(int argc, char** argv) {
  for (auto [name, width, height, radius] :
       {tuple("blur_rows_1920x1080_r5", 1920, 1080, 5), tuple("blur_rows_640x480_r16", 640, 480, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> w = bell(radius);
    OK(cudaMemcpyToSymbol(blur_weights, w.data(), w.size() * 4));
    auto *in = b.reals(width * height, 0, 1), *out = b.zeros(width * height);
    RUN(blur_rows<<<dim3(parts(width, 256), height), 256, (256 + 2 * radius) * 4>>>(in, out, width, radius));
  }
  for (auto [name, width, height, radius] :
       {tuple("blur_columns_1920x1080_r5", 1920, 1080, 5), tuple("blur_columns_640x480_r16", 640, 480, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> w = bell(radius);
    OK(cudaMemcpyToSymbol(blur_weights, w.data(), w.size() * 4));
    auto *in = b.reals(width * height, 0, 1), *out = b.zeros(width * height);
    RUN(blur_columns<<<dim3(parts(width, 32), parts(height, 32)), dim3(32, 4)>>>(in, out, width, height,
                                                                                 radius));
  }
  for (auto [name, width, height, radius] :
       {tuple("bilateral_384x256_r3", 384, 256, 3), tuple("bilateral_128x128_r8", 128, 128, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(width * height, 0, 1), *out = b.zeros(width * height);
    RUN(bilateral<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(in, out, width, height, radius,
                                                                               0.05f, 10.0f));
  }
  for (auto [name, width, height] : {tuple("median_3x3_1280x720", 1280, 720)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.whole<unsigned char>(width * height, 256), *out = b.zeros<unsigned char>(width * height);
    RUN(median_3x3<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(in, out, width, height));
  }
  for (auto [name, width, height, r] :
       {tuple("erode_square_1280x720_r3", 1280, 720, 3), tuple("erode_square_320x240_r12", 320, 240, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.whole<unsigned char>(width * height, 256), *out = b.zeros<unsigned char>(width * height);
    int side = 32 + 2 * r;
    RUN(erode_square<<<dim3(parts(width, 32), parts(height, 32)), dim3(32, 8), side*(side + 32)>>>(
        in, out, width, height, r));
  }
  for (auto [name, count] : {tuple("fourier_1024_x2000", 2000), tuple("fourier_1024_x20", 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.vectors<float2>(count * 1024, -1, 1), *out = b.zeros<float2>(count * 1024);
    RUN(fourier_1024<<<count, 256>>>(in, out));
  }
  for (auto [name, width, height] : {tuple("cosine_8x8_512x512", 512, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = b.whole<unsigned char>(width * height, 256);
    auto* out = b.zeros<short>(width * height);
    auto* step = b.reals(64, 4, 60);
    RUN(cosine_8x8<<<width * height / 64 / 32, 256>>>(in, out, step, width));
  }
  for (auto [name, width, height] : {tuple("demosaic_1920x1080", 1920, 1080)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* raw = b.whole<unsigned short>(width * height, 65536);
    auto* out = b.zeros<ushort4>(width * height);
    RUN(demosaic<<<dim3(parts(width, 32), parts(height, 16)), dim3(32, 16)>>>(raw, out, width, height));
  }
  for (auto [name, width, height, block] :
       {tuple("integral_rows_1920x1080", 1920, 1080, 256), tuple("integral_rows_4096x64", 4096, 64, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = b.whole<unsigned char>(width * height, 256);
    auto* out = b.zeros<unsigned>(width * height);
    RUN(integral_rows<<<height, block>>>(in, out, width));
  }
  for (auto [name, width, height] : {tuple("integral_columns_1920x1080", 1920, 1080)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *first = b.whole<unsigned>(width * height, 256), *sums = b.zeros<unsigned>(width * height);
    RUN(restore(sums, first, width * height),
        integral_columns<<<parts(width, 64), 64>>>(sums, width, height));
  }
  for (auto [name, angles, points] : {tuple("hough_lines_180_angles_20000_points", 180, 20000),
                                      tuple("hough_lines_720_angles_3000_points", 720, 3000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* point = reinterpret_cast<short2*>(b.whole<short>(points * 2, 1000));
    auto* votes = b.zeros<int>(angles * 3000);
    RUN(hough_lines<<<angles, 256, 3000 * 4>>>(point, points, votes, 3000, 1.0f));
  }
  for (auto [name, from_w, from_h, to_w, to_h] :
       {tuple("resize_cubic_640x480_to_800x600", 640, 480, 800, 600),
        tuple("resize_cubic_2048x2048_to_400x400", 2048, 2048, 400, 400)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.words<uchar4>(from_w * from_h), *out = b.zeros<uchar4>(to_w * to_h);
    RUN(resize_cubic<<<dim3(parts(to_w, 32), parts(to_h, 4)), dim3(32, 4)>>>(in, out, from_w, from_h, to_w,
                                                                             to_h));
  }
  for (auto [name, count] : {tuple("haar_levels_x1000", 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(count * 2048, -1, 1), *out = b.zeros(count * 2048);
    RUN(haar_levels<<<count, 256>>>(in, out));
  }
  for (auto [name, channels, samples] :
       {tuple("biquad_channels_1024x1000", 1024, 1000), tuple("biquad_channels_32x2000", 32, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(channels * samples, -1, 1), *out = b.zeros(channels * samples),
         *taps = b.put(std::vector<float>{0.2f, 0.4f, 0.2f, -0.6f, 0.2f, 0.3f, 0.1f, 0.3f, -0.4f, 0.1f});
    RUN(biquad_channels<<<parts(channels, 64), 64>>>(in, out, taps, channels, samples));
  }
  for (auto [name, width, height, most] : {tuple("stereo_disparity_160x120x16", 160, 120, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *left = b.whole<unsigned char>(width * height, 256),
         *right = b.whole<unsigned char>(width * height, 256), *out = b.zeros<unsigned char>(width * height);
    RUN(stereo_disparity<<<dim3(parts(width, 32), parts(height, 4)), dim3(32, 4)>>>(left, right, out, width,
                                                                                    height, most));
  }
}

static void strings(int argc, char** argv) {
  // Different keys: an odd multiple of the place, with room for keys that are not in the table.
  auto keys_of = [](int n, bool missing) {
    std::vector<unsigned> keys(n);
    for (int i = 0; i < n; ++i)
      keys[i] = (static_cast<unsigned>(i) * 2654435761u & 0x7fffffffu) | (missing ? 1u << 31 : 0u);
    return keys;
  };
  for (auto [name, n, slots] : {tuple("hash_insert_500000_of_4Mi", 500000, 4 * Mi),
                                tuple("hash_insert_200000_of_256Ki", 200000, 256 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* keys = b.put(keys_of(n, false));
    auto* table = b.zeros<unsigned long long>(slots, 255);
    RUN(clear(table, slots, 255), hash_insert<<<parts(n, 256), 256>>>(keys, table, n, slots - 1));
  }
  for (auto [name, n, slots, missing] : {tuple("hash_find_1000000_present", 1000000, 2 * Mi, false),
                                         tuple("hash_find_200000_half_missing", 200000, 256 * Ki, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<unsigned> present = keys_of(n, false), absent = keys_of(n, missing), wanted(n);
    for (int i = 0; i < n; ++i) wanted[i] = i % 2 ? present[i * 7ll % n] : absent[i];
    std::vector<unsigned long long> host(slots, kEmpty);
    for (int i = 0; i < n; ++i) {
      unsigned x = present[i];
      x ^= x >> 16;
      x *= 0x7feb352du;
      x ^= x >> 15;
      x *= 0x846ca68bu;
      unsigned slot = (x ^ x >> 16) & (slots - 1);
      while (host[slot] != kEmpty) slot = (slot + 1) & (slots - 1);
      host[slot] = static_cast<unsigned long long>(present[i]) << 32 | static_cast<unsigned>(i);
    }
    auto* keys = b.put(wanted);
    auto* table = b.put(host);
    auto* value = b.zeros<int>(n);
    RUN(hash_find<<<parts(n, 256), 256>>>(keys, table, value, n, slots - 1));
  }
  for (auto [name, n, count, ordered] : {tuple("lower_bounds_500000_in_8Mi", 8 * Mi, 500000, false),
                                         tuple("lower_bounds_500000_in_8Mi_ordered", 8 * Mi, 500000, true),
                                         tuple("lower_bounds_100000_in_4096", 4096, 100000, false)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> values = host_whole(n, 1 << 30, 1), wanted = host_whole(count, 1 << 30, 2);
    std::sort(values.begin(), values.end());
    if (ordered) std::sort(wanted.begin(), wanted.end());
    auto *sorted = b.put(values), *keys = b.put(wanted), *place = b.zeros<int>(count);
    RUN(lower_bounds<<<parts(count, 256), 256>>>(sorted, n, keys, place, count));
  }
  for (auto [name, levels, count] : {tuple("search_wide_tree_60000_in_1Mi", 4, 60000),
                                     tuple("search_wide_tree_60000_in_32Ki", 3, 60000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    int n = 1 << 5 * levels;
    std::vector<int> values = host_whole(n, 1 << 30, 1), nodes;
    std::sort(values.begin(), values.end());
    for (int l = 1; l <= levels; ++l)
      for (int i = 0; i < 1 << 5 * l; ++i)
        nodes.push_back(values[static_cast<size_t>(i) << 5 * (levels - l)]);
    auto *tree = b.put(nodes), *keys = b.whole(count, 1 << 30), *place = b.zeros<int>(count);
    RUN(search_wide_tree<<<parts(count, 4), 128>>>(tree, keys, place, count, levels));
  }
  for (auto [name, pairs, length, block] :
       {tuple("edit_wavefront_40x256", 40, 256, 256), tuple("edit_wavefront_300x100", 300, 100, 128),
        tuple("edit_wavefront_1x1000", 1, 1000, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.whole<char>(pairs * length, 4), *y = b.whole<char>(pairs * length, 4);
    auto* distance = b.zeros<int>(pairs);
    RUN(edit_wavefront<<<pairs, block, 3 * (length + 1) * 4>>>(x, y, distance, length));
  }
  for (auto [name, runs, most] :
       {tuple("expand_runs_30000_to_1200000", 30000, 80), tuple("expand_runs_300_to_300000", 300, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> ends = host_whole(runs, most, 3);
    for (int i = 0, sum = 0; i < runs; ++i) ends[i] = sum += 1 + ends[i];
    int n = ends.back();
    auto* end = b.put(ends);
    auto *value = b.whole<unsigned char>(runs, 256), *out = b.zeros<unsigned char>(n);
    RUN(expand_runs<<<parts(n, 256), 256>>>(end, value, out, runs, n));
  }
  for (auto [name, n, bits] :
       {tuple("bloom_add_500000", 500000, 23), tuple("bloom_add_100000_small", 100000, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *keys = b.words(n), *filter = b.zeros<unsigned>((1u << bits) / 32);
    RUN(clear(filter, (1u << bits) / 32),
        bloom_add<<<parts(n, 128), 128>>>(keys, filter, n, (1u << bits) - 1));
  }
  for (auto [name, n, bits] : {tuple("bloom_count_1000000", 1000000, 28)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *keys = b.words(n), *filter = b.words((1u << bits) / 32);
    auto* hits = b.zeros<int>(1);
    RUN(bloom_count<<<parts(n, 512), 512>>>(keys, filter, hits, n, (1u << bits) - 1));
  }
  for (auto [name, n, count, length] : {tuple("suffix_search_20000x24_in_500000", 500000, 20000, 24)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<unsigned char> text = host_whole<unsigned char>(n, 4, 1), wanted(count * length);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&, n = text.size()](size_t x, size_t y) {
      while (x < n && y < n && text[x] == text[y]) ++x, ++y;
      return y < n && (x == n || text[x] < text[y]);
    });
    Random random = seeded(2);
    for (int i = 0; i < count; ++i)
      std::copy_n(text.begin() + random.below(n - length), length, wanted.begin() + i * length);
    auto *letters = b.put(text), *patterns = b.put(wanted);
    auto *suffix = b.put(order), *place = b.zeros<int>(count);
    RUN(suffix_search<<<parts(count, 128), 128>>>(letters, suffix, patterns, place, n, count, length));
  }
  for (auto [name, groups] : {tuple("decode_base64_1500000_groups", 1500000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<char> letters = host_whole<char>(groups * 4, 64, 1);
    for (char& c : letters)
      c = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[static_cast<int>(c)];
    auto* in = reinterpret_cast<uchar4*>(b.put(letters));
    auto* out = b.zeros<unsigned char>(groups * 3);
    RUN(decode_base64<<<parts(groups, 256), 256>>>(in, out, groups));
  }
  for (auto [name, n] : {tuple("sha_messages_32768", 32768), tuple("sha_messages_1000", 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    // The constants are the fractions of the cube roots of the first primes.
    std::vector<unsigned> constants;
    for (int p = 2; constants.size() < 64; ++p) {
      bool prime = true;
      for (int d = 2; d * d <= p; ++d) prime = prime && p % d;
      double root = std::cbrt(static_cast<double>(p));
      if (prime) constants.push_back(static_cast<unsigned>((root - std::floor(root)) * 4294967296.0));
    }
    OK(cudaMemcpyToSymbol(round_constants, constants.data(), 256));
    auto *message = b.words<uint4>(4 * n), *digest = b.zeros<uint4>(2 * n);
    RUN(sha_messages<<<parts(n, 128), 128>>>(message, digest, n));
  }
  for (auto [name, n, length] :
       {tuple("crc_four_tables_65536x16", 65536, 16), tuple("crc_four_tables_2048x512", 2048, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<unsigned> t(1024);
    for (unsigned i = 0; i < 256; ++i) {
      unsigned c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      t[i] = c;
    }
    for (int i = 256; i < 1024; ++i) t[i] = t[i - 256] >> 8 ^ t[t[i - 256] & 255];
    auto *record = b.words(n * length), *tables = b.put(t), *crc = b.zeros<unsigned>(n);
    RUN(crc_four_tables<<<parts(n, 128), 128>>>(record, tables, crc, n, length));
  }
  for (auto [name, n, length] :
       {tuple("count_matches_4Mi_of_6", 4 * Mi, 6), tuple("count_matches_200000_of_40", 200000, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *text = b.whole<char>(n, 3), *pattern = b.whole<char>(length, 3);
    auto* count = b.zeros<int>(1);
    RUN(count_matches<<<parts(n, 1024), 256, 1024 + 2 * length - 1>>>(text, pattern, count, n, length));
  }
  for (auto [name, n, bits] : {tuple("unpack_bits_4Mi_of_11", 4 * Mi, 11)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* packed = b.words(static_cast<size_t>(n) * bits / 32 + 2);
    auto *base = b.whole(n / 128, 1000000), *out = b.zeros<int>(n);
    RUN(unpack_bits<<<parts(n, 1024), 1024>>>(packed, base, out, bits, n));
  }
  for (auto [name, n] : {tuple("parse_numbers_200000", 200000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::string text;
    std::vector<int> starts;
    Random random = seeded(3);
    for (int i = 0; i < n; ++i) {
      starts.push_back(static_cast<int>(text.size()));
      if (random.below(2)) text += '-';
      text += std::to_string(random() >> random.below(30));
      if (random.below(2)) text += '.' + std::to_string(random.below(10000));
      text += ',';
    }
    auto* letters = b.put(std::vector<char>(text.begin(), text.end()));
    auto* start = b.put(starts);
    auto* out = b.zeros(n);
    RUN(parse_numbers<<<parts(n, 128), 128>>>(letters, start, out, n));
  }
}

// A balanced tree over boxes that are sorted along one axis after the other; returns the place of the root.
static int build_boxes(std::vector<BoxNode>& nodes, std::vector<int>& order, const std::vector<float>& centre,
                       int low, int high, int axis) {
  int at = static_cast<int>(nodes.size());
  nodes.emplace_back();
  if (high - low == 1) {
    BoxNode& leaf = nodes[at];
    for (int k = 0; k < 3; ++k) {
      leaf.low[k] = centre[3 * order[low] + k] - 0.01f;
      leaf.high[k] = centre[3 * order[low] + k] + 0.01f;
    }
    leaf.left = -1 - order[low];
    leaf.right = 0;
    return at;
  }
  int middle = (low + high) / 2;
  std::nth_element(order.begin() + low, order.begin() + middle, order.begin() + high,
                   [&](int a, int b) { return centre[3 * a + axis] < centre[3 * b + axis]; });
  int left = build_boxes(nodes, order, centre, low, middle, (axis + 1) % 3),
      right = build_boxes(nodes, order, centre, middle, high, (axis + 1) % 3);
  BoxNode& n = nodes[at];
  for (int k = 0; k < 3; ++k) {
    n.low[k] = std::min(nodes[left].low[k], nodes[right].low[k]);
    n.high[k] = std::max(nodes[left].high[k], nodes[right].high[k]);
  }
  n.left = left;
  n.right = right;
  return at;
}

static void compute(int argc, char** argv) {
  if (const char* name = "mandelbrot_float_512x384"; chosen(argc, argv, name)) {
    Buffers b;
    auto* out = b.zeros<unsigned short>(512 * 384);
    RUN(mandelbrot<float><<<dim3(16, 48), dim3(32, 8)>>>(out, 512, 384, -2.2f, -1.2f, 0.00625f, 256));
  }
  if (const char* name = "mandelbrot_double_96x96_deep"; chosen(argc, argv, name)) {
    Buffers b;
    auto* out = b.zeros<unsigned short>(96 * 96);
    RUN(mandelbrot<double><<<dim3(6, 6), dim3(16, 16)>>>(out, 96, 96, -0.7463, 0.1102, 0.00001, 2000));
  }
  if (const char* name = "black_scholes_float_600000"; chosen(argc, argv, name)) {
    Buffers b;
    int n = 600000;
    auto *price = b.reals(n, 10, 100), *strike = b.reals(n, 10, 100), *years = b.reals(n, 0.1, 5),
         *call = b.zeros(n), *put = b.zeros(n);
    RUN(black_scholes<float><<<parts(n, 256), 256>>>(price, strike, years, call, put, 0.03f, 0.25f, n));
  }
  if (const char* name = "black_scholes_double_100000"; chosen(argc, argv, name)) {
    Buffers b;
    int n = 100000;
    auto *price = b.reals<double>(n, 10, 100), *strike = b.reals<double>(n, 10, 100),
         *years = b.reals<double>(n, 0.1, 5), *call = b.zeros<double>(n), *put = b.zeros<double>(n);
    RUN(black_scholes<double><<<264, 128>>>(price, strike, years, call, put, 0.03, 0.25, n));
  }
  for (auto [name, options, steps, block] :
       {tuple("binomial_puts_40x512", 40, 512, 256), tuple("binomial_puts_400x128", 400, 128, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    float up = std::exp(0.3f * std::sqrt(1.0f / steps)), growth = std::exp(0.03f / steps);
    auto *price = b.reals(options, 50, 100), *strike = b.reals(options, 50, 100), *value = b.zeros(options);
    RUN(binomial_puts<<<options, block, (steps + 1) * 4>>>(
        price, strike, value, up, (growth - 1 / up) / (up - 1 / up), 1 / growth, steps));
  }
  for (auto [name, count, width, height] : {tuple("trace_spheres_50_at_240x160", 50, 240, 160),
                                            tuple("trace_spheres_400_at_64x64", 400, 64, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float4> host(count);
    std::vector<float> p = host_reals(count * 4, -1, 1, 5);
    for (int i = 0; i < count; ++i)
      host[i] = make_float4(2 * p[4 * i], 2 * p[4 * i + 1], 2 + p[4 * i + 2], 0.2f + 0.1f * p[4 * i + 3]);
    auto* sphere = b.put(host);
    auto* out = b.zeros(width * height);
    RUN(trace_spheres<<<dim3(parts(width, 16), parts(height, 8)), dim3(16, 8), count * 16>>>(
        sphere, out, count, width, height, 4));
  }
  for (auto [name, objects, rays, ordered] :
       {tuple("walk_boxes_20000_rays_50000_ordered", 20000, 50000, true),
        tuple("walk_boxes_20000_rays_20000_random", 20000, 20000, false)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<float> centre = host_reals(objects * 3, -1, 1, 5), ray(6 * rays),
                       noise = host_reals(6 * rays, -1, 1, 6);
    std::vector<int> order(objects);
    std::iota(order.begin(), order.end(), 0);
    std::vector<BoxNode> nodes;
    build_boxes(nodes, order, centre, 0, objects, 0);
    int side = static_cast<int>(std::sqrt(rays));
    for (int i = 0; i < rays; ++i)
      for (int k = 0; k < 3; ++k) {
        ray[k * rays + i] = ordered ? (k == 2 ? -3.0f : 0.0f) : 2 * noise[3 * i + k];
        ray[(k + 3) * rays + i] = !ordered ? noise[3 * (rays + i) + k]
                                  : k == 2 ? 1.0f
                                           : ((k ? i / side : i % side) + 0.5f) / side - 0.5f;
      }
    for (int i = 0; i < rays; ++i)
      for (int k = 3; k < 6; ++k)
        if (std::fabs(ray[k * rays + i]) < 1e-6f) ray[k * rays + i] = 1e-6f;
    auto* node = b.put(nodes);
    auto *at = b.put(ray), *distance = b.zeros(rays);
    auto* object = b.zeros<int>(rays);
    RUN(walk_boxes<<<parts(rays, 128), 128>>>(node, at, distance, object, rays));
  }
  for (auto [name, n] : {tuple("polynomial_31_1000000", 1000000), tuple("polynomial_31_20000", 20000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.reals<double>(n, -1, 1), *c = b.reals<double>(32, -1, 1), *y = b.zeros<double>(n);
    RUN(polynomial_31<<<parts(n, 256), 256>>>(x, c, y, n));
  }
  for (auto [name, quads] : {tuple("philox_normals_700000", 700000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* out = b.zeros<float4>(quads);
    RUN(philox_normals<<<parts(quads, 256), 256>>>(out, quads, 12345678901234ull));
  }
  for (auto [name, n, block] :
       {tuple("powers_modulo_16384", 16384, 64), tuple("powers_modulo_800", 800, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *base = b.words(n), *exponent = b.words(n), *out = b.zeros<unsigned>(n);
    RUN(powers_modulo<<<parts(n, block), block>>>(base, exponent, out, 2147483647u, n));
  }
  for (auto [name, pairs] : {tuple("multiply_big_3000", 3000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *x = b.words(pairs * 64), *y = b.words(pairs * 64), *out = b.zeros<unsigned>(pairs * 128);
    RUN(multiply_big<<<pairs, 128>>>(x, y, out));
  }
  for (auto [name, n] : {tuple("collatz_longest_65536", 65536), tuple("collatz_longest_4000", 4000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* longest = b.zeros<unsigned>(parts(n, 256));
    RUN(collatz_longest<<<parts(n, 256), 256>>>(1000000001ull, longest, n));
  }
  for (auto [name, side] : {tuple("count_queens_9", 9), tuple("count_queens_11", 11)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* total = b.zeros<unsigned long long>(1);
    RUN(count_queens<<<parts(side * side, 32), 32>>>(side, total));
  }
  for (auto [name, n, most] :
       {tuple("kepler_anomaly_40000_round", 40000, 0.3), tuple("kepler_anomaly_10000_long", 10000, 0.98)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *mean = b.reals<double>(n, 0, 6.28), *eccentricity = b.reals<double>(n, 0, most),
         *out = b.zeros<double>(n);
    RUN(kepler_anomaly<<<parts(n, 128), 128>>>(mean, eccentricity, out, n));
  }
}

static void warps(int argc, char** argv) {
  for (auto [name, n, blocks] :
       {tuple("sum_last_block_12Mi", 12 * Mi, 528), tuple("sum_last_block_256Ki", 256 * Ki, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = b.vectors<float4>(n / 4, 0, 1);
    auto *partial = b.zeros(blocks), *total = b.zeros(1);
    auto* done = b.zeros<int>(1);
    RUN(clear(done, 1), sum_last_block<<<blocks, 256>>>(in, partial, done, total, n / 4));
  }
  for (auto [name, n] : {tuple("count_bits_40MB", 2500000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* in = b.words<uint4>(n);
    auto* total = b.zeros<unsigned long long>(1);
    RUN(count_bits<<<264, 1024>>>(in, total, n));
  }
  for (auto [name, n, keys, power] : {tuple("sums_by_key_1Mi_of_100000", Mi, 100000, 1.0),
                                      tuple("sums_by_key_500000_of_50", 500000, 50, 2.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* key = b.whole(n, keys, power);
    auto *value = b.reals(n, 0, 1), *sum = b.zeros(keys);
    RUN(sums_by_key<<<parts(n, 256), 256>>>(key, value, sum, n));
  }
  for (auto [name, n, high] :
       {tuple("keep_events_2Mi_third", 2 * Mi, 333), tuple("keep_events_2Mi_rare", 2 * Mi, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto* event = reinterpret_cast<int2*>(b.whole(2 * n, 1000));
    auto* out = b.zeros<int2>(n);
    auto* count = b.zeros<int>(1);
    RUN(clear(count, 1), keep_events<<<1056, 256>>>(event, out, count, 0, high, n));
  }
  for (auto [name, tiles, blocks] :
       {tuple("smooth_with_copies_1Mi", 1024, 264), tuple("smooth_with_copies_64Ki_by_8", 64, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.reals(tiles * 1024 + 64, -1, 1), *out = b.zeros(tiles * 1024), *taps = b.reals(64, 0, 0.03);
    RUN(smooth_with_copies<<<blocks, 256>>>(in, out, taps, tiles));
  }
  for (auto [name, queries, references] :
       {tuple("five_nearest_4096_of_1024", 4096, 1024), tuple("five_nearest_500_of_5000", 500, 5000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *query = b.reals(queries * 4, 0, 1), *reference = b.reals(references * 4, 0, 1);
    auto* nearest = b.zeros<int>(queries * 5);
    RUN(five_nearest<<<parts(queries, 128), 128>>>(query, reference, nearest, queries, references));
  }
  for (auto [name, tasks, most] :
       {tuple("queue_of_tasks_20000", 20000, 2000), tuple("queue_of_tasks_1000_long", 1000, 20000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    std::vector<int> lengths = host_whole(tasks, most, 4, 3), starts(tasks);
    for (int i = 1; i < tasks; ++i) starts[i] = starts[i - 1] + lengths[i - 1];
    auto *length = b.put(lengths), *start = b.put(starts), *next = b.zeros<int>(1);
    auto *data = b.reals(starts.back() + lengths.back() + 1, -1, 1), *result = b.zeros(tasks);
    RUN(clear(next, 1), queue_of_tasks<<<132, 256>>>(length, start, data, result, next, tasks));
  }
  for (auto [name, n, k] : {tuple("assign_to_centres_200000_of_32", 200000, 32),
                            tuple("assign_to_centres_500000_of_4", 500000, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *point = b.vectors<float2>(n, 0, 1), *centre = b.vectors<float2>(k, 0, 1);
    auto* owner = b.zeros<int>(n);
    auto* sums = b.zeros(3 * k);
    RUN(assign_to_centres<<<132, 512, 6 * k * 4>>>(point, centre, owner, sums, n, k));
  }
  for (auto [name, n] : {tuple("sort_32_lanes_600000", 600000)}) {
    if (!chosen(argc, argv, name)) continue;
    Buffers b;
    auto *in = b.words<unsigned long long>(n), *out = b.zeros<unsigned long long>(n);
    RUN(sort_32_lanes<<<parts(n, 256), 256>>>(in, out, n));
  }
}

int main(int argc, char** argv) {
  networks(argc, argv);
  dense(argc, argv);
  graphs(argc, argv);
  sorting(argc, argv);
  physics(argc, argv);
  pictures(argc, argv);
  strings(argc, argv);
  compute(argc, argv);
  warps(argc, argv);
}
