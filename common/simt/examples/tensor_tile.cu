// C = A * B^T of 64 x 64 halves on tensor cores, with both tiles staged in shared memory in three ways: row
// behind row, rows padded by 8 halves, and 16-byte pieces swizzled by XOR. All are right. ldmatrix reads 8
// rows at a time: without padding or swizzling all 8 begin in the same bank.
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 64;
constexpr int kPiece = 8;  // halves in 16 bytes
constexpr int kWarps = kTile / 16;

// Where a half lies in the tile.
struct Plain {
  static constexpr int kHalves = kTile * kTile;
  __device__ static int at(int row, int column) { return row * kTile + column; }
};
struct Padded {
  static constexpr int kPitch = kTile + kPiece;
  static constexpr int kHalves = kTile * kPitch;
  __device__ static int at(int row, int column) { return row * kPitch + column; }
};
struct Swizzled {
  static constexpr int kHalves = kTile * kTile;
  __device__ static int at(int row, int column) { return row * kTile + (column ^ row % 8 * kPiece); }
};

__device__ void load_four(uint32_t (&matrices)[4], const __half* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
               : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(row)))
               : "memory");
}

__device__ void multiply_add(float (&sum)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Each warp makes 16 rows of C.
template <class Tile>
__global__ void multiply(const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half left[Tile::kHalves];
  __shared__ __align__(16) __half right[Tile::kHalves];
  for (int i = threadIdx.x; i < kTile * kTile / kPiece; i += blockDim.x) {
    const int at = Tile::at(i * kPiece / kTile, i * kPiece % kTile);
    *reinterpret_cast<int4*>(left + at) = reinterpret_cast<const int4*>(a)[i];
    *reinterpret_cast<int4*>(right + at) = reinterpret_cast<const int4*>(b)[i];
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 * 16;
  float sums[kTile / 8][4] = {};
  for (int k = 0; k < kTile; k += 16) {
    uint32_t of_a[4];
    load_four(of_a, left + Tile::at(first_row + lane % 16, k + lane / 16 * 8));
#pragma unroll
    for (int n = 0; n < kTile; n += 16) {
      uint32_t of_b[4];
      load_four(of_b, right + Tile::at(n + lane / 16 * 8 + lane % 8, k + lane / 8 % 2 * 8));
      multiply_add(sums[n / 8], of_a, of_b[0], of_b[1]);
      multiply_add(sums[n / 8 + 1], of_a, of_b[2], of_b[3]);
    }
  }
#pragma unroll
  for (int n = 0; n < kTile; n += 8) {
    float* const to = c + (first_row + lane / 4) * kTile + n + lane % 4 * 2;
    *reinterpret_cast<float2*>(to) = make_float2(sums[n / 8][0], sums[n / 8][1]);
    *reinterpret_cast<float2*>(to + 8 * kTile) = make_float2(sums[n / 8][2], sums[n / 8][3]);
  }
}

using Multiply = void (*)(const __half*, const __half*, float*);

bool is_right(const char* name, Multiply kernel, const __half* a, const __half* b, float* c,
              const std::vector<float>& expected) {
  cudaMemset(c, 0, sizeof(float) * kTile * kTile);
  kernel<<<1, 32 * kWarps>>>(a, b, c);
  std::vector<float> result(kTile * kTile);
  if (cudaMemcpy(result.data(), c, sizeof(float) * kTile * kTile, cudaMemcpyDeviceToHost) != cudaSuccess)
    return false;
  std::printf("%s is %s\n", name, result == expected ? "right" : "wrong");
  return result == expected;
}

int main() {
  // Small whole numbers: their products and sums are exact.
  const auto number = [](int i, int step) { return i * step % 15 - 7; };
  std::vector<__half> host_a(kTile * kTile), host_b(kTile * kTile);
  std::vector<float> expected(kTile * kTile);
  for (int i = 0; i < kTile * kTile; ++i) {
    host_a[i] = __float2half(static_cast<float>(number(i, 7)));
    host_b[i] = __float2half(static_cast<float>(number(i, 11)));
    for (int k = 0; k < kTile; ++k)
      expected[i] += static_cast<float>(number(i / kTile * kTile + k, 7) * number(i % kTile * kTile + k, 11));
  }
  __half *a, *b;
  float* c;
  if (cudaMalloc(&a, sizeof(__half) * kTile * kTile) != cudaSuccess ||
      cudaMalloc(&b, sizeof(__half) * kTile * kTile) != cudaSuccess ||
      cudaMalloc(&c, sizeof(float) * kTile * kTile) != cudaSuccess)
    return EXIT_FAILURE;
  cudaMemcpy(a, host_a.data(), sizeof(__half) * kTile * kTile, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b.data(), sizeof(__half) * kTile * kTile, cudaMemcpyHostToDevice);
  const bool all_are_right = is_right("plain", multiply<Plain>, a, b, c, expected) &&
                             is_right("padded", multiply<Padded>, a, b, c, expected) &&
                             is_right("swizzled", multiply<Swizzled>, a, b, c, expected);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return all_are_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
