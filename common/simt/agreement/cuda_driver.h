// The CUDA driver's objects with owners, for gpu_launch. Every call is checked; a failure throws with CUDA's
// words.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "argument_spec.h"

namespace agreement {

class CudaError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(CUresult result, const std::string& what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = nullptr;
  const char* text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  throw CudaError(what + ": " + (name == nullptr ? "CUDA error" : name) + ", " +
                  (text == nullptr ? "no description" : text));
}

// The first device's primary context, current while this lives.
class Device {
 public:
  Device() {
    check(cuInit(0), "cuInit");
    check(cuDeviceGet(&device_, 0), "the first device");
    CUcontext context = nullptr;
    check(cuDevicePrimaryCtxRetain(&context, device_), "its context");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }
  ~Device() { cuDevicePrimaryCtxRelease(device_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  std::string name() const {
    char text[256] = {};
    check(cuDeviceGetName(text, sizeof text, device_), "cuDeviceGetName");
    return text;
  }
  int multiprocessors() const {
    int count = 0;
    check(cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device_), "SM count");
    return count;
  }

 private:
  CUdevice device_ = 0;
};

class GpuModule {
 public:
  explicit GpuModule(const std::string& path) { check(cuModuleLoad(&module_, path.c_str()), path); }
  ~GpuModule() { cuModuleUnload(module_); }
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  CUfunction find(const std::string& kernel) const {
    CUfunction function = nullptr;
    check(cuModuleGetFunction(&function, module_, kernel.c_str()), "kernel " + kernel);
    return function;
  }

 private:
  CUmodule module_ = nullptr;
};

// A buffer of its own size, with the argument's contents unless these are "not written".
class GpuBuffer {
 public:
  explicit GpuBuffer(const simt_tools::Argument& argument) {
    const std::size_t bytes = argument.elements * simt_tools::size_of(argument.type);
    check(cuMemAlloc(&memory_, bytes), "cuMemAlloc of " + std::to_string(bytes) + " bytes");
    if (argument.written) check(cuMemcpyHtoD(memory_, argument.bytes.data(), bytes), "cuMemcpyHtoD");
  }
  ~GpuBuffer() {
    if (memory_ != 0) cuMemFree(memory_);
  }
  GpuBuffer(GpuBuffer&& other) noexcept : memory_(std::exchange(other.memory_, 0)) {}
  GpuBuffer& operator=(GpuBuffer&&) = delete;

  CUdeviceptr address() const { return memory_; }

 private:
  CUdeviceptr memory_ = 0;
};

// A one-dimensional texture object over a buffer.
class GpuTexture {
 public:
  explicit GpuTexture(const simt_tools::Argument& argument) : buffer_(argument) {
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = buffer_.address();
    resource.res.linear.format = format_of(argument.type);
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = argument.elements * simt_tools::size_of(argument.type);
    CUDA_TEXTURE_DESC texture = {};
    texture.flags = CU_TRSF_READ_AS_INTEGER;  // integers are not converted to fractions of 1
    check(cuTexObjectCreate(&object_, &resource, &texture, nullptr), "cuTexObjectCreate");
  }
  ~GpuTexture() {
    if (object_ != 0) cuTexObjectDestroy(object_);
  }
  GpuTexture(GpuTexture&& other) noexcept
      : buffer_(std::move(other.buffer_)), object_(std::exchange(other.object_, 0)) {}
  GpuTexture& operator=(GpuTexture&&) = delete;

  CUtexObject object() const { return object_; }

 private:
  static CUarray_format format_of(simt_tools::ElementType type) {
    using simt_tools::ElementType;
    switch (type) {
      case ElementType::i8:
        return CU_AD_FORMAT_SIGNED_INT8;
      case ElementType::u8:
        return CU_AD_FORMAT_UNSIGNED_INT8;
      case ElementType::i16:
        return CU_AD_FORMAT_SIGNED_INT16;
      case ElementType::u16:
        return CU_AD_FORMAT_UNSIGNED_INT16;
      case ElementType::i32:
        return CU_AD_FORMAT_SIGNED_INT32;
      case ElementType::u32:
        return CU_AD_FORMAT_UNSIGNED_INT32;
      case ElementType::f16:
        return CU_AD_FORMAT_HALF;
      case ElementType::f32:
        return CU_AD_FORMAT_FLOAT;
      default:
        throw CudaError(std::string("no texture holds elements of ") + simt_tools::name_of(type));
    }
  }

  GpuBuffer buffer_;
  CUtexObject object_ = 0;
};

}  // namespace agreement
