// Measures the limits that a device profile states: L2 bandwidth, shared-memory wavefronts, DRAM copy, clock.
//
//   nvcc -O3 -arch=native common/lab/profiles/measure_limits.cu -o build/measure_limits &&
//   build/measure_limits
//
// Prints one line a quantity; medians of 11 runs after 3 that warm up.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                        \
  do {                                                                     \
    const cudaError_t status = (call);                                     \
    if (status != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status)); \
      std::exit(2);                                                        \
    }                                                                      \
  } while (false)

constexpr int kRounds = 200;

// Every block walks the same small buffer: after the first round all of it is in L2 (__ldcg leaves L1 out).
__global__ void read_l2(const float4* data, float4* sink, int n) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (int round = 0; round < kRounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      const float4 v = __ldcg(data + i);
      sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
  }
  if (sum.x == 12345.0F) *sink = sum;
}

__global__ void write_l2(float4* data, int n) {
  for (int round = 0; round < kRounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      data[i] = make_float4(i, round, 0, 0);
    }
  }
}

// Each lane writes 4 bytes of a sector of its own: 32 sectors a request.
__global__ void write_l2_scattered(float* data, int sectors) {
  for (int round = 0; round < kRounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < sectors; i += gridDim.x * blockDim.x) {
      data[i * 8 + round % 8] = i;
    }
  }
}

// Conflict-free 4-byte loads, eight independent chains a thread.
__global__ void shared_wavefronts(float* sink, int rounds) {
  __shared__ volatile float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = i;
  __syncthreads();
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += tile[(threadIdx.x + 32 * k) % 2048];
  }
  if (sum == 1.5F) *sink = sum;
}

__global__ void copy(const float4* in, float4* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void clocks(long long* cycles, long long* nanoseconds) {
  long long t0, t1;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t0));
  const long long c0 = clock64();
  do {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t1));
  } while (t1 - t0 < 20'000'000);
  *cycles = clock64() - c0;
  *nanoseconds = t1 - t0;
}

template <class Launch>
double median_seconds(Launch launch) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int run = 0; run < 14; ++run) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaGetLastError());
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run >= 3) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] * 1e-3;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int blocks = device.multiProcessorCount * 8;
  std::printf("device: %s, %d SMs, L2 %d MiB\n", device.name, device.multiProcessorCount,
              device.l2CacheSize >> 20);

  long long* stamps = nullptr;
  CHECK(cudaMallocManaged(&stamps, 16));
  clocks<<<1, 1>>>(stamps, stamps + 1);
  CHECK(cudaDeviceSynchronize());
  std::printf("SM clock: %.3f GHz\n", static_cast<double>(stamps[0]) / static_cast<double>(stamps[1]));

  const size_t l2_bytes = size_t{16} << 20;
  float4* small = nullptr;
  CHECK(cudaMalloc(&small, l2_bytes));
  CHECK(cudaMemset(small, 0, l2_bytes));
  const int vectors = static_cast<int>(l2_bytes / sizeof(float4));
  const int sectors = static_cast<int>(l2_bytes / 32);
  const double gb = static_cast<double>(l2_bytes) * kRounds * 1e-9;
  std::printf("L2 read, 16 MiB: %.0f GB/s\n",
              gb / median_seconds([&] { read_l2<<<blocks, 256>>>(small, small, vectors); }));
  std::printf("L2 write, 16 MiB, whole sectors: %.0f GB/s\n",
              gb / median_seconds([&] { write_l2<<<blocks, 256>>>(small, vectors); }));
  std::printf("L2 write, 16 MiB, 4 bytes a sector: %.0f GB/s of sectors\n",
              gb / median_seconds([&] {
                write_l2_scattered<<<blocks, 256>>>(reinterpret_cast<float*>(small), sectors);
              }));

  const int rounds = 2000;
  const double seconds = median_seconds([&] {
    shared_wavefronts<<<device.multiProcessorCount * 2, 1024>>>(reinterpret_cast<float*>(small), rounds);
  });
  std::printf("shared loads, conflict-free: %.3e wavefronts/s an SM\n", 2.0 * 32 * rounds * 32 / seconds);

  const size_t big = size_t{1} << 30;
  float4 *from = nullptr, *to = nullptr;
  CHECK(cudaMalloc(&from, big));
  CHECK(cudaMalloc(&to, big));
  CHECK(cudaMemset(from, 1, big));
  const size_t n = big / sizeof(float4);
  const double twice = 2.0 * static_cast<double>(big) * 1e-9;
  std::printf(
      "cudaMemcpy 1 GiB device to device: %.0f GB/s\n",
      twice / median_seconds([&] { CHECK(cudaMemcpyAsync(to, from, big, cudaMemcpyDeviceToDevice)); }));
  std::printf("float4 copy 1 GiB: %.0f GB/s\n",
              twice / median_seconds([&] { copy<<<static_cast<unsigned>(n / 256), 256>>>(from, to, n); }));
  return 0;
}
