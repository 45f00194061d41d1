// Launches that judge the model of kernel time: written without a look at it, at its errors or at the earlier
// sets, and measured before anything was fitted to them; rules have been learned from them since.
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 outside.cu -o outside_gpu
//   ./outside_gpu --list | NAME... | all
#include "common.h"
#include "outside_kernels.h"

constexpr int ceil_div(long long n, int d) { return static_cast<int>((n + d - 1) / d); }

dim3 grid_over(int w, int h, dim3 block) { return dim3(ceil_div(w, block.x), ceil_div(h, block.y)); }

// Returns n numbers as 16-bit T (or pairs of them), in [low, high).
template <class Scalar, class T = Scalar>
T* sixteen_bit(size_t n, double low = -1, double high = 1) {
  std::vector<Scalar> values(n);
  Random random;
  for (Scalar& v : values) v = Scalar(static_cast<float>(low + (high - low) * (random() / 4294967296.0)));
  return reinterpret_cast<T*>(upload(values));
}

template <class T>
T* as(float* p) {
  return reinterpret_cast<T*>(p);
}

int* sorted(int n, int limit) {
  std::vector<int> values(n);
  Random random;
  for (int& v : values) v = random.below(limit);
  std::sort(values.begin(), values.end());
  return upload(values);
}

// Returns n integers in [0, limit) with repeats of small ones.
template <class T>
T* mostly_small(size_t n, int limit) {
  std::vector<T> values(n);
  Random random;
  for (T& v : values) v = static_cast<T>(random.below(1 + random.below(1 + random.below(limit))));
  return upload(values);
}

void streaming(int argc, char** argv) {
  if (chosen(argc, argv, "axpby_grid_stride")) {
    int n = 4 * Mi;
    float *x = numbers(n), *y = numbers(n), *z = device<float>(n);
    RUN(axpby<<<1056, 256>>>(n, 2.5f, x, -1.0f, y, z));
    release(x, y, z);
  }
  if (chosen(argc, argv, "triad_double")) {
    int n = 3000000;
    double *a = device<double>(n), *b = numbers<double>(n), *c = numbers<double>(n);
    RUN(stream_triad<<<ceil_div(n, 512), 512>>>(a, b, c, 3.0, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "copy_16m_bytes")) {
    int n = 16 * Mi;
    auto *in = integers<unsigned char>(n, 256), *out = device<unsigned char>(n);
    RUN(copyBytes<<<n / 1024, 1024>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "lag_17_difference")) {
    int n = 8000000;
    float *in = numbers(n), *out = device<float>(n);
    RUN(lagged_difference<<<ceil_div(n, 192), 192>>>(in, out, n, 17));
    release(in, out);
  }
  if (chosen(argc, argv, "bodies_aos_28_bytes")) {
    int n = 1500000;
    float* b = numbers(7 * n);
    RUN(advance_bodies<<<ceil_div(n, 128), 128>>>(as<Body>(b), n, 0.001f));
    release(b);
  }
  if (chosen(argc, argv, "bodies_soa_7_arrays")) {
    int n = 1500000;
    BodyArrays s{numbers(n), numbers(n), numbers(n), numbers(n), numbers(n), numbers(n), numbers(n)};
    RUN(advance_arrays<<<ceil_div(n, 128), 128>>>(s, n, 0.001f));
    release(s.x, s.y, s.z, s.vx, s.vy, s.vz, s.life);
  }
  if (chosen(argc, argv, "xor_64mb_16_byte_loads")) {
    int n = 4 * Mi;
    auto *a = reinterpret_cast<uint4*>(integers<unsigned>(4 * n, 1 << 30)), *out = device<uint4>(n);
    auto* key = reinterpret_cast<uint4*>(integers<unsigned>(64, 1 << 30));
    RUN(xor_wide<<<n / 1024, 256>>>(a, key, out));
    release(a, key, out);
  }
  if (chosen(argc, argv, "bf16_lerp_pairs")) {
    int pairs = 6 * Mi;
    auto* a = sixteen_bit<__nv_bfloat16, __nv_bfloat162>(2 * pairs);
    auto* b = sixteen_bit<__nv_bfloat16, __nv_bfloat162>(2 * pairs);
    auto* out = device<__nv_bfloat162>(pairs);
    RUN(bf16_lerp<<<132 * 4, 512>>>(a, b, out, 0.3f, pairs));
    release(a, b, out);
  }
  if (chosen(argc, argv, "hwc_to_chw_1080p")) {
    int w = 1920, h = 1080;
    auto* in = integers<uint8_t>(3 * w * h, 256);
    float* out = device<float>(3 * w * h);
    dim3 block(16, 16);
    RUN(hwc_to_chw<<<grid_over(w, h, block), block>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "fill_96mb")) {
    int n = 6 * Mi;
    auto* out = device<float4>(n);
    RUN(fill_wave<<<n / 256, 256>>>(out, n, 0.5f));
    release(out);
  }
  if (chosen(argc, argv, "checksum_1024_blocks")) {
    int words = 16 * Mi;
    auto* in = integers<uint32_t>(words, 1 << 30);
    auto* out = device<uint2>(1024);
    RUN(block_checksum<<<1024, 256>>>(in, out, words / 1024));
    release(in, out);
  }
  if (chosen(argc, argv, "ema_chunk_per_thread")) {
    int threads = 32768, chunk = 64;
    float *in = numbers(threads * chunk), *out = device<float>(threads * chunk);
    RUN(chunk_per_thread<<<threads / 128, 128>>>(in, out, chunk));
    release(in, out);
  }
  if (chosen(argc, argv, "vector_add_1000")) {
    int n = 1000;
    float *a = numbers(n), *b = numbers(n), *c = device<float>(n);
    RUN(vec_add_tiny<<<4, 256>>>(a, b, c, n));
    release(a, b, c);
  }
}

void rearrangements(int argc, char** argv) {
  if (chosen(argc, argv, "transpose_plain_2048x1536")) {
    int rows = 2048, cols = 1536;
    float *in = numbers(rows * cols), *out = device<float>(rows * cols);
    dim3 block(16, 16);
    RUN(transpose_plain<<<grid_over(cols, rows, block), block>>>(in, out, rows, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_padded_3000x2000")) {
    int w = 3000, h = 2000;
    float *in = numbers(w * h), *out = device<float>(w * h);
    dim3 block(TILE_DIM, BLOCK_ROWS), grid(ceil_div(w, TILE_DIM), ceil_div(h, TILE_DIM));
    RUN(transposeNoConflicts<<<grid, block>>>(out, in, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "transpose_double_unpadded")) {
    int n = 1536;
    double *in = numbers<double>(n * n), *out = device<double>(n * n);
    RUN(transpose_double_16<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "permute_0213_half")) {
    int seq = 512, heads = 16, dim = 64, total = 8 * seq * heads * dim;
    auto *in = sixteen_bit<__half>(total), *out = device<__half>(total);
    RUN(permute_0213<<<total / 256, 256>>>(in, out, seq, heads, dim, total));
    release(in, out);
  }
  if (chosen(argc, argv, "morton_order_2048")) {
    int n = 2048 * 2048;
    float *in = numbers(n), *out = device<float>(n);
    RUN(linear_to_morton<<<n / 512, 512>>>(in, out, 11));
    release(in, out);
  }
}

void stencils(int argc, char** argv) {
  if (chosen(argc, argv, "jacobi_2048")) {
    int n = 2048;
    float *u = numbers(n * n), *un = device<float>(n * n), *f = numbers(n * n);
    dim3 block(32, 8);
    RUN(jacobi5<<<grid_over(n, n, block), block>>>(u, un, f, n, n, 1e-6f));
    release(u, un, f);
  }
  if (chosen(argc, argv, "heat_3d_marching")) {
    int nx = 384, ny = 256, nz = 48;
    float *in = numbers(nx * ny * nz), *out = device<float>(nx * ny * nz);
    RUN(heat7_march<<<dim3(nx / 32, ny / 16), dim3(32, 16)>>>(in, out, nx, ny, nz, 0.1f));
    release(in, out);
  }
  if (chosen(argc, argv, "stencil_1d_radius_9")) {
    int n = 3000000;
    int *in = integers<int>(n, 100), *out = device<int>(n);
    RUN(stencil_1d<<<ceil_div(n, BLOCK_SIZE), BLOCK_SIZE>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "biharmonic_double")) {
    int n = 1500;
    double *in = numbers<double>(n * n), *out = device<double>(n * n);
    RUN(biharmonic13<<<dim3(ceil_div(n - 4, 128), n - 4), 128>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "heat_pyramid_4_steps")) {
    int w = 1024, h = 768;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(heat_pyramid<4><<<dim3(ceil_div(w, 24), ceil_div(h, 24)), dim3(32, 32)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "box_27_points")) {
    int n = 96;
    float *in = numbers(n * n * n), *out = device<float>(n * n * n);
    RUN(box27<<<dim3(n / 16, n / 4, n / 4), dim3(16, 4, 4)>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "plucked_string_one_block")) {
    float *in = numbers(1024), *out = device<float>(800);
    RUN(plucked_string<<<1, 1024>>>(in, out, 800));
    release(in, out);
  }
  if (chosen(argc, argv, "red_black_gauss_seidel")) {
    int n = 2050;
    float *u = numbers(n * n), *rhs = numbers(n * n);
    RUN(gauss_seidel_colour<<<dim3(8, 512), dim3(128, 4)>>>(u, rhs, n, 0));
    release(u, rhs);
  }
}

void reductions(int argc, char** argv) {
  if (chosen(argc, argv, "reduce_modulo_2m")) {
    int n = 2 * Mi;
    int *in = integers<int>(n, 100), *out = device<int>(n / 256);
    RUN(reduce_modulo<<<n / 256, 256, 1024>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "norm_squared_64mb")) {
    int n = 16 * Mi;
    float *in = numbers(n), *out = device<float>(1);
    RUN(norm_squared<<<132 * 8, 256>>>(as<float4>(in), out, n / 4));
    release(in, out);
  }
  if (chosen(argc, argv, "row_max_by_warp")) {
    int rows = 8192, cols = 1000;
    float *in = numbers(rows * cols), *out = device<float>(rows);
    RUN(row_max_warp<<<rows / 4, 128>>>(in, out, rows, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "column_sums_4000x2000")) {
    int rows = 4000, cols = 2000;
    float *in = numbers(rows * cols), *out = device<float>(cols);
    RUN(column_sums_2d<<<dim3(ceil_div(cols, 32), 10), dim3(32, 8)>>>(in, out, rows, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "argmin_one_block_400k")) {
    float* in = numbers(400000);
    int* out = device<int>(1);
    RUN(argmin_single_block<<<1, 1024>>>(in, 400000, out));
    release(in, out);
  }
  if (chosen(argc, argv, "ranges_of_40_by_tiles_of_8")) {
    int groups = 200000;
    float* in = numbers(40 * groups);
    auto* out = device<float2>(groups);
    RUN(tile_ranges<<<ceil_div(groups, 32), 256>>>(in, out, groups));
    release(in, out);
  }
  if (chosen(argc, argv, "dot_double_last_block")) {
    int n = 3000000;
    double *a = numbers<double>(n), *b = numbers<double>(n), *parts = device<double>(528),
           *dot = device<double>(1);
    unsigned* finished = device<unsigned>(1);
    RUN(dot_last_block<<<528, 256>>>(a, b, parts, finished, dot, n));
    release(a, b, parts, dot, finished);
  }
  if (chosen(argc, argv, "welford_8192_rows")) {
    int rows = 8192, cols = 700;
    float *in = numbers(rows * cols), *mean = device<float>(rows), *var = device<float>(rows);
    RUN(welford_rows<<<rows, 32>>>(in, mean, var, cols));
    release(in, mean, var);
  }
  if (chosen(argc, argv, "mean_of_ragged_segments")) {
    int n = 100000;
    std::vector<int> start(1);
    Random random;
    for (int k = 0; k < n; ++k) start.push_back(start.back() + random.below(1 + random.below(100)));
    float *in = numbers(start.back() + 1), *out = device<float>(n);
    int* offsets = upload(start);
    RUN(segment_mean<<<ceil_div(n, 64), 64>>>(in, offsets, out, n));
    release(in, out, offsets);
  }
}

void scans_and_sorts(int argc, char** argv) {
  if (chosen(argc, argv, "hillis_steele_1024")) {
    int blocks = 1000;
    int *in = integers<int>(blocks * 1024, 10), *out = device<int>(blocks * 1024);
    RUN(hillis_steele<<<blocks, 1024>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "blelloch_scan_1024")) {
    int blocks = 1500;
    float *in = numbers(blocks * 1024), *out = device<float>(blocks * 1024);
    RUN(prescan<<<blocks, 512, 4096>>>(out, in, 1024));
    release(in, out);
  }
  if (chosen(argc, argv, "scan_500k_one_block")) {
    auto *in = integers<unsigned>(500000, 10), *out = device<unsigned>(500000);
    RUN(scan_one_block<<<1, 512>>>(in, out, 500000));
    release(in, out);
  }
  if (chosen(argc, argv, "compact_by_ballot_4m")) {
    int n = 4000000;
    float *in = numbers(n, -1, 1), *out = device<float>(n);
    int* count = device<int>(1);
    RUN(OK(cudaMemset(count, 0, 4)); compact_positive<<<ceil_div(n, 256), 256>>>(in, out, count, n));
    release(in, out, count);
  }
  if (chosen(argc, argv, "byte_histogram_global")) {
    int n = 4 * Mi;
    auto* in = integers<unsigned char>(n, 256);
    auto* bins = device<unsigned>(256);
    RUN(histogram_global<<<n / 256, 256>>>(in, bins, n));
    release(in, bins);
  }
  if (chosen(argc, argv, "byte_histogram_shared_skewed")) {
    int n = 12 * Mi;
    auto* in = mostly_small<unsigned char>(n, 256);
    auto* bins = device<unsigned>(256);
    RUN(histo_shared<<<264, 256>>>(in, n, bins));
    release(in, bins);
  }
  if (chosen(argc, argv, "joint_histogram_256")) {
    int n = 4 * Mi;
    float *a = numbers(n), *b = numbers(n + 1) + 1;
    auto* bins = device<unsigned>(256 * 256);
    RUN(joint_histogram<<<528, 256>>>(a, b, bins, n, 256));
    release(a, b - 1);
    release(bins);
  }
  if (chosen(argc, argv, "bitonic_1024_per_block")) {
    int blocks = 500;
    auto *in = integers<unsigned>(blocks * 1024, 1 << 30), *out = device<unsigned>(blocks * 1024);
    RUN(bitonic_block<<<blocks, 512>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "odd_even_sort_256")) {
    int blocks = 400, n = 256;
    int *in = integers<int>(blocks * n, 100000), *out = device<int>(blocks * n);
    RUN(odd_even_sort<<<blocks, 128, n * 4>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "radix_digit_counts_4m")) {
    int n = 4000000, blocks = ceil_div(n, 2048);
    auto *in = integers<unsigned>(n, 1 << 30), *out = device<unsigned>(16 * blocks);
    RUN(radix_digit_counts<<<blocks, 256>>>(in, out, n, 8));
    release(in, out);
  }
  if (chosen(argc, argv, "merge_two_of_1500k")) {
    int n = 1500000;
    int *a = sorted(n, 1 << 30), *b = sorted(n, 1 << 29), *out = device<int>(2 * n);
    RUN(merge_path<<<ceil_div(2 * n, 8 * 128), 128>>>(a, n, b, n, out));
    release(a, b, out);
  }
  if (chosen(argc, argv, "rank_sort_6000")) {
    float *in = numbers(6000), *out = device<float>(6000);
    RUN(rank_sort<<<ceil_div(6000, 128), 128>>>(in, out, 6000));
    release(in, out);
  }
}

void sparse_and_graphs(int argc, char** argv) {
  if (chosen(argc, argv, "csr_scalar_banded")) {
    Sparse m = banded(200000, 7);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_csr_scalar<<<ceil_div(m.rows, 256), 256>>>(m.rows, m.start, m.column, m.value, x, y));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "csr_vector_skewed")) {
    Sparse m = skewed(60000, 16, 600);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_csr_vector<<<ceil_div(m.rows, 8), 256>>>(m.rows, m.start, m.column, m.value, x, y));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "ell_double_width_12")) {
    int rows = 250000, width = 12;
    int* col = integers<int>(rows * width, rows);
    double *val = numbers<double>(rows * width), *x = numbers<double>(rows), *y = device<double>(rows);
    RUN(spmv_ell<<<ceil_div(rows, 192), 192>>>(rows, width, col, val, x, y));
    release(col, val, x, y);
  }
  if (chosen(argc, argv, "coo_atomic")) {
    Sparse m = scattered(150000, 10);
    float *x = numbers(m.rows), *y = device<float>(m.rows);
    RUN(spmv_coo_atomic<<<ceil_div(m.entries, 256), 256>>>(m.entries, m.row, m.column, m.value, x, y));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "spmm_32_columns")) {
    Sparse m = scattered(40000, 16);
    float *x = numbers(32 * m.rows), *y = device<float>(32 * m.rows);
    RUN(spmm_row_per_warp<<<m.rows / 8, dim3(32, 8)>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "sddmm_64")) {
    Sparse m = scattered(20000, 20);
    float *u = numbers(64 * m.rows), *v = numbers(64 * m.rows), *out = device<float>(m.entries);
    RUN(sddmm<<<ceil_div(m.entries, 16), 256>>>(m.row, m.column, u, v, out, m.entries));
    release(m);
    release(u, v, out);
  }
  if (chosen(argc, argv, "bfs_level_400k")) {
    Sparse m = scattered(400000, 8);
    std::vector<int> levels(m.rows);
    Random random;
    for (int& l : levels) l = random.below(10) < 3 ? 4 : random.below(3) - 1;
    int *level = upload(levels), *next = device<int>(m.rows, 0x7f);
    RUN(bfs_level<<<ceil_div(m.rows, 512), 512>>>(m.start, m.column, level, next, m.rows, 4));
    release(m);
    release(level, next);
  }
  if (chosen(argc, argv, "degree_count_3m_edges")) {
    int m = 3000000;
    auto* edges = reinterpret_cast<int2*>(integers<int>(2 * m, 100000));
    int* degree = device<int>(100000);
    RUN(count_degrees<<<132 * 8, 256>>>(edges, degree, m));
    release(edges, degree);
  }
  if (chosen(argc, argv, "pagerank_pull_300k")) {
    Sparse m = scattered(300000, 10);
    float *rank = numbers(m.rows), *next = device<float>(m.rows);
    int* degree = integers<int>(m.rows, 20);
    RUN(pagerank_pull<<<ceil_div(m.rows, 128), 128>>>(m.start, m.column, rank, degree, next, m.rows));
    release(m);
    release(rank, next, degree);
  }
  if (chosen(argc, argv, "triangles_360k_edges")) {
    Sparse m = scattered(30000, 12);
    auto* total = device<unsigned long long>(1);
    RUN(triangles<<<ceil_div(m.entries, 256), 256>>>(m.start, m.row, m.column, total, m.entries));
    release(m);
    release(total);
  }
}

void tables(int argc, char** argv) {
  if (chosen(argc, argv, "hash_insert_1500k")) {
    int n = 1500000, slots = 4 * Mi;
    int* keys = hashed(n);
    auto* table = device<unsigned>(slots);
    RUN(OK(cudaMemset(table, 0xff, slots * 4ull));
        hash_insert<<<ceil_div(n, 256), 256>>>(keys, n, table, slots - 1));
    release(keys, table);
  }
  if (chosen(argc, argv, "hash_find_2m")) {
    int n = 2000000;
    unsigned slots = 8 * Mi;
    std::vector<uint2> entries(slots, make_uint2(~0u, 0));
    for (unsigned key = 0; key < 4000000; ++key) {
      unsigned slot = murmur_mix(key) & (slots - 1);
      while (entries[slot].x != ~0u) slot = (slot + 1) & (slots - 1);
      entries[slot] = make_uint2(key, key * 7);
    }
    uint2* table = upload(entries);
    int* wanted = integers<int>(n, 5000000);
    auto* values = device<unsigned>(n);
    RUN(hash_find<<<132 * 6, 256>>>(table, slots - 1, wanted, values, n));
    release(table, wanted, values);
  }
  if (chosen(argc, argv, "bloom_query_8mb")) {
    int n = 3000000;
    auto *bits = integers<unsigned>(2 * Mi, 0x7fffffff), *items = integers<unsigned>(n, 1 << 30);
    auto* maybe = device<unsigned char>(n);
    RUN(bloom_query<<<ceil_div(n, 256), 256>>>(bits, 64 * Mi - 1, items, maybe, n));
    release(bits, items, maybe);
  }
  if (chosen(argc, argv, "take_floats_from_128mb")) {
    int n = 3000000, size = 32 * Mi;
    float *table = device<float>(size, 1), *out = device<float>(n);
    int* index = integers<int>(n, size);
    RUN(take<<<ceil_div(n, 256), 256>>>(table, index, out, n));
    release(table, out, index);
  }
  if (chosen(argc, argv, "take_double2_runs_of_8")) {
    int n = Mi;
    auto* table = reinterpret_cast<double2*>(numbers<double>(2 * n));
    auto* out = device<double2>(n);
    int* index = hashed(n, 8);
    RUN(take<<<n / 128, 128>>>(table, index, out, n));
    release(table, out, index);
  }
  if (chosen(argc, argv, "scatter_pairs_2m")) {
    int n = 2 * Mi;
    int* where = hashed(n);
    float* what = numbers(2 * n);
    auto* out = device<float2>(n);
    RUN(scatter_pairs<<<n / 256, 256>>>(where, as<float2>(what), out, n));
    release(where, what, out);
  }
  if (chosen(argc, argv, "chase_16mb_one_warp")) {
    int *next = hashed(4 * Mi), *last = device<int>(32);
    RUN(follow_links<<<1, 32>>>(next, last, 300, 4099));
    release(next, last);
  }
  if (chosen(argc, argv, "chase_8kb_one_thread")) {
    int *next = hashed(2048), *last = device<int>(1);
    RUN(follow_links<<<1, 1>>>(next, last, 4000, 0));
    release(next, last);
  }
  if (chosen(argc, argv, "lower_bound_500k_in_4m")) {
    int n = 4000000, m = 500000;
    int *keys = sorted(n, 1 << 30), *queries = integers<int>(m, 1 << 30), *out = device<int>(m);
    RUN(lower_bounds<<<ceil_div(m, 256), 256>>>(keys, n, queries, out, m));
    release(keys, queries, out);
  }
  if (chosen(argc, argv, "tree_descend_depth_20")) {
    int m = 800000;
    float *heap = numbers(Mi), *queries = numbers(m);
    int* out = device<int>(m);
    RUN(tree_descend<<<132 * 4, 256>>>(heap, 20, queries, out, m));
    release(heap, queries, out);
  }
}

void matrices(int argc, char** argv) {
  if (chosen(argc, argv, "matmul_naive_320")) {
    int n = 320;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(MatrixMulKernel<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile_16_of_384")) {
    int n = 384;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(matmul_tiled<16, float><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "matmul_tile_32_double")) {
    int n = 320;
    double *a = numbers<double>(n * n), *b = numbers<double>(n * n), *c = device<double>(n * n);
    RUN(matmul_tiled<32, double><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "sgemm_8x8_a_thread")) {
    int m = 1024, n = 1024, k = 96;
    float *a = numbers(m * k), *b = numbers(k * n), *c = device<float>(m * n);
    RUN(sgemm_8x8<<<dim3(n / 128, m / 128), 256>>>(a, b, c, m, n, k));
    release(a, b, c);
  }
  if (chosen(argc, argv, "batched_6x6_100k")) {
    int n = 100000;
    float *a = numbers(36 * n), *b = numbers(36 * n), *c = device<float>(36 * n);
    RUN(batched_small<6><<<ceil_div(n, 128), 128>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "hgemm_half2_384")) {
    int n = 384;
    auto* a = sixteen_bit<__half>(n * n);
    auto* b = sixteen_bit<__half, __half2>(n * n);
    auto* c = device<__half2>(n * n / 2);
    RUN(hgemm_half2<<<dim3(n / 32, n / 16), dim3(16, 16)>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "wmma_from_global_512")) {
    int n = 512;
    auto *a = sixteen_bit<__half>(n * n), *b = sixteen_bit<__half>(n * n);
    float* c = device<float>(n * n);
    RUN(simple_wmma<<<dim3(n / 16, n / 64), 128>>>(a, b, c, n, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "wmma_bf16_staged_640")) {
    int n = 640;
    auto *a = sixteen_bit<__nv_bfloat16>(n * n), *b = sixteen_bit<__nv_bfloat16>(n * n);
    float* c = device<float>(n * n);
    RUN(wmma_staged<<<dim3(n / 64, n / 64), 128>>>(a, b, c, n, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemv_4096")) {
    int n = 4096;
    float *a = numbers(n * n), *x = numbers(n), *y = device<float>(n);
    RUN(gemv_block_per_row<<<n, 128>>>(a, x, y, n));
    release(a, x, y);
  }
  if (chosen(argc, argv, "int8_dot4_384")) {
    int n = 384, k4 = 192;
    int *a = integers<int>(n * k4, 0x7fffffff), *b = integers<int>(n * k4, 0x7fffffff),
        *c = device<int>(n * n);
    RUN(int8_dot4<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n, k4));
    release(a, b, c);
  }
  if (chosen(argc, argv, "lu_32x32_double_400")) {
    double *in = numbers<double>(400 * 1024), *out = device<double>(400 * 1024);
    RUN(lu_blocks<<<400, dim3(32, 32)>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "cholesky_10_each")) {
    int n = 32768;
    float *in = numbers(100 * n), *out = device<float>(100 * n);
    RUN(cholesky_each<<<n / 64, 64>>>(in, out, n, 10));
    release(in, out);
  }
}

void networks(int argc, char** argv) {
  if (chosen(argc, argv, "softmax_3000x1200")) {
    int rows = 3000, cols = 1200;
    float *in = numbers(rows * cols, -4, 4), *out = device<float>(rows * cols);
    RUN(softmax_rows<<<rows, 256>>>(in, out, cols));
    release(in, out);
  }
  if (chosen(argc, argv, "softmax_warp_half_512")) {
    int rows = 10000;
    auto* in = sixteen_bit<__half, __half2>(rows * 512);
    auto* out = device<__half2>(rows * 256);
    RUN(softmax_warp_half<<<rows / 4, 128>>>(in, out, rows));
    release(in, out);
  }
  if (chosen(argc, argv, "layer_norm_4096x1024")) {
    int rows = 4096, cols = 1024;
    float *in = numbers(rows * cols), *w = numbers(cols), *b = numbers(cols),
          *out = device<float>(rows * cols);
    RUN(layer_norm<<<rows, 512>>>(in, w, b, out, cols));
    release(in, w, b, out);
  }
  if (chosen(argc, argv, "decode_attention_256_heads")) {
    int heads = 256, seq = 1024;
    float *q = numbers(heads * 64, -1, 1), *out = device<float>(heads * 64);
    auto* k = sixteen_bit<__half, __half2>(heads * seq * 64);
    auto* v = sixteen_bit<__half>(heads * seq * 64);
    RUN(decode_attention<<<heads, 256, seq * 4>>>(q, k, v, out, seq));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "tiled_attention_16_heads")) {
    int heads = 16, seq = 256, n = heads * seq * 32;
    float *q = numbers(n, -1, 1), *k = numbers(n, -1, 1), *v = numbers(n, -1, 1), *out = device<float>(n);
    RUN(tiled_attention<<<dim3(seq / 64, heads), 64>>>(q, k, v, out, seq));
    release(q, k, v, out);
  }
  if (chosen(argc, argv, "embedding_bag_8000")) {
    int rows = 200000, dim = 64, bags = 8000, per_bag = 20;
    float *table = numbers(rows * dim), *out = device<float>(bags * dim);
    int* ids = mostly_small<int>(bags * per_bag, rows);
    RUN(embedding_bag<<<bags, dim>>>(table, ids, out, per_bag, dim));
    release(table, ids, out);
  }
  if (chosen(argc, argv, "quantise_rows_2048")) {
    int n = 2048;
    float *in = numbers(n * n, -3, 3), *scales = device<float>(n);
    auto* out = device<signed char>(n * n);
    RUN(quantise_rows<<<n, 1024>>>(in, out, scales, n));
    release(in, scales, out);
  }
  if (chosen(argc, argv, "unpack_int4_2m_words")) {
    int words = 2 * Mi;
    auto* in = integers<uint32_t>(words, 0x7fffffff);
    auto *scales = sixteen_bit<__half>(words / 16), *out = device<__half>(8 * words);
    RUN(unpack_int4<<<words / 256, 256>>>(in, scales, out, words, 16));
    release(in, scales, out);
  }
  if (chosen(argc, argv, "adam_1500k")) {
    int n = 1500000;
    float *p = numbers(n), *g = numbers(n, -1, 1), *m = numbers(n), *v = numbers(n);
    RUN(adam_step<<<ceil_div(n, 256), 256>>>(p, g, m, v, 1e-3f, 0.9f, 0.999f, 1e-8f, 10, n));
    release(p, g, m, v);
  }
  if (chosen(argc, argv, "depthwise_5x5_56")) {
    int channels = 64, planes = 2 * channels, side = 56;
    float *in = numbers(planes * side * side), *w = numbers(channels * 25),
          *out = device<float>(planes * side * side);
    dim3 block(28, 8);
    RUN(depthwise5<<<dim3(2, 7, planes), block>>>(in, w, out, channels, side, side));
    release(in, w, out);
  }
  if (chosen(argc, argv, "conv3x3_constant_weights")) {
    int images = 4, side = 130;
    std::vector<float> weights(16 * 16 * 9);
    Random random;
    for (float& w : weights) w = random.below(1000) * 1e-3f;
    OK(cudaMemcpyToSymbol(c_weights, weights.data(), weights.size() * 4));
    float *in = numbers(images * 16 * side * side), *out = device<float>(images * 16 * 128 * 128);
    RUN(conv3x3_16_channels<<<dim3(4, 32, images), dim3(32, 4)>>>(in, out, side, side));
    release(in, out);
  }
  if (chosen(argc, argv, "top_8_of_200")) {
    int rows = 32768, cols = 200;
    float* in = numbers(rows * cols);
    int* out = device<int>(rows * 8);
    RUN(top8_per_row<<<rows / 128, 128>>>(in, out, rows, cols));
    release(in, out);
  }
}

void images(int argc, char** argv) {
  if (chosen(argc, argv, "median_3x3")) {
    int w = 1600, h = 1000;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    dim3 block(32, 4);
    RUN(median3<<<grid_over(w, h, block), block>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "bilateral_7x7")) {
    int w = 512, h = 320;
    float *in = numbers(w * h), *out = device<float>(w * h);
    dim3 block(16, 16);
    RUN(bilateral<<<grid_over(w, h, block), block>>>(in, out, w, h, 3, 0.05f, 12.0f));
    release(in, out);
  }
  if (chosen(argc, argv, "sobel_shared_1080p")) {
    int w = 1920, h = 1080;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    dim3 block(16, 16);
    RUN(sobel_shared<<<grid_over(w, h, block), block>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "erode_rows_by_11")) {
    int w = 1500, h = 1000;
    auto *in = integers<unsigned char>(w * h, 256), *out = device<unsigned char>(w * h);
    RUN(erode_rows<<<dim3(ceil_div(w, 96), h), 96>>>(in, out, w, h, 5));
    release(in, out);
  }
  if (chosen(argc, argv, "box_down_columns")) {
    int w = 8000, h = 500;
    float *in = numbers(w * h), *out = device<float>(w * h);
    RUN(box_columns<<<ceil_div(w, 64), 64>>>(in, out, w, h, 6));
    release(in, out);
  }
  if (chosen(argc, argv, "hough_votes_1024x768")) {
    int w = 1024, h = 768, rhos = 2600;
    auto* in = integers<unsigned char>(w * h, 256);
    int* votes = device<int>(180 * rhos);
    dim3 block(32, 8);
    RUN(hough_votes<<<grid_over(w, h, block), block>>>(in, votes, w, h, rhos));
    release(in, votes);
  }
}

void physics_and_chance(int argc, char** argv) {
  if (chosen(argc, argv, "nbody_3072")) {
    int n = 3072;
    float* pos = numbers(4 * n);
    auto* acc = device<float4>(n);
    RUN(nbody_tiles<<<n / 128, 128, 128 * 16>>>(as<float4>(pos), acc, n));
    release(pos, acc);
  }
  if (chosen(argc, argv, "lattice_boltzmann_d2q9")) {
    int nx = 1024, ny = 512;
    float *f = numbers(9 * nx * ny, 0.05, 0.15), *g = device<float>(9 * nx * ny);
    RUN(lattice_boltzmann<<<dim3(nx / 64, ny / 4), dim3(64, 4)>>>(f, g, nx, ny, 1.2f));
    release(f, g);
  }
  if (chosen(argc, argv, "life_packed_8192")) {
    int words = 256, rows = 8192;
    auto *in = integers<uint32_t>(words * rows, 0x7fffffff), *out = device<uint32_t>(words * rows);
    RUN(life_packed<<<dim3(2, rows), 128>>>(in, out, words, rows));
    release(in, out);
  }
  if (chosen(argc, argv, "deposit_charge_1m")) {
    int n = 1000000, side = 512;
    float *where = numbers(2 * n), *charge = numbers(n), *grid = device<float>(side * side);
    RUN(deposit_charge<<<ceil_div(n, 256), 256>>>(as<float2>(where), charge, grid, n, side));
    release(where, charge, grid);
  }
  if (chosen(argc, argv, "lennard_jones_40_neighbours")) {
    int n = 60000, most = 40;
    auto* pos = reinterpret_cast<double3*>(numbers<double>(3 * n, 0, 4));
    std::vector<int> list(n * most);
    Random random;
    for (size_t k = 0; k < list.size(); ++k)
      list[k] = std::min(n - 1, std::max(0, static_cast<int>(k) % n + random.below(1000) - 500));
    int* neighbours = upload(list);
    auto* force = device<double3>(n);
    RUN(lennard_jones<<<ceil_div(n, 256), 256>>>(pos, neighbours, force, n, most, 6.0));
    release(pos, neighbours, force);
  }
  if (chosen(argc, argv, "estimate_pi")) {
    auto* hits = device<unsigned>(1);
    RUN(estimate_pi<<<264, 256>>>(hits, 100));
    release(hits);
  }
  if (chosen(argc, argv, "price_options_1m")) {
    int n = 1000000;
    float *s = numbers(n, 5, 30), *x = numbers(n, 1, 100), *t = numbers(n, 0.25, 10);
    float *call = device<float>(n), *put = device<float>(n);
    RUN(price_options<<<480, 128>>>(s, x, t, call, put, n));
    release(s, x, t, call, put);
  }
  if (chosen(argc, argv, "asian_20k_paths")) {
    float* out = device<float>(20480);
    RUN(asian_paths<<<160, 128>>>(out, 252, 100, 98));
    release(out);
  }
}

void divergent(int argc, char** argv) {
  if (chosen(argc, argv, "mandelbrot_640x480")) {
    auto* out = device<unsigned short>(640 * 480);
    RUN(mandelbrot<<<dim3(40, 60), dim3(16, 8)>>>(out, 640, 480, 256));
    release(out);
  }
  if (chosen(argc, argv, "collatz_200k")) {
    int n = 200000;
    int* out = device<int>(n);
    RUN(collatz_steps<<<ceil_div(n, 256), 256>>>(out, 1000000, n));
    release(out);
  }
  if (chosen(argc, argv, "forest_32_trees")) {
    int trees = 32, per_tree = 1023, features = 16, n = 60000;
    std::vector<Node> nodes;
    Random random;
    for (int t = 0; t < trees; ++t)
      for (int k = 0; k < per_tree; ++k) {
        bool leaf = 2 * k + 2 >= per_tree || (k > 6 && random.below(8) == 0);
        nodes.push_back(
            {leaf ? -1 : random.below(features), random.below(1000) * 1e-3f, 2 * k + 1, 2 * k + 2});
      }
    Node* forest = upload(nodes);
    float *rows = numbers(n * features), *out = device<float>(n);
    RUN(forest_predict<<<ceil_div(n, 128), 128>>>(forest, per_tree, trees, rows, features, out, n));
    release(forest, rows, out);
  }
  if (chosen(argc, argv, "trace_24_spheres")) {
    int w = 480, h = 320, count = 24;
    std::vector<float4> list;
    Random random;
    auto unit = [&] { return random.below(10000) * 1e-4f; };
    for (int k = 0; k < count; ++k)
      list.push_back(make_float4(4 * unit() - 2, 3 * unit() - 1.5f, 3 * unit(), 0.1f + 0.4f * unit()));
    float4* spheres = upload(list);
    float* out = device<float>(w * h);
    RUN(trace_spheres<<<dim3(w / 8, h / 8), dim3(8, 8)>>>(spheres, count, out, w, h));
    release(spheres, out);
  }
}

void text_and_integers(int argc, char** argv) {
  if (chosen(argc, argv, "edit_distance_32k_words")) {
    int n = 32768;
    auto *words = integers<char>(16 * n, 26), *pattern = integers<char>(20, 26);
    auto* out = device<unsigned char>(n);
    RUN(edit_distance<<<n / 128, 128>>>(words, pattern, 20, out, n));
    release(words, pattern, out);
  }
  if (chosen(argc, argv, "base64_6mb")) {
    int n = 2000000;
    auto* in = integers<unsigned char>(3 * n, 256);
    char* out = device<char>(4 * n);
    RUN(base64_encode<<<ceil_div(n, 256), 256>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "find_word_in_8mb")) {
    int n = 8 * Mi;
    char *text = integers<char>(n, 3), *word = integers<char>(14, 3);
    int* first = device<int>(1, 0x7f);
    RUN(find_word<<<n / 256, 256>>>(text, n, word, 14, first));
    release(text, word, first);
  }
  if (chosen(argc, argv, "crc32_messages_of_200")) {
    int n = 32768, length = 200;
    std::vector<unsigned> table(256);
    for (unsigned k = 0; k < 256; ++k) {
      unsigned c = k;
      for (int bit = 0; bit < 8; ++bit) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      table[k] = c;
    }
    OK(cudaMemcpyToSymbol(crc_table, table.data(), 1024));
    auto* in = integers<unsigned char>(n * length, 256);
    auto* out = device<unsigned>(n);
    RUN(crc32_messages<<<n / 64, 64>>>(in, out, length, n));
    release(in, out);
  }
  if (chosen(argc, argv, "bit_transpose_1m")) {
    auto *in = integers<unsigned>(Mi, 0x7fffffff), *out = device<unsigned>(Mi);
    RUN(bit_transpose<<<Mi / 256, 256>>>(in, out, Mi));
    release(in, out);
  }
  if (chosen(argc, argv, "gcd_1m_pairs")) {
    int n = 1000000;
    int *a = integers<int>(n, 1 << 30), *b = integers<int>(n + 1, 1 << 29) + 1, *g = device<int>(n);
    RUN(gcd_pairs<<<528, 256>>>(a, b, g, n));
    release(a, b - 1, g);
  }
  if (chosen(argc, argv, "sieve_200_windows")) {
    std::vector<int> small;
    for (int p = 2; p < 2500; ++p)
      if (std::all_of(small.begin(), small.end(), [p](int q) { return p % q; })) small.push_back(p);
    int *primes = upload(small), *counts = device<int>(200);
    RUN(sieve_windows<<<200, 256, 32768>>>(primes, static_cast<int>(small.size()), counts, 32768));
    release(primes, counts);
  }
}

void arithmetic(int argc, char** argv) {
  if (chosen(argc, argv, "fft_1024_batch_1500")) {
    int batch = 1500;
    float* in = numbers(2048 * batch);
    auto* out = device<float2>(1024 * batch);
    RUN(fft_1024<<<batch, 256>>>(as<float2>(in), out));
    release(in, out);
  }
  if (chosen(argc, argv, "kepler_rk4_8192")) {
    int n = 8192;
    auto* orbit = reinterpret_cast<Orbit*>(numbers<double>(4 * n, 0.2, 1));
    RUN(kepler_rk4<<<n / 64, 64>>>(orbit, n, 60, 1e-3));
    release(orbit);
  }
  if (chosen(argc, argv, "percentile_of_40_each")) {
    int n = 32768;
    float *in = numbers(40 * n), *out = device<float>(n);
    RUN(percentile_each<<<n / 256, 256>>>(in, out, n, 40));
    release(in, out);
  }
  if (chosen(argc, argv, "polynomials_48_a_thread")) {
    int n = 131072;
    float *c = numbers(48 * 16), *x = numbers(n, -1, 1), *y = device<float>(n);
    RUN(many_polynomials<<<n / 128, 128>>>(c, x, y, n));
    release(c, x, y);
  }
  if (chosen(argc, argv, "spilling_96_values")) {
    float *in = numbers(Mi), *out = device<float>(132 * 1024);
    RUN(spilling<<<132, 1024>>>(in, out, 6, Mi));
    release(in, out);
  }
}

void few_threads(int argc, char** argv) {
  if (chosen(argc, argv, "table_of_160kb_shared")) {
    int entries = 81920, n = 1000000;
    auto* table = integers<unsigned short>(entries, 65536);
    int *index = integers<int>(n, entries), *out = device<int>(n);
    OK(cudaFuncSetAttribute(big_table, cudaFuncAttributeMaxDynamicSharedMemorySize, entries * 2));
    RUN(big_table<<<132, 512, entries * 2>>>(table, index, out, entries, n));
    release(table, index, out);
  }
  if (chosen(argc, argv, "logistic_map_one_warp")) {
    double* x = numbers<double>(32, 0.1, 0.9);
    RUN(logistic_map<<<1, 32>>>(x, 2000));
    release(x);
  }
  if (chosen(argc, argv, "continued_fraction_64_threads")) {
    float* out = device<float>(132 * 64);
    RUN(continued_fraction<<<132, 64>>>(out, 400));
    release(out);
  }
  if (chosen(argc, argv, "ring_of_256_threads")) {
    int *in = integers<int>(256, 1000), *out = device<int>(256);
    RUN(ring_of_threads<<<1, 256>>>(in, out, 500));
    release(in, out);
  }
  if (chosen(argc, argv, "take_tickets_10_blocks")) {
    int *counter = device<int>(1), *out = device<int>(10 * 64);
    RUN(take_tickets<<<10, 64>>>(counter, out, 40));
    release(counter, out);
  }
}

void contended(int argc, char** argv) {
  if (chosen(argc, argv, "float_sum_one_address")) {
    int n = 500000;
    float *in = numbers(n), *sum = device<float>(1);
    RUN(sum_naive<<<ceil_div(n, 256), 256>>>(in, sum, n));
    release(in, sum);
  }
  if (chosen(argc, argv, "group_max_of_64")) {
    int n = 2000000;
    int *group = integers<int>(n, 64), *value = integers<int>(n, 1 << 20), *top = device<int>(64);
    RUN(group_max<<<ceil_div(n, 256), 256>>>(group, value, top, n));
    release(group, value, top);
  }
  if (chosen(argc, argv, "cas_products_by_key")) {
    int n = 40000;
    int* key = integers<int>(n, 4096);
    double *factor = numbers<double>(n, 0.99, 1.01), *product = numbers<double>(4096, 1, 2);
    RUN(products_by_key<<<ceil_div(n, 128), 128>>>(key, factor, product, n));
    release(key, factor, product);
  }
  if (chosen(argc, argv, "evens_by_coalesced_group")) {
    int n = 2000000;
    int *in = integers<int>(n, 1000), *count = device<int>(1), *slot = device<int>(n);
    RUN(count_even_grouped<<<ceil_div(n, 256), 256>>>(in, count, slot, n));
    release(in, count, slot);
  }
  if (chosen(argc, argv, "embedding_gradients_500_rows")) {
    int n = 40000, width = 64;
    auto* grad = sixteen_bit<__half, __half2>(n * width * 2, -0.01, 0.01);
    float* table = device<float>(500 * width * 2);
    int* row = integers<int>(n, 500);
    RUN(embedding_gradients<<<n / 4, dim3(width, 4)>>>(grad, row, table, n, width));
    release(grad, row, table);
  }
}

void staying_and_ahead(int argc, char** argv) {
  if (chosen(argc, argv, "persistent_tasks_2000")) {
    int tasks = 2000;
    int *next = device<int>(1), *cost = mostly_small<int>(tasks, 200);
    float* out = device<float>(tasks * 64);
    RUN(OK(cudaMemset(next, 0, 4)); persistent_tasks<<<132 * 2, 64>>>(next, cost, out, tasks));
    release(next, cost, out);
  }
  if (chosen(argc, argv, "pipelined_smooth_32mb")) {
    int tiles = 8192;
    float* in = numbers(tiles * 1024);
    auto* out = device<float4>(tiles * 256);
    RUN(pipelined_smooth<<<256, 256>>>(as<float4>(in), out, tiles, 32));
    release(in, out);
  }
  if (chosen(argc, argv, "async_matmul_384")) {
    int n = 384;
    float *a = numbers(n * n), *b = numbers(n * n), *c = device<float>(n * n);
    RUN(async_matmul<<<dim3(n / 32, n / 32), 256>>>(a, b, c, n));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gather_rows_async_2000")) {
    int rows = 200000, blocks = 2000, per_block = 40;
    float *table = device<float>(rows * 128ull, 1), *out = device<float>(blocks * 128);
    int* ids = integers<int>(blocks * per_block, rows);
    RUN(gather_rows_async<<<blocks, 256>>>(table, ids, out, per_block));
    release(table, ids, out);
  }
}

int main(int argc, char** argv) {
  streaming(argc, argv);
  rearrangements(argc, argv);
  stencils(argc, argv);
  reductions(argc, argv);
  scans_and_sorts(argc, argv);
  sparse_and_graphs(argc, argv);
  tables(argc, argv);
  matrices(argc, argv);
  networks(argc, argv);
  images(argc, argv);
  physics_and_chance(argc, argv);
  divergent(argc, argv);
  text_and_integers(argc, argv);
  arithmetic(argc, argv);
  few_threads(argc, argv);
  contended(argc, argv);
  staying_and_ahead(argc, argv);
  return 0;
}
