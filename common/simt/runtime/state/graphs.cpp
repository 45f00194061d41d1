#include "state/graphs.h"

#include <algorithm>
#include <cstring>
#include <map>
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

std::optional<std::vector<CUgraphExec_st::Step>> steps_of(const CUgraph_st& graph) {
  std::vector<CUgraphExec_st::Step> steps;
  const std::vector<cudaGraphNode_t> order = graph.in_order();
  if (order.size() != graph.nodes.size()) return std::nullopt;
  for (const cudaGraphNode_t node : order) {
    const CUgraph_st* const child = node->child == nullptr ? nullptr : graphs().find(node->child);
    if (child == nullptr) {
      steps.push_back({node, node->work});
      continue;
    }
    const auto inner = steps_of(*child);
    if (!inner) return std::nullopt;
    steps.push_back({node, [inner](Runtime& runtime) { return run(runtime, *inner); }});
  }
  return steps;
}

cudaError_t run(Runtime& runtime, const std::vector<CUgraphExec_st::Step>& steps) {
  for (const CUgraphExec_st::Step& step : steps) {
    if (const cudaError_t error = step.work(runtime); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace cudart

cudaGraphNode_t CUgraph_st::add(cudaGraphNodeType type, cudart::Work work,
                                const std::vector<cudaGraphNode_t>& before) {
  nodes.push_back(std::make_shared<CUgraphNode_st>());
  const cudaGraphNode_t node = nodes.back().get();
  node->type = type;
  node->work = std::move(work);
  for (const cudaGraphNode_t one : before) connect(one, node);
  return node;
}

CUgraphNode_st* CUgraph_st::find(cudaGraphNode_t node) const {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const auto& one) { return one.get() == node; });
  return found == nodes.end() ? nullptr : found->get();
}

void CUgraph_st::remove(cudaGraphNode_t node) {
  while (!node->before.empty()) disconnect(node->before.back(), node);
  while (!node->after.empty()) disconnect(node, node->after.back());
  nodes.erase(std::find_if(nodes.begin(), nodes.end(), [&](const auto& one) { return one.get() == node; }));
}

std::vector<cudaGraphNode_t> CUgraph_st::roots() const {
  std::vector<cudaGraphNode_t> found;
  for (const auto& node : nodes) {
    if (node->before.empty()) found.push_back(node.get());
  }
  return found;
}

std::vector<cudaGraphNode_t> CUgraph_st::in_order() const {
  std::vector<cudaGraphNode_t> order;
  std::set<cudaGraphNode_t> done;
  const auto is_ready = [&](const CUgraphNode_st& node) {
    return std::all_of(node.before.begin(), node.before.end(),
                       [&](cudaGraphNode_t one) { return done.count(one) != 0; });
  };
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& node : nodes) {
      if (done.count(node.get()) != 0 || !is_ready(*node)) continue;
      done.insert(node.get());
      order.push_back(node.get());
      goes_on = true;
    }
  }
  return order;
}

CUgraph_st CUgraph_st::clone() const {
  CUgraph_st copy;
  std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : nodes) {
    copies[node.get()] = copy.add(node->type, node->work);
    const CUgraph_st* const child = node->child == nullptr ? nullptr : cudart::graphs().find(node->child);
    if (child != nullptr) copies[node.get()]->child = cudart::graphs().make(child->clone());
  }
  for (const auto& node : nodes) {
    for (const cudaGraphNode_t one : node->before) connect(copies[one], copies[node.get()]);
  }
  return copy;
}

void CUgraph_st::connect(cudaGraphNode_t from, cudaGraphNode_t to) {
  to->before.push_back(from);
  from->after.push_back(to);
}

bool CUgraph_st::is_connected(cudaGraphNode_t from, cudaGraphNode_t to) {
  return std::find(to->before.begin(), to->before.end(), from) != to->before.end();
}

void CUgraph_st::disconnect(cudaGraphNode_t from, cudaGraphNode_t to) {
  to->before.erase(std::find(to->before.begin(), to->before.end(), from));
  from->after.erase(std::find(from->after.begin(), from->after.end(), to));
}
