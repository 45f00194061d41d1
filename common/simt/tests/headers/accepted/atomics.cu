__global__ void all(int* i, unsigned* u, unsigned long long* w, float* f, double* d, long long* s) {
  atomicAdd(i, 1);
  atomicAdd(u, 1);
  atomicAdd(w, 1);
  atomicAdd(f, 1);
  atomicAdd(d, 1);
  atomicSub(i, 1);
  atomicMin(s, 1);
  atomicMax(w, 1);
  atomicAnd(u, 1);
  atomicOr(i, 1);
  atomicXor(w, 1);
  atomicInc(u, 7);
  atomicDec(u, 7);
  atomicExch(f, atomicExch(f, 2));
  *i = atomicCAS(i, 1, 2);
  atomicCAS(w, 1ULL, 2ULL);
  atomicAdd_block(i, 1);
  atomicAdd_system(f, 1.0F);
}
