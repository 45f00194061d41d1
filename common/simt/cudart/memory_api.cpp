// CUDA Runtime API, "Memory Management": allocations, copies, symbols.
#include "copies.h"

using cudart::api;
using cudart::Runtime;

namespace {

cudaError_t allocate(Runtime& runtime, void** memory, std::size_t bytes, bool is_managed) {
  if (memory == nullptr) return cudaErrorInvalidValue;
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  const cudart::Allocation* const made = runtime.memory().allocate(bytes, is_managed);
  if (made == nullptr) return cudaErrorMemoryAllocation;
  *memory = reinterpret_cast<void*>(made->begin);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return api(__func__, [&](Runtime& runtime) { return allocate(runtime, memory, bytes, false); });
}

cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned) {
  return api(__func__, [&](Runtime& runtime) { return allocate(runtime, memory, bytes, true); });
}

cudaError_t cudaFree(void* memory) {
  return api(__func__, [&](Runtime& runtime) {
    if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
    return memory == nullptr || runtime.memory().release(memory) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) { return cudart::copy(runtime, to, from, bytes, kind); });
}

cudaError_t cudaMemset(void* memory, int value, size_t bytes) {
  return api(__func__, [&](Runtime& runtime) { return cudart::fill(runtime, memory, value, bytes); });
}
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    const simt::Variable variable = runtime.modules().find_variable(symbol);
    if (variable.address == nullptr) return cudaErrorInvalidSymbol;
    if (offset > variable.bytes || bytes > variable.bytes - offset) return cudaErrorInvalidValue;
    return cudart::copy(runtime, static_cast<char*>(variable.address) + offset, from, bytes, kind);
  });
}
