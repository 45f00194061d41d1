#include "state/devices.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace cudart {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

const simt::Device& chosen_device() {
  const char* const wanted = std::getenv("SIMT_DEVICE");
  if (wanted == nullptr || *wanted == '\0') return simt::devices().front();
  if (const simt::Device* const known = simt::find_device(wanted)) return *known;
  std::string known;
  for (const simt::Device& device : simt::devices()) known += (known.empty() ? "" : ", ") + device.name;
  std::fprintf(stderr, "SIMT machine: SIMT_DEVICE is `%s`, which is none of the devices that it knows: %s\n",
               wanted, known.c_str());
  std::_Exit(2);  // it could not run
}

// The memory that this process may use: the computer's, or its container's limit.
std::size_t host_bytes() {
  auto bytes =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t limit = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit) bytes = std::min(bytes, limit);
  return bytes;
}

}  // namespace

const simt::Device& device() {
  static const simt::Device& chosen = chosen_device();
  return chosen;
}

// Half of the computer's: what the machine notes of each word that kernels store to takes memory too.
std::size_t device_memory_bytes() {
  static const std::size_t bytes = [] {
    const char* const wanted = std::getenv("SIMT_DEVICE_MEMORY_MIB");
    const std::size_t asked = wanted == nullptr ? 0 : std::strtoull(wanted, nullptr, 10);
    return asked != 0 ? asked * kMiB : std::min(device().memory_bytes, host_bytes() / 2);
  }();
  return bytes;
}

namespace {

// An H200's, on every device.
void set_texture_limits(cudaDeviceProp& given) {
  given.maxTexture1DLinear = 268435456;
  std::copy_n(std::initializer_list<int>{131072, 65000, 2097120}.begin(), 3, given.maxTexture2DLinear);
  std::copy_n(std::initializer_list<int>{32768, 32768}.begin(), 2, given.maxTexture2DGather);
  given.maxTextureCubemap = 32768;
  std::copy_n(std::initializer_list<int>{32768, 2046}.begin(), 2, given.maxTextureCubemapLayered);
  given.maxSurface1D = 32768;
  std::copy_n(std::initializer_list<int>{131072, 65536}.begin(), 2, given.maxSurface2D);
  std::copy_n(std::initializer_list<int>{16384, 16384, 16384}.begin(), 3, given.maxSurface3D);
  std::copy_n(std::initializer_list<int>{32768, 2048}.begin(), 2, given.maxSurface1DLayered);
  std::copy_n(std::initializer_list<int>{32768, 32768, 2048}.begin(), 3, given.maxSurface2DLayered);
  given.maxSurfaceCubemap = 32768;
  std::copy_n(std::initializer_list<int>{32768, 2046}.begin(), 2, given.maxSurfaceCubemapLayered);
}

}  // namespace

cudaDeviceProp properties_of(const simt::Device& device) {
  cudaDeviceProp given = {};
  std::strncpy(given.name, device.name.c_str(), sizeof given.name - 1);
  given.totalGlobalMem = device_memory_bytes();
  given.sharedMemPerBlock = kSharedPerBlock;
  given.regsPerBlock = 65536;
  given.warpSize = 32;
  given.memPitch = 2147483647;
  given.maxThreadsPerBlock = 1024;
  std::copy_n(std::initializer_list<int>{1024, 1024, 64}.begin(), 3, given.maxThreadsDim);
  std::copy_n(std::initializer_list<int>{2147483647, 65535, 65535}.begin(), 3, given.maxGridSize);
  given.clockRate = static_cast<int>(device.clock_ghz * 1e6);
  given.deviceOverlap = 1;
  given.totalConstMem = 65536;
  given.major = device.major;
  given.minor = device.minor;
  given.textureAlignment = 512;
  given.texturePitchAlignment = 32;
  given.surfaceAlignment = 512;
  given.maxTexture1D = 131072;
  std::copy_n(std::initializer_list<int>{131072, 65536}.begin(), 2, given.maxTexture2D);
  std::copy_n(std::initializer_list<int>{16384, 16384, 16384}.begin(), 3, given.maxTexture3D);
  std::copy_n(std::initializer_list<int>{32768, 2048}.begin(), 2, given.maxTexture1DLayered);
  std::copy_n(std::initializer_list<int>{32768, 32768, 2048}.begin(), 3, given.maxTexture2DLayered);
  given.multiProcessorCount = static_cast<int>(device.multiprocessors);
  given.canMapHostMemory = 1;
  given.concurrentKernels = 1;
  given.pciBusID = 1;
  given.asyncEngineCount = device.copy_engines;
  given.unifiedAddressing = 1;
  given.memoryClockRate = device.memory_clock_khz;
  given.memoryBusWidth = device.bus_bits;
  given.l2CacheSize = device.l2_bytes;
  given.persistingL2CacheMaxSize = device.persisting_l2_bytes;
  given.maxThreadsPerMultiProcessor = device.threads_per_multiprocessor;
  given.streamPrioritiesSupported = 1;
  given.globalL1CacheSupported = 1;
  given.localL1CacheSupported = 1;
  given.sharedMemPerMultiprocessor = static_cast<std::size_t>(device.shared_per_multiprocessor);
  given.regsPerMultiprocessor = 65536;
  given.managedMemory = 1;
  given.computePreemptionSupported = 1;
  given.concurrentManagedAccess = 1;
  given.cooperativeLaunch = 1;
  given.sharedMemPerBlockOptin = static_cast<std::size_t>(device.shared_opt_in);
  given.maxBlocksPerMultiProcessor = device.blocks_per_multiprocessor;
  given.reservedSharedMemPerBlock = kReservedShared;
  given.clusterLaunch = device.has_clusters ? 1 : 0;
  given.memoryPoolsSupported = 1;
  given.hostRegisterSupported = 1;
  given.singleToDoublePrecisionPerfRatio = 2;
  given.accessPolicyMaxWindowSize = 134217728;
  set_texture_limits(given);
  return given;
}

}  // namespace cudart
