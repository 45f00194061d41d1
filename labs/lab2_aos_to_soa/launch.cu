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

// Where field f of particle i lies, in floats from the array's start.
using Place = std::function<size_t(size_t i, int f)>;

size_t in_aos(size_t i, int f) { return i * FIELDS + f; }
size_t in_aosoa(size_t i, int f) { return i / CHUNK * (CHUNK * FIELDS) + f * CHUNK + i % CHUNK; }

// Small multiples of 1/4: what an update makes of them is exact, with an FMA and without.
float value(size_t i, int f) { return float((i * 7 + f * 13) % 1021) * 0.25F + 1; }
float updated(size_t i, int f) { return f < 3 ? value(i, f) + value(i, f + 3) * kDt : value(i, f); }

std::vector<float> laid_out(const Place& place, int n, size_t floats) {
  std::vector<float> values(floats);
  for (size_t i = 0; i < size_t(n); ++i)
    for (int f = 0; f < FIELDS; ++f) values[place(i, f)] = value(i, f);
  return values;
}

bool holds(const std::vector<float>& values, const Place& place, int n, float (*expected)(size_t, int)) {
  for (size_t i = 0; i < size_t(n); ++i)
    for (int f = 0; f < FIELDS; ++f)
      if (values[place(i, f)] != expected(i, f)) return false;
  return true;
}

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

struct Case {
  const char* name;
  Place from;  // how `in` is laid out
  Place to;    // how `out` is: an update's arrays are one
  float (*expected)(size_t, int);
  double bytes;  // that a particle asks for
  std::function<void(float* in, float* out)> launch;
};

// Puts the particles into `in`, runs the kernel once and looks at what it made; then times it.
void run(const Case& c, float* in, float* out, int n, size_t floats, bool timed) {
  const bool in_place = c.bytes == kUpdateBytes;
  std::vector<float> host = laid_out(c.from, n, floats);
  check(cudaMemcpy(in, host.data(), floats * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemset(out, 0xFF, floats * sizeof(float)));
  c.launch(in, out);
  check(cudaGetLastError());
  check(cudaMemcpy(host.data(), in_place ? in : out, floats * sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("%-15s %d particles  %s", c.name, n, holds(host, c.to, n, c.expected) ? "right" : "WRONG");
  if (timed) std::printf("  %6.0f GB/s", c.bytes * n * 1e-6 / median_ms([&] { c.launch(in, out); }));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const bool timed = argc > 1 && std::strcmp(argv[1], "time") == 0;
  const int n = timed ? 1 << 26 : 1 << 17;  // timed: 2 GiB an array, far beyond any L2
  const int pitch = (n + 31) / 32 * 32;
  const int blocks = (n + BLOCK - 1) / BLOCK;
  const size_t floats = size_t(pitch) * FIELDS;
  const Place in_soa = [pitch](size_t i, int f) { return size_t(f) * pitch + i; };
  const auto particles = [](float* array) { return reinterpret_cast<Particle*>(array); };

  const std::vector<Case> cases{
      {"update_aos", in_aos, in_aos, updated, kUpdateBytes,
       [&](float* in, float*) { update_aos<<<blocks, BLOCK>>>(particles(in), n, kDt); }},
      {"update_soa", in_soa, in_soa, updated, kUpdateBytes,
       [&](float* in, float*) { update_soa<<<blocks, BLOCK>>>(in, n, pitch, kDt); }},
      {"update_aosoa", in_aosoa, in_aosoa, updated, kUpdateBytes,
       [&](float* in, float*) { update_aosoa<<<blocks, BLOCK>>>(in, n, kDt); }},
      {"copy_particles", in_aos, in_aos, value, kConversionBytes,
       [&](float* in, float* out) { copy_particles<<<blocks, BLOCK>>>(in, out, n); }},
      {"aos_to_soa", in_aos, in_soa, value, kConversionBytes,
       [&](float* in, float* out) { aos_to_soa<<<blocks, BLOCK>>>(particles(in), out, n, pitch); }},
      {"soa_to_aos", in_soa, in_aos, value, kConversionBytes,
       [&](float* in, float* out) { soa_to_aos<<<blocks, BLOCK>>>(in, particles(out), n, pitch); }}};

  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, floats * sizeof(float)));
  check(cudaMalloc(&out, floats * sizeof(float)));
  for (const Case& c : cases) run(c, in, out, n, floats, timed);
}
