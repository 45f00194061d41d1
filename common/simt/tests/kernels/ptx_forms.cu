// The forms that inline PTX has for memory, atomics, barriers and ends; and lop3 with each of its 256 tables.
#include <cuda_runtime.h>

#include <cstdint>

__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

template <int Table>
__device__ __forceinline__ void all_tables(unsigned a, unsigned b, unsigned c, unsigned* out) {
  if constexpr (Table < 256) {
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(out[Table]) : "r"(a), "r"(b), "r"(c), "n"(Table));
    all_tables<Table + 1>(a, b, c, out);
  }
}
extern "C" __global__ void tables(const unsigned* in, unsigned* out) {
  all_tables<0>(in[0], in[1], in[2], out);
}

// Bytes, shorts, doubles; offsets; extension by sign.
extern "C" __global__ void widths(const signed char* bytes, long long* out) {
  const unsigned t = threadIdx.x;
  int byte;
  long long pair[2];
  asm volatile("ld.global.s8 %0, [%1+1];" : "=r"(byte) : "l"(bytes + t));                        // byte
  asm volatile("ld.global.v2.u64 {%0, %1}, [%2];" : "=l"(pair[0]), "=l"(pair[1]) : "l"(bytes));  // pair
  asm volatile("st.global.s64 [%0], %1;" ::"l"(out + t), "l"(byte + pair[0] + pair[1]) : "memory");
}

// Neighbouring volatile statements stay two requests, as with nvcc.
extern "C" __global__ void neighbours(const float* in, float* out) {
  float x, y;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(in + 2 * threadIdx.x));    // first
  asm volatile("ld.global.f32 %0, [%1+4];" : "=f"(y) : "l"(in + 2 * threadIdx.x));  // second
  out[threadIdx.x] = x + y;
}

extern "C" __global__ void misaligned(const float* in, float4* out) {
  float4 v;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(in + 1));  // operands
  out[0] = v;
}

extern "C" __global__ void races(unsigned* out) {
  __shared__ unsigned tile[64];
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared_address(&tile[threadIdx.x])), "r"(threadIdx.x)
               : "memory");
  unsigned value;
  asm volatile("ld.shared.u32 %0, [%1];"
               : "=r"(value)
               : "r"(shared_address(&tile[63 - threadIdx.x]))
               : "memory");
  out[threadIdx.x] = value;
}

extern "C" __global__ void sums(unsigned* counter, float* total, unsigned long long* most, unsigned* found) {
  __shared__ unsigned shared;
  if (threadIdx.x == 0) shared = 0;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(shared_address(&shared)), "r"(threadIdx.x) : "memory");
  asm volatile("red.global.add.f32 [%0], 0f3F000000;" ::"l"(total) : "memory");
  asm volatile("atom.global.max.u64 %0, [%0], %1;" : "+l"(most) : "l"(7ULL * threadIdx.x) : "memory");
  unsigned old;
  asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], 1000;"
               : "=r"(old)
               : "l"(counter)
               : "memory");  // inc
  asm volatile("barrier.sync.aligned 1, %0;" ::"r"(blockDim.x) : "memory");
  if (old == 63) {
    asm volatile("atom.shared.cas.b32 %0, [%1], 2016, 5;"
                 : "=r"(found[0])
                 : "r"(shared_address(&shared))
                 : "memory");
    found[1] = shared;
  }
}

// A flag that is released and acquired orders what lies before and behind.
extern "C" __global__ void hands_over(unsigned* data, unsigned* flag, unsigned* out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    unsigned ready;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(flag) : "memory");
    } while (ready == 0);
    out[0] = data[0];
  }
}

extern "C" __global__ void spaces(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  unsigned global, shared, again;
  asm volatile(
      "{ .reg .u64 p; .reg .u64 s;\n"
      "  cvta.to.global.u64 p, %3;  ld.global.u32 %0, [p];\n"
      "  cvta.to.shared.u64 s, %4;  ld.shared.u32 %1, [s];\n"
      "  cvta.shared.u64 p, s;      ld.u32 %2, [p]; }"
      : "=&r"(global), "=&r"(shared), "=&r"(again)
      : "l"(in + threadIdx.x), "l"(&tile[threadIdx.x])
      : "memory");
  const auto* const back = static_cast<unsigned*>(__cvta_shared_to_generic(__cvta_generic_to_shared(tile)));
  out[threadIdx.x] = global + 10 * shared + 100 * again + 1000 * back[threadIdx.x];
}

extern "C" __global__ void ends(unsigned* out) {
  asm volatile("{ .reg .pred p; setp.ge.u32 p, %0, 16; @p exit; }" ::"r"(threadIdx.x));
  out[threadIdx.x] = 1;
}

extern "C" __global__ void traps(const unsigned* in) {
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 3; @p trap; }" ::"r"(in[threadIdx.x]));  // trap
}

extern "C" __global__ void registers(unsigned* out) {
  unsigned threads, blocks, below, warps, active;
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
  asm volatile("mov.u32 %0, %%ntid.x;" : "=r"(threads));
  asm volatile("mov.u32 %0, %%nctaid.y;" : "=r"(blocks));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  asm volatile("activemask.b32 %0;" : "=r"(active));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
  out[threadIdx.x] = threads + 1000 * blocks + 10000 * warps +
                     (below == (1U << threadIdx.x % 32) - 1) * 100000 +
                     (active == ~0U && after >= before) * 1000000;
}

// Within the last places of the GPU's approximations.
extern "C" __global__ void approximations(const float* in, float* out) {
  const float x = in[threadIdx.x];
  float* const to = out + 10 * threadIdx.x;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(to[0]) : "f"(x));
  asm("lg2.approx.f32 %0, %1;" : "=f"(to[1]) : "f"(x));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(to[2]) : "f"(x));
  asm("sqrt.approx.f32 %0, %1;" : "=f"(to[3]) : "f"(x));
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(to[4]) : "f"(x));
  asm("sin.approx.f32 %0, %1;" : "=f"(to[5]) : "f"(x));
  asm("cos.approx.f32 %0, %1;" : "=f"(to[6]) : "f"(x));
  asm("tanh.approx.f32 %0, %1;" : "=f"(to[7]) : "f"(x));
  asm("div.full.f32 %0, 3.0, %1;" : "=f"(to[8]) : "f"(x));
  asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %1; ex2.approx.f16 h, h; tanh.approx.f16 h, h; cvt.f32.f16 %0, h; }"
      : "=f"(to[9])
      : "f"(x));
}
