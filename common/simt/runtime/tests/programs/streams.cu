// A whole program as people write them: pinned memory, two streams, events, checks. Ends with 0 when all is
// right.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                               \
  do {                                                                            \
    const cudaError_t error = (call);                                             \
    if (error != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(EXIT_FAILURE);                                                    \
    }                                                                             \
  } while (0)

template <class T>
__global__ void scale(const T* in, T* out, T factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

int main() {
  constexpr int kCount = 1 << 16;
  constexpr int kHalf = kCount / 2;
  float* host = nullptr;
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMallocHost(&host, kCount * sizeof(float)));
  CHECK(cudaMalloc(&in, kCount * sizeof(float)));
  CHECK(cudaMalloc(&out, kCount * sizeof(float)));
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);
  cudaStream_t streams[2];
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  for (int s = 0; s < 2; ++s) {
    CHECK(cudaStreamCreate(&streams[s]));
    const int first = s * kHalf;
    CHECK(
        cudaMemcpyAsync(in + first, host + first, kHalf * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    scale<<<kHalf / 256, 256, 0, streams[s]>>>(in + first, out + first, 3.0f, kHalf);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(host + first, out + first, kHalf * sizeof(float), cudaMemcpyDeviceToHost,
                          streams[s]));
  }
  for (cudaStream_t stream : streams) {
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
  }
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  for (int i = 0; i < kCount; ++i) {
    if (host[i] != 3.0f * static_cast<float>(i)) return EXIT_FAILURE;
  }
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  std::printf("right, %s\n", milliseconds > 0 ? "timed" : "not timed");
  return EXIT_SUCCESS;
}
