template <class Operation>
__device__ float applied(Operation operation, float x) {
  return operation(x);
}

__global__ void apply(float* data, float factor) {
  const auto scale = [factor](float x) { return x * factor; };
  data[threadIdx.x] = applied(scale, data[threadIdx.x]) + applied([&](float x) { return x + factor; }, 1);
}
