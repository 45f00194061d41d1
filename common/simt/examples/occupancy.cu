// How many blocks an SM holds at once: by threads, by shared memory, and what padding takes from them. The
// runtime API answers for each tile; nothing is launched. On a GPU its answer includes the registers that
// ptxas gave the kernel, which are not known here.
#include <cstdio>
#include <cstdlib>

// Each block turns a tile of floats. A pitch of one more than its columns keeps the second loop free of bank conflicts.
// [turn]
template <int rows, int columns, int pitch>
__global__ void turn(const float* in, float* out) {
  extern __shared__ float tile[];  // rows * pitch
  in += blockIdx.x * rows * columns;
  out += blockIdx.x * rows * columns;
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x)
    tile[i / columns * pitch + i % columns] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x)  // down the columns
    out[i] = tile[i % rows * pitch + i / rows];
}
// [/turn]

// Prints how many blocks fit with and without their shared memory. Returns whether the API could tell.
template <int rows, int columns, int pitch>
bool show(int threads) {
  auto* const kernel = turn<rows, columns, pitch>;
  const int bytes = rows * pitch * static_cast<int>(sizeof(float));
  int by_threads = 0;
  int blocks = 0;
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_threads, kernel, threads, 0) != cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes) != cudaSuccess)
    return false;
  std::printf("%3d x %3d  %5d  %5d  %7d  %10d  %14d  %8d\n", rows, columns, pitch, bytes, threads, by_threads,
              blocks, blocks * threads);
  return true;
}

int main() {
  cudaDeviceProp gpu;
  if (cudaGetDeviceProperties(&gpu, 0) != cudaSuccess) return EXIT_FAILURE;
  std::printf(
      "An SM of an %s holds %d threads, %d blocks, %d registers\n"
      "and %zu bytes of shared memory, of which the system takes %zu a block.\n"
      "L2 has %d bytes, constant memory %zu.\n\n",
      gpu.name, gpu.maxThreadsPerMultiProcessor, gpu.maxBlocksPerMultiProcessor, gpu.regsPerMultiprocessor,
      gpu.sharedMemPerMultiprocessor, gpu.reservedSharedMemPerBlock, gpu.l2CacheSize, gpu.totalConstMem);
  std::printf(
      "of a block:                       blocks on an SM:             threads\n"
      "   floats  pitch  bytes  threads  by threads  by memory, too  on an SM\n");
  const bool all_shown = show<32, 32, 32>(256) && show<32, 32, 33>(256) &&      // lab 4
                         show<64, 64, 64>(256) && show<64, 64, 65>(256) &&      // four of them
                         show<32, 64, 64>(64) && show<32, 64, 65>(64) &&        // two warps a block
                         show<112, 128, 128>(256) && show<112, 128, 129>(256);  // a quarter of an SM
  return all_shown ? EXIT_SUCCESS : EXIT_FAILURE;
}
