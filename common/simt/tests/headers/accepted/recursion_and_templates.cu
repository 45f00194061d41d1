__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

template <int N>
struct Sum {
  static __device__ int of(const int* in) { return in[N - 1] + Sum<N - 1>::of(in); }
};
template <>
struct Sum<0> {
  static __device__ int of(const int*) { return 0; }
};

__global__ void numbers(const int* in, int* out) {
  out[threadIdx.x] = fibonacci(threadIdx.x) + Sum<4>::of(in);
}
