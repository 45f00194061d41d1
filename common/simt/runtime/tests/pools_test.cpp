// Memory pools, stream attributes, attributes of the device, and the driver API beside the runtime's.
#include <gtest/gtest.h>

#include <vector>

#include "host/simt_driver_functions.h"
#include "kernels.h"

namespace {

TEST(Pools, CountWhatIsTaken) {
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  unsigned long long threshold = 1 << 20;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  threshold = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  EXPECT_EQ(threshold, 1U << 20U);
  int* memory = nullptr;
  ASSERT_EQ(cudaMallocAsync(&memory, 4096, pool, nullptr), cudaSuccess);
  unsigned long long used = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 4096U);
  launch_fill(memory, 1024, 3);
  EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 0U);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used), cudaSuccess);
  EXPECT_EQ(used, 4096U);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  cudaMemPool_t other = nullptr;
  EXPECT_EQ(cudaMemPoolCreate(&other, &properties), cudaErrorNotSupported);
  properties.handleTypes = cudaMemHandleTypeNone;
  ASSERT_EQ(cudaMemPoolCreate(&other, &properties), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(other), cudaSuccess);
  EXPECT_EQ(cudaMallocFromPoolAsync(&memory, 64, other, nullptr), cudaErrorInvalidValue);
}

TEST(StreamAttributes, AreKept) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.num_bytes = 77;
  EXPECT_EQ(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value), cudaSuccess);
  cudaStreamAttrValue back = {};
  EXPECT_EQ(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &back), cudaSuccess);
  EXPECT_EQ(back.accessPolicyWindow.num_bytes, 77U);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &back),
            cudaErrorInvalidResourceHandle);
}

TEST(DeviceAttributes, AllHaveAValue) {
  int value = -1;
  for (int number = 1; number <= 21; ++number)
    EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(number), 0), cudaSuccess) << number;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxTexture2DLayeredLayers, 0), cudaSuccess);
  EXPECT_EQ(value, 2048);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrIpcEventSupport, 0), cudaSuccess);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), cudaErrorInvalidValue);
}

TEST(OtherProcesses, AreNotSupported) {
  cudaIpcMemHandle_t handle = {};
  EXPECT_EQ(cudaIpcGetMemHandle(&handle, nullptr), cudaErrorNotSupported);
}

TEST(Driver, SharesTheDeviceWithTheRuntime) {
  int count = 0;
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGetCount(&count), CUDA_SUCCESS);
  EXPECT_EQ(count, 1);
  CUcontext context = nullptr;
  ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUdeviceptr memory = 0;
  ASSERT_EQ(cuMemAlloc(&memory, 256), CUDA_SUCCESS);
  launch_fill(reinterpret_cast<int*>(memory), 64, 8);
  std::vector<int> back(64);
  EXPECT_EQ(cuMemcpyDtoH(back.data(), memory, 256), CUDA_SUCCESS);
  EXPECT_EQ(back[63], 8);
  CUdeviceptr begin = 0;
  size_t bytes = 0;
  EXPECT_EQ(cuMemGetAddressRange(&begin, &bytes, memory + 100), CUDA_SUCCESS);
  EXPECT_EQ(begin, memory);
  EXPECT_EQ(bytes, 256);
  EXPECT_EQ(cuMemGetAddressRange(&begin, nullptr, 12), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  int major = 0;
  EXPECT_EQ(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0), CUDA_SUCCESS);
  EXPECT_EQ(major, 9);
  CUmodule module = nullptr;
  EXPECT_EQ(cuModuleLoad(&module, "kernels.cubin"), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
}

}  // namespace
