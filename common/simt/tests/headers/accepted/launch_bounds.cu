#define BLOCK 256
template <int Threads>
__global__ void __launch_bounds__(Threads) templated(float* data) {
  data[threadIdx.x] = Threads;
}
template __global__ void templated<64>(float*);

__global__ void __launch_bounds__(BLOCK, 2) bounded(float* data) { data[threadIdx.x] = 1; }
__global__ __launch_bounds__(2 * BLOCK) void in_front(float* data) { data[threadIdx.x] = 2; }

// The third bound is of clusters.
__global__ void __launch_bounds__(BLOCK, 1, 1) bounded_by_three(float* data) { data[threadIdx.x] = 3; }

// Commas between template arguments are none between bounds.
template <int... kThreads>
struct Most {
  static constexpr int kBound = 32 * sizeof...(kThreads);
};
__global__ void __launch_bounds__(Most<1, 2, 3, 4, 5, 6, 7, 8, 9, 10>::kBound) many_commas(float* data) {
  data[threadIdx.x] = 4;
}

// Bounds are constants, which a template of the host's may compute.
template <class T>
constexpr int threads_for() {
  return 1024 / sizeof(T);
}
template <class T>
__global__ void __launch_bounds__(threads_for<T>(), 2) computed(T* data) {
  data[threadIdx.x] = 5;
}
template __global__ void computed<float>(float*);
