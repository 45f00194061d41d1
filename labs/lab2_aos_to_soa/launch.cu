// Runs the lab's kernels on a GPU: once each for a profiler, or `time` as argument for a look at their
// bandwidth.
//
//   nvcc -O3 -arch=native -lineinfo -I labs/lab2_aos_to_soa labs/lab2_aos_to_soa/launch.cu -o build/launch
//
// -DKERNELS='"file.cu"' takes another file's kernels than the student's.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "aos_to_soa.h"
#include "given_kernels.cu"

#ifndef KERNELS
#define KERNELS "aos_to_soa.cu"
#endif
#include KERNELS

namespace {

constexpr float kDt = 0.25F;
constexpr double kUpdateBytes = 9 * sizeof(float);           // a particle: six fields read, three written
constexpr double kConversionBytes = 2.0 * sizeof(Particle);  // a particle read, a particle written

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

enum class Layout { aos, soa, aosoa };

// Where field f of particle i lies, in floats from the array's start.
size_t place(Layout layout, size_t pitch, size_t i, int f) {
  if (layout == Layout::soa) return f * pitch + i;
  if (layout == Layout::aosoa) return i / CHUNK * (CHUNK * FIELDS) + f * CHUNK + i % CHUNK;
  return i * FIELDS + f;
}

// Small multiples of 1/4: what an update makes of them is exact, with an FMA and without.
float value(unsigned i, int f) { return float((i * 7 + f * 13) % 1021) * 0.25F + 1; }
float updated(unsigned i, int f) { return f < 3 ? value(i, f) + value(i, f + 3) * kDt : value(i, f); }

// An array of particles on the host.
struct Array {
  Layout layout;
  unsigned n;
  size_t pitch;
  std::vector<float> floats;

  Array(Layout l, unsigned particles, size_t p) : layout(l), n(particles), pitch(p), floats(p * FIELDS) {}

  void fill() {
    for (unsigned i = 0; i < n; ++i)
      for (int f = 0; f < FIELDS; ++f) floats[place(layout, pitch, i, f)] = value(i, f);
  }
  bool holds(float (*expected)(unsigned, int)) const {
    for (unsigned i = 0; i < n; ++i)
      for (int f = 0; f < FIELDS; ++f)
        if (floats[place(layout, pitch, i, f)] != expected(i, f)) return false;
    return true;
  }
};

// Milliseconds: the median of 21 launches after 3 that warm up.
float median_ms(const std::function<void()>& launch) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 24; ++i) {
    float ms = 0;
    check(cudaEventRecord(start));
    launch();
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&ms, start, stop));
    if (i >= 3) times.push_back(ms);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// An update works in place, in `in`; its layouts are the same.
struct Case {
  const char* name;
  Layout from;
  Layout to;
  double bytes;  // that a particle asks for
  std::function<void(float* in, float* out)> launch;

  bool is_update() const { return from == to && bytes == kUpdateBytes; }
};

// Puts the particles into `in`, runs the kernel once and looks at what it made; then times it.
void run(const Case& c, float* in, float* out, int n, size_t pitch, bool timed) {
  Array before(c.from, n, pitch);
  const size_t bytes = before.floats.size() * sizeof(float);
  before.fill();
  check(cudaMemcpy(in, before.floats.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemset(out, 0xFF, bytes));
  c.launch(in, out);
  check(cudaGetLastError());
  Array after(c.to, n, pitch);
  check(cudaMemcpy(after.floats.data(), c.is_update() ? in : out, bytes, cudaMemcpyDeviceToHost));
  std::printf("%-15s %d particles  %s", c.name, n,
              after.holds(c.is_update() ? updated : value) ? "right" : "WRONG");
  if (timed) std::printf("  %6.0f GB/s", c.bytes * n * 1e-6 / median_ms([&] { c.launch(in, out); }));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  const int n = timed ? 1 << 26 : 1 << 17;  // timed: 2 GiB an array, far beyond any L2
  const int pitch = (n + 31) / 32 * 32;
  const int blocks = (n + BLOCK - 1) / BLOCK;
  const size_t bytes = size_t(pitch) * sizeof(Particle);
  const auto particles = [](float* array) { return reinterpret_cast<Particle*>(array); };

  const std::vector<Case> cases{
      {"update_aos", Layout::aos, Layout::aos, kUpdateBytes,
       [&](float* in, float*) { update_aos<<<blocks, BLOCK>>>(particles(in), n, kDt); }},
      {"update_soa", Layout::soa, Layout::soa, kUpdateBytes,
       [&](float* in, float*) { update_soa<<<blocks, BLOCK>>>(in, n, pitch, kDt); }},
      {"update_aosoa", Layout::aosoa, Layout::aosoa, kUpdateBytes,
       [&](float* in, float*) { update_aosoa<<<blocks, BLOCK>>>(in, n, kDt); }},
      {"copy_particles", Layout::aos, Layout::aos, kConversionBytes,
       [&](float* in, float* out) { copy_particles<<<blocks, BLOCK>>>(in, out, n); }},
      {"aos_to_soa", Layout::aos, Layout::soa, kConversionBytes,
       [&](float* in, float* out) { aos_to_soa<<<blocks, BLOCK>>>(particles(in), out, n, pitch); }},
      {"soa_to_aos", Layout::soa, Layout::aos, kConversionBytes,
       [&](float* in, float* out) { soa_to_aos<<<blocks, BLOCK>>>(in, particles(out), n, pitch); }}};

  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, bytes));
  check(cudaMalloc(&out, bytes));
  for (const Case& c : cases) run(c, in, out, n, pitch, timed);
}
