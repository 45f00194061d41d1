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

}  // namespace lab::cuda
