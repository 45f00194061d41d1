// Launches written in November 2026 by someone who knew neither the model of kernel time nor its errors, to judge it. The
// kernels are those of courses, textbooks, libraries and forums, at sizes that people choose. The model learned rules from them
// when they had been predicted once: docs/measurements/time_model.md.
#include "textbook_kernels.h"

#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "common.h"

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <class T>
static void clear(T* to, size_t n, int byte = 0) {
  OK(cudaMemset(to, byte, n * sizeof(T)));
}

template <class T = int>
static std::vector<T> whole(size_t n, int limit, unsigned seed) {
  std::vector<T> values(n);
  Random random = seeded(seed);
  for (T& v : values) v = static_cast<T>(random.below(limit));
  return values;
}

// small numbers are frequent, as words, customers and grey values are
template <class T = int>
static std::vector<T> skewed_whole(size_t n, int limit, double power, unsigned seed) {
  std::vector<T> values(n);
  Random random = seeded(seed);
  for (T& v : values) v = static_cast<T>(limit * std::pow(random() / 4294967296.0, power));
  return values;
}

struct Graph {
  int n = 0, edges = 0;
  int *start = nullptr, *column = nullptr;
};

// an undirected graph without loops; power 1 is uniform, more makes a few vertices popular
static Graph undirected(int n, int edges, double power, unsigned seed) {
  std::vector<std::vector<int>> of(n);
  Random random = seeded(seed);
  for (int e = 0; e < edges; ++e) {
    int u = random.below(n), v = static_cast<int>(n * std::pow(random() / 4294967296.0, power));
    v = static_cast<int>(v * 7919ll % n);
    if (u == v) continue;
    of[u].push_back(v);
    of[v].push_back(u);
  }
  std::vector<int> start{0}, column;
  for (std::vector<int>& list : of) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    column.insert(column.end(), list.begin(), list.end());
    start.push_back(static_cast<int>(column.size()));
  }
  return {n, start.back(), upload(start), upload(column)};
}

static void release(const Graph& g) { release(g.start, g.column); }

static void factorisations(int argc, char** argv) {
  for (auto [name, n, panels, threads] : {std::tuple("lu_panel_4096x16_one_block", 4096, 1, 256),
                                          std::tuple("lu_panel_256x16_x_400", 256, 400, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    size_t size = static_cast<size_t>(n) * 16 * panels;
    float *source = upload(host_reals(size, -1, 1, 1)), *a = device<float>(size);
    int* pivots = device<int>(panels * 16);
    RUN(restore(a, source, size); lu_panel<<<panels, threads, threads * 8>>>(a, pivots, n));
    release(source, a, pivots);
  }
  if (chosen(argc, argv, "back_substitute_warp_20000")) {
    int systems = 20000;
    float *u = upload(host_reals(1024, 1, 2, 2)), *b = upload(host_reals(systems * 32, -1, 1, 3));
    float* x = device<float>(systems * 32);
    RUN(back_substitute_warp<<<80, 128>>>(u, b, x, systems));
    release(u, b, x);
  }
  if (chosen(argc, argv, "cholesky_warp_32_x_3000")) {
    int count = 3000;
    std::vector<float> a = host_reals(count * 1024, 0, 1, 4);
    for (int m = 0; m < count; ++m)
      for (int i = 0; i < 32; ++i) a[m * 1024 + i * 33] += 32;
    float *in = upload(a), *out = device<float>(count * 1024);
    RUN(cholesky_warp<<<ceil_div(count, 4), 128>>>(in, out, count));
    release(in, out);
  }
  if (chosen(argc, argv, "gram_schmidt_96x24_x_200")) {
    int size = 200 * 96 * 24;
    float *in = upload(host_reals(size, -1, 1, 5)), *q = device<float>(size);
    RUN(gram_schmidt<float, 96, 24><<<200, 128>>>(in, q));
    release(in, q);
  }
  if (chosen(argc, argv, "gram_schmidt_double_64x16_x_40")) {
    int size = 40 * 64 * 16;
    double *in = upload(host_reals<double>(size, -1, 1, 6)), *q = device<double>(size);
    RUN(gram_schmidt<double, 64, 16><<<40, 256>>>(in, q));
    release(in, q);
  }
  if (chosen(argc, argv, "parallel_cyclic_reduction_512_x_400")) {
    int n = 512 * 400;
    float *lo = upload(host_reals(n, -1, -0.99, 7)), *mid = upload(host_reals(n, 2, 2.01, 8)),
          *up = upload(host_reals(n, -1, -0.99, 9));
    float *rhs = upload(host_reals(n, -1, 1, 10)), *x = device<float>(n);
    RUN(parallel_cyclic_reduction<<<400, 512, 512 * 4 * sizeof(float)>>>(lo, mid, up, rhs, x));
    release(lo, mid, up, rhs, x);
  }
  if (chosen(argc, argv, "parallel_cyclic_reduction_double_128_x_60")) {
    int n = 128 * 60;
    double *lo = upload(host_reals<double>(n, -1, -0.99, 7)),
           *mid = upload(host_reals<double>(n, 2, 2.01, 8));
    double *up = upload(host_reals<double>(n, -1, -0.99, 9)), *rhs = upload(host_reals<double>(n, -1, 1, 10));
    double* x = device<double>(n);
    RUN(parallel_cyclic_reduction<<<60, 128, 128 * 4 * sizeof(double)>>>(lo, mid, up, rhs, x));
    release(lo, mid, up, rhs, x);
  }
  if (chosen(argc, argv, "eigenvalues_3x3_30000")) {
    int n = 30000;
    double *six = upload(host_reals<double>(6 * n, -1, 1, 11)), *values = device<double>(3 * n);
    RUN(eigenvalues_3x3<<<ceil_div(n, 128), 128>>>(six, values, n));
    release(six, values);
  }
}

static void products(int argc, char** argv) {
  if (chosen(argc, argv, "symv_packed_2000")) {
    int n = 2000;
    float *lower = upload(host_reals(n * (n + 1) / 2, -1, 1, 20)), *x = upload(host_reals(n, -1, 1, 21));
    float* y = device<float>(n);
    RUN(symv_packed<<<ceil_div(n, 64), 64>>>(lower, x, y, n));
    release(lower, x, y);
  }
  if (chosen(argc, argv, "gemm_split_k_128x96x1536")) {
    int m = 128, n = 96, k = 1536;
    float *a = upload(host_reals(m * k, -1, 1, 22)), *b = upload(host_reals(k * n, -1, 1, 23)),
          *c = device<float>(m * n);
    RUN(clear(c, m * n); gemm_split_k<<<dim3(n / 16, m / 16, 16), dim3(16, 16)>>>(a, b, c, m, n, k, 96));
    release(a, b, c);
  }
  if (chosen(argc, argv, "gemm_nt_warp_96x128x2048")) {
    int m = 96, n = 128, k = 2048;
    float *a = upload(host_reals(m * k, -1, 1, 24)), *b = upload(host_reals(n * k, -1, 1, 25)),
          *c = device<float>(m * n);
    RUN(gemm_nt_warp<<<m * n / 8, 256>>>(reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), c, m, n,
                                         k / 4));
    release(a, b, c);
  }
  if (chosen(argc, argv, "wmma_bytes_512x384x512")) {
    int m = 512, n = 384, k = 512;
    signed char *a = upload(whole<signed char>(m * k, 256, 26)),
                *b = upload(whole<signed char>(n * k, 256, 27));
    int* c = device<int>(m * n);
    RUN(wmma_bytes<<<dim3(n / 16, m / 64), dim3(32, 4)>>>(a, b, c, m, n, k));
    release(a, b);
    release(c);
  }
}

static void hybrid(int argc, char** argv) {
  if (!chosen(argc, argv, "spmv_hybrid_200000")) return;
  int rows = 200000, width = 6;
  Random random = seeded(30);
  std::vector<int> ell(rows * width, -1), start{0}, rest;
  for (int r = 0; r < rows; ++r) {
    int length = random.below(32) ? 2 + random.below(5) : 8 + random.below(100);
    for (int k = 0; k < length; ++k) {
      int c = std::min(std::max(r + random.below(2000) - 1000, 0), rows - 1);
      if (k < width) {
        ell[k * rows + r] = c;
      } else {
        rest.push_back(c);
      }
    }
    start.push_back(static_cast<int>(rest.size()));
  }
  int *columns = upload(ell), *starts = upload(start), *rest_columns = upload(rest);
  float *values = upload(host_reals(rows * width, -1, 1, 31)),
        *rest_values = upload(host_reals(rest.size(), -1, 1, 32));
  float *x = upload(host_reals(rows, -1, 1, 33)), *y = device<float>(rows);
  RUN(spmv_hybrid<<<ceil_div(rows, 192), 192>>>(columns, values, width, starts, rest_columns, rest_values, x,
                                                y, rows));
  release(columns, starts, rest_columns);
  release(values, rest_values, x, y);
}

static void jagged(int argc, char** argv) {
  if (!chosen(argc, argv, "spmv_jagged_double_80000")) return;
  int rows = 80000, longest = 40;
  std::vector<int> length = skewed_whole(rows, longest, 3, 34), order(rows), diagonal{0}, column;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length[a] > length[b]; });
  Random random = seeded(35);
  for (int k = 0; k < longest; ++k) {
    for (int r = 0; r < rows && length[order[r]] > k; ++r)
      column.push_back((order[r] + random.below(5000)) % rows);
    diagonal.push_back(static_cast<int>(column.size()));
  }
  int *diagonals = upload(diagonal), *columns = upload(column), *orders = upload(order);
  double *values = upload(host_reals<double>(column.size(), -1, 1, 36)),
         *x = upload(host_reals<double>(rows, -1, 1, 37));
  double* y = device<double>(rows);
  RUN(spmv_jagged<<<ceil_div(rows, 256), 256>>>(diagonals, longest, columns, values, orders, x, y, rows));
  release(diagonals, columns, orders);
  release(values, x, y);
}

static void sparse_matrices(int argc, char** argv) {
  hybrid(argc, argv);
  jagged(argc, argv);
  if (chosen(argc, argv, "spmv_merge_skewed_100000")) {
    Sparse m = skewed(100000, 4, 900);
    float *x = upload(host_reals(m.rows, -1, 1, 38)), *y = device<float>(m.rows);
    int blocks = ceil_div(m.rows + m.entries, 128 * 8);
    RUN(clear(y, m.rows);
        spmv_merge<<<blocks, 128>>>(m.start + 1, m.column, m.value, x, y, m.rows, m.entries, 8));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "spmv_merge_banded_3000")) {
    Sparse m = banded(3000, 4);
    float *x = upload(host_reals(m.rows, -1, 1, 38)), *y = device<float>(m.rows);
    int blocks = ceil_div(m.rows + m.entries, 64 * 14);
    RUN(clear(y, m.rows);
        spmv_merge<<<blocks, 64>>>(m.start + 1, m.column, m.value, x, y, m.rows, m.entries, 14));
    release(m);
    release(x, y);
  }
  if (chosen(argc, argv, "triangular_level_700")) {
    int rows = 50000, count = 700, first = 20000;
    Sparse m = sparse(rows, [=](int, Random& random) {
      std::vector<int> columns(10 + random.below(50));
      for (int& c : columns) c = random.below(first);
      std::sort(columns.begin(), columns.end());
      return columns;
    });
    std::vector<int> level(count);
    for (int i = 0; i < count; ++i) level[i] = first + 40 * i;
    int* levels = upload(level);
    float *diagonal = upload(host_reals(rows, 1, 2, 39)), *b = upload(host_reals(rows, -1, 1, 40));
    float* x = upload(host_reals(rows, -1, 1, 41));
    RUN(triangular_level<<<ceil_div(count, 2), 64>>>(levels, count, m.start, m.column, m.value, diagonal, b,
                                                     x));
    release(m);
    release(levels);
    release(diagonal, b, x);
  }
  if (chosen(argc, argv, "spgemm_count_5000x10")) {
    Sparse m = scattered(5000, 10);
    int* count = device<int>(m.rows);
    RUN(spgemm_count<<<m.rows, 64>>>(m.start, m.column, count));
    release(m);
    release(count);
  }
  if (chosen(argc, argv, "csr_to_csc_200000x16")) {
    Sparse m = scattered(200000, 16);
    std::vector<int> column(m.entries), begin(m.rows, 0);
    OK(cudaMemcpy(column.data(), m.column, m.entries * sizeof(int), cudaMemcpyDeviceToHost));
    for (int c : column)
      if (c + 1 < m.rows) ++begin[c + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    int *source = upload(begin), *next = device<int>(m.rows), *out_row = device<int>(m.entries);
    float* out_value = device<float>(m.entries);
    RUN(restore(next, source, m.rows);
        csr_to_csc<<<264, 256>>>(m.row, m.column, m.value, next, out_row, out_value, m.entries));
    release(m);
    release(source, next, out_row);
    release(out_value);
  }
}

static void searches_of_graphs(int argc, char** argv) {
  if (chosen(argc, argv, "bfs_bottom_up_250000")) {
    int n = 250016;
    Graph g = undirected(n, 1500000, 1.5, 50);
    std::vector<unsigned> frontier(n / 32, 0), visited(n / 32, 0);
    Random random = seeded(51);
    for (int v = 0; v < n; ++v) {
      int state = random.below(10);
      if (state < 3) visited[v / 32] |= 1u << v % 32;
      if (state < 1) frontier[v / 32] |= 1u << v % 32;
    }
    unsigned *f = upload(frontier), *seen = upload(visited), *next = device<unsigned>(n / 32);
    int* parent = device<int>(n, 255);
    RUN(bfs_bottom_up<<<ceil_div(n, 256), 256>>>(g.start, g.column, f, seen, next, parent, n));
    release(g);
    release(f, seen, next);
    release(parent);
  }
  if (chosen(argc, argv, "sssp_worklist_40000_of_200000")) {
    int n = 200000, count = 40000;
    Graph g = undirected(n, 1000000, 2, 52);
    std::vector<int> vertices(n), distance(n, 1 << 28);
    std::iota(vertices.begin(), vertices.end(), 0);
    Random random = seeded(53);
    for (int i = 0; i < count; ++i) {
      std::swap(vertices[i], vertices[i + random.below(n - i)]);
      distance[vertices[i]] = 100 + random.below(100);
    }
    vertices.resize(count);
    int *active = upload(vertices), *known = upload(distance), *improved = device<int>(n);
    int *weight = upload(whole(g.edges, 100, 54)), *marked = device<int>(n), *queue = device<int>(n);
    int* queued = device<int>(1);
    RUN(restore(improved, known, n); clear(marked, n); clear(queued, 1);
        sssp_worklist<<<ceil_div(count, 128), 128>>>(active, count, g.start, g.column, weight, known,
                                                     improved, marked, queue, queued));
    release(g);
    release(active, known, improved, weight, marked, queue, queued);
  }
  if (chosen(argc, argv, "graph_walks_20000_x_80")) {
    int walkers = 20000, steps = 80;
    Graph g = undirected(100000, 800000, 2, 55);
    int* path = device<int>(walkers * steps);
    RUN(graph_walks<<<ceil_div(walkers, 128), 128>>>(g.start, g.column, path, walkers, steps, g.n));
    release(g);
    release(path);
  }
  if (chosen(argc, argv, "graph_walks_256_x_300")) {
    int walkers = 256, steps = 300;
    Graph g = undirected(100000, 800000, 1, 56);
    int* path = device<int>(walkers * steps);
    RUN(graph_walks<<<4, 64>>>(g.start, g.column, path, walkers, steps, g.n));
    release(g);
    release(path);
  }
}

static void components_and_triangles(int argc, char** argv) {
  for (auto [name, n, m, blocks, threads] : {std::tuple("hook_6000000_edges", 2000000, 6000000, 528, 256),
                                             std::tuple("hook_4000_edges", 1500, 4000, 8, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<int> parent = whole(n, n, 60);
    for (int v = 0; v < n; ++v) parent[v] = std::min(parent[v], v);
    int *ends = upload(whole(2 * m, n, 61)), *before = upload(parent), *after = device<int>(n);
    RUN(restore(after, before, n);
        hook<<<blocks, threads>>>(reinterpret_cast<int2*>(ends), before, after, m));
    release(ends, before, after);
  }
  if (chosen(argc, argv, "shortcut_3000000")) {
    int n = 3000000;
    std::vector<int> parent(n, 0);
    Random random = seeded(62);
    for (int v = 1; v < n; ++v) parent[v] = random.below(500) ? random.below(v) : v;
    int *from = upload(parent), *root = device<int>(n);
    RUN(shortcut<<<ceil_div(n, 256), 256>>>(from, root, n));
    release(from, root);
  }
  if (chosen(argc, argv, "triangles_by_bitmap_6000")) {
    Graph g = undirected(6000, 90000, 1.5, 63);
    unsigned long long* total = device<unsigned long long>(1);
    RUN(triangles_by_bitmap<<<g.n, 128, (g.n + 31) / 32 * 4>>>(g.start, g.column, total, g.n));
    release(g);
    release(total);
  }
}

static void dynamic_programming(int argc, char** argv) {
  if (chosen(argc, argv, "matrix_chain_100")) {
    int n = 100;
    int *dims = upload(whole(n + 1, 500, 70)), *cut = device<int>(n * n);
    long long* cost = device<long long>(n * n);
    RUN(matrix_chain<<<1, 128>>>(dims, cost, cut, n));
    release(dims, cut);
    release(cost);
  }
  if (chosen(argc, argv, "myers_distance_30000_reads_of_150")) {
    int reads = 30000, length = 150;
    unsigned char* pattern = upload(whole<unsigned char>(64, 4, 71));
    unsigned char* text = upload(whole<unsigned char>(reads * length, 4, 72));
    int* distance = device<int>(reads);
    RUN(myers_distance<<<ceil_div(reads, 256), 256>>>(pattern, text, distance, reads, length));
    release(pattern, text);
    release(distance);
  }
  if (chosen(argc, argv, "hmm_forward_60_x_60")) {
    int sequences = 60, steps = 60, symbols = 16;
    float *transition = upload(host_reals(64 * 64, 0.001, 0.03, 73)), *likelihood = device<float>(sequences);
    float* emission = upload(host_reals(64 * symbols, 0.01, 0.12, 74));
    unsigned char* seen = upload(whole<unsigned char>(sequences * steps, symbols, 75));
    RUN(hmm_forward<<<sequences, 64>>>(transition, emission, seen, likelihood, steps, symbols));
    release(transition, emission, likelihood);
    release(seen);
  }
  for (auto [name, n, pairs] :
       {std::tuple("time_warp_256_x_64", 256, 64), std::tuple("time_warp_64_x_20", 64, 20)}) {
    if (!chosen(argc, argv, name)) continue;
    float *a = upload(host_reals(n * pairs, -1, 1, 76)), *b = upload(host_reals(n * pairs, -1, 1, 77));
    float* result = device<float>(pairs);
    RUN(time_warp<<<pairs, n, 4 * n * sizeof(float)>>>(a, b, result));
    release(a, b, result);
  }
  if (chosen(argc, argv, "subset_sums_160_items")) {
    int count = 160, words = 2048;
    int* items = upload(whole(count, 800, 78));
    unsigned* reachable = device<unsigned>(words);
    RUN(subset_sums<<<1, 1024, 2 * words * 4>>>(items, count, reachable, words));
    release(items);
    release(reachable);
  }
}

static void sorts(int argc, char** argv) {
  for (auto [name, n, blocks] : {std::tuple("merge_sort_block_1024_x_100", 1024, 100),
                                 std::tuple("merge_sort_block_256_x_1200", 256, 1200)}) {
    if (!chosen(argc, argv, name)) continue;
    int *in = upload(whole(n * blocks, 1 << 30, 80)), *out = device<int>(n * blocks);
    RUN(merge_sort_block<<<blocks, n, 2 * n * sizeof(int)>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "splitter_buckets_6000000")) {
    int n = 6000000;
    std::vector<unsigned> tree(64, 0);
    std::function<void(int, double, double)> fill = [&](int node, double low, double high) {
      if (node >= 64) return;
      tree[node] = static_cast<unsigned>((low + high) / 2 * (1u << 30));
      fill(2 * node, low, (low + high) / 2);
      fill(2 * node + 1, (low + high) / 2, high);
    };
    fill(1, 0, 1);
    unsigned *keys = upload(whole<unsigned>(n, 1 << 30, 81)), *splitters = upload(tree);
    unsigned char* bucket = device<unsigned char>(n);
    int* counts = device<int>(64);
    RUN(splitter_buckets<<<132, 512>>>(keys, splitters, bucket, counts, n));
    release(keys, splitters);
    release(bucket);
    release(counts);
  }
  for (auto [name, n, threads] : {std::tuple("partition_step_12000000", 12000000, 512),
                                  std::tuple("partition_step_10000", 10000, 256)}) {
    if (!chosen(argc, argv, name)) continue;
    int *in = upload(whole(n, 1000000, 82)), *out = device<int>(n), *ends = device<int>(2);
    RUN(clear(ends, 2);
        partition_step<<<ceil_div(n, threads), threads>>>(in, out, 400000, ends, ends + 1, n));
    release(in, out, ends);
  }
  if (chosen(argc, argv, "heap_sort_own_32_x_30000")) {
    int n = 30000;
    float *in = upload(host_reals(32 * n, 0, 1, 83)), *out = device<float>(32 * n);
    RUN(heap_sort_own<<<ceil_div(n, 64), 64>>>(in, out, n));
    release(in, out);
  }
}

static void scans_and_reductions(int argc, char** argv) {
  if (chosen(argc, argv, "scan_sklansky_int64_512_x_6000")) {
    int n = 512, blocks = 6000;
    long long *in = upload(whole<long long>(n * blocks, 1000, 90)), *out = device<long long>(n * blocks);
    long long* sums = device<long long>(blocks);
    RUN(scan_sklansky<<<blocks, n, n * sizeof(long long)>>>(in, out, sums));
    release(in, out, sums);
  }
  for (auto [name, rows, columns] :
       {std::tuple("recurrence_scan_600x4096", 600, 4096), std::tuple("recurrence_scan_3x32768", 3, 32768)}) {
    if (!chosen(argc, argv, name)) continue;
    int n4 = rows * columns / 4;
    float *a = upload(host_reals(4 * n4, 0.8, 0.99, 91)), *b = upload(host_reals(4 * n4, 0.1, 1, 92));
    float4* h = device<float4>(n4);
    RUN(recurrence_scan<<<rows, 256>>>(reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), h,
                                       columns / 4));
    release(a, b);
    release(h);
  }
  if (chosen(argc, argv, "kahan_sum_48m")) {
    int n = 48 * Mi;
    float *in = upload(host_reals(n, 0, 1, 93)), *out = device<float>(264);
    RUN(kahan_sum<<<264, 256>>>(in, out, n));
    release(in, out);
  }
  for (auto [name, n, blocks, threads] : {std::tuple("complex_dot_16000000", 16000000, 528, 256),
                                          std::tuple("complex_dot_9000", 9000, 36, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    float *x = upload(host_reals(2 * n, -1, 1, 94)), *y = upload(host_reals(2 * n, -1, 1, 95));
    float2* result = device<float2>(1);
    RUN(complex_dot<<<blocks, threads>>>(reinterpret_cast<float2*>(x), reinterpret_cast<float2*>(y), result,
                                         n));
    release(x, y);
    release(result);
  }
  if (chosen(argc, argv, "minmax_short_120m")) {
    int n4 = 30 * Mi;
    short* in = upload(whole<short>(4 * static_cast<size_t>(n4), 65536, 96));
    short2* out = device<short2>(396);
    RUN(minmax_short<<<396, 512>>>(reinterpret_cast<short4*>(in), out, n4));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "product_modulo_200000")) {
    int n = 200000;
    unsigned long long* in = upload(whole<unsigned long long>(n, 2147483647, 97));
    unsigned long long* out = device<unsigned long long>(16);
    RUN(product_modulo<<<16, 64, 64 * 8>>>(in, out, n, 2147483629ull));
    release(in, out);
  }
}

static void histograms(int argc, char** argv) {
  if (chosen(argc, argv, "histogram_wide_8192_uniform_12m")) {
    int n = 12000000, count = 8192;
    unsigned short* values = upload(whole<unsigned short>(n, count, 100));
    unsigned* bins = device<unsigned>(count);
    RUN(histogram_wide<<<132, 1024, count * 4>>>(values, bins, n, count));
    release(values);
    release(bins);
  }
  if (chosen(argc, argv, "histogram_wide_2000_skewed_2m")) {
    int n = 2000000, count = 2000;
    unsigned short* values = upload(skewed_whole<unsigned short>(n, count, 4, 101));
    unsigned* bins = device<unsigned>(count);
    RUN(histogram_wide<<<40, 256, count * 4>>>(values, bins, n, count));
    release(values);
    release(bins);
  }
  if (chosen(argc, argv, "histogram_rgb_6000000")) {
    int n = 6000000;
    Random random = seeded(102);
    std::vector<unsigned char> bytes(4 * static_cast<size_t>(n));
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<unsigned char>((random.below(60) + random.below(60) + i / 40000) % 256);
    unsigned char* pixels = upload(bytes);
    unsigned* bins = device<unsigned>(768);
    RUN(histogram_rgb<<<264, 256>>>(reinterpret_cast<uchar4*>(pixels), bins, n));
    release(pixels);
    release(bins);
  }
}

static void grids_in_planes(int argc, char** argv) {
  for (auto [name, w, h, bx, by] : {std::tuple("heat_float4_4096x3000", 4096, 3000, 32, 8),
                                    std::tuple("heat_float4_256x200", 256, 200, 16, 16)}) {
    if (!chosen(argc, argv, name)) continue;
    float* in = upload(host_reals(w * h, 0, 100, 110));
    float4* out = device<float4>(w * h / 4);
    RUN(heat_float4<<<dim3(ceil_div(w / 4, bx), ceil_div(h, by)), dim3(bx, by)>>>(
        reinterpret_cast<float4*>(in), out, w / 4, h, 0.2f));
    release(in);
    release(out);
  }
  for (auto [name, w, h, b] : {std::tuple("restrict_full_2047x1535", 2047, 1535, 16),
                               std::tuple("restrict_full_63x63", 63, 63, 8)}) {
    if (!chosen(argc, argv, name)) continue;
    double *fine = upload(host_reals<double>((2 * w + 1) * (2 * h + 1), -1, 1, 111)),
           *coarse = device<double>(w * h);
    RUN(restrict_full<<<dim3(ceil_div(w, b), ceil_div(h, b)), dim3(b, b)>>>(fine, coarse, w, h));
    release(fine, coarse);
  }
  if (chosen(argc, argv, "cahn_hilliard_512x384")) {
    int w = 512, h = 384;
    double *c = upload(host_reals<double>(w * h, -1, 1, 112)), *out = device<double>(w * h);
    RUN(cahn_hilliard<<<dim3(w / 32, h / 4), dim3(32, 4)>>>(c, out, w, h, 0.01));
    release(c, out);
  }
  if (chosen(argc, argv, "adi_rows_640x2000")) {
    int w = 640, h = 2000;
    float *u = upload(host_reals(w * h, 0, 1, 113)), *out = device<float>(w * h);
    float* reduced = upload(std::vector<float>(w, -0.268f));
    RUN(adi_sweep<true><<<ceil_div(h, 64), 64>>>(u, out, reduced, w, h, 0.5f));
    release(u, out, reduced);
  }
  if (chosen(argc, argv, "adi_columns_1024x768")) {
    int w = 1024, h = 768;
    float *u = upload(host_reals(w * h, 0, 1, 114)), *out = device<float>(w * h);
    float* reduced = upload(std::vector<float>(h, -0.268f));
    RUN(adi_sweep<false><<<ceil_div(w, 32), 32>>>(u, out, reduced, w, h, 0.5f));
    release(u, out, reduced);
  }
}

static void grids_on_lines_and_in_space(int argc, char** argv) {
  if (chosen(argc, argv, "lax_wendroff_8_steps_1000000")) {
    int n = 1000000;
    float *in = upload(host_reals(n, 0, 1, 115)), *out = device<float>(n);
    RUN(lax_wendroff_tile<8><<<ceil_div(n, 240), 256>>>(in, out, n, 0.4f));
    release(in, out);
  }
  if (chosen(argc, argv, "lax_wendroff_32_steps_50000")) {
    int n = 50000;
    float *in = upload(host_reals(n, 0, 1, 116)), *out = device<float>(n);
    RUN(lax_wendroff_tile<32><<<ceil_div(n, 192), 256>>>(in, out, n, 0.4f));
    release(in, out);
  }
  if (chosen(argc, argv, "yee_electric_256x128x96")) {
    int nx = 256, ny = 128, nz = 96, n = nx * ny * nz;
    float *e = upload(host_reals(3 * n, -1, 1, 117)), *h = upload(host_reals(3 * n, -1, 1, 118));
    float* epsilon = upload(host_reals(n, 1, 4, 119));
    RUN(yee_electric<<<dim3(nx / 32, ny / 4, nz / 2), dim3(32, 4, 2)>>>(e, e + n, e + 2 * n, h, h + n,
                                                                        h + 2 * n, epsilon, nx, ny, nz));
    release(e, h, epsilon);
  }
  if (chosen(argc, argv, "lbm_d3q19_64")) {
    int bits = 6, cells = 1 << 3 * bits;
    float *in = upload(host_reals(19 * cells, 0.04, 0.06, 120)), *out = device<float>(19 * cells);
    RUN(lbm_d3q19<<<cells / 128, 128>>>(in, out, bits, 1.7f));
    release(in, out);
  }
}

static void pictures(int argc, char** argv) {
  if (chosen(argc, argv, "unsharp_mask_1200x800")) {
    int w = 1200, h = 800;
    unsigned char *in = upload(whole<unsigned char>(w * h, 256, 130)), *out = device<unsigned char>(w * h);
    RUN(unsharp_mask<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(in, out, w, h, 0.8f));
    release(in, out);
  }
  if (chosen(argc, argv, "harris_640x480")) {
    int w = 640, h = 480;
    float *in = upload(host_reals(w * h, 0, 1, 131)), *out = device<float>(w * h);
    RUN(harris<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "distance_columns_1920x600")) {
    int w = 1920, h = 600;
    std::vector<unsigned char> values = whole<unsigned char>(w * h, 60, 132);
    for (unsigned char& v : values) v = v == 0;
    unsigned char* mask = upload(values);
    int* distance = device<int>(w * h);
    RUN(distance_columns<<<ceil_div(w, 32), 32>>>(mask, distance, w, h));
    release(mask);
    release(distance);
  }
  if (chosen(argc, argv, "yuyv_to_rgba_12000000_pairs")) {
    int pairs = 12000000;
    unsigned char* in = upload(whole<unsigned char>(4 * pairs, 256, 133));
    uchar4* out = device<uchar4>(2 * pairs);
    RUN(yuyv_to_rgba<<<ceil_div(pairs, 256), 256>>>(reinterpret_cast<uchar4*>(in), out, pairs));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "warp_perspective_1920x1080")) {
    int w = 1920, h = 1080;
    float matrix[9] = {0.9f, 0.15f, 40.0f, -0.1f, 1.05f, 60.0f, 0.00008f, 0.00005f, 1.0f};
    OK(cudaMemcpyToSymbol(homography, matrix, sizeof(matrix)));
    unsigned char *in = upload(whole<unsigned char>(w * h, 256, 134)), *out = device<unsigned char>(w * h);
    RUN(warp_perspective<<<dim3(w / 16, ceil_div(h, 16)), dim3(16, 16)>>>(in, out, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "census_match_640x120_x_48")) {
    int w = 640, h = 120;
    unsigned *left = upload(whole<unsigned>(w * h, 1 << 30, 135)),
             *right = upload(whole<unsigned>(w * h, 1 << 30, 136));
    unsigned char* disparity = device<unsigned char>(w * h);
    RUN(census_match<<<dim3(w / 128, h), 128>>>(left, right, disparity, w, 48));
    release(left, right);
    release(disparity);
  }
  if (chosen(argc, argv, "otsu_one_block")) {
    unsigned* bins = upload(whole<unsigned>(256, 5000, 137));
    int* threshold = device<int>(1);
    RUN(otsu<<<1, 256>>>(bins, threshold));
    release(bins);
    release(threshold);
  }
  if (chosen(argc, argv, "tone_map_2000000")) {
    int n = 2000000;
    float* in = upload(host_reals(4 * n, 0, 4, 138));
    uchar4* out = device<uchar4>(n);
    RUN(tone_map<<<ceil_div(n, 192), 192>>>(reinterpret_cast<float4*>(in), out, 0.7f, n));
    release(in);
    release(out);
  }
}

// boxes in a picture of the size, x y x y
static float* boxes_in(int n, float w, float h, unsigned seed) {
  std::vector<float> at = host_reals(4 * n, 0, 1, seed);
  for (int i = 0; i < n; ++i) {
    float* b = &at[4 * i];
    b[0] *= 0.8f * w, b[1] *= 0.8f * h;
    b[2] = b[0] + (0.02f + 0.15f * b[2]) * w, b[3] = b[1] + (0.02f + 0.15f * b[3]) * h;
  }
  return upload(at);
}

static void vision_networks(int argc, char** argv) {
  if (chosen(argc, argv, "winograd_input_128x112x112")) {
    int channels = 128, side = 112, threads = channels * side / 2 * side / 2;
    float *in = upload(host_reals(channels * side * side, -1, 1, 140)), *v = device<float>(16 * threads);
    RUN(winograd_input<<<ceil_div(threads, 128), 128>>>(in, v, channels, side, side));
    release(in, v);
  }
  for (auto [name, n] : {std::pair("overlap_masks_3000", 3000), std::pair("overlap_masks_300", 300)}) {
    if (!chosen(argc, argv, name)) continue;
    float* boxes = boxes_in(n, 1000, 800, 141);
    int tiles = ceil_div(n, 64);
    unsigned long long* masks = device<unsigned long long>(static_cast<size_t>(n) * tiles);
    RUN(overlap_masks<<<dim3(tiles, tiles), 64>>>(reinterpret_cast<float4*>(boxes), masks, n, 0.5f));
    release(boxes);
    release(masks);
  }
  if (chosen(argc, argv, "region_align_400x64")) {
    int count = 400, channels = 64, h = 100, w = 152;
    float *features = upload(host_reals(channels * h * w, -1, 1, 142)), *regions = boxes_in(count, w, h, 143);
    float* out = device<float>(count * channels * 49);
    RUN(region_align<<<200, 256>>>(features, reinterpret_cast<float4*>(regions), out, count, channels, h, w));
    release(features, regions, out);
  }
  if (chosen(argc, argv, "max_pool_gradient_256x112x112")) {
    int planes = 256, side = 112, pooled = 55, n = planes * pooled * pooled;
    float *in = upload(host_reals(planes * side * side, -1, 1, 144)),
          *grad = upload(host_reals(n, -1, 1, 145));
    float* out = device<float>(planes * side * side);
    RUN(clear(out, planes * side * side);
        max_pool_gradient<<<ceil_div(n, 256), 256>>>(in, grad, out, planes, side, side));
    release(in, grad, out);
  }
  if (chosen(argc, argv, "instance_norm_half_2048x56x56")) {
    int planes = 2048, pairs = 56 * 56 / 2;
    __half* in = upload(host_reals<__half>(2 * planes * pairs, -2, 3, 146));
    __half2* out = device<__half2>(planes * pairs);
    RUN(instance_norm<<<planes, 256>>>(reinterpret_cast<__half2*>(in), out, pairs));
    release(in);
    release(out);
  }
}

static void momentum(int argc, char** argv) {
  if (!chosen(argc, argv, "momentum_chunks_12_tensors")) return;
  const int chunk = 4096;
  std::vector<int> size{300000, 512, 786432, 1024, 640000, 256, 99999, 2048, 524288, 64, 410000, 1000};
  std::vector<float*> weights, momenta;
  std::vector<__half*> gradients;
  std::vector<int> chunks;
  for (int t = 0; t < static_cast<int>(size.size()); ++t) {
    weights.push_back(upload(host_reals(size[t], -1, 1, 150 + t)));
    momenta.push_back(upload(host_reals(size[t], -0.1, 0.1, 170 + t)));
    gradients.push_back(upload(host_reals<__half>(size[t], -0.1, 0.1, 190 + t)));
    for (int c = 0; c * chunk < size[t]; ++c) chunks.insert(chunks.end(), {t, c});
  }
  float **w = upload(weights), **m = upload(momenta);
  __half** g = upload(gradients);
  int *sizes = upload(size), *list = upload(chunks);
  RUN(momentum_chunks<<<static_cast<int>(chunks.size()) / 2, 512>>>(w, g, m, reinterpret_cast<int2*>(list),
                                                                    sizes, chunk, 0.01f, 0.0001f));
  for (size_t t = 0; t < size.size(); ++t) release(weights[t], momenta[t], gradients[t]);
  release(w, m, g, sizes, list);
}

static void sequence_networks(int argc, char** argv) {
  momentum(argc, argv);
  for (auto [name, batch, hidden, threads] :
       {std::tuple("gru_cell_16x256", 16, 256, 256), std::tuple("gru_cell_1x512", 1, 512, 128)}) {
    if (!chosen(argc, argv, name)) continue;
    float* weights = upload(host_reals(3 * hidden * hidden, -0.1, 0.1, 200));
    float *from_input = upload(host_reals(3 * batch * hidden, -1, 1, 201)),
          *next = device<float>(batch * hidden);
    float* state = upload(host_reals(batch * hidden, -1, 1, 202));
    RUN(gru_cell<<<ceil_div(batch * hidden * 32, threads), threads>>>(weights, from_input, state, next, batch,
                                                                      hidden));
    release(weights, from_input, next, state);
  }
  if (chosen(argc, argv, "ctc_alpha_24_x_150")) {
    int batch = 24, steps = 150, symbols = 32, length = 40;
    float *logs = upload(host_reals(batch * steps * symbols, -6, -1, 203)), *loss = device<float>(batch);
    std::vector<int> label = whole(batch * length, symbols - 1, 204);
    for (int& l : label) ++l;
    int* labels = upload(label);
    RUN(ctc_alpha<<<batch, 96, 2 * 96 * sizeof(float)>>>(logs, labels, loss, steps, symbols, length));
    release(logs, loss);
    release(labels);
  }
  if (chosen(argc, argv, "expert_gate_2000000")) {
    int tokens = 2000000;
    float* scores = upload(host_reals(8 * tokens, -2, 2, 205));
    int2* two = device<int2>(tokens);
    float2* weights = device<float2>(tokens);
    int* load = device<int>(8);
    RUN(expert_gate<<<ceil_div(tokens, 256), 256>>>(reinterpret_cast<float4*>(scores), two, weights, load,
                                                    tokens));
    release(scores);
    release(two);
    release(weights);
    release(load);
  }
  if (chosen(argc, argv, "nucleus_threshold_64x8192")) {
    int rows = 64, columns = 8192;
    std::vector<float> p = host_reals(rows * columns, 0, 1, 206);
    for (float& v : p) v = v * v * v * v * 5 / columns;
    float *probability = upload(p), *threshold = device<float>(rows);
    RUN(nucleus_threshold<<<rows, 256>>>(probability, threshold, columns, 0.9f));
    release(probability, threshold);
  }
  if (chosen(argc, argv, "linear_attention_32_x_256")) {
    int heads = 32, tokens = 256, n = heads * tokens;
    float *q = upload(host_reals(n * 32, -1, 1, 207)), *k = upload(host_reals(n * 32, -1, 1, 208));
    float *v = upload(host_reals(n * 64, -1, 1, 209)), *out = device<float>(n * 64);
    RUN(linear_attention<<<heads, 64>>>(q, k, v, out, tokens));
    release(q, k, v, out);
  }
}

static void chance_and_finance(int argc, char** argv) {
  if (chosen(argc, argv, "sobol_quarter_132x256_x_64")) {
    unsigned directions[2][32], m = 1;
    for (int b = 0; b < 32; ++b) {
      directions[0][b] = 1u << (31 - b);
      directions[1][b] = m << (31 - b);
      m = 2 * m ^ m;
    }
    OK(cudaMemcpyToSymbol(sobol, directions, sizeof(directions)));
    unsigned* inside = device<unsigned>(1);
    RUN(sobol_quarter<<<132, 256>>>(inside, 64));
    release(inside);
  }
  for (auto [name, paths, steps, threads] : {std::tuple("heston_paths_8192_x_100", 8192, 100, 64),
                                             std::tuple("heston_paths_400_x_250", 400, 250, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    float* payoff = device<float>(paths);
    RUN(heston_paths<<<ceil_div(paths, threads), threads>>>(payoff, paths, steps, 1.0f / steps));
    release(payoff);
  }
  for (auto [name, count, steps, threads] : {std::tuple("trinomial_tree_100_x_256_steps", 100, 256, 128),
                                             std::tuple("trinomial_tree_4_x_500_steps", 4, 500, 512)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<float> option = host_reals(2 * count, 0, 1, 220);
    for (int i = 0; i < count; ++i) {
      option[2 * i] = 80 + 40 * option[2 * i];
      option[2 * i + 1] = 0.15f + 0.3f * option[2 * i + 1];
    }
    float *options = upload(option), *value = device<float>(count);
    RUN(trinomial_tree<<<count, threads, 2 * (2 * steps + 1) * sizeof(float)>>>(
        reinterpret_cast<float2*>(options), value, steps, 1.0f / steps));
    release(options, value);
  }
  if (chosen(argc, argv, "implied_volatility_40000")) {
    int n = 40000;
    std::vector<double> k = host_reals<double>(n, 80, 120, 221), t = host_reals<double>(n, 0.2, 2, 222), p(n);
    std::vector<double> sigma = host_reals<double>(n, 0.15, 0.6, 223);
    auto normal = [](double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); };
    for (int i = 0; i < n; ++i) {
      double spread = sigma[i] * std::sqrt(t[i]), d = std::log(100 / k[i]) / spread + 0.5 * spread;
      p[i] = 100 * normal(d) - k[i] * normal(d - spread);
    }
    double *price = upload(p), *strike = upload(k), *years = upload(t), *out = device<double>(n);
    RUN(implied_volatility<<<ceil_div(n, 128), 128>>>(price, strike, years, out, n));
    release(price, strike, years, out);
  }
  if (chosen(argc, argv, "mersenne_twister_100_x_20")) {
    int blocks = 100, turns = 20;
    unsigned* seeds = upload(whole<unsigned>(blocks * 624, 1 << 30, 224));
    unsigned* out = device<unsigned>(blocks * turns * 624);
    RUN(mersenne_twister<<<blocks, 256>>>(seeds, out, turns));
    release(seeds, out);
  }
}

static void particles(int argc, char** argv) {
  if (chosen(argc, argv, "sph_density_60000")) {
    int n = 60000, side = 80;
    std::vector<float> at = host_reals(2 * n, 0, side, 230);
    std::vector<int> start(side * side + 1, 0), order(n);
    auto cell = [&](int i) { return static_cast<int>(at[2 * i + 1]) * side + static_cast<int>(at[2 * i]); };
    for (float& v : at) v = std::min(v, side - 0.001f);
    for (int i = 0; i < n; ++i) ++start[cell(i) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cell(a) < cell(b); });
    std::vector<float> sorted;
    for (int i : order) sorted.insert(sorted.end(), {at[2 * i], at[2 * i + 1]});
    float *position = upload(sorted), *density = device<float>(n);
    int* cells = upload(start);
    RUN(sph_density<<<ceil_div(n, 128), 128>>>(reinterpret_cast<float2*>(position), cells, density, n, side,
                                               1.0f));
    release(position, density);
    release(cells);
  }
  if (chosen(argc, argv, "structure_factors_300_of_4000")) {
    int n = 4000, waves = 300;
    float *charges = upload(host_reals(4 * n, -1, 1, 231)), *k = upload(host_reals(3 * waves, -30, 30, 232));
    float2* factors = device<float2>(waves);
    RUN(structure_factors<<<waves, 128>>>(reinterpret_cast<float4*>(charges), reinterpret_cast<float3*>(k),
                                          factors, n));
    release(charges, k);
    release(factors);
  }
  if (chosen(argc, argv, "bond_forces_1500000")) {
    int n = 1500000, atoms = 1000000;
    Random random = seeded(233);
    std::vector<int> bond;
    for (int i = 0; i < n; ++i) {
      int a = random.below(8) ? i % (atoms - 1) : random.below(atoms - 20);
      bond.insert(bond.end(), {a, std::min(a + 1 + random.below(3), atoms - 1)});
    }
    int* bonds = upload(bond);
    float *position = upload(host_reals(4 * atoms, 0, 10, 234)), *force = device<float>(3 * atoms);
    RUN(clear(force, 3 * atoms); bond_forces<<<ceil_div(n, 128), 128>>>(
            reinterpret_cast<int2*>(bonds), reinterpret_cast<float4*>(position), force, n, 1.5f, 100.0f));
    release(bonds);
    release(position, force);
  }
  if (chosen(argc, argv, "flock_5000")) {
    int n = 5000;
    float* birds = upload(host_reals(4 * n, -1, 1, 235));
    float2* turn = device<float2>(n);
    RUN(flock<<<ceil_div(n, 192), 192>>>(reinterpret_cast<float4*>(birds), turn, n, 0.001f, 0.02f));
    release(birds);
    release(turn);
  }
}

static void signals(int argc, char** argv) {
  for (auto [name, n, span, threads] : {std::tuple("fft_radix4_pass_1m_span_64", Mi, 64, 256),
                                        std::tuple("fft_radix4_pass_16k_span_1", 16 * Ki, 1, 64)}) {
    if (!chosen(argc, argv, name)) continue;
    float* in = upload(host_reals(2 * n, -1, 1, 240));
    float2* out = device<float2>(n);
    RUN(fft_radix4_pass<<<n / 4 / threads, threads>>>(reinterpret_cast<float2*>(in), out, n, span));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "filter_decimate_250000")) {
    int outputs = 250000;
    std::vector<float> taps = host_reals(64, -0.05, 0.05, 241);
    OK(cudaMemcpyToSymbol(decimation_taps, taps.data(), 64 * sizeof(float)));
    short *in = upload(whole<short>(4 * outputs + 64, 30000, 242)), *out = device<short>(outputs);
    RUN(filter_decimate<<<ceil_div(outputs, 128), 128>>>(in, out, outputs));
    release(in, out);
  }
  if (chosen(argc, argv, "haar_levels_1024_x_5000")) {
    int series = 5000;
    float *in = upload(host_reals(series * 1024, -1, 1, 243)), *out = device<float>(series * 1024);
    RUN(haar_levels<<<series, 512>>>(in, out));
    release(in, out);
  }
  if (chosen(argc, argv, "goertzel_40_x_5000")) {
    int channels = 40, count = 5000, tones = 60;
    float *samples = upload(host_reals(channels * count, -1, 1, 244)),
          *power = device<float>(channels * tones);
    RUN(goertzel<<<channels, 64>>>(samples, power, count, tones));
    release(samples, power);
  }
}

static void cuckoo(int argc, char** argv) {
  for (auto [name, stored, bits, n] : {std::tuple("cuckoo_lookup_6000000", 3000000, 22, 6000000),
                                       std::tuple("cuckoo_lookup_5000", 3000, 12, 5000)}) {
    if (!chosen(argc, argv, name)) continue;
    unsigned mask = (1u << bits) - 1;
    std::vector<unsigned> keys = whole<unsigned>(stored, 1 << 30, 250), asked;
    std::vector<std::pair<unsigned, unsigned>> table[2];
    for (auto& t : table) t.assign(mask + 1, {0xffffffffu, 0});
    for (int i = 0; i < stored; ++i) {
      std::pair<unsigned, unsigned> entry{keys[i], static_cast<unsigned>(i)};
      for (int turn = 0; turn < 200 && entry.first != 0xffffffffu; ++turn) {
        unsigned k = entry.first;
        unsigned slot = turn % 2 ? (k ^ k >> 15) * 2246822519u >> 9 : k * 2654435761u >> 7;
        std::swap(entry, table[turn % 2][slot & mask]);
      }
    }
    Random random = seeded(251);
    for (int i = 0; i < n; ++i) asked.push_back(random.below(4) ? keys[random.below(stored)] : random() >> 2);
    auto *first = upload(table[0]), *second = upload(table[1]);
    unsigned *questions = upload(asked), *values = device<unsigned>(n);
    RUN(cuckoo_lookup<<<ceil_div(n, 256), 256>>>(
        reinterpret_cast<uint2*>(first), reinterpret_cast<uint2*>(second), questions, values, n, mask));
    release(first, second);
    release(questions, values);
  }
}

static void queries(int argc, char** argv) {
  cuckoo(argc, argv);
  for (auto [name, power, blocks, threads] : {std::tuple("group_sums_2m_uniform", 1.0, 264, 256),
                                              std::tuple("group_sums_2m_skewed", 4.0, 60, 1024)}) {
    if (!chosen(argc, argv, name)) continue;
    int n = 2000000, groups = 300;
    int *keys = upload(skewed_whole(n, groups, power, 252)), *counts = device<int>(groups);
    float *amounts = upload(host_reals(n, 0, 100, 253)), *sums = device<float>(groups);
    RUN(group_sums<<<blocks, threads>>>(keys, amounts, sums, counts, n));
    release(keys, counts);
    release(amounts, sums);
  }
  if (chosen(argc, argv, "revenue_query_16000000")) {
    int n = 16000000;
    int* date = upload(whole(n, 2557, 254));
    float *discount = upload(host_reals(n, 0, 0.1, 255)), *price = upload(host_reals(n, 1, 1000, 256));
    signed char* quantity = upload(whole<signed char>(n, 50, 257));
    double* revenue = device<double>(1);
    RUN(revenue_query<<<264, 256>>>(date, discount, quantity, price, revenue, n));
    release(date);
    release(discount, price);
    release(quantity);
    release(revenue);
  }
  if (chosen(argc, argv, "run_heads_16000000")) {
    int n = 16000000, blocks = ceil_div(n, 256);
    std::vector<unsigned char> bytes(n);
    Random random = seeded(258);
    for (int i = 0; i < n; ++i)
      bytes[i] = i && random.below(9) ? bytes[i - 1] : static_cast<unsigned char>(random.below(256));
    unsigned char* in = upload(bytes);
    int *head = device<int>(blocks * 256), *heads = device<int>(blocks);
    RUN(run_heads<<<blocks, 256>>>(in, head, heads, n));
    release(in);
    release(head, heads);
  }
  if (chosen(argc, argv, "interpolation_search_300000_in_2m")) {
    int n = 2 * Mi, count = 300000;
    Random random = seeded(259);
    std::vector<long long> keys(n), asked(count);
    for (long long& k : keys) k = static_cast<long long>(random()) * 64 + random.below(64);
    for (long long& k : asked)
      k = random.below(2) ? keys[random.below(n)] : static_cast<long long>(random()) * 64;
    std::sort(keys.begin(), keys.end());
    long long *sorted = upload(keys), *questions = upload(asked);
    int* place = device<int>(count);
    RUN(interpolation_search<<<ceil_div(count, 128), 128>>>(sorted, questions, place, n, count));
    release(sorted, questions);
    release(place);
  }
}

// a text of words in small letters, some much more frequent than others
static std::string prose(int letters, unsigned seed) {
  Random random = seeded(seed);
  std::vector<std::string> words(2000);
  for (std::string& w : words)
    for (int k = 2 + random.below(8); k > 0; --k)
      w += "etaoinshrdlucmfwypvbgkjqxz"[random.below(5 + random.below(21))];
  std::string text;
  while (static_cast<int>(text.size()) < letters)
    text += words[static_cast<int>(2000 * std::pow(random() / 4294967296.0, 3))] + ' ';
  text.resize(letters);
  return text;
}

static void strings(int argc, char** argv) {
  if (chosen(argc, argv, "suffix_search_60000_in_200000")) {
    int n = 200000, count = 60000;
    std::string text = prose(n, 260), words;
    std::vector<int> suffix(n);
    std::iota(suffix.begin(), suffix.end(), 0);
    std::sort(suffix.begin(), suffix.end(),
              [&](int a, int b) { return text.compare(a, 200, text, b, 200) < 0; });
    Random random = seeded(261);
    for (int i = 0; i < count; ++i) words += text.substr(random.below(n - 12), 12);
    char* letters = upload(std::vector<char>(text.begin(), text.end()));
    char* asked = upload(std::vector<char>(words.begin(), words.end()));
    int *suffixes = upload(suffix), *place = device<int>(count);
    RUN(suffix_search<<<ceil_div(count, 128), 128>>>(letters, suffixes, asked, place, n, count));
    release(letters, asked);
    release(suffixes, place);
  }
  if (chosen(argc, argv, "match_lines_30000")) {
    int lines = 30000, states = 24;
    Random random = seeded(262);
    std::vector<int> start{0};
    for (int l = 0; l < lines; ++l) start.push_back(start.back() + 10 + random.below(110));
    std::string text = prose(start.back(), 263);
    std::vector<unsigned char> next(states * 64, 0);
    for (int s = 1; s < states; ++s) {
      for (int c = 0; c < 64; ++c)
        next[s * 64 + c] =
            random.below(60) == 0 ? 0 : static_cast<unsigned char>(1 + random.below(states - 1));
    }
    unsigned char* letters = upload(std::vector<unsigned char>(text.begin(), text.end()));
    unsigned char *transitions = upload(next), *matched = device<unsigned char>(lines);
    int* starts = upload(start);
    RUN(match_lines<<<ceil_div(lines, 128), 128, states * 64>>>(letters, starts, transitions, matched, lines,
                                                                states));
    release(letters, transitions, matched);
    release(starts);
  }
}

static void cryptography(int argc, char** argv) {
  if (chosen(argc, argv, "table_cipher_250000")) {
    int n = 250000;
    unsigned *in = upload(whole<unsigned>(4 * n, 1 << 30, 264)),
             *tables = upload(whole<unsigned>(1024, 1 << 30, 265));
    unsigned* keys = upload(whole<unsigned>(44, 1 << 30, 266));
    uint4* out = device<uint4>(n);
    RUN(table_cipher<<<132, 512>>>(reinterpret_cast<uint4*>(in), out, tables, reinterpret_cast<uint4*>(keys),
                                   n));
    release(in, tables, keys);
    release(out);
  }
  if (chosen(argc, argv, "keccak_25000")) {
    int n = 25000;
    Random random = seeded(267);
    std::vector<unsigned long long> words(25 * n), constant(24);
    for (unsigned long long& w : words) w = static_cast<unsigned long long>(random()) << 32 | random();
    for (unsigned long long& c : constant) c = static_cast<unsigned long long>(random()) << 32 | random();
    unsigned long long *in = upload(words), *out = device<unsigned long long>(25 * n),
                       *constants = upload(constant);
    RUN(keccak<<<ceil_div(n, 128), 128>>>(in, out, constants, n));
    release(in, out, constants);
  }
}

// A tree of boxes over triangles that lie near a wavy surface, halved along the longest side, as a heap.
static void tree_of_triangles(int leaves, std::vector<Box>& boxes, std::vector<float>& corners) {
  Random random = seeded(270);
  auto real = [&] { return static_cast<float>(random() / 4294967296.0); };
  std::vector<std::vector<float>> triangles;
  for (int i = 0; i < leaves; ++i) {
    float x = real(), y = real(), z = 0.3f * std::sin(9 * x) * std::cos(7 * y) + 0.2f * real();
    std::vector<float> t;
    for (int c = 0; c < 3; ++c)
      t.insert(t.end(), {x + 0.03f * real(), y + 0.03f * real(), z + 0.03f * real()});
    triangles.push_back(t);
  }
  boxes.assign(2 * leaves, Box{});
  corners.assign(9 * leaves, 0);
  std::function<void(int, int, int)> build = [&](int node, int first, int last) {
    Box b{{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
    for (int i = first; i < last; ++i) {
      for (int k = 0; k < 9; ++k) {
        b.low[k % 3] = std::min(b.low[k % 3], triangles[i][k]);
        b.high[k % 3] = std::max(b.high[k % 3], triangles[i][k]);
      }
    }
    boxes[node] = b;
    if (node >= leaves) {
      std::copy(triangles[first].begin(), triangles[first].end(), corners.begin() + 9 * (node - leaves));
      return;
    }
    int axis = 0, middle = (first + last) / 2;
    for (int a = 1; a < 3; ++a)
      if (b.high[a] - b.low[a] > b.high[axis] - b.low[axis]) axis = a;
    std::sort(triangles.begin() + first, triangles.begin() + last,
              [=](const std::vector<float>& p, const std::vector<float>& q) { return p[axis] < q[axis]; });
    build(2 * node, first, middle);
    build(2 * node + 1, middle, last);
  };
  build(1, 0, leaves);
}

static void geometry(int argc, char** argv) {
  if (chosen(argc, argv, "points_in_polygon_60000")) {
    int n = 60000, corners = 240;
    std::vector<float> around = host_reals(corners, 0.5, 1, 271), at;
    for (int k = 0; k < corners; ++k) {
      float angle = 6.2831853f * k / corners;
      at.insert(at.end(), {around[k] * std::cos(angle), around[k] * std::sin(angle)});
    }
    OK(cudaMemcpyToSymbol(polygon, at.data(), at.size() * sizeof(float)));
    float* points = upload(host_reals(2 * n, -1, 1, 272));
    bool* inside = device<bool>(n);
    RUN(points_in_polygon<<<ceil_div(n, 256), 256>>>(reinterpret_cast<float2*>(points), inside, n, corners));
    release(points);
    release(inside);
  }
  if (chosen(argc, argv, "closest_pair_6000")) {
    int n = 6000, tiles = ceil_div(n, 128);
    float* points = upload(host_reals(2 * n, 0, 1, 273));
    unsigned* least = device<unsigned>(1);
    RUN(clear(least, 1, 0x7e);
        closest_pair<<<dim3(tiles, tiles), 128>>>(reinterpret_cast<float2*>(points), least, n));
    release(points);
    release(least);
  }
  for (auto [name, w, h] :
       {std::tuple("trace_tree_320x240_of_4096", 320, 240), std::tuple("trace_tree_64x48_of_4096", 64, 48)}) {
    if (!chosen(argc, argv, name)) continue;
    int leaves = 4096;
    std::vector<Box> box;
    std::vector<float> corner;
    tree_of_triangles(leaves, box, corner);
    Box* boxes = upload(box);
    float *corners = upload(corner), *depth = device<float>(w * h);
    RUN(trace_tree<<<dim3(w / 8, h / 8), dim3(8, 8)>>>(boxes, corners, leaves, depth, w, h));
    release(boxes);
    release(corners, depth);
  }
  if (chosen(argc, argv, "jump_flood_2048x1536_step_32")) {
    int w = 2048, h = 1536;
    Random random = seeded(274);
    std::vector<short> seed(2 * w * h, -1);
    for (int i = 0; i < w * h; ++i) {
      if (random.below(1000)) continue;
      seed[2 * i] = static_cast<short>(i % w);
      seed[2 * i + 1] = static_cast<short>(i / w);
    }
    short* in = upload(seed);
    short2* out = device<short2>(w * h);
    RUN(jump_flood<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(reinterpret_cast<short2*>(in), out, w, h, 32));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "cluster_sums_200000x8_in_24")) {
    int n = 200000, clusters = 24, d = 8;
    float *points = upload(host_reals(n * d, -1, 1, 275)), *sums = device<float>(clusters * d);
    int *cluster = upload(whole(n, clusters, 276)), *counts = device<int>(clusters);
    RUN(cluster_sums<<<132, 256, clusters*(d + 1) * 4>>>(points, cluster, sums, counts, n, clusters, d));
    release(points, sums);
    release(cluster, counts);
  }
}

static void huffman(int argc, char** argv) {
  if (!chosen(argc, argv, "huffman_decode_20000_x_128")) return;
  int chunks = 20000, symbols = 128;
  std::vector<unsigned short> table(512);
  std::vector<unsigned> code, length, stream(1, 0), first_bit;
  unsigned next = 0;
  for (int s = 0; s < 18; ++s) {
    unsigned bits = s < 16 ? 2 + s / 2 : 9, span = 1u << (9 - bits);
    code.push_back(next >> (9 - bits));
    length.push_back(bits);
    for (unsigned k = 0; k < span; ++k) table[next + k] = static_cast<unsigned short>(bits << 8 | s);
    next += span;
  }
  Random random = seeded(280);
  unsigned at = 0;
  auto put = [&](unsigned bit) {
    if (at / 32 >= stream.size()) stream.push_back(0);
    stream[at / 32] |= bit << (31 - at % 32);
    ++at;
  };
  for (int c = 0; c < chunks; ++c) {
    first_bit.push_back(at);
    for (int k = 0; k < symbols; ++k) {
      unsigned s = table[random.below(512)] & 255;
      for (int b = length[s] - 1; b >= 0; --b) put(code[s] >> b & 1);
    }
  }
  stream.resize(stream.size() + 2, 0);
  unsigned *bits = upload(stream), *starts = upload(first_bit);
  unsigned short* codes = upload(table);
  unsigned char* out = device<unsigned char>(chunks * symbols);
  RUN(huffman_decode<<<ceil_div(chunks, 128), 128>>>(bits, starts, codes, out, chunks, symbols));
  release(bits, starts);
  release(codes);
  release(out);
}

static void compression(int argc, char** argv) {
  huffman(argc, argv);
  for (auto [name, groups, blocks, threads] : {std::tuple("pack_differences_4800000", 150000, 264, 256),
                                               std::tuple("pack_differences_20000", 625, 20, 96)}) {
    if (!chosen(argc, argv, name)) continue;
    std::vector<unsigned> sorted(groups * 32);
    Random random = seeded(281);
    unsigned v = 0;
    for (unsigned& s : sorted) s = v += random.below(random.below(20) ? 60 : 1200);
    unsigned *in = upload(sorted), *packed = device<unsigned>(groups * 32);
    unsigned char* widths = device<unsigned char>(groups);
    RUN(pack_differences<<<blocks, threads>>>(in, packed, widths, groups));
    release(in, packed);
    release(widths);
  }
  if (chosen(argc, argv, "move_to_front_8192_x_200")) {
    int pieces = 8192, length = 200;
    unsigned char* in = upload(skewed_whole<unsigned char>(pieces * length, 64, 3, 282));
    unsigned char* out = device<unsigned char>(pieces * length);
    RUN(move_to_front<<<pieces / 64, 64>>>(in, out, pieces, length));
    release(in, out);
  }
}

static void simulations(int argc, char** argv) {
  if (chosen(argc, argv, "rule_110_100_rings_x_4000")) {
    int rings = 100;
    unsigned *in = upload(whole<unsigned>(rings * 32, 1 << 30, 290)), *out = device<unsigned>(rings * 32);
    RUN(rule_110<<<rings / 2, 64>>>(in, out, 4000));
    release(in, out);
  }
  if (chosen(argc, argv, "sand_pile_3000x2400")) {
    int w = 3000, h = 2400;
    int *in = upload(skewed_whole(w * h, 8, 1.7, 291)), *out = device<int>(w * h), *busy = device<int>(1);
    RUN(sand_pile<<<dim3(ceil_div(w, 32), h / 8), dim3(32, 8)>>>(in, out, busy, w, h));
    release(in, out, busy);
  }
  for (auto [name, walks, threads] :
       {std::tuple("avoiding_walks_30000", 30000, 128), std::tuple("avoiding_walks_64", 64, 32)}) {
    if (!chosen(argc, argv, name)) continue;
    int* length = device<int>(walks);
    RUN(avoiding_walks<<<ceil_div(walks, threads), threads>>>(length, walks));
    release(length);
  }
}

static void movements(int argc, char** argv) {
  if (chosen(argc, argv, "copy_orders_3000000")) {
    int n = 3000000;
    Order *in = device<Order>(n, 1), *out = device<Order>(n);
    RUN(copy_orders<<<ceil_div(n, 384), 384>>>(in, out, n));
    release(in, out);
  }
  if (chosen(argc, argv, "rotate_axes_float_256x192x128")) {
    int nx = 256, ny = 192, nz = 128, n = nx * ny * nz;
    float *in = upload(host_reals(n, 0, 1, 300)), *out = device<float>(n);
    RUN(rotate_axes<<<dim3(nx / 8, ny / 8, nz / 8), dim3(8, 8, 8)>>>(in, out, nx, ny, nz));
    release(in, out);
  }
  if (chosen(argc, argv, "rotate_axes_bytes_512x256x128")) {
    int nx = 512, ny = 256, nz = 128, n = nx * ny * nz;
    unsigned char *in = upload(whole<unsigned char>(n, 256, 301)), *out = device<unsigned char>(n);
    RUN(rotate_axes<<<dim3(nx / 32, ny / 4, nz / 2), dim3(32, 4, 2)>>>(in, out, nx, ny, nz));
    release(in, out);
  }
  if (chosen(argc, argv, "bit_reversal_8m")) {
    float* in = upload(host_reals(16 * Mi, -1, 1, 302));
    float2* out = device<float2>(8 * Mi);
    RUN(bit_reversal<<<8 * Mi / 256, 256>>>(reinterpret_cast<float2*>(in), out, 23));
    release(in);
    release(out);
  }
  if (chosen(argc, argv, "split_stereo_12m")) {
    int n4 = 3 * Mi;
    int* in = upload(whole(4 * n4, 1 << 30, 303));
    float4 *left = device<float4>(n4), *right = device<float4>(n4);
    RUN(split_stereo<<<528, 256>>>(reinterpret_cast<int4*>(in), left, right, n4));
    release(in);
    release(left, right);
  }
  for (auto [name, w, h] :
       {std::tuple("copy_window_1500x1000", 1500, 1000), std::tuple("copy_window_40x30", 40, 30)}) {
    if (!chosen(argc, argv, name)) continue;
    int wide = w + 260, narrow = w + 12;
    double *in = upload(host_reals<double>(wide * (h + 20), 0, 1, 304)), *out = device<double>(narrow * h);
    RUN(copy_window<<<dim3(ceil_div(w, 64), ceil_div(h, 4)), dim3(64, 4)>>>(in + 10 * wide + 101, wide * 8,
                                                                            out, narrow * 8, w, h));
    release(in, out);
  }
  if (chosen(argc, argv, "rotate_rows_short_3000x1500")) {
    int rows = 3000, columns = 1500;
    short *in = upload(whole<short>(rows * columns, 30000, 305)), *out = device<short>(rows * columns);
    int* by = upload(whole(rows, columns, 306));
    RUN(rotate_rows<<<rows, 192, columns * sizeof(short)>>>(in, out, by, columns));
    release(in, out);
    release(by);
  }
}

int main(int argc, char** argv) {
  factorisations(argc, argv);
  products(argc, argv);
  sparse_matrices(argc, argv);
  searches_of_graphs(argc, argv);
  components_and_triangles(argc, argv);
  dynamic_programming(argc, argv);
  sorts(argc, argv);
  scans_and_reductions(argc, argv);
  histograms(argc, argv);
  grids_in_planes(argc, argv);
  grids_on_lines_and_in_space(argc, argv);
  pictures(argc, argv);
  vision_networks(argc, argv);
  sequence_networks(argc, argv);
  chance_and_finance(argc, argv);
  particles(argc, argv);
  signals(argc, argv);
  queries(argc, argv);
  strings(argc, argv);
  cryptography(argc, argv);
  geometry(argc, argv);
  compression(argc, argv);
  simulations(argc, argv);
  movements(argc, argv);
  return 0;
}
