__global__ void warps(int* i, unsigned* u, float* f, double* d, long* l, unsigned long long* w) {
  const unsigned mask = __activemask();
  *i = __shfl_sync(mask, *i, 0) + __shfl_up_sync(mask, *i, 1, 16);
  *f += __shfl_down_sync(0xFFFFFFFF, *f, 1) + __shfl_xor_sync(mask, *f, 1);
  *d += __shfl_sync(mask, *d, 1);
  *l += __shfl_sync(mask, *l, 1);
  *w += __shfl_sync(mask, *w, 1);
  u[1] = __shfl_sync(mask, static_cast<unsigned char>(u[0]), 1);
  *u = __ballot_sync(mask, *i > 0) + __match_any_sync(mask, *f) + __reduce_add_sync(mask, *u);
  int same = 0;
  *u += __match_all_sync(mask, *u, &same) + __any_sync(mask, same) + __all_sync(mask, same);
  __syncwarp();
  __syncwarp(mask);
}
