// Launches that were held out until the model of kernel time had been judged by them (docs/measurements/time_model.md); since
// then it is fitted to them as well. One launch a case.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 held_out.cu -o held_out_gpu
//   ./held_out_gpu --list | NAME... | all
#include <cmath>

#include "common.h"
#include "held_out_arrays.h"
#include "held_out_kernels.h"

constexpr int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

// n values, each by a rule from its place
template <class T, class F>
T* ruled(size_t n, F rule) {
  std::vector<T> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = rule(i);
  return upload(values);
}

int* sorted_integers(int n, int limit, int seed) {
  std::vector<int> values(n);
  Random random;
  for (int i = 0; i < seed; ++i) random();
  for (int& v : values) v = random.below(limit);
  std::sort(values.begin(), values.end());
  return upload(values);
}

// n halves from -0.5 to 0.5, for a kernel that takes them as halves, pairs or larger words
template <class T>
T* halves(size_t n) {
  std::vector<half> values(n);
  Random random;
  for (half& v : values) v = __float2half(static_cast<float>(random() / 4294967296.0) - 0.5f);
  return reinterpret_cast<T*>(upload(values));
}

// Slices of 32 rows, padded to the longest; -1 stands for nothing.
struct Slices {
  int *start = nullptr, *column = nullptr;
  float* value = nullptr;
};

Slices slices(int rows, int shortest, int spread) {
  std::vector<int> start{0}, column;
  Random random;
  for (int first = 0; first < rows; first += 32) {
    int length[32], longest = 0;
    for (int& l : length) longest = std::max(longest, l = shortest + random.below(spread));
    for (int j = 0; j < longest; ++j)
      for (int l : length) column.push_back(j < l ? random.below(rows) : -1);
    start.push_back(static_cast<int>(column.size()));
  }
  return {upload(start), upload(column), numbers(column.size())};
}

// Where each digit of each block's part goes; as a scan of the counts would tell
int* radix_places(const std::vector<unsigned>& keys, int blocks, int part, int shift) {
  std::vector<int> place(16 * blocks);
  for (int b = 0; b < blocks; ++b)
    for (int j = 0; j < part; ++j) ++place[(keys[b * part + j] >> shift & 15) * blocks + b];
  int sum = 0;
  for (int& p : place) {
    int count = p;
    p = sum;
    sum += count;
  }
  return upload(place);
}

// Levels of a search from vertex 0 up to `depth`; -1 for those beyond.
std::vector<int> levels_of(const std::vector<int>& start, const std::vector<int>& neighbour, int depth) {
  std::vector<int> level(start.size() - 1, -1), now{0}, next;
  level[0] = 0;
  for (int d = 1; d <= depth; ++d) {
    for (int v : now)
      for (int j = start[v]; j < start[v + 1]; ++j)
        if (level[neighbour[j]] < 0) {
          level[neighbour[j]] = d;
          next.push_back(neighbour[j]);
        }
    now.swap(next);
    next.clear();
  }
  return level;
}

template <class T>
std::vector<T> downloaded(const T* p, size_t n) {
  std::vector<T> values(n);
  OK(cudaMemcpy(values.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

template <class T>
void copy(T* to, const T* from, size_t n) {
  OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice));
}

void set_crc_table() {
  unsigned table[256];
  for (unsigned i = 0; i < 256; ++i) {
    unsigned c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  OK(cudaMemcpyToSymbol(CrcTable, table, sizeof(table)));
}

void set_spheres() {
  float4 ball[64];
  Random random;
  auto share = [&] { return static_cast<float>(random() / 4294967296.0); };
  for (float4& b : ball) {
    float x = 2 * share() - 1, y = 2 * share() - 1, z = 2 + share();
    b = make_float4(x, y, z, 0.1f + 0.2f * share());
  }
  OK(cudaMemcpyToSymbol(Spheres, ball, sizeof(ball)));
}

void set_blur_weights(int radius) {
  float weight[33] = {};
  for (int d = 0; d <= 2 * radius; ++d) weight[d] = 1.0f / (2 * radius + 1);
  OK(cudaMemcpyToSymbol(BlurWeights, weight, sizeof(weight)));
}

void set_lattice() {
  int2 way[9];
  float weight[9];
  for (int d = 0; d < 9; ++d) {
    way[d] = make_int2(d % 3 - 1, d / 3 - 1);
    int steps = std::abs(way[d].x) + std::abs(way[d].y);
    weight[d] = steps == 0 ? 4.f / 9 : steps == 1 ? 1.f / 9 : 1.f / 36;
  }
  OK(cudaMemcpyToSymbol(LatticeWay, way, sizeof(way)));
  OK(cudaMemcpyToSymbol(LatticeWeight, weight, sizeof(weight)));
}

int main(int argc, char** argv) {
  // Reductions

  if (chosen(argc, argv, "reduce_modulo_512")) {
    auto a = integers<int>(2 * Mi, 100), b = device<int>(4096);
    RUN(k_reduce_modulo<<<4096, 512, 2048>>>(a, b, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "reduce_strided_1024")) {
    auto a = integers<int>(Mi, 100), b = device<int>(1024);
    RUN(k_reduce_strided<<<1024, 1024, 4096>>>(a, b, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "reduce_sequential_1024")) {
    auto a = numbers(8 * Mi), b = device<float>(4096);
    RUN(k_reduce_sequential<1024><<<4096, 1024>>>(a, b, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "reduce_sequential_128")) {
    auto a = numbers(Mi), b = device<float>(4096);
    RUN(k_reduce_sequential<128><<<4096, 128>>>(a, b, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "row_range_naive")) {
    auto a = numbers(20000 * 150), b = device<float>(20000), c = device<float>(20000);
    RUN(k_row_range_naive<<<79, 256>>>(a, b, c, 20000, 150));
    release(a, b, c);
  }
  if (chosen(argc, argv, "column_max_shared")) {
    auto a = numbers(2000 * 3000), b = device<float>(3000);
    RUN(k_column_max_shared<<<47, dim3(64, 16)>>>(a, b, 2000, 3000));
    release(a, b);
  }
  if (chosen(argc, argv, "column_sum_atomic")) {
    auto a = numbers(4096 * 1500, -1, 1), b = device<float>(1500);
    RUN(k_column_sum_atomic<<<dim3(6, 128), 256>>>(a, b, 4096, 1500, 32));
    release(a, b);
  }
  if (chosen(argc, argv, "welford_warp")) {
    auto a = numbers(8000 * 384);
    auto b = device<float2>(8000);
    RUN(k_welford_warp<<<1000, 256>>>(a, b, 8000, 384));
    release(a, b);
  }
  if (chosen(argc, argv, "dot_double")) {
    auto x = numbers<double>(4 * Mi), y = numbers<double>(4 * Mi), out = device<double>(1);
    RUN(k_dot_double<<<528, 512>>>(x, y, out, 4 * Mi));
    release(x, y, out);
  }
  if (chosen(argc, argv, "argmin_packed")) {
    auto a = numbers(2 * Mi, 1, 2);
    auto best = device<unsigned long long>(1, 255);
    RUN(k_argmin_packed<<<2048, 1024>>>(a, best, 2 * Mi));
    release(a, best);
  }
  if (chosen(argc, argv, "sum_last_block")) {
    auto a = device<float4>(3 * Mi);
    auto parts = device<float>(264), out = device<float>(1);
    auto arrived = device<unsigned>(1);
    RUN(k_sum_last_block<<<264, 512>>>(a, parts, arrived, out, 3 * Mi));
    release(a, parts, out, arrived);
  }
  if (chosen(argc, argv, "tile_groups_of_16")) {
    auto a = integers<int>(4 * Mi, 50), b = device<int>(64 * Ki);
    RUN(k_tile_groups<<<4096, 256>>>(a, b));
    release(a, b);
  }

  // Atomics

  if (chosen(argc, argv, "histogram_warps_8")) {
    auto a = reinterpret_cast<uchar4*>(integers<unsigned char>(16 * Mi, 256));
    auto bins = device<unsigned>(256);
    RUN(k_histogram_warps<8><<<264, 256>>>(a, bins, 4 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "histogram_warps_skewed")) {
    auto a = reinterpret_cast<uchar4*>(integers<unsigned char>(8 * Mi, 5));
    auto bins = device<unsigned>(256);
    RUN(k_histogram_warps<16><<<132, 512>>>(a, bins, 2 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "histogram_naive")) {
    auto a = integers<unsigned char>(Mi, 256);
    auto bins = device<int>(256);
    RUN(k_histogram_naive<<<2048, 512>>>(a, bins, Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "histogram_match_10")) {
    auto a = integers<int>(2 * Mi, 10), bins = device<int>(10);
    RUN(k_histogram_match<<<8192, 256>>>(a, bins, 2 * Mi));
    release(a, bins);
  }
  if (chosen(argc, argv, "charge_cells")) {
    auto a = numbers(Mi), out = device<float>(8);
    RUN(k_charge_cells<<<132, 1024>>>(a, out, Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "range_atomics")) {
    auto a = integers<int>(2 * Mi, 1 << 30), low = device<int>(1), high = device<int>(1);
    RUN(k_range_atomics<<<4096, 512>>>(a, low, high, 2 * Mi));
    release(a, low, high);
  }
  if (chosen(argc, argv, "cas_float_max_1024_cells")) {
    auto a = numbers(Mi), cells = device<float>(1024);
    RUN(OK(cudaMemset(cells, 0, 4096)); k_cas_float_max<<<264, 512>>>(a, cells, 1023, Mi));
    release(a, cells);
  }
  if (chosen(argc, argv, "cas_double_add")) {
    auto a = numbers<double>(Mi / 4);
    auto at = integers<int>(Mi / 4, 32 * Ki);
    auto cells = device<double>(32 * Ki);
    RUN(k_cas_double_add<<<1024, 256>>>(a, at, cells, Mi / 4));
    release(a, at, cells);
  }
  if (chosen(argc, argv, "label_edges")) {
    auto edges = reinterpret_cast<int2*>(integers<int>(2 * Mi, 300000));
    auto first = ruled<int>(300000, [](size_t i) { return static_cast<int>(i); }),
         label = device<int>(300000);
    RUN(copy(label, first, 300000); k_label_edges<<<2048, 512>>>(edges, first, label, Mi));
    release(edges, first, label);
  }
  if (chosen(argc, argv, "bucket_append")) {
    auto keys = integers<int>(Mi, 1 << 20), fill = device<int>(500), buckets = device<int>(500 * 3000);
    RUN(OK(cudaMemset(fill, 0, 2000)); k_bucket_append<<<4096, 256>>>(keys, fill, buckets, 500, 3000, Mi));
    release(keys, fill, buckets);
  }
  if (chosen(argc, argv, "bloom_insert")) {
    auto keys = integers<unsigned>(2 * Mi, 1 << 30), bits = device<unsigned>(512 * Ki);
    RUN(k_bloom_insert<<<2048, 1024>>>(keys, bits, 512 * Ki - 1, 2 * Mi));
    release(keys, bits);
  }
  if (chosen(argc, argv, "chain_insert")) {
    auto keys = integers<int>(2 * Mi, 1 << 30), head = device<int>(100003, 255), next = device<int>(2 * Mi);
    RUN(k_chain_insert<<<8192, 256>>>(keys, head, next, 100003, 2 * Mi));
    release(keys, head, next);
  }
  if (chosen(argc, argv, "open_insert")) {
    auto keys = integers<int>(Mi, 1 << 30), slots = device<int>(2 * Mi);
    RUN(OK(cudaMemset(slots, 255, 8 * Mi)); k_open_insert<<<1056, 256>>>(keys, slots, 2 * Mi - 1, Mi));
    release(keys, slots);
  }
  if (chosen(argc, argv, "hough_votes")) {
    auto image = integers<unsigned char>(1024 * 768, 256);
    auto angle = ruled<float2>(
        90, [](size_t a) { return make_float2(std::cos(a * 0.01745f), std::sin(a * 0.01745f)); });
    auto votes = device<int>(90 * 1300);
    RUN(k_hough_votes<<<dim3(32, 96), dim3(32, 8)>>>(image, angle, votes, 1024, 768, 1300));
    release(image, angle, votes);
  }

  // Many registers, local memory

  if (chosen(argc, argv, "dct8x8_128")) {
    auto a = numbers(4096 * 2048), b = device<float>(4096 * 2048);
    RUN(k_dct8x8<128, 4><<<dim3(4, 256), 128>>>(a, b, 4096));
    release(a, b);
  }
  if (chosen(argc, argv, "dct8x8_1024_spilled")) {
    auto a = numbers(8192 * 512), b = device<float>(8192 * 512);
    RUN(k_dct8x8<1024, 1><<<dim3(1, 64), 1024>>>(a, b, 8192));
    release(a, b);
  }
  if (chosen(argc, argv, "sort_registers_16")) {
    auto a = integers<int>(16 * 200000, 1 << 20), b = device<int>(16 * 200000);
    RUN(k_sort_registers<16, 256, 1><<<782, 256>>>(a, b, 200000));
    release(a, b);
  }
  if (chosen(argc, argv, "sort_registers_48_spilled")) {
    auto a = integers<int>(48 * 67584, 1 << 20), b = device<int>(48 * 67584);
    RUN(k_sort_registers<48, 512, 4><<<132, 512>>>(a, b, 67584));
    release(a, b);
  }
  if (chosen(argc, argv, "tree_stack")) {
    auto points = reinterpret_cast<float2*>(numbers(2 * 65536)),
         centres = reinterpret_cast<float2*>(numbers(2 * 100000));
    auto found = device<int>(100000);
    RUN(k_tree_stack<<<782, 128>>>(points, centres, found, 65536, 0.02f, 100000));
    release(points, centres, found);
  }
  if (chosen(argc, argv, "shuffle_cards")) {
    auto score = device<int>(64 * Ki);
    RUN(k_shuffle_cards<<<256, 256>>>(score, 12, 64 * Ki));
    release(score);
  }
  if (chosen(argc, argv, "solve_pivoted_4")) {
    auto a = numbers(20 * 300000), x = device<float>(4 * 300000);
    RUN(k_solve_pivoted<4><<<2344, 128>>>(a, x, 300000));
    release(a, x);
  }
  if (chosen(argc, argv, "solve_pivoted_7")) {
    auto a = numbers(56 * 60000), x = device<float>(7 * 60000);
    RUN(k_solve_pivoted<7><<<235, 256>>>(a, x, 60000));
    release(a, x);
  }
  if (chosen(argc, argv, "queens_11")) {
    auto solutions = device<unsigned long long>(1);
    RUN(k_queens<<<11, 32>>>(solutions, 11));
    release(solutions);
  }
  if (chosen(argc, argv, "filter_registers_32")) {
    auto a = numbers(132 * 512 * 128), b = device<float>(132 * 512 * 128);
    RUN(k_filter_registers<32><<<528, 128>>>(a, b, 128, 528 * 128));
    release(a, b);
  }

  // Sparse matrices and graphs

  if (chosen(argc, argv, "csr_lanes_8")) {
    auto m = scattered(100000, 24);
    auto x = numbers(100000), y = device<float>(100000);
    RUN(k_csr_lanes<8><<<3125, 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_lanes_4_skewed")) {
    auto m = skewed(80000, 6, 500);
    auto x = numbers(80000), y = device<float>(80000);
    RUN(k_csr_lanes<4><<<625, 512>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_block_row")) {
    auto m = scattered(1500, 1200);
    auto x = numbers(1500), y = device<float>(1500);
    RUN(k_csr_block_row<<<1500, 128>>>(m.start, m.column, m.value, x, y));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "sell32")) {
    auto m = slices(200000, 4, 16);
    auto x = numbers(200000), y = device<float>(200000);
    RUN(k_sell32<<<782, 256>>>(m.start, m.column, m.value, x, y, 200000));
    release(m.start, m.column, m.value, x, y);
  }
  if (chosen(argc, argv, "coo_segments")) {
    auto m = scattered(150000, 12);
    auto x = numbers(150000), y = device<float>(150000);
    RUN(k_coo_segments<<<blocks_for(m.entries, 512), 512>>>(m.row, m.column, m.value, x, y, m.entries));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "diagonals_7")) {
    auto d = numbers(7 * Mi), x = numbers(Mi), y = device<float>(Mi);
    auto offset = upload(std::vector<int>{-10000, -100, -1, 0, 1, 100, 10000});
    RUN(k_diagonals<<<4096, 256>>>(d, offset, 7, x, y, Mi));
    release(d, x, y, offset);
  }
  if (chosen(argc, argv, "bsr4_banded")) {
    auto m = banded(30000, 3);
    auto value = reinterpret_cast<float4*>(numbers(16 * m.entries)),
         x = reinterpret_cast<float4*>(numbers(4 * 30000));
    auto y = device<float4>(30000);
    RUN(k_bsr4<<<118, 256>>>(m.start, m.column, value, x, y, m.rows));
    release(m);
    release(value, x, y);
  }
  if (chosen(argc, argv, "bfs_push_4")) {
    auto m = scattered(400000, 6);
    auto first = upload(levels_of(downloaded(m.start, m.rows + 1), downloaded(m.column, m.entries), 4)),
         level = device<int>(m.rows);
    RUN(copy(level, first, m.rows); k_bfs_push<<<782, 512>>>(m.start, m.column, first, level, 4, m.rows));
    release(m);
    release(first, level);
  }
  if (chosen(argc, argv, "bfs_pull_6")) {
    auto m = scattered(400000, 6);
    auto first = upload(levels_of(downloaded(m.start, m.rows + 1), downloaded(m.column, m.entries), 6)),
         level = device<int>(m.rows), found = device<int>(1);
    RUN(copy(level, first, m.rows);
        k_bfs_pull<<<1563, 256>>>(m.start, m.column, first, level, 6, found, m.rows));
    release(m);
    release(first, level, found);
  }
  if (chosen(argc, argv, "bfs_queue")) {
    auto m = scattered(500000, 8);
    auto queue = hashed(60000), seen = device<int>(m.rows), next = device<int>(m.rows),
         count = device<int>(1);
    RUN(OK(cudaMemset(seen, 0, 4 * m.rows)); OK(cudaMemset(count, 0, 4));
        k_bfs_queue<<<235, 256>>>(m.start, m.column, queue, 60000, seen, next, count));
    release(m);
    release(queue, seen, next, count);
  }
  if (chosen(argc, argv, "pagerank_pull")) {
    auto m = skewed(120000, 5, 300);
    auto rank = numbers(m.rows), next = device<float>(m.rows);
    auto degree = ruled<int>(m.rows, [](size_t i) { return 1 + static_cast<int>(i % 17); });
    RUN(k_pagerank_pull<<<938, 128>>>(m.start, m.column, rank, degree, next, m.rows));
    release(m);
    release(rank, next, degree);
  }
  if (chosen(argc, argv, "triangles")) {
    auto m = scattered(20000, 16);
    auto total = device<unsigned>(1);
    RUN(k_triangles<<<blocks_for(m.entries, 256), 256>>>(m.start, m.column, m.row, total, m.entries));
    release(m);
    release(total);
  }
  if (chosen(argc, argv, "spmm_64")) {
    auto m = scattered(20000, 20);
    auto b = reinterpret_cast<float2*>(numbers(20000 * 64));
    auto c = device<float2>(20000 * 32);
    RUN(k_spmm_64<<<2500, dim3(32, 8)>>>(m.start, m.column, m.value, b, c, m.rows));
    release(m);
    release(b, c);
  }

  // Arithmetic

  if (chosen(argc, argv, "julia_double")) {
    auto out = device<unsigned char>(640 * 480);
    RUN(k_julia_double<<<dim3(40, 30), dim3(16, 16)>>>(out, 640, 480, -0.8, 0.156, 200));
    release(out);
  }
  if (chosen(argc, argv, "nbody_two_128")) {
    auto bodies = reinterpret_cast<float4*>(numbers(4 * 8192));
    auto pull = device<float3>(8192);
    RUN(k_nbody_two<128><<<32, 128>>>(bodies, pull, 8192));
    release(bodies, pull);
  }
  if (chosen(argc, argv, "nbody_two_512")) {
    auto bodies = reinterpret_cast<float4*>(numbers(4 * 5120));
    auto pull = device<float3>(5120);
    RUN(k_nbody_two<512><<<5, 512>>>(bodies, pull, 5120));
    release(bodies, pull);
  }
  if (chosen(argc, argv, "black_scholes_512")) {
    auto s = numbers(2 * Mi, 5, 30), x = numbers(2 * Mi, 1, 100), t = numbers(2 * Mi, 0.25, 10),
         call = device<float>(2 * Mi), put = device<float>(2 * Mi);
    RUN(k_black_scholes<<<1024, 512>>>(s, x, t, call, put, 0.02f, 0.3f, 2 * Mi));
    release(s, x, t, call, put);
  }
  if (chosen(argc, argv, "sha_rounds")) {
    auto message = integers<unsigned>(16 * 256 * Ki, 1 << 30), digest = device<unsigned>(8 * 256 * Ki);
    RUN(k_sha_rounds<<<2048, 128>>>(message, digest, 256 * Ki));
    release(message, digest);
  }
  if (chosen(argc, argv, "philox")) {
    auto out = device<uint4>(2 * Mi);
    RUN(k_philox<<<8192, 256>>>(out, 42, 2 * Mi));
    release(out);
  }
  if (chosen(argc, argv, "newton_roots")) {
    auto a = numbers<double>(256 * Ki, 1, 9), b = device<double>(256 * Ki);
    RUN(k_newton_roots<<<1024, 256>>>(a, b, 256 * Ki));
    release(a, b);
  }
  if (chosen(argc, argv, "power_modulo")) {
    auto a = integers<unsigned>(128 * Ki, 1 << 30), b = device<unsigned>(128 * Ki);
    RUN(k_power_modulo<<<512, 256>>>(a, b, 1000003, 2147483647, 128 * Ki));
    release(a, b);
  }
  if (chosen(argc, argv, "trial_division")) {
    auto primes = device<int>(1);
    RUN(k_trial_division<<<512, 512>>>(primes, 1000001, 262144));
    release(primes);
  }
  if (chosen(argc, argv, "binomial_option_512_steps")) {
    auto price = numbers(264, 80, 120), worth = device<float>(264);
    RUN(k_binomial_option<<<264, 256>>>(price, worth, 512));
    release(price, worth);
  }
  if (chosen(argc, argv, "binomial_option_one_wave_512")) {
    auto price = numbers(100, 80, 120), worth = device<float>(100);
    RUN(k_binomial_option<<<100, 512>>>(price, worth, 400));
    release(price, worth);
  }
  if (chosen(argc, argv, "lorenz")) {
    auto state = reinterpret_cast<float3*>(numbers(3 * 65536));
    RUN(k_lorenz<<<256, 256>>>(state, 0.005f, 60, 65536));
    release(state);
  }
  if (chosen(argc, argv, "crc_constant")) {
    auto bytes = integers<unsigned char>(64 * 128 * Ki, 256);
    auto crc = device<unsigned>(128 * Ki);
    set_crc_table();
    RUN(k_crc_constant<<<512, 256>>>(bytes, crc, 64, 128 * Ki));
    release(bytes, crc);
  }
  if (chosen(argc, argv, "crc_shared_1024")) {
    auto bytes = integers<unsigned char>(64 * 264 * Ki, 256);
    auto crc = device<unsigned>(264 * Ki);
    set_crc_table();
    RUN(k_crc_shared<<<264, 1024>>>(bytes, crc, 64, 264 * Ki));
    release(bytes, crc);
  }
  if (chosen(argc, argv, "hamming_search")) {
    auto codes = reinterpret_cast<uint4*>(integers<unsigned>(4 * 1500, 1 << 30)),
         query = reinterpret_cast<uint4*>(integers<unsigned>(4 * 20000, 1 << 29));
    auto best = device<int>(20000);
    RUN(k_hamming<<<157, 128>>>(codes, query, best, 1500, 20000));
    release(codes, query, best);
  }
  if (chosen(argc, argv, "ray_spheres")) {
    auto image = device<uchar4>(1280 * 720);
    set_spheres();
    RUN(k_ray_spheres<<<dim3(80, 45), dim3(16, 16)>>>(image, 1280, 720, 40));
    release(image);
  }
  if (chosen(argc, argv, "asian_paths_1024")) {
    auto sum = device<float>(1);
    RUN(k_asian_paths<<<132, 1024>>>(sum, 128));
    release(sum);
  }
  if (chosen(argc, argv, "half2_chains_4")) {
    auto a = halves<half2>(2 * 512 * Ki), b = device<half2>(512 * Ki);
    RUN(k_half2_chains<4><<<2048, 256>>>(a, b, 40, 512 * Ki));
    release(a, b);
  }
  if (chosen(argc, argv, "half2_chains_1")) {
    auto a = halves<half2>(2 * 66 * Ki), b = device<half2>(66 * Ki);
    RUN(k_half2_chains<1><<<132, 512>>>(a, b, 500, 66 * Ki));
    release(a, b);
  }
  if (chosen(argc, argv, "noise_octaves")) {
    auto out = device<float>(800 * 600);
    RUN(k_noise_octaves<<<dim3(25, 75), dim3(32, 8)>>>(out, 800, 600, 6));
    release(out);
  }
  if (chosen(argc, argv, "lennard_jones_double")) {
    auto at = reinterpret_cast<double3*>(numbers<double>(3 * 3000, 0, 10));
    auto energy = device<double>(1);
    RUN(k_lennard_jones<<<dim3(24, 47), 128>>>(at, energy, 3000));
    release(at, energy);
  }

  // Scans

  if (chosen(argc, argv, "scan_raking_512")) {
    auto a = integers<int>(4 * Mi, 10), b = device<int>(4 * Mi);
    RUN(k_scan_raking<512, 8><<<1024, 512>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_raking_128_odd_items")) {
    auto a = integers<int>(2000 * 128 * 9, 10), b = device<int>(2000 * 128 * 9);
    RUN(k_scan_raking<128, 9><<<2000, 128>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "warp_running_max")) {
    auto a = numbers(4 * Mi), b = device<float>(4 * Mi);
    RUN(k_warp_running_max<<<4096, 1024>>>(a, b, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_segmented_512")) {
    auto a = numbers(Mi), b = device<float>(Mi);
    auto flag = ruled<unsigned char>(Mi, [](size_t i) { return i % 37 == 0; });
    RUN(k_scan_segmented<512><<<2048, 512>>>(a, flag, b));
    release(a, b, flag);
  }
  if (chosen(argc, argv, "scan_one_block_1024")) {
    auto a = integers<int>(256 * Ki, 10), b = device<int>(256 * Ki);
    RUN(k_scan_one_block<<<1, 1024>>>(a, b, 256 * Ki));
    release(a, b);
  }
  if (chosen(argc, argv, "scan_add")) {
    auto data = integers<int>(6 * Mi, 10), before = integers<int>(1536, 100000);
    RUN(k_scan_add<<<1536, 512>>>(data, before, 4096));
    release(data, before);
  }
  if (chosen(argc, argv, "integral_rows")) {
    auto image = integers<unsigned char>(2000 * 1200, 256);
    auto sums = device<unsigned>(2000 * 1200);
    RUN(k_integral_rows<<<1200, 512>>>(image, sums, 2000));
    release(image, sums);
  }
  if (chosen(argc, argv, "integral_columns")) {
    auto sums = integers<unsigned>(4096 * 1000, 256);
    RUN(k_integral_columns<<<32, 128>>>(sums, 4096, 1000));
    release(sums);
  }
  if (chosen(argc, argv, "compact_block_1024")) {
    auto a = numbers(3 * Mi, -1, 1), b = device<float>(3 * Mi);
    auto count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); k_compact_block<<<3072, 1024>>>(a, b, count, 3 * Mi));
    release(a, b, count);
  }

  // Sorts

  if (chosen(argc, argv, "bitonic_step_far")) {
    auto first = integers<int>(4 * Mi, 1 << 30), data = device<int>(4 * Mi);
    RUN(copy(data, first, 4 * Mi); k_bitonic_step<<<8192, 512>>>(data, 65536, 131072));
    release(first, data);
  }
  if (chosen(argc, argv, "bitonic_step_near")) {
    auto first = integers<int>(2 * Mi, 1 << 30), data = device<int>(2 * Mi);
    RUN(copy(data, first, 2 * Mi); k_bitonic_step<<<8192, 256>>>(data, 2, 1024));
    release(first, data);
  }
  if (chosen(argc, argv, "radix_count")) {
    auto keys = integers<unsigned>(4 * Mi, 1 << 30);
    auto counts = device<int>(16 * 1024);
    RUN(k_radix_count<<<1024, 256>>>(keys, counts, 8, 4096));
    release(keys, counts);
  }
  if (chosen(argc, argv, "radix_scatter_512")) {
    auto keys = integers<unsigned>(2 * Mi, 1 << 30), out = device<unsigned>(2 * Mi);
    auto place = radix_places(downloaded(keys, 2 * Mi), 512, 4096, 4);
    RUN(k_radix_scatter<<<512, 512>>>(keys, out, place, 4, 4096));
    release(keys, out, place);
  }
  if (chosen(argc, argv, "radix_split_1024")) {
    auto keys = integers<unsigned>(264 * 1024, 1 << 16), out = device<unsigned>(264 * 1024);
    RUN(k_radix_split<1024><<<264, 1024>>>(keys, out, 16));
    release(keys, out);
  }
  if (chosen(argc, argv, "radix_split_256")) {
    auto keys = integers<unsigned>(2000 * 256, 1 << 8), out = device<unsigned>(2000 * 256);
    RUN(k_radix_split<256><<<2000, 256>>>(keys, out, 8));
    release(keys, out);
  }
  if (chosen(argc, argv, "odd_even_sort_1024")) {
    auto first = numbers(60 * 1024), data = device<float>(60 * 1024);
    RUN(copy(data, first, 60 * 1024); k_odd_even_sort<<<60, 512, 4096>>>(data, 1024));
    release(first, data);
  }
  if (chosen(argc, argv, "merge_path_8")) {
    auto a = sorted_integers(Mi, 1 << 30, 0), b = sorted_integers(Mi, 1 << 30, 99), out = device<int>(2 * Mi);
    RUN(k_merge_path<8><<<1024, 256>>>(a, b, out, Mi));
    release(a, b, out);
  }
  if (chosen(argc, argv, "rank_sort_256")) {
    auto a = numbers(8192), b = device<float>(8192);
    RUN(k_rank_sort<256><<<32, 256>>>(a, b, 8192));
    release(a, b);
  }
  if (chosen(argc, argv, "insertion_rows")) {
    auto a = integers<int>(20 * 50000, 1000), b = device<int>(20 * 50000);
    RUN(k_insertion_rows<<<391, 128>>>(a, b, 50000));
    release(a, b);
  }
  if (chosen(argc, argv, "bitonic_warp_512")) {
    auto keys = integers<unsigned>(2 * Mi, 1 << 30);
    RUN(k_bitonic_warp<<<4096, 512>>>(keys, 2 * Mi));
    release(keys);
  }

  // Neural networks

  if (chosen(argc, argv, "rms_norm_4096")) {
    auto a = reinterpret_cast<float4*>(numbers(1500 * 4096)), gain = reinterpret_cast<float4*>(numbers(4096));
    auto b = device<float4>(1500 * 1024);
    RUN(k_rms_norm<<<1500, 512>>>(a, gain, b, 1024));
    release(a, gain, b);
  }
  if (chosen(argc, argv, "rms_norm_few_rows")) {
    auto a = reinterpret_cast<float4*>(numbers(16 * 8192)), gain = reinterpret_cast<float4*>(numbers(8192));
    auto b = device<float4>(16 * 2048);
    RUN(k_rms_norm<<<16, 1024>>>(a, gain, b, 2048));
    release(a, gain, b);
  }
  if (chosen(argc, argv, "layer_norm_half_512")) {
    auto a = halves<half2>(16000 * 512), b = device<half2>(16000 * 256);
    RUN(k_layer_norm_half<<<4000, dim3(32, 4)>>>(a, b, 16000));
    release(a, b);
  }
  if (chosen(argc, argv, "softmax_online_32000")) {
    auto a = numbers(150 * 32000, -4, 4), b = device<float>(150 * 32000);
    RUN(k_softmax_online<<<150, 1024>>>(a, b, 32000));
    release(a, b);
  }
  if (chosen(argc, argv, "softmax_thread_64")) {
    auto a = numbers(30000 * 64), b = device<float>(30000 * 64);
    RUN(k_softmax_thread<<<235, 128>>>(a, b, 30000, 64));
    release(a, b);
  }
  if (chosen(argc, argv, "gelu")) {
    auto a = numbers(4 * Mi, -3, 3), b = device<float>(4 * Mi);
    RUN(k_gelu<<<8192, 512>>>(a, b, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "silu_gate_persistent")) {
    auto g = halves<half2>(8 * Mi), u = halves<half2>(8 * Mi), out = device<half2>(4 * Mi);
    RUN(k_silu_gate<<<528, 512>>>(g, u, out, 4 * Mi));
    release(g, u, out);
  }
  if (chosen(argc, argv, "conv3x3_naive")) {
    auto a = numbers(16 * 56 * 56), w = numbers(32 * 16 * 9), b = device<float>(32 * 56 * 56);
    RUN(k_conv3x3_naive<<<dim3(2, 7, 32), dim3(32, 8)>>>(a, w, b, 16, 56));
    release(a, w, b);
  }
  if (chosen(argc, argv, "conv3x3_tile_8")) {
    auto a = numbers(32 * 112 * 112), w = numbers(32 * 32 * 9), b = device<float>(32 * 112 * 112);
    RUN(k_conv3x3_tile<8><<<dim3(7, 7, 4), dim3(16, 16)>>>(a, w, b, 32, 112));
    release(a, w, b);
  }
  if (chosen(argc, argv, "depthwise_128")) {
    auto a = numbers(128 * 112 * 112), w = numbers(9 * 128), b = device<float>(128 * 112 * 112);
    RUN(k_depthwise<<<dim3(28, 112), dim3(128, 4)>>>(a, w, b, 112, 112, 128));
    release(a, w, b);
  }
  if (chosen(argc, argv, "attention_online")) {
    auto q = reinterpret_cast<float4*>(numbers(4096 * 32, -1, 1)),
         k = reinterpret_cast<float4*>(numbers(512 * 32, -1, 1)),
         v = reinterpret_cast<float4*>(numbers(512 * 32));
    auto out = device<float4>(4096 * 8);
    RUN(k_attention_online<<<32, 128>>>(q, k, v, out, 512));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "rope")) {
    auto x = reinterpret_cast<float2*>(numbers(2048 * 16 * 128));
    RUN(k_rope<<<4096, 512>>>(x, 16, 64, 2048));
    release(x);
  }
  if (chosen(argc, argv, "batch_norm_stats")) {
    auto a = numbers(32 * 128 * 784);
    auto stats = device<float2>(128);
    RUN(k_batch_norm_stats<<<128, 512>>>(a, stats, 32, 128, 784));
    release(a, stats);
  }
  if (chosen(argc, argv, "cross_entropy")) {
    auto logit = numbers(4000 * 1000, -5, 5), loss = device<float>(1);
    auto label = integers<int>(4000, 1000);
    RUN(k_cross_entropy<<<500, 256>>>(logit, label, loss, 4000, 1000));
    release(logit, loss, label);
  }
  if (chosen(argc, argv, "quantise_rows")) {
    auto a = reinterpret_cast<float4*>(numbers(2000 * 3072, -1, 1));
    auto b = device<char4>(2000 * 768);
    auto scales = device<float>(2000);
    RUN(k_quantise_rows<<<2000, 256>>>(a, b, scales, 768));
    release(a, b, scales);
  }
  if (chosen(argc, argv, "matvec_half")) {
    auto w = halves<uint4>(4096 * 4096), x = halves<uint4>(4096);
    auto y = device<float>(4096);
    RUN(k_matvec_half<<<512, 256>>>(w, x, y, 4096, 512));
    release(w, x, y);
  }
  if (chosen(argc, argv, "matvec_bytes")) {
    auto w = reinterpret_cast<int4*>(integers<signed char>(4000 * 4096, 100)),
         x = reinterpret_cast<int4*>(integers<signed char>(4096, 100));
    auto y = device<int>(4000);
    RUN(k_matvec_bytes<<<4000, 128>>>(w, x, y, 256));
    release(w, x, y);
  }
  if (chosen(argc, argv, "top4")) {
    auto a = numbers(2000 * 2048);
    auto b = device<float4>(2000);
    RUN(k_top4<<<250, 256>>>(a, b, 2000, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "dropout")) {
    auto a = numbers(4 * Mi), b = device<float>(4 * Mi);
    auto mask = device<unsigned char>(4 * Mi);
    RUN(k_dropout<<<1056, 256>>>(a, b, mask, 0.1f, 4 * Mi));
    release(a, b, mask);
  }
  if (chosen(argc, argv, "embedding_bag")) {
    auto table = device<float>(40000 * 256), out = device<float>(2000 * 256);
    auto start = ruled<int>(2001, [](size_t i) { return static_cast<int>(20 * i); }),
         word = integers<int>(40000, 40000);
    RUN(k_embedding_bag<<<2000, 256>>>(table, start, word, out, 256));
    release(table, out, start, word);
  }
  if (chosen(argc, argv, "embedding_gradient")) {
    auto gradient = numbers(4096 * 300), table = device<float>(1000 * 300);
    auto token = integers<int>(4096, 1000);
    RUN(k_embedding_gradient<<<4096, 128>>>(gradient, token, table, 300));
    release(gradient, table, token);
  }
  if (chosen(argc, argv, "lstm_gates")) {
    auto gates = numbers(4 * 512 * 1024, -1, 1), cell = device<float>(512 * 1024),
         hidden = device<float>(512 * 1024);
    RUN(k_lstm_gates<<<2048, 256>>>(gates, cell, hidden, 512, 1024));
    release(gates, cell, hidden);
  }
  if (chosen(argc, argv, "im2col")) {
    auto a = numbers(64 * 112 * 112), b = device<float>(9 * 64 * 112 * 112);
    RUN(k_im2col<<<blocks_for(64 * 112 * 112, 512), 512>>>(a, b, 64, 112));
    release(a, b);
  }

  // Images

  if (chosen(argc, argv, "blur_rows_1024")) {
    auto a = numbers(3072 * 1000), b = device<float>(3072 * 1000);
    RUN(k_blur_rows<8, 1024><<<dim3(3, 1000), 1024>>>(a, b, 3072));
    release(a, b);
  }
  if (chosen(argc, argv, "blur_rows_256")) {
    auto a = numbers(1920 * 1080), b = device<float>(1920 * 1080);
    RUN(k_blur_rows<3, 256><<<dim3(8, 1080), 256>>>(a, b, 1920));
    release(a, b);
  }
  if (chosen(argc, argv, "blur_columns")) {
    auto a = numbers(1920 * 1080), b = device<float>(1920 * 1080);
    set_blur_weights(7);
    RUN(k_blur_columns<<<dim3(60, 68), dim3(32, 16)>>>(a, b, 1920, 1080, 7));
    release(a, b);
  }
  if (chosen(argc, argv, "bilateral")) {
    auto a = numbers(1024 * 768), b = device<float>(1024 * 768);
    RUN(k_bilateral<<<dim3(64, 48), dim3(16, 16)>>>(a, b, 1024, 768, 8));
    release(a, b);
  }
  if (chosen(argc, argv, "resize_bilinear")) {
    auto a = device<uchar4>(1920 * 1080, 90), b = device<uchar4>(1500 * 900);
    RUN(k_resize_bilinear<<<dim3(47, 113), dim3(32, 8)>>>(a, b, 1920, 1080, 1500, 900));
    release(a, b);
  }
  if (chosen(argc, argv, "rgb_to_yuv")) {
    auto in = device<uchar3>(3 * Mi, 77);
    auto y = device<unsigned char>(3 * Mi), u = device<unsigned char>(3 * Mi),
         v = device<unsigned char>(3 * Mi);
    RUN(k_rgb_to_yuv<<<6144, 512>>>(in, y, u, v, 3 * Mi));
    release(in, y, u, v);
  }
  if (chosen(argc, argv, "median3x3")) {
    auto a = integers<unsigned char>(1920 * 1080, 256), b = device<unsigned char>(1920 * 1080);
    RUN(k_median3x3<<<dim3(60, 135), dim3(32, 8)>>>(a, b, 1920, 1080));
    release(a, b);
  }
  if (chosen(argc, argv, "equalise")) {
    auto table = integers<unsigned char>(256, 256), raw = integers<unsigned char>(16 * Mi, 256);
    auto in = reinterpret_cast<uchar4*>(raw), out = device<uchar4>(4 * Mi);
    RUN(k_equalise<<<528, 512>>>(table, in, out, 4 * Mi));
    release(table, raw, out);
  }
  if (chosen(argc, argv, "scharr_tile")) {
    auto a = integers<unsigned char>(1600 * 1200, 256), way = device<unsigned char>(1600 * 1200);
    auto length = device<float>(1600 * 1200);
    RUN(k_scharr_tile<<<dim3(100, 75), dim3(16, 16)>>>(a, length, way, 1600, 1200));
    release(a, way, length);
  }
  if (chosen(argc, argv, "rotate_30")) {
    auto a = numbers(2048 * 2048), b = device<float>(2048 * 2048);
    RUN(k_rotate<<<dim3(128, 128), dim3(16, 16)>>>(a, b, 2048, 0.5f, 0.8660254f));
    release(a, b);
  }
  if (chosen(argc, argv, "rotate_90_of_rows")) {
    auto a = numbers(1536 * 1536), b = device<float>(1536 * 1536);
    RUN(k_rotate<<<dim3(6, 1536), 256>>>(a, b, 1536, 1, 0));
    release(a, b);
  }
  if (chosen(argc, argv, "alpha_blend")) {
    auto a = device<uchar4>(4 * Mi, 100), b = device<uchar4>(4 * Mi, 50);
    RUN(k_alpha_blend<<<16384, 256>>>(a, b, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "erode_r3")) {
    auto a = integers<unsigned char>(1920 * 1080, 256), b = device<unsigned char>(1920 * 1080);
    RUN(k_erode<3><<<dim3(60, 68), dim3(32, 16)>>>(a, b, 1920, 1080));
    release(a, b);
  }
  if (chosen(argc, argv, "block_match")) {
    auto now = integers<unsigned char>(640 * 480, 256), before = integers<unsigned char>(640 * 480, 256);
    auto moved = device<int>(80 * 60);
    RUN(k_block_match<<<dim3(80, 60), 81>>>(now, before, moved, 640, 480));
    release(now, before, moved);
  }

  // Stencils

  if (chosen(argc, argv, "nine_points_32x8")) {
    auto a = numbers(2050 * 2050), b = device<float>(2050 * 2050);
    RUN(k_nine_points<32, 8><<<dim3(64, 256), dim3(32, 8)>>>(a, b, 2050, 2050));
    release(a, b);
  }
  if (chosen(argc, argv, "nine_points_64x16")) {
    auto a = numbers(2050 * 1026), b = device<float>(2050 * 1026);
    RUN(k_nine_points<64, 16><<<dim3(32, 64), dim3(64, 16)>>>(a, b, 2050, 1026));
    release(a, b);
  }
  if (chosen(argc, argv, "heat3d_8x8x8")) {
    auto a = numbers(160 * 160 * 160), b = device<float>(160 * 160 * 160);
    RUN(k_heat3d_naive<<<dim3(20, 20, 20), dim3(8, 8, 8)>>>(a, b, 160, 160, 160, 0.1f));
    release(a, b);
  }
  if (chosen(argc, argv, "heat3d_128x1x4")) {
    auto a = numbers(256 * 128 * 100), b = device<float>(256 * 128 * 100);
    RUN(k_heat3d_naive<<<dim3(2, 128, 25), dim3(128, 1, 4)>>>(a, b, 256, 128, 100, 0.1f));
    release(a, b);
  }
  if (chosen(argc, argv, "box27")) {
    auto a = numbers(130 * 130 * 130), b = device<float>(130 * 130 * 130);
    RUN(k_box27<<<dim3(4, 16, 128), dim3(32, 8)>>>(a, b, 130));
    release(a, b);
  }
  if (chosen(argc, argv, "box27_tile")) {
    auto a = numbers(130 * 130 * 130), b = device<float>(130 * 130 * 130);
    RUN(k_box27_tile<<<dim3(16, 16, 32), dim3(8, 8, 4)>>>(a, b, 130));
    release(a, b);
  }
  if (chosen(argc, argv, "wave2d_1024")) {
    auto a = numbers(2560 * 1440), b = device<float>(2560 * 1440);
    RUN(k_wave2d<<<dim3(80, 45), dim3(32, 32)>>>(a, b, 2560, 1440, 0.2f));
    release(a, b);
  }
  if (chosen(argc, argv, "red_black")) {
    auto u = device<float>(2050 * 2050), f = numbers(2050 * 2050);
    RUN(k_red_black<<<dim3(32, 256), dim3(32, 8)>>>(u, f, 2050, 0));
    release(u, f);
  }
  if (chosen(argc, argv, "lattice_step")) {
    auto a = numbers(9 * 1024 * 512, 0.5, 1), b = device<float>(9 * 1024 * 512);
    set_lattice();
    RUN(k_lattice_step<<<dim3(8, 512), 128>>>(a, b, 1024, 512, 1.2f));
    release(a, b);
  }
  if (chosen(argc, argv, "line_steps_8_1024")) {
    auto a = numbers(Mi), b = device<float>(Mi);
    RUN(k_line_steps<1024, 8><<<blocks_for(Mi, 1008), 1024>>>(a, b, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "line_steps_32_256")) {
    auto a = numbers(400000), b = device<float>(400000);
    RUN(k_line_steps<256, 32><<<blocks_for(400000, 192), 256>>>(a, b, 400000));
    release(a, b);
  }
  if (chosen(argc, argv, "advect_double")) {
    auto q = numbers<double>(1024 * 1024), u = numbers<double>(1024 * 1024, -1, 1),
         v = numbers<double>(1024 * 1024, -1, 1), next = device<double>(1024 * 1024);
    RUN(k_advect_double<<<dim3(16, 256), dim3(64, 4)>>>(q, u, v, next, 1024, 1024, 0.1));
    release(q, u, v, next);
  }
  if (chosen(argc, argv, "gray_scott")) {
    auto a = reinterpret_cast<float2*>(numbers(2 * 1400 * 1400)), b = device<float2>(1400 * 1400);
    RUN(k_gray_scott<<<dim3(88, 88), dim3(16, 16)>>>(a, b, 1400));
    release(a, b);
  }

  // Dynamic programming

  if (chosen(argc, argv, "align_tiles")) {
    auto a = integers<char>(2000 * 32, 4), b = reinterpret_cast<char*>(integers<unsigned char>(2000 * 32, 3));
    auto score = device<int>(2000 * 1024);
    RUN(k_align_tiles<<<2000, 32>>>(a, b, score));
    release(a, b, score);
  }
  if (chosen(argc, argv, "lcs_diagonal")) {
    auto a = integers<char>(300000, 4), b = integers<char>(300000, 3);
    auto last2 = integers<int>(300001, 1000), last = integers<int>(300001, 1000), now = device<int>(300001);
    RUN(k_lcs_diagonal<<<blocks_for(300000, 256), 256>>>(a, b, last2, last, now, 300001, 300000));
    release(a, b, last2, last, now);
  }
  if (chosen(argc, argv, "floyd_tiles")) {
    auto first = integers<int>(640 * 640, 1000), d = device<int>(640 * 640);
    RUN(copy(d, first, 640 * 640); k_floyd_tiles<<<dim3(20, 20), dim3(32, 32)>>>(d, 640, 7));
    release(first, d);
  }
  if (chosen(argc, argv, "knapsack_one_block")) {
    auto item = ruled<int2>(100, [](size_t i) {
      return make_int2(3 + static_cast<int>(i * 37 % 90), 1 + static_cast<int>(i * 53 % 70));
    });
    auto best = device<int>(1);
    RUN(k_knapsack<<<1, 1024, 2 * 4001 * 4>>>(item, best, 100, 4000));
    release(item, best);
  }
  if (chosen(argc, argv, "edit_distance_512")) {
    auto a = integers<unsigned char>(100 * 512, 26), b = integers<unsigned char>(100 * 512, 20);
    auto out = device<int>(100);
    RUN(k_edit_distance<512><<<100, 512>>>(a, b, out));
    release(a, b, out);
  }
  if (chosen(argc, argv, "edit_distance_64")) {
    auto a = integers<unsigned char>(3000 * 64, 26), b = integers<unsigned char>(3000 * 64, 20);
    auto out = device<int>(3000);
    RUN(k_edit_distance<64><<<3000, 64>>>(a, b, out));
    release(a, b, out);
  }
  if (chosen(argc, argv, "viterbi")) {
    auto change = numbers(64 * 64, -2, 0), shows = numbers(32 * 64, -2, 0), best = device<float>(200 * 64);
    auto seen = integers<unsigned char>(200 * 64, 32), back = device<unsigned char>(200 * 64 * 64);
    RUN(k_viterbi<<<200, 64>>>(change, shows, seen, back, best, 64));
    release(change, shows, best, seen, back);
  }
  if (chosen(argc, argv, "smith_warp")) {
    auto pattern = integers<char>(4000 * 32, 4), text = integers<char>(4000 * 128, 4);
    auto best = device<int>(4000);
    RUN(k_smith_warp<<<500, 256>>>(pattern, text, best, 128, 4000));
    release(pattern, text, best);
  }

  // Matrices

  if (chosen(argc, argv, "product_naive_256")) {
    auto a = numbers(256 * 256), b = numbers(256 * 256), c = device<float>(256 * 256);
    RUN(k_product_naive<false><<<dim3(16, 16), dim3(16, 16)>>>(a, b, c, 256));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_naive_32x32")) {
    auto a = numbers(400 * 400), b = numbers(400 * 400), c = device<float>(400 * 400);
    RUN(k_product_naive<false><<<dim3(13, 13), dim3(32, 32)>>>(a, b, c, 400));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_naive_swapped")) {
    auto a = numbers(256 * 256), b = numbers(256 * 256), c = device<float>(256 * 256);
    RUN(k_product_naive<true><<<dim3(8, 32), dim3(32, 8)>>>(a, b, c, 256));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_double_16")) {
    auto a = numbers<double>(272 * 272), b = numbers<double>(272 * 272), c = device<double>(272 * 272);
    RUN(k_product_double<16><<<dim3(17, 17), dim3(16, 16)>>>(a, b, c, 272));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_coarse")) {
    auto a = numbers(512 * 512), b = numbers(512 * 512), c = device<float>(512 * 512);
    RUN(k_product_coarse<<<dim3(16, 16), dim3(32, 8)>>>(a, b, c, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_blocked_4x8")) {
    auto a = numbers(512 * 512), b = numbers(512 * 512), c = device<float>(512 * 512);
    RUN(k_product_blocked<16, 8, 4, 8, 16><<<dim3(8, 8), 128>>>(a, b, c, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_blocked_8x4_512")) {
    auto a = numbers(512 * 512), b = numbers(512 * 512), c = device<float>(512 * 512);
    RUN(k_product_blocked<16, 32, 8, 4, 8><<<dim3(4, 4), 512>>>(a, b, c, 512));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_blocked_4x4_few_blocks")) {
    auto a = numbers(256 * 256), b = numbers(256 * 256), c = device<float>(256 * 256);
    RUN(k_product_blocked<16, 16, 4, 4, 32><<<dim3(4, 4), 256>>>(a, b, c, 256));
    release(a, b, c);
  }
  if (chosen(argc, argv, "product_half")) {
    auto a = halves<half>(448 * 448);
    auto b = halves<half2>(448 * 448), c = device<half2>(448 * 224);
    RUN(k_product_half<<<dim3(14, 28), dim3(16, 16)>>>(a, b, c, 448));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemv_warp")) {
    auto a = reinterpret_cast<float4*>(numbers(6000 * 2000)), x = reinterpret_cast<float4*>(numbers(2000));
    auto y = device<float>(6000);
    RUN(k_gemv_warp<<<750, dim3(32, 8)>>>(a, x, y, 6000, 500));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_columns")) {
    auto a = numbers(30000 * 300), x = numbers(300), y = device<float>(30000);
    RUN(k_gemv_columns<<<235, 128>>>(a, x, y, 30000, 300));
    release(a, x, y);
  }
  if (chosen(argc, argv, "gemv_naive_double")) {
    auto a = numbers<double>(4000 * 1000), x = numbers<double>(1000), y = device<double>(4000);
    RUN(k_gemv_naive<<<32, 128>>>(a, x, y, 4000, 1000));
    release(a, x, y);
  }
  if (chosen(argc, argv, "trsv_block_1024")) {
    auto lower = numbers(300 * 300, 1, 2), x = numbers(300);
    RUN(k_trsv_block<<<1, 1024>>>(lower, x, 300));
    release(lower, x);
  }
  if (chosen(argc, argv, "trsm_64")) {
    auto lower = numbers(64 * 64), b = numbers(64 * 10000), x = device<float>(64 * 10000);
    RUN(k_trsm_64<<<79, 128>>>(lower, b, x, 10000));
    release(lower, b, x);
  }
  if (chosen(argc, argv, "syrk")) {
    auto a = numbers(528 * 256), c = device<float>(528 * 528);
    RUN(k_syrk<<<dim3(33, 33), dim3(16, 16)>>>(a, c, 528, 256));
    release(a, c);
  }
  if (chosen(argc, argv, "batched_4x4")) {
    auto a = reinterpret_cast<Matrix4*>(numbers(16 * 150000)),
         b = reinterpret_cast<Matrix4*>(numbers(16 * 150000));
    auto c = device<Matrix4>(150000);
    RUN(k_batched_4x4<<<586, 256>>>(a, b, c, 150000));
    release(a, b, c);
  }
  if (chosen(argc, argv, "batched_8x8_512")) {
    auto a = numbers(5000 * 512), b = numbers(5000 * 512), c = device<float>(5000 * 512);
    RUN(k_batched_8x8<<<5000, dim3(8, 8, 8)>>>(a, b, c));
    release(a, b, c);
  }
  if (chosen(argc, argv, "outer_update")) {
    auto a = device<float>(2500 * 2500), x = numbers(2500), y = numbers(2500);
    RUN(k_outer_update<<<dim3(40, 313), dim3(64, 8)>>>(a, x, y, 0.5f, 2500, 2500));
    release(a, x, y);
  }
  if (chosen(argc, argv, "cholesky_64")) {
    auto a = numbers(132 * 4096), b = device<float>(132 * 4096);
    RUN(k_cholesky_64<<<132, 256>>>(a, b));
    release(a, b);
  }
  if (chosen(argc, argv, "reflect_columns_1024")) {
    auto v = numbers(4096, 0, 0.02), a = numbers(1000 * 4096);
    RUN(k_reflect_columns<<<1000, 1024>>>(v, a, 4096));
    release(v, a);
  }
  if (chosen(argc, argv, "flip_naive_reads_lines")) {
    auto a = numbers(2048 * 2048), b = device<float>(2048 * 2048);
    RUN(k_flip_naive<true><<<dim3(64, 256), dim3(32, 8)>>>(a, b, 2048, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "flip_naive_writes_lines")) {
    auto a = numbers(3000 * 1000), b = device<float>(3000 * 1000);
    RUN(k_flip_naive<false><<<dim3(188, 63), dim3(16, 16)>>>(a, b, 3000, 1000));
    release(a, b);
  }
  if (chosen(argc, argv, "flip_naive_double_1024")) {
    auto a = numbers<double>(1024 * 1500), b = device<double>(1024 * 1500);
    RUN(k_flip_naive<true><<<dim3(47, 32), dim3(32, 32)>>>(a, b, 1024, 1500));
    release(a, b);
  }
  if (chosen(argc, argv, "flip_diagonal_16")) {
    auto a = numbers(2048 * 2048), b = device<float>(2048 * 2048);
    RUN(k_flip_diagonal<<<dim3(128, 128), dim3(16, 16)>>>(a, b, 2048));
    release(a, b);
  }
  if (chosen(argc, argv, "channels_first")) {
    auto a = numbers(4 * 56 * 56 * 256), b = device<float>(4 * 56 * 56 * 256);
    RUN(k_channels_first<<<blocks_for(4 * 56 * 56 * 256, 256), 256>>>(a, b, 56 * 56, 256, 4 * 56 * 56 * 256));
    release(a, b);
  }

  // Copies, records, gathers, loads of all kinds

  if (chosen(argc, argv, "copy_offset_1")) {
    auto a = device<float>(8 * Mi + 64), b = device<float>(8 * Mi);
    RUN(k_copy_offset<<<16384, 512>>>(a, b, 1, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_offset_17_short")) {
    auto a = device<short>(16 * Mi + 64), b = device<short>(16 * Mi);
    RUN(k_copy_offset<<<16384, 1024>>>(a, b, 17, 16 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_offset_3_bytes")) {
    auto a = device<char>(8 * Mi + 64), b = device<char>(8 * Mi);
    RUN(k_copy_offset<<<32768, 256>>>(a, b, 3, 8 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_offset_5_double2")) {
    auto a = device<double2>(2 * Mi + 64), b = device<double2>(2 * Mi);
    RUN(k_copy_offset<<<16384, 128>>>(a, b, 5, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_pitched")) {
    auto a = device<float>(1003 * 3000), b = device<float>(1024 * 3000);
    RUN(k_copy_pitched<<<dim3(32, 375), dim3(32, 8)>>>(a, 1003 * 4, b, 1024 * 4, 1000, 3000));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_with_tail")) {
    auto a = device<float>(10000003), b = device<float>(10000003);
    RUN(k_copy_with_tail<<<1024, 256>>>(a, b, 10000003));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_with_tail_small")) {
    auto a = device<float>(50003), b = device<float>(50003);
    RUN(k_copy_with_tail<<<16, 1024>>>(a, b, 50003));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_runs_8")) {
    auto a = device<int>(4 * Mi), b = device<int>(4 * Mi);
    RUN(k_copy_runs<<<1024, 512>>>(a, b, 8, 4 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "copy_runs_100")) {
    auto a = device<int>(3000000), b = device<int>(3000000);
    RUN(k_copy_runs<<<118, 256>>>(a, b, 100, 3000000));
    release(a, b);
  }
  if (chosen(argc, argv, "scale_strided_2")) {
    auto a = device<double>(8 * Mi);
    RUN(k_scale_strided<<<8192, 512>>>(a, 2, 8 * Mi));
    release(a);
  }
  if (chosen(argc, argv, "scale_strided_9")) {
    auto a = device<double>(9 * Mi);
    RUN(k_scale_strided<<<1024, 1024>>>(a, 9, 9 * Mi));
    release(a);
  }
  if (chosen(argc, argv, "read_stream_double2")) {
    auto a = device<double2>(4 * Mi);
    auto out = device<float>(1);
    RUN(k_read_stream<<<264, 1024>>>(a, out, 4 * Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "read_stream_uchar2")) {
    auto a = device<uchar2>(16 * Mi, 1);
    auto out = device<float>(1);
    RUN(k_read_stream<<<1056, 256>>>(a, out, 16 * Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "read_stream_float4_one_warp_blocks")) {
    auto a = device<float4>(2 * Mi);
    auto out = device<float>(1);
    RUN(k_read_stream<<<4224, 32>>>(a, out, 2 * Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "write_pattern_int")) {
    auto a = device<int>(16 * Mi);
    RUN(k_write_pattern<<<132, 1024>>>(a, 16 * Mi));
    release(a);
  }
  if (chosen(argc, argv, "write_pattern_short")) {
    auto a = device<short>(16 * Mi);
    RUN(k_write_pattern<<<2112, 256>>>(a, 16 * Mi));
    release(a);
  }
  if (chosen(argc, argv, "write_columns")) {
    auto a = device<float>(16384 * 64);
    RUN(k_write_columns<<<32, 512>>>(a, 64, 64));
    release(a);
  }
  if (chosen(argc, argv, "move_records")) {
    auto body = reinterpret_cast<Body*>(numbers(7 * 1000000));
    RUN(k_move_records<<<1954, 512>>>(body, 0.01f, 1000000));
    release(body);
  }
  if (chosen(argc, argv, "move_arrays")) {
    auto x = device<float>(3 * Mi), y = device<float>(3 * Mi), z = device<float>(3 * Mi),
         vx = device<float>(3 * Mi), vy = device<float>(3 * Mi), vz = device<float>(3 * Mi);
    RUN(k_move_arrays<<<3072, 1024>>>(x, y, z, vx, vy, vz, 0.01f, 3 * Mi));
    release(x, y, z, vx, vy, vz);
  }
  if (chosen(argc, argv, "sum_balances")) {
    auto accounts = ruled<Account>(500000, [](size_t i) {
      return Account{static_cast<long long>(i),
                     1.0 + i % 7,
                     5,
                     static_cast<int>(i * 7 % 10 > 6),
                     static_cast<int>(i * 2654435761u % 997),
                     0,
                     0};
    });
    auto sums = device<double>(100);
    RUN(k_sum_balances<<<1954, 256>>>(accounts, sums, 100, 500000));
    release(accounts, sums);
  }
  if (chosen(argc, argv, "scale_float3")) {
    auto v = device<float3>(4 * Mi);
    RUN(k_scale_float3<<<32768, 128>>>(v, 1.5f, 4 * Mi));
    release(v);
  }
  if (chosen(argc, argv, "gather_rows_80")) {
    auto a = device<float>(100000 * 80), b = device<float>(60000 * 80);
    auto index = integers<int>(60000, 100000);
    RUN(k_move_rows<true><<<7500, 256>>>(a, index, b, 60000, 80));
    release(a, b, index);
  }
  if (chosen(argc, argv, "gather_rows_8")) {
    auto a = device<float>(200000 * 8), b = device<float>(200000 * 8);
    auto index = hashed(200000);
    RUN(k_move_rows<true><<<6250, 1024>>>(a, index, b, 200000, 8));
    release(a, b, index);
  }
  if (chosen(argc, argv, "scatter_rows_200")) {
    auto a = device<float>(30000 * 200), b = device<float>(30000 * 200);
    auto index = hashed(30000);
    RUN(k_move_rows<false><<<1875, 512>>>(a, index, b, 30000, 200));
    release(a, b, index);
  }
  if (chosen(argc, argv, "read_again_4MiB")) {
    auto a = device<float4>(256 * Ki);
    auto out = device<float>(66 * 512);
    RUN(k_read_again<<<66, 512>>>(a, out, 256 * Ki, 5000));
    release(a, out);
  }
  if (chosen(argc, argv, "read_again_128KiB")) {
    auto a = device<float4>(8 * Ki);
    auto out = device<float>(1320 * 256);
    RUN(k_read_again<<<1320, 256>>>(a, out, 8 * Ki, 100));
    release(a, out);
  }
  if (chosen(argc, argv, "broadcast_weights")) {
    auto w = numbers(200), a = numbers(256 * Ki), b = device<float>(256 * Ki);
    RUN(k_broadcast_weights<<<256, 1024>>>(w, a, b, 200, 256 * Ki));
    release(w, a, b);
  }
  if (chosen(argc, argv, "walk_list_one_thread")) {
    auto next = reinterpret_cast<unsigned*>(hashed(16 * Ki)), out = device<unsigned>(1);
    RUN(k_walk_list<<<1, 1>>>(next, out, 400));
    release(next, out);
  }
  if (chosen(argc, argv, "walk_list_one_warp_far")) {
    auto next = reinterpret_cast<unsigned*>(hashed(8 * Mi)), out = device<unsigned>(32);
    RUN(k_walk_list<<<1, 32>>>(next, out, 100));
    release(next, out);
  }
  if (chosen(argc, argv, "walk_list_all")) {
    auto next = reinterpret_cast<unsigned*>(hashed(Mi)), out = device<unsigned>(132 * 1024);
    RUN(k_walk_list<<<132, 1024>>>(next, out, 40));
    release(next, out);
  }
  if (chosen(argc, argv, "walk_shared")) {
    auto out = device<unsigned>(132 * 256);
    RUN(k_walk_shared<<<132, 256>>>(out, 400));
    release(out);
  }
  if (chosen(argc, argv, "one_lane")) {
    auto a = device<float>(4 * Mi), out = device<float>(128 * Ki);
    RUN(k_one_lane<<<8192, 512>>>(a, out, 4 * Mi));
    release(a, out);
  }
  if (chosen(argc, argv, "four_ways")) {
    auto a = numbers(2 * Mi), b = device<float>(2 * Mi);
    auto kind = integers<unsigned char>(2 * Mi, 256);
    RUN(k_four_ways<<<4096, 512>>>(a, kind, b, 2 * Mi));
    release(a, b, kind);
  }
  if (chosen(argc, argv, "late_loads")) {
    auto table = numbers(4 * Mi), b = device<float>(Mi);
    RUN(k_late_loads<<<2048, 512>>>(table, b, 4 * Mi - 1, Mi));
    release(table, b);
  }
  if (chosen(argc, argv, "late_loads_one_wave")) {
    auto table = numbers(64 * Ki), b = device<float>(132 * Ki);
    RUN(k_late_loads<<<132, 1024>>>(table, b, 64 * Ki - 1, 132 * Ki));
    release(table, b);
  }
  if (chosen(argc, argv, "loads_in_flight_16_few_warps")) {
    auto a = device<float>(16 * 132 * 64), b = device<float>(132 * 64);
    RUN(k_loads_in_flight<16><<<132, 64>>>(a, b, 132 * 64));
    release(a, b);
  }
  if (chosen(argc, argv, "loads_in_flight_6")) {
    auto a = device<float>(6 * 2 * Mi), b = device<float>(2 * Mi);
    RUN(k_loads_in_flight<6><<<4096, 512>>>(a, b, 2 * Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "unaligned_words")) {
    auto a = integers<unsigned char>(4 * Mi + 64, 256);
    auto b = device<unsigned>(Mi);
    RUN(k_unaligned_words<<<4096, 256>>>(a, b, 1, Mi));
    release(a, b);
  }
  if (chosen(argc, argv, "zip")) {
    auto a = device<float>(6 * Mi), b = device<float>(6 * Mi);
    auto out = device<float2>(6 * Mi);
    RUN(k_zip<<<12288, 512>>>(a, b, out, 6 * Mi));
    release(a, b, out);
  }
  if (chosen(argc, argv, "unzip3")) {
    auto in = device<float>(12 * Mi), a = device<float>(4 * Mi), b = device<float>(4 * Mi),
         c = device<float>(4 * Mi);
    RUN(k_unzip3<<<16384, 256>>>(in, a, b, c, 4 * Mi));
    release(in, a, b, c);
  }
  if (chosen(argc, argv, "swap_bytes")) {
    auto data = device<uint4>(3 * Mi, 5);
    RUN(k_swap_bytes<<<3072, 1024>>>(data, 3 * Mi));
    release(data);
  }
  if (chosen(argc, argv, "shared_stride_1")) {
    auto a = numbers(2048), b = device<float>(264 * 512);
    RUN(k_shared_stride<1><<<264, 512>>>(a, b, 200));
    release(a, b);
  }
  if (chosen(argc, argv, "shared_stride_4")) {
    auto a = numbers(2048), b = device<float>(132 * 1024);
    RUN(k_shared_stride<4><<<132, 1024>>>(a, b, 200));
    release(a, b);
  }
  if (chosen(argc, argv, "shared_stride_32")) {
    auto a = numbers(2048), b = device<float>(132 * 256);
    RUN(k_shared_stride<32><<<132, 256>>>(a, b, 100));
    release(a, b);
  }
  if (chosen(argc, argv, "shared_random")) {
    auto index = integers<unsigned short>(40 * 132 * 512, 8192);
    auto b = device<float>(132 * 512);
    RUN(k_shared_random<<<132, 512, 32768>>>(index, b, 40, 132 * 512));
    release(index, b);
  }
  if (chosen(argc, argv, "rows_ahead_256")) {
    auto a = device<float4>(132 * 256 * 40), b = device<float4>(132 * 256);
    RUN(k_rows_ahead<256><<<132, 256>>>(a, b, 40));
    release(a, b);
  }
  if (chosen(argc, argv, "rows_ahead_1024")) {
    auto a = device<float4>(264 * 1024 * 10), b = device<float4>(264 * 1024);
    RUN(k_rows_ahead<1024><<<264, 1024>>>(a, b, 10));
    release(a, b);
  }
  if (chosen(argc, argv, "barriers_1024_two_waves")) {
    auto a = integers<int>(400 * 1024, 9), b = device<int>(400 * 1024);
    RUN(k_barriers<<<400, 1024>>>(a, b, 12));
    release(a, b);
  }
  if (chosen(argc, argv, "barriers_512_one_block")) {
    auto a = integers<int>(512, 9), b = device<int>(512);
    RUN(k_barriers<<<1, 512>>>(a, b, 300));
    release(a, b);
  }
  if (chosen(argc, argv, "until_all_512")) {
    auto a = numbers(2000 * 512, 0, 1e6);
    auto halvings = device<int>(2000);
    RUN(k_until_all<<<2000, 512>>>(a, halvings));
    release(a, halvings);
  }
  if (chosen(argc, argv, "cluster_block")) {
    auto points = reinterpret_cast<float2*>(numbers(2 * 20000)),
         first = reinterpret_cast<float2*>(numbers(2 * 16)), centres = device<float2>(16);
    RUN(copy(centres, first, 16); k_cluster_block<<<1, 512>>>(points, centres, 16, 20000));
    release(points, first, centres);
  }
  return 0;
}
