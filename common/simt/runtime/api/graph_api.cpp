// CUDA Runtime API, "Graph Management", and the capture of streams.
#include <cstring>

#include "host/simt_host_templates.h"
#include "state/arrays.h"
#include "state/graphs.h"

using cudart::api;
using cudart::Runtime;
using cudart::Work;

namespace cudart {
namespace {

struct Before {
  const cudaGraphNode_t* nodes;
  std::size_t count;
};

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const Before& before, cudaGraphNodeType type,
                Work work) {
  CUgraph_st* const found = graphs().find(graph);
  if (node == nullptr || found == nullptr || (before.count != 0 && before.nodes == nullptr))
    return cudaErrorInvalidValue;
  std::vector<cudaGraphNode_t> waited_for(before.nodes, before.nodes + before.count);
  for (const cudaGraphNode_t one : waited_for) {
    if (found->find(one) == nullptr) return cudaErrorInvalidValue;
  }
  *node = found->add(type, std::move(work), std::move(waited_for));
  return cudaSuccess;
}

std::optional<Work> kernel_work(Runtime& runtime, const cudaKernelNodeParams* given) {
  if (given == nullptr || given->kernelParams == nullptr) return std::nullopt;
  return launch_later(runtime, given->func, {given->gridDim, given->blockDim, given->sharedMemBytes, nullptr},
                      given->kernelParams);
}

cudaError_t copy_now(Runtime& runtime, const cudaMemcpy3DParms& given) {
  if (given.srcArray != nullptr || given.dstArray != nullptr) return copy_3d_with_arrays(runtime, given);
  return copy_pointers_3d(runtime, given);
}

// Elements of one, two or four bytes.
cudaError_t fill_now(Runtime& runtime, const cudaMemsetParams& given) {
  const std::size_t width = given.width * given.elementSize;
  const std::size_t pitch = given.height > 1 ? given.pitch : width;
  const Rows to{given.dst, pitch, pitch * given.height};
  if (given.elementSize == 1)
    return fill_rows(runtime, to, static_cast<int>(given.value), {width, given.height, 1});
  std::vector<unsigned char> values(width * given.height);
  for (std::size_t i = 0; i < values.size(); i += given.elementSize)
    std::memcpy(&values[i], &given.value, given.elementSize);
  return copy_rows(runtime, to, {values.data(), width, values.size()}, {width, given.height, 1},
                   cudaMemcpyHostToDevice);
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  const CUgraph_st* const found = graphs().find(graph);
  if (executable == nullptr || found == nullptr) return cudaErrorInvalidValue;
  *executable = executables().make({steps_of(*found)});
  return cudaSuccess;
}

cudaError_t update(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  CUgraphExec_st* const found = executables().find(executable);
  const CUgraph_st* const from = graphs().find(graph);
  if (found == nullptr || from == nullptr) return cudaErrorInvalidValue;
  const bool is_alike = found->steps.size() == from->nodes.size();
  if (result != nullptr)
    *result = {is_alike ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
  if (!is_alike) return cudaErrorGraphExecUpdateFailure;
  found->steps = steps_of(*from);
  return cudaSuccess;
}

cudaError_t change_kernel(Runtime& runtime, cudaGraphExec_t executable, cudaGraphNode_t node,
                          const cudaKernelNodeParams* given) {
  CUgraphExec_st* const found = executables().find(executable);
  const auto work = kernel_work(runtime, given);
  if (found == nullptr || !work) return cudaErrorInvalidValue;
  for (CUgraphExec_st::Step& step : found->steps) {
    if (step.node != node) continue;
    step.work = *work;
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace
}  // namespace cudart

using cudart::Before;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  return api(__func__, [&](Runtime&) { return cudart::begin_capture(stream); });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return api(__func__, [&](Runtime&) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    *graph = cudart::end_capture(stream);
    return *graph == nullptr ? cudaErrorIllegalState : cudaSuccess;
  });
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return api(__func__, [&](Runtime&) {
    if (status == nullptr) return cudaErrorInvalidValue;
    *status = cudart::is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api(__func__, [&](Runtime&) {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *graph = cudart::graphs().make({});
    return cudaSuccess;
  });
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaKernelNodeParams* parameters) {
  return api(__func__, [&](Runtime& runtime) {
    const auto work = cudart::kernel_work(runtime, parameters);
    if (!work) return cudaErrorInvalidDeviceFunction;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeKernel, *work);
  });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaMemcpy3DParms* copy) {
  return api(__func__, [&](Runtime&) {
    if (copy == nullptr) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeMemcpy,
                       [given = *copy](Runtime& runtime) { return cudart::copy_now(runtime, given); });
  });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                     size_t count, void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime&) {
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeMemcpy,
                       [=](Runtime& runtime) { return cudart::copy(runtime, to, from, bytes, kind); });
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   size_t count, const cudaMemsetParams* parameters) {
  return api(__func__, [&](Runtime&) {
    const bool is_size =
        parameters != nullptr &&
        (parameters->elementSize == 1 || parameters->elementSize == 2 || parameters->elementSize == 4);
    if (!is_size) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeMemset,
                       [given = *parameters](Runtime& runtime) { return cudart::fill_now(runtime, given); });
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                 size_t count, const cudaHostNodeParams* parameters) {
  return api(__func__, [&](Runtime&) {
    if (parameters == nullptr || parameters->fn == nullptr) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeHost,
                       [given = *parameters](Runtime&) {
                         given.fn(given.userData);
                         return cudaSuccess;
                       });
  });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                  size_t count) {
  return api(__func__, [&](Runtime&) {
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeEmpty, cudart::succeed);
  });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* before, size_t count, cudaGraph_t child) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(child);
    if (found == nullptr) return cudaErrorInvalidValue;
    return cudart::add(
        node, graph, Before{before, count}, cudaGraphNodeTypeGraph,
        [steps = cudart::steps_of(*found)](Runtime& runtime) { return cudart::run(runtime, steps); });
  });
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    if (found == nullptr || count == nullptr) return cudaErrorInvalidValue;
    for (std::size_t i = 0; nodes != nullptr && i < *count; ++i)
      nodes[i] = i < found->nodes.size() ? found->nodes[i].get() : nullptr;
    *count = nodes == nullptr ? found->nodes.size() : std::min(*count, found->nodes.size());
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api(__func__, [&](Runtime&) {
    if (node == nullptr || type == nullptr) return cudaErrorInvalidValue;
    *type = node->type;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return api(__func__, [&](Runtime& runtime) {
    const auto work = cudart::kernel_work(runtime, parameters);
    if (node == nullptr || !work) return cudaErrorInvalidValue;
    node->work = *work;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    if (clone == nullptr || found == nullptr) return cudaErrorInvalidValue;
    CUgraph_st copy;
    for (const auto& node : found->nodes) copy.add(node->type, node->work);
    *clone = cudart::graphs().make(copy);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api(__func__,
             [&](Runtime&) { return cudart::graphs().destroy(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return api(__func__, [&](Runtime&) { return cudart::instantiate(executable, graph); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long) {
  return api(__func__, [&](Runtime&) { return cudart::instantiate(executable, graph); });
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return api(__func__, [&](Runtime&) {
    return cudart::executables().find(executable) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    const CUgraphExec_st* const found = cudart::executables().find(executable);
    if (found == nullptr) return cudaErrorInvalidValue;
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeGraph,
                              [steps = found->steps](Runtime& now) { return cudart::run(now, steps); });
  });
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  return api(__func__, [&](Runtime&) { return cudart::update(executable, graph, result); });
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::change_kernel(runtime, executable, node, parameters); });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api(__func__, [&](Runtime&) {
    return cudart::executables().destroy(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
}
