// Launches written on 30 November 2026 by someone who knew neither the model of kernel time nor its errors,
// to judge it. The kernels are of the kinds that CUDA engineers write in their projects; each header has one
// subject.
#include <cmath>
#include <tuple>

#include "blind_compute.h"
#include "blind_memory.h"
#include "blind_networks.h"
#include "blind_physics.h"
#include "blind_pictures.h"
#include "blind_sorting.h"
#include "blind_sparse.h"
#include "blind_strings.h"
#include "blind_tiles.h"
#include "common.h"
#include "launch_arrays.h"

using std::tuple;

template <class T = int>
static T* whole(size_t n, int limit, unsigned seed, double power = 1) {
  return upload(host_whole<T>(n, limit, seed, power));
}

template <class T = float>
static T* reals(size_t n, double low, double high, unsigned seed) {
  return upload(host_reals<T>(n, low, high, seed));
}

// n random words, as elements of any plain type
template <class T>
static T* words(size_t n, unsigned seed) {
  std::vector<unsigned> values(n * sizeof(T) / sizeof(unsigned));
  Random random = seeded(seed);
  for (unsigned& v : values) v = random();
  return reinterpret_cast<T*>(upload(values));
}

template <class T, class F>
static T* as(F* p) {
  return reinterpret_cast<T*>(p);
}

static std::vector<int> shuffled(int n, unsigned seed) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  Random random = seeded(seed);
  for (int i = n - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

// A grey picture of waves, discs and noise.
static std::vector<unsigned char> host_picture(int w, int h, unsigned seed) {
  Random random = seeded(seed);
  std::vector<unsigned char> out(static_cast<size_t>(w) * h);
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int dx = x % 97 - 48, dy = y % 83 - 41;
      float v = 120 + 50 * std::sin(x * 0.02f) * std::cos(y * 0.015f) + (dx * dx + dy * dy < 700 ? 45 : 0);
      out[static_cast<size_t>(y) * w + x] = static_cast<unsigned char>(v + random.below(16));
    }
  return out;
}

static void normalisation(int argc, char** argv) {
  for (auto [name, images, channels, area, threads] :
       {tuple("group_norm_silu_8x256x1024", 8, 256, 1024, 512),
        tuple("group_norm_silu_2x320x4096", 2, 320, 4096, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(images) * channels * area;
    half *x = reals<half>(n, -1, 1, 1), *y = device<half>(n);
    float *gamma = reals(channels, 0.5, 1.5, 2), *beta = reals(channels, -1, 1, 3);
    RUN(group_norm_silu<<<images * 32, threads>>>(x, gamma, beta, y, channels, area, 32));
    release(x, y, gamma, beta);
  }
  for (auto [name, rows, width] : {tuple("rms_norm_residual_2048x4096", 2048, 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(rows) * width;
    auto *x = reals<__nv_bfloat16>(n, -1, 1, 1), *r = reals<__nv_bfloat16>(n, -1, 1, 2),
         *w = reals<__nv_bfloat16>(width, 0.5, 1.5, 3), *s = device<__nv_bfloat16>(n),
         *y = device<__nv_bfloat16>(n);
    RUN(rms_norm_residual<<<rows, width / 8>>>(as<uint4>(x), as<uint4>(r), as<uint4>(w), as<uint4>(s),
                                               as<uint4>(y), width));
    release(x, r, w, s, y);
  }
  for (auto [name, columns, rows] :
       {tuple("causal_softmax_8192x512", 512, 8192), tuple("causal_softmax_4096x1024", 1024, 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    float* scores = reals(static_cast<size_t>(rows) * columns, -4, 4, 1);
    half* out = device<half>(static_cast<size_t>(rows) * columns);
    auto kernel = columns == 512 ? causal_softmax<512> : causal_softmax<1024>;
    RUN(kernel<<<rows / 4, 128>>>(scores, out, rows, 0.125f));
    release(scores, out);
  }
  for (auto [name, rows, columns, slices] : {tuple("layer_norm_weight_gradients_8192x1024", 8192, 1024, 32),
                                             tuple("layer_norm_weight_gradients_1024x4096", 1024, 4096, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(rows) * columns;
    float *dy = reals(n, -1, 1, 1), *x = reals(n, -1, 1, 2), *mean = reals(rows, -0.1, 0.1, 3),
          *scale = reals(rows, 1, 2, 4), *dgamma = device<float>(columns), *dbeta = device<float>(columns);
    RUN(layer_norm_weight_gradients<<<dim3(columns / 32, slices), dim3(32, 8)>>>(dy, x, mean, scale, dgamma,
                                                                                 dbeta, rows, columns));
    release(dy, x, mean, scale, dgamma, dbeta);
  }
  for (auto [name, rows, classes, threads] : {tuple("cross_entropy_smooth_512x32000", 512, 32000, 1024),
                                              tuple("cross_entropy_smooth_40x128256", 40, 128256, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    float *logits = reals(static_cast<size_t>(rows) * classes, -5, 5, 1), *loss = device<float>(rows);
    int* labels = whole(rows, classes, 2);
    RUN(cross_entropy_smooth<<<rows, threads>>>(logits, labels, loss, classes, 0.1f));
    release(logits, loss, labels);
  }
}

static void attention(int argc, char** argv) {
  for (auto [name, heads, length, causal] : {tuple("attention_forward_32x512", 32, 512, false),
                                             tuple("attention_forward_causal_8x1024", 8, 1024, true)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(heads) * length * 64;
    float *q = reals(n, -1, 1, 1), *k = reals(n, -1, 1, 2), *v = reals(n, -1, 1, 3), *out = device<float>(n);
    RUN(attention_forward<64, 32><<<dim3(length / 128, heads), 128>>>(q, k, v, out, length, 0.125f, causal));
    release(q, k, v, out);
  }
  for (auto [name, sequences, pages] :
       {tuple("paged_attention_24_sequences", 24, 48), tuple("paged_attention_2_sequences", 2, 160)}) {
    if (!chosen(argc, argv, name)) continue;
    int heads = 32, kv_heads = 8, longest = pages * 16;
    size_t pool = static_cast<size_t>(sequences) * pages * kv_heads * 16 * 128;
    std::vector<int> host_lengths = host_whole(sequences, longest / 2, 4);
    for (int& l : host_lengths) l += longest / 2;
    half *q = reals<half>(sequences * heads * 128, -1, 1, 1), *k = reals<half>(pool, -1, 1, 2),
         *v = reals<half>(pool, -1, 1, 3), *out = device<half>(sequences * heads * 128);
    int *table = upload(shuffled(sequences * pages, 5)), *lengths = upload(host_lengths);
    RUN(paged_attention<<<dim3(heads, sequences), 128, longest * sizeof(float)>>>(
        q, k, v, table, lengths, out, kv_heads, pages, 0.088f));
    release(q, k, v, out, table, lengths);
  }
  for (auto [name, tokens, heads] : {tuple("rotary_embedding_4096x32", 4096, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    half* x = reals<half>(static_cast<size_t>(tokens) * heads * 128, -1, 1, 1);
    std::vector<float2> table(4096 * 64);
    for (int i = 0; i < 4096 * 64; ++i) {
      float angle = i / 64 * std::pow(10000.0f, -(i % 64) / 64.0f);
      table[i] = {std::cos(angle), std::sin(angle)};
    }
    float2* cos_sin = upload(table);
    int* positions = whole(tokens, 4096, 2);
    RUN(rotary_embedding<<<tokens, 256>>>(x, cos_sin, positions, heads));
    release(x, cos_sin, positions);
  }
  for (auto [name, batch, channels, length] :
       {tuple("selective_scan_4x2048x256", 4, 2048, 256), tuple("selective_scan_1x1024x512", 1, 1024, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(batch) * length;
    float *x = reals(n * channels, -1, 1, 1), *dt = reals(n * channels, 0.01, 0.1, 2),
          *a = reals(channels * 16, -2, -0.1, 3), *b = reals(n * 16, -1, 1, 4), *c = reals(n * 16, -1, 1, 5),
          *y = device<float>(n * channels);
    RUN(selective_scan<<<dim3(channels / 128, batch), 128>>>(x, dt, a, b, c, y, length, channels));
    release(x, dt, a, b, c, y);
  }
}

static void layers(int argc, char** argv) {
  for (auto [name, images, side, channels] :
       {tuple("depthwise_conv5_8x56x128", 8, 56, 128), tuple("depthwise_conv5_32x14x512", 32, 14, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    int n = images * side * side * channels / 2;
    half *x = reals<half>(2 * n, -1, 1, 1), *w = reals<half>(25 * channels, -1, 1, 2),
         *y = device<half>(2 * n);
    RUN(depthwise_conv5<<<parts(n, 256), 256>>>(as<half2>(x), as<half2>(w), as<half2>(y), side, side,
                                                channels / 2, n));
    release(x, w, y);
  }
  for (auto [name, images, in, out, side] :
       {tuple("conv3x3_4x64x56", 4, 64, 64, 56), tuple("conv3x3_2x3x224", 2, 3, 32, 224)}) {
    if (!chosen(argc, argv, name)) continue;
    float *x = reals(static_cast<size_t>(images) * in * side * side, -1, 1, 1),
          *w = reals(out * in * 9, -1, 1, 2),
          *y = device<float>(static_cast<size_t>(images) * out * side * side);
    RUN(conv3x3<8><<<dim3(parts(side, 16), parts(side, 16), images * out / 8), dim3(16, 16)>>>(
        x, w, y, in, out, side, side));
    release(x, w, y);
  }
  for (auto [name, planes, side] : {tuple("max_pool_with_index_512x112", 512, 112)}) {
    if (!chosen(argc, argv, name)) continue;
    int half_side = side / 2, n = planes * half_side * half_side;
    float *x = reals(static_cast<size_t>(planes) * side * side, -1, 1, 1), *y = device<float>(n);
    int* index = device<int>(n);
    RUN(max_pool_with_index<<<parts(n, 256), 256>>>(x, y, index, side, side, half_side, half_side, n));
    release(x, y, index);
  }
  for (auto [name, rows, width, bags, most] : {tuple("embedding_bag_mean_8192x128", 200000, 128, 8192, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> lengths = host_whole(bags, most, 1), offsets{0};
    for (int l : lengths) offsets.push_back(offsets.back() + l);
    float *table = reals(static_cast<size_t>(rows) * width, -1, 1, 2), *out = device<float>(bags * width);
    int *indices = whole(offsets.back(), rows, 3, 2), *starts = upload(offsets);
    RUN(embedding_bag_mean<<<bags, width>>>(table, indices, starts, out));
    release(table, out, indices, starts);
  }
  for (auto [name, n, blocks] : {tuple("lion_step_8Mi", 8 * Mi, 1056)}) {
    if (!chosen(argc, argv, name)) continue;
    float *w = reals(n, -1, 1, 1), *m = reals(n, -1, 1, 2);
    half *g = reals<half>(n, -1, 1, 3), *copy = device<half>(n);
    RUN(lion_step<<<blocks, 256>>>(as<float4>(w), as<float4>(m), as<uint2>(g), as<uint2>(copy), n / 4,
                                   1e-4f));
    release(w, m, g, copy);
  }
  for (auto [name, rows, width] : {tuple("gemv_int4_groups_11008x4096", 11008, 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    uint4* w = words<uint4>(static_cast<size_t>(rows) * width / 32, 1);
    half *scales = reals<half>(rows * width / 128, 0.01, 0.02, 2), *x = reals<half>(width, -1, 1, 3);
    auto* zeros = whole<unsigned char>(rows * width / 128, 16, 4);
    float* y = device<float>(rows);
    RUN(gemv_int4_groups<<<rows / 4, 128>>>(w, scales, zeros, x, y, rows, width));
    release(w, scales, x, zeros, y);
  }
  for (auto [name, m, n, k] : {tuple("gemm_int8_dp4a_1024x1024x1024", 1024, 1024, 1024),
                               tuple("gemm_int8_dp4a_128x768x3072", 128, 768, 3072)}) {
    if (!chosen(argc, argv, name)) continue;
    int *a = words<int>(m * k / 4, 1), *b = words<int>(n * k / 4, 2), *c = device<int>(m * n);
    RUN(gemm_int8_dp4a<<<dim3(n / 64, m / 64), 256>>>(a, b, c, n, k / 4));
    release(a, b, c);
  }
  for (auto [name, tokens, threads] : {tuple("moe_top2_gate_32768", 32768, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    float* logits = reals(tokens * 64, -3, 3, 1);
    int2* choice = device<int2>(tokens);
    float2* weight = device<float2>(tokens);
    int* counts = device<int>(64);
    RUN(moe_top2_gate<<<parts(tokens, threads / 32), threads>>>(logits, choice, weight, counts, tokens));
    release(logits, choice, weight, counts);
  }
}

// A directed graph without double edges, each edge from the lower vertex to the higher one.
static Sparse oriented(int n, int edges, unsigned seed, double power) {
  std::vector<int> from = host_whole(edges, n, seed, power), to = host_whole(edges, n, seed + 1);
  std::vector<std::vector<int>> lists(n);
  for (int i = 0; i < edges; ++i)
    if (from[i] != to[i]) lists[std::min(from[i], to[i])].push_back(std::max(from[i], to[i]));
  return sparse(n, [&](int r, Random&) {
    std::sort(lists[r].begin(), lists[r].end());
    lists[r].erase(std::unique(lists[r].begin(), lists[r].end()), lists[r].end());
    return lists[r];
  });
}

static void matrices(int argc, char** argv) {
  for (auto [name, rows, kind] :
       {tuple("spmv_csr_tile8_scattered_131072", 131072, 0), tuple("spmv_csr_tile8_banded_262144", 262144, 1),
        tuple("spmv_csr_tile8_skewed_20000", 20000, 2)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse m = kind == 0 ? scattered(rows, 16) : kind == 1 ? banded(rows, 6) : skewed(rows, 4, 600);
    float *x = reals(rows, -1, 1, 1), *y = device<float>(rows);
    RUN(spmv_csr_tile<8><<<parts(rows, 32), 256>>>(m.start, m.column, m.value, x, y, rows));
    release(m);
    release(x, y);
  }
  for (auto [name, rows, per_row, near] : {tuple("spmv_ell_double_near_262144x12", 262144, 12, true),
                                           tuple("spmv_ell_double_far_50000x20", 50000, 20, false)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> column(rows * per_row);
    Random random = seeded(1);
    for (int k = 0; k < per_row; ++k)
      for (int r = 0; r < rows; ++r) {
        int c = near ? r + (k - per_row / 2) * (k % 3 ? 1 : 300) : random.below(rows);
        column[k * rows + r] = c < 0 || c >= rows || random.below(10) == 0 ? -1 : c;
      }
    int* columns = upload(column);
    double *value = reals<double>(column.size(), -1, 1, 2), *x = reals<double>(rows, -1, 1, 3),
           *y = device<double>(rows);
    RUN(spmv_ell<<<parts(rows, 128), 128>>>(columns, value, x, y, rows, per_row));
    release(columns, value, x, y);
  }
  for (auto [name, rows, per_row] : {tuple("spmv_bsr4_32768x12", 32768, 12)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse m = scattered(rows, per_row);
    float *value = reals(static_cast<size_t>(m.entries) * 16, -1, 1, 1), *x = reals(rows * 4, -1, 1, 2),
          *y = device<float>(rows * 4);
    RUN(spmv_bsr4<<<parts(rows, 4), 128>>>(m.start, m.column, value, x, y, rows));
    release(m);
    release(value, x, y);
  }
  for (auto [name, rows, kind] :
       {tuple("spmm_csr_64_scattered_32768", 32768, 0), tuple("spmm_csr_64_skewed_8192", 8192, 1)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse m = kind == 0 ? scattered(rows, 12) : skewed(rows, 6, 300);
    float *dense = reals(rows * 64, -1, 1, 1), *out = device<float>(rows * 64);
    RUN(spmm_csr_64<<<rows / 8, dim3(32, 8)>>>(m.start, m.column, m.value, as<float2>(dense), as<float2>(out),
                                               rows));
    release(m);
    release(dense, out);
  }
  for (auto [name, rows, per_row] : {tuple("sddmm_64_40000x10", 40000, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse m = scattered(rows, per_row);
    float *u = reals(rows * 64, -1, 1, 1), *v = reals(rows * 64, -1, 1, 2), *out = device<float>(m.entries);
    RUN(sddmm_64<<<parts(m.entries, 16), 256>>>(m.row, m.column, as<float4>(u), as<float4>(v), out,
                                                m.entries));
    release(m);
    release(u, v, out);
  }
}

static void graphs(int argc, char** argv) {
  for (auto [name, n, size] : {tuple("bfs_expand_65536_of_524288", 524288, 65536),
                               tuple("bfs_expand_3000_of_100000", 100000, 3000)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse g = skewed(n, 5, 120);
    std::vector<int> order = shuffled(n, 1), distance(n, -1), frontier(order.begin(), order.begin() + size);
    for (int i = 0; i < n / 4; ++i) distance[order[i]] = 1;
    for (int v : frontier) distance[v] = 2;
    int *first = upload(distance), *now = upload(distance), *list = upload(frontier), *next = device<int>(n),
        *count = device<int>(1);
    int* zero = device<int>(1);
    RUN(restore(now, first, n); restore(count, zero, 1);
        bfs_expand<<<parts(size, 256), 256>>>(g.start, g.column, list, size, now, next, count, 3));
    release(g);
    release(first, now, list, next, count, zero);
  }
  for (auto [name, n] : {tuple("pagerank_pull_skewed_60000", 60000)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse g = skewed(n, 6, 400);
    std::vector<int> degrees = host_whole(n, 12, 1);
    for (int& d : degrees) ++d;
    int* degree = upload(degrees);
    float *rank = reals(n, 0, 1e-5, 2), *out = device<float>(n);
    RUN(pagerank_pull<<<parts(n, 256), 256>>>(g.start, g.column, rank, degree, out, n, 0.85f));
    release(g);
    release(degree, rank, out);
  }
  for (auto [name, n, edges, power] : {tuple("count_triangles_20000", 20000, 300000, 2.0),
                                       tuple("count_triangles_even_3000", 3000, 60000, 1.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse g = oriented(n, edges, 1, power);
    auto* triangles = device<unsigned long long>(1);
    RUN(count_triangles<<<parts(g.entries, 8), 256>>>(g.start, g.column, g.row, g.entries, triangles));
    release(g);
    release(triangles);
  }
  for (auto [name, n] : {tuple("edge_softmax_skewed_80000", 80000)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse g = skewed(n, 8, 500);
    float *source = reals(n, -2, 2, 1), *target = reals(n, -2, 2, 2), *score = device<float>(g.entries);
    RUN(edge_softmax<<<parts(n, 4), 128>>>(g.start, g.column, source, target, score, n));
    release(g);
    release(source, target, score);
  }
  for (auto [name, n, per_row] : {tuple("colour_round_200000", 200000, 10)}) {
    if (!chosen(argc, argv, name)) continue;
    Sparse g = scattered(n, per_row);
    std::vector<int> colours = host_whole(n, 20, 1);
    for (int& c : colours) c = c < 8 ? c : -1;
    auto* priority = words<unsigned>(n, 2);
    int *colour = upload(colours), *next = device<int>(n);
    RUN(colour_round<<<parts(n, 256), 256>>>(g.start, g.column, priority, colour, next, n));
    release(g);
    release(priority, colour, next);
  }
}

static void sorting(int argc, char** argv) {
  for (auto [name, n, size] : {tuple("bitonic_block_sort_2048_keys_of_1Mi", Mi, 2048),
                               tuple("bitonic_block_sort_512_keys_of_256Ki", 256 * Ki, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned *in = words<unsigned>(n, 1), *out = device<unsigned>(n);
    auto kernel = size == 2048 ? bitonic_block_sort<2048> : bitonic_block_sort<512>;
    RUN(kernel<<<n / size, size / 2>>>(in, out));
    release(in, out);
  }
  for (auto [name, n, stride] : {tuple("bitonic_global_step_8Mi_stride_1Mi", 8 * Mi, Mi),
                                 tuple("bitonic_global_step_2Mi_stride_8", 2 * Mi, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> host = host_reals(n, 0, 1, 1);
    float *first = upload(host), *keys = upload(host);
    int* values = whole(n, n, 2);
    RUN(restore(keys, first, n); bitonic_global_step<<<n / 512, 256>>>(keys, values, 2 * stride, stride));
    release(first, keys, values);
  }
  for (auto [name, rows] : {tuple("warp_sort_rows_65536", 65536)}) {
    if (!chosen(argc, argv, name)) continue;
    float *keys = reals(rows * 32, 0, 1, 1), *keys_out = device<float>(rows * 32);
    short *values = whole<short>(rows * 32, 30000, 2), *values_out = device<short>(rows * 32);
    RUN(warp_sort_rows<<<parts(rows, 8), 256>>>(keys, values, keys_out, values_out, rows));
    release(keys, keys_out, values, values_out);
  }
  for (auto [name, n, each, narrow] : {tuple("radix_digit_counts_16Mi", 16 * Mi, 16384, false),
                                       tuple("radix_digit_counts_narrow_2Mi", 2 * Mi, 8192, true)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned* keys = narrow ? whole<unsigned>(n, 1 << 11, 1) : words<unsigned>(n, 1);
    int blocks = n / each, *counts = device<int>(256 * blocks);
    RUN(radix_digit_counts<<<blocks, 256>>>(as<uint4>(keys), counts, each / 4, 8));
    release(keys, counts);
  }
  for (auto [name, n, threads] : {tuple("radix_scatter_4Mi_by_512", 4 * Mi, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned> host(n);
    Random random = seeded(1);
    for (unsigned& k : host) k = random();
    int blocks = n / threads, place = 0;
    std::vector<int> places(16 * blocks);
    for (int i = 0; i < n; ++i) ++places[(host[i] >> 12 & 15) * blocks + i / threads];
    for (int& p : places) p = (place += p) - p;
    unsigned *keys = upload(host), *out = device<unsigned>(n);
    int* offsets = upload(places);
    RUN(radix_scatter<<<blocks, threads>>>(keys, offsets, out, 12));
    release(keys, out, offsets);
  }
  for (auto [name, n, threads] : {tuple("scan_blocks_16Mi_by_1024", 16 * Mi, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    int *in = whole(n, 100, 1), *out = device<int>(n), *totals = device<int>(n / threads / 4);
    RUN(scan_blocks<<<n / threads / 4, threads>>>(as<int4>(in), as<int4>(out), totals));
    release(in, out, totals);
  }
  for (auto [name, n, threads] : {tuple("segmented_scan_4Mi_by_512", 4 * Mi, 512),
                                  tuple("segmented_scan_128Ki_by_1024", 128 * Ki, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned char> heads = host_whole<unsigned char>(n, 20, 1);
    for (auto& h : heads) h = h == 0;
    float *in = reals(n, 0, 1, 2), *out = device<float>(n);
    unsigned char* flags = upload(heads);
    RUN(segmented_scan<<<n / threads, threads, 16 * threads>>>(in, flags, out));
    release(in, out, flags);
  }
  for (auto [name, n, threshold] : {tuple("compact_above_8Mi_few", 8 * Mi, 0.95f)}) {
    if (!chosen(argc, argv, name)) continue;
    float* in = reals(n, 0, 1, 1);
    int2* out = device<int2>(n);
    int *size = device<int>(1), *zero = device<int>(1);
    RUN(restore(size, zero, 1); compact_above<<<parts(n, 512), 512>>>(in, out, size, n, threshold));
    release(in, out, size, zero);
  }
  for (auto [name, n, m] :
       {tuple("merge_path_2Mi_and_2Mi", 2 * Mi, 2 * Mi), tuple("merge_path_300000_and_1000", 300000, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> a = host_whole(n, 1 << 30, 1), b = host_whole(m, 1 << 30, 2);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    int *da = upload(a), *db = upload(b), *out = device<int>(n + m);
    RUN(merge_path<8><<<parts(parts(n + m, 8), 128), 128>>>(da, n, db, m, out));
    release(da, db, out);
  }
  for (auto [name, rows, columns] :
       {tuple("select_nearest_16384x256", 16384, 256), tuple("select_nearest_2048x1024", 2048, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    float* distance = reals(static_cast<size_t>(rows) * columns, 0, 1, 1);
    int* nearest = device<int>(rows * 12);
    RUN(select_nearest<12><<<rows / 128, 128>>>(distance, nearest, rows, columns));
    release(distance, nearest);
  }
}

static void products(int argc, char** argv) {
  for (auto [name, rows, columns] : {tuple("transpose_half_64_4096x2048", 4096, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    half *in = reals<half>(rows * columns, -1, 1, 1), *out = device<half>(rows * columns);
    RUN(transpose_half_64<<<dim3(columns / 64, rows / 64), dim3(32, 8)>>>(as<half2>(in), as<half2>(out), rows,
                                                                          columns));
    release(in, out);
  }
  for (auto [name, images, channels, area] :
       {tuple("nchw_to_nhwc_16x96x3136", 16, 96, 3136), tuple("nchw_to_nhwc_32x200x196", 32, 200, 196)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(images) * channels * area;
    float *in = reals(n, -1, 1, 1), *out = device<float>(n);
    dim3 grid(parts(area, 32), parts(channels, 32), images);
    if (images == 16) {
      RUN(nchw_to_nhwc<8><<<grid, dim3(32, 8)>>>(in, out, channels, area));
    } else {
      RUN(nchw_to_nhwc<32><<<grid, dim3(32, 32)>>>(in, out, channels, area));
    }
    release(in, out);
  }
  for (auto [name, kind, m, n, k] : {tuple("gemm_registers_64x64_512x512x512", 0, 512, 512, 512),
                                     tuple("gemm_registers_128x128_1024x1024x512", 1, 1024, 1024, 512),
                                     tuple("gemm_registers_32x128_64x4096x256", 2, 64, 4096, 256),
                                     tuple("gemm_async_copies_768x768x768", 3, 768, 768, 768),
                                     tuple("gemm_async_copies_128x128x2048", 3, 128, 128, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    float *a = reals(m * k, -1, 1, 1), *b = reals(k * n, -1, 1, 2), *c = device<float>(m * n);
    if (kind == 0) {
      RUN(gemm_registers<64, 64, 16, 4, 4><<<dim3(n / 64, m / 64), 256>>>(a, b, c, n, k));
    } else if (kind == 1) {
      RUN(gemm_registers<128, 128, 8, 8, 8><<<dim3(n / 128, m / 128), 256>>>(a, b, c, n, k));
    } else if (kind == 2) {
      RUN(gemm_registers<32, 128, 16, 4, 8><<<dim3(n / 128, m / 32), 128>>>(a, b, c, n, k));
    } else {
      RUN(gemm_async_copies<<<dim3(n / 64, m / 64), 256>>>(a, b, c, n, k));
    }
    release(a, b, c);
  }
  for (auto [name, n, k] :
       {tuple("gemm_double_32_512x512", 512, 512), tuple("gemm_double_32_96x1024", 96, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    double *a = reals<double>(n * k, -1, 1, 1), *b = reals<double>(k * n, -1, 1, 2),
           *c = device<double>(n * n);
    RUN(gemm_double_32<<<dim3(n / 32, n / 32), dim3(16, 16)>>>(a, b, c, n, k));
    release(a, b, c);
  }
  for (auto [name, rows, each] :
       {tuple("gram_tall_32_262144", 262144, 512), tuple("gram_tall_32_16384", 16384, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    float *x = reals(rows * 32, -1, 1, 1), *gram = device<float>(1024);
    RUN(gram_tall_32<<<rows / each, dim3(32, 32)>>>(x, gram, each));
    release(x, gram);
  }
  for (auto [name, n, k] :
       {tuple("gemm_wmma_64_1024x512", 1024, 512), tuple("gemm_wmma_64_256x2048", 256, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    half *a = reals<half>(n * k, -1, 1, 1), *b = reals<half>(k * n, -1, 1, 2);
    float* c = device<float>(n * n);
    RUN(gemm_wmma_64<<<dim3(n / 64, n / 64), 128>>>(a, b, c, n, k));
    release(a, b, c);
  }
}

static void stencils(int argc, char** argv) {
  for (auto [name, width, height, bx, by] :
       {tuple("stencil_5x5_shared_2048x2048_by_32x8", 2048, 2048, 32, 8),
        tuple("stencil_5x5_shared_1500x1000_by_32x32", 1500, 1000, 32, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> weights = host_reals(25, 0, 0.08, 2);
    OK(cudaMemcpyToSymbol(gauss_weights, weights.data(), 100));
    float *in = reals(width * height, 0, 1, 1), *out = device<float>(width * height);
    RUN(stencil_5x5_shared<<<dim3(parts(width, bx), parts(height, by)), dim3(bx, by),
                             (bx + 4) * (by + 4) * 4>>>(in, out, width, height));
    release(in, out);
  }
  for (auto [name, nx, ny, nz] : {tuple("diffusion_march_512x256x64", 512, 256, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    float *in = reals(nx * ny * nz, 0, 1, 1), *out = device<float>(nx * ny * nz);
    RUN(diffusion_march<<<dim3(nx / 32, ny / 16), dim3(32, 16)>>>(in, out, nx, ny, nz, 0.1f));
    release(in, out);
  }
  for (auto [name, nx, ny, nz] : {tuple("acoustic_wave_8_192x192x96", 192, 192, 96)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(nx) * ny * nz;
    float *now = reals(n, 0, 1, 1), *before = reals(n, 0, 1, 2), *velocity = reals(n, 0.01, 0.1, 3),
          *next = device<float>(n);
    RUN(acoustic_wave_8<<<dim3(parts(nx, 32), parts(ny, 4), nz), dim3(32, 4)>>>(now, before, velocity, next,
                                                                                nx, ny, nz));
    release(now, before, velocity, next);
  }
}

// n by n matrices that are symmetric and have a heavy diagonal
static std::vector<float> host_definite(int count, int n, unsigned seed) {
  std::vector<float> a = host_reals(static_cast<size_t>(count) * n * n, -1, 1, seed);
  for (int m = 0; m < count; ++m)
    for (int r = 0; r < n; ++r) {
      float* p = a.data() + static_cast<size_t>(m) * n * n;
      for (int c = 0; c < r; ++c) p[c * n + r] = p[r * n + c];
      p[r * n + r] += 2.0f * n;
    }
  return a;
}

static void factorisations(int argc, char** argv) {
  for (auto [name, n, count] :
       {tuple("lu_batched_16_of_4096", 16, 4096), tuple("lu_batched_32_of_600", 32, 600)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> host = host_definite(count, n, 1);
    float *first = upload(host), *a = upload(host);
    auto kernel = n == 16 ? lu_batched<16> : lu_batched<32>;
    RUN(restore(a, first, host.size()); kernel<<<count, dim3(n, n)>>>(a));
    release(first, a);
  }
  for (auto [name, count] : {tuple("cholesky_warp_32_of_4096", 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    float *in = upload(host_definite(count, 32, 1)), *out = device<float>(static_cast<size_t>(count) * 1024);
    RUN(cholesky_warp_32<<<count / 4, 128>>>(in, out, count));
    release(in, out);
  }
  for (auto [name, n, threads] : {tuple("inverse_4x4_of_500000", 500000, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    float *in = upload(host_definite(n, 4, 1)), *out = device<float>(n * 16);
    RUN(inverse_4x4<<<parts(n, threads), threads>>>(as<float4>(in), as<float4>(out), n));
    release(in, out);
  }
  for (auto [name, n, count] :
       {tuple("tridiagonal_pcr_512_of_2000", 512, 2000), tuple("tridiagonal_pcr_1024_of_100", 1024, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    int all = n * count;
    float *lower = reals(all, -1, 1, 1), *diagonal = reals(all, 3, 4, 2), *upper = reals(all, -1, 1, 3),
          *right = reals(all, -1, 1, 4), *x = device<float>(all);
    RUN(tridiagonal_pcr<<<count, n, 16 * n>>>(lower, diagonal, upper, right, x));
    release(lower, diagonal, upper, right, x);
  }
  for (auto [name, n, count, threads] : {tuple("gauss_jordan_block_96_of_1", 96, 1, 1024),
                                         tuple("gauss_jordan_block_64_of_264", 64, 264, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> host = host_definite(count, n, 1);
    float *first = upload(host), *a = upload(host);
    auto kernel = n == 96 ? gauss_jordan_block<96> : gauss_jordan_block<64>;
    RUN(restore(a, first, host.size()); kernel<<<count, threads, n * n * 4>>>(a));
    release(first, a);
  }
}

static void atomics(int argc, char** argv) {
  for (auto [name, n, power] :
       {tuple("byte_histogram_32Mi_even", 32 * Mi, 1.0), tuple("byte_histogram_4Mi_skewed", 4 * Mi, 5.0)}) {
    if (!chosen(argc, argv, name)) continue;
    auto* data = whole<unsigned char>(n, 256, 1, power);
    int* bins = device<int>(256);
    RUN(byte_histogram<<<264, 512>>>(as<uint4>(data), bins, n / 16));
    release(data, bins);
  }
  for (auto [name, n, bins, power] : {tuple("weighted_histogram_2Mi_to_4096", 2 * Mi, 4096, 1.0),
                                      tuple("weighted_histogram_512Ki_to_1000_skewed", 512 * Ki, 1000, 4.0),
                                      tuple("weighted_histogram_64Ki_to_4", 64 * Ki, 4, 1.0)}) {
    if (!chosen(argc, argv, name)) continue;
    int* bin = whole(n, bins, 1, power);
    float *weight = reals(n, 0, 1, 2), *sums = device<float>(bins);
    RUN(weighted_histogram<<<n / 256, 256>>>(bin, weight, sums, n));
    release(bin, weight, sums);
  }
  for (auto [name, n, groups] : {tuple("group_aggregate_1Mi_to_200000", Mi, 200000),
                                 tuple("group_aggregate_256Ki_to_500", 256 * Ki, 500)}) {
    if (!chosen(argc, argv, name)) continue;
    int *key = whole(n, groups, 1), *value = whole(n, 1000000, 2), *count = device<int>(groups),
        *maximum = device<int>(groups);
    auto* sum = device<unsigned long long>(groups);
    RUN(group_aggregate<<<512, 256>>>(key, value, count, sum, maximum, n));
    release(key, value, count, maximum, sum);
  }
  for (auto [name, n, log_size, limit] : {tuple("hash_insert_1Mi_of_2Mi", Mi, 21, 1 << 30),
                                          tuple("hash_insert_200000_repeated", 200000, 17, 40000)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned *keys = whole<unsigned>(n, limit, 1), *empty = device<unsigned>(1 << log_size, 0xff),
             *table = device<unsigned>(1 << log_size, 0xff);
    int* values = device<int>(1 << log_size);
    RUN(restore(table, empty, 1 << log_size);
        hash_insert<<<parts(n, 256), 256>>>(keys, table, values, n, (1u << log_size) - 1));
    release(keys, empty, table, values);
  }
  for (auto [name, n, log_size, load] : {tuple("hash_lookup_1Mi_in_4Mi", Mi, 22, 0.5),
                                         tuple("hash_lookup_100000_in_64Ki_full", 100000, 16, 0.9)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned size = 1u << log_size, mask = size - 1;
    std::vector<uint2> table(size, uint2{~0u, 0});
    std::vector<unsigned> stored, queries(n);
    Random random = seeded(1);
    for (unsigned i = 0; i < size * load; ++i) {
      unsigned key = random() >> 1, k = key;
      k = (k ^ k >> 16) * 0x85ebca6bu;
      k = (k ^ k >> 13) * 0xc2b2ae35u;
      unsigned slot = (k ^ k >> 16) & mask;
      while (table[slot].x != ~0u && table[slot].x != key) slot = (slot + 1) & mask;
      table[slot] = {key, i};
      stored.push_back(key);
    }
    for (unsigned& q : queries)
      q = random.below(4) ? stored[random.below(static_cast<int>(stored.size()))] : random() >> 1;
    uint2* entries = upload(table);
    unsigned *wanted = upload(queries), *out = device<unsigned>(n);
    RUN(hash_lookup<<<parts(n, 256), 256>>>(wanted, entries, out, n, mask));
    release(entries, wanted, out);
  }
  for (auto [name, rows, width, table_rows, power] :
       {tuple("scatter_add_rows_16384x256", 16384, 256, 50000, 1.0)}) {
    if (!chosen(argc, argv, name)) continue;
    float *gradient = reals(rows * width, -1, 1, 1),
          *table = device<float>(static_cast<size_t>(table_rows) * width);
    int* index = whole(rows, table_rows, 2, power);
    RUN(scatter_add_rows<<<rows, width>>>(gradient, index, table));
    release(gradient, table, index);
  }
}

static void insert_key(std::vector<TreeNode>& nodes, int key, int value) {
  int at = 0;
  for (;;) {
    int& child = key < nodes[at].key ? nodes[at].left : nodes[at].right;
    if (child < 0) break;
    at = child;
  }
  (key < nodes[at].key ? nodes[at].left : nodes[at].right) = static_cast<int>(nodes.size());
  nodes.push_back({key, -1, -1, value});
}

static void structures(int argc, char** argv) {
  for (auto [name, lists, length] :
       {tuple("sum_lists_16384x40", 16384, 40), tuple("sum_lists_1000x150", 1000, 150)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> place = shuffled(lists * length, 1), heads(lists);
    std::vector<ListNode> nodes(lists * length);
    for (int l = 0; l < lists; ++l) {
      heads[l] = place[l * length];
      for (int k = 0; k < length; ++k)
        nodes[place[l * length + k]] = {k + 1 < length ? place[l * length + k + 1] : -1, k * 0.5f};
    }
    ListNode* d = upload(nodes);
    int* h = upload(heads);
    float* out = device<float>(lists);
    RUN(sum_lists<<<parts(lists, 128), 128>>>(d, h, out, lists));
    release(d, h, out);
  }
  for (auto [name, keys, n, sorted] : {tuple("tree_lookup_100000_in_300000", 300000, 100000, false),
                                       tuple("tree_lookup_100000_sorted", 300000, 100000, true)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> order = shuffled(keys, 1), queries = host_whole(n, keys, 2);
    std::vector<TreeNode> nodes{{order[0], -1, -1, 0}};
    for (int i = 1; i < keys; ++i) insert_key(nodes, order[i], i);
    if (sorted) std::sort(queries.begin(), queries.end());
    TreeNode* d = upload(nodes);
    int *q = upload(queries), *out = device<int>(n);
    RUN(tree_lookup<<<parts(n, 128), 128>>>(d, q, out, n));
    release(d, q, out);
  }
  for (auto [name, levels, n] : {tuple("btree_lookup_200000_in_5_levels", 5, 200000)}) {
    if (!chosen(argc, argv, name)) continue;
    int nodes = 0, first = 0;
    for (int l = 0, width = 1; l < levels; ++l, width *= 17) nodes += width;
    std::vector<int> keys(nodes * 16);
    for (int l = 0, width = 1; l < levels; ++l, first += width, width *= 17)
      for (int i = 0; i < width * 16; ++i)
        keys[first * 16 + i] = static_cast<int>((i / 16 + (i % 16 + 1) / 17.0) / width * (1 << 30));
    int *d = upload(keys), *q = whole(n, 1 << 30, 1), *out = device<int>(n);
    RUN(btree_lookup<<<parts(n, 16), 256>>>(d, levels, q, out, n));
    release(d, q, out);
  }
  for (auto [name, rows, columns] : {tuple("sum_rows_by_thread_32768x200", 32768, 200),
                                     tuple("sum_rows_by_thread_4096x1031", 4096, 1031)}) {
    if (!chosen(argc, argv, name)) continue;
    float *x = reals(static_cast<size_t>(rows) * columns, -1, 1, 1), *out = device<float>(rows);
    RUN(sum_rows_by_thread<<<parts(rows, 128), 128>>>(x, out, rows, columns));
    release(x, out);
  }
  for (auto [name, rows, columns, slices] : {tuple("column_moments_8192x512", 8192, 512, 128),
                                             tuple("column_moments_100000x24", 100000, 24, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    double *x = reals<double>(static_cast<size_t>(rows) * columns, -1, 1, 1), *sum = device<double>(columns),
           *squares = device<double>(columns);
    int threads = columns == 24 ? 32 : 256;
    RUN(column_moments<<<dim3(parts(columns, threads), slices), threads>>>(x, sum, squares, rows, columns));
    release(x, sum, squares);
  }
  for (auto [name, n, shift] : {tuple("shifted_copy_bytes_24Mi_by_3", 24 * Mi, 3),
                                tuple("shifted_copy_floats_8Mi_by_1", 8 * Mi, 1)}) {
    if (!chosen(argc, argv, name)) continue;
    if (shift == 3) {
      char *in = device<char>(n + shift), *out = device<char>(n);
      RUN(shifted_copy<<<n / 512, 512>>>(in, out, n, shift));
      release(in, out);
    } else {
      float *in = reals(n + shift, 0, 1, 1), *out = device<float>(n);
      RUN(shifted_copy<<<n / 256, 256>>>(in, out, n, shift));
      release(in, out);
    }
  }
  for (auto [name, n] : {tuple("move_agents_1000000", 1000000)}) {
    if (!chosen(argc, argv, name)) continue;
    Agent* agents = as<Agent>(reals(static_cast<size_t>(n) * 10, 0.5, 1, 1));
    RUN(move_agents<<<parts(n, 256), 256>>>(agents, n, 0.01f));
    release(agents);
  }
  for (auto [name, n, blocks] : {tuple("complex_axpby_4Mi_by_528_blocks", 4 * Mi, 528)}) {
    if (!chosen(argc, argv, name)) continue;
    double *x = reals<double>(2 * n, -1, 1, 1), *y = reals<double>(2 * n, -1, 1, 2);
    RUN(complex_axpby<<<blocks, 512>>>(as<double2>(x), as<double2>(y), n, double2{0.5, 0.1},
                                       double2{0.7, -0.1}));
    release(x, y);
  }
  for (auto [name, n, colours] : {tuple("palette_blend_8Mi_by_256_colours", 8 * Mi, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    auto* index = whole<unsigned short>(n, colours, 1);
    uchar4 *palette = words<uchar4>(colours, 2), *under = words<uchar4>(n, 3), *out = device<uchar4>(n);
    RUN(palette_blend<<<n / 256, 256>>>(index, palette, under, out, n));
    release(index, palette, under, out);
  }
  for (auto [name, rows, pairs] : {tuple("row_dots_bf16_20000x768", 20000, 384)}) {
    if (!chosen(argc, argv, name)) continue;
    auto *a = reals<__nv_bfloat16>(static_cast<size_t>(rows) * pairs * 2, -1, 1, 1),
         *b = reals<__nv_bfloat16>(static_cast<size_t>(rows) * pairs * 2, -1, 1, 2);
    float* out = device<float>(rows);
    RUN(row_dots_bf16<<<parts(rows, 8), 256>>>(as<__nv_bfloat162>(a), as<__nv_bfloat162>(b), out, rows,
                                               pairs));
    release(a, b, out);
  }
  for (auto [name, segments, threads] :
       {tuple("sieve_segments_400", 400, 256), tuple("sieve_segments_40", 40, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    int most = static_cast<int>(std::sqrt((segments + 1) * 32768.0)) + 1;
    std::vector<int> primes;
    for (int p = 2; p <= most; ++p)
      if (std::all_of(primes.begin(), primes.end(), [p](int q) { return p % q; })) primes.push_back(p);
    int *d = upload(primes), *found = device<int>(segments);
    RUN(sieve_segments<<<segments, threads>>>(d, static_cast<int>(primes.size()), found));
    release(d, found);
  }
}

// Splits the spheres at the median of the longest axis until a leaf has four.
static void build_bvh(std::vector<BvhNode>& nodes, std::vector<float4>& spheres, int at, int first,
                      int last) {
  float low[3] = {1e9f, 1e9f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f};
  for (int i = first; i < last; ++i) {
    float c[3] = {spheres[i].x, spheres[i].y, spheres[i].z};
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], c[a] - spheres[i].w);
      high[a] = std::max(high[a], c[a] + spheres[i].w);
    }
  }
  BvhNode node{{low[0], low[1], low[2]}, first, {high[0], high[1], high[2]}, last - first};
  if (last - first > 4) {
    int axis = 0, middle = (first + last) / 2, left = static_cast<int>(nodes.size());
    for (int a = 1; a < 3; ++a)
      if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
    auto key = [axis](const float4& s) { return axis == 0 ? s.x : axis == 1 ? s.y : s.z; };
    std::sort(spheres.begin() + first, spheres.begin() + last,
              [&](const float4& a, const float4& b) { return key(a) < key(b); });
    nodes.resize(left + 2);
    node.left = left;
    node.count = 0;
    build_bvh(nodes, spheres, left, first, middle);
    build_bvh(nodes, spheres, left + 1, middle, last);
  }
  nodes[at] = node;
}

static void particles(int argc, char** argv) {
  for (auto [name, n, threads] :
       {tuple("nbody_forces_16384_by_256", 16384, 256), tuple("nbody_forces_3072_by_64", 3072, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    float* bodies = reals(n * 4, 0, 1, 1);
    float3* acceleration = device<float3>(n);
    RUN(nbody_forces<<<n / threads, threads, 16 * threads>>>(as<float4>(bodies), acceleration, n));
    release(bodies, acceleration);
  }
  for (auto [name, n, side, power] :
       {tuple("sph_density_100000", 100000, 24, 1.0), tuple("sph_density_20000_clustered", 20000, 20, 2.0)}) {
    if (!chosen(argc, argv, name)) continue;
    Random random = seeded(1);
    auto coordinate = [&random, exponent = power] {
      return static_cast<float>(std::min(0.9999, std::pow(random() / 4294967296.0, exponent)));
    };
    std::vector<std::vector<float4>> cells(side * side * side);
    for (int i = 0; i < n; ++i) {
      float x = coordinate(), y = coordinate(), z = coordinate();
      cells[(static_cast<int>(z * side) * side + static_cast<int>(y * side)) * side +
            static_cast<int>(x * side)]
          .push_back({x, y, z, 1.0f});
    }
    std::vector<float4> position;
    std::vector<int> starts{0};
    for (auto& cell : cells) {
      position.insert(position.end(), cell.begin(), cell.end());
      starts.push_back(static_cast<int>(position.size()));
    }
    float4* p = upload(position);
    int* s = upload(starts);
    float* density = device<float>(n);
    RUN(sph_density<<<parts(n, 128), 128>>>(p, s, density, n, side, 1.0f / side + 1e-6f, 1.0f / side));
    release(p, s, density);
  }
  for (auto [name, shuffle, side] : {tuple("lennard_jones_lists_32768", false, 32),
                                     tuple("lennard_jones_lists_32768_shuffled", true, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    int n = side * side * side;
    std::vector<int> order = shuffled(n, 1), counts(n), lists(static_cast<size_t>(n) * 80);
    if (!shuffle) std::iota(order.begin(), order.end(), 0);
    std::vector<float> jitter = host_reals(n * 3, -0.2, 0.2, 2);
    std::vector<float4> position(n);
    for (int i = 0; i < n; ++i)
      position[order[i]] = {1.1f * (i % side) + jitter[3 * i], 1.1f * (i / side % side) + jitter[3 * i + 1],
                            1.1f * (i / side / side) + jitter[3 * i + 2], 0};
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 125; ++k) {
        int dx = k % 5 - 2, dy = k / 5 % 5 - 2, dz = k / 25 - 2;
        if (k == 62 || dx * dx + dy * dy + dz * dz > 6) continue;
        int x = (i % side + dx + side) % side, y = (i / side % side + dy + side) % side,
            z = (i / side / side + dz + side) % side, me = order[i];
        lists[static_cast<size_t>(counts[me]++) * n + me] = order[(z * side + y) * side + x];
      }
    float4 *p = upload(position), *force = device<float4>(n);
    int *l = upload(lists), *c = upload(counts);
    RUN(lennard_jones_lists<<<parts(n, 128), 128>>>(p, l, c, force, n, 1.1f * side, 6.25f));
    release(p, force, l, c);
  }
  for (auto [name, n, side, sorted] : {tuple("deposit_charge_1000000", 1000000, 512, false),
                                       tuple("deposit_charge_300000_sorted", 300000, 256, true)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> xy = host_reals(2 * n, 0, side - 1.01, 1);
    std::vector<float2> position(n);
    for (int i = 0; i < n; ++i) position[i] = {xy[2 * i], xy[2 * i + 1]};
    auto cell = [side = side](float2 p) { return static_cast<int>(p.y) * side + static_cast<int>(p.x); };
    if (sorted)
      std::sort(position.begin(), position.end(), [&](float2 a, float2 b) { return cell(a) < cell(b); });
    float2* p = upload(position);
    float *charge = reals(n, -1, 1, 2), *grid = device<float>(side * side);
    RUN(deposit_charge<<<parts(n, 256), 256>>>(p, charge, grid, n, side));
    release(p, charge, grid);
  }
  for (auto [name, count, width, height] : {tuple("trace_spheres_20000_at_512x384", 20000, 512, 384),
                                            tuple("trace_spheres_500_at_320x200", 500, 320, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> raw = host_reals(count * 4, 0, 1, 1);
    std::vector<float4> host(count);
    for (int i = 0; i < count; ++i)
      host[i] = {raw[4 * i], raw[4 * i + 1], raw[4 * i + 2],
                 (0.2f + raw[4 * i + 3]) * 0.3f / std::cbrt(static_cast<float>(count))};
    std::vector<BvhNode> tree(1);
    build_bvh(tree, host, 0, 0, count);
    BvhNode* nodes = upload(tree);
    float4* spheres = upload(host);
    float* depth = device<float>(width * height);
    RUN(trace_spheres<<<dim3(parts(width, 16), parts(height, 8)), dim3(16, 8)>>>(nodes, spheres, depth, width,
                                                                                 height));
    release(nodes, spheres, depth);
  }
}

static void fields(int argc, char** argv) {
  for (auto [name, nx, ny, threads] : {tuple("lattice_boltzmann_d2q9_1024x512", 1024, 512, 128),
                                       tuple("lattice_boltzmann_d2q9_600x400", 600, 400, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    float *f = reals(9 * nx * ny, 0.1, 0.12, 1), *out = device<float>(9 * nx * ny);
    std::vector<unsigned char> walls(nx * ny);
    for (int i = 0; i < nx * ny; ++i)
      walls[i] = (i % nx % 100 - 50) * (i % nx % 100 - 50) + (i / nx % 100 - 50) * (i / nx % 100 - 50) < 300;
    auto* solid = upload(walls);
    RUN(lattice_boltzmann_d2q9<<<dim3(parts(nx, threads), ny), threads>>>(f, out, solid, nx, ny, 1.2f));
    release(f, out, solid);
  }
  for (auto [name, nx, ny, nz] : {tuple("fdtd3d_electric_128x128x128", 128, 128, 128),
                                  tuple("fdtd3d_electric_200x100x50", 200, 100, 50)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(nx) * ny * nz;
    float *ex = reals(n, -1, 1, 1), *ey = reals(n, -1, 1, 2), *ez = reals(n, -1, 1, 3),
          *hx = reals(n, -1, 1, 4), *hy = reals(n, -1, 1, 5), *hz = reals(n, -1, 1, 6);
    auto* material = whole<unsigned char>(n, 4, 7);
    float2* coefficients = as<float2>(reals(8, 0.4, 0.5, 8));
    RUN(fdtd3d_electric<<<dim3(parts(nx, 32), parts(ny, 8), nz - 1), dim3(32, 8)>>>(
        ex, ey, ez, hx, hy, hz, material, coefficients, nx, ny, nz));
    release(ex, ey, ez, hx, hy, hz, material, coefficients);
  }
  for (auto [name, rows, columns] : {tuple("ising_half_step_4096x2048", 4096, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<signed char> spins = host_whole<signed char>(rows * columns, 2, 1);
    for (auto& s : spins) s = static_cast<signed char>(2 * s - 1);
    signed char *first = upload(spins), *mine = upload(spins), *other = upload(spins);
    RUN(restore(mine, first, spins.size());
        ising_half_step<<<dim3(columns / 256, rows), 256>>>(mine, other, rows, columns, 0, 17, 0.44f));
    release(first, mine, other);
  }
}

static void pictures(int argc, char** argv) {
  for (auto [name, width, height, radius] : {tuple("bilateral_filter_1024x768_radius_4", 1024, 768, 4)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned char> bytes = host_picture(width, height, 1);
    float *in = upload(std::vector<float>(bytes.begin(), bytes.end())), *out = device<float>(width * height);
    RUN(bilateral_filter<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(in, out, width, height,
                                                                                      radius, 0.05f, 0.002f));
    release(in, out);
  }
  for (auto [name, width, height] : {tuple("median_3x3_2048x1536", 2048, 1536)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned char *in = upload(host_picture(width, height, 1)), *out = device<unsigned char>(width * height);
    RUN(median_3x3<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(in, out, width, height));
    release(in, out);
  }
  for (auto [name, width, height, radius] : {tuple("dilate_square_2_1920x1080", 1920, 1080, 2),
                                             tuple("dilate_square_7_1000x1000", 1000, 1000, 7)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned char *in = upload(host_picture(width, height, 1)), *out = device<unsigned char>(width * height);
    auto kernel = radius == 2 ? dilate_square<2> : dilate_square<7>;
    RUN(kernel<<<dim3(parts(width, 32), parts(height, 16)), dim3(32, 16)>>>(in, out, width, height));
    release(in, out);
  }
  for (auto [name, width, height, threads] : {tuple("integral_rows_2000x2000", 2000, 2000, 256),
                                              tuple("integral_rows_6000x100", 6000, 100, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned char* in = upload(host_picture(width, height, 1));
    unsigned* out = device<unsigned>(width * height);
    RUN(integral_rows<<<height, threads>>>(in, out, width));
    release(in, out);
  }
  for (auto [name, width, height] :
       {tuple("integral_columns_8192x512", 8192, 512), tuple("integral_columns_1024x768", 1024, 768)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned* sums = whole<unsigned>(static_cast<size_t>(width) * height, 1000, 1);
    RUN(integral_columns<<<width / 128, 128>>>(sums, width, height));
    release(sums);
  }
  for (auto [name, width, height, out_width, out_height] :
       {tuple("resize_bicubic_800x600_to_1920x1440", 800, 600, 1920, 1440),
        tuple("resize_bicubic_1600x1200_to_300x200", 1600, 1200, 300, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    uchar4 *in = words<uchar4>(width * height, 1), *out = device<uchar4>(out_width * out_height);
    RUN(resize_bicubic<<<dim3(parts(out_width, 32), parts(out_height, 4)), dim3(32, 4)>>>(
        in, out, width, height, out_width, out_height));
    release(in, out);
  }
  for (auto [name, width, height] : {tuple("rgb_to_yuv420_3840x2160", 3840, 2160)}) {
    if (!chosen(argc, argv, name)) continue;
    auto *rgb = upload(host_picture(3 * width, height, 1)), *luma = device<unsigned char>(width * height),
         *cb = device<unsigned char>(width * height / 4), *cr = device<unsigned char>(width * height / 4);
    RUN(rgb_to_yuv420<<<dim3(parts(width, 64), parts(height, 16)), dim3(32, 8)>>>(rgb, luma, cb, cr, width,
                                                                                  height));
    release(rgb, luma, cb, cr);
  }
  for (auto [name, n] : {tuple("hough_votes_20000", 20000)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> xy = host_whole(2 * n, 512, 1);
    int2* edges = as<int2>(upload(xy));
    int* votes = device<int>(180 * 1024);
    RUN(hough_votes<<<parts(n, 128), 128>>>(edges, votes, n, 180, 1024, 0.5f));
    release(edges, votes);
  }
  for (auto [name, width, height] : {tuple("dct_quantise_2048x2048", 2048, 2048)}) {
    if (!chosen(argc, argv, name)) continue;
    float table[64];
    for (int i = 0; i < 64; ++i)
      table[i] = std::sqrt(i < 8 ? 0.125f : 0.25f) * std::cos((2 * (i % 8) + 1) * (i / 8) * 3.14159265f / 16);
    OK(cudaMemcpyToSymbol(dct_table, table, sizeof table));
    unsigned char* in = upload(host_picture(width, height, 1));
    short* out = device<short>(width * height);
    RUN(dct_quantise<<<dim3(width / 32, height / 8), dim3(8, 8, 4)>>>(in, out, width));
    release(in, out);
  }
  for (auto [name, width, height, most] : {tuple("stereo_block_match_640x400_by_32", 640, 400, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned char *left = upload(host_picture(width, height, 1)),
                  *right = upload(host_picture(width, height, 2)),
                  *out = device<unsigned char>(width * height);
    RUN(stereo_block_match<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(left, right, out, width,
                                                                                      height, most));
    release(left, right, out);
  }
}

static void arithmetic(int argc, char** argv) {
  for (auto [name, width, height, most] :
       {tuple("julia_set_1920x1080", 1920, 1080, 256), tuple("julia_set_256x256_deep", 256, 256, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    uchar4* image = device<uchar4>(width * height);
    RUN(julia_set<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(image, width, height, -0.7f,
                                                                               0.27f, most));
    release(image);
  }
  for (auto [name, n, threads] : {tuple("sha256_nonces_1Mi", Mi, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned *header = words<unsigned>(16, 1), *digests = device<unsigned>(n);
    RUN(sha256_nonces<<<n / threads, threads>>>(header, digests, 1000u));
    release(header, digests);
  }
  for (auto [name, blocks, paths, steps] : {tuple("asian_option_paths_512x256x4", 512, 4, 64),
                                            tuple("asian_option_paths_60x256x2", 60, 2, 252)}) {
    if (!chosen(argc, argv, name)) continue;
    double* sum = device<double>(1);
    RUN(asian_option_paths<<<blocks, 256>>>(sum, paths, steps, 100.0f, 102.0f, 0.03f, 0.25f, 1.0f / 252));
    release(sum);
  }
  for (auto [name, options, steps, threads] : {tuple("american_put_tree_264x256", 264, 256, 128),
                                               tuple("american_put_tree_16x1000", 16, 1000, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    float2* spot_strike = as<float2>(reals(2 * options, 80, 120, 1));
    float* price = device<float>(options);
    RUN(american_put_tree<<<options, threads, (steps + 1) * 4>>>(spot_strike, price, steps, 1.01f, 0.9999f,
                                                                 0.505f));
    release(spot_strike, price);
  }
  for (auto [name, n] : {tuple("implied_volatility_200000", 200000)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<double> strikes = host_reals<double>(n, 70, 140, 1),
                        sigmas = host_reals<double>(n, 0.1, 0.7, 2), prices(n);
    for (int i = 0; i < n; ++i) {
      double d1 = (std::log(100 / strikes[i]) + 0.02 + 0.5 * sigmas[i] * sigmas[i]) / sigmas[i],
             d2 = d1 - sigmas[i];
      prices[i] = 50 * std::erfc(-d1 / std::sqrt(2)) -
                  0.5 * strikes[i] * std::exp(-0.02) * std::erfc(-d2 / std::sqrt(2));
    }
    double *price = upload(prices), *strike = upload(strikes), *volatility = device<double>(n);
    RUN(implied_volatility<<<parts(n, 128), 128>>>(price, strike, volatility, n, 100.0, 0.02, 1.0));
    release(price, strike, volatility);
  }
  for (auto [name, n] : {tuple("probable_primes_256Ki", 256 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned* numbers = whole<unsigned>(n, 1 << 30, 1);
    auto* prime = device<unsigned char>(n);
    RUN(probable_primes<<<parts(n, 256), 256>>>(numbers, prime, n));
    release(numbers, prime);
  }
  for (auto [name, n, blocks] : {tuple("special_functions_2Mi", 2 * Mi, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    float *x = reals(n, 0.1, 20, 1), *out = device<float>(n);
    RUN(special_functions<<<blocks, 256>>>(x, out, n));
    release(x, out);
  }
  for (auto [name, n, steps] :
       {tuple("lorenz_rk4_100000x40", 100000, 40), tuple("lorenz_rk4_2000x200", 2000, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    double *x = reals<double>(n, -10, 10, 1), *y = reals<double>(n, -10, 10, 2),
           *z = reals<double>(n, 10, 30, 3);
    RUN(lorenz_rk4<<<parts(n, 256), 256>>>(x, y, z, n, steps, 0.002));
    release(x, y, z);
  }
  for (auto [name, n] : {tuple("clenshaw_spilled_512Ki", 512 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    float *coefficients = reals(80 * 32, -1, 1, 1), *x = reals(n, 0.1, 0.9, 2), *out = device<float>(n);
    RUN(clenshaw_spilled<<<parts(n, 512), 512>>>(coefficients, x, out, n));
    release(coefficients, x, out);
  }
}

static std::vector<char> host_letters(size_t n, const char* alphabet, int size, unsigned seed) {
  std::vector<char> text(n);
  Random random = seeded(seed);
  for (char& c : text) c = alphabet[random.below(size)];
  return text;
}

// Programs of a stack machine that never pop more than they have pushed.
static std::vector<unsigned char> host_programs(int count, int length, unsigned seed) {
  std::vector<unsigned char> code;
  Random random = seeded(seed);
  for (int p = 0; p < count; ++p)
    for (int k = 0, size = 0; k < length; ++k) {
      int op = size == 0   ? random.below(2)
               : size == 1 ? (random.below(2) ? random.below(2) : 5 + random.below(3))
               : size > 10 ? 2 + random.below(3)
                           : random.below(8);
      size += op < 2 ? 1 : op < 5 ? -1 : 0;
      code.push_back(static_cast<unsigned char>(op | random.below(32) << 3));
    }
  return code;
}

static void strings(int argc, char** argv) {
  for (auto [name, pairs, length, target] : {tuple("smith_waterman_block_300x128x400", 300, 128, 400),
                                             tuple("smith_waterman_block_20x512x1000", 20, 512, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    char *queries = upload(host_letters(pairs * length, "ACGT", 4, 1)),
         *targets = upload(host_letters(pairs * target, "ACGT", 4, 2));
    int* score = device<int>(pairs);
    RUN(smith_waterman_block<<<pairs, length, 3 * (length + 1) * 4>>>(queries, targets, score, target));
    release(queries, targets, score);
  }
  for (auto [name, n] : {tuple("count_kmers_4Mi", 4 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    char* genome = upload(host_letters(n, "ACGT", 4, 1));
    unsigned* counts = device<unsigned>(1 << 24);
    RUN(count_kmers<<<parts(n, 256), 256>>>(genome, counts, n));
    release(genome, counts);
  }
  for (auto [name, n, text_length] : {tuple("fm_index_count_200000_in_32Mi", 200000, 32 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<OccurrenceBlock> blocks(text_length / 64 + 1);
    Random random = seeded(1);
    unsigned counts[4] = {};
    for (auto& b : blocks)
      for (int k = 0; k < 4; ++k) b.before[k] = counts[k], b.letters[k] = 0;
    for (size_t b = 0; b < blocks.size(); ++b) {
      for (int k = 0; k < 4; ++k) blocks[b].before[k] = counts[k];
      if (b * 64 < static_cast<size_t>(text_length))
        for (unsigned& w : blocks[b].letters) {
          w = random();
          for (int k = 0; k < 32; k += 2) ++counts[w >> k & 3];
        }
    }
    std::vector<unsigned> starts{0, counts[0], counts[0] + counts[1], counts[0] + counts[1] + counts[2]};
    OccurrenceBlock* index = upload(blocks);
    unsigned *first = upload(starts), *found = device<unsigned>(n);
    auto* patterns = whole<unsigned char>(n * 16, 4, 2);
    RUN(fm_index_count<<<parts(n, 128), 128>>>(index, first, patterns, found, n, 16,
                                               static_cast<unsigned>(text_length)));
    release(index, first, found, patterns);
  }
  for (auto [name, n, length, wanted] :
       {tuple("edit_distances_100000x12", 100000, 12, 14), tuple("edit_distances_10000x30", 10000, 30, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    char *dictionary = upload(host_letters(n * length, "abcdefghijklmnopqrstuvwxyz", 26, 1)),
         *word = upload(host_letters(wanted, "abcdefghijklmnopqrstuvwxyz", 26, 2));
    auto* distance = device<unsigned char>(n);
    RUN(edit_distances<<<parts(n, 128), 128>>>(dictionary, word, wanted, distance, n, length));
    release(dictionary, word, distance);
  }
  for (auto [name, groups] : {tuple("base64_encode_12Mi_bytes", 4 * Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    OK(cudaMemcpyToSymbol(base64_letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
                          65));
    auto* in = whole<unsigned char>(3 * groups, 256, 1);
    uchar4* out = device<uchar4>(groups);
    RUN(base64_encode<<<parts(groups, 256), 256>>>(in, out, groups));
    release(in, out);
  }
  for (auto [name, n, length] : {tuple("crc32_records_65536x64", 65536, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned> host_table(256);
    for (unsigned i = 0; i < 256; ++i) {
      unsigned c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      host_table[i] = c;
    }
    unsigned *records = words<unsigned>(static_cast<size_t>(n) * length, 1), *table = upload(host_table),
             *crc = device<unsigned>(n);
    RUN(crc32_records<<<parts(n, 256), 256>>>(records, table, crc, n, length));
    release(records, table, crc);
  }
  for (auto [name, n, alike] : {tuple("run_programs_128Ki_alike", 128 * Ki, true),
                                tuple("run_programs_32Ki_mixed", 32 * Ki, false)}) {
    if (!chosen(argc, argv, name)) continue;
    auto* code = upload(host_programs(32, 64, 1));
    std::vector<unsigned char> which = host_whole<unsigned char>(n, 32, 2);
    if (alike)
      for (int i = 0; i < n; ++i) which[i] = i / 256 % 32;
    auto* program = upload(which);
    float *in = reals(n, -1, 1, 3), *out = device<float>(n);
    RUN(run_programs<<<n / 256, 256>>>(code, 64, program, in, out, n));
    release(code, program, in, out);
  }
  for (auto [name, n] : {tuple("longest_matches_1Mi", Mi)}) {
    if (!chosen(argc, argv, name)) continue;
    auto* text = whole<unsigned char>(n, 12, 1, 2);
    ushort2* match = device<ushort2>(n);
    RUN(longest_matches<<<parts(n, 256), 256>>>(text, match, n));
    release(text, match);
  }
}

int main(int argc, char** argv) {
  normalisation(argc, argv);
  attention(argc, argv);
  layers(argc, argv);
  matrices(argc, argv);
  graphs(argc, argv);
  sorting(argc, argv);
  products(argc, argv);
  stencils(argc, argv);
  factorisations(argc, argv);
  atomics(argc, argv);
  structures(argc, argv);
  particles(argc, argv);
  fields(argc, argv);
  pictures(argc, argv);
  arithmetic(argc, argv);
  strings(argc, argv);
}
