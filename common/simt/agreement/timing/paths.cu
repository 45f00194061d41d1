// How long the ways of an SM take that a request's lines and sectors go: stores to L2, loads that L1 has, a warp behind its stores to
// local memory, and behind branches whose sides its lanes take apart; and warps that walk through constants. And whose turn it is among the
// warps of a scheduler.
//   nvcc -O3 -std=c++17 -arch=sm_90 paths.cu -o paths && ./paths
// Prints a table. Stores: ps of the whole GPU a line. Loads: cycles of the SM a request. Warps of a scheduler: cycles until each has
// ended, the oldest first. Constants: cycles of an SM for each element and warp. The others: cycles of one warp a round, of which loops and additions are a part.
#include <algorithm>
#include <utility>
#include <vector>

#include "common.h"

namespace {

constexpr int kSms = 132, kRounds = 4096;

template <class F>
double least_ms(F launch) {
  cudaEvent_t begin, end;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  float least = 1e9f;
  for (int i = 0; i < 5; ++i) {
    OK(cudaEventRecord(begin));
    launch();
    OK(cudaEventRecord(end));
    OK(cudaEventSynchronize(end));
    float ms = 0;
    OK(cudaEventElapsedTime(&ms, begin, end));
    least = std::min(least, ms);
  }
  return least;
}

// What so many rounds add to a launch: its beginning and end are left out.
template <class F>
double ns_of_rounds(F launch) {
  return 1e6 * (least_ms([&] { launch(2 * kRounds); }) - least_ms([&] { launch(kRounds); }));
}

// ------------------------------------------------------------------------------------------------------- stores

// Each warp stores to LINES lines, SECTORS sectors of each, which lanes share evenly; to one of `groups` such places after another.
template <class T, int LINES, int SECTORS>
__global__ void k_store(char* at, int rounds, int groups, int first) {
  constexpr int kOfSector = 32 / (LINES * SECTORS);
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const int sector = lane / kOfSector;
  char* const mine = at + size_t(warp) * groups * LINES * 128 + sector / SECTORS * 128 +
                     sector % SECTORS * 32 + lane % kOfSector * sizeof(T);
  for (int i = 0; i < rounds; ++i)
    *reinterpret_cast<T*>(mine + size_t((i * 5 + first) & (groups - 1)) * LINES * 128) = T{};
}

template <class T, int LINES, int SECTORS>
void stores(const char* type, char* at) {
  constexpr int kWarps = kSms * 8;
  int groups = 64;
  while (size_t{kWarps} * groups * LINES * 128 > (18u << 20)) groups /= 2;
  const double ns =
      ns_of_rounds([&](int rounds) { k_store<T, LINES, SECTORS><<<kSms, 256>>>(at, rounds, groups, 1); });
  std::printf("store %s,%d lines,%d sectors a line,%d bytes a sector,%.2f ps a line\n", type, LINES, SECTORS,
              32 / (LINES * SECTORS) * int(sizeof(T)), 1e3 * ns / kWarps / kRounds / LINES);
}

// Lanes store to one word of a local array, or to words of ROWS lines.
template <class T, int ROWS>
__global__ void k_store_local(int* out, int rounds, int first) {
  constexpr int kWords = 64;
  T array[kWords];
  for (int i = 0; i < kWords; ++i) array[i] = T(i + first);
  for (int i = 0; i < rounds; ++i) array[((i * 5 + first) * ROWS + threadIdx.x % ROWS) % kWords] = T(i);
  int sum = 0;
  for (int i = 0; i < kWords; ++i) sum += array[(i + first) % kWords];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T, int ROWS>
void local_stores(const char* type, int* out) {
  const double ns = ns_of_rounds([&](int rounds) { k_store_local<T, ROWS><<<kSms, 256>>>(out, rounds, 1); });
  std::printf("local store %s,%d lines,%.2f ps a line\n", type, ROWS, 1e3 * ns / (kSms * 8) / kRounds / ROWS);
}

// ------------------------------------------------------------------------------------------------------- loads that L1 has

// Lane l loads word l of its line, of which a warp has LINES; or with RANDOM the word of a random one of 256 lines; all at the
// same bank with STRIDE 0.
template <int LINES, int STRIDE, bool RANDOM>
__global__ void k_load(const char* from, float* out, int rounds) {
  constexpr int kAtATime = 16;
  const int lane = threadIdx.x % 32;
  const char* const mine = from + lane % LINES * 128 + lane * STRIDE + threadIdx.x / 32 % 2 * 32768;
  float sum = 0;
  unsigned place = 0, drawn = threadIdx.x * 0x9E3779B1u;
#pragma unroll 1
  for (int i = 0; i < rounds; i += kAtATime) {
#pragma unroll
    for (int k = 0; k < kAtATime; ++k) {
      drawn = drawn * 1664525u + 1013904223u;
      const char* const at =
          RANDOM ? from + (drawn >> 8) % 256 * 128 + lane * 4 : mine + (place & 16384) + k * 256;
      sum += *reinterpret_cast<const float*>(at);
    }
    place += 16384;
  }
  if (sum == 12345.f) out[threadIdx.x] = sum;
}

template <int LINES, int STRIDE, bool RANDOM>
void loads(const char* name, const char* from, float* out, double ghz) {
  for (int warps : {4, 32}) {
    const double ns = ns_of_rounds(
        [&](int rounds) { k_load<LINES, STRIDE, RANDOM><<<kSms, warps * 32>>>(from, out, rounds); });
    std::printf("load from L1 %s,%d lines,%d warps,%.2f cycles\n", name, LINES, warps,
                ns * ghz / warps / kRounds);
  }
}

// ------------------------------------------------------------------------------------------------------- one warp

__device__ int g_cycles;

// A chain of loads through a local array, with or without a store to another word right before each; lanes want words of ROWS lines.
template <unsigned ROWS, bool STORES>
__global__ void k_local_chain(unsigned* out, unsigned first, unsigned further) {
  constexpr unsigned kWords = 64;
  unsigned array[kWords];
  for (unsigned i = 0; i < kWords; ++i) array[i] = (i + first) % kWords;
  unsigned at = threadIdx.x % ROWS;
  const long long begin = clock64();
  for (int i = 0; i < kRounds; ++i) {
    if (STORES) array[(at + further) % kWords] = (at + further + first) % kWords;
    at = array[at];
  }
  if (threadIdx.x == 0) g_cycles = int(clock64() - begin);
  out[threadIdx.x] = at + array[first];
}

// Lanes take SIDES sides apart, each with a load of a local array and, with STORES, a store.
template <int SIDES, bool STORES>
__global__ void k_sides(int* out, int first) {
  int array[16];
  for (int i = 0; i < 16; ++i) array[i] = (i + first) % 64;
  int at = first % 16, x = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int i = 0; i < kRounds; ++i) {
    switch ((threadIdx.x + i) % SIDES) {
      case 0:
        x += array[at];
        if (STORES) array[at] = x;
        break;
      case 1:
        x ^= array[at];
        if (STORES) array[at] = x + 1;
        break;
      case 2:
        x -= array[at];
        if (STORES) array[at] = x + 2;
        break;
      case 3:
        x |= array[at];
        if (STORES) array[at] = x + 3;
        break;
      case 4:
        x = max(x, array[at]);
        if (STORES) array[at] = x ^ 4;
        break;
      case 5:
        x = min(x, array[at]);
        if (STORES) array[at] = x + 5;
        break;
      case 6:
        x = x * array[at];
        if (STORES) array[at] = x ^ 9;
        break;
      default:
        x = x + 2 * array[at];
        if (STORES) array[at] = x ^ 3;
        break;
    }
    at = (at + 1) % 16;
  }
  if (threadIdx.x == 0) g_cycles = int(clock64() - begin);
  out[threadIdx.x] = x + array[first];
}

template <class F>
void of_one_warp(const char* name, int number, F launch) {
  int cycles = 0;
  for (int i = 0; i < 2; ++i) launch();
  OK(cudaMemcpyFromSymbol(&cycles, g_cycles, sizeof cycles));
  std::printf("%s,%d,%.1f cycles a round\n", name, number, double(cycles) / kRounds);
}

// --------------------------------------------------------------------------------------------------- schedulers

// Each warp adds 12,800 times, in so many chains. A sum waits four cycles for the one before it in its chain.
template <int CHAINS>
__global__ void k_chains(float* out, long long* ends) {
  float sums[CHAINS];
  for (int i = 0; i < CHAINS; ++i) sums[i] = threadIdx.x + i;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < 200; ++round) {
#pragma unroll
    for (int i = 0; i < 64; ++i) sums[i % CHAINS] = sums[i % CHAINS] * 1.0001f + 0.5f;
  }
  const long long end = clock64();
  float sum = 0;
  for (int i = 0; i < CHAINS; ++i) sum += sums[i];
  out[threadIdx.x] = sum;
  if (threadIdx.x % 32 == 0) ends[threadIdx.x / 32] = end - begin;
}

template <int CHAINS>
void warps_of_a_scheduler(int warps, float* out) {
  long long* ends = nullptr;
  OK(cudaMallocManaged(&ends, 32 * sizeof(long long)));
  for (int i = 0; i < 2; ++i) {
    k_chains<CHAINS><<<1, warps * 128>>>(out, ends);
    OK(cudaDeviceSynchronize());
  }
  std::printf("warps of a scheduler,%d,%d chains each", warps, CHAINS);
  for (int warp = 0; warp < warps; ++warp) std::printf(",%lld", ends[4 * warp]);
  std::printf(" cycles\n");
  OK(cudaFree(ends));
}

// ----------------------------------------------------------------------------------------------------- constants

__constant__ float4 elements[4096];

// Every thread walks through the elements; the index is in a register of the lane (LDC), or the warp's (ULDC).
template <bool kByLane>
__global__ void k_constants(float* out, int count, int zero) {
  const int shift = kByLane ? static_cast<int>(threadIdx.x) * zero : 0;
  const float at = threadIdx.x * 0.5f;
  float sum = 0;
  for (int i = 0; i < count; ++i) {
    const float4 v = elements[i + shift];
    const float x = at - v.x, y = at - v.y;
    sum += v.w * rsqrtf(x * x + y * y + v.z);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <bool kByLane>
void constants(int blocks_of_sm, int threads, float* out, double ghz) {
  constexpr int kElements = 2048;
  const auto walk = [&](int count) { k_constants<kByLane><<<kSms * blocks_of_sm, threads>>>(out, count, 0); };
  const double ms = least_ms([&] { walk(2 * kElements); }) - least_ms([&] { walk(kElements); });
  std::printf("constants,%s,%d blocks of %d an SM,%.1f cycles an element and warp\n",
              kByLane ? "LDC" : "ULDC", blocks_of_sm, threads,
              1e6 * ms * ghz / kElements / (blocks_of_sm * threads / 32));
}

}  // namespace

int main() {
  int khz = 0;
  OK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  const double ghz = khz * 1e-6;
  char* const at = device<char>(64u << 20);
  int* const out = device<int>(1u << 20);
  float* const sums = device<float>(1024);
  stores<int, 1, 4>("int", at), stores<int, 2, 2>("int", at), stores<int, 4, 1>("int", at);
  stores<int, 2, 4>("int", at), stores<int, 4, 2>("int", at), stores<int, 8, 1>("int", at);
  stores<int, 8, 4>("int", at), stores<int, 16, 2>("int", at), stores<int, 32, 1>("int", at);
  stores<char, 1, 4>("char", at), stores<char, 32, 1>("char", at);
  stores<int4, 4, 4>("int4", at), stores<int4, 8, 2>("int4", at), stores<int4, 16, 1>("int4", at);
  local_stores<int, 1>("int", out), local_stores<int, 2>("int", out), local_stores<int, 8>("int", out);
  local_stores<int, 16>("int", out), local_stores<char, 1>("char", out);
  loads<1, 4, false>("side by side", at, sums, ghz), loads<4, 4, false>("side by side", at, sums, ghz);
  loads<8, 4, false>("side by side", at, sums, ghz), loads<16, 4, false>("side by side", at, sums, ghz);
  loads<32, 4, false>("side by side", at, sums, ghz), loads<32, 0, false>("at one bank", at, sums, ghz);
  loads<32, 4, true>("at random", at, sums, ghz);
  of_one_warp("local loads, lines", 1,
              [&] { k_local_chain<1, false><<<1, 32>>>(reinterpret_cast<unsigned*>(out), 1, 5); });
  of_one_warp("local loads, lines", 32,
              [&] { k_local_chain<32, false><<<1, 32>>>(reinterpret_cast<unsigned*>(out), 1, 5); });
  of_one_warp("local stores and loads, lines", 1,
              [&] { k_local_chain<1, true><<<1, 32>>>(reinterpret_cast<unsigned*>(out), 1, 5); });
  of_one_warp("local stores and loads, lines", 8,
              [&] { k_local_chain<8, true><<<1, 32>>>(reinterpret_cast<unsigned*>(out), 1, 5); });
  of_one_warp("local stores and loads, lines", 32,
              [&] { k_local_chain<32, true><<<1, 32>>>(reinterpret_cast<unsigned*>(out), 1, 5); });
  of_one_warp("sides with a load", 1, [&] { k_sides<1, false><<<1, 32>>>(out, 1); });
  of_one_warp("sides with a load", 4, [&] { k_sides<4, false><<<1, 32>>>(out, 1); });
  of_one_warp("sides with a load", 8, [&] { k_sides<8, false><<<1, 32>>>(out, 1); });
  of_one_warp("sides with a load and a store", 4, [&] { k_sides<4, true><<<1, 32>>>(out, 1); });
  of_one_warp("sides with a load and a store", 8, [&] { k_sides<8, true><<<1, 32>>>(out, 1); });
  for (int warps : {1, 2, 4, 6, 8}) warps_of_a_scheduler<1>(warps, sums);
  for (int warps : {1, 2, 4, 6, 8}) warps_of_a_scheduler<4>(warps, sums);
  std::vector<float4> values(4096, make_float4(0.5f, 1, 0.25f, 2));
  OK(cudaMemcpyToSymbol(elements, values.data(), sizeof elements));
  float* const walked = device<float>(1u << 19);
  for (auto [blocks, threads] : {std::pair(1, 128), std::pair(4, 128), std::pair(8, 128), std::pair(16, 128),
                                 std::pair(1, 1024), std::pair(2, 512), std::pair(4, 256)}) {
    constants<false>(blocks, threads, walked, ghz);
    constants<true>(blocks, threads, walked, ghz);
  }
}
