// Launches that judge the model of kernel time once more: written without a look at it, and never fitted to.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 judged.cu -o judged_gpu
//   ./judged_gpu --list | NAME... | all
#include "common.h"
#include "judged_kernels.h"

constexpr int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

// n values, each by a rule from its place
template <class T, class F>
T* ruled(size_t n, F rule) {
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = rule(i);
  return upload(values);
}

template <class T>
T* sorted(int n, int limit) {
  std::vector<T> values(n);
  Random random;
  for (T& v : values) v = random.below(limit);
  std::sort(values.begin(), values.end());
  return upload(values);
}

// n halves from -0.5 to 0.5, for a kernel that takes them as halves or pairs
template <class T>
T* halves(size_t n) {
  std::vector<__half> values(n);
  Random random;
  for (__half& v : values) v = __float2half(static_cast<float>(random() / 4294967296.0) - 0.5f);
  return reinterpret_cast<T*>(upload(values));
}

template <class T>
void copy(T* to, const T* from, size_t n) {
  OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice));
}

// Starts of n lists with lengths from `least` to `least + spread - 1`
std::vector<int> starts(int n, int least, int spread) {
  std::vector<int> start{0};
  Random random;
  for (int i = 0; i < n; ++i) start.push_back(start.back() + least + random.below(spread));
  return start;
}

// Particles in the order of cells, and where each cell starts
struct Cells {
  float4* at = nullptr;
  int* start = nullptr;
};

Cells cells(int n, int side) {
  std::vector<float4> points(n), sorted(n);
  std::vector<int> start(side * side * side + 1), cell(n);
  Random random;
  auto share = [&] { return static_cast<float>(random() / 4294967296.0 * 0.9999); };
  for (int i = 0; i < n; ++i) {
    float x = share(), y = share(), z = share();
    points[i] = make_float4(x, y, z, 1);
    cell[i] =
        (static_cast<int>(z * side) * side + static_cast<int>(y * side)) * side + static_cast<int>(x * side);
    ++start[cell[i] + 1];
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (int i = 0; i < n; ++i) sorted[next[cell[i]]++] = points[i];
  return {upload(sorted), upload(start)};
}

// Keys of a tree whose nodes have 16 children: the least number below each
int* tree_keys(int levels) {
  std::vector<int> keys;
  for (int level = 0, width = 16; level < levels; ++level, width *= 16)
    for (int i = 0; i < width; ++i) keys.push_back(static_cast<int>(1e9 / width * i));
  return upload(keys);
}

Split* forest(int trees, int depth, int features) {
  std::vector<Split> nodes(static_cast<size_t>(trees) << depth);
  Random random;
  for (Split& s : nodes) {
    s.feature = static_cast<short>(random.below(features));
    s.leaf = random.below(20) == 0;
    s.limit = static_cast<float>(random() / 4294967296.0);
  }
  return upload(nodes);
}

unsigned* integral_of(int w, int h, const std::vector<unsigned char>& image) {
  std::vector<unsigned> sums(w * h);
  for (int y = 0; y < h; ++y)
    for (int x = 0, row = 0; x < w; ++x) {
      row += image[y * w + x];
      sums[y * w + x] = row + (y ? sums[(y - 1) * w + x] : 0);
    }
  return upload(sums);
}

void set_filter() {
  float filter[5][5];
  for (int i = 0; i < 25; ++i) filter[i / 5][i % 5] = 1.f / (1 + i);
  OK(cudaMemcpyToSymbol(Filter, filter, sizeof(filter)));
}

void set_atoms() {
  float4 atoms[512];
  Random random;
  for (float4& a : atoms) {
    float x = 0.1f * random.below(512), y = 0.1f * random.below(256), z = 1 + 0.1f * random.below(50);
    a = make_float4(x, y, z, random.below(2) ? 1.f : -1.f);
  }
  OK(cudaMemcpyToSymbol(Atoms, atoms, sizeof(atoms)));
}

int main(int argc, char** argv) {
  // Copies and layouts

  if (chosen(argc, argv, "triad_double_1024")) {
    auto a = device<double>(3 * Mi), b = numbers<double>(3 * Mi), c = numbers<double>(3 * Mi);
    RUN(k_triad<<<3072, 1024>>>(a, b, c, 0.4, 3 * Mi));
    release(a, b, c);
  }
  if (chosen(argc, argv, "triad_float_64")) {
    auto a = device<float>(400000), b = numbers(400000), c = numbers(400000);
    RUN(k_triad<<<blocks_for(400000, 64), 64>>>(a, b, c, 0.4f, 400000));
    release(a, b, c);
  }
  if (chosen(argc, argv, "permute_qkv")) {
    const int n = 4 * 500 * 12 * 64;
    auto in = numbers(3 * n), q = device<float>(n), k = device<float>(n), v = device<float>(n);
    RUN(k_permute_qkv<<<blocks_for(n, 256), 256>>>(q, k, v, in, 4, 500, 12, 64));
    release(in, q, k, v);
  }
  if (chosen(argc, argv, "records_to_arrays")) {
    auto in = numbers(7 * 600000), out = device<float>(7 * 600000);
    RUN(k_records_to_arrays<192><<<3125, 192>>>(in, out, 600000));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_swizzled")) {
    auto in = numbers(1760 * 2368), out = device<float>(1760 * 2368);
    RUN(k_transpose_swizzled<<<dim3(55, 74), dim3(32, 4)>>>(in, out, 1760, 2368));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_4x4")) {
    auto in = reinterpret_cast<float4*>(numbers(2048 * 1536));
    auto out = device<float4>(512 * 1536);
    RUN(k_transpose_4x4<<<dim3(32, 24), dim3(16, 16)>>>(in, out, 512, 384));
    release(in, out);
  }
  if (chosen(argc, argv, "reorder_particles")) {
    const int n = 700000;
    auto hash = sorted<unsigned>(n, 262144);
    auto index = reinterpret_cast<unsigned*>(hashed(n));
    auto start = device<unsigned>(262144, 255), end = device<unsigned>(262144);
    auto position = reinterpret_cast<float4*>(numbers(4 * n)),
         speed = reinterpret_cast<float4*>(numbers(4 * n));
    auto to_position = device<float4>(n), to_speed = device<float4>(n);
    RUN(k_reorder_particles<<<blocks_for(n, 256), 256, 257 * 4>>>(start, end, to_position, to_speed, hash,
                                                                  index, position, speed, n));
    release(hash, index, start, end, position, speed, to_position, to_speed);
  }
  if (chosen(argc, argv, "invert_permutation")) {
    auto p = hashed(2 * Mi), inverse = device<int>(2 * Mi);
    RUN(k_invert_permutation<<<264, 512>>>(p, inverse, 2 * Mi));
    release(p, inverse);
  }
  if (chosen(argc, argv, "pad_reflect")) {
    auto in = numbers(3 * 900 * 700), out = device<float>(3 * 948 * 748);
    RUN(k_pad_reflect<<<dim3(30, 94, 3), dim3(32, 8)>>>(in, out, 900, 700, 24));
    release(in, out);
  }
  if (chosen(argc, argv, "copy_strided_4d")) {
    const int n = 4 * 48 * 96 * 128;
    auto in = halves<__half>(n), out = device<__half>(n);
    Strides s{{4, 48, 96, 128}, {48 * 96 * 128, 1, 48 * 128, 48}};
    RUN(k_copy_strided_4d<<<528, 256>>>(in, out, s, n));
    release(in, out);
  }
  if (chosen(argc, argv, "pack_signs")) {
    auto x = numbers(3 * Mi, -1, 1);
    auto bits = device<unsigned>(3 * Mi / 32);
    RUN(k_pack_signs<<<3 * Mi / 128, 128>>>(x, bits, 3 * Mi));
    release(x, bits);
  }

  // Reductions

  if (chosen(argc, argv, "reduce_in_place")) {
    auto first = integers<int>(2 * Mi, 100), a = device<int>(2 * Mi), out = device<int>(4096);
    RUN(copy(a, first, 2 * Mi); k_reduce_in_place<<<4096, 512>>>(a, out, 2 * Mi));
    release(first, a, out);
  }
  if (chosen(argc, argv, "norm_squared_half")) {
    auto a = halves<__half2>(8 * Mi);
    auto out = device<float>(1);
    RUN(k_norm_squared<<<264, 768>>>(a, out, 4 * Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "bias_gradient_24_blocks")) {
    auto a = numbers(6000 * 768, -1, 1), out = device<float>(768);
    RUN(k_bias_gradient<<<24, 1024, 4096>>>(a, out, 6000, 768));
    release(a, out);
  }
  if (chosen(argc, argv, "row_log_sum_exp")) {
    auto a = numbers(600 * 5000, -3, 3), out = device<float>(600);
    RUN(k_row_log_sum_exp<<<600, 256>>>(a, out, 5000));
    release(a, out);
  }
  if (chosen(argc, argv, "dot_one_block")) {
    auto a = reinterpret_cast<float4*>(numbers(4 * 120000)),
         b = reinterpret_cast<float4*>(numbers(4 * 120000));
    auto out = device<float>(1);
    RUN(k_dot_one_block<<<1, 1024>>>(a, b, out, 120000));
    release(a, b, out);
  }
  if (chosen(argc, argv, "first_above")) {
    auto a = numbers(20000 * 500);
    auto where = device<int>(20000);
    RUN(k_first_above<<<2500, 256>>>(a, where, 20000, 500, 0.99f));
    release(a, where);
  }
  if (chosen(argc, argv, "column_variance_double")) {
    auto a = numbers<double>(120 * 12000), out = device<double>(12000);
    RUN(k_column_variance<<<188, 64>>>(a, out, 120, 12000));
    release(a, out);
  }

  // Scans and recurrences

  if (chosen(argc, argv, "scan_brent_kung")) {
    auto a = numbers(2 * Mi), b = device<float>(2 * Mi);
    RUN(k_scan_brent_kung<<<2048, 512>>>(a, b, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_coarse_6")) {
    const int n = 2048 * 768 - 100;
    auto a = integers<int>(n, 9), b = device<int>(n), sums = device<int>(2048);
    RUN(k_scan_coarse<128, 6><<<2048, 128>>>(a, b, sums, n));
    release(a, b, sums);
  }
  if (chosen(argc, argv, "moving_average")) {
    auto a = numbers(25000 * 100), b = device<float>(25000 * 100);
    RUN(k_moving_average<<<blocks_for(25000, 128), 128>>>(a, b, 25000, 100, 0.1f));
    release(a, b);
  }
  if (chosen(argc, argv, "recurrence_warp")) {
    auto a = numbers(3000 * 512), b = numbers(3000 * 512), x = device<float>(3000 * 512);
    RUN(k_recurrence<<<750, 128>>>(a, b, x, 3000, 512));
    release(a, b, x);
  }

  // Histograms and atomics

  if (chosen(argc, argv, "letters_of_own_parts")) {
    auto text =
        ruled<char>(4 * Mi, [](size_t i) { return static_cast<char>('a' + (i * i / 7 + i / 3) % 26); });
    auto bins = device<unsigned>(7);
    RUN(k_letters<<<256, 512>>>(text, 4 * Mi, bins, 32));
    release(text, bins);
  }
  if (chosen(argc, argv, "joint_histogram")) {
    auto a = integers<unsigned char>(Mi, 256),
         b = ruled<unsigned char>(Mi, [](size_t i) { return static_cast<unsigned char>(i * i >> 9); });
    auto joint = device<unsigned>(4096);
    RUN(k_joint_histogram<<<1024, 1024>>>(a, b, joint, Mi));
    release(a, b, joint);
  }
  if (chosen(argc, argv, "histogram_own_bytes")) {
    auto a = reinterpret_cast<uchar4*>(integers<unsigned char>(400 * 64 * 60 * 4, 256));
    auto bins = device<unsigned>(64);
    RUN(k_histogram_own_bytes<<<400, 64>>>(a, bins, 60));
    release(a, bins);
  }
  if (chosen(argc, argv, "deposit")) {
    auto at = reinterpret_cast<float2*>(numbers(2 * 500000));
    auto charge = numbers(500000), grid = device<float>(400 * 400);
    RUN(k_deposit<<<blocks_for(500000, 256), 256>>>(at, charge, grid, 400, 500000));
    release(at, charge, grid);
  }
  if (chosen(argc, argv, "edge_flux_double")) {
    Random random;
    auto edge = ruled<int2>(300000, [&](size_t i) {
      int v = static_cast<int>(i / 3);
      return make_int2(v, (v + 1 + random.below(300)) % 100000);
    });
    auto u = numbers<double>(300000), weight = numbers<double>(300000), sum = device<double>(300000);
    RUN(k_edge_flux<<<blocks_for(300000, 128), 128>>>(edge, u, weight, sum, 300000, 100000));
    release(edge, u, weight, sum);
  }
  if (chosen(argc, argv, "segment_minima")) {
    auto value = integers<int>(2 * Mi, 1 << 30), segment = sorted<int>(2 * Mi, 3000),
         least = device<int>(3000, 127);
    RUN(OK(cudaMemset(least, 127, 12000)); k_segment_minima<<<528, 256>>>(value, segment, least, 2 * Mi));
    release(value, segment, least);
  }
  if (chosen(argc, argv, "row_queue")) {
    auto start_of = starts(3000, 10, 2000);
    auto start = upload(start_of), next = device<int>(1);
    auto value = numbers(start_of.back()), sums = device<float>(3000);
    RUN(OK(cudaMemset(next, 0, 4)); k_row_queue<<<528, 128>>>(start, value, sums, next, 3000));
    release(start, next, value, sums);
  }

  // Sorts

  if (chosen(argc, argv, "bitonic_pairs_1024")) {
    const int n = 400 * 1024;
    auto key = integers<unsigned>(n, 1 << 30), value = integers<unsigned>(n, n), to_key = device<unsigned>(n),
         to_value = device<unsigned>(n);
    RUN(k_bitonic_pairs<<<400, 512>>>(to_key, to_value, key, value));
    release(key, value, to_key, to_value);
  }
  if (chosen(argc, argv, "odd_even_merge_256")) {
    auto a = numbers(2000 * 256), b = device<float>(2000 * 256);
    RUN(k_odd_even_merge<<<2000, 128>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "shell_sort_own_40")) {
    auto a = integers<int>(40 * 16000, 1 << 20), b = device<int>(40 * 16000);
    RUN(k_shell_sort<<<125, 128>>>(a, b, 16000));
    release(a, b);
  }
  if (chosen(argc, argv, "merge_runs_128")) {
    auto a = ruled<int>(Mi, [](size_t i) { return static_cast<int>(i % 64 * 1000 + i * 7919 % 997); }),
         b = device<int>(Mi);
    RUN(k_merge_runs<<<256, 32>>>(a, b, Mi, 128));
    release(a, b);
  }
  if (chosen(argc, argv, "counting_sort_bytes")) {
    auto a = integers<unsigned char>(600 * 4096, 256), b = device<unsigned char>(600 * 4096);
    RUN(k_counting_sort<<<600, 256>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "median_by_halving")) {
    auto a = integers<int>(200 * 2500, 1 << 16), b = device<int>(200);
    RUN(k_median_by_halving<<<200, 320>>>(a, b, 2500, 1 << 16));
    release(a, b);
  }

  // Stencils

  if (chosen(argc, argv, "hotspot_two_steps")) {
    auto power = numbers(1000 * 1000), from = numbers(1000 * 1000, 300, 340), to = device<float>(1000 * 1000);
    RUN(k_hotspot<<<dim3(84, 84), dim3(16, 16)>>>(2, power, from, to, 1000, 1000, 0.1f, 0.1f, 0.1f, 0.01f));
    release(power, from, to);
  }
  if (chosen(argc, argv, "diffusion_by_tables")) {
    const int n = 1000 * 900;
    auto up = ruled<int>(1000, [](size_t i) { return static_cast<int>(i ? i - 1 : 0); }),
         down = ruled<int>(1000, [](size_t i) { return static_cast<int>(std::min<size_t>(i + 1, 999)); }),
         right = ruled<int>(900, [](size_t i) { return static_cast<int>(std::min<size_t>(i + 1, 899)); });
    auto image = numbers(n, 1, 2), c = device<float>(n), dn = device<float>(n), ds = device<float>(n),
         de = device<float>(n), dw = device<float>(n);
    RUN(k_diffusion<<<blocks_for(n, 512), 512>>>(1000, n, up, down, right, up, dn, ds, de, dw, 0.05f, c,
                                                 image));
    release(up, down, right, image, c, dn, ds, de, dw);
  }
  if (chosen(argc, argv, "fdtd_hz")) {
    auto ex = numbers(1536 * 1501), ey = numbers(1537 * 1500), hz = device<float>(1536 * 1500);
    RUN(k_fdtd_hz<<<dim3(47, 192), dim3(32, 8)>>>(ex, ey, hz, 1536, 1500));
    release(ex, ey, hz);
  }
  if (chosen(argc, argv, "stencil7_planes_1024")) {
    const int n = 210 * 210 * 64;
    auto a = numbers(n), b = device<float>(n);
    RUN(k_stencil7_planes<<<dim3(7, 7, 4), dim3(32, 32)>>>(a, b, 210, 64, 16));
    release(a, b);
  }
  if (chosen(argc, argv, "ideal_gas_double")) {
    const int n = 1000 * 960;
    auto density = numbers<double>(n, 1, 2), energy = numbers<double>(n, 1, 2), pressure = device<double>(n),
         sound = device<double>(n);
    RUN(k_ideal_gas<<<dim3(8, 960), 128>>>(density, energy, pressure, sound, 1000, 960));
    release(density, energy, pressure, sound);
  }
  if (chosen(argc, argv, "string_one_block")) {
    auto u = numbers<double>(1024);
    RUN(k_string_one_block<<<1, 1024>>>(u, 150, 0.2));
    release(u);
  }
  if (chosen(argc, argv, "curl")) {
    const int n = 160 * 120 * 64;
    auto ex = numbers(n), ey = numbers(n), ez = numbers(n), hx = device<float>(n), hy = device<float>(n),
         hz = device<float>(n);
    RUN(k_curl<<<dim3(5, 30, 16), dim3(32, 4)>>>(ex, ey, ez, hx, hy, hz, 160, 120, 64, 0.1f));
    release(ex, ey, ez, hx, hy, hz);
  }
  if (chosen(argc, argv, "shallow_water")) {
    auto a = reinterpret_cast<Water*>(numbers(3 * 1024 * 900, 1, 2));
    auto b = device<Water>(1024 * 900);
    RUN(k_shallow_water<<<dim3(16, 225), dim3(64, 4)>>>(a, b, 1024, 900, 0.01f));
    release(a, b);
  }
  if (chosen(argc, argv, "five_points_down_160")) {
    auto a = numbers<double>(1200 * 1000), b = device<double>(1200 * 1000);
    RUN(k_five_points_down<<<dim3(8, 40), 160>>>(a, b, 1200, 1000, 25));
    release(a, b);
  }

  // Matrix products

  if (chosen(argc, argv, "gemm_coalesced_1024")) {
    auto a = numbers(384 * 320), b = numbers(320 * 512), c = device<float>(384 * 512);
    RUN(k_gemm_coalesced<<<dim3(12, 16), 1024>>>(384, 512, 320, a, b, c));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemm_eight_a_thread")) {
    auto a = numbers(512 * 448), b = numbers(448 * 384), c = device<float>(512 * 384);
    RUN(k_gemm_eight_a_thread<<<dim3(6, 8), 512>>>(512, 384, 448, a, b, c));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemm_vectors_128x128")) {
    auto a = numbers(1024 * 320), b = numbers(320 * 768), c = device<float>(1024 * 768);
    RUN(k_gemm_vectors<<<dim3(6, 8), 256>>>(1024, 768, 320, a, b, c));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemm_bytes")) {
    auto a = integers<int>(480 * 96, 1 << 30), b = integers<int>(576 * 96, 1 << 30),
         c = device<int>(480 * 576);
    RUN(k_gemm_dp4a<<<dim3(36, 30), dim3(16, 16)>>>(a, b, c, 576, 96));
    release(a, b, c);
  }
  if (chosen(argc, argv, "complex_product_8x8")) {
    auto a = reinterpret_cast<float2*>(numbers(2 * 300 * 300)),
         b = reinterpret_cast<float2*>(numbers(2 * 300 * 300));
    auto c = device<float2>(300 * 300);
    RUN(k_complex_product<<<dim3(38, 38), dim3(8, 8)>>>(a, b, c, 300));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gram_8")) {
    auto a = reinterpret_cast<float4*>(numbers(8 * Mi));
    auto gram = device<float>(36);
    RUN(k_gram_8<<<132, 256>>>(a, gram, Mi));
    release(a, gram);
  }
  if (chosen(argc, argv, "small_products_24")) {
    const int n = 1000 * 576;
    auto a = numbers<double>(n), b = numbers<double>(n), c = device<double>(n);
    RUN(k_small_products<24><<<1000, dim3(24, 24)>>>(a, b, c));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemv_thread_row_96")) {
    auto a = numbers(12000 * 600), x = numbers(600), y = device<float>(12000);
    RUN(k_gemv_thread_row<<<125, 96>>>(a, x, y, 12000, 600));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_q4")) {
    Random random;
    auto weight = ruled<Q4>(4096 * 128, [&](size_t) {
      __half s = __float2half(0.01f);
      return Q4{{s, s}, {random(), random(), random(), random()}};
    });
    auto x = numbers(4096), y = device<float>(4096);
    RUN(k_gemv_q4<<<1024, dim3(32, 4)>>>(weight, x, y, 128, 4096));
    release(weight, x, y);
  }
  if (chosen(argc, argv, "gemv_transposed_double")) {
    auto a = numbers<double>(4000 * 900), x = numbers<double>(4000), parts = device<double>(80 * 900);
    RUN(k_gemv_transposed<<<dim3(4, 80), 256>>>(a, x, parts, 4000, 900, 50));
    release(a, x, parts);
  }

  // Networks

  if (chosen(argc, argv, "softmax_causal")) {
    const int n = 24 * 252 * 252;
    auto in = numbers(n, -3, 3), out = device<float>(n);
    RUN(k_softmax_causal<<<756, 256>>>(out, 0.125f, in, 24, 252));
    release(in, out);
  }
  if (chosen(argc, argv, "layernorm_two_passes")) {
    auto in = numbers(1500 * 1600), out = device<float>(1500 * 1600), mean = device<float>(1500),
         rstd = device<float>(1500), weight = numbers(1600), bias = numbers(1600);
    RUN(k_layernorm_two_passes<<<375, 128>>>(out, mean, rstd, in, weight, bias, 1500, 1600));
    release(in, out, mean, rstd, weight, bias);
  }
  if (chosen(argc, argv, "layernorm_backward")) {
    const int n = 1000 * 768;
    auto dinp = device<float>(n), dweight = device<float>(768), dbias = device<float>(768),
         dout = numbers(n, -1, 1), in = numbers(n), weight = numbers(768), mean = numbers(1000, 0.4, 0.6),
         rstd = numbers(1000, 3, 4);
    RUN(k_layernorm_backward<<<63, 512, 6144>>>(dinp, dweight, dbias, dout, in, weight, mean, rstd, 1000,
                                                768));
    release(dinp, dweight, dbias, dout, in, weight, mean, rstd);
  }
  if (chosen(argc, argv, "gelu_backward")) {
    auto dinp = device<float>(1500000), in = numbers(1500000, -4, 4), dout = numbers(1500000);
    RUN(k_gelu_backward<<<blocks_for(1500000, 128), 128>>>(dinp, in, dout, 1500000));
    release(dinp, in, dout);
  }
  if (chosen(argc, argv, "token_and_place")) {
    auto tokens = integers<int>(8 * 512, 10000);
    auto wte = reinterpret_cast<float4*>(numbers(10000 * 768)),
         wpe = reinterpret_cast<float4*>(numbers(512 * 768));
    auto out = device<float4>(8 * 512 * 192);
    RUN(k_token_and_place<<<1536, 512>>>(out, tokens, wte, wpe, 8, 512, 192));
    release(tokens, wte, wpe, out);
  }
  if (chosen(argc, argv, "scores_naive")) {
    auto in = numbers(2 * 192 * 768 * 3, -1, 1), out = device<float>(2 * 12 * 192 * 192);
    RUN(k_scores_naive<<<3456, 256>>>(out, in, 2, 192, 768, 12));
    release(in, out);
  }
  if (chosen(argc, argv, "flash_one_warp_blocks")) {
    const int n = 64 * 64 * 64;
    auto q = numbers(n, -1, 1), k = numbers(n, -1, 1), v = numbers(n, -1, 1), o = device<float>(n),
         l = device<float>(4096), m = ruled<float>(4096, [](size_t) { return -1e30f; });
    RUN(k_flash_minimal<64><<<64, 32>>>(q, k, v, 64, 0.125f, l, m, o));
    release(q, k, v, o, l, m);
  }
  if (chosen(argc, argv, "convolve_cached_rim_1024")) {
    set_filter();
    auto in = numbers(1100 * 900), out = device<float>(1100 * 900);
    RUN(k_convolve_cached_rim<<<dim3(35, 29), dim3(32, 32)>>>(in, out, 1100, 900));
    release(in, out);
  }
  if (chosen(argc, argv, "dilated_taps")) {
    auto in = numbers(24 * 6000, -1, 1), weight = numbers(24 * 24 * 3, -1, 1), out = device<float>(24 * 6000);
    RUN(k_dilated_taps<<<dim3(32, 24), 192>>>(in, weight, out, 24, 6000, 16));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "convolve_transposed")) {
    auto in = numbers(16 * 60 * 60), weight = numbers(16 * 12 * 16), out = device<float>(12 * 120 * 120);
    RUN(k_convolve_transposed<<<675, 256>>>(in, weight, out, 16, 12, 60, 60, 4, 2, 1));
    release(in, weight, out);
  }
  if (chosen(argc, argv, "pool_49_by_8_lanes")) {
    auto in = numbers(30000 * 49), out = device<float>(30000);
    RUN(k_pool_49<<<blocks_for(30000, 32), 256>>>(in, out, 30000));
    release(in, out);
  }
  if (chosen(argc, argv, "group_norm")) {
    const int n = 12 * 64 * 3136;
    auto in = numbers(n), out = device<float>(n), gamma = numbers(64), beta = numbers(64);
    RUN(k_group_norm<<<192, 512>>>(in, gamma, beta, out, 64, 16, 3136));
    release(in, out, gamma, beta);
  }
  if (chosen(argc, argv, "classifier_backward_1024")) {
    auto logits = numbers(300 * 8000, -4, 4), dlogits = device<float>(300 * 8000),
         losses = device<float>(300);
    auto targets = integers<int>(300, 8000);
    RUN(k_classifier_backward<<<300, 1024>>>(logits, dlogits, losses, targets, 8000, 0.01f));
    release(logits, dlogits, losses, targets);
  }
  if (chosen(argc, argv, "wkv_one_warp_blocks")) {
    const int n = 8 * 128 * 768;
    auto w = numbers(768, -2, -1), u = numbers(768), k = numbers(n, -1, 1), v = numbers(n, -1, 1),
         y = device<float>(n);
    RUN(k_wkv<<<192, 32>>>(8, 128, 768, w, u, k, v, y));
    release(w, u, k, v, y);
  }

  // Sparse matrices, meshes, trees

  if (chosen(argc, argv, "csr_transposed")) {
    auto m = scattered(60000, 12);
    auto x = numbers(60000), y = device<float>(60000);
    RUN(k_csr_transposed<<<235, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "sampled_products")) {
    auto m = scattered(20000, 8);
    auto a = reinterpret_cast<float2*>(numbers(20000 * 64)),
         b = reinterpret_cast<float2*>(numbers(20000 * 64));
    auto out = device<float>(m.entries);
    RUN(k_sampled_products<<<264, 192>>>(m.row, m.column, a, b, out, m.entries));
    release(m);
    release(a, b, out);
  }
  if (chosen(argc, argv, "product_row_sizes")) {
    auto m = scattered(8000, 16);
    auto size = device<int>(8000);
    RUN(k_product_row_sizes<<<2000, 128>>>(m.start, m.column, size, m.rows));
    release(m);
    release(size);
  }
  if (chosen(argc, argv, "relax_edges")) {
    auto from = integers<int>(600000, 100000), weight = integers<int>(600000, 50);
    auto to = ruled<int>(600000, [](size_t i) { return static_cast<int>(i * 7919 % 100000); });
    auto before = ruled<int>(100000,
                             [](size_t i) { return i % 3 ? static_cast<int>(i * 31 % 1000) : 0x3fffffff; }),
         dist = device<int>(100000);
    RUN(copy(dist, before, 100000);
        k_relax_edges<<<blocks_for(600000, 384), 384>>>(from, to, weight, before, dist, 600000));
    release(from, to, weight, before, dist);
  }
  if (chosen(argc, argv, "colour_round")) {
    auto m = scattered(200000, 10);
    auto before = ruled<int>(200000, [](size_t i) { return i % 5 ? -1 : 0; }), colour = device<int>(200000);
    RUN(copy(colour, before, 200000);
        k_colour_round<<<396, 256>>>(m.start, m.column, before, colour, 1, m.rows));
    release(m);
    release(before, colour);
  }
  if (chosen(argc, argv, "peel")) {
    auto m = scattered(150000, 8);
    auto leaves = ruled<unsigned char>(150000, [](size_t i) { return i * i % 3 == 0; });
    auto degree = device<int>(150000);
    RUN(k_peel<<<blocks_for(150000, 1024), 1024>>>(m.start, m.column, leaves, degree, m.rows));
    release(m);
    release(leaves, degree);
  }
  if (chosen(argc, argv, "triangle_gradients")) {
    auto corner = ruled<int3>(400000, [](size_t i) {
      int v = static_cast<int>(i / 2);
      return i % 2 ? make_int3(v + 1, v + 451, v + 450) : make_int3(v, v + 1, v + 450);
    });
    auto at = reinterpret_cast<float2*>(numbers(2 * 200500));
    auto u = numbers(200500), area = device<float>(400000);
    auto gradient = device<float2>(400000);
    RUN(k_triangle_gradients<<<blocks_for(400000, 256), 256>>>(corner, at, u, gradient, area, 400000));
    release(corner, at, u, area, gradient);
  }
  if (chosen(argc, argv, "forest")) {
    auto nodes = forest(40, 12, 32);
    auto features = numbers(40000 * 32), score = device<float>(40000);
    RUN(k_forest<<<157, 256>>>(nodes, features, score, 40, 12, 40000, 32));
    release(nodes, features, score);
  }
  if (chosen(argc, argv, "btree_find")) {
    auto keys = tree_keys(5), wanted = integers<int>(100000, 1000000000), place = device<int>(100000);
    RUN(k_btree_find<<<blocks_for(100000, 32), 512>>>(keys, wanted, place, 5, 100000));
    release(keys, wanted, place);
  }

  // Linear systems

  if (chosen(argc, argv, "thomas")) {
    const int n = 64 * 16384;
    auto a = numbers(n), b = numbers(n, 4, 5), c = numbers(n), first = numbers(n), d = device<float>(n),
         cp = device<float>(n);
    RUN(copy(d, first, n); k_thomas<<<128, 128>>>(a, b, c, d, cp, 64, 16384));
    release(a, b, c, first, d, cp);
  }
  if (chosen(argc, argv, "cyclic_reduction_256")) {
    const int n = 256 * 1000;
    auto a = numbers(n), b = numbers(n, 4, 5), c = numbers(n), d = numbers(n), x = device<float>(n);
    RUN(k_cyclic_reduction<256><<<1000, 256>>>(a, b, c, d, x));
    release(a, b, c, d, x);
  }
  if (chosen(argc, argv, "gauss_jordan_double")) {
    auto m = ruled<double>(300 * 32 * 33, [](size_t i) {
      return i % 1056 / 33 == i % 33 ? 40.0 : static_cast<double>(i * 37 % 101) / 101;
    });
    auto x = device<double>(300 * 32);
    RUN(k_gauss_jordan<<<300, 256>>>(m, x));
    release(m, x);
  }

  // Particles and chance

  if (chosen(argc, argv, "coulomb_slice")) {
    set_atoms();
    auto energy = device<float>(512 * 256);
    RUN(k_coulomb_slice<<<dim3(4, 32), dim3(32, 8)>>>(energy, 512, 0.1f, 0.5f, 400));
    release(energy);
  }
  if (chosen(argc, argv, "cell_contacts_64")) {
    auto c = cells(60000, 24);
    auto push = device<float4>(60000);
    RUN(k_cell_contacts<<<938, 64>>>(c.at, c.start, push, 24, 1.f / 24, 60000));
    release(c.at, c.start, push);
  }
  if (chosen(argc, argv, "neighbour_list_48")) {
    Random random;
    auto list = ruled<int>(48 * 40000, [&](size_t i) {
      return static_cast<int>((i % 40000 + 40000 - 300 + random.below(600)) % 40000);
    });
    auto at = reinterpret_cast<float4*>(numbers(4 * 40000));
    auto force = device<float4>(40000);
    RUN(k_neighbour_list<<<157, 256>>>(force, at, 48, list, 0.3f, 1.5f, 2.f, 40000));
    release(list, at, force);
  }
  if (chosen(argc, argv, "ising_half")) {
    const int n = 1024 * 1000;
    auto first =
             ruled<signed char>(n, [](size_t i) { return static_cast<signed char>(i * i % 7 < 3 ? 1 : -1); }),
         white =
             ruled<signed char>(n, [](size_t i) { return static_cast<signed char>(i * i % 5 < 3 ? 1 : -1); }),
         black = device<signed char>(n);
    RUN(copy(black, first, n); k_ising<<<2000, 512>>>(black, white, 1024, 1000, 7, 700000000u, 100000000u));
    release(first, white, black);
  }
  if (chosen(argc, argv, "walk_out")) {
    auto steps = device<int>(20000);
    RUN(k_walk_out<<<157, 128>>>(steps, 20, 3000, 20000));
    release(steps);
  }
  if (chosen(argc, argv, "option_by_chance_64")) {
    auto sums = device<double>(264);
    RUN(k_option_by_chance<<<264, 64>>>(sums, 100, 105, 0.03, 0.25, 50));
    release(sums);
  }

  // Integers

  if (chosen(argc, argv, "fnv_words")) {
    auto start_of = starts(300000, 1, 24);
    auto start = upload(start_of);
    auto text = integers<unsigned char>(start_of.back(), 256);
    auto hash = device<unsigned long long>(300000);
    RUN(k_fnv_words<<<blocks_for(300000, 256), 256>>>(text, start, hash, 300000));
    release(start, text, hash);
  }
  if (chosen(argc, argv, "digest_search")) {
    auto found = device<unsigned>(1);
    RUN(k_digest_search<<<8192, 256>>>(12345, 77, 0xffff, found));
    release(found);
  }
  if (chosen(argc, argv, "xtea")) {
    auto first = reinterpret_cast<uint2*>(integers<unsigned>(2 * Mi, 1 << 30)), data = device<uint2>(Mi);
    RUN(copy(data, first, Mi); k_xtea<<<4096, 256>>>(data, make_uint4(1, 23, 456, 7890), Mi));
    release(first, data);
  }
  if (chosen(argc, argv, "bytecode_own_stack")) {
    Random random;
    auto program = ruled<uchar2>(60, [&](size_t i) {
      unsigned char op = random.below(6), arg = random.below(256);
      return i % 60 == 59 ? make_uchar2(4, 15) : make_uchar2(op, arg);
    });
    auto result = device<int>(30000);
    RUN(k_bytecode<<<235, 128>>>(program, 60, result, 30000));
    release(program, result);
  }
  if (chosen(argc, argv, "tours_of_9")) {
    auto distance = integers<int>(81, 100), best = device<int>(1, 127);
    RUN(OK(cudaMemset(best, 127, 4)); k_tours<<<315, 128>>>(distance, best, 40320));
    release(distance, best);
  }
  if (chosen(argc, argv, "find_text")) {
    Random random;
    auto text = ruled<char>(4 * Mi, [&](size_t) { return "ACGT"[random.below(4)]; }),
         pattern = upload(std::vector<char>{'A', 'C', 'A', 'G', 'T', 'C', 'A', 'T'});
    auto hits = device<int>(1);
    RUN(k_find_text<<<8192, 512>>>(text, 4 * Mi, pattern, 8, hits));
    release(text, pattern, hits);
  }

  // Arithmetic and registers

  if (chosen(argc, argv, "many_sums_256")) {
    const int n = 264 * 256;
    auto a = reinterpret_cast<float2*>(numbers(2 * 40 * n));
    auto out = device<float>(40 * n);
    RUN(k_many_sums<256, 2><<<264, 256>>>(a, out, 40));
    release(a, out);
  }
  if (chosen(argc, argv, "many_sums_1024_spilled")) {
    const int n = 264 * 1024;
    auto a = reinterpret_cast<float2*>(numbers(2 * 12 * n));
    auto out = device<float>(40 * n);
    RUN(k_many_sums<1024, 2><<<264, 1024>>>(a, out, 12));
    release(a, out);
  }
  if (chosen(argc, argv, "inverse_6")) {
    auto a = numbers(36 * 60000), b = device<float>(36 * 60000);
    RUN(k_inverse_6<<<938, 64>>>(a, b, 60000));
    release(a, b);
  }
  if (chosen(argc, argv, "orbits_double")) {
    auto first = ruled<Orbit>(20000,
                              [](size_t i) {
                                return Orbit{1 + i * 1e-5, 0, 0, 1};
                              }),
         state = device<Orbit>(20000);
    RUN(copy(state, first, 20000); k_orbits<<<209, 96>>>(state, 30, 0.01, 20000));
    release(first, state);
  }
  if (chosen(argc, argv, "newton_fractal")) {
    auto root = device<unsigned char>(640 * 480);
    RUN(k_newton_fractal<<<dim3(20, 60), dim3(32, 8)>>>(root, 640, 480, 40));
    release(root);
  }
  if (chosen(argc, argv, "horner_half_persistent")) {
    auto x = halves<half2>(4 * Mi), y = device<half2>(2 * Mi);
    RUN(k_horner_half<<<132, 1024>>>(x, y, 2 * Mi));
    release(x, y);
  }
  if (chosen(argc, argv, "eight_lanes")) {
    auto next = hashed(64 * Ki), out = device<int>(12800);
    RUN(k_eight_lanes<<<200, 256>>>(next, out, 60));
    release(next, out);
  }
  if (chosen(argc, argv, "sum_one_thread")) {
    auto x = numbers(3000), out = device<float>(1);
    RUN(k_sum_one_thread<<<1, 1>>>(x, out, 3000));
    release(x, out);
  }

  // Images of bytes

  if (chosen(argc, argv, "sepia")) {
    const int n = 1920 * 1080;
    auto in = reinterpret_cast<uchar3*>(integers<unsigned char>(3 * n, 256));
    auto out = device<uchar3>(n);
    RUN(k_sepia<<<blocks_for(n, 256), 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "gauss5_512")) {
    auto in = integers<unsigned char>(1600 * 1000, 256), out = device<unsigned char>(1600 * 1000);
    RUN(k_gauss5<<<dim3(50, 63), dim3(32, 16)>>>(in, out, 1600, 1000));
    release(in, out);
  }
  if (chosen(argc, argv, "demosaic")) {
    auto in = integers<unsigned char>(1920 * 1200, 256);
    auto out = device<uchar4>(1920 * 1200);
    RUN(k_demosaic<<<dim3(30, 150), dim3(32, 4)>>>(in, out, 1920, 1200));
    release(in, out);
  }
  if (chosen(argc, argv, "threshold_window")) {
    std::vector<unsigned char> image(1280 * 960);
    Random random;
    for (unsigned char& v : image) v = random.below(256);
    auto in = upload(image), out = device<unsigned char>(1280 * 960);
    auto integral = integral_of(1280, 960, image);
    RUN(k_threshold_window<<<dim3(4, 960), 320>>>(in, integral, out, 1280, 960, 7));
    release(in, out, integral);
  }
  if (chosen(argc, argv, "dither_rows")) {
    auto in = integers<unsigned char>(600 * 3000, 256), out = device<unsigned char>(600 * 3000);
    RUN(k_dither_rows<<<47, 64>>>(in, out, 600, 3000));
    release(in, out);
  }
  return 0;
}
