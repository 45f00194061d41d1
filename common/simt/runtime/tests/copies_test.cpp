// Copies of all forms, and what is said of those that cannot be right.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels.h"
#include "recorded.h"

namespace {

using cudart_test::faults_of;
using cudart_test::only_fault;

class Copies : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&memory_, kCount * sizeof(int)), cudaSuccess);
    std::iota(host_.begin(), host_.end(), 0);
  }
  void TearDown() override { EXPECT_EQ(cudaFree(memory_), cudaSuccess); }

  static constexpr int kCount = 4096;
  int* memory_ = nullptr;
  std::vector<int> host_ = std::vector<int>(kCount);
  std::vector<int> back_ = std::vector<int>(kCount);
  static constexpr std::size_t kBytes = kCount * sizeof(int);
};

TEST_F(Copies, ThereAndBack) {
  EXPECT_TRUE(faults_of([&] {
                EXPECT_EQ(cudaMemcpy(memory_, host_.data(), kBytes, cudaMemcpyHostToDevice), cudaSuccess);
                EXPECT_EQ(cudaMemcpy(back_.data(), memory_, kBytes, cudaMemcpyDefault), cudaSuccess);
              }).empty());
  EXPECT_EQ(back_, host_);
}

TEST_F(Copies, PastTheEnd) {
  std::vector<int> longer(std::size_t{2} * kCount);
  launch_fill(memory_, kCount, 1);
  EXPECT_EQ(only_fault([&] {
              EXPECT_EQ(cudaMemcpy(memory_, longer.data(), 2 * kBytes, cudaMemcpyHostToDevice),
                        cudaErrorInvalidValue);
            }),
            "copy past the end: cudaMemcpy writes 32768 bytes of `out`, which has 16384 bytes.");
  EXPECT_EQ(
      only_fault([&] {
        EXPECT_EQ(cudaMemcpy(longer.data(), memory_ + 96, kBytes, cudaMemcpyDeviceToHost),
                  cudaErrorInvalidValue);
      }),
      "copy past the end: cudaMemcpy reads 16384 bytes of `out`, which has 16384 bytes, from byte 384 on.");
}

TEST_F(Copies, InTheWrongDirection) {
  launch_fill(memory_, kCount, 1);
  EXPECT_EQ(
      only_fault([&] {
        EXPECT_EQ(cudaMemcpy(back_.data(), memory_, kBytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
      }),
      "copy in the wrong direction: cudaMemcpy was told cudaMemcpyHostToDevice, but it copies from device "
      "memory (`out`) to host memory.");
  EXPECT_EQ(cudaMemcpy(memory_, back_.data(), 4, static_cast<cudaMemcpyKind>(5)),
            cudaErrorInvalidMemcpyDirection);
}

TEST_F(Copies, AnArraysHandleIsNoAddress) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &element, 64, 4), cudaSuccess);
  std::vector<unsigned char> bytes(256, 7);
  EXPECT_EQ(only_fault([&] {
              EXPECT_EQ(cudaMemcpy(array, bytes.data(), 256, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
            }),
            "array taken for memory: cudaMemcpy writes to a CUDA array, whose handle is no address.");
  // Refused in every direction; a fault is told once for each call in the source.
  for (const cudaMemcpyKind kind : {cudaMemcpyHostToHost, cudaMemcpyDefault})
    EXPECT_EQ(cudaMemcpy(array, bytes.data(), 256, kind), cudaErrorInvalidValue);
  EXPECT_EQ(only_fault([&] {
              EXPECT_EQ(cudaMemcpy(bytes.data(), array, 256, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
            }),
            "array taken for memory: cudaMemcpy reads from a CUDA array, whose handle is no address.");
  EXPECT_TRUE(faults_of([&] {
                EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, bytes.data(), 64, 64, 4, cudaMemcpyHostToDevice),
                          cudaSuccess);
              }).empty());
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

TEST_F(Copies, OutputThatAQuarterOfTheGridWrites) {
  launch_fill(memory_, kCount / 4, 1);
  const std::vector<cudart::HostFault> faults = faults_of(
      [&] { EXPECT_EQ(cudaMemcpy(back_.data(), memory_, kBytes, cudaMemcpyDeviceToHost), cudaSuccess); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults.front().kind, "output never written");
  EXPECT_EQ(faults.front().message,
            "cudaMemcpy copies `out` to the host, but 3072 of the 4096 elements (int) were never written.");
  EXPECT_NE(faults.front().where, nullptr);
}

TEST_F(Copies, OutputThatNobodyWrote) {
  EXPECT_NE(only_fault([&] {
              cudaMemcpy(back_.data(), memory_, 64, cudaMemcpyDeviceToHost);
            }).find("of which nothing was ever written."),
            std::string::npos);
}

TEST_F(Copies, WrittenInPartAndCopiedInPart) {
  EXPECT_TRUE(faults_of([&] {
                cudaMemset(memory_, 0, 6);
                cudaMemcpy(back_.data(), memory_, 6, cudaMemcpyDeviceToHost);
              }).empty());
  EXPECT_NE(only_fault([&] {
              cudaMemcpy(back_.data(), memory_, 9, cudaMemcpyDeviceToHost);
            }).find("but 3 of the 9 bytes were never written."),
            std::string::npos);
}

TEST_F(Copies, PaddingNeedNotBeWritten) {
  launch_fill_padded(memory_);
  EXPECT_TRUE(faults_of([&] { cudaMemcpy(back_.data(), memory_, 512, cudaMemcpyDeviceToHost); }).empty());
  EXPECT_NE(only_fault([&] {
              cudaMemcpy(back_.data(), memory_, 1024, cudaMemcpyDeviceToHost);
            }).find("but 32 of the 64 elements"),
            std::string::npos);
}

TEST_F(Copies, WhatWasNotWrittenIsNotWrittenInItsCopy) {
  int* other = nullptr;
  ASSERT_EQ(cudaMalloc(&other, kBytes), cudaSuccess);
  launch_fill(memory_, 100, 1);
  EXPECT_TRUE(faults_of([&] {
                EXPECT_EQ(cudaMemcpy(other, memory_, kBytes, cudaMemcpyDeviceToDevice), cudaSuccess);
              }).empty());
  EXPECT_NE(only_fault([&] {
              cudaMemcpy(back_.data(), other, 800, cudaMemcpyDeviceToHost);
            }).find("but 400 of the 800 bytes were never written."),
            std::string::npos);
  EXPECT_TRUE(faults_of([&] { cudaMemcpy(back_.data(), other, 400, cudaMemcpyDeviceToHost); }).empty());
  EXPECT_EQ(cudaFree(other), cudaSuccess);
}

TEST_F(Copies, RowsWithAPitch) {
  ASSERT_EQ(cudaMemcpy2D(memory_, 64, host_.data(), 40, 40, 10, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_TRUE(faults_of([&] {
                EXPECT_EQ(cudaMemcpy2D(back_.data(), 40, memory_, 64, 40, 10, cudaMemcpyDeviceToHost),
                          cudaSuccess);
              }).empty());
  EXPECT_TRUE(std::equal(host_.begin(), host_.begin() + 100, back_.begin()));
  EXPECT_EQ(cudaMemcpy2D(memory_, 32, host_.data(), 40, 40, 10, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(only_fault([&] {
              EXPECT_EQ(cudaMemcpy2D(memory_, 1024, host_.data(), 40, 40, 17, cudaMemcpyHostToDevice),
                        cudaErrorInvalidValue);
            }).find("copy past the end: cudaMemcpy2D writes 16424 bytes"),
            0U);
}

TEST_F(Copies, SlicesOfABlock) {
  cudaPitchedPtr block = {};
  ASSERT_EQ(cudaMalloc3D(&block, make_cudaExtent(40, 4, 3)), cudaSuccess);
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = make_cudaPitchedPtr(host_.data(), 40, 40, 4);
  parameters.dstPtr = block;
  parameters.extent = make_cudaExtent(40, 4, 3);
  parameters.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&parameters), cudaSuccess);
  parameters.srcPtr = block;
  parameters.srcPos = make_cudaPos(8, 1, 2);
  parameters.dstPtr = make_cudaPitchedPtr(back_.data(), 32, 32, 3);
  parameters.extent = make_cudaExtent(32, 3, 1);
  parameters.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&parameters), cudaSuccess);
  EXPECT_EQ(back_[0], 2 * 40 + 10 + 2);  // the third slice's second row, from its third element on
  EXPECT_EQ(back_[8], 2 * 40 + 20 + 2);
  EXPECT_EQ(cudaFree(block.ptr), cudaSuccess);
}

TEST_F(Copies, OfABlockWithinTheDeviceAndAsynchronously) {
  cudaPitchedPtr from{};
  cudaPitchedPtr to{};
  const cudaExtent extent = make_cudaExtent(8, 4, 2);
  ASSERT_EQ(cudaMalloc3D(&from, extent), cudaSuccess);
  ASSERT_EQ(cudaMalloc3D(&to, extent), cudaSuccess);
  EXPECT_EQ(cudaMemset3DAsync(from, 5, extent), cudaSuccess);
  EXPECT_EQ(cudaMemset3DAsync(from, 5, make_cudaExtent(from.pitch + 1, 1, 1)), cudaErrorInvalidValue);
  cudaMemcpy3DPeerParms copy{};
  copy.srcPtr = from;
  copy.dstPtr = to;
  copy.extent = extent;
  EXPECT_EQ(cudaMemcpy3DPeerAsync(&copy), cudaSuccess);
  EXPECT_EQ(cudaMemcpy3DPeerAsync(nullptr), cudaErrorInvalidValue);
  copy.dstDevice = 1;
  EXPECT_EQ(cudaMemcpy3DPeer(&copy), cudaErrorInvalidDevice);
  unsigned char last = 0;
  const auto* const slices = static_cast<const unsigned char*>(to.ptr);
  EXPECT_EQ(cudaMemcpy(&last, slices + 7 * to.pitch + 7, 1, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(last, 5);
  EXPECT_EQ(cudaFree(from.ptr), cudaSuccess);
  EXPECT_EQ(cudaFree(to.ptr), cudaSuccess);
}

TEST_F(Copies, OfArraysAsynchronously) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &element, 64, 4), cudaSuccess);
  std::vector<unsigned char> bytes(256, 7);
  EXPECT_EQ(cudaMemcpyToArrayAsync(array, 0, 0, bytes.data(), 256, cudaMemcpyHostToDevice), cudaSuccess);
  bytes.assign(256, 0);
  EXPECT_EQ(cudaMemcpyFromArrayAsync(bytes.data(), array, 0, 1, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(bytes[63], 7);
  EXPECT_EQ(bytes[64], 0);
  // What a captured stream is told waits for its graph.
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  std::size_t nodes = 0;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromArrayAsync(bytes.data(), array, 0, 0, 256, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DFromArrayAsync(bytes.data(), 64, array, 0, 0, 64, 4, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 2U);
  EXPECT_EQ(bytes[64], 0);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

TEST_F(Copies, Symbols) {
  const int values[4] = {10, 20, 30, 40};
  ASSERT_EQ(cudaMemcpyToSymbol(counters_symbol(), values, sizeof values), cudaSuccess);
  launch_count();
  int back[2] = {};
  ASSERT_EQ(cudaMemcpyFromSymbol(back, counters_symbol(), sizeof back, 8), cudaSuccess);
  EXPECT_EQ(back[0], 32);
  EXPECT_EQ(back[1], 43);
  EXPECT_EQ(only_fault([&] {
              EXPECT_EQ(cudaMemcpyToSymbol(counters_symbol(), values, 16, 4), cudaErrorInvalidValue);
            }),
            "copy past the end: cudaMemcpyToSymbol copies 16 bytes from byte 4 on; the variable has 16.");
  EXPECT_EQ(cudaMemcpyToSymbol(static_cast<const void*>(values), values, 4), cudaErrorInvalidSymbol);
  std::size_t bytes = 0;
  EXPECT_EQ(cudaGetSymbolSize(&bytes, counters_symbol()), cudaSuccess);
  EXPECT_EQ(bytes, 16U);
}

TEST_F(Copies, OfFreedMemory) {
  int* gone = nullptr;
  ASSERT_EQ(cudaMalloc(&gone, 64), cudaSuccess);
  launch_fill(gone, 16, 1);
  ASSERT_EQ(cudaFree(gone), cudaSuccess);
  EXPECT_EQ(
      only_fault([&] {
        EXPECT_EQ(cudaMemcpy(back_.data(), gone, 64, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
      }),
      "copy of memory that is not allocated: cudaMemcpy reads 64 bytes of `out`, which was freed before.");
}

TEST_F(Copies, FillOfHostMemory) {
  EXPECT_EQ(only_fault([&] { EXPECT_EQ(cudaMemset(host_.data(), 0, 64), cudaErrorInvalidValue); }),
            "host memory given to cudaMemset: cudaMemset was given a pointer to host memory.");
}

}  // namespace
