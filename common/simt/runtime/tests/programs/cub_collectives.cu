// CUB as its own headers have it: collectives of warps and blocks in a kernel, and algorithms of the whole
// device, whose kernels run on the machine as all others.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

constexpr int kThreads = 128;
constexpr int kItems = 4;
constexpr int kTile = kThreads * kItems;

// Loads a tile, sorts it, scans it, stores it, and adds it up twice.
__global__ void collectives(const int* in, int* sorted, int* scanned, int* block_sums, int* warp_sums) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using WarpReduce = cub::WarpReduce<int>;
  __shared__ union {
    Load::TempStorage load;
    Store::TempStorage store;
    Sort::TempStorage sort;
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
    WarpReduce::TempStorage warp[kThreads / 32];
  } storage;
  const int tile = static_cast<int>(blockIdx.x) * kTile;
  int items[kItems];
  Load(storage.load).Load(in + tile, items);
  __syncthreads();
  Sort(storage.sort).Sort(items);
  __syncthreads();
  const int sum = Reduce(storage.reduce).Sum(items);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
  __syncthreads();
  const int mine = items[0] + items[1] + items[2] + items[3];
  const int of_warp = WarpReduce(storage.warp[threadIdx.x / 32]).Sum(mine);
  if (threadIdx.x % 32 == 0) warp_sums[blockIdx.x * (kThreads / 32) + threadIdx.x / 32] = of_warp;
  __syncthreads();
  int sums[kItems];
  Scan(storage.scan).InclusiveSum(items, sums);
  __syncthreads();
  Store(storage.store).Store(sorted + tile, items);
  __syncthreads();
  Store(storage.store).Store(scanned + tile, sums);
}

struct Greater {
  __device__ bool operator()(int a, int b) const { return a > b; }
};

// Whole tiles, sorted by merging: the last thread's merge reads the element behind them.
__global__ void merge_sort(const int* in, int* sorted) {
  using Sort = cub::BlockMergeSort<int, kThreads, kItems>;
  __shared__ Sort::TempStorage storage;
  const int* const mine = in + (blockIdx.x * kThreads + threadIdx.x) * kItems;
  int items[kItems] = {mine[0], mine[1], mine[2], mine[3]};
  Sort(storage).Sort(items, Greater());
  for (int i = 0; i < kItems; ++i) sorted[(blockIdx.x * kThreads + threadIdx.x) * kItems + i] = items[i];
}

std::vector<int> copied(const int* device, std::size_t count) {
  std::vector<int> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  return host;
}

int* allocated(std::size_t count) {
  int* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(int));
  return memory;
}

void say(const char* what, bool is_right) { std::printf("%s: %s\n", what, is_right ? "right" : "wrong"); }

void check_collectives(const std::vector<int>& values, const int* in) {
  const std::size_t tiles = values.size() / kTile;
  int* const sorted = allocated(values.size());
  int* const scanned = allocated(values.size());
  int* const block_sums = allocated(tiles);
  int* const warp_sums = allocated(4 * tiles);
  collectives<<<static_cast<unsigned>(tiles), kThreads>>>(in, sorted, scanned, block_sums, warp_sums);
  std::vector<int> expected = values;
  std::vector<int> sums;
  for (auto tile = expected.begin(); tile != expected.end(); tile += kTile) {
    std::sort(tile, tile + kTile);
    sums.push_back(std::accumulate(tile, tile + kTile, 0));
  }
  say("BlockLoad, BlockRadixSort, BlockStore", copied(sorted, values.size()) == expected);
  say("BlockReduce", copied(block_sums, tiles) == sums);
  const std::vector<int> warps = copied(warp_sums, 4 * tiles);
  say("WarpReduce",
      std::accumulate(warps.begin(), warps.end(), 0) == std::accumulate(sums.begin(), sums.end(), 0));
  for (auto tile = expected.begin(); tile != expected.end(); tile += kTile)
    std::partial_sum(tile, tile + kTile, tile);
  say("BlockScan", copied(scanned, values.size()) == expected);
  merge_sort<<<static_cast<unsigned>(tiles), kThreads>>>(in, sorted);
  expected = values;
  for (auto tile = expected.begin(); tile != expected.end(); tile += kTile)
    std::sort(tile, tile + kTile, [](int a, int b) { return a > b; });
  say("BlockMergeSort", copied(sorted, values.size()) == expected);
  for (int* const memory : {sorted, scanned, block_sums, warp_sums}) cudaFree(memory);
}

// An algorithm of the whole device, called as CUB has it: first for the size of its memory, then for the
// work.
template <class Algorithm>
void run(const Algorithm& algorithm) {
  std::size_t bytes = 0;
  algorithm(nullptr, bytes);
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  algorithm(memory, bytes);
  cudaFree(memory);
}

void check_device(const std::vector<int>& values, const int* in) {
  const int n = static_cast<int>(values.size());
  int* const out = allocated(values.size());
  run([&](void* memory, std::size_t& bytes) { cub::DeviceReduce::Sum(memory, bytes, in, out, n); });
  say("DeviceReduce", copied(out, 1).front() == std::accumulate(values.begin(), values.end(), 0));
  run([&](void* memory, std::size_t& bytes) { cub::DeviceScan::InclusiveSum(memory, bytes, in, out, n); });
  std::vector<int> expected(values.size());
  std::partial_sum(values.begin(), values.end(), expected.begin());
  say("DeviceScan", copied(out, values.size()) == expected);
  run([&](void* memory, std::size_t& bytes) { cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, n); });
  expected = values;
  std::sort(expected.begin(), expected.end());
  say("DeviceRadixSort", copied(out, values.size()) == expected);
  cudaFree(out);
}

}  // namespace

int main() {
  std::vector<int> values(20 * kTile);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 7919 % 1000);
  int* const in = allocated(values.size());
  cudaMemcpy(in, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  check_collectives(values, in);
  check_device(values, in);
  cudaFree(in);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
