// A program in C: the runtime API, the driver API, cuBLAS and cuRAND, with structs passed by value, as C++ passes them to the kernels of
// in_c_kernels.cu. Types that have only a tag in NVIDIA's headers are written with their keyword.
#include <complex.h>
#include <iso646.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <nvtx3/nvToolsExt.h>

#include "in_c_kernels.h"

#define CALL(call)                                              \
  do {                                                          \
    const int status = (int)(call);                             \
    if (status != 0) {                                          \
      printf("line %d: %s gave %d\n", __LINE__, #call, status); \
      exit(1);                                                  \
    }                                                           \
  } while (0)

enum { kCount = 64 };

static void say(const char* what, bool is_right) { printf("%s: %s\n", what, is_right ? "right" : "WRONG"); }

static void ask_the_device(void) {
  struct cudaDeviceProp properties;
  int device = -1, warp_size = 0;
  CALL(cudaGetDevice(&device));
  CALL(cudaGetDeviceProperties(&properties, device));
  CALL(cudaDeviceGetAttribute(&warp_size, cudaDevAttrWarpSize, device));
  say("device", strlen(properties.name) > 0 and properties.major >= 7 and properties.warpSize == warp_size);

  const cudaError_t error = cudaSetDevice(12345);
  printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  say("last error", cudaGetLastError() == error and cudaGetLastError() == cudaSuccess);
}

static void launch(void) {
  const dim3 grid = {2, 1, 1}, block = {kCount / 2, 1, 1};
  float4 values[kCount];
  float4* on_device = NULL;
  cudaStream_t stream;
  cudaEvent_t start, end;
  float milliseconds = -1;
  for (int i = 0; i < kCount; ++i) values[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CALL(cudaEventCreate(&start));
  CALL(cudaEventCreateWithFlags(&end, cudaEventDefault));
  CALL(cudaMalloc((void**)&on_device, sizeof values));
  CALL(cudaMemcpyAsync(on_device, values, sizeof values, cudaMemcpyHostToDevice, stream));
  CALL(cudaEventRecord(start, stream));
  nvtxRangePush("multiply");
  CALL(multiply(on_device, make_float4(1, 2, 3, 4), grid, block, stream));
  nvtxRangePop();
  // The same kernel again, by its address.
  float4 factors = make_float4(1, 1, 1, -1);
  void* arguments[] = {&on_device, &factors};
  CALL(cudaLaunchKernel(kernel_of_multiply(), grid, block, arguments, 0, stream));
  CALL(cudaEventRecord(end, stream));
  CALL(cudaEventSynchronize(end));
  CALL(cudaEventElapsedTime(&milliseconds, start, end));
  CALL(cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDeviceToHost));
  bool is_right = milliseconds >= 0;
  for (int i = 0; i < kCount; ++i)
    is_right = is_right and values[i].x == i and values[i].y == 4 * i and values[i].z == 9 * i and
               values[i].w == -16 * i;
  say("launches", is_right);
  CALL(cudaMemset(on_device, 0, sizeof values));
  CALL(cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDeviceToHost));
  say("memset", values[kCount - 1].w == 0);
  CALL(cudaEventDestroy(start));
  CALL(cudaEventDestroy(end));
  CALL(cudaStreamDestroy(stream));
  CALL(cudaFree(on_device));
}

static void copy_a_volume(void) {
  const struct cudaExtent extent = make_cudaExtent(4 * sizeof(int), 3, 2);
  struct cudaPitchedPtr volume;
  struct cudaMemcpy3DParms to = {0}, from = {0};
  int written[24], read[24];
  for (int i = 0; i < 24; ++i) written[i] = i;
  CALL(cudaMalloc3D(&volume, extent));
  to.srcPtr = make_cudaPitchedPtr(written, 4 * sizeof(int), 4, 3);
  to.dstPtr = volume;
  to.extent = extent;
  to.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&to));
  from.srcPtr = volume;
  from.srcPos = make_cudaPos(0, 0, 1);  // the second slice
  from.dstPtr = make_cudaPitchedPtr(read, 4 * sizeof(int), 4, 3);
  from.extent = make_cudaExtent(4 * sizeof(int), 3, 1);
  from.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3D(&from));
  say("volume", memcmp(read, written + 12, 12 * sizeof(int)) == 0);
  CALL(cudaFree(volume.ptr));
}

static void use_managed_memory(void) {
  const struct cudaChannelFormatDesc channels =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  struct cudaPointerAttributes attributes;
  float4* managed = NULL;
  CALL(cudaMallocManaged((void**)&managed, sizeof *managed, cudaMemAttachGlobal));
  CALL(cudaPointerGetAttributes(&attributes, managed));
  *managed = make_float4(1, 2, 3, 4);
  CALL(multiply(managed, *managed, (dim3){1, 1, 1}, (dim3){1, 1, 1}, cudaStreamLegacy));
  CALL(cudaDeviceSynchronize());
  say("managed", managed->w == 16 and attributes.type == cudaMemoryTypeManaged and channels.x == 32);
  CALL(cudaFree(managed));
}

static void use_the_driver(void) {
  CUdeviceptr memory;
  CUcontext context;
  unsigned words[8] = {0};
  CALL(cuInit(0));
  CALL(cuCtxCreate(&context, NULL, CU_CTX_SCHED_AUTO, 0));  // as in version 13
  CALL(cuCtxCreate(&context, CU_CTX_SCHED_AUTO, 0));        // as before it
  CALL(cuMemAlloc(&memory, sizeof words));
  CALL(cuMemsetD32(memory, 7, 8));
  CALL(cuMemcpyDtoH(words, memory, sizeof words));
  say("driver", words[0] == 7 and words[7] == 7);
  CALL(cuMemFree(memory));
}

static void use_the_libraries(void) {
  const float a[4] = {1, 2, 3, 4}, one = 1, zero = 0;
  float c[4] = {0}, numbers[kCount];
  float *a_on_device, *c_on_device, *numbers_on_device;
  cublasHandle_t handle;
  curandGenerator_t generator;
  CALL(cudaMalloc((void**)&a_on_device, sizeof a));
  CALL(cudaMalloc((void**)&c_on_device, sizeof c));
  CALL(cudaMalloc((void**)&numbers_on_device, sizeof numbers));
  CALL(cudaMemcpy(a_on_device, a, sizeof a, cudaMemcpyHostToDevice));
  CALL(cublasCreate(&handle));
  CALL(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a_on_device, 2, a_on_device, 2, &zero,
                   c_on_device, 2));
  CALL(cudaMemcpy(c, c_on_device, sizeof c, cudaMemcpyDeviceToHost));
  say("product", c[0] == 7 and c[1] == 10 and c[2] == 15 and c[3] == 22);
  CALL(cublasDestroy(handle));

  CALL(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  CALL(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  CALL(curandGenerateUniform(generator, numbers_on_device, kCount));
  CALL(cudaMemcpy(numbers, numbers_on_device, sizeof numbers, cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (int i = 0; i < kCount; ++i) is_right = is_right and numbers[i] > 0 and numbers[i] <= 1;
  say("numbers", is_right and numbers[0] != numbers[1]);
  CALL(curandDestroyGenerator(generator));

  const cuComplex product = cuCmulf(make_cuComplex(1, 2), make_cuComplex(3, 4));
  const float complex same = (1 + 2 * I) * (3 + 4 * I);
  say("complex", cuCrealf(product) == crealf(same) and cuCimagf(product) == cimagf(same) and
                     cuCabs(make_cuDoubleComplex(3, 4)) == 5);
  CALL(cudaFree(a_on_device));
  CALL(cudaFree(c_on_device));
  CALL(cudaFree(numbers_on_device));
}

int main(void) {
  ask_the_device();
  launch();
  copy_a_volume();
  use_managed_memory();
  use_the_driver();
  use_the_libraries();
  return 0;
}
