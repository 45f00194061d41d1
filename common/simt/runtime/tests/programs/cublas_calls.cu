// How cuBLAS is called, besides its results: settings of the handle, statuses of wrong arguments, copies of vectors and matrices,
// streams and graphs, memory that both sides use. With an argument, one mistake that the report must name.
#include <cublas_v2.h>

#ifndef CUBLAS_API_H_
#error "helper_cuda.h of NVIDIA's samples asks for it"
#endif
static_assert(sizeof(uintptr_t) == sizeof(void*), "what <stdint.h> names is there");

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

void say(const char* what, cublasStatus_t status) {
  std::printf("%s: %s\n", what, cublasGetStatusName(status));
}

constexpr int n = 4;

// A matrix of ones on the device.
float* ones() {
  const std::vector<float> host(n * n, 1.0F);
  float* memory = nullptr;
  cudaMalloc(&memory, n * n * sizeof(float));
  cublasSetMatrix(n, n, sizeof(float), host.data(), n, memory, n);
  return memory;
}

cublasStatus_t multiply(cublasHandle_t handle, const float* a, const float* b, float* c, int ld = n) {
  const float one = 1.0F;
  const float zero = 0.0F;
  return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, ld, b, n, &zero, c, n);
}

void settings(cublasHandle_t handle) {
  cudaStream_t stream = nullptr;
  cudaStream_t found = nullptr;
  cudaStreamCreate(&stream);
  say("SetStream", cublasSetStream(handle, stream));
  say("GetStream", cublasGetStream(handle, &found));
  std::printf("the same stream: %d\n", found == stream);
  cublasSetStream(handle, nullptr);
  cudaStreamDestroy(stream);
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_DEVICE;
  say("GetPointerMode", cublasGetPointerMode(handle, &mode));
  std::printf("pointers are of the host: %d\n", mode == CUBLAS_POINTER_MODE_HOST);
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  say("SetMathMode", cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  cublasGetMathMode(handle, &math);
  std::printf("math mode: %d\n", math);
  say("SetWorkspace", cublasSetWorkspace(handle, nullptr, 0));
  int version = 0;
  say("GetVersion", cublasGetVersion(handle, &version));
  std::printf("version: %d, %s\n", version, cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
}

void wrong_arguments(cublasHandle_t handle, float* a, float* c) {
  const float one = 1.0F;
  say("no handle", multiply(nullptr, a, a, c));
  say("lda < rows", multiply(handle, a, a, c, n - 1));
  say("m < 0", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, n, n, &one, a, n, a, n, &one, c, n));
  say("no alpha", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, nullptr, a, n, a, n, &one, c, n));
  say("no such operation",
      cublasSgemv(handle, static_cast<cublasOperation_t>(7), n, n, &one, a, n, a, 1, &one, c, 1));
  say("a step of 0", cublasSgemv(handle, CUBLAS_OP_N, n, n, &one, a, n, a, 0, &one, c, 1));
  say("no such types",
      cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, CUDA_R_32F, n, a, CUDA_R_64F, n, &one,
                   c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  say("FULL is no triangle", cublasSsymv(handle, CUBLAS_FILL_MODE_FULL, n, &one, a, n, a, 1, &one, c, 1));
  say("nothing to do", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, n, n, &one, a, n, a, n, &one, c, n));
  say("geam turns in place",
      cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, c, n, &one, a, n, c, n));
}

// Every second element of a vector, and a block of a matrix.
void copies() {
  float* memory = nullptr;
  cudaMalloc(&memory, 6 * sizeof(float));
  const float values[6]{1, 2, 3, 4, 5, 6};
  float back[4]{};
  say("SetVector", cublasSetVector(3, sizeof(float), values, 2, memory, 1));
  say("GetVector", cublasGetVector(3, sizeof(float), memory, 1, back, 1));
  std::printf("%g %g %g\n", back[0], back[1], back[2]);
  say("SetMatrix", cublasSetMatrix(2, 2, sizeof(float), values, 3, memory, 2));
  say("GetMatrixAsync", cublasGetMatrixAsync(2, 2, sizeof(float), memory, 2, back, 2, nullptr));
  std::printf("%g %g %g %g\n", back[0], back[1], back[2], back[3]);
  say("lda < rows", cublasSetMatrix(3, 2, sizeof(float), values, 2, memory, 3));
  cudaFree(memory);
}

// A product in a graph, with factors that the program changes afterwards.
void graphs(cublasHandle_t handle, float* a, float* c) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamCreate(&stream);
  cublasSetStream(handle, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  float alpha = 0.5F;
  const float beta = 1.0F;
  say("captured", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, a, n, &beta, c, n));
  alpha = 100;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(executable, stream);
  float first = 0;
  cudaMemcpy(&first, c, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("4 and three times 2: %g\n", first);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cublasSetStream(handle, nullptr);
  cudaStreamDestroy(stream);
}

// Managed memory, for the matrix and for a result of the device's.
void managed(cublasHandle_t handle) {
  float* memory = nullptr;
  cudaMallocManaged(&memory, 5 * sizeof(float));
  for (int i = 0; i < 4; ++i) memory[i] = static_cast<float>(i + 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  say("managed", cublasSdot(handle, 4, memory, 1, memory, 1, memory + 4));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cudaDeviceSynchronize();
  std::printf("%g\n", memory[4]);
  cudaFree(memory);
}

int make_mistake(cublasHandle_t handle, const char* which, float* a, float* c) {
  float host[n * n]{};
  const float one = 1.0F;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  if (std::strcmp(which, "past_the_end") == 0) status = multiply(handle, a, a, c, 2 * n);
  if (std::strcmp(which, "host_pointer") == 0) status = multiply(handle, host, a, c);
  if (std::strcmp(which, "device_scalar") == 0) status = cublasSscal(handle, n, a, c, 1);
  if (std::strcmp(which, "null") == 0) status = multiply(handle, a, nullptr, c);
  if (std::strcmp(which, "unwritten") == 0) {
    float* fresh = nullptr;
    cudaMalloc(&fresh, n * n * sizeof(float));
    cudaMemset(fresh, 0, n * sizeof(float));
    status = multiply(handle, fresh, a, c);
    cudaFree(fresh);
  }
  if (std::strcmp(which, "freed") == 0) {
    cudaFree(c);
    status = cublasSaxpy(handle, n, &one, a, 1, c, 1);
    cudaMalloc(&c, sizeof(float));
  }
  say(which, status);
  cudaFree(a);
  cudaFree(c);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  cublasHandle_t handle = nullptr;
  say("Create", cublasCreate(&handle));
  float* a = ones();
  float* c = nullptr;
  cudaMalloc(&c, n * n * sizeof(float));
  if (count > 1) return make_mistake(handle, words[1], a, c);
  settings(handle);
  say("product", multiply(handle, a, a, c));
  wrong_arguments(handle, a, c);
  copies();
  graphs(handle, a, c);
  managed(handle);
  cudaFree(a);
  cudaFree(c);
  say("Destroy", cublasDestroy_v2(handle));
  say("Destroy again", cublasDestroy(handle));
}
