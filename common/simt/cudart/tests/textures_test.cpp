// Texture objects over linear memory, and what is refused of the others.
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

TEST(Textures, ArraysAreNotSupported) {
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float4>();
  EXPECT_EQ(element.w, 32);
  EXPECT_EQ(element.f, cudaChannelFormatKindFloat);
  EXPECT_EQ(cudaCreateChannelDesc<uchar2>().z, 0);
  EXPECT_EQ(cudaCreateChannelDesc<uchar2>().f, cudaChannelFormatKindUnsigned);
  EXPECT_EQ(cudaCreateChannelDesc<short>().f, cudaChannelFormatKindSigned);
  cudaArray_t array = nullptr;
  EXPECT_EQ(cudaMallocArray(&array, &element, 64, 64), cudaErrorNotSupported);
  EXPECT_EQ(array, nullptr);
}

}  // namespace
