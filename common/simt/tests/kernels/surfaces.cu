// Fetches by coordinates, and surfaces.
#include <cuda_runtime.h>

extern "C" __global__ void sample(cudaTextureObject_t texture, const float2* at, float* out) {
  const float2 where = at[threadIdx.x];
  out[threadIdx.x] = tex2D<float>(texture, where.x, where.y);  // a plane
}
extern "C" __global__ void wrong_type(cudaTextureObject_t texture, int* out) {
  out[threadIdx.x] = tex2D<int>(texture, 0.5F, 0.5F);  // integers of floats
}
extern "C" __global__ void wrong_shape(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex3D<float>(texture, 0.5F, 0.5F, 0.5F);  // a volume
}
extern "C" __global__ void copy_row(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int y, int shift) {
  const int x = static_cast<int>(threadIdx.x);
  const float value = surf2Dread<float>(from, 4 * x, y);  // a row
  surf2Dwrite(value, to, 4 * x + shift, y);               // another row
}
extern "C" __global__ void at_the_edge(cudaSurfaceObject_t from, int* out) {
  const int x = 4 * (static_cast<int>(threadIdx.x) - 8);
  out[2 * threadIdx.x] = surf2Dread<int>(from, x, -1, cudaBoundaryModeClamp);
  out[2 * threadIdx.x + 1] = surf2Dread<int>(from, x, 0, cudaBoundaryModeZero);
  surf2Dwrite(7, from, x, 99, cudaBoundaryModeZero);
}
extern "C" __global__ void write_then_fetch(cudaSurfaceObject_t surface, cudaTextureObject_t texture,
                                            float* out) {
  const int x = static_cast<int>(threadIdx.x);
  surf2Dwrite(1.0F, surface, 4 * x, 0);  // the store
  __syncthreads();
  out[x] = tex2D<float>(texture, static_cast<float>(x) + 0.5F, 0.5F);  // the fetch
}
extern "C" __global__ void volumes(cudaSurfaceObject_t volume, cudaSurfaceObject_t layers,
                                   cudaSurfaceObject_t row, float* out) {
  const int x = static_cast<int>(threadIdx.x);
  surf3Dwrite(static_cast<float>(x), volume, 4 * x, 1, 2);
  surf2DLayeredwrite(make_float2(1.0F, 2.0F), layers, 8 * x, 1, 1);
  surf1Dwrite(static_cast<short>(x), row, 2 * x);
  __syncthreads();
  float value = 0;
  surf3Dread(&value, volume, 4 * (x ^ 1), 1, 2);
  out[x] =
      value + surf2DLayeredread<float2>(layers, 8 * (x ^ 1), 1, 1).y + surf1Dread<short>(row, 2 * (x ^ 1));
}
