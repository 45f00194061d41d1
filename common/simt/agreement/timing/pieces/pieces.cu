// Launches by someone who knew nothing of the model of kernel time, to judge it again: building blocks of
// many programs, from sums and sorting to pictures, prices and graphs. Each header has one subject.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "common.h"
#include "launch_arrays.h"
#include "pieces_graphs.h"
#include "pieces_orders.h"
#include "pieces_pictures.h"
#include "pieces_plain.h"
#include "pieces_sums.h"
#include "pieces_tables.h"
#include "pieces_waves.h"

using namespace pieces;
using std::tuple;
using std::vector;

using Arrays = LaunchArrays<9500>;

static void sums(int argc, char** argv) {
  if (chosen(argc, argv, "sum_tree_shared_float_256_4Mi")) {
    Arrays a;
    int n = 4 * Mi, blocks = parts(n, 512);
    auto *in = a.reals(n, -1, 1), *out = a.zeros(blocks);
    RUN(sum_tree_shared<float, 256><<<blocks, 256>>>(in, out, n));
  }
  if (chosen(argc, argv, "sum_tree_shared_long_1024_1000000")) {
    Arrays a;
    int n = 1000000, blocks = parts(n, 2048);
    auto *in = a.words<long long>(n), *out = a.zeros<long long>(blocks);
    RUN(sum_tree_shared<long long, 1024><<<blocks, 1024>>>(in, out, n));
  }
  if (chosen(argc, argv, "sum_tree_interleaved_512_1500000")) {
    Arrays a;
    int n = 1500000;
    auto *in = a.whole(n, 1000), *out = a.zeros<int>(1);
    RUN(clear(out, 1), sum_tree_interleaved<<<parts(n, 512), 512, 2048>>>(in, out, n));
  }
  for (auto [name, n, blocks, threads] : {tuple("dot_by_shuffles_4Mi_264x512", Mi, 264, 512),
                                          tuple("dot_by_shuffles_100000_20x192", 25000, 20, 192)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals<float4>(n, -1, 1), *y = a.reals<float4>(n, -1, 1);
    auto* out = a.zeros(1);
    RUN(clear(out, 1), dot_by_shuffles<<<blocks, threads>>>(x, y, out, n));
  }
  if (chosen(argc, argv, "index_of_greatest_3000000_132x1024")) {
    Arrays a;
    auto* in = a.words(3000000);
    auto* best = a.zeros<unsigned long long>(1);
    RUN(clear(best, 1), index_of_greatest<<<132, 1024>>>(in, best, 3000000));
  }
  for (auto [name, n, blocks] :
       {tuple("moments_last_block_2Mi_256", 2 * Mi, 256), tuple("moments_last_block_70000_1", 70000, 1)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = a.reals(n, -1, 3);
    auto *part = a.zeros<double2>(blocks), *out = a.zeros<double2>(1);
    auto* done = a.zeros<unsigned>(1);
    RUN(clear(done, 1), moments_last_block<256><<<blocks, 256>>>(in, part, done, out, n));
  }
  for (auto [name, n, least, most] : {tuple("segment_sums_by_warp_20000_of_10_to_200", 20000, 10, 200),
                                      tuple("segment_sums_by_warp_1000_of_0_to_5000", 1000, 0, 5000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> start = starts_of(lengths(n, least, most, 9601));
    auto *in = a.reals(start.back(), -1, 1), *out = a.zeros(n);
    auto* starts = a.put(start);
    RUN(segment_sums_by_warp<<<parts(n, 4), 128>>>(in, starts, out, n));
  }
  for (auto [name, n, keys] : {tuple("sums_by_sorted_key_2000000_of_50000", 2000000, 50000),
                               tuple("sums_by_sorted_key_2000000_of_20", 2000000, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> key = host_whole(n, keys, 9602);
    std::sort(key.begin(), key.end());
    auto* sorted = a.put(key);
    auto *value = a.reals(n, 0, 1), *out = a.zeros(keys);
    RUN(clear(out, keys), sums_by_sorted_key<<<parts(n, 16 * 192), 192>>>(sorted, value, out, n));
  }
  if (chosen(argc, argv, "scan_up_and_down_256_2Mi")) {
    Arrays a;
    int n = 2 * Mi;
    auto *in = a.whole(n, 10), *out = a.zeros<int>(n), *total = a.zeros<int>(n / 512);
    RUN(scan_up_and_down<256><<<n / 512, 256>>>(in, out, total));
  }
  for (auto [name, rows, columns, threads] : {tuple("scan_rows_double_buffer_600x1900", 600, 1900, 256),
                                              tuple("scan_rows_double_buffer_8000x96", 8000, 96, 96)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(rows * columns, 0, 1), *out = a.zeros(rows * columns);
    RUN(scan_rows_double_buffer<<<rows, threads, 8 * threads>>>(in, out, columns));
  }
  if (chosen(argc, argv, "scan_down_columns_250x5000")) {
    Arrays a;
    int rows = 250, columns = 5000;
    auto* in = a.reals<double, double>(rows * columns, 0.9, 1.1);
    auto* out = a.zeros<double>(rows * columns);
    RUN(scan_down_columns<<<parts(columns, 64), 64>>>(in, out, rows, columns));
  }
  for (auto [name, rows, columns] :
       {tuple("column_greatest_2000x1111", 2000, 1111), tuple("column_greatest_128x20000", 128, 20000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(rows * columns, -1, 1), *out = a.zeros(columns);
    RUN(column_greatest<<<parts(columns, 32), dim3(32, 8)>>>(in, out, rows, columns));
  }
}

static void orders(int argc, char** argv) {
  for (auto [name, power] :
       {tuple("count_bytes_global_1Mi_even", 1.), tuple("count_bytes_global_1Mi_skewed", 5.)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = reinterpret_cast<uchar4*>(a.whole<unsigned char>(Mi, 256, power));
    auto* bins = a.zeros<int>(256);
    RUN(clear(bins, 256), count_bytes_global<<<parts(Mi / 4, 256), 256>>>(in, bins, Mi / 4));
  }
  for (auto [name, power] :
       {tuple("count_bytes_per_warp_4Mi_even", 1.), tuple("count_bytes_per_warp_4Mi_skewed", 4.)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* in = reinterpret_cast<uint4*>(a.whole<unsigned char>(4 * Mi, 256, power));
    auto* bins = a.zeros<int>(256);
    RUN(clear(bins, 256), count_bytes_per_warp<<<132, 256>>>(in, bins, Mi / 4));
  }
  if (chosen(argc, argv, "count_in_own_column_192_3000000")) {
    Arrays a;
    auto* in = a.reals(3000000, 0, 1);
    auto* bins = a.zeros<int>(32);
    RUN(clear(bins, 32), count_in_own_column<192><<<500, 192>>>(in, bins, 3000000));
  }
  if (chosen(argc, argv, "radix_tile_counts_2500000_by_4096")) {
    Arrays a;
    int n = 2500000, blocks = parts(n, 4096);
    auto* key = a.words(n);
    auto* table = a.zeros<int>(256 * blocks);
    RUN(radix_tile_counts<<<blocks, 256>>>(key, table, n, 16, 4096));
  }
  if (chosen(argc, argv, "radix_scatter_2_bits_1000000")) {
    Arrays a;
    int n = 1000000, blocks = parts(n, 256), shift = 6, sum = 0;
    vector<unsigned> key = host_whole<unsigned>(n, 1 << 30, 9603);
    vector<int> first(4 * blocks);
    for (int i = 0; i < n; ++i) ++first[(key[i] >> shift & 3) * blocks + i / 256];
    for (int& f : first) sum += std::exchange(f, sum);
    auto *keys = a.put(key), *key_out = a.zeros<unsigned>(n);
    auto *value = a.whole(n, n), *firsts = a.put(first), *value_out = a.zeros<int>(n);
    RUN(radix_scatter_2_bits<<<blocks, 256>>>(keys, value, firsts, key_out, value_out, n, shift));
  }
  if (chosen(argc, argv, "bitonic_in_shared_float_1024_256Ki")) {
    Arrays a;
    int n = 256 * Ki;
    auto *start = a.reals(n, -1, 1), *data = a.copy(start, n);
    RUN(restore(data, start, n), bitonic_in_shared<float, 512><<<n / 1024, 512>>>(data));
  }
  if (chosen(argc, argv, "bitonic_in_shared_double_256_512Ki")) {
    Arrays a;
    int n = 512 * Ki;
    auto *start = a.reals<double, double>(n, -1, 1), *data = a.copy(start, n);
    RUN(restore(data, start, n), bitonic_in_shared<double, 128><<<n / 256, 128>>>(data));
  }
  for (auto [name, stride] :
       {tuple("bitonic_pass_global_4Mi_by_65536", 65536), tuple("bitonic_pass_global_4Mi_by_1", 1)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = 4 * Mi;
    auto *start = a.reals(n, -1, 1), *data = a.copy(start, n);
    RUN(restore(data, start, n), bitonic_pass_global<<<n / 2048, 1024>>>(data, 131072, stride));
  }
  if (chosen(argc, argv, "odd_even_rows_400x384")) {
    Arrays a;
    int n = 400 * 384;
    auto *start = a.words<unsigned char>(n), *data = a.copy(start, n);
    RUN(restore(data, start, n), odd_even_rows<<<400, 192, 384>>>(data, 384));
  }
  for (auto [name, na, nb] : {tuple("merge_by_path_8_700000_and_900001", 700000, 900001),
                              tuple("merge_by_path_8_60000_and_1000", 60000, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> x = host_whole(na, 1 << 30, 9604), y = host_whole(nb, 1 << 30, 9605);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    auto *xs = a.put(x), *ys = a.put(y), *out = a.zeros<int>(na + nb);
    RUN(merge_by_path<8><<<parts(na + nb, 8 * 128), 128>>>(xs, ys, out, na, nb));
  }
  for (auto [name, radius] :
       {tuple("keep_inside_circle_1500000_most", 1.1f), tuple("keep_inside_circle_1500000_few", 0.1f)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = 1500000;
    auto *in = a.reals<float2>(n, -1, 1), *out = a.zeros<float2>(n);
    auto* count = a.zeros<int>(1);
    RUN(clear(count, 1), keep_inside_circle<<<parts(n, 320), 320>>>(in, out, count, n, radius));
  }
  if (chosen(argc, argv, "part_by_pivot_512_1000000")) {
    Arrays a;
    int n = 1000000;
    auto *in = a.whole(n, 1000), *out = a.zeros<int>(n), *ends = a.zeros<int>(2);
    RUN(clear(ends, 2), part_by_pivot<512><<<parts(n, 512), 512>>>(in, out, ends, n, 300));
  }
}

static void graphs(int argc, char** argv) {
  if (chosen(argc, argv, "csr_thread_a_row_60000_banded_11")) {
    Arrays a;
    Sparse m = banded(60000, 5);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(csr_thread_a_row<<<parts(m.rows, 256), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "csr_thread_a_row_100000_scattered_8")) {
    Arrays a;
    Sparse m = scattered(100000, 8);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(csr_thread_a_row<<<parts(m.rows, 64), 64>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "csr_group_a_row_8_50000_skewed")) {
    Arrays a;
    Sparse m = skewed(50000, 6, 500);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(csr_group_a_row<8><<<parts(m.rows * 8, 256), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "csr_group_a_row_32_10000_scattered_100")) {
    Arrays a;
    Sparse m = scattered(10000, 100);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(csr_group_a_row<32><<<parts(m.rows * 32, 320), 320>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  if (chosen(argc, argv, "coo_segments_in_warp_30000_skewed")) {
    Arrays a;
    Sparse m = skewed(30000, 10, 1000);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(clear(y, m.rows),
        coo_segments_in_warp<<<parts(m.entries, 256), 256>>>(m.row, m.column, m.value, x, y, m.entries));
    release(m);
  }
  if (chosen(argc, argv, "csr_transposed_scatter_40000_scattered_20")) {
    Arrays a;
    Sparse m = scattered(40000, 20);
    auto *x = a.reals(m.rows, -1, 1), *y = a.zeros(m.rows);
    RUN(clear(y, m.rows),
        csr_transposed_scatter<<<parts(m.rows, 8), 256>>>(m.start, m.column, m.value, x, y, m.rows));
    release(m);
  }
  for (auto [name, rows, width] :
       {tuple("ell_half_short_65000x24", 65000, 24), tuple("ell_half_short_3000x150", 3000, 150)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* value = a.halves(rows * width, -1, 1);
    auto* column = a.whole<unsigned short>(rows * width, rows);
    auto *x = a.reals(rows, -1, 1), *y = a.zeros(rows);
    RUN(ell_half_short<<<parts(rows, 128), 128>>>(value, column, x, y, rows, width));
  }
  if (chosen(argc, argv, "sampled_products_64_20000_scattered_10")) {
    Arrays a;
    Sparse m = scattered(20000, 10);
    auto *left = a.reals<float2>(m.rows * 32, -1, 1), *right = a.reals<float2>(m.rows * 32, -1, 1);
    auto* out = a.zeros(m.entries);
    RUN(sampled_products_64<<<parts(m.entries, 8), 256>>>(m.row, m.column, left, right, out, m.entries));
    release(m);
  }
  if (chosen(argc, argv, "csr_times_dense_12000_scattered_15_by_48")) {
    Arrays a;
    Sparse m = scattered(12000, 15);
    auto *b = a.reals(m.rows * 48, -1, 1), *c = a.zeros(m.rows * 48);
    RUN(csr_times_dense<<<dim3(parts(m.rows, 8), 2), dim3(32, 8)>>>(m.start, m.column, m.value, b, c, m.rows,
                                                                    48));
    release(m);
  }
  for (auto [name, vertices, queued] : {tuple("bfs_queue_to_queue_200000_from_20000", 200000, 20000),
                                        tuple("bfs_queue_to_queue_200000_from_300", 200000, 300)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    Sparse m = skewed(vertices, 4, 200);
    vector<int> queue(queued), level(vertices, -1);
    Random random = seeded(9606);
    for (int i = 0; i < queued; ++i) {
      queue[i] = i * (vertices / queued) + random.below(vertices / queued);
      level[queue[i]] = 3;
    }
    auto *queues = a.put(queue), *levels = a.put(level), *work = a.copy(levels, vertices);
    auto *next = a.zeros<int>(vertices), *count = a.zeros<int>(1);
    RUN(clear(count, 1), restore(work, levels, vertices),
        bfs_queue_to_queue<<<parts(queued, 192), 192>>>(m.start, m.column, queues, queued, next, count, work,
                                                        4));
    release(m);
  }
  if (chosen(argc, argv, "push_ranks_80000_skewed")) {
    Arrays a;
    Sparse m = skewed(80000, 5, 300);
    auto *rank = a.reals(m.rows, 0, 1), *next = a.zeros(m.rows);
    RUN(clear(next, m.rows),
        push_ranks<<<parts(m.rows, 256), 256>>>(m.start, m.column, rank, next, m.rows, 0.85f));
    release(m);
  }
  if (chosen(argc, argv, "least_label_150000_scattered_6")) {
    Arrays a;
    Sparse m = scattered(150000, 6);
    auto *label = a.whole(m.rows, m.rows), *next = a.zeros<int>(m.rows), *changed = a.zeros<int>(1);
    RUN(clear(changed, 1),
        least_label<<<parts(m.rows, 512), 512>>>(m.start, m.column, label, next, changed, m.rows));
    release(m);
  }
  for (auto [name, vertices, power] : {tuple("degrees_of_edges_1000000_of_300000", 300000, 1.),
                                       tuple("degrees_of_edges_1000000_of_300000_skewed", 300000, 4.)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* edge = reinterpret_cast<int2*>(a.whole(2000000, vertices, power));
    auto *out_degree = a.zeros<int>(vertices), *in_degree = a.zeros<int>(vertices);
    RUN(clear(out_degree, vertices), clear(in_degree, vertices),
        degrees_of_edges<<<264, 256>>>(edge, out_degree, in_degree, 1000000));
  }
}

// As the device does it, to fill tables.
static unsigned mixed_on_host(unsigned h) {
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  return h ^ h >> 16;
}

static void tables(int argc, char** argv) {
  for (auto [name, n, different, size] :
       {tuple("hash_insert_count_500000_of_400000_in_1Mi", 500000, 400000, Mi),
        tuple("hash_insert_count_500000_of_1000_in_2Ki", 500000, 1000, 2 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<unsigned> key = host_whole<unsigned>(n, different, 9607);
    for (unsigned& k : key) k = k * 2654435761u | 1u << 31;
    auto *keys = a.put(key), *slot = a.zeros<unsigned>(size);
    auto* count = a.zeros<int>(size);
    RUN(clear(slot, size), clear(count, size),
        hash_insert_count<<<parts(n, 256), 256>>>(keys, slot, count, n, size - 1));
  }
  for (auto [name, n, stored, size] : {tuple("look_up_in_pairs_800000_in_4Mi", 800000, 2000000, 4 * Mi),
                                       tuple("look_up_in_pairs_800000_in_64Ki", 800000, 50000, 64 * Ki)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<uint2> table(size);
    vector<unsigned> key(n);
    Random random = seeded(9608);
    for (int i = 1; i <= stored; ++i) {
      unsigned at = mixed_on_host(i) & (size - 1);
      while (table[at].x) at = (at + 1) & (size - 1);
      table[at] = make_uint2(i, random());
    }
    for (unsigned& k : key) k = 1 + random.below(stored + stored / 4);
    auto* tables = a.put(table);
    auto *keys = a.put(key), *out = a.zeros<unsigned>(n);
    RUN(look_up_in_pairs<<<parts(n, 128), 128>>>(keys, tables, out, n, size - 1));
  }
  for (auto [name, size, n, ordered] :
       {tuple("lower_bound_of_each_int_500000_in_4Mi", 4 * Mi, 500000, false),
        tuple("lower_bound_of_each_int_500000_in_4Mi_sorted", 4 * Mi, 500000, true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    vector<int> sorted = host_whole(size, 1 << 30, 9609), query = host_whole(n, 1 << 30, 9610);
    std::sort(sorted.begin(), sorted.end());
    if (ordered) std::sort(query.begin(), query.end());
    auto *x = a.put(sorted), *q = a.put(query), *place = a.zeros<int>(n);
    RUN(lower_bound_of_each<int><<<parts(n, 256), 256>>>(x, size, q, place, n));
  }
  if (chosen(argc, argv, "lower_bound_of_each_double_1000000_in_1000")) {
    Arrays a;
    int size = 1000, n = 1000000;
    vector<double> sorted = host_reals<double>(size, 0, 1, 9611);
    std::sort(sorted.begin(), sorted.end());
    auto *x = a.put(sorted), *q = a.reals<double, double>(n, 0, 1);
    auto* place = a.zeros<int>(n);
    RUN(lower_bound_of_each<double><<<parts(n, 192), 192>>>(x, size, q, place, n));
  }
  for (auto [name, n, size] : {tuple("decode_two_codes_1500000_of_60000", 1500000, 60000),
                               tuple("decode_two_codes_1500000_of_100", 1500000, 100)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* code = reinterpret_cast<ushort2*>(a.whole<unsigned short>(n, size));
    auto* dictionary = a.reals<double, double>(size, 0, 100);
    auto* out = a.zeros<double2>(n / 2);
    RUN(decode_two_codes<<<parts(n / 2, 256), 256>>>(code, dictionary, out, n / 2));
  }
  if (chosen(argc, argv, "bloom_queries_1000000_in_8MiB")) {
    Arrays a;
    auto* key = a.words<unsigned long long>(1000000);
    auto* filter = a.words(2 * Mi);
    auto* found = a.zeros<unsigned char>(1000000);
    RUN(bloom_queries<<<parts(1000000, 256), 256>>>(key, filter, found, 1000000, 64 * Mi - 1));
  }
  if (chosen(argc, argv, "count_fields_8000000")) {
    Arrays a;
    vector<unsigned char> text = host_whole<unsigned char>(8000000, 96, 9612);
    for (unsigned char& c : text) c = c < 4 ? '\n' : c < 12 ? ',' : c < 14 ? '"' : c + 31;
    auto* in = reinterpret_cast<uint4*>(a.put(text));
    auto* counts = a.zeros<int>(3);
    RUN(clear(counts, 3),
        count_fields<<<parts(125000, 256), 256>>>(in, counts, counts + 1, counts + 2, 500000));
  }
  if (chosen(argc, argv, "edit_distance_of_words_24_20000")) {
    Arrays a;
    auto *x = a.whole<unsigned char>(24 * 20000, 4), *y = a.whole<unsigned char>(24 * 20000, 4);
    auto* out = a.zeros<int>(20000);
    RUN(edit_distance_of_words<24><<<parts(20000, 128), 128>>>(x, y, out, 20000));
  }
  for (auto [name, n, length, letters] : {tuple("find_pattern_3000000_12_of_2_letters", 3000000, 12, 2),
                                          tuple("find_pattern_3000000_40_of_26_letters", 3000000, 40, 26)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *text = a.whole<char>(n, letters), *pattern = a.whole<char>(length, letters);
    auto* hits = a.zeros<int>(1);
    RUN(clear(hits, 1), find_pattern<<<parts(n, 256), 256, 256 + length>>>(text, pattern, length, hits, n));
  }
  if (chosen(argc, argv, "crc32_of_records_15000x64")) {
    Arrays a;
    auto *data = a.words(15000 * 64), *out = a.zeros<unsigned>(15000);
    RUN(crc32_of_records<<<parts(15000, 128), 128>>>(data, out, 15000, 64));
  }
  if (chosen(argc, argv, "base64_by_12_bytes_400000")) {
    Arrays a;
    auto* in = a.words<unsigned char>(12 * 400000);
    auto* out = a.zeros<uint4>(400000);
    RUN(base64_by_12_bytes<<<parts(400000, 256), 256>>>(in, out, 400000));
  }
  for (auto [name, n] : {tuple("sha256_one_block_50000", 50000), tuple("sha256_one_block_2000", 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *message = a.words<uint4>(4 * n), *digest = a.zeros<uint4>(2 * n);
    auto* k = a.words(64);
    RUN(sha256_one_block<<<parts(n, 96), 96>>>(message, digest, k, n));
  }
  if (chosen(argc, argv, "powers_by_squaring_60000")) {
    Arrays a;
    auto *base = a.words(60000), *exponent = a.words(60000), *out = a.zeros<unsigned>(60000);
    RUN(powers_by_squaring<<<parts(60000, 128), 128>>>(base, exponent, out, 60000, 4294967291u));
  }
  if (chosen(argc, argv, "xorshift_streams_16384x128")) {
    Arrays a;
    auto *start = a.words<uint4>(16384), *state = a.copy(start, 16384);
    auto* out = a.zeros<unsigned>(16384 * 128);
    RUN(restore(state, start, 16384), xorshift_streams<<<128, 128>>>(state, out, 16384, 128));
  }
}

static void pictures(int argc, char** argv) {
  for (auto [name, width, height, radius, strip] :
       {tuple("box_blur_columns_1920x1080_by_9", 1920, 1080, 9, 60),
        tuple("box_blur_columns_500x700_by_20", 500, 700, 20, 700)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(box_blur_columns<<<dim3(parts(width, 128), parts(height, strip)), 128>>>(in, out, width, height,
                                                                                 radius, strip));
  }
  if (chosen(argc, argv, "gauss_blur_rows_12_1500x1000")) {
    Arrays a;
    int width = 1500, height = 1000;
    vector<float> weight(25);
    for (int k = 0; k < 25; ++k) weight[k] = static_cast<float>(0.1 * std::exp(-(k - 12) * (k - 12) / 32.));
    OK(cudaMemcpyToSymbol(gauss_weight, weight.data(), 25 * sizeof(float)));
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(gauss_blur_rows<12, 192><<<dim3(parts(width, 192), height), 192>>>(in, out, width));
  }
  if (chosen(argc, argv, "sobel_bytes_2000x1500")) {
    Arrays a;
    int width = 2000, height = 1500;
    auto* in = a.words<unsigned char>(width * height);
    auto *size = a.zeros<unsigned char>(width * height), *octant = a.zeros<unsigned char>(width * height);
    RUN(sobel_bytes<<<dim3(parts(width, 16), parts(height, 16)), dim3(16, 16)>>>(in, size, octant, width,
                                                                                 height));
  }
  if (chosen(argc, argv, "median_3x3_tile_1300x900")) {
    Arrays a;
    int width = 1300, height = 900;
    auto *in = a.reals(width * height, 0, 1), *out = a.zeros(width * height);
    RUN(median_3x3_tile<<<dim3(parts(width, 32), parts(height, 8)), dim3(32, 8)>>>(in, out, width, height));
  }
  if (chosen(argc, argv, "bilateral_7x7_640x480")) {
    Arrays a;
    auto *in = a.reals(640 * 480, 0, 1), *out = a.zeros(640 * 480);
    RUN(bilateral_7x7<<<dim3(parts(640, 32), parts(480, 4)), dim3(32, 4)>>>(in, out, 640, 480, 0.1f, 20.f));
  }
  for (auto [name, width, height, to_width, to_height] :
       {tuple("bicubic_four_bytes_800x600_to_1280x960", 800, 600, 1280, 960),
        tuple("bicubic_four_bytes_2400x1600_to_299x299", 2400, 1600, 299, 299)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.words<uchar4>(width * height), *out = a.zeros<uchar4>(to_width * to_height);
    RUN(bicubic_four_bytes<<<dim3(parts(to_width, 16), parts(to_height, 16)), dim3(16, 16)>>>(
        in, out, width, height, to_width, to_height));
  }
  if (chosen(argc, argv, "nv12_to_rgb_1920x1080")) {
    Arrays a;
    int n = 1920 * 1080;
    auto* luma = a.words<unsigned char>(n);
    auto* chroma = a.words<uchar2>(n / 4);
    auto* rgb = a.zeros<unsigned char>(3 * n);
    RUN(nv12_to_rgb<<<dim3(parts(960, 32), parts(540, 8)), dim3(32, 8)>>>(luma, chroma, rgb, 1920, 1080));
  }
  if (chosen(argc, argv, "integral_rows_by_warp_1366x768")) {
    Arrays a;
    auto* in = a.words<unsigned char>(1366 * 768);
    auto* out = a.zeros<unsigned>(1366 * 768);
    RUN(integral_rows_by_warp<<<parts(768, 4), dim3(32, 4)>>>(in, out, 1366, 768));
  }
  if (chosen(argc, argv, "erode_bits_8192x8000")) {
    Arrays a;
    auto *in = a.words(256 * 8000), *out = a.zeros<unsigned>(256 * 8000);
    RUN(erode_bits<<<dim3(2, 8000), 128>>>(in, out, 256, 8000));
  }
  for (auto [name, angle] :
       {tuple("warp_affine_1000x800_turned_10", 10.), tuple("warp_affine_1000x800_turned_90", 90.)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals<float4>(1000 * 800, 0, 1), *out = a.zeros<float4>(1000 * 800);
    float c = static_cast<float>(std::cos(angle * 0.0174532925)),
          s = static_cast<float>(std::sin(angle * 0.0174532925));
    RUN(warp_affine<<<dim3(parts(1000, 32), parts(800, 8)), dim3(32, 8)>>>(
        in, out, 1000, 800, c, s, 500 - 500 * c + 400 * s, 400 - 500 * s - 400 * c));
  }
}

static void waves(int argc, char** argv) {
  for (auto [name, channels, samples] :
       {tuple("biquads_of_channels_6000x400", 6000, 400), tuple("biquads_of_channels_64x4096", 64, 4096)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *in = a.reals(channels * samples, -1, 1), *out = a.zeros(channels * samples);
    RUN(biquads_of_channels<<<parts(channels, 64), 64>>>(in, out, channels, samples, 0.2f, 0.4f, -0.3f,
                                                         0.1f));
  }
  if (chosen(argc, argv, "fft_1024_radix_4_800")) {
    Arrays a;
    auto *in = a.reals<float2>(800 * 1024, -1, 1), *out = a.zeros<float2>(800 * 1024);
    RUN(fft_1024_radix_4<<<800, 256>>>(in, out));
  }
  for (auto [name, half] : {tuple("fft_pass_radix_2_double_1Mi_half_8", 8),
                            tuple("fft_pass_radix_2_double_1Mi_half_65536", 65536)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* start = a.reals<double2, double>(Mi, -1, 1);
    auto *data = a.copy(start, Mi), *factor = a.reals<double2, double>(Mi / 2, -1, 1);
    RUN(restore(data, start, Mi), fft_pass_radix_2<<<Mi / 512, 256>>>(data, factor, half, Mi));
  }
  if (chosen(argc, argv, "dct_8x8_products_1024x768")) {
    Arrays a;
    auto *in = a.reals(1024 * 768, -128, 127), *basis = a.reals(64, -1, 1), *out = a.zeros(1024 * 768);
    RUN(dct_8x8_products<<<dim3(32, 96), dim3(8, 8, 4)>>>(in, basis, out, 1024));
  }
  for (auto [name, n, taps] : {tuple("convolve_long_128_500000_taps_300", 500000, 300),
                               tuple("convolve_long_128_30000_taps_2000", 30000, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *signal = a.reals(n + taps - 1, -1, 1), *filter = a.reals(taps, -1, 1), *out = a.zeros(n);
    RUN(convolve_long<128><<<parts(n, 512), 128>>>(signal, filter, out, n, taps));
  }
  if (chosen(argc, argv, "resample_stereo_44100_to_48000")) {
    Arrays a;
    int n = 30 * 44100, to = 30 * 48000;
    auto *in = a.words<short2>(n), *out = a.zeros<short2>(to);
    RUN(resample_stereo<<<parts(to, 256), 256>>>(in, out, n, to, 44100. / 48000));
  }
  if (chosen(argc, argv, "calls_and_puts_float_1000000")) {
    Arrays a;
    int n = 1000000;
    auto *spot = a.reals(n, 5, 30), *strike = a.reals(n, 1, 100), *years = a.reals(n, 0.25, 10);
    auto *call = a.zeros(n), *put = a.zeros(n);
    RUN(calls_and_puts<float><<<parts(n, 128), 128>>>(spot, strike, years, call, put, n, 0.02f, 0.3f));
  }
  if (chosen(argc, argv, "calls_and_puts_double_100000")) {
    Arrays a;
    int n = 100000;
    auto *spot = a.reals<double, double>(n, 5, 30), *strike = a.reals<double, double>(n, 1, 100);
    auto *years = a.reals<double, double>(n, 0.25, 10), *call = a.zeros<double>(n), *put = a.zeros<double>(n);
    RUN(calls_and_puts<double><<<parts(n, 256), 256>>>(spot, strike, years, call, put, n, 0.02, 0.3));
  }
  for (auto [name, options, threads] : {tuple("american_puts_by_tree_300_of_255_steps", 300, 256),
                                        tuple("american_puts_by_tree_15_of_1023_steps", 15, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *spot = a.reals(options, 5, 30), *strike = a.reals(options, 5, 30), *out = a.zeros(options);
    RUN(american_puts_by_tree<<<options, threads, 4 * threads>>>(spot, strike, out, 1.01f, 0.51f, 0.9999f));
  }
  for (auto [name, paths, steps] :
       {tuple("asian_call_walks_60000x128", 60000, 128), tuple("asian_call_walks_2000x1000", 2000, 1000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* payoff = a.zeros(paths);
    RUN(asian_call_walks<<<parts(paths, 320), 320>>>(payoff, paths, steps, 0.0001f, 0.02f, 77u));
  }
}

// A permutation at random.
static vector<int> shuffled(int n, unsigned seed) {
  vector<int> at(n);
  Random random = seeded(seed);
  for (int i = 0; i < n; ++i) at[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(at[i], at[random.below(i + 1)]);
  return at;
}

static void plain(int argc, char** argv) {
  for (auto [name, n, stride] :
       {tuple("axpy_strided_3000001_by_1", 3000001, 1), tuple("axpy_strided_500000_by_7", 500000, 7)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *x = a.reals(n * stride, -1, 1), *start = a.reals(n * stride, -1, 1), *y = a.copy(start, n * stride);
    RUN(restore(y, start, n * stride), axpy_strided<<<parts(n, 256), 256>>>(1.5f, x, y, n, stride));
  }
  for (auto [name, n, blocks] : {tuple("triad_grid_stride_double_2500000", 2500000, 528),
                                 tuple("triad_grid_stride_double_8Mi", 8 * Mi, 16384)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *b = a.reals<double, double>(n, -1, 1), *c = a.reals<double, double>(n, -1, 1),
         *to = a.zeros<double>(n);
    RUN(triad_grid_stride<double><<<blocks, 512>>>(b, c, to, 3., n));
  }
  if (chosen(argc, argv, "triad_grid_stride_float_65536_one_block")) {
    Arrays a;
    int n = 65536;
    auto *b = a.reals(n, -1, 1), *c = a.reals(n, -1, 1), *to = a.zeros(n);
    RUN(triad_grid_stride<float><<<1, 1024>>>(b, c, to, 3.f, n));
  }
  if (chosen(argc, argv, "scale_shift_relu_halves_8Mi")) {
    Arrays a;
    int n = Mi;
    auto *in = reinterpret_cast<uint4*>(a.halves(8 * n, -1, 1)), *out = a.zeros<uint4>(n);
    RUN(scale_shift_relu_halves<<<n / 256, 256>>>(in, out, n, 0.5f, 0.1f));
  }
  for (auto [name, ordered] : {tuple("gather_by_index_float_1500000_random", false),
                               tuple("gather_by_index_float_1500000_sorted", true)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    int n = 1500000;
    vector<int> index = host_whole(n, 4 * Mi, 9613);
    if (ordered) std::sort(index.begin(), index.end());
    auto *in = a.reals(4 * Mi, -1, 1), *out = a.zeros(n);
    auto* at = a.put(index);
    RUN(gather_by_index<float><<<parts(n, 256), 256>>>(in, at, out, n));
  }
  if (chosen(argc, argv, "gather_by_index_float4_300000_random")) {
    Arrays a;
    int n = 300000;
    auto *in = a.reals<float4>(Mi, -1, 1), *out = a.zeros<float4>(n);
    auto* at = a.whole(n, Mi);
    RUN(gather_by_index<float4><<<parts(n, 96), 96>>>(in, at, out, n));
  }
  if (chosen(argc, argv, "scatter_by_index_long_800000")) {
    Arrays a;
    int n = 800000;
    auto *in = a.words<long long>(n), *out = a.zeros<long long>(n);
    auto* at = a.put(shuffled(n, 9614));
    RUN(scatter_by_index<long long><<<parts(n, 256), 256>>>(in, at, out, n));
  }
  if (chosen(argc, argv, "scatter_by_index_byte_1000000")) {
    Arrays a;
    int n = 1000000;
    auto *in = a.words<unsigned char>(n), *out = a.zeros<unsigned char>(n);
    auto* at = a.put(shuffled(n, 9615));
    RUN(scatter_by_index<unsigned char><<<parts(n, 512), 512>>>(in, at, out, n));
  }
  if (chosen(argc, argv, "move_bodies_structures_500000")) {
    Arrays a;
    int n = 500000;
    auto *start = a.reals<Body>(n, -1, 1), *body = a.copy(start, n);
    RUN(restore(body, start, n), move_bodies_structures<<<parts(n, 256), 256>>>(body, n, 0.01f, 9.81f));
  }
  if (chosen(argc, argv, "move_bodies_arrays_500000")) {
    Arrays a;
    int n = 500000;
    auto *start = a.reals(6 * n, -1, 1), *all = a.copy(start, 6 * n);
    RUN(restore(all, start, 6 * n),
        move_bodies_arrays<<<parts(n, 256), 256>>>(all, all + n, all + 2 * n, all + 3 * n, all + 4 * n,
                                                   all + 5 * n, n, 0.01f, 9.81f));
  }
  for (auto [name, rays, triangles] : {tuple("rays_hit_triangles_40000x300", 40000, 300),
                                       tuple("rays_hit_triangles_1500x2000", 1500, 2000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto *from = a.reals<float3>(rays, -1, 1), *along = a.reals<float3>(rays, -1, 1);
    auto* corner = a.reals<float3>(3 * triangles, -2, 2);
    auto* distance = a.zeros(rays);
    auto* which = a.zeros<int>(rays);
    RUN(rays_hit_triangles<<<parts(rays, 128), 128>>>(from, along, corner, distance, which, rays, triangles));
  }
  if (chosen(argc, argv, "picture_of_spheres_40_800x600")) {
    Arrays a;
    vector<float> place = host_reals(160, -1, 1, 9616);
    for (int k = 0; k < 40; ++k) {
      place[4 * k] *= 3;
      place[4 * k + 1] *= 3;
      place[4 * k + 2] += 4;
      place[4 * k + 3] = 0.3f + 0.2f * place[4 * k + 3];
    }
    OK(cudaMemcpyToSymbol(spheres, place.data(), 160 * sizeof(float)));
    auto* out = a.zeros<uchar4>(800 * 600);
    RUN(picture_of_spheres<<<dim3(parts(800, 16), parts(600, 8)), dim3(16, 8)>>>(out, 800, 600, 40));
  }
  for (auto [name, queries, pairs] :
       {tuple("nearest_of_all_20000x1000", 20000, 500), tuple("nearest_of_all_500x20000", 500, 10000)}) {
    if (!chosen(argc, argv, name)) continue;
    Arrays a;
    auto* query = a.reals<float2>(queries, -1, 1);
    auto* pair = a.reals<float4>(pairs, -1, 1);
    auto* distance = a.zeros(queries);
    RUN(nearest_of_all<<<parts(queries, 64), 64>>>(query, pair, distance, queries, pairs));
  }
  if (chosen(argc, argv, "kmeans_step_8_16_200000")) {
    Arrays a;
    int n = 200000;
    auto *point = a.reals(8 * n, -1, 1), *centre = a.reals(128, -1, 1), *sum = a.zeros(128);
    auto *label = a.zeros<int>(n), *count = a.zeros<int>(16);
    RUN(clear(sum, 128), clear(count, 16),
        kmeans_step<8, 16><<<264, 256>>>(point, centre, label, sum, count, n));
  }
  if (chosen(argc, argv, "kmeans_step_3_50_300000")) {
    Arrays a;
    int n = 300000;
    auto *point = a.reals(3 * n, -1, 1), *centre = a.reals(150, -1, 1), *sum = a.zeros(150);
    auto *label = a.zeros<int>(n), *count = a.zeros<int>(50);
    RUN(clear(sum, 150), clear(count, 50),
        kmeans_step<3, 50><<<132, 512>>>(point, centre, label, sum, count, n));
  }
  if (chosen(argc, argv, "crossings_of_polygon_150000x90")) {
    Arrays a;
    vector<double2> corner(90);
    for (int k = 0; k < 90; ++k) {
      double far = k % 2 ? 0.5 : 0.9, angle = k * 6.283185307 / 90;
      corner[k] = make_double2(far * std::cos(angle), far * std::sin(angle));
    }
    auto *point = a.reals<double2, double>(150000, -1, 1), *corners = a.put(corner);
    auto* inside = a.zeros<unsigned char>(150000);
    RUN(crossings_of_polygon<<<parts(150000, 192), 192>>>(point, corners, inside, 150000, 90));
  }
}

int main(int argc, char** argv) {
  sums(argc, argv);
  orders(argc, argv);
  graphs(argc, argv);
  tables(argc, argv);
  pictures(argc, argv);
  waves(argc, argv);
  plain(argc, argv);
}
