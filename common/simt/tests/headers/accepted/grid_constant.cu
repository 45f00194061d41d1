struct Arguments {
  float* data;
  float factor;
};

__global__ void scale(const __grid_constant__ Arguments arguments) {
  arguments.data[threadIdx.x] *= arguments.factor;
}
