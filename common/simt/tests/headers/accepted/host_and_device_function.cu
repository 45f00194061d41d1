__host__ __device__ inline float length(float2 v) { return sqrtf(v.x * v.x + v.y * v.y); }

__global__ void lengths(const float2* in, float* out) { out[threadIdx.x] = length(in[threadIdx.x]); }

float reference(float2 v) { return length(v); }
