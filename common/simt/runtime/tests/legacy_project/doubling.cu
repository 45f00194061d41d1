__global__ void doubling(int* value) { *value *= 2; }

void launch_doubling(int* value) { doubling<<<1, 1>>>(value); }
