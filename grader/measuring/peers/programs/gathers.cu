// What gathers cost that are said to be faster: lab 6's gather by an ordinary load, by __ldg and __ldcg, and
// through a texture; with random indices and with sorted ones, and the sort by CUB. In milliseconds.
//
// The table is the largest that a linear texture can hold on every GPU since compute capability 5:
// 2^27 elements (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
#include "../../../../labs/lab6_gather_scatter/given_kernels.cu"

#include <cub/device/device_radix_sort.cuh>

#include "clock.h"
#include "surveys.h"

namespace peers {
namespace {

constexpr int kTableBits = 27;
constexpr int kTable = 1 << kTableBits;
constexpr int kGathered = 1 << 26;

__host__ __device__ float value_at(int i) { return static_cast<float>(i % (1 << 24)); }

__global__ void fill_table(float* table) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < kTable; i += gridDim.x * BLOCK) table[i] = value_at(i);
}

__global__ void fill_indices(int* index, int* number) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < kGathered; i += gridDim.x * BLOCK) {
    index[i] = static_cast<int>(scrambled(static_cast<unsigned>(i)) % kTable);
    number[i] = i;
  }
}

__global__ void gather_texture(cudaTextureObject_t table, const int* index, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(table, index[i]);
}

__global__ void count_wrong(const int* index, const float* out, int* wrong) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < kGathered; i += gridDim.x * BLOCK) {
    if (out[i] != value_at(index[i])) atomicAdd(wrong, 1);
  }
}

// Of sorted keys, each with the place that it came from: those that are out of order, or are another's.
__global__ void count_unsorted(const int* unsorted, const int* keys, const int* places, int* wrong) {
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < kGathered; i += gridDim.x * BLOCK) {
    const bool is_in_order = i == 0 || keys[i - 1] <= keys[i];
    if (!is_in_order || (places != nullptr && unsorted[places[i]] != keys[i])) atomicAdd(wrong, 1);
  }
}

class Texture {
 public:
  explicit Texture(const Array<float>& table) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = table.data();
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = std::size_t{kTable} * sizeof(float);
    const cudaTextureDesc reading{};
    check(cudaCreateTextureObject(&object_, &resource, &reading, nullptr), "create a texture");
  }
  ~Texture() { cudaDestroyTextureObject(object_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  cudaTextureObject_t object() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

bool none_wrong(const Array<int>& wrong) { return wrong.values().front() == 0; }

void time_gathers(const std::string& order, const Array<float>& table, const Array<int>& index) {
  const Array<float> out(kGathered);
  const Array<int> wrong(1);
  const Texture texture(table);
  constexpr unsigned kBlocks = kGathered / BLOCK;
  const auto by = [&](auto* kernel) {
    return [&, kernel] { kernel<<<kBlocks, BLOCK>>>(table.data(), index.data(), out.data(), kGathered); };
  };
  const auto by_texture = [&] {
    gather_texture<<<kBlocks, BLOCK>>>(texture.object(), index.data(), out.data(), kGathered);
  };
  hold({"gather of " + std::to_string(kGathered) + " floats from 512 MiB", order + " indices", kMilliseconds,
        [&] { out.fill_bytes(0xFF); },
        [&] {
          wrong.fill_bytes(0);
          count_wrong<<<blocks_that_fill(), BLOCK>>>(index.data(), out.data(), wrong.data());
          return none_wrong(wrong);
        }},
       {{"ordinary load", by(gather)},
        {"__ldg", by(gather_ldg)},
        {"__ldcg", by(gather_ldcg)},
        {"texture", by_texture}});
}

}  // namespace

void survey_gathers() {
  const Array<float> table(kTable);
  const Array<int> index(kGathered);
  const Array<int> number(kGathered);
  const Array<int> sorted(kGathered);
  const Array<int> places(kGathered);
  const Array<int> wrong(1);
  fill_table<<<blocks_that_fill(), BLOCK>>>(table.data());
  fill_indices<<<blocks_that_fill(), BLOCK>>>(index.data(), number.data());

  const auto keys = with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, index.data(), sorted.data(), kGathered, 0,
                                          kTableBits);
  });
  const auto pairs = with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, index.data(), sorted.data(), number.data(),
                                           places.data(), kGathered, 0, kTableBits);
  });
  const auto hold_sort = [&](const std::string& name, const std::function<void()>& sort, bool has_places) {
    hold({"sort of the indices", std::to_string(kGathered) + " of " + std::to_string(kTableBits) + " bits",
          kMilliseconds, [&] { sorted.fill_bytes(0); },
          [&, has_places] {
            wrong.fill_bytes(0);
            count_unsorted<<<blocks_that_fill(), BLOCK>>>(index.data(), sorted.data(),
                                                          has_places ? places.data() : nullptr, wrong.data());
            return none_wrong(wrong);
          }},
         {{name, sort}});
  };
  hold_sort("CUB DeviceRadixSort::SortKeys", keys, false);
  hold_sort("CUB DeviceRadixSort::SortPairs, each index with its place", pairs, true);
  time_gathers("random", table, index);
  time_gathers("sorted", table, sorted);
}

}  // namespace peers
