__global__ void math(const float* in, float* out) {
  const float x = in[threadIdx.x];
  float sine;
  float cosine;
  sincosf(x, &sine, &cosine);
  out[threadIdx.x] = sqrtf(x) + rsqrtf(x) + fabsf(x) + fmaf(x, x, x) + powf(x, 2) + expf(x) + __expf(x) +
                     sine + cosine + fminf(x, 1) + fmaxf(x, 1) + floorf(x) + M_PI + INFINITY +
                     __fdividef(x, 3);
}
