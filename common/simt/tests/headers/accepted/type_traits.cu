#include <type_traits>

template <class T>
__global__ void halve(T* data) {
  if constexpr (std::is_floating_point_v<T>) {
    data[threadIdx.x] *= T(0.5);
  } else {
    static_assert(std::is_same<T, int>::value, "int or floating point");
    data[threadIdx.x] /= 2;
  }
}
template __global__ void halve<float>(float*);
template __global__ void halve<int>(int*);
