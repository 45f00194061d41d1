__global__ void child(int* a) { a[threadIdx.x] = 1; }

extern "C" __global__ void kernel(int* a) {
  cudaDeviceSynchronize();  // says: cudaDeviceSynchronize() is the host's: kernels of the SIMT machine do not call the runtime
  cudaMemcpyAsync(a, a + 1, 4, cudaMemcpyDeviceToDevice, 0);  // says: cudaMemcpyAsync() is the host's
  child<<<1, 32>>>(a);  // says: launches from kernels (dynamic parallelism) are not supported
}
