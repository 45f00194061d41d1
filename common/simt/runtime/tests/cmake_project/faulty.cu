__global__ void past_the_end(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 31 * sizeof(int));
  past_the_end<<<1, 32>>>(out);
  const cudaError_t answer = cudaDeviceSynchronize();
  cudaFree(out);
  return answer == cudaSuccess ? 0 : 1;
}
