#include <cstdint>

__global__ void reduce(const float4* in, float* out) {
  __shared__ float tile[32];
  float x, y, z, w;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "l"(in + threadIdx.x));
  const auto address = static_cast<uint32_t>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(x + y + z + w) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @!p st.global.f32 [%0], %2; }" ::"l"(out),
               "r"(threadIdx.x), "f"(tile[31])
               : "memory");
}
