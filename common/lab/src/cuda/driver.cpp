#include "driver.h"

#include <dlfcn.h>

#include "lab/gpu.h"

namespace lab::cuda {

template <class Pointer>
void DriverLibrary::find(Pointer& function, const char* name) {
  function = reinterpret_cast<Pointer>(dlsym(handle_, name));
  if (function == nullptr) {
    throw NoGpu("the NVIDIA driver " + path_ + " has no function " + name +
                ": it is older than CUDA 11.8; update the driver");
  }
}

DriverLibrary::DriverLibrary(const std::string& path)
    : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    const char* const why = dlerror();
    throw NoGpu(std::string("no NVIDIA driver could be opened (") + (why == nullptr ? path.c_str() : why) +
                ")");
  }
  find(functions_.Init, "cuInit");
  find(functions_.DriverGetVersion, "cuDriverGetVersion");
  find(functions_.GetErrorName, "cuGetErrorName");
  find(functions_.GetErrorString, "cuGetErrorString");
  find(functions_.DeviceGetCount, "cuDeviceGetCount");
  find(functions_.DeviceGet, "cuDeviceGet");
  find(functions_.DeviceGetName, "cuDeviceGetName");
  find(functions_.DeviceGetAttribute, "cuDeviceGetAttribute");
  find(functions_.DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  find(functions_.DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  find(functions_.CtxSetCurrent, "cuCtxSetCurrent");
  find(functions_.ModuleLoadData, "cuModuleLoadData");
  find(functions_.ModuleUnload, "cuModuleUnload");
  find(functions_.ModuleGetFunction, "cuModuleGetFunction");
  find(functions_.FuncSetAttribute, "cuFuncSetAttribute");
  find(functions_.LaunchKernel, "cuLaunchKernel");
  find(functions_.MemGetInfo, "cuMemGetInfo_v2");
  find(functions_.MemAlloc, "cuMemAlloc_v2");
  find(functions_.MemFree, "cuMemFree_v2");
  find(functions_.MemcpyHtoD, "cuMemcpyHtoD_v2");
  find(functions_.MemcpyDtoH, "cuMemcpyDtoH_v2");
  find(functions_.MemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
  find(functions_.MemsetD8Async, "cuMemsetD8Async");
  find(functions_.EventCreate, "cuEventCreate");
  find(functions_.EventDestroy, "cuEventDestroy_v2");
  find(functions_.EventRecord, "cuEventRecord");
  find(functions_.EventQuery, "cuEventQuery");
  find(functions_.EventElapsedTime, "cuEventElapsedTime");
}

std::string name_of(const Driver& driver, Result result) {
  const char* name = nullptr;
  const char* text = nullptr;
  driver.GetErrorName(result, &name);
  driver.GetErrorString(result, &text);
  const std::string shown = name == nullptr ? "CUDA error " + std::to_string(result) : name;
  return text == nullptr ? shown : shown + ", " + text;
}

std::string advice_for(Result result) {
  switch (result) {
    case kOutOfMemory:
      return "the GPU has not that much memory free: end other programs that use it (nvidia-smi lists them)";
    case kNoDevice:
      return "the driver sees no GPU: look at nvidia-smi, and at CUDA_VISIBLE_DEVICES";
    case kInvalidImage:
    case kNoBinaryForGpu:
      return "the module was compiled for another GPU: compile it again, with nvcc -arch=native";
    case kInvalidPtx:
    case kUnsupportedPtxVersion:
      return "the toolkit is newer than the driver: update the driver, or compile with an older toolkit";
    case kSystemDriverMismatch:
      return "the driver in use and the one that is installed differ: restart the computer";
    default:
      return "";
  }
}

const char* kernel_error(Result result) {
  switch (result) {
    case kIllegalAddress:
      return "an illegal memory access";
    case kMisalignedAddress:
      return "a misaligned memory access";
    case kInvalidAddressSpace:
      return "an access through a pointer of the wrong address space";
    case kIllegalInstruction:
    case kInvalidPc:
      return "an illegal instruction";
    case kHardwareStackError:
      return "a stack error";
    case kAssert:
      return "an assert that does not hold";
    case kLaunchTimeout:
      return "the display's time limit for kernels";
    case kLaunchFailed:
      return "a failure of the launch";
    default:
      return nullptr;
  }
}

simt::FaultKind fault_kind(Result result) {
  switch (result) {
    case kIllegalAddress:
    case kInvalidAddressSpace:
      return simt::FaultKind::out_of_bounds;
    case kMisalignedAddress:
      return simt::FaultKind::misaligned;
    case kHardwareStackError:
      return simt::FaultKind::stack_overflow;
    case kLaunchTimeout:
      return simt::FaultKind::time_limit;
    default:
      return simt::FaultKind::crash;
  }
}

}  // namespace lab::cuda
