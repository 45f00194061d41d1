#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void kernel(float* a) {
  __shared__ __half tile[16][16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> f;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> g;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::mma_sync(c, tile, g, c);  // says: four fragments, not tiles of memory
  wmma::load_matrix_sync(f, tile, 16);  // says: &tile[0][0], not tile
  wmma::store_matrix_sync(a, c, 16, "mem_row_major");  // says: a name without quotes
  wmma::fragment<wmma::matrix_a, 16, 16, 17, __half, wmma::row_major> h;  // says: error: nvcuda::wmma has no fragment matrix_a
  wmma::fill_fragment(c, a);  // says: error: static_cast from 'float *' to 'float'
  wmma::fill_fragment(c, tile[0][0]);
  wmma::fill_fragment(f, a);  // says: error: no matching conversion for static_cast from 'float *const' to '__half'
}
