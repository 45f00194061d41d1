// CUDA Runtime API, "Device Management" and "Error Handling".
#include "runtime.h"

using cudart::api;
using cudart::Runtime;

extern "C" {

cudaError_t cudaGetLastError() { return Runtime::get().last_error(true); }
cudaError_t cudaPeekAtLastError() { return Runtime::get().last_error(false); }

cudaError_t cudaDeviceSynchronize() {
  return api(__func__, [](Runtime& runtime) { return runtime.wait(); });
}
}
