struct Matrix {
  int rows, columns;
  const float* elements;
};
struct Arguments {
  Matrix a, b;
  float* out;
};

__global__ void add(const Arguments arguments, float3 scale) {
  arguments.out[threadIdx.x] =
      arguments.a.elements[threadIdx.x] * scale.x + arguments.b.elements[threadIdx.x] * scale.z;
}
