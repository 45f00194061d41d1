// CUDA Runtime API, "Graph Management", and the capture of streams.
#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "api/whole_runtime.h"
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
  const std::vector<cudaGraphNode_t> waited_for(before.nodes, before.nodes + before.count);
  for (const cudaGraphNode_t one : waited_for) {
    if (found->find(one) == nullptr) return cudaErrorInvalidValue;
  }
  *node = found->add(type, std::move(work), waited_for);
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
  auto steps = steps_of(*found);
  if (!steps) return cudaErrorInvalidValue;
  *executable = executables().make({std::move(*steps)});
  return cudaSuccess;
}

cudaError_t update(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  CUgraphExec_st* const found = executables().find(executable);
  const CUgraph_st* const from = graphs().find(graph);
  if (found == nullptr || from == nullptr) return cudaErrorInvalidValue;
  auto steps = steps_of(*from);
  const bool is_alike = steps && found->steps.size() == steps->size();
  if (result != nullptr)
    *result = {is_alike ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
  if (!is_alike) return cudaErrorGraphExecUpdateFailure;
  found->steps = std::move(*steps);
  return cudaSuccess;
}

// Gives a node of an instantiated graph other work.
cudaError_t change(cudaGraphExec_t executable, cudaGraphNode_t node, const std::optional<Work>& work) {
  CUgraphExec_st* const found = executables().find(executable);
  if (found == nullptr || !work) return cudaErrorInvalidValue;
  for (CUgraphExec_st::Step& step : found->steps) {
    if (step.node != node) continue;
    step.work = *work;
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

cudaError_t change(cudaGraphNode_t node, const std::optional<Work>& work) {
  if (node == nullptr || !work) return cudaErrorInvalidValue;
  node->work = *work;
  return cudaSuccess;
}

std::optional<Work> copy_work(const cudaMemcpy3DParms* given) {
  if (given == nullptr) return std::nullopt;
  return [copy = *given](Runtime& runtime) { return copy_now(runtime, copy); };
}

std::optional<Work> fill_work(const cudaMemsetParams* given) {
  if (given == nullptr) return std::nullopt;
  if (given->elementSize != 1 && given->elementSize != 2 && given->elementSize != 4) return std::nullopt;
  return [fill = *given](Runtime& runtime) { return fill_now(runtime, fill); };
}

std::optional<Work> host_work(const cudaHostNodeParams* given) {
  if (given == nullptr || given->fn == nullptr) return std::nullopt;
  return [call = *given](Runtime&) {
    call.fn(call.userData);
    return cudaSuccess;
  };
}

// Lists nodes as CUDA does: how many there are, where `nodes` is null; otherwise up to *count of them, and null for what is missing.
cudaError_t list(const std::vector<cudaGraphNode_t>& all, cudaGraphNode_t* nodes, std::size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  for (std::size_t i = 0; nodes != nullptr && i < *count; ++i) nodes[i] = i < all.size() ? all[i] : nullptr;
  *count = nodes == nullptr ? all.size() : std::min(*count, all.size());
  return cudaSuccess;
}

std::vector<cudaGraphNode_t> nodes_of(const CUgraph_st& graph) {
  std::vector<cudaGraphNode_t> all;
  for (const auto& node : graph.nodes) all.push_back(node.get());
  return all;
}

// Edges with data are of programmatic launches, which there are none of.
cudaError_t list_edges(const CUgraph_st& graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                       std::size_t* count) {
  std::vector<cudaGraphNode_t> begins;
  std::vector<cudaGraphNode_t> ends;
  for (const auto& node : graph.nodes) {
    for (const cudaGraphNode_t one : node->before) {
      begins.push_back(one);
      ends.push_back(node.get());
    }
  }
  if ((from == nullptr) != (to == nullptr) || count == nullptr) return cudaErrorInvalidValue;
  std::size_t of_ends = *count;
  list(ends, to, &of_ends);
  return list(begins, from, count);
}

// Adds or removes edges; all or none of them.
cudaError_t change_edges(const CUgraph_st* graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         std::size_t count, bool adds) {
  if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i) {
    if (graph->find(from[i]) == nullptr || graph->find(to[i]) == nullptr) return cudaErrorInvalidValue;
    if (CUgraph_st::is_connected(from[i], to[i]) == adds) return cudaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (CUgraph_st::is_connected(from[i], to[i]) == adds) continue;  // it was named twice
    adds ? CUgraph_st::connect(from[i], to[i]) : CUgraph_st::disconnect(from[i], to[i]);
  }
  return cudaSuccess;
}

const char* kind_name(cudaGraphNodeType type) {
  constexpr std::array kNames{"kernel", "memcpy", "memset",         "host",
                              "graph",  "empty",  "wait for event", "record event"};
  const auto at = static_cast<std::size_t>(type);
  return at < kNames.size() ? kNames[at] : "node";
}

// Graphviz's language: the nodes by number and kind, and which waits for which.
cudaError_t draw(const CUgraph_st& graph, const char* path) {
  std::ofstream file(path);
  const std::vector<cudaGraphNode_t> all = nodes_of(graph);
  const auto number = [&](cudaGraphNode_t node) {
    return std::find(all.begin(), all.end(), node) - all.begin();
  };
  file << "digraph graph_of_cuda {\n";
  for (const cudaGraphNode_t node : all) {
    file << "  n" << number(node) << " [label=\"" << number(node) << ": " << kind_name(node->type)
         << "\"];\n";
  }
  for (const cudaGraphNode_t node : all) {
    for (const cudaGraphNode_t one : node->before)
      file << "  n" << number(one) << " -> n" << number(node) << ";\n";
  }
  file << "}\n";
  return file.flush() ? cudaSuccess : cudaErrorOperatingSystem;
}

}  // namespace
}  // namespace cudart

using cudart::Before;

void cudart::link_graph_api() {}

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
    const auto work = cudart::copy_work(copy);
    if (!work) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeMemcpy, *work);
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
    const auto work = cudart::fill_work(parameters);
    if (!work) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeMemset, *work);
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                 size_t count, const cudaHostNodeParams* parameters) {
  return api(__func__, [&](Runtime&) {
    const auto work = cudart::host_work(parameters);
    if (!work) return cudaErrorInvalidValue;
    return cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeHost, *work);
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
    const cudaError_t error =
        cudart::add(node, graph, Before{before, count}, cudaGraphNodeTypeGraph, cudart::succeed);
    if (error == cudaSuccess) (*node)->child = cudart::graphs().make(found->clone());
    return error;
  });
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return api(__func__, [&](Runtime&) {
    if (node == nullptr || graph == nullptr || node->child == nullptr) return cudaErrorInvalidValue;
    *graph = node->child;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    return found == nullptr ? cudaErrorInvalidValue : cudart::list(cudart::nodes_of(*found), nodes, count);
  });
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    return found == nullptr ? cudaErrorInvalidValue : cudart::list(found->roots(), nodes, count);
  });
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData*, size_t* count) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    return found == nullptr ? cudaErrorInvalidValue : cudart::list_edges(*found, from, to, count);
  });
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData*,
                                         size_t* count) {
  return api(__func__, [&](Runtime&) {
    return node == nullptr ? cudaErrorInvalidValue : cudart::list(node->before, nodes, count);
  });
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData*,
                                           size_t* count) {
  return api(__func__, [&](Runtime&) {
    return node == nullptr ? cudaErrorInvalidValue : cudart::list(node->after, nodes, count);
  });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return api(__func__, [&](Runtime&) {
    return cudart::change_edges(cudart::graphs().find(graph), from, to, count, true);
  });
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return api(__func__, [&](Runtime&) {
    return cudart::change_edges(cudart::graphs().find(graph), from, to, count, false);
  });
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api(__func__, [&](Runtime&) {
    CUgraph_st* const graph =
        cudart::graphs().find_if([&](const CUgraph_st& one) { return one.find(node) != nullptr; });
    if (graph == nullptr) return cudaErrorInvalidValue;
    graph->remove(node);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    return found == nullptr || path == nullptr ? cudaErrorInvalidValue : cudart::draw(*found, path);
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
    return cudart::change(node, cudart::kernel_work(runtime, parameters));
  });
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
  return api(__func__, [&](Runtime&) { return cudart::change(node, cudart::copy_work(copy)); });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return api(__func__, [&](Runtime&) { return cudart::change(node, cudart::fill_work(parameters)); });
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return api(__func__, [&](Runtime&) { return cudart::change(node, cudart::host_work(parameters)); });
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api(__func__, [&](Runtime&) {
    const CUgraph_st* const found = cudart::graphs().find(graph);
    if (clone == nullptr || found == nullptr) return cudaErrorInvalidValue;
    *clone = cudart::graphs().make(found->clone());
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
  return api(__func__, [&](Runtime& runtime) {
    return cudart::change(executable, node, cudart::kernel_work(runtime, parameters));
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* copy) {
  return api(__func__, [&](Runtime&) { return cudart::change(executable, node, cudart::copy_work(copy)); });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return api(__func__,
             [&](Runtime&) { return cudart::change(executable, node, cudart::fill_work(parameters)); });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return api(__func__,
             [&](Runtime&) { return cudart::change(executable, node, cudart::host_work(parameters)); });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api(__func__, [&](Runtime&) {
    return cudart::executables().destroy(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
}
