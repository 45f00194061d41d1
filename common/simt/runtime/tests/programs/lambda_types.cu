// The traits that tell which lambdas of host code kernels may call: nvcc's --extended-lambda.
#include <cstdio>

struct Functor {
  __device__ int operator()(int x) const { return x; }
};
template <class F>
struct Holder {
  F f;
};

template <class F>
__global__ void check(F) {
  static_assert(
      __nv_is_extended_device_lambda_closure_type(F) || __nv_is_extended_host_device_lambda_closure_type(F),
      "a kernel sees what host code sees");
}

template <class F>
void show(const char* what, F) {
  std::printf("%s: %d %d %d\n", what, static_cast<int>(__nv_is_extended_device_lambda_closure_type(F)),
              static_cast<int>(__nv_is_extended_host_device_lambda_closure_type(F)),
              static_cast<int>(__nv_is_extended_device_lambda_with_preserved_return_type(F)));
}

int main() {
  int k = 3;
  const auto device = [=] __device__(int x) { return x + k; };
  const auto both = [=] __host__ __device__(int x) { return x + k; };
  show("device", device);
  show("device, mutable", [=] __device__(int x) mutable { return k += x; });
  show("device, noexcept", [=] __device__(int x, float) noexcept -> int { return x + k; });
  show("host and device", both);
  show("function object", Functor{});
  show("holder of a lambda", Holder<decltype(device)>{device});
  show("number", k);
  check<<<1, 1>>>(device);
  check<<<1, 1>>>(both);
  return static_cast<int>(cudaDeviceSynchronize());
}
