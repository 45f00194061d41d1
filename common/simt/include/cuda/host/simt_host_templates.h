// The forms of the runtime API that C++ has besides: typed pointers, kernels and symbols as they are.
#pragma once

#include "simt_host_functions.h"

// The caller's line is that of the call, not one in here.
#if defined(__clang__)
#define SIMT_FORWARD __attribute__((always_inline, nodebug)) inline
#else
#define SIMT_FORWARD __attribute__((always_inline)) inline
#endif

namespace simt_host {
template <class T>
struct Unqualified {
  using type = T;
};
template <class T>
struct Unqualified<const T> {
  using type = T;
};

// Takes pointers to const too.
template <class T>
SIMT_FORWARD void** untyped(T** memory) {
  return reinterpret_cast<void**>(const_cast<typename Unqualified<T>::type**>(memory));
}
}  // namespace simt_host

template <class T>
SIMT_FORWARD cudaError_t cudaMalloc(T** memory, size_t bytes) {
  return cudaMalloc(simt_host::untyped(memory), bytes);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMallocPitch(T** memory, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch(simt_host::untyped(memory), pitch, width, height);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMallocManaged(T** memory, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(simt_host::untyped(memory), bytes, flags);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMallocHost(T** memory, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(simt_host::untyped(memory), bytes, flags);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMallocAsync(T** memory, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(simt_host::untyped(memory), bytes, stream);
}
template <class T>
SIMT_FORWARD cudaError_t cudaHostAlloc(T** memory, size_t bytes, unsigned flags) {
  return cudaHostAlloc(simt_host::untyped(memory), bytes, flags);
}
template <class T>
SIMT_FORWARD cudaError_t cudaHostGetDevicePointer(T** device_memory, void* host_memory, unsigned flags) {
  return cudaHostGetDevicePointer(simt_host::untyped(device_memory), host_memory, flags);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                            size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(reinterpret_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                              cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, reinterpret_cast<const void*>(&symbol), bytes, offset, kind);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                 size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync(reinterpret_cast<const void*>(&symbol), from, bytes, offset, kind, stream);
}
template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, reinterpret_cast<const void*>(&symbol), bytes, offset, kind, stream);
}
template <class T>
SIMT_FORWARD cudaError_t cudaGetSymbolAddress(void** memory, const T& symbol) {
  return cudaGetSymbolAddress(memory, reinterpret_cast<const void*>(&symbol));
}
template <class T>
SIMT_FORWARD cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, reinterpret_cast<const void*>(&symbol));
}

template <class Kernel>
SIMT_FORWARD cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                          size_t shared = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared, stream);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                                     size_t shared = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared,
                                     stream);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaFuncSetCacheConfig(Kernel* kernel, cudaFuncCache preference) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), preference);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel kernel,
                                                                       int block_size, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel),
                                                       block_size, shared);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel kernel,
                                                                                int block_size, size_t shared,
                                                                                unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void*>(kernel),
                                                                block_size, shared, flags);
}
template <class Kernel>
SIMT_FORWARD cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Kernel kernel, int blocks,
                                                                   int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel), blocks,
                                                   block_size);
}

// The block size that keeps most threads resident; of equals the largest. `shared_of` gives a block's dynamic
// shared memory by its size.
template <class Kernel, class SharedOf>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* least_grid, int* block_size, Kernel kernel,
                                                           SharedOf shared_of, int limit = 0) {
  if (least_grid == nullptr || block_size == nullptr) return cudaErrorInvalidValue;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
  int multiprocessors = 0;
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (error != cudaSuccess) return error;
  int most = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < most) most = limit;
  int best_threads = 0;
  *least_grid = 0;
  *block_size = 0;
  for (int threads = most; threads > 0; threads = (threads - 1) / 32 * 32) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                          static_cast<size_t>(shared_of(threads)));
    if (error != cudaSuccess) return error;
    if (blocks * threads <= best_threads) continue;
    best_threads = blocks * threads;
    *block_size = threads;
    *least_grid = blocks * multiprocessors;
  }
  return cudaSuccess;
}
template <class Kernel, class SharedOf>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* least_grid, int* block_size,
                                                                    Kernel kernel, SharedOf shared_of,
                                                                    int limit = 0, unsigned flags = 0) {
  if ((flags & ~unsigned{cudaOccupancyDisableCachingOverride}) != 0) return cudaErrorInvalidValue;
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(least_grid, block_size, kernel, shared_of, limit);
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* block_size, Kernel kernel,
                                               size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      least_grid, block_size, kernel, [shared](int) { return shared; }, limit);
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* least_grid, int* block_size, Kernel kernel,
                                                        size_t shared = 0, int limit = 0,
                                                        unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      least_grid, block_size, kernel, [shared](int) { return shared; }, limit, flags);
}
// Memory of any type, also of one that is const.
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* memory, size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, const_cast<void*>(static_cast<const volatile void*>(memory)), bytes,
                                  flags);
}

// kernel<<<…>>>(…), with the configuration in a struct.
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments... arguments) {
  return [&](Parameters... converted) {
    void* addresses[] = {const_cast<void*>(reinterpret_cast<const volatile void*>(&converted))..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), addresses);
  }(static_cast<Parameters>(arguments)...);
}

#pragma GCC visibility push(default)  // one runtime for a program and its shared libraries
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags);
cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* memory, size_t bytes, cudaMemoryAdvise advice, int device);
#pragma GCC visibility pop

// These are the names from before version 13.
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, void*, char*,
                                        size_t) {
  return cudaGraphInstantiate(executable, graph);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t*,
                                       cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo all = {};
  const cudaError_t error = cudaGraphExecUpdate(executable, graph, &all);
  if (result != nullptr) *result = all.result;
  return error;
}

// The channels of a type: float4 has four of 32 bits.
namespace simt_host {
template <class T>
struct Channels {
  static constexpr int kCount = 1;
  using Element = T;
};
#define SIMT_CHANNELS(element, name) \
  template <>                        \
  struct Channels<name##1> {         \
    static constexpr int kCount = 1; \
    using Element = element;         \
  };                                 \
  template <>                        \
  struct Channels<name##2> {         \
    static constexpr int kCount = 2; \
    using Element = element;         \
  };                                 \
  template <>                        \
  struct Channels<name##4> {         \
    static constexpr int kCount = 4; \
    using Element = element;         \
  };
SIMT_CHANNELS(signed char, char)
SIMT_CHANNELS(unsigned char, uchar)
SIMT_CHANNELS(short, short)
SIMT_CHANNELS(unsigned short, ushort)
SIMT_CHANNELS(int, int)
SIMT_CHANNELS(unsigned, uint)
SIMT_CHANNELS(float, float)
#undef SIMT_CHANNELS
}  // namespace simt_host

template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Element = typename simt_host::Channels<T>::Element;
  constexpr int kBits = 8 * static_cast<int>(sizeof(Element));
  constexpr int kCount = simt_host::Channels<T>::kCount;
  constexpr bool kIsFraction = static_cast<Element>(0.5F) != static_cast<Element>(0);
  constexpr bool kIsSigned = static_cast<Element>(-1) < static_cast<Element>(0);
  return {kBits, kCount > 1 ? kBits : 0, kCount > 2 ? kBits : 0, kCount > 3 ? kBits : 0,
          kIsFraction ? cudaChannelFormatKindFloat
          : kIsSigned ? cudaChannelFormatKindSigned
                      : cudaChannelFormatKindUnsigned};
}
#undef SIMT_FORWARD
