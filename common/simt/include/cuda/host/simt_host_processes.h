// Memory of other processes and of other libraries: declared, so that programs compile which ask whether it
// is there. Each call gives cudaErrorNotSupported. CUDA Runtime API, "Memory Management", "External Resource
// Interoperability".
#pragma once

#include "simt_c_and_cpp.h"
#include "simt_host_memory_types.h"
#include "simt_host_types.h"

SIMT_BEGIN_C

#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcMemHandle_t {
  char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_t {
  char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcEventHandle_t;

struct CUexternalMemory_st;
struct CUexternalSemaphore_st;
typedef struct CUexternalMemory_st* cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st* cudaExternalSemaphore_t;
enum cudaExternalMemoryHandleType { cudaExternalMemoryHandleTypeOpaqueFd = 1 };
enum cudaExternalSemaphoreHandleType { cudaExternalSemaphoreHandleTypeOpaqueFd = 1 };
struct cudaExternalMemoryHandleDesc {
  enum cudaExternalMemoryHandleType type;
  union {
    int fd;
    const void* nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned flags;
};
struct cudaExternalMemoryBufferDesc {
  unsigned long long offset;
  unsigned long long size;
  unsigned flags;
};
struct cudaExternalSemaphoreHandleDesc {
  enum cudaExternalSemaphoreHandleType type;
  union {
    int fd;
    const void* nvSciSyncObj;
  } handle;
  unsigned flags;
};

#pragma GCC visibility push(default)  // one runtime for a program and its shared libraries
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* memory);
cudaError_t cudaIpcOpenMemHandle(void** memory, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void* memory);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* memory,
                                     const struct cudaExternalMemoryHandleDesc* description);
cudaError_t cudaExternalMemoryGetMappedBuffer(void** buffer, cudaExternalMemory_t memory,
                                              const struct cudaExternalMemoryBufferDesc* description);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* semaphore,
                                        const struct cudaExternalSemaphoreHandleDesc* description);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);
#pragma GCC visibility pop

SIMT_END_C
