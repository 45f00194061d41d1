__global__ void barriers(int* data) {
  __syncthreads();
  data[0] = __syncthreads_count(data[1]) + __syncthreads_and(data[1]) + __syncthreads_or(data[1]);
  __threadfence_block();
  __threadfence();
  __threadfence_system();
}
