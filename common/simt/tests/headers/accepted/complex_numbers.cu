#include <cuComplex.h>

__global__ void squares(cuFloatComplex* data) {
  const cuFloatComplex z = data[threadIdx.x];
  data[threadIdx.x] = cuCaddf(cuCmulf(z, z), make_cuFloatComplex(cuCabsf(z), cuCimagf(z)));
}
