template <class T, int Rows>
class Tile {
 public:
  __device__ explicit Tile(T* memory) : memory_(memory) {}
  __device__ T& at(int row, int column) { return memory_[row * (Rows + 1) + column]; }
  __device__ T at(int row, int column) const { return memory_[row * (Rows + 1) + column]; }

 private:
  T* memory_;
};

__global__ void transpose(const float* in, float* out) {
  __shared__ float memory[8 * 9];
  Tile<float, 8> tile(memory);
  tile.at(threadIdx.y, threadIdx.x) = in[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = tile.at(threadIdx.x, threadIdx.y);
}
