template <class T>
constexpr int threads_for(int n) {
  return n / sizeof(T);
}
template <class T>
__global__ void __launch_bounds__(threads_for<T>(1024)) kernel(T* data, int n) {
  data[threadIdx.x] = threads_for<T>(n);  // here
}
template __global__ void kernel<float>(float*, int);
