#include "error.h"

namespace lab::cuda {

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
