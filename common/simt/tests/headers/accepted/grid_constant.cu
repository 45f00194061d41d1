struct Arguments {
  float* data;
  float factor;
};

__global__ void scale(const __grid_constant__ Arguments arguments) {
  arguments.data[threadIdx.x] *= arguments.factor;
}

__global__ void ask(const __grid_constant__ Arguments arguments, const int count, int* answers) {
  answers[0] = static_cast<int>(__isGridConstant(&arguments.factor));
  answers[1] = static_cast<int>(__isGridConstant(&count));
}
