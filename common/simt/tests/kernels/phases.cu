// Barriers with phases, and atomic variables that threads wait at.
#include <cuda_awbarrier.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// A prefix sum by doubling: two phases a step.
extern "C" __global__ void scan(const int* in, int* out) {
  __shared__ int sums[128];
  __shared__ block_barrier step;
  const int i = threadIdx.x;
  if (i == 0) init(&step, blockDim.x);
  __syncthreads();
  sums[i] = in[i];
  step.arrive_and_wait();
  for (int d = 1; d < 128; d *= 2) {
    const int left = i >= d ? sums[i - d] : 0;
    step.arrive_and_wait();
    sums[i] += left;
    step.arrive_and_wait();
  }
  out[i] = sums[i];
}

// What is done between arriving and waiting holds nobody up.
extern "C" __global__ void split_arrival(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ block_barrier ready;
  const int i = threadIdx.x;
  if (i == 0) init(&ready, blockDim.x);
  __syncthreads();
  values[i] = in[i];
  auto token = ready.arrive();
  const int own = in[i] * 2;
  ready.wait(std::move(token));
  out[i] = own + values[63 - i];
}

extern "C" __global__ void without_wait(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ block_barrier ready;
  const int i = threadIdx.x;
  if (i == 0) init(&ready, blockDim.x);
  __syncthreads();
  values[i] = in[i];
  (void)ready.arrive();
  out[i] = values[63 - i];  // not waited for
}

extern "C" __global__ void missing_arrival(int* out) {
  __shared__ block_barrier all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 48) all.arrive_and_wait();  // some arrive
  out[threadIdx.x] = 1;
}

extern "C" __global__ void one_too_many(int* out) {
  __shared__ block_barrier few;
  if (threadIdx.x == 0) init(&few, 1);
  __syncthreads();
  const auto token = few.arrive(threadIdx.x == 0 ? 2 : 1);  // twice
  few.wait(token);
  out[threadIdx.x] = 1;
}

extern "C" __global__ void never_made(int* out) {
  __shared__ block_barrier blank;
  blank.arrive_and_wait();  // never made
  out[threadIdx.x] = 1;
}

extern "C" __global__ void made_too_late(int* out) {
  __shared__ block_barrier late;
  if (threadIdx.x == 0) init(&late, blockDim.x);  // made late
  late.arrive_and_wait();                         // arrived early
  out[threadIdx.x] = 1;
}

extern "C" __global__ void polled(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ __mbarrier_t ready;
  const int i = threadIdx.x;
  if (i == 0) __mbarrier_init(&ready, blockDim.x);
  __syncthreads();
  values[i] = in[i];
  const auto token = __mbarrier_arrive(&ready);
  while (!__mbarrier_test_wait(&ready, token)) {
  }
  out[i] = values[63 - i];
}

extern "C" __global__ void polled_for_ever(int* out) {
  __shared__ __mbarrier_t ready;
  if (threadIdx.x == 0) __mbarrier_init(&ready, blockDim.x + 1);
  __syncthreads();
  const auto token = __mbarrier_arrive(&ready);
  while (!__mbarrier_try_wait(&ready, token, 100)) {  // polled for ever
  }
  out[threadIdx.x] = 1;
}

// The last to arrive adds up.
struct AddUp {
  int* values;
  int* sum;
  __device__ void operator()() const {
    int all = 0;
    for (int i = 0; i < 64; ++i) all += values[i];
    *sum = all;
  }
};
extern "C" __global__ void completed(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ int sum;
  __shared__ cuda::barrier<cuda::thread_scope_block, AddUp> summed;
  const int i = threadIdx.x;
  if (i == 0) init(&summed, blockDim.x, AddUp{values, &sum});
  __syncthreads();
  values[i] = in[i];
  summed.arrive_and_wait();
  out[i] = sum;
}

// Half of the block leaves after the first phase.
extern "C" __global__ void dropped(int* out) {
  __shared__ block_barrier rest;
  __shared__ int rounds[64];
  const int i = threadIdx.x;
  if (i == 0) init(&rest, blockDim.x);
  __syncthreads();
  if (i >= 32) {
    rest.arrive_and_drop();
    return;
  }
  for (int round = 0; round < 3; ++round) {
    rounds[i] = round;
    rest.arrive_and_wait();
    out[i] = rounds[31 - i];
    rest.arrive_and_wait();
  }
}

// A flag from one warp to another, and from lane to lane of one.
extern "C" __global__ void flagged(const int* in, int* out) {
  __shared__ int value;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  if (threadIdx.x == 0) flag.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    value = in[0];
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  }
  out[threadIdx.x] = value;  // behind the flag
}

extern "C" __global__ void counted(int* out, float* sums, unsigned long long* most) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(out[0]);
  count.fetch_add(2, cuda::memory_order_relaxed);
  ++count;
  cuda::atomic_ref<float, cuda::thread_scope_device>(sums[0]).fetch_add(0.5F);
  cuda::atomic_ref<float, cuda::thread_scope_device>(sums[1]).fetch_max(static_cast<float>(threadIdx.x));
  cuda::atomic_ref<unsigned long long>(most[0]).fetch_max(threadIdx.x);
  int expected = out[1];
  cuda::atomic_ref<int> changed(out[1]);
  while (!changed.compare_exchange_weak(expected, expected + 3)) {
  }
}

// Loads of an atomic variable cost as any.
extern "C" __global__ void loaded(int* in, int* out) {
  out[threadIdx.x] = cuda::atomic_ref<int>(in[threadIdx.x]).load(cuda::memory_order_relaxed);  // loaded
}

extern "C" __global__ void latched(int* out) {
  __shared__ cuda::latch<cuda::thread_scope_block> all;
  __shared__ int values[64];
  if (threadIdx.x == 0) new (&all) cuda::latch<cuda::thread_scope_block>(blockDim.x);
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  all.arrive_and_wait();
  out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void one_at_a_time(int* out) {
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> gate;
  __shared__ int total;
  if (threadIdx.x == 0) {
    new (&gate) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    total = 0;
  }
  __syncthreads();
  gate.acquire();
  total += threadIdx.x;
  gate.release();
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}

extern "C" __global__ void preview_barrier(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ nvcuda::experimental::awbarrier ready;
  if (threadIdx.x == 0) nvcuda::experimental::init(&ready, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x];
  ready.wait(ready.arrive());
  out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void ptx_phases(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ alignas(8) unsigned long long ready;
  const auto barrier = static_cast<unsigned>(__cvta_generic_to_shared(&ready));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(64));
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x];
  unsigned long long state = 0;
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 1;" : "=l"(state) : "r"(barrier));
  asm volatile(
      "{\n"
      ".reg .pred over;\n"
      "again:\n"
      "mbarrier.test_wait.shared.b64 over, [%0], %1;\n"
      "@!over bra again;\n"
      "}\n" ::"r"(barrier),
      "l"(state));
  out[threadIdx.x] = values[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(barrier));
}

// In several blocks, each of which may be set aside behind its __syncthreads().
extern "C" __global__ void met_in_blocks(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ block_barrier ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x] + blockIdx.x;
  auto token = ready.arrive();
  ready.wait(std::move(token));
  out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}

// Block 0 alone initialises its barrier.
extern "C" __global__ void made_in_one_block(int* out) {
  __shared__ block_barrier ready;
  if (threadIdx.x == 0 && blockIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  ready.arrive_and_wait();  // not made in block 1
  out[threadIdx.x] = 1;
}

// Each warp announces what it has stored by an atomic addition. One lane of each waits by volatile loads.
extern "C" __global__ void announced(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ int stored;
  const bool speaks = threadIdx.x % 32 == 0;
  if (threadIdx.x == 0) stored = 0;
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  if (speaks) {
    __threadfence_block();
    atomicAdd(&stored, 1);
    while (*static_cast<volatile int*>(&stored) < 2) {  // polls
    }
    __threadfence_block();
  }
  __syncwarp();
  out[threadIdx.x] = values[63 - threadIdx.x];
}

// The same without the fence that acquires.
extern "C" __global__ void announced_in_vain(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ int stored;
  const bool speaks = threadIdx.x % 32 == 0;
  if (threadIdx.x == 0) stored = 0;
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x];  // announced
  __syncwarp();
  if (speaks) {
    __threadfence_block();
    atomicAdd(&stored, 1);
    while (*static_cast<volatile int*>(&stored) < 2) {
    }
  }
  __syncwarp();
  out[threadIdx.x] = values[63 - threadIdx.x];  // not acquired
}

#define SYNC_AT(barrier, threads) \
  asm volatile("bar.sync %0, %1;" ::"r"(static_cast<unsigned>(barrier)), "r"(threads) : "memory")
#define ARRIVE_AT(barrier, threads) asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory")

// Warp 0 fills a tile of 32 values in each of four rounds, and warp 1 takes them: each tells the other by a barrier's number.
extern "C" __global__ void producer_and_consumer(const int* in, int* out) {
  __shared__ int tile[32];
  constexpr unsigned kFull = 1, kEmpty = 2, kBoth = 64;
  const unsigned lane = threadIdx.x % 32;
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x < 32) {
      if (round > 0) SYNC_AT(kEmpty, kBoth);
      tile[lane] = in[32 * round + lane];
      ARRIVE_AT(kFull, kBoth);
    } else {
      SYNC_AT(kFull, kBoth);
      out[32 * round + lane] = tile[31 - lane];
      if (round < 3) ARRIVE_AT(kEmpty, kBoth);
    }
  }
}

// Each half of the block has a barrier of its own, and needs it once more often than the other.
extern "C" __global__ void halves(const int* in, int* out) {
  __shared__ int values[128];
  const unsigned half = threadIdx.x / 64;
  const unsigned mine = threadIdx.x % 64;
  values[threadIdx.x] = in[threadIdx.x];
  SYNC_AT(1 + half, 64);
  int sum = values[64 * half + 63 - mine];
  if (half == 1) {
    SYNC_AT(2, 64);
    values[threadIdx.x] = sum;
    SYNC_AT(2, 64);
    sum = values[64 + (mine + 1) % 64];
  }
  out[threadIdx.x] = sum;
}

// 40 threads, of which one of the first warp has returned: a barrier counts whole warps.
extern "C" __global__ void incomplete_warps(const int* in, int* out) {
  __shared__ int values[40];
  if (threadIdx.x == 5) return;
  values[threadIdx.x] = in[threadIdx.x];
  __barrier_sync(3);
  out[threadIdx.x] = threadIdx.x < 32 ? values[32 + threadIdx.x % 8] : values[threadIdx.x - 24];
  __barrier_sync_count(4, 64);
}

extern "C" __global__ void nobody_else_comes(int* out) {
  if (threadIdx.x < 32) SYNC_AT(1, 64);  // alone
  out[threadIdx.x] = 1;
}

extern "C" __global__ void two_numbers_of_threads(int* out) {
  if (threadIdx.x < 32) {
    SYNC_AT(1, 32);
    SYNC_AT(1, 64);  // first
  } else {
    SYNC_AT(1, 32);  // second
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void passes_and_reads(const int* in, int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = in[threadIdx.x];  // passed
  ARRIVE_AT(1, 64);
  out[threadIdx.x] = values[63 - threadIdx.x];  // did not wait
}

extern "C" __global__ void no_such_number(const int* in, int* out) {
  SYNC_AT(16 + in[0], 64);  // sixteen
  out[0] = 1;
}

extern "C" __global__ void no_such_part(int* out) {
  SYNC_AT(1, 48);  // a warp and a half
}

// Every lane waits for what all warps have stored. The lane that announces its warp's part is an access behind the others from then on.
extern "C" __global__ void all_lanes_wait(const int* in, int* out) {
  __shared__ int values[256];
  __shared__ int stored;
  if (threadIdx.x == 0) stored = 0;
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x % 128];
  const cuda::atomic_ref<int, cuda::thread_scope_block> counter(stored);
  __syncwarp();
  if (threadIdx.x % 32 == 0) counter.fetch_add(1, cuda::memory_order_release);
  while (counter.load(cuda::memory_order_acquire) < 8) {  // all lanes poll
  }
  out[threadIdx.x] = values[255 - threadIdx.x];
}

// Each thread arrives by itself, waits, and tells how often it asked in vain.
extern "C" __global__ void all_threads_arrive(int* out) {
  __shared__ int arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  const cuda::atomic_ref<int, cuda::thread_scope_block> counter(arrived);
  counter.fetch_add(1, cuda::memory_order_release);
  int asked = 0;
  while (counter.load(cuda::memory_order_acquire) < static_cast<int>(blockDim.x)) ++asked;
  out[blockIdx.x * blockDim.x + threadIdx.x] = asked;
}
