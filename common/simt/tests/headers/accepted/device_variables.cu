__device__ float table[4] = {1, 2, 3, 4};
__device__ int counter = 0;
__constant__ float weights[3] = {0.25F, 0.5F, 0.25F};
static __device__ const double kScale = 2.0;
namespace nested {
__device__ float4 corner;
}

__global__ void use(float* out) {
  if (threadIdx.x == 0) counter = counter + 1;
  out[threadIdx.x] = table[threadIdx.x % 4] * weights[1] + nested::corner.x + static_cast<float>(kScale);
}
