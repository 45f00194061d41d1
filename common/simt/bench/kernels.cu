// The kernels whose simulation is timed, and one whose memory is measured. Elements are ints, so that every
// result is exact; the machine counts bytes, not types. `side` is a multiple of kTile; in all there are
// side * side elements.
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kBins = 256;
constexpr int kPlanes = 16;  // planes of the stencil's volume: side x side / kPlanes x kPlanes
constexpr int kStencilRows = 8;
constexpr int kLine = 256;  // elements of a line, and threads of its block
constexpr int kSteps = 16;
constexpr int kPlate = 16;  // threads of a block: kPlate x kPlate
constexpr int kPlateSteps = 6;

extern "C" __global__ void copy_rows(const int* in, int* out, int side) {
  const int col = blockIdx.x * kTile + threadIdx.x;
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    const int row = blockIdx.y * kTile + y;
    out[row * side + col] = in[row * side + col];
  }
}

template <int Pad>
__device__ void transpose(const int* in, int* out, int side) {
  __shared__ int tile[kTile][kTile + Pad];
  const int tile_row = blockIdx.y * kTile;
  const int tile_col = blockIdx.x * kTile;
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    tile[y][threadIdx.x] = in[(tile_row + y) * side + tile_col + threadIdx.x];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    out[(tile_col + y) * side + tile_row + threadIdx.x] = tile[threadIdx.x][y];
  }
}

extern "C" __global__ void transpose_tiled(const int* in, int* out, int side) { transpose<0>(in, out, side); }
extern "C" __global__ void transpose_padded(const int* in, int* out, int side) {
  transpose<1>(in, out, side);
}

// Adds to out, one bin a thread at the end.
extern "C" __global__ void histogram_shared(const int* in, int* out, int side) {
  __shared__ int bins[kBins];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < side * side; i += threads) {
    atomicAdd(&bins[in[i] % kBins], 1);
  }
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// Adds to out.
extern "C" __global__ void histogram_global(const int* in, int* out, int side) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < side * side; i += threads) {
    atomicAdd(&out[in[i] % kBins], 1);
  }
}

// The volume continues with what is at its border. z varies slowest.
extern "C" __global__ void stencil_plain(const int* in, int* out, int side) {
  const int rows = side / kPlanes;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  const int plane = z * rows * side;
  const int here = plane + y * side + x;
  const int sum = in[plane + y * side + max(x - 1, 0)] + in[plane + y * side + min(x + 1, side - 1)] +
                  in[plane + max(y - 1, 0) * side + x] + in[plane + min(y + 1, rows - 1) * side + x] +
                  in[max(z - 1, 0) * rows * side + y * side + x] +
                  in[min(z + 1, kPlanes - 1) * rows * side + y * side + x];
  out[here] = sum - 6 * in[here];
}

// Computes the same with a plane's tile and its halo in shared memory.
extern "C" __global__ void stencil_tiled(const int* in, int* out, int side) {
  __shared__ int tile[kStencilRows + 2][kTile + 2];
  const int rows = side / kPlanes;
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kStencilRows + threadIdx.y;
  const int z = blockIdx.z;
  const int plane = z * rows * side;
  const int tile_x = threadIdx.x + 1;
  const int tile_y = threadIdx.y + 1;
  tile[tile_y][tile_x] = in[plane + y * side + x];
  if (tile_x == 1) tile[tile_y][0] = in[plane + y * side + max(x - 1, 0)];
  if (tile_x == kTile) tile[tile_y][kTile + 1] = in[plane + y * side + min(x + 1, side - 1)];
  if (tile_y == 1) tile[0][tile_x] = in[plane + max(y - 1, 0) * side + x];
  if (tile_y == kStencilRows) tile[kStencilRows + 1][tile_x] = in[plane + min(y + 1, rows - 1) * side + x];
  __syncthreads();
  const int sum = tile[tile_y][tile_x - 1] + tile[tile_y][tile_x + 1] + tile[tile_y - 1][tile_x] +
                  tile[tile_y + 1][tile_x] + in[max(z - 1, 0) * rows * side + y * side + x] +
                  in[min(z + 1, kPlanes - 1) * rows * side + y * side + x];
  out[plane + y * side + x] = sum - 6 * tile[tile_y][tile_x];
}

// Sums of all elements up to each, in each line: a barrier for each doubling of the distance.
extern "C" __global__ void scan_lines(const int* in, int* out, int /*side*/) {
  __shared__ int sums[2][kLine];
  const int i = blockIdx.x * kLine + threadIdx.x;
  int now = 0;
  sums[now][threadIdx.x] = in[i];
  __syncthreads();
  for (int distance = 1; distance < kLine; distance *= 2) {
    const int before = threadIdx.x >= distance ? sums[now][threadIdx.x - distance] : 0;
    sums[1 - now][threadIdx.x] = before + sums[now][threadIdx.x];
    now = 1 - now;
    __syncthreads();
  }
  out[i] = sums[now][threadIdx.x];
}

// The least of each element and its neighbours in its line, and one more, so many times: two barriers a step.
extern "C" __global__ void relax_lines(const int* in, int* out, int /*side*/) {
  __shared__ int line[kLine];
  const int i = blockIdx.x * kLine + threadIdx.x;
  const int left = max(static_cast<int>(threadIdx.x) - 1, 0);
  const int right = min(static_cast<int>(threadIdx.x) + 1, kLine - 1);
  line[threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 0; step < kSteps; ++step) {
    const int least = min(line[threadIdx.x], min(line[left], line[right]));
    __syncthreads();
    line[threadIdx.x] = least + 1;
    __syncthreads();
  }
  out[i] = line[threadIdx.x];
}

// Sums of halves, quarters and so on of each line, in global memory: the first element is the sum of all.
extern "C" __global__ void reduce_lines(const int* in, int* out, int /*side*/) {
  int* const line = out + blockIdx.x * kLine;
  line[threadIdx.x] = in[blockIdx.x * kLine + threadIdx.x];
  __syncthreads();
  for (int half = kLine / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) line[threadIdx.x] += line[threadIdx.x + half];
    __syncthreads();
  }
}

// The cheapest ways through a grid whose rows are all alike, in each line by itself: the lanes at its ends know less and
// less, and take no part.
extern "C" __global__ void path_lines(const int* in, int* out, int /*side*/) {
  __shared__ int costs[kLine];
  __shared__ int next[kLine];
  const int x = threadIdx.x;
  const int i = blockIdx.x * kLine + x;
  costs[x] = in[i];
  __syncthreads();
  for (int step = 1; step <= kSteps; ++step) {
    const bool is_known = x >= step && x < kLine - step;
    if (is_known) next[x] = min(costs[x], min(costs[x - 1], costs[x + 1])) + in[i];
    __syncthreads();
    if (is_known) costs[x] = next[x];
    __syncthreads();
  }
  out[i] = costs[x];
}

// Heat that spreads within square plates: the lanes at the edges take no part, one row more of them in each step.
extern "C" __global__ void heat_plates(const int* in, int* out, int side) {
  __shared__ int heat[kPlate][kPlate];
  __shared__ int next[kPlate][kPlate];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int i = (blockIdx.y * kPlate + y) * side + blockIdx.x * kPlate + x;
  heat[y][x] = in[i];
  __syncthreads();
  for (int step = 1; step <= kPlateSteps; ++step) {
    const bool is_inside = x >= step && x < kPlate - step && y >= step && y < kPlate - step;
    if (is_inside) {
      const int around = heat[y - 1][x] + heat[y + 1][x] + heat[y][x - 1] + heat[y][x + 1];
      next[y][x] = heat[y][x] + (around - 4 * heat[y][x]) / 8;
    }
    __syncthreads();
    if (is_inside) heat[y][x] = next[y][x];
    __syncthreads();
  }
  out[i] = heat[y][x];
}

// Makes as many accesses as wanted to the same n elements, with a barrier every so many rounds, or none if 0.
extern "C" __global__ void read_again(const int* in, int* out, int n, int rounds, int rounds_a_barrier) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;  // wraps around
  for (int round = 0; round < rounds; ++round) {
    sum += in[(thread + round) % n];
    if (rounds_a_barrier != 0 && round % rounds_a_barrier == 0) __syncthreads();
  }
  if (thread < n) out[thread] = sum;
}
