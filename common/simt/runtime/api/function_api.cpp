// CUDA Runtime API, "Execution Control" where it asks about a kernel, and "Occupancy".
#include <algorithm>

#include "api/occupancy.h"
#include "api/whole_runtime.h"
#include "state/devices.h"
#include "state/runtime.h"

using cudart::api;
using cudart::RegisteredKernel;
using cudart::Runtime;

namespace cudart {
namespace {

constexpr int kWarp = 32;
constexpr std::size_t kSharedGranule = 128;

int rounded_up(int value, int to) { return (value + to - 1) / to * to; }

// Calls `body` with the kernel behind a stub.
template <class Body>
cudaError_t with_kernel(Runtime& runtime, const void* stub, const Body& body) {
  RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  return kernel == nullptr ? cudaErrorInvalidDeviceFunction : body(*kernel);
}

cudaError_t set_dynamic_shared(RegisteredKernel& kernel, int bytes) {
  const auto most = static_cast<std::size_t>(device().shared_opt_in) - kernel.static_shared();
  if (bytes < 0 || static_cast<std::size_t>(bytes) > most) return cudaErrorInvalidValue;
  kernel.allowed_dynamic_shared = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}

int most_threads(const RegisteredKernel& kernel) {
  return kernel.kernel->most_threads == 0 ? 1024 : static_cast<int>(kernel.kernel->most_threads);
}

cudaFuncAttributes attributes_of(const RegisteredKernel& kernel) {
  cudaFuncAttributes attributes = {};
  attributes.sharedSizeBytes = kernel.static_shared();
  attributes.maxThreadsPerBlock = most_threads(kernel);
  attributes.ptxVersion = device().major * 10 + device().minor;
  attributes.binaryVersion = attributes.ptxVersion;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(kernel.dynamic_shared_limit());
  attributes.preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return attributes;
}

}  // namespace

int blocks_per_multiprocessor(const RegisteredKernel& kernel, int threads, std::size_t dynamic_shared) {
  if (threads > most_threads(kernel)) return 0;
  const std::size_t asked = kernel.static_shared() + dynamic_shared;
  if (asked > static_cast<std::size_t>(device().shared_opt_in)) return 0;
  const std::size_t shared = (asked + kReservedShared + kSharedGranule - 1) / kSharedGranule * kSharedGranule;
  const int by_shared = device().shared_per_multiprocessor / static_cast<int>(shared);
  const int by_threads = device().threads_per_multiprocessor / rounded_up(threads, kWarp);
  return std::min({device().blocks_per_multiprocessor, by_threads, by_shared});
}

std::uint64_t resident_blocks(const RegisteredKernel& kernel, int threads, std::size_t dynamic_shared) {
  return static_cast<std::uint64_t>(blocks_per_multiprocessor(kernel, threads, dynamic_shared)) *
         static_cast<std::uint64_t>(device().multiprocessors);
}

}  // namespace cudart

void cudart::link_function_api() {}

extern "C" {

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [&](RegisteredKernel& found) {
      if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudart::set_dynamic_shared(found, value);
      // A wish, which changes nothing here.
      return attribute == cudaFuncAttributePreferredSharedMemoryCarveout && value >= -1 && value <= 100
                 ? cudaSuccess
                 : cudaErrorInvalidValue;
    });
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [](RegisteredKernel&) { return cudaSuccess; });
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [](RegisteredKernel&) { return cudaSuccess; });
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [&](const RegisteredKernel& found) {
      if (attributes == nullptr) return cudaErrorInvalidValue;
      *attributes = cudart::attributes_of(found);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int block_size,
                                                          size_t shared) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [&](const RegisteredKernel& found) {
      if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
      *blocks = cudart::blocks_per_multiprocessor(found, block_size, shared);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size, size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::with_kernel(runtime, kernel, [&](const RegisteredKernel& found) {
      if (bytes == nullptr || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
      if (cudart::blocks_per_multiprocessor(found, block_size, 0) < blocks) return cudaErrorInvalidValue;
      const auto share = static_cast<std::size_t>(cudart::device().shared_per_multiprocessor / blocks) /
                         cudart::kSharedGranule * cudart::kSharedGranule;
      const std::size_t taken = found.static_shared() + cudart::kReservedShared;
      const std::size_t most =
          static_cast<std::size_t>(cudart::device().shared_opt_in) - found.static_shared();
      *bytes = std::min(share > taken ? share - taken : 0, most);
      return cudaSuccess;
    });
  });
}
}
