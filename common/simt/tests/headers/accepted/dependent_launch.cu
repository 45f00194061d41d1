__global__ void kernel(int* out) {
  __shared__ int shared;
  cudaGridDependencySynchronize();
  out[threadIdx.x] = __isClusterShared(&shared) + __isClusterShared(out);
  cudaTriggerProgrammaticLaunchCompletion();
}
