// Measures the cycles that one warp's memory requests take when each is independent of the others.
//
//   measure_clock OUT.csv      (measure_patterns.sh compiles and runs it)
//
// A warp makes batches of requests and waits for each batch: what it loaded goes into the next batch's
// addresses, times zero, so that the compiler can neither merge requests nor move them out of the loop. Each
// line holds two figures, in cycles:
//   in_batches_of_16  a batch's time over 16, the wait for the last answer included
//   each_further      what each of 16 more requests adds to a batch: the wait is gone, throughput is left
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "cuda_host.h"

namespace patterns {
namespace {

constexpr int kLanes = 32;
constexpr int kLargestStride = 33;
constexpr int kSpan =
    kLanes * kLargestStride;  // words, whole 128-byte lines: keeps banks and lines as they are
constexpr int kBatch = 16;
constexpr int kLongBatch = 32;
constexpr int kBatches = 16;
constexpr int kRuns = 5;
constexpr int kConstants = 4096;

__constant__ unsigned constants[kConstants];

struct Memory {
  volatile unsigned* shared;
  unsigned* global;
};

__device__ unsigned* atomic_shared(const Memory& memory) { return const_cast<unsigned*>(memory.shared); }

// One struct a kind of request. offset: where the k-th request of a batch lies, an immediate of the
// instruction.

struct SharedMemory {
  static __device__ int offset(int k) { return k % 2 * kSpan; }
};

struct GlobalMemory {
  static __device__ int offset(int k) { return k * kSpan; }
};

struct SharedLoad : SharedMemory {
  static __device__ unsigned make(const Memory& memory, int at) { return memory.shared[at]; }
};

struct SharedStore : SharedMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    memory.shared[at] = 0;
    return 0;
  }
};

struct SharedReduction : SharedMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    atomicAdd(&atomic_shared(memory)[at], threadIdx.x);
    return 0;
  }
};

struct SharedAtomic : SharedMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    return atomicAdd(&atomic_shared(memory)[at], threadIdx.x);
  }
};

struct SharedCompareAndSwap : SharedMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    return atomicCAS(&atomic_shared(memory)[at], 0U, threadIdx.x);
  }
};

struct GlobalLoad : GlobalMemory {
  static __device__ unsigned make(const Memory& memory, int at) { return memory.global[at]; }
};

struct GlobalStore : GlobalMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    static_cast<volatile unsigned*>(memory.global)[at] = 0;
    return 0;
  }
};

struct GlobalReduction : GlobalMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    atomicAdd(&memory.global[at], threadIdx.x);
    return 0;
  }
};

struct GlobalAtomic : GlobalMemory {
  static __device__ unsigned make(const Memory& memory, int at) {
    return atomicAdd(&memory.global[at], threadIdx.x);
  }
};

// Neighbouring words: the cache of constants is small.
struct ConstantLoad {
  static __device__ int offset(int k) { return k; }
  static __device__ unsigned make(const Memory&, int at) { return constants[at]; }
};

template <class Request, int Requests>
__device__ unsigned make_batch(const Memory& memory, int at) {
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < Requests; ++k) sum ^= Request::make(memory, at + Request::offset(k));
  return sum;
}

// zero is 0, which the compiler does not know.
template <class Request, int Requests>
__device__ long long time_batches(const Memory& memory, int first, unsigned zero) {
  int at = first;
  const long long start = clock64();
#pragma unroll 1
  for (int batch = 0; batch < kBatches; ++batch) {
    const unsigned sum = make_batch<Request, Requests>(memory, at);
    at += static_cast<int>((sum | 1U) * zero);
  }
  const long long cycles = clock64() - start;
  // The compiler must not drop anything because its result is not wanted.
  return at == first ? cycles : -1;
}

template <class Request, int Requests>
__global__ void time_requests(unsigned* global, int stride, unsigned zero, long long* cycles) {
  __shared__ unsigned shared[2 * kSpan];
  for (int i = static_cast<int>(threadIdx.x); i < 2 * kSpan; i += kLanes) shared[i] = 0;
  __syncthreads();
  const Memory memory{shared, global};
  const int first = static_cast<int>(threadIdx.x) * stride;
  long long taken = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {  // the first fills the caches, of instructions too
    taken = time_batches<Request, Requests>(memory, first, zero);
  }
  if (threadIdx.x == 0) *cycles = taken;
}

__global__ void time_clock(long long* cycles) {
  const long long start = clock64();
  *cycles = clock64() - start;
}

struct Device {
  DeviceBuffer<unsigned> global{kLongBatch * kSpan};
  DeviceBuffer<long long> cycles{1};
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Cycles a batch.
template <class Request, int Requests>
double batch_cycles(const Device& device, int stride) {
  std::vector<double> runs;
  for (int run = 0; run < kRuns; ++run) {
    time_requests<Request, Requests><<<1, kLanes>>>(device.global.data(), stride, 0, device.cycles.data());
    check_launch("time_requests");
    runs.push_back(static_cast<double>(device.cycles.first()) / kBatches);
  }
  return median(runs);
}

template <class Request>
void write_kind(std::ostream& out, const Device& device, const char* kind) {
  for (const int stride : {0, 1, 2, 4, 8, 16, 32, kLargestStride}) {
    const double batch = batch_cycles<Request, kBatch>(device, stride);
    const double further =
        (batch_cycles<Request, kLongBatch>(device, stride) - batch) / (kLongBatch - kBatch);
    char line[128];
    std::snprintf(line, sizeof line, "%s,%d,%.2f,%.2f\n", kind, stride, batch / kBatch, further);
    out << line;
  }
}

void write_all(std::ostream& out) {
  const Device device;
  out << "kind,stride_words,in_batches_of_16,each_further\n";
  write_kind<SharedLoad>(out, device, "shared_load");
  write_kind<SharedStore>(out, device, "shared_store");
  write_kind<SharedReduction>(out, device, "shared_reduction");
  write_kind<SharedAtomic>(out, device, "shared_atomic");
  write_kind<SharedCompareAndSwap>(out, device, "shared_compare_and_swap");
  write_kind<GlobalLoad>(out, device, "global_load");
  write_kind<GlobalStore>(out, device, "global_store");
  write_kind<GlobalReduction>(out, device, "global_reduction");
  write_kind<GlobalAtomic>(out, device, "global_atomic");
  write_kind<ConstantLoad>(out, device, "constant_load");
  time_clock<<<1, 1>>>(device.cycles.data());
  check_launch("time_clock");
  out << "clock64,,," << device.cycles.first() << '\n';
}

}  // namespace
}  // namespace patterns

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: measure_clock OUT.csv\n";
    return 2;
  }
  std::ofstream out(argv[1]);
  patterns::write_all(out);
  out.flush();
  if (!out) {
    std::cerr << "measure_clock: cannot write " << argv[1] << '\n';
    return 2;
  }
  return 0;
}
