__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
// An event that is made here is known to the program's runtime, which records it.
cudaError_t add_arrays(const float* a, const float* b, float* c, int n) {
  cudaEvent_t added = nullptr;
  cudaEventCreate(&added, cudaEventDisableTiming);
  add<<<(n + 127) / 128, 128>>>(a, b, c, n);
  const cudaError_t answer = cudaEventRecord(added);
  cudaEventDestroy(added);
  return answer;
}
