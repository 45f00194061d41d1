extern "C" __global__ void kernel(int* a, dim3 d) {
  a[threadIdx[1]] = 1;  // says: threadIdx has members, not elements: write threadIdx.y, not threadIdx[1]
  a[blockDim[0]] = 1;  // says: write blockDim.x, not blockDim[0]
  a[threadIdx] = 1;  // says: threadIdx has three members: write threadIdx.x
  int i = threadIdx;  // says: write threadIdx.x, .y or .z
  i = blockIdx * blockDim + threadIdx;  // says: write threadIdx.x, .y or .z
  if (threadIdx == 0) a[0] = 1;  // says: write threadIdx.x, .y or .z
  a[threadIdx.w] = 1;  // says: the members are x, y and z
  threadIdx.x = 3;  // says: cannot be written
  unsigned* p = &threadIdx.x;  // says: have no address
  d[0] = 3;  // says: write d.x, not d[0]
  gridDim = d;  // silent
}
