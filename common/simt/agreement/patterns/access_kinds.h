// Every kind of access that is measured, in the order of the record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "access_kernels.h"
#include "cuda_host.h"
#include "lane_patterns.h"

namespace patterns {

struct DeviceMemory {
  DeviceBuffer<int> index{kLanes};
  DeviceBuffer<unsigned> out{1024};
  DeviceBuffer<char> memory{1 << 20};
};

// rule: one request, which the machine's rules must foretell; form: what nvcc makes of it is the question;
// baseline: no lane is active, so that what is counted is the kernel's own.
enum class Purpose { rule, form, baseline };

struct AccessKind {
  std::string kernel, space, op, type, result;
  int width = 0;     // bytes of an element
  int patterns = 0;  // the first so many
  Purpose purpose = Purpose::rule;
  std::function<void(const DeviceMemory&)> launch;
};

template <class T>
struct TypeName;
template <>
struct TypeName<unsigned> {
  static constexpr auto value = "u32";
};
template <>
struct TypeName<int> {
  static constexpr auto value = "s32";
};
template <>
struct TypeName<unsigned long long> {
  static constexpr auto value = "u64";
};
template <>
struct TypeName<float> {
  static constexpr auto value = "f32";
};
template <>
struct TypeName<double> {
  static constexpr auto value = "f64";
};
template <>
struct TypeName<float2> {
  static constexpr auto value = "f32x2";
};
template <>
struct TypeName<float4> {
  static constexpr auto value = "f32x4";
};
template <>
struct TypeName<unsigned char> {
  static constexpr auto value = "u8";
};
template <>
struct TypeName<unsigned short> {
  static constexpr auto value = "u16";
};

constexpr int kAll = 40;
constexpr int kFew = 20;
constexpr int kPair = 2;
constexpr bool kUsed = true;
constexpr bool kUnused = false;

// A texture over linear memory.
template <class Texel>
class Texture {
 public:
  explicit Texture(const DeviceBuffer<char>& memory) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory.data();
    resource.res.linear.sizeInBytes = memory.bytes();
    resource.res.linear.desc = cudaCreateChannelDesc<Texel>();
    cudaTextureDesc description{};
    description.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&object_, &resource, &description, nullptr), "cudaCreateTextureObject");
  }
  ~Texture() { cudaDestroyTextureObject(object_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  cudaTextureObject_t object() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

template <class Operation, bool Used>
AccessKind shared(const char* op, int patterns = kAll, Purpose purpose = Purpose::rule) {
  using T = typename Operation::Type;
  return {"shared_atomic",
          "shared",
          op,
          TypeName<T>::value,
          Used ? "used" : "unused",
          sizeof(T),
          patterns,
          purpose,
          [](const DeviceMemory& device) {
            shared_atomic<Operation, Used><<<1, kLanes>>>(device.index.data(), device.out.data());
          }};
}

template <class Operation, bool Used>
AccessKind global(const char* op, int patterns = kAll, Purpose purpose = Purpose::rule) {
  using T = typename Operation::Type;
  return {"global_atomic",
          "global",
          op,
          TypeName<T>::value,
          Used ? "used" : "unused",
          sizeof(T),
          patterns,
          purpose,
          [](const DeviceMemory& device) {
            global_atomic<Operation, Used><<<1, kLanes>>>(device.index.data(), device.out.data(),
                                                          reinterpret_cast<T*>(device.memory.data()));
          }};
}

template <class Texel>
AccessKind texture() {
  return {"texture_fetch",
          "texture",
          "ld",
          TypeName<Texel>::value,
          "used",
          sizeof(Texel),
          kAll,
          Purpose::rule,
          [](const DeviceMemory& device) {
            const Texture<Texel> texture(device.memory);
            texture_fetch<Texel><<<1, kLanes>>>(device.index.data(), device.out.data(), texture.object());
            check_launch("texture_fetch");  // before the texture goes
          }};
}

inline AccessKind constant(Purpose purpose) {
  return {"constant_load",
          "constant",
          "ld",
          "f32",
          "used",
          sizeof(float),
          purpose == Purpose::baseline ? 1 : kAll,
          purpose,
          [](const DeviceMemory& device) {
            constant_load<<<1, kLanes>>>(device.index.data(), device.out.data());
          }};
}

std::vector<AccessKind> access_kinds();

}  // namespace patterns
