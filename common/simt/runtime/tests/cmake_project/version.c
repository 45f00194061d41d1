#include <cuda_runtime.h>

int version(void) {
  int class = 0; /* a word that C++ keeps for itself */
  return cudaRuntimeGetVersion(&class) == cudaSuccess && class == CUDART_VERSION ? 11 : 0;
}
