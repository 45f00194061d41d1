// Inline PTX: what an asm statement is made of, and what its accesses cost.
#include <cuda_runtime.h>

#include <cstdint>

__device__ __forceinline__ unsigned lane_id() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

extern "C" __global__ void lanes(unsigned* out) { out[threadIdx.x] = lane_id(); }

extern "C" __global__ void copy_vectors(const float4* in, float4* out) {
  float x, y, z, w;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "l"(in + threadIdx.x));  // operands
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};"
               :
               : "l"(out + threadIdx.x), "f"(x), "f"(y), "f"(z), "f"(w)
               : "memory");
}

// A guard, a constant operand, and an offset in shared memory.
extern "C" __global__ void guarded_loads(unsigned* out) {
  __shared__ unsigned other[64];
  __shared__ unsigned tile[64];
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  other[threadIdx.x] = 1;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(threadIdx.x * 3) : "memory");
  __syncthreads();
  unsigned value;
  asm volatile("{ .reg .pred p;  setp.lt.u32 p, %2, 8;  mov.u32 %0, 7;  @p ld.shared.u32 %0, [%1+%3]; }"
               : "=&r"(value)
               : "r"(address), "r"(threadIdx.x), "n"(4));
  out[threadIdx.x] = value + other[63 - threadIdx.x];
}

extern "C" __global__ void loop(unsigned* out) {
  unsigned sum;
  asm volatile(
      "{\n"
      "  .reg .pred done;\n"
      "  .reg .u32 i;\n"
      "  mov.u32 i, %1;  // down to 0\n"
      "  mov.u32 %0, 0;\n"
      "AGAIN:\n"
      "  setp.eq.u32 done, i, 0;\n"
      "  @done bra END;\n"
      "  add.u32 %0, %0, i;\n"
      "  sub.u32 i, i, 1;\n"
      "  bra AGAIN;\n"
      "END:\n"
      "}"
      : "=&r"(sum)
      : "r"(threadIdx.x));
  out[threadIdx.x] = sum;
}

extern "C" __global__ void past_shared_memory(unsigned* out) {
  __shared__ unsigned tile[32];
  tile[threadIdx.x] = threadIdx.x;
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(tile));
  unsigned value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address + 1024 * 1024) : "memory");
  out[threadIdx.x] = value;
}
