#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

__global__ void smallest(const float* in, float* out, cuda::std::uint32_t n) {
  cuda::std::array<float, 4> kept{};
  kept[n % 4] = cuda::std::numeric_limits<float>::max();
  for (const float x : kept) out[0] = fminf(out[0], cuda::std::sqrt(x));
  cuda::std::pair<float, int> best{in[0], 0};
  cuda::std::swap(kept[0], best.first);
  if constexpr (cuda::std::is_same_v<cuda::std::uint32_t, unsigned>) out[1] = kept[0];
}
