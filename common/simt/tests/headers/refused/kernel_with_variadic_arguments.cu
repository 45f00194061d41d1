// clang takes this: simtcc refuses it.
__global__ void kernel(int* out, ...) {  // here
  out[0] = 1;
}
