// CUDA Runtime API, "Graph Management", and the capture of streams: not supported. What is captured must not
// run, and here each call runs at once. Programs that ask for graphs compile, and get an error that says so.
#include "runtime.h"

using cudart::api;
using cudart::Runtime;

namespace {

cudaError_t refuse(Runtime& runtime) {
  runtime.report(
      "not supported",
      std::string(runtime.caller().function) + " is not supported: each call runs when it is made.",
      "launch the work without a graph");
  return cudaErrorNotSupported;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) { return api(__func__, refuse); }

cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* graph) {
  if (graph != nullptr) *graph = nullptr;
  return api(__func__, refuse);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  return api(__func__, [&](Runtime&) {
    if (status == nullptr) return cudaErrorInvalidValue;
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  if (graph != nullptr) *graph = nullptr;
  return api(__func__, refuse);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t, unsigned long long) {
  if (executable != nullptr) *executable = nullptr;
  return api(__func__, refuse);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t) { return api(__func__, refuse); }
cudaError_t cudaGraphDestroy(cudaGraph_t) { return api(__func__, refuse); }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) { return api(__func__, refuse); }
}
