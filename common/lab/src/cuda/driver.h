// The part of the CUDA driver API that the kit calls, opened at run time.
//
// The declarations are our own rather than <cuda.h>'s: the same test program is built where no toolkit is,
// and runs where no GPU is. They follow the CUDA Driver API reference, versions 11.8 to 13; the names carry
// the suffix (_v2) under which every driver since CUDA 4 exports them. Where a toolkit is installed,
// tests/driver_types_test.cpp holds the numbers and sizes here against its <cuda.h>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "simt/report.h"

namespace lab::cuda {

using Result = int;                  // CUresult
using Device = int;                  // CUdevice
using Address = unsigned long long;  // CUdeviceptr
using Context = struct ContextObject*;
using Module = struct ModuleObject*;
using Function = struct FunctionObject*;
using Event = struct EventObject*;
using Stream = struct StreamObject*;

// CUresult, as far as the kit tells one from another.
constexpr Result kSuccess = 0;
constexpr Result kInvalidValue = 1;
constexpr Result kOutOfMemory = 2;
constexpr Result kNoDevice = 100;
constexpr Result kInvalidImage = 200;
constexpr Result kNoBinaryForGpu = 209;
constexpr Result kInvalidPtx = 218;
constexpr Result kUnsupportedPtxVersion = 222;
constexpr Result kNotFound = 500;
constexpr Result kNotReady = 600;
constexpr Result kIllegalAddress = 700;
constexpr Result kLaunchOutOfResources = 701;
constexpr Result kLaunchTimeout = 702;
constexpr Result kAssert = 710;
constexpr Result kHardwareStackError = 714;
constexpr Result kIllegalInstruction = 715;
constexpr Result kMisalignedAddress = 716;
constexpr Result kInvalidAddressSpace = 717;
constexpr Result kInvalidPc = 718;
constexpr Result kLaunchFailed = 719;
constexpr Result kSystemDriverMismatch = 803;

// CUdevice_attribute
constexpr int kMultiprocessorCount = 16;
constexpr int kMemoryClockKilohertz = 36;
constexpr int kMemoryBusBits = 37;
constexpr int kL2Bytes = 38;
constexpr int kCapabilityMajor = 75;
constexpr int kCapabilityMinor = 76;

// CUfunction_attribute
constexpr int kMaxDynamicSharedBytes = 8;

// CUevent_flags
constexpr unsigned kEventDefault = 0;

// Each function under its name in the driver, without "cu".
struct Driver {
  Result (*Init)(unsigned flags) = nullptr;
  Result (*DriverGetVersion)(int* version) = nullptr;
  Result (*GetErrorName)(Result, const char** name) = nullptr;
  Result (*GetErrorString)(Result, const char** text) = nullptr;
  Result (*DeviceGetCount)(int* count) = nullptr;
  Result (*DeviceGet)(Device*, int ordinal) = nullptr;
  Result (*DeviceGetName)(char* name, int size, Device) = nullptr;
  Result (*DeviceGetAttribute)(int* value, int attribute, Device) = nullptr;
  Result (*DevicePrimaryCtxRetain)(Context*, Device) = nullptr;
  Result (*DevicePrimaryCtxRelease)(Device) = nullptr;
  Result (*CtxSetCurrent)(Context) = nullptr;
  Result (*ModuleLoadData)(Module*, const void* image) = nullptr;
  Result (*ModuleUnload)(Module) = nullptr;
  Result (*ModuleGetFunction)(Function*, Module, const char* name) = nullptr;
  Result (*FuncSetAttribute)(Function, int attribute, int value) = nullptr;
  Result (*LaunchKernel)(Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                         unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream, void** arguments,
                         void** extra) = nullptr;
  Result (*MemGetInfo)(std::size_t* free, std::size_t* total) = nullptr;
  Result (*MemAlloc)(Address*, std::size_t bytes) = nullptr;
  Result (*MemFree)(Address) = nullptr;
  Result (*MemcpyHtoD)(Address to, const void* from, std::size_t bytes) = nullptr;
  Result (*MemcpyDtoH)(void* to, Address from, std::size_t bytes) = nullptr;
  Result (*MemcpyDtoDAsync)(Address to, Address from, std::size_t bytes, Stream) = nullptr;
  Result (*MemsetD8Async)(Address, unsigned char value, std::size_t bytes, Stream) = nullptr;
  Result (*EventCreate)(Event*, unsigned flags) = nullptr;
  Result (*EventDestroy)(Event) = nullptr;
  Result (*EventRecord)(Event, Stream) = nullptr;
  Result (*EventQuery)(Event) = nullptr;
  Result (*EventElapsedTime)(float* milliseconds, Event start, Event end) = nullptr;
};

// The opened library. It is never closed: the driver keeps threads of its own.
class DriverLibrary {
 public:
  // Throws NoGpu (lab/gpu.h) when it cannot be opened or lacks a function.
  explicit DriverLibrary(const std::string& path);

  const std::string& path() const { return path_; }
  const Driver& functions() const { return functions_; }

 private:
  template <class Pointer>
  void find(Pointer& function, const char* name);

  std::string path_;
  void* handle_ = nullptr;
  Driver functions_;
};

// --- What the driver's errors mean, and what to do about them.

// "CUDA_ERROR_OUT_OF_MEMORY, out of memory"
std::string name_of(const Driver& driver, Result result);

// Returns what the user can do, or "" if there is no general advice.
std::string advice_for(Result result);

// Returns the name of a kernel's own error: "an illegal memory access". Null: the error is not a kernel's.
const char* kernel_error(Result result);

simt::FaultKind fault_kind(Result result);

}  // namespace lab::cuda
