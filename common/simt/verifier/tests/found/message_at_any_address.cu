// The machine prints a trap's message: it was read from any address.
#include <cuda_runtime.h>

extern "C" __global__ void message(const char* p) { simt_trap(p + 4096); }  // here
