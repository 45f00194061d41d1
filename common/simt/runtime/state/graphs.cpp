#include "state/graphs.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace cudart {
namespace {

// The capture under way: there is one at a time.
struct Capture {
  cudaStream_t origin = nullptr;
  std::set<cudaStream_t> streams;
  std::set<cudaEvent_t> events;
  cudaGraph_t graph = nullptr;
};
std::unique_ptr<Capture> capture;

// A kernel's arguments by value.
class Arguments {
 public:
  Arguments(const simt::Signature& signature, void** given) {
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
      const auto* const first = static_cast<const unsigned char*>(given[i]);
      values_.emplace_back(first, first + signature.parameters[i].bytes);
    }
  }
  std::vector<void*> addresses() {
    std::vector<void*> all;
    for (auto& value : values_) all.push_back(value.data());
    all.push_back(nullptr);
    return all;
  }

 private:
  std::vector<std::vector<unsigned char>> values_;
};

}  // namespace

std::optional<Work> launch_later(Runtime& runtime, const void* stub, const Configuration& with,
                                 void** arguments) {
  const RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  if (kernel == nullptr) return std::nullopt;
  const auto values = std::make_shared<Arguments>(kernel->kernel->signature, arguments);
  return [stub, with, values](Runtime& later) {
    std::vector<void*> addresses = values->addresses();
    return launch(later, stub, with, addresses.data());
  };
}

bool is_captured(cudaStream_t stream) { return capture != nullptr && capture->streams.count(stream) != 0; }

cudaError_t do_or_note(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, const Work& work) {
  if (!is_captured(stream)) return work(runtime);
  capture->graph->add(type, work);
  return cudaSuccess;
}

bool note_event(cudaEvent_t event, cudaStream_t stream) {
  if (!is_captured(stream)) return false;
  capture->events.insert(event);
  return true;
}

void join_capture(cudaStream_t stream, cudaEvent_t event) {
  if (capture != nullptr && capture->events.count(event) != 0) capture->streams.insert(stream);
}

cudaError_t begin_capture(cudaStream_t stream) {
  if (stream == nullptr || capture != nullptr) return cudaErrorStreamCaptureUnsupported;
  capture = std::make_unique<Capture>();
  capture->origin = stream;
  capture->streams.insert(stream);
  capture->graph = graphs().make({});
  return cudaSuccess;
}

cudaGraph_t end_capture(cudaStream_t stream) {
  if (capture == nullptr || capture->origin != stream) return nullptr;
  const cudaGraph_t graph = capture->graph;
  capture.reset();
  return graph;
}

Handles<CUgraph_st>& graphs() { return handles<CUgraph_st>(); }

Handles<CUgraphExec_st>& executables() { return handles<CUgraphExec_st>(); }

// A node can only name nodes that are there already, so that each stands behind those it waits for.
std::vector<CUgraphExec_st::Step> steps_of(const CUgraph_st& graph) {
  std::vector<CUgraphExec_st::Step> steps;
  for (const auto& node : graph.nodes) steps.push_back({node.get(), node->work});
  return steps;
}

cudaError_t run(Runtime& runtime, const std::vector<CUgraphExec_st::Step>& steps) {
  for (const CUgraphExec_st::Step& step : steps) {
    if (const cudaError_t error = step.work(runtime); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace cudart

CUgraphNode_st* CUgraph_st::find(cudaGraphNode_t node) const {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const auto& one) { return one.get() == node; });
  return found == nodes.end() ? nullptr : found->get();
}
