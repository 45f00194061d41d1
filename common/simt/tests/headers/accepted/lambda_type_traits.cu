// Without --extended-lambda no lambda is an extended one.
template <class T>
__global__ void kernel(T* out) {
  static_assert(!__nv_is_extended_device_lambda_closure_type(T), "an int");
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(T), "an int");
  static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(T), "an int");
  out[threadIdx.x] = 1;
}
template __global__ void kernel<int>(int*);
