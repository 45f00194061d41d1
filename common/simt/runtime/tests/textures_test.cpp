// Arrays, texture and surface objects as host code makes them.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "kernels.h"

namespace {

cudaResourceDesc linear(void* memory, std::size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = bytes;
  return resource;
}

TEST(Textures, AreFetchedFrom) {
  std::vector<float> host(64);
  std::iota(host.begin(), host.end(), 0.0F);
  float* in = nullptr;
  float* out = nullptr;
  ASSERT_EQ(cudaMalloc(&in, 256), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&out, 128), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(in, host.data(), 256, cudaMemcpyHostToDevice), cudaSuccess);
  const cudaResourceDesc resource = linear(in, 256);
  const cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaSuccess);
  launch_gather(texture, out);
  std::vector<float> back(32);
  ASSERT_EQ(cudaMemcpy(back.data(), out, 128, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[31], 62.0F);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
  const cudaResourceDesc longer = linear(in, 260);
  EXPECT_EQ(cudaCreateTextureObject(&texture, &longer, &description, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(in), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
}

TEST(Textures, ChannelsAreTheTypes) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float4>();
  EXPECT_EQ(element.w, 32);
  EXPECT_EQ(element.f, cudaChannelFormatKindFloat);
  EXPECT_EQ(cudaCreateChannelDesc<uchar2>().z, 0);
  EXPECT_EQ(cudaCreateChannelDesc<uchar2>().f, cudaChannelFormatKindUnsigned);
  EXPECT_EQ(cudaCreateChannelDesc<short>().f, cudaChannelFormatKindSigned);
}

TEST(Arrays, KnowTheirShape) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMalloc3DArray(&array, &element, {8, 8, 12}, cudaArrayLayered | cudaArrayCubemap),
            cudaSuccess);
  cudaChannelFormatDesc given = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  EXPECT_EQ(cudaArrayGetInfo(&given, &extent, &flags, array), cudaSuccess);
  EXPECT_EQ(given.z, 8);
  EXPECT_EQ(extent.depth, 12U);
  EXPECT_EQ(flags, cudaArrayLayered | cudaArrayCubemap);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaFreeArray(nullptr), cudaSuccess);
  EXPECT_EQ(cudaMalloc3DArray(&array, &element, {8, 4, 6}, cudaArrayCubemap), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMalloc3DArray(&array, &element, {8, 0, 6}, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&array, &element, 0), cudaErrorInvalidValue);
  const cudaChannelFormatDesc three = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
  EXPECT_EQ(cudaMallocArray(&array, &three, 8), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(array, nullptr);
}

TEST(Arrays, HoldWhatIsCopied) {
  std::vector<int> host(16 * 6);
  std::iota(host.begin(), host.end(), 0);
  std::vector<int> back(16 * 6, -1);
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<int>();
  cudaArray_t one = nullptr;
  cudaArray_t other = nullptr;
  ASSERT_EQ(cudaMallocArray(&one, &element, 16, 6), cudaSuccess);
  ASSERT_EQ(cudaMallocArray(&other, &element, 16, 6), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2DToArray(one, 0, 0, host.data(), 64, 64, 6, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2DArrayToArray(other, 0, 0, one, 0, 0, 64, 6), cudaSuccess);
  // Two columns of three rows, from the middle.
  ASSERT_EQ(cudaMemcpy2DFromArray(back.data(), 8, other, 16, 2, 8, 3, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[0], 36);
  EXPECT_EQ(back[3], 53);
  EXPECT_EQ(back[6], -1);
  EXPECT_EQ(cudaMemcpy2DToArray(one, 4, 0, host.data(), 64, 64, 6, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = one;
  copy.srcPos = {2, 1, 0};
  copy.dstPtr = make_cudaPitchedPtr(back.data(), 8, 8, 2);
  copy.extent = {2, 2, 1};
  copy.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  EXPECT_EQ(back[0], 18);
  EXPECT_EQ(back[3], 35);
  EXPECT_EQ(cudaMemcpyFromArray(back.data(), one, 60, 0, 8, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[1], 16);
  EXPECT_EQ(cudaFreeArray(one), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(other), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromArray(back.data(), one, 0, 0, 8, cudaMemcpyDeviceToHost),
            cudaErrorInvalidResourceHandle);
}

TEST(Textures, WhatCannotBeReadIsRefused) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<int>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  ASSERT_EQ(cudaMallocArray(&resource.res.array.array, &element, 16, 6), cudaSuccess);
  cudaTextureDesc description = {};
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr),
            cudaErrorInvalidFilterSetting);
  description.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaErrorInvalidNormSetting);
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeArray(resource.res.array.array), cudaSuccess);
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue);
}

}  // namespace
