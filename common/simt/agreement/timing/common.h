// What every launch needs: memory on the device with known contents, and the choice of launches by name.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#define OK(call)                                                                           \
  do {                                                                                     \
    if (cudaError_t status = (call); status != cudaSuccess) {                              \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(3);                                                                        \
    }                                                                                      \
  } while (0)

// Runs the statements in its arguments, the last of which is the launch, ROUNDS times.
#define RUN(...)                                            \
  for (int round = 0, n_ = rounds(); round < n_; ++round) { \
    __VA_ARGS__;                                            \
    OK(cudaGetLastError());                                 \
    OK(cudaDeviceSynchronize());                            \
  }

constexpr int Ki = 1 << 10, Mi = 1 << 20;

inline int rounds() {
  const char* text = std::getenv("ROUNDS");
  return text ? std::atoi(text) : 1;
}

// `--list` prints every name, `all` or no argument chooses every launch.
inline bool chosen(int argc, char** argv, const char* name) {
  if (argc < 2) return true;
  if (!std::strcmp(argv[1], "--list")) {
    std::puts(name);
    return false;
  }
  return std::any_of(argv + 1, argv + argc,
                     [&](const char* arg) { return !std::strcmp(arg, name) || !std::strcmp(arg, "all"); });
}

template <class T>
T* device(size_t n, int byte = 0) {
  T* p = nullptr;
  OK(cudaMalloc(&p, n * sizeof(T)));
  OK(cudaMemset(p, byte, n * sizeof(T)));
  return p;
}

template <class T>
T* upload(const std::vector<T>& values) {
  T* p = nullptr;
  OK(cudaMalloc(&p, values.size() * sizeof(T)));
  OK(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

template <class... T>
void release(T*... pointers) {
  for (void* p : {static_cast<void*>(pointers)...}) OK(cudaFree(p));
}

struct Random {
  unsigned long long state = 88172645463325252ull;
  unsigned operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<unsigned>(state >> 32);
  }
  int below(int n) { return static_cast<int>((*this)() % static_cast<unsigned>(n)); }
};

// Another sequence for each seed.
inline Random seeded(unsigned seed) {
  Random random;
  random.state ^= seed * 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < 8; ++i) random();
  return random;
}

// Gives each round the same contents, where the kernel changes what it reads and so the next round's work.
template <class T>
void restore(T* to, const T* from, size_t n) {
  OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice));
}

// On the host: n numbers in [low, high), others for each seed.
template <class T = float>
std::vector<T> host_reals(size_t n, double low, double high, unsigned seed) {
  std::vector<T> values(n);
  Random random = seeded(seed);
  for (T& v : values) v = static_cast<T>(static_cast<float>(low + (high - low) * (random() / 4294967296.0)));
  return values;
}

// n integers in [0, limit)
template <class T>
T* integers(size_t n, int limit) {
  std::vector<T> values(n);
  Random random;
  for (T& v : values) v = static_cast<T>(random.below(limit));
  return upload(values);
}

// n numbers in [low, high)
template <class T = float>
T* numbers(size_t n, double low = 0, double high = 1) {
  std::vector<T> values(n);
  Random random;
  for (T& v : values) v = static_cast<T>(low + (high - low) * (random() / 4294967296.0));
  return upload(values);
}

// A permutation of 0..n-1 that is a single cycle; `run` neighbours stay together. `run` divides n.
inline int* hashed(int n, int run = 1) {
  std::vector<int> group(n / run), at(n);
  std::iota(group.begin(), group.end(), 0);
  Random random;
  for (int i = n / run - 1; i > 0; --i) std::swap(group[i], group[random.below(i)]);
  for (int i = 0; i < n; ++i) at[i] = group[i / run] * run + i % run;
  return upload(at);
}

// A sparse matrix in CSR; `row` has the row of each entry, for COO.
struct Sparse {
  int rows = 0, entries = 0;
  int *start = nullptr, *row = nullptr, *column = nullptr;
  float* value = nullptr;
};

// `columns_of(r, random)` returns the columns of row r.
template <class F>
Sparse sparse(int rows, F columns_of) {
  std::vector<int> start{0}, row, column;
  Random random;
  for (int r = 0; r < rows; ++r) {
    for (int c : columns_of(r, random)) {
      row.push_back(r);
      column.push_back(c);
    }
    start.push_back(static_cast<int>(column.size()));
  }
  int entries = start.back();
  return {rows, entries, upload(start), upload(row), upload(column), numbers(entries)};
}

inline Sparse banded(int rows, int half) {
  return sparse(rows, [=](int r, Random&) {
    std::vector<int> columns;
    for (int c = std::max(0, r - half); c <= std::min(rows - 1, r + half); ++c) columns.push_back(c);
    return columns;
  });
}

inline Sparse scattered(int rows, int per_row) {
  return sparse(rows, [=](int, Random& random) {
    std::vector<int> columns(per_row);
    for (int& c : columns) c = random.below(rows);
    std::sort(columns.begin(), columns.end());
    return columns;
  });
}

// Most rows are short, one in 64 is long.
inline Sparse skewed(int rows, int shortest, int longest) {
  return sparse(rows, [=](int, Random& random) {
    std::vector<int> columns(random.below(64) ? shortest + random.below(shortest) : longest);
    for (int& c : columns) c = random.below(rows);
    std::sort(columns.begin(), columns.end());
    return columns;
  });
}

inline void release(const Sparse& m) { release(m.start, m.row, m.column, m.value); }
