// cuda::atomic on both sides: what the host adds to and what kernels add to, in managed and pinned memory, and the host's own threads.
#include <cuda/atomic>

#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 64;

struct Counters {
  cuda::atomic<int> both;
  cuda::std::atomic<unsigned long long> bits;
  cuda::atomic<float, cuda::thread_scope_system> sum;
  volatile cuda::atomic<int> watched;
};

__global__ void count(Counters* counters) {
  counters->both.fetch_add(1);
  counters->bits.fetch_or(1ULL << threadIdx.x);
  counters->sum.fetch_add(0.5F);
  if (counters->watched.load() == 3) counters->watched.store(4);
}

void show(const Counters& counters) {
  std::printf("both %d, bits %llx, sum %g, watched %d\n", counters.both.load(), counters.bits.load(),
              static_cast<double>(counters.sum.load(cuda::memory_order_relaxed)), counters.watched.load());
}

}  // namespace

int main() {
  Counters* counters = nullptr;
  cudaMallocManaged(&counters, sizeof(Counters));
  counters->both = 5;
  counters->bits.store(0);
  counters->sum = 0.25F;
  counters->watched.store(3);
  show(*counters);
  count<<<1, kThreads>>>(counters);
  cudaDeviceSynchronize();
  show(*counters);

  counters->both++;
  counters->both += 10;
  int expected = 0;
  const bool is_zero = counters->both.compare_exchange_strong(expected, 1);
  std::printf("is 0: %d, is %d\n", is_zero, expected);
  const bool is_changed = counters->both.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel);
  std::printf("then changed: %d\n", is_changed);
  std::printf("exchange: was %d\n", counters->both.exchange(100));
  std::printf("min: was %d\n", counters->both.fetch_min(50));
  std::printf("max: was %d\n", counters->both.fetch_max(60));
  std::printf("sub: was %d\n", counters->both.fetch_sub(4));
  std::printf("was %llx\n", counters->bits.fetch_and(0xFF));
  counters->bits.fetch_xor(0xF0);
  counters->sum.fetch_sub(1.0F);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
  show(*counters);

  int plain = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&plain] {
      cuda::atomic_ref<int, cuda::thread_scope_system> shared(plain);
      for (int j = 0; j < 10000; ++j) shared.fetch_add(1, cuda::memory_order_relaxed);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("threads: %d\n", plain);
  cudaFree(counters);
}
