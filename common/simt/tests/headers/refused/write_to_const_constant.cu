__constant__ const float weights[2] = {1, 2};

__global__ void kernel() {
  weights[0] = 3;  // here
}
