namespace tools {
namespace {
__device__ int helper(int x) { return x + 1; }
}  // namespace
__global__ void count(int* data) { data[threadIdx.x] = helper(data[threadIdx.x]); }
}  // namespace tools

void run(int* data) { tools::count<<<1, 32>>>(data); }
