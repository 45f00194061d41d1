static __global__ void local(int* out) { *out = 20; }
void run_local_of_other(int* out) { local<<<1, 1>>>(out); }
