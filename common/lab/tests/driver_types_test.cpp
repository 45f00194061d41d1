// Our declarations of the driver against the toolkit's own, where there is one.
#include <cuda.h>
#include <gtest/gtest.h>

#include "driver.h"

namespace {

using namespace lab;

static_assert(sizeof(cuda::Result) == sizeof(CUresult));
static_assert(sizeof(cuda::Device) == sizeof(CUdevice));
static_assert(sizeof(cuda::Address) == sizeof(CUdeviceptr));
static_assert(sizeof(cuda::Event) == sizeof(CUevent));
static_assert(cuda::kSuccess == CUDA_SUCCESS);
static_assert(cuda::kInvalidValue == CUDA_ERROR_INVALID_VALUE);
static_assert(cuda::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(cuda::kNoDevice == CUDA_ERROR_NO_DEVICE);
static_assert(cuda::kInvalidImage == CUDA_ERROR_INVALID_IMAGE);
static_assert(cuda::kNoBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(cuda::kInvalidPtx == CUDA_ERROR_INVALID_PTX);
static_assert(cuda::kUnsupportedPtxVersion == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
static_assert(cuda::kNotFound == CUDA_ERROR_NOT_FOUND);
static_assert(cuda::kNotReady == CUDA_ERROR_NOT_READY);
static_assert(cuda::kIllegalAddress == CUDA_ERROR_ILLEGAL_ADDRESS);
static_assert(cuda::kLaunchOutOfResources == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
static_assert(cuda::kLaunchTimeout == CUDA_ERROR_LAUNCH_TIMEOUT);
static_assert(cuda::kAssert == CUDA_ERROR_ASSERT);
static_assert(cuda::kHardwareStackError == CUDA_ERROR_HARDWARE_STACK_ERROR);
static_assert(cuda::kIllegalInstruction == CUDA_ERROR_ILLEGAL_INSTRUCTION);
static_assert(cuda::kMisalignedAddress == CUDA_ERROR_MISALIGNED_ADDRESS);
static_assert(cuda::kInvalidAddressSpace == CUDA_ERROR_INVALID_ADDRESS_SPACE);
static_assert(cuda::kInvalidPc == CUDA_ERROR_INVALID_PC);
static_assert(cuda::kLaunchFailed == CUDA_ERROR_LAUNCH_FAILED);
static_assert(cuda::kSystemDriverMismatch == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
static_assert(cuda::kMultiprocessorCount == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(cuda::kMemoryClockKilohertz == CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
static_assert(cuda::kMemoryBusBits == CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
static_assert(cuda::kL2Bytes == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(cuda::kCapabilityMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(cuda::kCapabilityMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(cuda::kMaxDynamicSharedBytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(cuda::kEventDefault == CU_EVENT_DEFAULT);

// Whether two functions take arguments of the same sizes, one by one.
template <class Theirs, class Ours>
constexpr bool kSameArguments = false;
template <class R, class... Theirs, class S, class... Ours>
constexpr bool kSameArguments<R(Theirs...), S (*)(Ours...)> = ((sizeof(Theirs) == sizeof(Ours)) && ...);

static_assert(kSameArguments<decltype(cuInit), decltype(cuda::Driver::Init)>);
static_assert(kSameArguments<decltype(cuDriverGetVersion), decltype(cuda::Driver::DriverGetVersion)>);
static_assert(kSameArguments<decltype(cuGetErrorName), decltype(cuda::Driver::GetErrorName)>);
static_assert(kSameArguments<decltype(cuGetErrorString), decltype(cuda::Driver::GetErrorString)>);
static_assert(kSameArguments<decltype(cuDeviceGetCount), decltype(cuda::Driver::DeviceGetCount)>);
static_assert(kSameArguments<decltype(cuDeviceGet), decltype(cuda::Driver::DeviceGet)>);
static_assert(kSameArguments<decltype(cuDeviceGetName), decltype(cuda::Driver::DeviceGetName)>);
static_assert(kSameArguments<decltype(cuDeviceGetAttribute), decltype(cuda::Driver::DeviceGetAttribute)>);
static_assert(
    kSameArguments<decltype(cuDevicePrimaryCtxRetain), decltype(cuda::Driver::DevicePrimaryCtxRetain)>);
static_assert(
    kSameArguments<decltype(cuDevicePrimaryCtxRelease), decltype(cuda::Driver::DevicePrimaryCtxRelease)>);
static_assert(kSameArguments<decltype(cuCtxSetCurrent), decltype(cuda::Driver::CtxSetCurrent)>);
static_assert(kSameArguments<decltype(cuModuleLoadData), decltype(cuda::Driver::ModuleLoadData)>);
static_assert(kSameArguments<decltype(cuModuleUnload), decltype(cuda::Driver::ModuleUnload)>);
static_assert(kSameArguments<decltype(cuModuleGetFunction), decltype(cuda::Driver::ModuleGetFunction)>);
static_assert(kSameArguments<decltype(cuFuncSetAttribute), decltype(cuda::Driver::FuncSetAttribute)>);
static_assert(kSameArguments<decltype(cuLaunchKernel), decltype(cuda::Driver::LaunchKernel)>);
static_assert(kSameArguments<decltype(cuMemGetInfo), decltype(cuda::Driver::MemGetInfo)>);
static_assert(kSameArguments<decltype(cuMemAlloc), decltype(cuda::Driver::MemAlloc)>);
static_assert(kSameArguments<decltype(cuMemFree), decltype(cuda::Driver::MemFree)>);
static_assert(kSameArguments<decltype(cuMemcpyHtoD), decltype(cuda::Driver::MemcpyHtoD)>);
static_assert(kSameArguments<decltype(cuMemcpyDtoH), decltype(cuda::Driver::MemcpyDtoH)>);
static_assert(kSameArguments<decltype(cuMemcpyDtoDAsync), decltype(cuda::Driver::MemcpyDtoDAsync)>);
static_assert(kSameArguments<decltype(cuMemsetD8Async), decltype(cuda::Driver::MemsetD8Async)>);
static_assert(kSameArguments<decltype(cuEventCreate), decltype(cuda::Driver::EventCreate)>);
static_assert(kSameArguments<decltype(cuEventDestroy), decltype(cuda::Driver::EventDestroy)>);
static_assert(kSameArguments<decltype(cuEventRecord), decltype(cuda::Driver::EventRecord)>);
static_assert(kSameArguments<decltype(cuEventQuery), decltype(cuda::Driver::EventQuery)>);
static_assert(kSameArguments<decltype(cuEventElapsedTime), decltype(cuda::Driver::EventElapsedTime)>);

// The compiler has done the work: this says so in the list of tests.
TEST(DriverTypes, AreTheToolkitsOwn) { SUCCEED(); }

}  // namespace
