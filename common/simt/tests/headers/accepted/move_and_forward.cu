#include <utility>

struct Value {
  int x;
};
template <class T>
__device__ int taken(T&& value) {
  return std::forward<T>(value).x;
}

__global__ void moved(Value* values) {
  Value local = std::move(values[threadIdx.x]);
  values[0].x = taken(std::move(local));
}
