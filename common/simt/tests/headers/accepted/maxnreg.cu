__global__ void __maxnreg__(64) scale(float* data) { data[threadIdx.x] *= 2; }
