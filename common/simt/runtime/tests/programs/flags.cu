// Flags are macros, as in CUDA's driver_types.h: programs ask for them with #ifdef, and a stream's default is a null pointer as
// well. And calls that only differ in flags, or in the type of what they are given.
#include <cuda_runtime.h>

#include <cstdio>

#if !defined(cudaStreamDefault) || !defined(cudaHostAllocMapped) || !defined(cudaEventDisableTiming)
#error "flags are macros in CUDA"
#endif

struct View {
  cudaStream_t stream;
  View() : stream(cudaStreamDefault) {}
};

__global__ void lanes(unsigned* out) {
  unsigned one = 0, two = 0;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(one));  // nvcc takes this for the next line
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(two));
  asm("{ .reg .u32 t; mov.u32 t, %ntid.x; "
      "add.u32 %0, %0, t; }"
      : "+r"(one));
  out[threadIdx.x] = one * 1000 + two;
}

void show(const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }

int main() {
  unsigned* out = nullptr;
  cudaMallocManaged(&out, 64 * sizeof *out);
  lanes<<<1, 64, 0, cudaStreamDefault>>>(out);
  cudaDeviceSynchronize();
  std::printf("lane %u, null %d\n", out[33], View().stream == nullptr);

  const void* const unchanged = out;
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  show("attach", cudaStreamAttachMemAsync(stream, unchanged, 0, cudaMemAttachSingle));
  show("attach all", cudaStreamAttachMemAsync(stream, out));
  int device = -1;
  show("device", cudaStreamGetDevice(stream, &device));
  cudaStreamDestroy(stream);
  cudaFree(out);

  int grid = 0, block = 0;
  show("occupancy",
       cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, lanes, 0, 0, cudaOccupancyDefault));
  std::printf("a block of %d\n", block);
  show("occupancy", cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, lanes, 0, 0, 8));
  const cudaMemLocation places[] = {{cudaMemLocationTypeHostNuma, 0},
                                    {cudaMemLocationTypeHostNumaCurrent, 0}};
  std::printf("places %d %d, masks %d %d\n", places[0].type, places[1].type, cudaDeviceScheduleMask,
              cudaDeviceMask);
  std::printf("errors %d %d %d\n", cudaErrorProfilerAlreadyStopped, cudaErrorCdpNotSupported,
              cudaErrorInvalidResourceConfiguration);
}
