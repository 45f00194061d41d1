__global__ void sorted(const float* in, float* out) {
  float mine[4] = {1, 2};
  int order[4];
  for (int i = 0; i < 4; ++i) {
    mine[i] += in[4 * threadIdx.x + i];
    order[i] = 3 - i;
  }
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = mine[order[i]];
}
