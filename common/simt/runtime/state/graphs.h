// Graphs: work that is noted now and run later, as often as the program launches it. A stream that is
// captured notes its work in a graph instead of doing it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/simt_host_graphs.h"
#include "state/handles.h"
#include "state/launches.h"
#include "state/runtime.h"

namespace cudart {

using Work = std::function<cudaError_t(Runtime&)>;

// A launch with copies of its arguments, which the program may change before it runs.
std::optional<Work> launch_later(Runtime& runtime, const void* stub, const Configuration& with,
                                 void** arguments);

// Does the work, or notes it where the stream is captured.
cudaError_t do_or_note(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, const Work& work);

// A stream that waits for an event of captured work is captured too.
bool is_captured(cudaStream_t stream);
bool note_event(cudaEvent_t event, cudaStream_t stream);  // whether it was: cudaEventRecord
void join_capture(cudaStream_t stream, cudaEvent_t event);

}  // namespace cudart

// The names are CUDA's.
struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  cudart::Work work;
  std::vector<cudaGraphNode_t> before;  // that it waits for
  std::vector<cudaGraphNode_t> after;   // that wait for it
  cudaGraph_t child = nullptr;          // the node's own graph, whose work is done in its place
};
struct CUgraph_st {
  std::deque<std::shared_ptr<CUgraphNode_st>> nodes;

  cudaGraphNode_t add(cudaGraphNodeType type, cudart::Work work,
                      const std::vector<cudaGraphNode_t>& before = {});
  // Finds a node of this graph.
  CUgraphNode_st* find(cudaGraphNode_t node) const;
  // Takes a node out, and all that waits for it.
  void remove(cudaGraphNode_t node);
  std::vector<cudaGraphNode_t> roots() const;
  // The nodes in an order in which each stands behind those it waits for, and of equals first the one that was added first. Fewer
  // than all: some wait for each other.
  std::vector<cudaGraphNode_t> in_order() const;
  CUgraph_st clone() const;

  static void connect(cudaGraphNode_t from, cudaGraphNode_t to);
  static bool is_connected(cudaGraphNode_t from, cudaGraphNode_t to);
  static void disconnect(cudaGraphNode_t from, cudaGraphNode_t to);
};
// The nodes of a graph when it was instantiated, with their work.
struct CUgraphExec_st {
  struct Step {
    cudaGraphNode_t node = nullptr;
    cudart::Work work;
  };
  std::vector<Step> steps;
};

namespace cudart {

Handles<CUgraph_st>& graphs();
Handles<CUgraphExec_st>& executables();
// Returns nothing if nodes wait for each other.
std::optional<std::vector<CUgraphExec_st::Step>> steps_of(const CUgraph_st& graph);
cudaError_t run(Runtime& runtime, const std::vector<CUgraphExec_st::Step>& steps);

cudaError_t begin_capture(cudaStream_t stream);
// Returns null if the stream was not being captured.
cudaGraph_t end_capture(cudaStream_t stream);

}  // namespace cudart
