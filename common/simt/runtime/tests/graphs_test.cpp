// Graphs: what is captured or added does not run, and runs at each launch.
#include <gtest/gtest.h>

#include <vector>

#include "kernels.h"

namespace {

// A stream and 64 integers of the device, which are 0.
class Graphs : public testing::Test {
 public:
  ~Graphs() override {
    EXPECT_EQ(cudaFree(data_), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  }

 protected:
  Graphs() {
    EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&data_, 256), cudaSuccess);
    EXPECT_EQ(cudaMemset(data_, 0, 256), cudaSuccess);
  }
  int last() const {
    std::vector<int> host(64);
    EXPECT_EQ(cudaMemcpy(host.data(), data_, 256, cudaMemcpyDeviceToHost), cudaSuccess);
    return host[63];
  }
  void run(cudaGraph_t graph) const {
    cudaGraphExec_t executable = nullptr;
    ASSERT_EQ(cudaGraphInstantiate(&executable, graph), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }

  cudaStream_t stream_ = nullptr;
  int* data_ = nullptr;
};

void count(void* counter) { ++*static_cast<int*>(counter); }

TEST_F(Graphs, ACapturedStreamRunsLater) {
  int calls = 0;
  std::vector<int> back(64, -1);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  EXPECT_EQ(cudaStreamIsCapturing(stream_, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  launch_fill(data_, 64, 7, stream_);
  EXPECT_EQ(cudaMemcpyAsync(back.data(), data_, 256, cudaMemcpyDeviceToHost, stream_), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(stream_, count, &calls), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(last(), 0);
  EXPECT_EQ(calls, 0);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 3U);
  run(graph);
  EXPECT_EQ(back[63], 7);
  EXPECT_EQ(calls, 2);
}

TEST_F(Graphs, AStreamThatWaitsIsCapturedToo) {
  cudaStream_t other = nullptr;
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaStreamCreate(&other), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(other, event), cudaSuccess);
  launch_fill(data_, 64, 9, other);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(last(), 0);
  run(graph);
  EXPECT_EQ(last(), 9);
  launch_fill(data_, 64, 10, other);
  EXPECT_EQ(last(), 10);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

TEST_F(Graphs, NodesAreAdded) {
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaMemsetParams fill = {data_, 0, 3, 4, 64, 1};
  cudaGraphNode_t first = nullptr;
  ASSERT_EQ(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &fill), cudaSuccess);
  int calls = 0;
  const cudaHostNodeParams host = {count, &calls};
  cudaGraphNode_t second = nullptr;
  ASSERT_EQ(cudaGraphAddHostNode(&second, graph, &first, 1, &host), cudaSuccess);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  EXPECT_EQ(cudaGraphNodeGetType(second, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeHost);
  EXPECT_EQ(last(), 0);
  run(graph);
  EXPECT_EQ(last(), 3);
  EXPECT_EQ(calls, 2);
}

// The arguments are those of the time when the node was made.
TEST_F(Graphs, AKernelsArgumentsAreKept) {
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  int n = 64;
  int value = 5;
  void* arguments[] = {&data_, &n, &value};
  const cudaKernelNodeParams kernel = {const_cast<void*>(fill_kernel()), {1}, {64}, 0, arguments, nullptr};
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel), cudaSuccess);
  value = 6;
  run(graph);
  EXPECT_EQ(last(), 5);
}

TEST_F(Graphs, MistakesAreErrors) {
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorIllegalState);
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, nullptr, nullptr, nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(nullptr, stream_), cudaErrorInvalidValue);
}

// Dependencies decide, not the order in which the nodes were added.
TEST_F(Graphs, WorkIsDoneInTheOrderOfItsEdges) {
  struct Note {
    std::vector<int>* all;
    int number;
  };
  const auto note = [](void* given) {
    const auto* const one = static_cast<Note*>(given);
    one->all->push_back(one->number);
  };
  std::vector<int> order;
  std::vector<Note> notes{{&order, 0}, {&order, 1}, {&order, 2}};
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  std::vector<cudaGraphNode_t> nodes(3);
  for (std::size_t i = 0; i < 3; ++i) {
    const cudaHostNodeParams host{note, &notes[i]};
    ASSERT_EQ(cudaGraphAddHostNode(&nodes[i], graph, nullptr, 0, &host), cudaSuccess);
  }
  const std::vector<cudaGraphNode_t> from{nodes[2], nodes[0]};
  const std::vector<cudaGraphNode_t> to{nodes[0], nodes[1]};
  EXPECT_EQ(cudaGraphAddDependencies(graph, from.data(), to.data(), nullptr, 2), cudaSuccess);
  EXPECT_EQ(cudaGraphAddDependencies(graph, from.data(), to.data(), nullptr, 1),
            cudaErrorInvalidValue);  // it is there
  std::size_t count = 0;
  EXPECT_EQ(cudaGraphGetRootNodes(graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 1U);
  cudaGraphNode_t root = nullptr;
  EXPECT_EQ(cudaGraphGetRootNodes(graph, &root, &count), cudaSuccess);
  EXPECT_EQ(root, nodes[2]);
  EXPECT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(cudaGraphNodeGetDependencies(nodes[1], &root, nullptr, &(count = 1)), cudaSuccess);
  EXPECT_EQ(root, nodes[0]);
  EXPECT_EQ(cudaGraphNodeGetDependentNodes(nodes[2], &root, nullptr, &count), cudaSuccess);
  EXPECT_EQ(root, nodes[0]);
  run(graph);
  EXPECT_EQ(order, (std::vector<int>{2, 0, 1, 2, 0, 1}));
}

TEST_F(Graphs, NodesThatWaitForEachOtherDoNotRun) {
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t one = nullptr;
  cudaGraphNode_t other = nullptr;
  ASSERT_EQ(cudaGraphAddEmptyNode(&one, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&other, graph, &one, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &other, &one, nullptr, 1), cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph), cudaErrorInvalidValue);
  const std::vector<cudaGraphNode_t> twice_from{other, other};
  const std::vector<cudaGraphNode_t> twice_to{one, one};
  EXPECT_EQ(cudaGraphRemoveDependencies(graph, twice_from.data(), twice_to.data(), nullptr, 2), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroyNode(one), cudaSuccess);
  std::size_t count = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

// A node's own graph is a copy; a clone has edges of its own.
TEST_F(Graphs, AChildIsACopy) {
  int calls = 0;
  const cudaHostNodeParams host{count, &calls};
  cudaGraph_t inner = nullptr;
  ASSERT_EQ(cudaGraphCreate(&inner, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphAddHostNode(&node, inner, nullptr, 0, &host), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t child = nullptr;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(inner), cudaSuccess);
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(child, &inner), cudaSuccess);
  ASSERT_EQ(cudaGraphAddHostNode(&node, inner, nullptr, 0, &host), cudaSuccess);
  cudaGraph_t clone = nullptr;
  ASSERT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
  run(clone);
  EXPECT_EQ(calls, 4);
  run(graph);
  EXPECT_EQ(calls, 8);
}

TEST_F(Graphs, AnInstantiatedNodeGetsOtherWork) {
  const cudaMemsetParams ones{data_, 0, 1, 4, 64, 1};
  const cudaMemsetParams sevens{data_, 0, 7, 4, 64, 1};
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &ones), cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph), cudaSuccess);
  EXPECT_EQ(cudaGraphExecMemsetNodeSetParams(executable, node, &sevens), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(last(), 7);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

}  // namespace
