// Memory of other processes and of other libraries: there is none (simt_host_processes.h). A program's memory
// lies in its own process.
#include "api/whole_runtime.h"
#include "host/simt_host_processes.h"

#include "state/runtime.h"

using cudart::api;
using cudart::Runtime;

namespace {
cudaError_t refuse(Runtime&) { return cudaErrorNotSupported; }
}  // namespace

void cudart::link_process_api() {}

extern "C" {

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return api(__func__, refuse); }
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned) { return api(__func__, refuse); }
cudaError_t cudaIpcCloseMemHandle(void*) { return api(__func__, refuse); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) { return api(__func__, refuse); }
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) { return api(__func__, refuse); }
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t*, const cudaExternalMemoryHandleDesc*) {
  return api(__func__, refuse);
}
cudaError_t cudaExternalMemoryGetMappedBuffer(void**, cudaExternalMemory_t,
                                              const cudaExternalMemoryBufferDesc*) {
  return api(__func__, refuse);
}
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t) { return api(__func__, refuse); }
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t*, const cudaExternalSemaphoreHandleDesc*) {
  return api(__func__, refuse);
}
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) { return api(__func__, refuse); }
}
