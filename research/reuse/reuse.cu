// What keeping data close is worth (docs/measurements/h200/reuse.md): a matrix product from memory, from tiles and from
// registers; a table that stays in L2; loads begun a round ahead; structures with and without padding.
//
//   nvcc -std=c++17 -O3 -arch=native research/reuse/reuse.cu -o reuse && ./reuse
//
// Prints one line a variant: the group, its name, microseconds (the median of 11 launches) and what these amount to.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

constexpr int kLaunches = 11;
constexpr std::size_t kMiB = std::size_t{1} << 20U;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

template <class T>
T* device(std::size_t count) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)));
  check(cudaMemset(memory, 0, count * sizeof(T)));
  return static_cast<T*>(memory);
}

// Median time of the launches that `launch` makes, in microseconds; `before` runs before each and is not timed.
double median_us(
    const std::function<void()>& launch, const std::function<void()>& before = [] {}) {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i < kLaunches + 2; ++i) {
    before();
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (i >= 2) times.push_back(ms * 1000);
  }
  std::nth_element(times.begin(), times.begin() + kLaunches / 2, times.end());
  check(cudaGetLastError());
  return times[kLaunches / 2];
}

void tell(const char* group, const char* name, double us, double amount, const char* unit) {
  std::printf("%s,%s,%.1f,%.1f,%s\n", group, name, us, amount, unit);
}

// ---------------------------------------------------------------------------------------- a matrix product

constexpr int kN = 2048;

__global__ void product_from_memory(const float* a, const float* b, float* c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kN; ++k) sum += a[row * kN + k] * b[k * kN + column];
  c[row * kN + column] = sum;
}

// Each value that a block loads is used by `Tile` of its threads.
template <int Tile>
__global__ void product_from_tiles(const float* a, const float* b, float* c) {
  __shared__ float left[Tile][Tile];
  __shared__ float right[Tile][Tile];
  const int column = blockIdx.x * Tile + threadIdx.x;
  const int row = blockIdx.y * Tile + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < kN; first += Tile) {
    left[threadIdx.y][threadIdx.x] = a[row * kN + first + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * kN + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * kN + column] = sum;
}

// Each thread computes Each x Each results: a value that it loads from a tile is used Each times.
template <int Each>
__global__ void product_from_registers(const float* a, const float* b, float* c) {
  constexpr int kThreads = 16;
  constexpr int kTile = kThreads * Each;
  constexpr int kDepth = 16;
  __shared__ float left[kDepth][kTile + 1];
  __shared__ float right[kDepth][kTile];
  const int thread = threadIdx.y * kThreads + threadIdx.x;
  const float* const rows = a + blockIdx.y * kTile * kN;
  const float* const columns = b + blockIdx.x * kTile;
  float sums[Each][Each] = {};
  for (int first = 0; first < kN; first += kDepth) {
    for (int i = thread; i < kTile * kDepth; i += kThreads * kThreads) {
      left[i % kDepth][i / kDepth] = rows[i / kDepth * kN + first + i % kDepth];
      right[i / kTile][i % kTile] = columns[(first + i / kTile) * kN + i % kTile];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      float x[Each];
      float y[Each];
#pragma unroll
      for (int i = 0; i < Each; ++i) {
        x[i] = left[k][threadIdx.y + i * kThreads];
        y[i] = right[k][threadIdx.x + i * kThreads];
      }
#pragma unroll
      for (int i = 0; i < Each; ++i) {
#pragma unroll
        for (int j = 0; j < Each; ++j) sums[i][j] += x[i] * y[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < Each; ++i) {
    for (int j = 0; j < Each; ++j)
      c[(blockIdx.y * kTile + threadIdx.y + i * kThreads) * kN + blockIdx.x * kTile + threadIdx.x +
        j * kThreads] = sums[i][j];
  }
}

void products() {
  const std::size_t n = std::size_t{kN} * kN;
  float* const a = device<float>(n);
  float* const b = device<float>(n);
  float* const c = device<float>(n);
  const auto report = [&](const char* name, auto kernel, dim3 grid, dim3 block) {
    const double us = median_us([&] { kernel<<<grid, block>>>(a, b, c); });
    tell("product", name, us, 2.0 * kN * kN * kN / us / 1e6, "TFLOP/s");
  };
  report("from memory", product_from_memory, dim3(kN / 32, kN / 8), dim3(32, 8));
  report("from tiles of 16 x 16", product_from_tiles<16>, dim3(kN / 16, kN / 16), dim3(16, 16));
  report("from tiles of 32 x 32", product_from_tiles<32>, dim3(kN / 32, kN / 32), dim3(32, 32));
  report("4 x 4 results a thread", product_from_registers<4>, dim3(kN / 64, kN / 64), dim3(16, 16));
  report("8 x 8 results a thread", product_from_registers<8>, dim3(kN / 128, kN / 128), dim3(16, 16));
  for (float* memory : {a, b, c}) check(cudaFree(memory));
}

// --------------------------------------------------------------------------------- a table that stays in L2

// Streams an array and adds an element of the table, at a random place, to each of its values.
__global__ void look_up(const float4* __restrict__ stream, const float* __restrict__ table, unsigned mask,
                        float4* __restrict__ out, std::size_t count) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x) {
    float4 value = stream[i];
    const unsigned place = static_cast<unsigned>(i) * 2654435761U;
    value.x += table[place >> 3U & mask];
    value.y += table[place * 3U >> 2U & mask];
    value.z += table[place * 5U >> 4U & mask];
    value.w += table[place * 7U >> 1U & mask];
    out[i] = value;
  }
}

void persistence() {
  int most = 0;
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0));
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most));
  const std::size_t count = 64 * kMiB;  // 1 GiB each way
  float4* const stream = device<float4>(count);
  float4* const out = device<float4>(count);
  for (const std::size_t mib : {4, 16, 32}) {
    float* const table = device<float>(mib * kMiB / sizeof(float));
    const auto mask = static_cast<unsigned>(mib * kMiB / sizeof(float) - 1);
    for (const bool persists : {false, true}) {
      cudaStreamAttrValue window = {};
      window.accessPolicyWindow.base_ptr = table;
      window.accessPolicyWindow.num_bytes = persists ? mib * kMiB : 0;
      window.accessPolicyWindow.hitRatio = 1.0F;
      window.accessPolicyWindow.hitProp = persists ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
      window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
      check(cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &window));
      const double us = median_us([&] { look_up<<<1056, 256>>>(stream, table, mask, out, count); });
      char name[64];
      std::snprintf(name, sizeof name, "a table of %zu MiB%s", mib, persists ? ", kept in L2" : "");
      tell("persistence", name, us, 2.0 * count * sizeof(float4) / us / 1e3, "GB/s");
      check(cudaCtxResetPersistingL2Cache());
    }
    check(cudaFree(table));
  }
  check(cudaFree(stream));
  check(cudaFree(out));
}

// --------------------------------------------------------------------------------- loads a round ahead

// A few warps an SM: what hides latency is what each thread has in flight. The loop's body is written out Ahead + 1 times, so that
// no value moves from register to register while it is on its way.
template <int Ahead>
__global__ void sum_rows(const float* __restrict__ in, float* __restrict__ out, int rows, int pitch) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float held[Ahead + 1];
#pragma unroll
  for (int i = 0; i < Ahead; ++i) held[i] = in[static_cast<std::size_t>(i) * pitch + column];
  float sum = 0;
#pragma unroll 1
  for (int first = 0; first < rows; first += Ahead + 1) {
#pragma unroll
    for (int i = 0; i <= Ahead; ++i) {
      const int next = min(first + i + Ahead, rows - 1);
      held[(i + Ahead) % (Ahead + 1)] = in[static_cast<std::size_t>(next) * pitch + column];
      float x = held[i];
#pragma unroll
      for (int step = 0; step < 16; ++step) x = x * 0.999F + sum;  // each waits for the one before
      sum = x;
    }
  }
  out[column] = sum;
}

// The same, and asks L2 for the row that comes `Ahead` rounds later: PTX ISA, prefetch.
template <int Ahead>
__global__ void sum_rows_prefetched(const float* __restrict__ in, float* __restrict__ out, int rows,
                                    int pitch) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int row = 0; row < rows; ++row) {
    const int next = row + Ahead < rows ? row + Ahead : rows - 1;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + static_cast<std::size_t>(next) * pitch + column));
    float x = in[static_cast<std::size_t>(row) * pitch + column];
#pragma unroll
    for (int i = 0; i < 16; ++i) x = x * 0.999F + sum;
    sum = x;
  }
  out[column] = sum;
}

void prefetches() {
  constexpr int kRows = 1024;
  constexpr int kPitch = 132 * 256;
  float* const in = device<float>(std::size_t{kRows} * kPitch);
  float* const out = device<float>(kPitch);
  const auto report = [&](const char* name, auto kernel) {
    const double us = median_us([&] { kernel<<<kPitch / 128, 128>>>(in, out, kRows, kPitch); });
    tell("prefetch", name, us, 4.0 * kRows * kPitch / us / 1e3, "GB/s");
  };
  report("a load when it is needed", sum_rows<0>);
  report("loads 1 round ahead", sum_rows<1>);
  report("loads 3 rounds ahead", sum_rows<3>);
  report("loads 7 rounds ahead", sum_rows<7>);
  report("L2 asked 4 rounds ahead", sum_rows_prefetched<4>);
  check(cudaFree(in));
  check(cudaFree(out));
}

// -------------------------------------------------------------------------------- structures and padding

struct Three {  // 12 bytes
  float x, y, z;
};
struct alignas(16) Padded {  // the same, 16 bytes
  float x, y, z;
};
struct Mixed {  // 24 bytes, 10 of them padding
  char kind;
  double value;
  char state;
  int number;
};
struct Ordered {  // the same members, largest first: 16 bytes
  double value;
  int number;
  char kind;
  char state;
};

template <class T>
__global__ void move_points(const T* __restrict__ in, T* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  T point = in[i];
  point.x += 1;
  point.y += 1;
  point.z += 1;
  out[i] = point;
}

template <class T>
__global__ void change_records(const T* __restrict__ in, T* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  T record = in[i];
  record.value *= 2;
  record.number += record.kind + record.state;
  out[i] = record;
}

template <class T, class Kernel>
void structure(const char* name, Kernel kernel, double useful) {
  constexpr int kCount = 32 << 20;
  T* const in = device<T>(kCount);
  T* const out = device<T>(kCount);
  const double us = median_us([&] { kernel<<<kCount / 256, 256>>>(in, out, kCount); });
  tell("structures", name, us, 2.0 * useful * kCount / us / 1e3, "GB/s useful");
  check(cudaFree(in));
  check(cudaFree(out));
}

void structures() {
  structure<Three>("3 floats in 12 bytes", move_points<Three>, 12);
  structure<Padded>("3 floats padded to 16 bytes", move_points<Padded>, 12);
  structure<Mixed>("14 bytes of members in 24", change_records<Mixed>, 14);
  structure<Ordered>("14 bytes of members in 16", change_records<Ordered>, 14);
}

}  // namespace

int main() {
  std::printf("group,variant,us,amount,unit\n");
  products();
  persistence();
  prefetches();
  structures();
}
