// Launches written on 30 November 2026 by someone who knew neither the model of kernel time nor its errors, to judge it. The kernels
// are those that practitioners write in their own projects: mini-apps, inference engines, pictures, genomes, finance, physics, games
// and forums. One rule was learned from them when they had been predicted once: docs/measurements/time_model.md.
#include "practice_kernels.h"

#include <cmath>
#include <string>
#include <tuple>

#include "common.h"
#include "launch_arrays.h"

template <class T = float>
static T* reals(size_t n, double low, double high, unsigned seed) {
  return upload(host_reals<T>(n, low, high, seed));
}

template <class T = int>
static T* whole(size_t n, int limit, unsigned seed, double power = 1) {
  return upload(host_whole<T>(n, limit, seed, power));
}

template <class T, class F>
static T* as(F* p) {
  return reinterpret_cast<T*>(p);
}

// a grey picture: slow waves, a few bright rectangles and noise
template <class T>
static T* picture(int w, int h, unsigned seed) {
  Random random = seeded(seed);
  std::vector<float> v(static_cast<size_t>(w) * h);
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      v[y * w + x] =
          110 + 60 * std::sin(x * 0.013f + y * 0.007f) + 20 * std::cos(y * 0.05f) + random.below(12);
  for (int k = 0; k < 40; ++k) {
    int x0 = random.below(w), y0 = random.below(h), rw = 4 + random.below(w / 8),
        rh = 4 + random.below(h / 8);
    float add = static_cast<float>(random.below(100) - 50);
    for (int y = y0; y < std::min(h, y0 + rh); ++y)
      for (int x = x0; x < std::min(w, x0 + rw); ++x) v[y * w + x] += add;
  }
  std::vector<T> out(v.size());
  for (size_t i = 0; i < v.size(); ++i) out[i] = static_cast<T>(std::min(255.0f, std::max(0.0f, v[i])));
  return upload(out);
}

static std::string some_text(int letters, unsigned seed) {
  Random random = seeded(seed);
  std::string text;
  while (static_cast<int>(text.size()) < letters) {
    for (int k = 1 + random.below(9); k > 0; --k) text += static_cast<char>('a' + random.below(26));
    text += random.below(12) ? " " : ". ";
  }
  text.resize(letters);
  return text;
}

static char* letters(const std::string& text) { return upload(std::vector<char>(text.begin(), text.end())); }

static void quantised_weights(int argc, char** argv) {
  for (auto [name, rows, width] :
       {std::tuple("gemv_q8_blocks_4096x2048", 4096, 2048), std::tuple("gemv_q8_blocks_96x1024", 96, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    int per_row = width / 32, n = rows * per_row;
    std::vector<BlockQ8> w(n);
    Random random = seeded(1);
    for (BlockQ8& b : w) {
      b.scale = static_cast<half>(0.001f + 0.0001f * random.below(100));
      for (signed char& q : b.q) q = static_cast<signed char>(random.below(255) - 127);
    }
    BlockQ8* weights = upload(w);
    float *x = reals(width, -1, 1, 2), *y = device<float>(rows);
    RUN(gemv_q8_blocks<<<parts(rows, 4), dim3(32, 4)>>>(weights, x, y, rows, per_row));
    release(weights, x, y);
  }
  if (chosen(argc, argv, "unpack_q4k_30000_blocks")) {
    int n = 30000;
    std::vector<BlockQ4K> w(n);
    Random random = seeded(3);
    for (BlockQ4K& b : w) {
      b.d = static_cast<half>(0.002f), b.least = static_cast<half>(0.001f);
      for (unsigned char& s : b.scales) s = static_cast<unsigned char>(random.below(256));
      for (unsigned char& q : b.q) q = static_cast<unsigned char>(random.below(256));
    }
    BlockQ4K* in = upload(w);
    half* out = device<half>(n * 256);
    RUN(unpack_q4k<<<n, 32>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "pointwise_bytes_50176x64_to_48")) {
    int pixels = 50176, outputs = 48;
    int *in = whole(pixels * 16, 1 << 30, 4), *w = whole(outputs * 16, 1 << 30, 5);
    float* scale = reals(outputs, 0.0001, 0.001, 6);
    signed char* out = device<signed char>(pixels * outputs);
    RUN(pointwise_bytes<16><<<pixels / 64, 256>>>(in, w, scale, out, outputs));
    release(in, w, scale, out);
  }
}

static void attention(int argc, char** argv) {
  for (auto [name, heads, queries, keys, threads] :
       {std::tuple("softmax_alibi_12_heads_512x768", 12, 512, 768, 256),
        std::tuple("softmax_alibi_8_heads_1x2048", 8, 1, 2048, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(heads) * queries * keys;
    half *in = reals<half>(n, -6, 6, 10), *out = device<half>(n);
    RUN(softmax_alibi<<<heads * queries, threads, keys * 4>>>(in, out, keys, queries, 0.125f));
    release(in, out);
  }
  if (chosen(argc, argv, "best_two_experts_60000")) {
    int n = 60000;
    float* in = reals(n * 64, -4, 4, 11);
    int2* who = device<int2>(n);
    float2* share = device<float2>(n);
    RUN(best_two_experts<<<parts(n, 8), 256>>>(in, who, share, n));
    release(in, who, share);
  }
  if (chosen(argc, argv, "append_to_pages_1500_tokens_8x128")) {
    int n = 1500, pages = 400, page = 16;
    std::vector<int> slot(n);
    for (int i = 0; i < n; ++i) slot[i] = i % 37 == 0 ? -1 : i / page * 7919 % pages * page + i % page;
    half *k = reals<half>(n * 1024, -1, 1, 12), *v = reals<half>(n * 1024, -1, 1, 13);
    half *keys = device<half>(pages * page * 1024), *values = device<half>(pages * page * 1024);
    int* slots = upload(slot);
    RUN(append_to_pages<<<n, 256>>>(k, v, keys, values, slots, 8, 128, page));
    release(k, v, keys, values, slots);
  }
  if (chosen(argc, argv, "causal_conv4_silu_2048x1500")) {
    int channels = 2048, steps = 1500;
    half *x = reals<half>(channels * steps, -2, 2, 14), *y = device<half>(channels * steps);
    float *taps = reals(channels * 4, -1, 1, 15), *bias = reals(channels, -0.1, 0.1, 16);
    RUN(causal_conv4_silu<<<dim3(channels / 128, 10), 128>>>(x, as<float4>(taps), bias, y, channels, steps,
                                                             150));
    release(x, y, taps, bias);
  }
  for (auto [name, heads, length] : {std::tuple("decode_byte_cache_256_heads_of_700", 256, 700),
                                     std::tuple("decode_byte_cache_8_heads_of_1000", 8, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t n = static_cast<size_t>(heads) * length;
    signed char *k = whole<signed char>(n * 128, 127, 17), *v = whole<signed char>(n * 128, 127, 18);
    float *q = reals(heads * 128, -0.1, 0.1, 19), *scale = reals(n, 0.01, 0.02, 20);
    float4* out = device<float4>(heads * 32);
    RUN(decode_byte_cache<<<heads, 128>>>(as<float4>(q), as<char4>(k), as<char4>(v), scale, out, length));
    release(k, v, q, scale, out);
  }
  if (chosen(argc, argv, "penalise_repeats_4x32000_of_256")) {
    int words = 32000, length = 256;
    float *in = reals(4 * words, -8, 8, 21), *out = device<float>(4 * words);
    int* said = whole(4 * length, words, 22, 2);
    RUN(penalise_repeats<<<dim3(parts(words, 256), 4), 256>>>(in, out, said, words, length, 1.2f));
    release(in, out, said);
  }
}

static void layers(int argc, char** argv) {
  if (chosen(argc, argv, "pixel_shuffle_half_64x180x240_by_2")) {
    int n = 64 * 180 * 240 * 4;
    half *in = reals<half>(n, 0, 1, 30), *out = device<half>(n);
    RUN(pixel_shuffle<<<264, 512>>>(in, out, 1, 64, 180, 240, 2));
    release(in, out);
  }
  if (chosen(argc, argv, "upsample_nearest_160_planes_90x120_to_225x300")) {
    int n = 160 * 225 * 300;
    float *in = reals(160 * 90 * 120, 0, 1, 31), *out = device<float>(n);
    RUN(upsample_nearest<<<parts(n, 256), 256>>>(in, out, 160, 90, 120, 225, 300));
    release(in, out);
  }
  if (chosen(argc, argv, "geglu_half_6000x2560")) {
    int rows = 6000, pairs = 1280;
    half *in = reals<half>(rows * pairs * 4, -3, 3, 32), *out = device<half>(rows * pairs * 2);
    RUN(geglu<<<parts(rows * pairs, 192), 192>>>(as<half2>(in), as<half2>(out), rows, pairs));
    release(in, out);
  }
  if (chosen(argc, argv, "cosine_of_40000_pairs_of_256")) {
    int rows = 50000, count = 40000;
    float *x = reals(rows * 256, -1, 1, 33), *cosine = device<float>(count);
    int* pairs = whole(count * 2, rows, 34);
    RUN(cosine_pairs<<<count / 8, 128>>>(as<float4>(x), as<int2>(pairs), cosine, count, 64));
    release(x, cosine, pairs);
  }
  if (chosen(argc, argv, "embed_and_normalise_16000x768")) {
    int tokens = 16000, words = 20000;
    int *token = whole(tokens, words, 35, 3), *kind = whole(tokens, 2, 36);
    float *w = reals(words * 768, -1, 1, 37), *places = reals(512 * 768, -1, 1, 38),
          *kinds = reals(2 * 768, -1, 1, 39);
    float *gain = reals(768, 0.5, 1.5, 40), *out = device<float>(tokens * 768);
    RUN(embed_and_normalise<768><<<tokens, 128>>>(token, kind, w, places, kinds, gain, out, 512));
    release(token, kind, w, places, kinds, gain, out);
  }
  if (chosen(argc, argv, "embed_and_normalise_12x1024")) {
    int *token = whole(12, 1000, 41), *kind = whole(12, 2, 42);
    float *w = reals(1000 * 1024, -1, 1, 43), *places = reals(16 * 1024, -1, 1, 44);
    float *kinds = reals(2048, -1, 1, 45), *gain = reals(1024, 0.5, 1.5, 46), *out = device<float>(12 * 1024);
    RUN(embed_and_normalise<1024><<<12, 128>>>(token, kind, w, places, kinds, gain, out, 16));
    release(token, kind, w, places, kinds, gain, out);
  }
  if (chosen(argc, argv, "mel_bands_80_of_3000_frames")) {
    int bins = 201, frames = 3000;
    std::vector<int> edge(82);
    for (int k = 0; k < 82; ++k)
      edge[k] = k < 30 ? 2 * k : std::min(200, static_cast<int>(59 + 141 * std::pow((k - 29) / 52.0, 1.3)));
    for (int k = 1; k < 82; ++k) edge[k] = std::max(edge[k], edge[k - 1] + 1);
    int* edges = upload(edge);
    float *power = reals(frames * bins + 64, 0, 1, 47), *out = device<float>(frames * 80);
    RUN(mel_bands<<<frames, 80>>>(power, edges, out, bins));
    release(edges, power, out);
  }
  if (chosen(argc, argv, "pool_with_place_16x112x112x64")) {
    int h = 112, w = 112, c = 64, n = 16;
    float *in = reals(n * h * w * c, -1, 1, 48), *out = device<float>(n * h * w * c / 4);
    unsigned char* place = device<unsigned char>(n * h * w * c / 4);
    RUN(pool_with_place<<<dim3(w / 2, h / 2, n), c>>>(in, out, place, h, w, c));
    release(in, out, place);
  }
  for (auto [name, n, threads] :
       {std::tuple("suppress_one_block_2000", 2000, 1024), std::tuple("suppress_one_block_300", 300, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> corner = host_reals(4 * n, 0, 1, 49);
    for (int i = 0; i < n; ++i) {
      corner[4 * i + 2] = corner[4 * i] + 0.02f + 0.1f * corner[4 * i + 2];
      corner[4 * i + 3] = corner[4 * i + 1] + 0.02f + 0.1f * corner[4 * i + 3];
    }
    float* box = upload(corner);
    unsigned char* keep = device<unsigned char>(n);
    RUN(suppress_one_block<<<1, threads, n>>>(as<float4>(box), keep, n, 0.4f));
    release(box, keep);
  }
}

static void mini_apps(int argc, char** argv) {
  if (chosen(argc, argv, "hexahedron_volumes_96_cubed")) {
    int s = 96, p = s + 1, n = s * s * s;
    std::vector<int> node;
    std::vector<double> at[3];
    Random random = seeded(60);
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 8; ++c) {
        int x = i % s + ((c & 3) == 1 || (c & 3) == 2), y = i / s % s + ((c & 3) > 1),
            z = i / (s * s) + (c > 3);
        node.push_back((z * p + y) * p + x);
      }
    for (int i = 0; i < p * p * p; ++i)
      for (int k = 0; k < 3; ++k)
        at[k].push_back((k == 0 ? i % p : k == 1 ? i / p % p : i / (p * p)) + 0.001 * random.below(100));
    int* nodes = upload(node);
    double *x = upload(at[0]), *y = upload(at[1]), *z = upload(at[2]), *v = device<double>(n),
           *l = device<double>(n);
    RUN(hexahedron_volumes<<<parts(n, 64), 64>>>(Hexahedra{nodes, x, y, z}, v, l, n));
    release(nodes, x, y, z, v, l);
  }
  for (auto [name, lookups, points] : {std::tuple("cross_section_lookup_30000", 30000, 2000),
                                       std::tuple("cross_section_lookup_512", 512, 500)}) {
    if (!chosen(argc, argv, name)) continue;
    int nuclides = 68;
    std::vector<CrossSections> grid;
    Random random = seeded(61);
    for (int k = 0; k < nuclides; ++k)
      for (int i = 0; i < points; ++i) {
        auto u = [&] { return static_cast<float>(random() / 4294967296.0); };
        grid.push_back({(i + 0.9f * u()) / points, u(), u(), u(), u(), u()});
      }
    std::vector<int> first{0}, nuclide;
    for (int size : {34, 5, 4, 4, 27, 21, 21, 8, 9, 9}) {
      for (int k = 0; k < size; ++k) nuclide.push_back(random.below(nuclides));
      first.push_back(static_cast<int>(nuclide.size()));
    }
    CrossSections* grids = upload(grid);
    int *firsts = upload(first), *which = upload(nuclide);
    float *density = reals(nuclide.size(), 0, 1, 62), *result = device<float>(lookups);
    RUN(cross_section_lookup<<<parts(lookups, 128), 128>>>(grids, firsts, which, density, result, lookups,
                                                           points, 10));
    release(grids, firsts, which, density, result);
  }
  for (auto [name, nx, ny] : {std::tuple("conduction_product_2000x1600", 2000, 1600),
                              std::tuple("conduction_product_96x64", 96, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    int n = (nx + 2) * (ny + 2);
    dim3 grid(parts(nx, 32), parts(ny, 8));
    double *p = reals<double>(n, 0, 1, 63), *kx = reals<double>(n, 0.1, 1, 64),
           *ky = reals<double>(n, 0.1, 1, 65);
    double *w = device<double>(n), *sums = device<double>(grid.x * grid.y);
    RUN(conduction_product<<<grid, dim3(32, 8)>>>(p, kx, ky, w, sums, nx, ny));
    release(p, kx, ky, w, sums);
  }
  if (chosen(argc, argv, "limited_flux_3840x1500")) {
    int nx = 3840, ny = 1500, n = nx * ny;
    double *flow = reals<double>(n, -0.2, 0.3, 66), *volume = reals<double>(n, 1, 1.1, 67);
    double *density = reals<double>(n, 0.5, 2, 68), *flux = device<double>(n);
    RUN(limited_flux<<<dim3(parts(nx, 128), ny), 128>>>(flow, volume, density, flux, nx, ny));
    release(flow, volume, density, flux);
  }
  if (chosen(argc, argv, "speckle_coefficients_3000x2000")) {
    int n = 3000 * 2000;
    float *in = reals(n, 0.5, 1.5, 69), *c = device<float>(n), *dn = device<float>(n), *dw = device<float>(n);
    RUN(speckle_coefficients<<<parts(n, 512), 512>>>(in, c, dn, dw, 3000, 2000, 0.05f));
    release(in, c, dn, dw);
  }
  if (chosen(argc, argv, "find_weight_from_left_4000")) {
    int n = 4000;
    std::vector<double> sum(n), drawn(n), weight = host_reals<double>(n, 0, 2.0 / n, 70);
    for (int i = 0; i < n; ++i) sum[i] = (i ? sum[i - 1] : 0) + weight[i], drawn[i] = (i + 0.4) / n;
    double *sums = upload(sum), *us = upload(drawn), *x = reals<double>(n, 0, 100, 71),
           *moved = device<double>(n);
    RUN(find_weight_from_left<<<parts(n, 512), 512>>>(sums, us, x, moved, n));
    release(sums, us, x, moved);
  }
}

static void suites(int argc, char** argv) {
  for (auto [name, n, t] : {std::tuple("eliminate_step_2048_at_40", 2048, 40),
                            std::tuple("eliminate_step_300_at_250", 300, 250)}) {
    if (!chosen(argc, argv, name)) continue;
    float *m = reals(n, 0, 0.5, 80), *source = reals(n * n, 0, 1, 81), *a = device<float>(n * n),
          *b = reals(n, 0, 1, 82);
    int tiles = parts(n - t, 16);
    RUN(restore(a, source, n * n); eliminate_step<<<dim3(tiles, tiles), dim3(16, 16)>>>(m, a, b, n, t));
    release(m, source, a, b);
  }
  if (chosen(argc, argv, "hidden_layer_16_of_262144")) {
    int n = 262144;
    float *in = reals(n, 0, 1, 83), *w = reals(n * 16, -1, 1, 84), *out = device<float>(n);
    RUN(hidden_layer_16<<<n / 16, dim3(16, 16)>>>(in, w, out));
    release(in, w, out);
  }
  for (auto [name, side, each] : {std::tuple("box_potentials_5_cubed_of_40", 5, 40),
                                  std::tuple("box_potentials_2_cubed_of_100", 2, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    int boxes = side * side * side;
    std::vector<int> near(boxes * 27, -1);
    for (int b = 0; b < boxes; ++b)
      for (int k = 0; k < 27; ++k) {
        int x = b % side + k % 3 - 1, y = b / side % side + k / 3 % 3 - 1, z = b / (side * side) + k / 9 - 1;
        if (std::min({x, y, z}) >= 0 && std::max({x, y, z}) < side)
          near[b * 27 + k] = (z * side + y) * side + x;
      }
    int* nears = upload(near);
    float* p = reals(boxes * each * 5, 0.1, 1, 85);
    float4* f = device<float4>(boxes * each);
    RUN(box_potentials<<<boxes, 128, each * sizeof(Charge)>>>(as<Charge>(p), nears, f, each));
    release(nears, p, f);
  }
  for (auto [name, n, samples, threads] : {std::tuple("reconstruct_q_16384_of_360", 16384, 360, 256),
                                           std::tuple("reconstruct_q_1024_of_512", 1024, 512, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> k = host_reals(2048, -0.5, 0.5, 86);
    OK(cudaMemcpyToSymbol(k_space, k.data(), 2048 * 4));
    float *x = reals(n, -8, 8, 87), *y = reals(n, -8, 8, 88), *z = reals(n, -8, 8, 89);
    float *re = device<float>(n), *im = device<float>(n);
    RUN(reconstruct_q<<<n / threads, threads>>>(samples, x, y, z, re, im));
    release(x, y, z, re, im);
  }
  if (chosen(argc, argv, "angle_bins_1500x1200")) {
    int na = 1500, nb = 1200, edges = 20;
    auto sphere = [](int n, unsigned seed) {
      std::vector<float> v = host_reals(3 * n, -1, 1, seed);
      for (int i = 0; i < n; ++i) {
        float r = std::sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]) +
                  1e-6f;
        for (int k = 0; k < 3; ++k) v[3 * i + k] /= r;
      }
      return upload(v);
    };
    std::vector<float> edge(32, 2.0f);
    for (int k = 0; k < edges; ++k)
      edge[k] = k ? std::cos(3.14f * std::pow(0.8f, static_cast<float>(k))) : -1.01f;
    OK(cudaMemcpyToSymbol(bin_edge, edge.data(), 32 * 4));
    float *a = sphere(na, 90), *b = sphere(nb, 91);
    unsigned* bins = device<unsigned>(32);
    RUN(angle_bins<<<dim3(parts(na, 128), 12), 128>>>(as<float3>(a), as<float3>(b), bins, na, nb, edges));
    release(a, b, bins);
  }
  if (chosen(argc, argv, "reaction_rates_700000")) {
    int n = 700000;
    float *t = reals(n, 800, 2200, 92), *f = reals(6 * n, 0.01, 0.3, 93), *out = device<float>(12 * n);
    RUN(reaction_rates<<<parts(n, 128), 128>>>(t, f, out, n));
    release(t, f, out);
  }
  if (chosen(argc, argv, "covariance_pairs_256x600")) {
    int columns = 256, rows = 600;
    float *x = reals(rows * columns, -1, 1, 94), *mean = reals(columns, -0.1, 0.1, 95),
          *cov = device<float>(columns * columns);
    RUN(covariance_pairs<<<dim3(columns / 32, columns / 8), dim3(32, 8)>>>(x, mean, cov, rows, columns));
    release(x, mean, cov);
  }
}

static void more_suites(int argc, char** argv) {
  if (chosen(argc, argv, "great_circles_1200000")) {
    int n = 1200000;
    double *in = reals<double>(4 * n, -1.5, 1.5, 100), *out = device<double>(n);
    RUN(great_circles<<<528, 256>>>(as<Leg>(in), out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "walks_to_the_rim_4096_x_10")) {
    double* mean = device<double>(4096);
    RUN(walks_to_the_rim<<<64, 64>>>(mean, 10, 3, 2, 1, 0.12));
    release(mean);
  }
  if (chosen(argc, argv, "docking_energies_8192_poses")) {
    int proteins = 200, ligands = 16, poses = 8192;
    auto atoms = [](int n, double spread, unsigned seed) {
      std::vector<float> at = host_reals(3 * n, -spread, spread, seed);
      std::vector<int> type = host_whole(n, 30, seed + 1);
      std::vector<Atom> v(n);
      for (int i = 0; i < n; ++i) v[i] = {at[3 * i], at[3 * i + 1], at[3 * i + 2], type[i]};
      return upload(v);
    };
    std::vector<Kind> kind(30);
    Random random = seeded(101);
    for (Kind& k : kind)
      k = {random.below(3), 1 + random.below(100) * 0.01f, random.below(200) * 0.01f - 1,
           random.below(200) * 0.01f - 1};
    Atom *protein = atoms(proteins, 15, 102), *ligand = atoms(ligands, 3, 104);
    Kind* kinds = upload(kind);
    float *transform = reals(4 * poses, -3, 3, 106), *energy = device<float>(poses);
    RUN(docking_energies<2><<<poses / 128, 64, 30 * sizeof(Kind)>>>(protein, ligand, kinds, transform, energy,
                                                                    proteins, ligands, 30, poses));
    release(protein, ligand, kinds, transform, energy);
  }
  if (chosen(argc, argv, "gate_by_quotients_1200000")) {
    int n = 1200000;
    double *source = reals<double>(n, 0, 1, 107), *gate = device<double>(n),
           *v = reals<double>(n, -1, 1, 108);
    double *up = reals<double>(18, 0.1, 1, 109), *down = reals<double>(18, 0.1, 1, 110);
    RUN(restore(gate, source, n); gate_by_quotients<<<parts(n, 1024), 1024>>>(gate, v, up, down, n));
    release(source, gate, v, up, down);
  }
  if (chosen(argc, argv, "spline_orbitals_192_at_2500")) {
    int grid = 36, orbitals = 192, places = 2500;
    float* c = reals(grid * grid * grid * orbitals, -1, 1, 111);
    float* at = reals(3 * places, 0, 31.9, 112);
    float4* out = device<float4>(orbitals * places);
    RUN(spline_orbitals<<<dim3(2, places), 96>>>(c, as<float3>(at), out, grid, orbitals));
    release(c, at, out);
  }
}

static void sequences_and_surfaces(int argc, char** argv) {
  for (auto [name, neurons, steps, threads] : {std::tuple("leaky_neurons_16384_x_200", 16384, 200, 128),
                                               std::tuple("leaky_neurons_256_x_500", 256, 500, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    float *current = reals(64 * neurons, 0.4, 2.2, 113), *start = reals(neurons, 0, 1, 114),
          *v = device<float>(neurons);
    int* rest = device<int>(neurons);
    unsigned* spikes = device<unsigned>(neurons / 32 * steps);
    RUN(restore(v, start, neurons); OK(cudaMemset(rest, 0, neurons * 4));
        leaky_neurons<<<neurons / threads, threads>>>(current, v, rest, spikes, neurons, steps));
    release(current, start, v, rest, spikes);
  }
  if (chosen(argc, argv, "bezier_surface_5x5_to_200x150")) {
    float* control = reals(36 * 3, 0, 10, 115);
    float3* out = device<float3>(200 * 150);
    RUN(bezier_surface<<<dim3(parts(200, 16), parts(150, 16)), dim3(16, 16)>>>(as<float3>(control), out, 5, 5,
                                                                               200, 150));
    release(control, out);
  }
  if (chosen(argc, argv, "least_of_michalewicz_1200000")) {
    int n = 1200000;
    float* x = reals(5 * n, 0.1, 3.1, 116);
    unsigned* least = device<unsigned>(1);
    RUN(OK(cudaMemset(least, 0x7f, 4)); least_of_michalewicz<<<264, 256>>>(x, n, least));
    release(x, least);
  }
  if (chosen(argc, argv, "walk_pieces_3000_of_400000")) {
    int n = 400000, pieces = 3000;
    int* next = hashed(n, 1);
    std::vector<int> succ(n), order(n), split(pieces);
    std::iota(order.begin(), order.end(), 0);
    Random random = seeded(117);
    for (int i = n - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    std::vector<unsigned char> mark(n, 0);
    for (int i = 0; i < n; ++i) succ[order[i]] = order[(i + 1) % n];
    for (int p = 0; p < pieces; ++p) {
      do split[p] = random.below(n);
      while (mark[split[p]]);
      mark[split[p]] = 1;
    }
    OK(cudaMemcpy(next, succ.data(), n * 4, cudaMemcpyHostToDevice));
    int *splitter = upload(split), *rank = device<int>(n), *owner = device<int>(n);
    unsigned char* marked = upload(mark);
    int2* summary = device<int2>(pieces);
    RUN(walk_pieces<<<parts(pieces, 64), 64>>>(next, splitter, marked, rank, owner, summary, pieces));
    release(next, splitter, rank, owner, marked, summary);
  }
}

static std::string genome_of(int n, unsigned seed) {
  Random random = seeded(seed);
  std::string g;
  while (static_cast<int>(g.size()) < n) {
    if (g.size() > 5000 && random.below(1000) == 0) {
      g += g.substr(random.below(static_cast<int>(g.size()) - 600), 100 + random.below(500));
    } else {
      g += random.below(4000) ? "ACGT"[random.below(4)] : 'N';
    }
  }
  g.resize(n);
  return g;
}

static void search_index(int argc, char** argv) {
  for (auto [name, blocks, reads] : {std::tuple("backward_search_100000_of_60", 60000, 100000),
                                     std::tuple("backward_search_700_of_60", 2000, 700)}) {
    if (!chosen(argc, argv, name)) continue;
    Random random = seeded(130);
    std::vector<Occurrences> index(blocks + 1);
    unsigned count[4] = {0, 0, 0, 0};
    for (Occurrences& o : index) {
      o.low = static_cast<unsigned long long>(random()) << 32 | random();
      o.high = static_cast<unsigned long long>(random()) << 32 | random();
      for (int c = 0; c < 4; ++c) o.count[c] = count[c];
      for (int k = 0; k < 64; ++k) ++count[(o.low >> k & 1) | (o.high >> k & 1) << 1];
    }
    unsigned n = blocks * 64, at_end[4];
    for (int c = 0; c < 4; ++c) at_end[c] = index[blocks].count[c];
    uint4 starts = make_uint4(0, at_end[0], at_end[0] + at_end[1], at_end[0] + at_end[1] + at_end[2]);
    Occurrences* occurrence = upload(index);
    unsigned char* read = whole<unsigned char>(reads * 60, 4, 131);
    uint2* range = device<uint2>(reads);
    RUN(backward_search<<<parts(reads, 128), 128>>>(occurrence, starts, read, range, reads, 60, n));
    release(occurrence, read, range);
  }
}

static void genomes(int argc, char** argv) {
  for (auto [name, n, slots] : {std::tuple("count_words_of_21_in_2000000", 2000000, 1 << 23),
                                std::tuple("count_words_of_21_in_6000", 6000, 1 << 14)}) {
    if (!chosen(argc, argv, name)) continue;
    char* genome = letters(genome_of(n, 132));
    unsigned long long* keys = device<unsigned long long>(slots);
    unsigned* counts = device<unsigned>(slots);
    RUN(OK(cudaMemset(keys, 0, slots * 8)); OK(cudaMemset(counts, 0, slots * 4));
        count_words_of_k<21><<<parts(n, 256), 256>>>(genome, n, keys, counts, slots - 1));
    release(genome, keys, counts);
  }
  if (chosen(argc, argv, "minimizers_30000_of_150")) {
    int reads = 30000;
    unsigned char *codes = whole<unsigned char>(reads * 150, 4, 133), *found = device<unsigned char>(reads);
    unsigned* out = device<unsigned>(reads * 32);
    RUN(minimizers<<<parts(reads, 64), 64>>>(codes, out, found, reads, 150));
    release(codes, found, out);
  }
  if (chosen(argc, argv, "align_in_band_10000_of_120")) {
    int pairs = 10000, length = 120;
    std::vector<unsigned char> a = host_whole<unsigned char>(pairs * length, 4, 134), b = a;
    Random random = seeded(135);
    for (unsigned char& c : b)
      if (random.below(12) == 0) c = static_cast<unsigned char>(random.below(4));
    unsigned char *query = upload(a), *target = upload(b);
    int* best = device<int>(pairs);
    RUN(align_in_band<<<parts(pairs, 128), 128>>>(query, target, best, pairs, length));
    release(query, target, best);
  }
  if (chosen(argc, argv, "trim_120000_reads")) {
    int reads = 120000;
    std::vector<int> start{0};
    std::vector<char> quality;
    Random random = seeded(136);
    for (int r = 0; r < reads; ++r) {
      int length = 60 + random.below(140), good = random.below(2 * length);
      for (int i = 0; i < length; ++i)
        quality.push_back(static_cast<char>(33 + (i < good ? 25 + random.below(16) : 2 + random.below(25))));
      start.push_back(static_cast<int>(quality.size()));
    }
    char* q = upload(quality);
    int* starts = upload(start);
    short* keep = device<short>(reads);
    RUN(trim_reads<<<parts(reads, 4), 128>>>(q, starts, keep, reads));
    release(q, starts, keep);
  }
  if (chosen(argc, argv, "genome_distances_480x640_words")) {
    int n = 480, words = 640;
    unsigned* packed = whole<unsigned>(n * words, 1 << 30, 137);
    int* distance = device<int>(n * n);
    RUN(genome_distances<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(packed, distance, n, words));
    release(packed, distance);
  }
  if (chosen(argc, argv, "tree_likelihoods_1500000_sites")) {
    int n = 1500000;
    std::vector<float> p = host_reals(32, 0.02, 0.3, 138);
    OK(cudaMemcpyToSymbol(change, p.data(), 128));
    float *left = reals(4 * n, 0.05, 1, 139), *right = reals(4 * n, 0.05, 1, 140);
    float4* node = device<float4>(n);
    int* scaled = device<int>(n);
    RUN(tree_likelihoods<<<parts(n, 256), 256>>>(as<float4>(left), as<float4>(right), node, scaled, n));
    release(left, right, node, scaled);
  }
}

static void finance(int argc, char** argv) {
  for (auto [name, n, threads] : {std::tuple("american_put_own_tree_6000", 6000, 64),
                                  std::tuple("american_put_own_tree_128", 128, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> option;
    Random random = seeded(150);
    for (int i = 0; i < n; ++i)
      option.insert(option.end(), {80 + random.below(4000) * 0.01f, 100.0f, 0.1f + random.below(40) * 0.01f,
                                   0.2f + random.below(20) * 0.1f});
    float *o = upload(option), *price = device<float>(n);
    RUN(american_put_own_tree<64><<<parts(n, threads), threads>>>(as<float4>(o), price, n));
    release(o, price);
  }
  for (auto [name, paths, steps] : {std::tuple("square_root_paths_120000_x_120", 120000, 120),
                                    std::tuple("square_root_paths_2000_x_360", 2000, 360)}) {
    if (!chosen(argc, argv, name)) continue;
    float* discount = device<float>(paths);
    RUN(square_root_paths<<<parts(paths, 128), 128>>>(RateModel{0.8f, 0.04f, 0.1f, 0.03f, 1.0f / 120},
                                                      discount, paths, steps));
    release(discount);
  }
  if (chosen(argc, argv, "scenario_losses_10000x1500")) {
    int scenarios = 10000, assets = 1500;
    double *shock = reals<double>(scenarios * assets, -0.05, 0.05, 151),
           *delta = reals<double>(assets, -100, 100, 152);
    double *gamma = reals<double>(assets, 0, 10, 153), *loss = device<double>(scenarios);
    RUN(scenario_losses<<<scenarios, 192>>>(shock, delta, gamma, loss, assets));
    release(shock, delta, gamma, loss);
  }
  if (chosen(argc, argv, "greeks_of_800000_calls")) {
    int n = 800000;
    double *s = reals<double>(n, 50, 150, 154), *k = reals<double>(n, 60, 140, 155),
           *t = reals<double>(n, 0.1, 3, 156);
    Greeks* out = device<Greeks>(n);
    RUN(greeks_of_calls<<<parts(n, 128), 128>>>(s, k, t, out, 0.02, 0.25, n));
    release(s, k, t, out);
  }
  if (chosen(argc, argv, "match_orders_4000_books_of_300")) {
    int symbols = 4000, orders = 300;
    std::vector<short> order(2 * symbols * orders);
    Random random = seeded(157);
    for (int i = 0; i < symbols * orders; ++i) {
      order[2 * i] = static_cast<short>(20 + random.below(12) + random.below(12));
      order[2 * i + 1] = static_cast<short>((1 + random.below(30)) * (random.below(2) ? 1 : -1));
    }
    short* in = upload(order);
    int *traded = device<int>(symbols), *last = device<int>(symbols);
    RUN(match_orders<<<parts(symbols, 64), 64>>>(as<short2>(in), traded, last, symbols, orders));
    release(in, traded, last);
  }
  if (chosen(argc, argv, "fading_covariance_120_windows_of_250")) {
    int days = 1000;
    float *r = reals(days * 24, -0.03, 0.03, 158), *cov = device<float>(120 * 576);
    RUN(fading_covariance<<<120, 576>>>(r, cov, days, 250, 0.94f));
    release(r, cov);
  }
}

static void colours(int argc, char** argv) {
  if (chosen(argc, argv, "nv12_to_rgba_2160p")) {
    int w = 3840, h = 2160, pitch = 4096;
    unsigned char *luma = picture<unsigned char>(pitch, h, 170),
                  *chroma = picture<unsigned char>(pitch, h / 2, 171);
    uchar4* out = device<uchar4>(w * h);
    RUN(nv12_to_rgba<<<dim3(w / 64, parts(h, 32)), dim3(32, 16)>>>(luma, as<uchar2>(chroma), out, w, h,
                                                                   pitch));
    release(luma, chroma, out);
  }
  if (chosen(argc, argv, "rgb_to_hsv_8000000")) {
    int n = 8000000;
    unsigned char* in = picture<unsigned char>(6000, 4000, 172);
    float3* out = device<float3>(n);
    RUN(rgb_to_hsv<<<parts(n, 256), 256>>>(as<uchar3>(in), out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "lanczos_rows_1600_to_600x500")) {
    unsigned char *in = picture<unsigned char>(1600, 500, 173), *out = device<unsigned char>(600 * 500);
    RUN(lanczos_rows<<<dim3(parts(600, 64), 500), 64>>>(in, out, 1600, 600, 500));
    release(in, out);
  }
  if (chosen(argc, argv, "clahe_tables_16x12_of_1920x1200")) {
    unsigned char *in = picture<unsigned char>(1920, 1200, 174),
                  *table = device<unsigned char>(16 * 12 * 256);
    RUN(clahe_tables<<<dim3(16, 12), dim3(32, 8)>>>(in, table, 1920, 120, 100, 150));
    release(in, table);
  }
  if (chosen(argc, argv, "colour_cube_5000000")) {
    int n = 5000000;
    unsigned char* in = picture<unsigned char>(5000, 4000, 175);
    float* cube = reals(17 * 17 * 17 * 4, 0, 1, 176);
    uchar4* out = device<uchar4>(n);
    RUN(colour_cube<<<parts(n, 256), 256>>>(as<uchar4>(in), out, as<float4>(cube), n));
    release(in, cube, out);
  }
  if (chosen(argc, argv, "undistort_double_1024x768")) {
    unsigned char *in = picture<unsigned char>(1024, 768, 177), *out = device<unsigned char>(1024 * 768);
    RUN(undistort<<<dim3(64, 48), dim3(16, 16)>>>(in, out, 1024, 768, 0.12, 0.03));
    release(in, out);
  }
  for (auto [name, blocks] :
       {std::tuple("run_lengths_of_40000_blocks", 40000), std::tuple("run_lengths_of_600_blocks", 600)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<short> c(64 * blocks), quantum(64);
    Random random = seeded(178);
    for (int i = 0; i < 64 * blocks; ++i) {
      int z = i / blocks, reach = 400 / (1 + z / 8 + z % 8);
      c[i] = static_cast<short>(random.below(2 * reach) - reach);
    }
    for (int z = 0; z < 64; ++z) quantum[z] = static_cast<short>(10 + 4 * (z / 8 + z % 8));
    short *in = upload(c), *q = upload(quantum);
    short2* pairs = device<short2>(64 * blocks);
    unsigned char* lengths = device<unsigned char>(blocks);
    RUN(run_lengths_of_blocks<<<parts(blocks, 96), 96>>>(in, q, pairs, lengths, blocks));
    release(in, q, pairs, lengths);
  }
}

static void video(int argc, char** argv) {
  if (chosen(argc, argv, "motion_of_blocks_352x288")) {
    unsigned char *now = picture<unsigned char>(352, 288, 180),
                  *before = picture<unsigned char>(352, 288, 181);
    int* motion = device<int>(44 * 36);
    RUN(motion_of_blocks<<<dim3(44, 36), dim3(17, 17)>>>(now, before, motion, 352, 288));
    release(now, before, motion);
  }
  if (chosen(argc, argv, "deblock_columns_3840x2160")) {
    size_t n = 3840 * 2160;
    unsigned char *source = picture<unsigned char>(3840, 2160, 182), *p = device<unsigned char>(n);
    RUN(restore(p, source, n);
        deblock_columns<<<dim3(parts(2160, 128), 3840 / 8 - 1), 128>>>(p, 3840, 2160, 40, 10));
    release(source, p);
  }
  for (auto [name, w, h] :
       {std::tuple("thin_edges_1600x1200", 1600, 1200), std::tuple("thin_edges_128x64", 128, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    float* in = picture<float>(w, h, 183);
    unsigned char* out = device<unsigned char>(w * h);
    RUN(thin_edges<<<dim3(parts(w, 32), parts(h, 8)), dim3(32, 8)>>>(in, out, w, h, 40, 100));
    release(in, out);
  }
  if (chosen(argc, argv, "grow_edges_1024x768")) {
    int w = 1024, h = 768;
    std::vector<unsigned char> edge(w * h, 0);
    Random random = seeded(184);
    for (int k = 0; k < 2500; ++k) {
      int x = random.below(w), y = random.below(h);
      for (int s = 0; s < 60; ++s) {
        edge[y * w + x] = static_cast<unsigned char>(random.below(30) ? 128 : 255);
        x = (x + random.below(3) + w - 1) % w, y = (y + random.below(2)) % h;
      }
    }
    unsigned char *source = upload(edge), *p = device<unsigned char>(w * h);
    RUN(restore(p, source, w * h); grow_edges<<<dim3(w / 32, h / 32), dim3(32, 32)>>>(p, w, h));
    release(source, p);
  }
  for (auto [name, w, h, threads] :
       {std::tuple("seam_costs_1400x300", 1400, 300, 1024), std::tuple("seam_costs_320x40", 320, 40, 320)}) {
    if (!chosen(argc, argv, name)) continue;
    float *energy = picture<float>(w, h, 185), *total = device<float>(w * h);
    RUN(seam_costs<<<1, threads, 2 * w * 4>>>(energy, total, w, h));
    release(energy, total);
  }
  if (chosen(argc, argv, "non_local_means_3_of_200x160")) {
    float *in = picture<float>(200, 160, 186), *out = device<float>(200 * 160);
    RUN(non_local_means<3><<<dim3(13, 10), dim3(16, 16)>>>(in, out, 200, 160, 0.0002f));
    release(in, out);
  }
  if (chosen(argc, argv, "label_tiles_1280x960")) {
    unsigned char* in = picture<unsigned char>(1280, 960, 187);
    int* label = device<int>(1280 * 960);
    RUN(label_tiles<<<dim3(80, 60), dim3(16, 16)>>>(in, label, 1280));
    release(in, label);
  }
}

static void physics(int argc, char** argv) {
  if (chosen(argc, argv, "cloth_step_1200x800")) {
    int w = 1200, h = 800;
    std::vector<Point> point(w * h);
    Random random = seeded(200);
    for (int i = 0; i < w * h; ++i) {
      float x = i % w * 0.01f, y = i / w * 0.01f, z = random.below(100) * 0.00001f;
      point[i] = {make_float3(x, -y, z), make_float3(x, -y, z), 0.01f};
    }
    Point *in = upload(point), *out = device<Point>(w * h);
    RUN(cloth_step<<<dim3(parts(w, 16), parts(h, 16)), dim3(16, 16)>>>(in, out, w, h, 0.001f));
    release(in, out);
  }
  if (chosen(argc, argv, "ocean_spectrum_2048")) {
    int n = 2048;
    float* h0 = reals(2 * (n + 1) * (n + 1), -1, 1, 201);
    float2 *height = device<float2>(n * n), *slope = device<float2>(n * n);
    RUN(ocean_spectrum<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(as<float2>(h0), height, slope, n, 1.5f));
    release(h0, height, slope);
  }
  if (chosen(argc, argv, "oscillators_float_2500")) {
    int n = 2500;
    float *phase = reals(n, 0, 6.28, 202), *own = reals(n, -1, 1, 203), *next = device<float>(n);
    RUN(oscillators<float><<<parts(n, 64), 64>>>(phase, own, next, n, 1.5f, 0.01f));
    release(phase, own, next);
  }
  if (chosen(argc, argv, "oscillators_double_600")) {
    int n = 600;
    double *phase = reals<double>(n, 0, 6.28, 204), *own = reals<double>(n, -1, 1, 205),
           *next = device<double>(n);
    RUN(oscillators<double><<<parts(n, 32), 32>>>(phase, own, next, n, 1.5, 0.01));
    release(phase, own, next);
  }
  for (auto [name, blocks, side, sweeps, threads] : {std::tuple("turn_spins_100_of_48x48", 100, 48, 8, 192),
                                                     std::tuple("turn_spins_4_of_16x16", 4, 16, 20, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    int n = blocks * side * side;
    float *source = reals(n, 0, 6.28, 206), *angle = device<float>(n);
    unsigned* seed = whole<unsigned>(blocks * threads, 1 << 30, 207);
    RUN(restore(angle, source, n);
        turn_spins<<<blocks, threads, side * side * 4>>>(angle, seed, side, sweeps, 0.7f));
    release(source, angle, seed);
  }
  if (chosen(argc, argv, "pressure_with_walls_2400x2000")) {
    int w = 2400, h = 2000;
    float *p = reals(w * h, 0, 1, 208), *d = reals(w * h, -0.1, 0.1, 209), *out = device<float>(w * h);
    std::vector<unsigned char> wall(w * h, 0);
    Random random = seeded(210);
    for (int k = 0; k < 60; ++k) {
      int cx = random.below(w), cy = random.below(h), r = 5 + random.below(60);
      for (int y = std::max(0, cy - r); y < std::min(h, cy + r); ++y)
        for (int x = std::max(0, cx - r); x < std::min(w, cx + r); ++x)
          wall[y * w + x] |= (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r;
    }
    unsigned char* solid = upload(wall);
    RUN(pressure_with_walls<<<dim3(parts(w, 64), parts(h, 4)), dim3(64, 4)>>>(p, d, solid, out, w, h));
    release(p, d, solid, out);
  }
}

static void mazes(int argc, char** argv) {
  for (auto [name, count, side] :
       {std::tuple("solve_mazes_48_of_63", 48, 63), std::tuple("solve_mazes_2_of_31", 2, 31)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned char> wall(count * side * side, 1);
    Random random = seeded(220);
    for (int m = 0; m < count; ++m) {
      unsigned char* w = wall.data() + m * side * side;
      std::vector<int> path{side + 1};
      w[side + 1] = 0;
      const int step[4] = {1, -1, side, -side};
      while (!path.empty()) {
        int at = path.back(), open[4], n = 0;
        for (int k = 0; k < 4; ++k) {
          int x = at % side + (k == 0 ? 2 : k == 1 ? -2 : 0), y = at / side + (k == 2 ? 2 : k == 3 ? -2 : 0);
          if (x > 0 && y > 0 && x < side - 1 && y < side - 1 && w[y * side + x]) open[n++] = k;
        }
        if (n == 0) {
          path.pop_back();
          continue;
        }
        int k = open[random.below(n)];
        w[at + step[k]] = w[at + 2 * step[k]] = 0;
        path.push_back(at + 2 * step[k]);
      }
      for (int k = 0; k < side * 4; ++k)
        w[(1 + random.below(side - 2)) * side + 1 + random.below(side - 2)] = 0;
    }
    unsigned char* walls = upload(wall);
    short* steps = device<short>(count * side * side);
    int* rounds_of = device<int>(count);
    RUN(solve_mazes<<<count, 256, side * side * 2>>>(walls, steps, rounds_of, side));
    release(walls, steps, rounds_of);
  }
}

static void puzzles(int argc, char** argv) {
  for (auto [name, games, moves] :
       {std::tuple("play_2048_20000", 20000, 120), std::tuple("play_2048_96", 96, 300)}) {
    if (!chosen(argc, argv, name)) continue;
    int* scores = device<int>(games);
    RUN(play_2048<<<parts(games, 64), 64>>>(scores, games, moves));
    release(scores);
  }
  if (chosen(argc, argv, "play_connect_four_16384_x_4")) {
    int* wins = device<int>(1);
    RUN(OK(cudaMemset(wins, 0, 4)); play_connect_four<<<64, 256>>>(1ull << 21, 1ull << 28, wins, 4));
    release(wins);
  }
  if (chosen(argc, argv, "count_sudoku_2000")) {
    int n = 2000;
    std::vector<unsigned char> cell(81 * n, 0);
    Random random = seeded(221);
    for (int p = 0; p < n; ++p) {
      int digit[9];
      std::iota(digit, digit + 9, 1);
      for (int k = 8; k > 0; --k) std::swap(digit[k], digit[random.below(k + 1)]);
      for (int i = 0; i < 81; ++i)
        if (random.below(81) < 36)
          cell[i * n + p] = static_cast<unsigned char>(digit[(i / 9 * 3 + i / 27 + i % 9) % 9]);
    }
    unsigned char* puzzle = upload(cell);
    int* ways = device<int>(n);
    RUN(count_sudoku<<<parts(n, 32), 32>>>(puzzle, ways, n, 1500));
    release(puzzle, ways);
  }
}

static void scenes(int argc, char** argv) {
  for (auto [name, w, h] :
       {std::tuple("march_rays_400x300", 400, 300), std::tuple("march_rays_64x32", 64, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    uchar4* out = device<uchar4>(w * h);
    RUN(march_rays<<<dim3(parts(w, 16), parts(h, 8)), dim3(16, 8)>>>(out, w, h, make_float3(0.9f, 1.2f, -3)));
    release(out);
  }
  std::vector<float> field;
  if (chosen(argc, argv, "surface_cases_256x160x128")) {
    int nx = 256, ny = 160, nz = 128;
    for (int i = 0; i < nx * ny * nz; ++i)
      field.push_back(std::sin(0.11f * (i % nx)) +
                      std::cos(0.09f * (i / nx % ny)) * std::sin(0.13f * (i / (nx * ny))));
    float* f = upload(field);
    unsigned char *triangles = whole<unsigned char>(256, 6, 230), *cell = device<unsigned char>(nx * ny * nz);
    int* total = device<int>(1);
    RUN(OK(cudaMemset(total, 0, 4)); surface_cases<<<dim3(nx / 32, ny / 4, nz / 2), dim3(32, 4, 2)>>>(
            f, triangles, cell, total, nx, ny, nz, 0.3f));
    release(f, triangles, cell, total);
  }
  if (chosen(argc, argv, "walk_cubes_640x400_in_128")) {
    int side = 128;
    std::vector<unsigned char> world(side * side * side);
    Random random = seeded(231);
    for (int i = 0; i < side * side * side; ++i) {
      int x = i % side, y = i / side % side, z = i / (side * side);
      world[i] =
          y < 30 + 12 * std::sin(x * 0.1f) + 10 * std::cos(z * 0.07f) || (y > 60 && random.below(1500) == 0);
    }
    unsigned char* cubes = upload(world);
    float* depth = device<float>(640 * 400);
    RUN(walk_cubes<<<dim3(640 / 8, 400 / 8), dim3(8, 8)>>>(cubes, depth, side, 640, 400));
    release(cubes, depth);
  }
  if (chosen(argc, argv, "cull_instances_3000000")) {
    int n = 3000000;
    std::vector<Instance> object(n);
    std::vector<float> at = host_reals(3 * n, -100, 100, 232);
    Random random = seeded(233);
    for (int i = 0; i < n; ++i)
      object[i] = {make_float3(at[3 * i], at[3 * i + 1], at[3 * i + 2]), 0.1f + random.below(100) * 0.02f,
                   random.below(50), 0};
    Instance* objects = upload(object);
    int *list = device<int>(4 * n), *count = device<int>(4);
    Frustum f{{make_float4(0.7f, 0, 0.7f, 0), make_float4(-0.7f, 0, 0.7f, 0), make_float4(0, 0.8f, 0.6f, 0),
               make_float4(0, -0.8f, 0.6f, 0), make_float4(0, 0, 1, -0.1f), make_float4(0, 0, -1, 90)}};
    RUN(OK(cudaMemset(count, 0, 16));
        cull_instances<<<parts(n, 256), 256>>>(objects, f, make_float3(0, 0, 0), list, count, n));
    release(objects, list, count);
  }
  if (chosen(argc, argv, "skin_vertices_2000000")) {
    int n = 2000000;
    float *rest = reals(3 * n, -1, 1, 234), *bones = reals(96 * 12, -1, 1, 235);
    std::vector<float> weight = host_reals(4 * n, 0, 0.5, 236);
    for (int i = 0; i < n; ++i)
      for (int k = 3; k > i / 100 % 4; --k) weight[4 * i + k] = 0;
    float* weights = upload(weight);
    std::vector<unsigned char> bone(4 * n);
    Random random = seeded(237);
    for (int i = 0; i < 4 * n; ++i)
      bone[i] = static_cast<unsigned char>(std::min(95, i / (4 * n / 90) + random.below(6)));
    unsigned char* which = upload(bone);
    float3* out = device<float3>(n);
    RUN(skin_vertices<<<parts(n, 160), 160>>>(as<float3>(rest), as<uchar4>(which), as<float4>(weights),
                                              as<float4>(bones), out, n));
    release(rest, bones, weights, which, out);
  }
}

static void trees(int argc, char** argv) {
  if (chosen(argc, argv, "tree_over_300000_codes")) {
    int n = 300000;
    std::vector<unsigned> code = host_whole<unsigned>(n, 1 << 30, 240, 1.5);
    std::sort(code.begin(), code.end());
    unsigned* codes = upload(code);
    int2* child = device<int2>(n);
    int* parent = device<int>(2 * n);
    RUN(tree_over_codes<<<parts(n, 256), 256>>>(codes, child, parent, n));
    release(codes, child, parent);
  }
  for (auto [name, n, count] : {std::tuple("nearest_in_kd_tree_30000_in_65535", 65535, 30000),
                                std::tuple("nearest_in_kd_tree_200_in_1023", 1023, 200)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> at = host_reals(3 * n, 0, 1, 241), tree(3 * n);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    struct Piece {
      int node, first, last, axis;
    };
    std::vector<Piece> todo{{0, 0, n, 0}};
    while (!todo.empty()) {
      Piece p = todo.back();
      todo.pop_back();
      int mid = (p.first + p.last) / 2, axis = p.axis;
      std::nth_element(order.begin() + p.first, order.begin() + mid, order.begin() + p.last,
                       [&](int a, int b) { return at[3 * a + axis] < at[3 * b + axis]; });
      for (int k = 0; k < 3; ++k) tree[3 * p.node + k] = at[3 * order[mid] + k];
      if (mid > p.first) todo.push_back({2 * p.node + 1, p.first, mid, (axis + 1) % 3});
      if (mid + 1 < p.last) todo.push_back({2 * p.node + 2, mid + 1, p.last, (axis + 1) % 3});
    }
    float *points = upload(tree), *asked = reals(3 * count, 0, 1, 242);
    int* nearest = device<int>(count);
    RUN(nearest_in_kd_tree<<<parts(count, 64), 64>>>(as<float3>(points), as<float3>(asked), nearest, n,
                                                     count));
    release(points, asked, nearest);
  }
}

static void words_and_bits(int argc, char** argv) {
  if (chosen(argc, argv, "walk_trie_600000_words")) {
    int count = 600000, width = 12;
    std::vector<int> child(27, 0);
    Random random = seeded(243);
    std::vector<std::string> known;
    for (int w = 0; w < 20000; ++w) {
      std::string word = w > 10 && random.below(2) ? known[random.below(w)].substr(0, 3) : "";
      while (static_cast<int>(word.size()) < 4 || (random.below(4) && word.size() < 11))
        word += static_cast<char>('a' + random.below(26) % (2 + random.below(25)));
      known.push_back(word);
      int node = 0;
      for (char c : word) {
        if (!child[node * 27 + c - 'a']) {
          int fresh = static_cast<int>(child.size()) / 27;
          child.resize(child.size() + 27, 0);
          child[node * 27 + c - 'a'] = fresh;
        }
        node = child[node * 27 + c - 'a'];
      }
      child[node * 27 + 26] = w + 1;
    }
    std::string words;
    for (int i = 0; i < count; ++i) {
      std::string word = known[random.below(20000)];
      if (random.below(3) == 0)
        word[random.below(static_cast<int>(word.size()))] = static_cast<char>('a' + random.below(26));
      word.resize(width, ' ');
      words += word;
    }
    int *children = upload(child), *found = device<int>(count);
    char* text = letters(words);
    RUN(walk_trie<<<parts(count, 128), 128>>>(children, text, found, count, width));
    release(children, found, text);
  }
  if (chosen(argc, argv, "select_bits_1000000_of_32m")) {
    int words = 1 << 19, count = 1000000;
    std::vector<unsigned long long> bit(words);
    std::vector<unsigned> before, asked(count);
    Random random = seeded(244);
    unsigned sum = 0;
    for (int w = 0; w < words; ++w) {
      if (w % 8 == 0) before.push_back(sum);
      bit[w] = (static_cast<unsigned long long>(random()) << 32 | random()) &
               (static_cast<unsigned long long>(random()) << 32 | random());
      sum += __builtin_popcountll(bit[w]);
    }
    for (unsigned& a : asked) a = random() % sum;
    unsigned long long* bits = upload(bit);
    unsigned *sums = upload(before), *questions = upload(asked), *place = device<unsigned>(count);
    RUN(select_bits<<<parts(count, 256), 256>>>(bits, sums, questions, place, words / 8, count));
    release(bits, sums, questions, place);
  }
}

static void tables(int argc, char** argv) {
  if (chosen(argc, argv, "join_sets_400000_edges")) {
    int n = 300000, edges = 400000;
    std::vector<int> own(n);
    std::iota(own.begin(), own.end(), 0);
    int *source = upload(own), *parent = device<int>(n), *edge = whole(2 * edges, n, 250);
    RUN(restore(parent, source, n); join_sets<<<132, 256>>>(parent, as<int2>(edge), edges));
    release(source, parent, edge);
  }
  for (auto [name, side, n, power] :
       {std::tuple("weigh_plane_even_1500000_in_512", 512, 1500000, 1.0),
        std::tuple("weigh_plane_dense_corner_400000_in_256", 256, 400000, 4.0)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> at = host_reals(2 * n, 0, 1, 251);
    for (float& v : at) v = static_cast<float>(std::pow(v, power));
    float* points = upload(at);
    double *weight = reals<double>(n, 0, 1, 252), *plane = device<double>(side * side);
    RUN(weigh_plane<<<parts(n, 256), 256>>>(as<float2>(points), weight, plane, side, n));
    release(points, weight, plane);
  }
  if (chosen(argc, argv, "first_and_last_3000000_of_5000")) {
    int n = 3000000, customers = 5000;
    int* customer = whole(n, customers, 253, 2.5);
    std::vector<long long> time(n);
    Random random = seeded(254);
    for (int i = 0; i < n; ++i) time[i] = 1700000000000ll + 100ll * i + random.below(5000);
    long long *times = upload(time), *first = device<long long>(customers),
              *last = device<long long>(customers);
    RUN(OK(cudaMemset(first, 0x7f, customers * 8)); OK(cudaMemset(last, 0, customers * 8));
        first_and_last<<<264, 256>>>(customer, times, first, last, n));
    release(customer, times, first, last);
  }
  if (chosen(argc, argv, "class_moments_2000000_of_64")) {
    int n = 2000000;
    unsigned char* kind = whole<unsigned char>(n, 64, 255, 2);
    float *value = reals(n, -1, 1, 256), *totals = device<float>(128);
    RUN(class_moments<<<132, 512>>>(kind, value, totals, n));
    release(kind, value, totals);
  }
  if (chosen(argc, argv, "splat_points_2000000_to_640x480")) {
    int n = 2000000, pixels = 640 * 480;
    std::vector<float> at = host_reals(4 * n, -1, 1, 257);
    for (int i = 0; i < n; ++i) at[4 * i + 2] = 1.5f + at[4 * i + 2];
    float* points = upload(at);
    unsigned long long* screen = device<unsigned long long>(pixels);
    RUN(OK(cudaMemset(screen, 0xff, pixels * 8));
        splat_points<<<parts(n, 256), 256>>>(as<float4>(points), screen, 640, 480, n));
    release(points, screen);
  }
}

static void learners(int argc, char** argv) {
  for (auto [name, n] :
       {std::tuple("count_primes_below_300000", 300000), std::tuple("count_primes_below_5000", 5000)}) {
    if (!chosen(argc, argv, name)) continue;
    int* count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); count_primes<<<parts(n, 512), 512>>>(count, n));
    release(count);
  }
  for (auto [name, m, k, n] : {std::tuple("multiply_structs_300x200x250", 300, 200, 250),
                               std::tuple("multiply_structs_40x64x48", 40, 64, 48)}) {
    if (!chosen(argc, argv, name)) continue;
    Matrix a{k, m, whole(m * k, 100, 270)}, b{n, k, whole(k * n, 100, 271)}, c{n, m, device<int>(m * n)};
    RUN(multiply_structs<<<parts(m * n, 1024), 1024>>>(a, b, c));
    release(a.elements, b.elements, c.elements);
  }
  for (auto [name, rows, length] : {std::tuple("bubble_sort_rows_3000_of_60", 3000, 60),
                                    std::tuple("bubble_sort_rows_64_of_40", 64, 40)}) {
    if (!chosen(argc, argv, name)) continue;
    int *source = whole(rows * length, 100000, 272), *data = device<int>(rows * length);
    RUN(restore(data, source, rows * length);
        bubble_sort_rows<<<parts(rows, 128), 128>>>(data, rows, length));
    release(source, data);
  }
  for (auto [name, arrays, length] : {std::tuple("quick_sort_own_8000_of_100", 8000, 100),
                                      std::tuple("quick_sort_own_100_of_64", 100, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    float *source = reals(arrays * length, 0, 1, 273), *data = device<float>(arrays * length);
    RUN(restore(data, source, arrays * length);
        quick_sort_own<<<parts(arrays, 64), 64>>>(data, arrays, length));
    release(source, data);
  }
  if (chosen(argc, argv, "pascal_rows_1000_one_block")) {
    unsigned* row = device<unsigned>(1001);
    RUN(pascal_rows<<<1, 256, 1024 * 4>>>(row, 1000, 1000003));
    release(row);
  }
  if (chosen(argc, argv, "happy_numbers_1000000")) {
    unsigned char* happy = device<unsigned char>(1000000);
    RUN(happy_numbers<<<parts(1000000, 256), 256>>>(happy, 1, 1000000));
    release(happy);
  }
  if (chosen(argc, argv, "days_of_dates_6000000")) {
    int n = 6000000;
    std::vector<Date> date(n);
    Random random = seeded(274);
    for (Date& d : date)
      d = {static_cast<short>(1900 + random.below(200)), static_cast<signed char>(1 + random.below(12)),
           static_cast<signed char>(1 + random.below(28))};
    Date* dates = upload(date);
    short2* days = device<short2>(n);
    RUN(days_of_dates<<<parts(n, 256), 256>>>(dates, days, n));
    release(dates, days);
  }
  if (chosen(argc, argv, "integrate_60000_strips")) {
    double* area = device<double>(1);
    RUN(OK(cudaMemset(area, 0, 8)); integrate_strips<<<parts(60000, 256), 256>>>(0.5, 4.0, 60000, area));
    release(area);
  }
  if (chosen(argc, argv, "mean_of_valid_120000_one_block")) {
    int n = 120000;
    std::vector<Sample> sample(n);
    Random random = seeded(275);
    for (int i = 0; i < n; ++i) sample[i] = {i * 0.1, random.below(1000) * 0.01f, random.below(10) != 0};
    Sample* samples = upload(sample);
    float* mean = device<float>(1);
    RUN(mean_of_valid<<<1, 1024>>>(samples, mean, n));
    release(samples, mean);
  }
}

static void texts(int argc, char** argv) {
  if (chosen(argc, argv, "count_words_16000000")) {
    char* text = letters(some_text(16000000, 280));
    int* words = device<int>(1);
    RUN(OK(cudaMemset(words, 0, 4)); count_words<<<parts(16000000, 256), 256>>>(text, 16000000, words));
    release(text, words);
  }
  if (chosen(argc, argv, "numbers_to_text_2000000")) {
    int n = 2000000;
    std::vector<int> value = host_whole(n, 1 << 30, 281, 4);
    for (int i = 0; i < n; i += 3) value[i] = -value[i];
    int* values = upload(value);
    char* text = device<char>(n * 12);
    RUN(numbers_to_text<<<parts(n, 256), 256>>>(values, text, n));
    release(values, text);
  }
  for (auto [name, lines] :
       {std::tuple("parse_lines_20000_of_6", 20000), std::tuple("parse_lines_256_of_6", 256)}) {
    if (!chosen(argc, argv, name)) continue;
    std::string text;
    std::vector<int> start{0};
    Random random = seeded(282);
    for (int l = 0; l < lines; ++l) {
      for (int c = 0; c < 6; ++c)
        text += (random.below(4) ? "" : "-") + std::to_string(random.below(random.below(2) ? 100 : 100000)) +
                "." + std::to_string(random.below(1000)) + (c < 5 ? "," : "\n");
      start.push_back(static_cast<int>(text.size()));
    }
    char* in = letters(text);
    int* starts = upload(start);
    float* out = device<float>(6 * lines);
    RUN(parse_lines<<<parts(lines, 128), 128>>>(in, starts, out, lines, 6));
    release(in, starts, out);
  }
  if (chosen(argc, argv, "cipher_by_key_4000000")) {
    char *text = letters(some_text(4000000, 283)), *out = device<char>(4000000),
         *key = letters("lemonadestand");
    RUN(cipher_by_key<<<256, 256>>>(text, out, key, 13, 4000000));
    release(text, out, key);
  }
  for (auto [name, blocks, each] : {std::tuple("try_passwords_400_blocks_x_8", 400, 8),
                                    std::tuple("try_passwords_one_block_x_16", 1, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned sine[64];
    for (int k = 0; k < 64; ++k)
      sine[k] = static_cast<unsigned>(std::floor(std::fabs(std::sin(k + 1.0)) * 4294967296.0));
    unsigned char turn[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    OK(cudaMemcpyToSymbol(md5_sine, sine, sizeof sine));
    OK(cudaMemcpyToSymbol(md5_turn, turn, sizeof turn));
    unsigned long long* answer = device<unsigned long long>(1);
    RUN(try_passwords<<<blocks, 256>>>(1000000, make_uint4(1, 2, 3, 4), answer, each));
    release(answer);
  }
}

static void more_learners(int argc, char** argv) {
  if (chosen(argc, argv, "moving_max_naive_int_900000_of_50")) {
    int n = 900000, *in = whole(n, 1 << 20, 290), *out = device<int>(n);
    RUN(moving_max_naive<int><<<parts(n, 256), 256>>>(in, out, n, 50));
    release(in, out);
  }
  if (chosen(argc, argv, "moving_max_naive_double_20000_of_100")) {
    int n = 20000;
    double *in = reals<double>(n, 0, 1, 291), *out = device<double>(n);
    RUN(moving_max_naive<double><<<parts(n, 32), 32>>>(in, out, n, 100));
    release(in, out);
  }
  if (chosen(argc, argv, "moving_max_pieces_4000000_of_64")) {
    int n = 4000000, *in = whole(n, 1 << 20, 292), *out = device<int>(n);
    RUN(moving_max_pieces<int, 64><<<parts(n, 64), 128>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "flip_by_eights_short_2048x3072")) {
    int w = 2048, h = 3072;
    short *in = whole<short>(w * h, 30000, 293), *out = device<short>(w * h);
    RUN(flip_by_eights<<<dim3(w / 8 / 32, h / 8), dim3(32, 8)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "rotate_by_quaternions_3000000")) {
    int n = 3000000;
    float *q = reals(4 * n, -0.5, 0.5, 294), *v = reals(3 * n, -1, 1, 295);
    float3* out = device<float3>(n);
    RUN(rotate_by_quaternions<<<parts(n, 256), 256>>>(as<float4>(q), as<float3>(v), out, n));
    release(q, v, out);
  }
  for (auto [name, n] : {std::tuple("matrix_powers_15000", 15000), std::tuple("matrix_powers_64", 64)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned *exponent = whole<unsigned>(n, 1 << 28, 296, 3), *out = device<unsigned>(n);
    RUN(matrix_powers<<<parts(n, 64), 64>>>(exponent, out, 1000000007u, n));
    release(exponent, out);
  }
}

int main(int argc, char** argv) {
  quantised_weights(argc, argv);
  attention(argc, argv);
  layers(argc, argv);
  mini_apps(argc, argv);
  suites(argc, argv);
  more_suites(argc, argv);
  sequences_and_surfaces(argc, argv);
  search_index(argc, argv);
  genomes(argc, argv);
  finance(argc, argv);
  colours(argc, argv);
  video(argc, argv);
  physics(argc, argv);
  mazes(argc, argv);
  puzzles(argc, argv);
  scenes(argc, argv);
  trees(argc, argv);
  words_and_bits(argc, argv);
  tables(argc, argv);
  learners(argc, argv);
  texts(argc, argv);
  more_learners(argc, argv);
  return 0;
}
