// The arrays that a launch of the later sets has, and what fills them: the same numbers in each run.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "common.h"

inline int parts(long long n, int each) { return static_cast<int>((n + each - 1) / each); }

// Integers in [0, limit) on the host; a power above 1 makes small ones frequent.
template <class T = int>
std::vector<T> host_whole(size_t n, int limit, unsigned seed, double power = 1) {
  std::vector<T> values(n);
  Random random = seeded(seed);
  for (T& v : values) v = static_cast<T>(static_cast<int>(limit * std::pow(random() / 4294967296.0, power)));
  return values;
}

template <class T>
void clear(T* p, size_t n, int byte = 0) {
  OK(cudaMemset(p, byte, n * sizeof(T)));
}

// The arrays of one launch; each random array has a seed of its own, and all are freed at the end.
template <unsigned FirstSeed>
struct LaunchArrays {
  std::vector<void*> all;
  unsigned seed = FirstSeed;

  LaunchArrays() = default;
  LaunchArrays(const LaunchArrays&) = delete;
  ~LaunchArrays() {
    for (void* p : all) OK(cudaFree(p));
  }
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
  template <class T>
  T* copy(const T* from, size_t n) {
    T* p = keep(device<T>(n));
    restore(p, from, n);
    return p;
  }
  // n elements that are, or consist of, numbers of type T
  template <class V = float, class T = float>
  V* reals(size_t n, double low, double high) {
    return reinterpret_cast<V*>(put(host_reals<T>(n * (sizeof(V) / sizeof(T)), low, high, ++seed)));
  }
  template <class V = __half>
  V* halves(size_t n, double low, double high) {
    std::vector<float> wide = host_reals(n * (sizeof(V) / sizeof(__half)), low, high, ++seed);
    std::vector<__half> values(wide.size());
    for (size_t i = 0; i < wide.size(); ++i) values[i] = __float2half(wide[i]);
    return reinterpret_cast<V*>(put(values));
  }
  template <class T = int>
  T* whole(size_t n, int limit, double power = 1) {
    return put(host_whole<T>(n, limit, ++seed, power));
  }
  template <class V = unsigned>
  V* words(size_t n) {
    std::vector<unsigned> values((n * sizeof(V) + 3) / 4);
    Random random = seeded(++seed);
    for (unsigned& v : values) v = random();
    return reinterpret_cast<V*>(put(values));
  }
};

// Where each of n parts begins, and where the last ends, from their lengths.
inline std::vector<int> starts_of(const std::vector<int>& length) {
  std::vector<int> start{0};
  for (int l : length) start.push_back(start.back() + l);
  return start;
}

inline std::vector<int> lengths(int n, int least, int most, unsigned seed, double power = 1) {
  std::vector<int> values = host_whole(n, most - least + 1, seed, power);
  for (int& v : values) v += least;
  return values;
}
