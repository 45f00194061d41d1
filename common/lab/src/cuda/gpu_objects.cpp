// Memory, modules and events of the GPU, each with its owner.
#include <cstring>
#include <fstream>
#include <iterator>

#include "driver.h"
#include "lab/gpu.h"

namespace lab {

GpuMemory::GpuMemory(Gpu& gpu, const std::string& name, std::size_t bytes)
    : gpu_(gpu), name_(name), bytes_(bytes) {
  gpu.refuse_when_lost();
  cuda::Address address = 0;
  // No GPU gives 0 bytes; an array of none still has a place.
  gpu.check(gpu.driver().MemAlloc(&address, bytes == 0 ? 1 : bytes),
            "cuMemAlloc of " + std::to_string(bytes) + " bytes for `" + name + "`");
  address_ = static_cast<std::uintptr_t>(address);
}

GpuMemory::~GpuMemory() {
  if (!gpu_.is_lost()) gpu_.driver().MemFree(address_);
}

void GpuMemory::upload(const void* values) {
  if (gpu_.is_lost() || bytes_ == 0) return;
  ++gpu_.changes_;
  gpu_.check(gpu_.driver().MemcpyHtoD(address_, values, bytes_), "cuMemcpyHtoD to `" + name_ + "`");
}

void GpuMemory::set(unsigned char value, std::size_t offset, std::size_t bytes) {
  if (gpu_.is_lost() || bytes == 0) return;
  ++gpu_.changes_;
  gpu_.check(gpu_.driver().MemsetD8Async(address_ + offset, value, bytes, nullptr),
             "cuMemsetD8Async of `" + name_ + "`");
}

bool GpuMemory::download(void* values) const {
  if (gpu_.is_lost()) return false;
  if (bytes_ != 0) {
    gpu_.check(gpu_.driver().MemcpyDtoH(values, address_, bytes_), "cuMemcpyDtoH of `" + name_ + "`");
  }
  return true;
}

GpuModule::GpuModule(Gpu& gpu, std::string path) : gpu_(gpu), path_(std::move(path)) {
  gpu.refuse_when_lost();
  std::ifstream file(path_, std::ios::binary);
  if (!file) throw simt::Error(path_ + ": cannot be read; it is to be a module that nvcc made");
  std::vector<char> image(std::istreambuf_iterator<char>(file), {});
  image.push_back('\0');  // PTX is text, and ends so
  cuda::Module module = nullptr;
  gpu.check(gpu.driver().ModuleLoadData(&module, image.data()),
            path_ + ": cuModuleLoadData on " + gpu.info().name);
  handle_ = module;
}

GpuModule::~GpuModule() {
  if (!gpu_.is_lost()) gpu_.driver().ModuleUnload(static_cast<cuda::Module>(handle_));
}

void* GpuModule::find(const std::string& kernel) {
  if (const auto known = functions_.find(kernel); known != functions_.end()) return known->second;
  gpu_.refuse_when_lost();
  cuda::Function function = nullptr;
  const auto result =
      gpu_.driver().ModuleGetFunction(&function, static_cast<cuda::Module>(handle_), kernel.c_str());
  if (result == cuda::kNotFound) return nullptr;
  gpu_.check(result, path_ + ": cuModuleGetFunction of " + kernel);
  return functions_[kernel] = function;
}

GpuEvent::GpuEvent(Gpu& gpu) : gpu_(gpu) {
  gpu.refuse_when_lost();
  cuda::Event event = nullptr;
  gpu.check(gpu.driver().EventCreate(&event, cuda::kEventDefault), "cuEventCreate");
  handle_ = event;
}

GpuEvent::~GpuEvent() {
  if (!gpu_.is_lost()) gpu_.driver().EventDestroy(static_cast<cuda::Event>(handle_));
}

void GpuEvent::record() {
  const auto result = gpu_.driver().EventRecord(static_cast<cuda::Event>(handle_), nullptr);
  if (cuda::kernel_error(result) != nullptr) gpu_.fail_kernel(result);
  gpu_.check(result, "cuEventRecord");
}

double GpuEvent::seconds_since(const GpuEvent& start) const {
  float milliseconds = 0;
  gpu_.check(gpu_.driver().EventElapsedTime(&milliseconds, static_cast<cuda::Event>(start.handle_),
                                            static_cast<cuda::Event>(handle_)),
             "cuEventElapsedTime");
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace lab
