// Lambdas of host code that kernels call: nvcc's --extended-lambda.
#include <cstdio>

template <class F>
__global__ void each(F f, int n) {
  const int i = threadIdx.x;
  if (i < n) f(i);
}

template <class T>
struct Scale {
  T* data;
  void run(T by) const {
    const auto data_of_it = data;
    each<<<1, 32>>>([=] __device__(int i) { data_of_it[i] *= by; }, 32);
  }
};

int main() {
  int* x = nullptr;
  cudaMallocManaged(&x, 32 * sizeof(int));
  each<<<1, 32>>>([x] __device__(int i) { x[i] = i; }, 32);
  int one = 1;
  each<<<1, 32>>>([=] __host__ __device__(int i) mutable { x[i] += one++; }, 32);
  Scale<int>{x}.run(10);
  cudaDeviceSynchronize();
#ifdef __CUDACC_EXTENDED_LAMBDA__
  std::printf("%d %d\n", x[0], x[31]);
#endif
  cudaFree(x);
  return 0;
}
