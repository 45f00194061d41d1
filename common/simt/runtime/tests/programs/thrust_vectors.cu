// Thrust as its own headers have it: vectors on the device, and algorithms over them. With an argument, it reads what nobody wrote.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <cstdio>

int main(int argc, char**) {
  constexpr int kCount = 5000;
  thrust::device_vector<int> values(kCount);
  thrust::sequence(values.begin(), values.end());
  thrust::transform(values.begin(), values.end(), values.begin(), thrust::negate<int>());
  thrust::sort(values.begin(), values.end());
  std::printf("sorted from %d to %d\n", static_cast<int>(values.front()), static_cast<int>(values.back()));
  std::printf("sum %d\n", thrust::reduce(values.begin(), values.end()));
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  const thrust::host_vector<int> sums = values;
  thrust::host_vector<int> kept(kCount);
  std::printf("sums from %d to %d\n", sums[0], sums[kCount - 1]);
  // Blocks pass on where the least one is: an int, and a long behind four bytes of padding.
  const auto least = thrust::min_element(values.begin(), values.end());
  std::printf("the least is number %d\n", static_cast<int>(least - values.begin()));
  // Blocks write where others have read, in the order that they tell each other.
  for (int i = 0; i < kCount; ++i) kept[i] = i / 3;
  values = kept;
  const auto end = thrust::unique(values.begin(), values.end());
  std::printf("%d are unlike, the last is %d\n", static_cast<int>(end - values.begin()),
              static_cast<int>(values[end - values.begin() - 1]));
  if (argc > 1) {
    int* unwritten = nullptr;
    cudaMalloc(&unwritten, kCount * sizeof(int));
    const decltype(values.begin()) first(thrust::device_pointer_cast(unwritten));
    thrust::reduce(first, first + kCount);
    cudaFree(unwritten);
  }
}
