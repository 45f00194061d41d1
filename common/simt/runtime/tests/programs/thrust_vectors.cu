// Thrust as its own headers have it: vectors on the device, and algorithms over them.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

int main() {
  constexpr int kCount = 5000;
  thrust::device_vector<int> values(kCount);
  thrust::sequence(values.begin(), values.end());
  thrust::transform(values.begin(), values.end(), values.begin(), thrust::negate<int>());
  thrust::sort(values.begin(), values.end());
  std::printf("sorted from %d to %d\n", static_cast<int>(values.front()), static_cast<int>(values.back()));
  std::printf("sum %d\n", thrust::reduce(values.begin(), values.end()));
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  const thrust::host_vector<int> sums = values;
  std::printf("sums from %d to %d\n", sums[0], sums[kCount - 1]);
}
