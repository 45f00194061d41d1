// Tiles that come by cp.async: through each interface, right and with one mistake each.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

constexpr int kTile = 64;

// ------------------------------------------------------------------------- primitives

extern "C" __global__ void one_tile(const float* in, float* out) {
  __shared__ float tile[kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[blockIdx.x * kTile + i], sizeof(float));  // one copy
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * kTile + i] = tile[kTile - 1 - i];
}

extern "C" __global__ void not_waited_for(const float* in, float* out) {
  __shared__ float early[kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&early[i], &in[i], sizeof(float));  // copied early
  __pipeline_commit();
  __syncthreads();
  out[i] = early[i];  // read early
}

extern "C" __global__ void not_committed(const float* in, float* out) {
  __shared__ float loose[kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&loose[i], &in[i], sizeof(float));
  __pipeline_wait_prior(0);
  out[i] = loose[i];  // read uncommitted
}

extern "C" __global__ void no_barrier(const float* in, float* out) {
  __shared__ float alone[kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&alone[i], &in[i], sizeof(float));  // copied for all
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = alone[kTile - 1 - i];  // read from others
}

// Two stages: `behind` groups may be on their way when a tile is read. 1 is right.
template <int Behind>
__device__ void two_stages(const float4* in, float4* out, int tiles) {
  __shared__ float4 stage[2][kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][i], &in[i], sizeof(float4));
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    const int next = t + 1;
    if (next < tiles) __pipeline_memcpy_async(&stage[next % 2][i], &in[next * kTile + i], 16);  // next stage
    __pipeline_commit();
    __pipeline_wait_prior(Behind);  // wait for the stage
    __syncthreads();
    out[t * kTile + i] = stage[t % 2][kTile - 1 - i];  // read the stage
    __syncthreads();
  }
}
extern "C" __global__ void double_buffered(const float4* in, float4* out, int tiles) {
  two_stages<1>(in, out, tiles);
}
extern "C" __global__ void off_by_one(const float4* in, float4* out, int tiles) {
  two_stages<2>(in, out, tiles);
}

// The stage that is read is copied to again, before all have read it.
extern "C" __global__ void overtaken(const float* in, float* out, int tiles) {
  __shared__ float ring[2][kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&ring[0][i], &in[i], sizeof(float));
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles)
      __pipeline_memcpy_async(&ring[(t + 1) % 2][i], &in[(t + 1) * kTile + i], sizeof(float));  // copied over
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[t * kTile + i] = ring[t % 2][kTile - 1 - i];  // still read
  }
}

extern "C" __global__ void zeros_behind(const float* in, float* out, int n) {
  __shared__ float4 padded[kTile];
  const int i = threadIdx.x;
  const int left = n - 4 * i;
  const int floats = left < 0 ? 0 : left < 4 ? left : 4;
  __pipeline_memcpy_async(&padded[i], in + 4 * (floats == 0 ? 0 : i), 16, 16 - 4 * floats);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  reinterpret_cast<float4*>(out)[i] = padded[i];
}

extern "C" __global__ void past_the_source(const float* in, float* out) {
  __shared__ float target[kTile];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&target[i], &in[i + 1], sizeof(float));  // past the source
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = target[i];
}

extern "C" __global__ void past_the_target(const float* in, float* out) {
  __shared__ float narrow[kTile - 1];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&narrow[i], &in[i], sizeof(float));  // past the target
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = narrow[i % (kTile - 1)];
}

extern "C" __global__ void misaligned_copy(const float* in, float* out) {
  __shared__ float crooked[kTile * 4 + 4];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&crooked[4 * i + 1], &in[4 * i], 16);  // crooked
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = crooked[4 * i + 1];
}

extern "C" __global__ void exchanged(float* in, float* out) {
  __shared__ float here[kTile];
  const int i = threadIdx.x;
  here[i] = in[i];
  __pipeline_memcpy_async(&out[i], &here[i], sizeof(float));  // the wrong way round
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

// ------------------------------------------------------------------------------- C++

extern "C" __global__ void group_copy(const float* in, float* out, int tiles) {
  __shared__ float4 tile[kTile / 4];
  const auto block = cg::this_thread_block();
  for (int t = 0; t < tiles; ++t) {
    cg::memcpy_async(block, reinterpret_cast<float*>(tile), in + t * kTile, sizeof tile);  // by the group
    cg::wait(block);
    out[t * kTile + threadIdx.x] = reinterpret_cast<float*>(tile)[kTile - 1 - threadIdx.x];
    block.sync();
  }
}

extern "C" __global__ void own_pipeline(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stages[2][kTile];
  auto pipe = cuda::make_pipeline();
  const int i = threadIdx.x;
  const auto fetch = [&](int t) {
    pipe.producer_acquire();
    if (t < tiles) cuda::memcpy_async(&stages[t % 2][i], &in[t * kTile + i], sizeof(float), pipe);
    pipe.producer_commit();
  };
  fetch(0);
  for (int t = 0; t < tiles; ++t) {
    fetch(t + 1);
    pipe.consumer_wait();
    __syncthreads();
    out[t * kTile + i] = stages[t % 2][kTile - 1 - i];
    __syncthreads();
    pipe.consumer_release();
  }
}

extern "C" __global__ void block_pipeline(const float* in, float* out, int tiles) {
  constexpr int kStages = 2;
  __shared__ alignas(16) float stages[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int t = 0, next = 0; t < tiles; ++t) {
    for (; next < tiles && next < t + kStages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stages[next % kStages], in + next * kTile,
                         cuda::aligned_size_t<16>(sizeof(float) * kTile), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[t * kTile + threadIdx.x] = stages[t % kStages][kTile - 1 - threadIdx.x];
    pipe.consumer_release();
  }
}

// The second warp fetches, the first computes.
template <bool Waits>
__device__ void in_roles(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stages[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cg::this_thread_block();
  const bool produces = threadIdx.x >= 32;
  auto pipe = cuda::make_pipeline(block, &state,
                                  produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int i = threadIdx.x % 32;
  for (int t = 0; t < tiles; ++t) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[t % 2][i], &in[t * 32 + i], sizeof(float), pipe);  // by the producer
      pipe.producer_commit();
    } else {
      if (Waits) pipe.consumer_wait();
      out[t * 32 + i] = stages[t % 2][31 - i];  // by the consumer
      pipe.consumer_release();
    }
  }
}
extern "C" __global__ void roles(const float* in, float* out, int tiles) { in_roles<true>(in, out, tiles); }
extern "C" __global__ void hasty_consumer(const float* in, float* out, int tiles) {
  in_roles<false>(in, out, tiles);
}

extern "C" __global__ void by_barrier(const float* in, float* out, int waits) {
  __shared__ alignas(16) float tile[kTile];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), ready);  // to the barrier
  auto token = ready.arrive();
  if (waits != 0) ready.wait(std::move(token));
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // behind the barrier
}

extern "C" __global__ void preview_pipeline(const float* in, float* out) {
  __shared__ float tile[kTile];
  nvcuda::experimental::pipeline pipe;
  nvcuda::experimental::memcpy_async(tile[threadIdx.x], in[threadIdx.x], pipe);
  pipe.commit_and_wait();
  __syncthreads();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

// ------------------------------------------------------------- one copy, as it was measured

template <unsigned Width, bool BypassesL1>
__device__ void one_copy(const int* shared, const int* global, const int* bytes, const char* data) {
  extern __shared__ char memory[];
  const int i = threadIdx.x;
  if (shared[i] < 0) return;
  simt_async::copy<Width, BypassesL1>(memory + shared[i], data + global[i], bytes[i]);  // a measured copy
  simt_async::commit();
  simt_async::wait(0);
}
extern "C" __global__ void copy_ca4(const int* shared, const int* global, const int* bytes,
                                    const char* data) {
  one_copy<4, false>(shared, global, bytes, data);
}
extern "C" __global__ void copy_ca8(const int* shared, const int* global, const int* bytes,
                                    const char* data) {
  one_copy<8, false>(shared, global, bytes, data);
}
extern "C" __global__ void copy_ca16(const int* shared, const int* global, const int* bytes,
                                     const char* data) {
  one_copy<16, false>(shared, global, bytes, data);
}
extern "C" __global__ void copy_cg16(const int* shared, const int* global, const int* bytes,
                                     const char* data) {
  one_copy<16, true>(shared, global, bytes, data);
}

// -------------------------------------------------------------------------------- inline PTX

extern "C" __global__ void ptx_copies(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stages[2][kTile];
  const int i = threadIdx.x;
  const auto fetch = [&](int t) {
    if (i < kTile / 4) {
      const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&stages[t % 2][4 * i]));
      asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(to),
                   "l"(in + t * kTile + 4 * i), "n"(16));
    }
    asm volatile("cp.async.commit_group;\n" ::);
  };
  fetch(0);
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      fetch(t + 1);
      asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
    } else {
      asm volatile("cp.async.wait_all;\n" ::);
    }
    __syncthreads();
    out[t * kTile + i] = stages[t % 2][kTile - 1 - i];
    __syncthreads();
  }
}

extern "C" __global__ void ptx_zeros(const float* in, float* out, int n) {
  __shared__ float tile[kTile];
  const int i = threadIdx.x;
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[i]));
  const int bytes = i < n ? 4 : 0;
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 4, %2;\n cp.async.commit_group;\n cp.async.wait_group 0;\n" ::
          "r"(to),
      "l"(in + i), "r"(bytes));
  out[i] = tile[i];
}

extern "C" __global__ void ptx_barrier(const float* in, float* out) {
  __shared__ float tile[kTile];
  __shared__ alignas(8) unsigned long long ready;
  const int i = threadIdx.x;
  const auto barrier = static_cast<unsigned>(__cvta_generic_to_shared(&ready));
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[i]));
  if (i == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(kTile));
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + i));
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(barrier));
  asm volatile(
      "{\n"
      ".reg .pred over;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      "@over bra done;\n"
      "bra again;\n"
      "done:\n"
      "}\n" ::"r"(barrier),
      "r"(0));
  out[i] = tile[kTile - 1 - i];
}

// Half of each warp's lanes copy from another array. Only the first warp of the block copies.
extern "C" __global__ void from_two_arrays(const float* in, const float* other, float* out) {
  __shared__ float tile[kTile];
  const int i = threadIdx.x;
  if (i < 32) {
    for (int k = i; k < kTile; k += 32) {
      __pipeline_memcpy_async(&tile[k], i < 16 ? &in[k] : &other[k], sizeof(float));  // from either array
    }
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = tile[i];
}
