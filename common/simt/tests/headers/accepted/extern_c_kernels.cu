extern "C" {
__global__ void first(int* out) { out[0] = 1; }
__global__ void second(int* out);
}
__global__ void second(int* out) { out[0] = 2; }
