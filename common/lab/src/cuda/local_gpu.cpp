#include "local_gpu.h"

#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

namespace lab::cuda {
namespace {

using Clock = std::chrono::steady_clock;

// The dynamic shared memory that every GPU gives without being asked (CUDA C++ Programming Guide, technical
// specifications per compute capability).
constexpr std::size_t kSharedWithoutAsking = std::size_t{48} * 1024;

// Volta: the oldest that a toolkit which this course supports compiles for.
constexpr int kLeastCapability = 70;

constexpr const char* kAskSimt =
    "run the check on the SIMT machine (--machine simt), which names the line, the block and the thread";

constexpr std::uint64_t kEndOfQueue = 0;  // an event of its own; others begin with 1

std::string text_of(const simt::Dim3& dim) {
  return std::to_string(dim.x) + " x " + std::to_string(dim.y) + " x " + std::to_string(dim.z);
}

KernelFault refusal(const std::string& kernel, const simt::LaunchShape& shape, const std::string& why) {
  simt::Fault fault;
  fault.kind = simt::FaultKind::launch_refused;
  fault.message = "the GPU refuses to launch " + kernel + " on " + text_of(shape.grid) + " blocks of " +
                  text_of(shape.block) + " threads with " + std::to_string(shape.dynamic_shared_bytes) +
                  " bytes of dynamic shared memory (" + why + ")";
  fault.names_a_thread = false;
  return KernelFault(fault);
}

}  // namespace

LocalGpu::LocalGpu(const std::string& library, std::chrono::milliseconds limit)
    : library_(library), limit_(limit) {
  find_device();
  Context context = nullptr;
  // A GPU may be another program's alone, or out of memory: it is there, and cannot be used.
  if (const auto result = driver().DevicePrimaryCtxRetain(&context, device_); result != kSuccess) {
    throw NoGpu("the " + info_.name + " cannot be used now: " + name_of(driver(), result));
  }
  check(driver().CtxSetCurrent(context), "cuCtxSetCurrent");
  create_event(kEndOfQueue);
}

LocalGpu::~LocalGpu() {
  // If the GPU is lost, every call would fail, or wait for the kernel that does not end.
  if (!lost_.empty()) return;
  for (const auto& [number, event] : events_) driver().EventDestroy(event);
  for (const auto& [number, module] : modules_) driver().ModuleUnload(module.handle);
  driver().DevicePrimaryCtxRelease(device_);
}

void LocalGpu::check(Result result, const std::string& call) const {
  if (result == kSuccess) return;
  std::string words = call + ": " + cuda::name_of(driver(), result);
  if (const std::string advice = advice_for(result); !advice.empty()) words += "\n  " + advice;
  throw GpuError(words);
}

void LocalGpu::find_device() {
  const Driver& cu = driver();
  if (const auto result = cu.Init(0); result != kSuccess) {
    throw NoGpu("the NVIDIA driver is installed, but cannot be used: cuInit: " + name_of(cu, result) + ". " +
                advice_for(result));
  }
  int count = 0;
  check(cu.DeviceGetCount(&count), "cuDeviceGetCount");
  if (count == 0) throw NoGpu("the NVIDIA driver is installed, but it sees no GPU");
  check(cu.DeviceGet(&device_, 0), "cuDeviceGet");
  char name[256] = {};
  check(cu.DeviceGetName(name, sizeof name, device_), "cuDeviceGetName");
  info_.name = name;
  check(cu.DriverGetVersion(&info_.driver_version), "cuDriverGetVersion");
  const auto attribute = [&](int number) {
    int value = 0;
    check(cu.DeviceGetAttribute(&value, number, device_), "cuDeviceGetAttribute " + std::to_string(number));
    return value;
  };
  info_.capability = 10 * attribute(kCapabilityMajor) + attribute(kCapabilityMinor);
  if (info_.capability < kLeastCapability) {
    throw NoGpu("the " + info_.name + " is too old: it has compute capability " + info_.capability_text());
  }
  info_.multiprocessors = attribute(kMultiprocessorCount);
  info_.l2_bytes = static_cast<std::size_t>(attribute(kL2Bytes));
  // Two transfers a clock and pin, as in the memory of every GPU that this course meets.
  info_.peak_bytes_per_s = 2.0 * attribute(kMemoryClockKilohertz) * 1e3 * attribute(kMemoryBusBits) / 8.0;
}

std::size_t LocalGpu::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  check(driver().MemGetInfo(&free, &total), "cuMemGetInfo");
  return free;
}

Address LocalGpu::allocate(const std::string& name, std::size_t bytes) {
  Address address = 0;
  // A GPU cannot allocate 0 bytes. An empty array has a place all the same.
  check(driver().MemAlloc(&address, bytes == 0 ? 1 : bytes),
        "cuMemAlloc of " + std::to_string(bytes) + " bytes for `" + name + "`");
  names_[address] = name;
  return address;
}

void LocalGpu::release(Address array) {
  names_.erase(array);
  driver().MemFree(array);
}

std::string LocalGpu::name_of_array(Address array) const {
  const auto found = names_.upper_bound(array);
  return found == names_.begin() ? "?" : std::prev(found)->second;
}

void LocalGpu::upload(Address array, const std::string& bytes) {
  check(driver().MemcpyHtoD(array, bytes.data(), bytes.size()),
        "cuMemcpyHtoD to `" + name_of_array(array) + "`");
}

std::string LocalGpu::download(Address array, std::size_t bytes) const {
  std::string values(bytes, '\0');
  check(driver().MemcpyDtoH(values.data(), array, bytes), "cuMemcpyDtoH of `" + name_of_array(array) + "`");
  return values;
}

void LocalGpu::set(Address first, unsigned char value, std::size_t bytes) {
  check(driver().MemsetD8Async(first, value, bytes, nullptr),
        "cuMemsetD8Async of `" + name_of_array(first) + "`");
}

void LocalGpu::copy(Address to, Address from, std::size_t bytes) {
  check(driver().MemcpyDtoDAsync(to, from, bytes, nullptr),
        "cuMemcpyDtoDAsync of " + std::to_string(bytes) + " bytes");
}

void LocalGpu::load(std::uint64_t module, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw simt::Error(path + ": cannot be read; a module that nvcc made is expected");
  std::vector<char> image(std::istreambuf_iterator<char>(file), {});
  image.push_back('\0');  // PTX is text, and ends so
  Module handle = nullptr;
  check(driver().ModuleLoadData(&handle, image.data()), path + ": cuModuleLoadData on " + info_.name);
  modules_[module] = {path, handle, {}};
}

void LocalGpu::unload(std::uint64_t module) {
  driver().ModuleUnload(modules_.at(module).handle);
  modules_.erase(module);
}

Function LocalGpu::find(std::uint64_t module, const std::string& kernel) {
  LoadedModule& loaded = modules_.at(module);
  if (const auto known = loaded.functions.find(kernel); known != loaded.functions.end()) return known->second;
  Function function = nullptr;
  const auto result = driver().ModuleGetFunction(&function, loaded.handle, kernel.c_str());
  if (result == kNotFound) return nullptr;
  check(result, loaded.path + ": cuModuleGetFunction of " + kernel);
  return loaded.functions[kernel] = function;
}

bool LocalGpu::defines(std::uint64_t module, const std::string& kernel) {
  return find(module, kernel) != nullptr;
}

void LocalGpu::create_event(std::uint64_t event) {
  check(driver().EventCreate(&events_[event], kEventDefault), "cuEventCreate");
}

void LocalGpu::destroy_event(std::uint64_t event) {
  driver().EventDestroy(events_.at(event));
  events_.erase(event);
}

void LocalGpu::launch(const KernelLaunch& launch) {
  const Driver& cu = driver();
  const simt::LaunchShape& shape = launch.shape;
  Function const function = find(launch.module, launch.kernel);
  if (function == nullptr) throw GpuError("the kernel `" + launch.kernel + "` is not defined");
  const auto shared = static_cast<unsigned>(shape.dynamic_shared_bytes);
  if (shape.dynamic_shared_bytes > kSharedWithoutAsking) {
    const auto result = cu.FuncSetAttribute(function, kMaxDynamicSharedBytes, static_cast<int>(shared));
    if (result != kSuccess) throw refusal(launch.kernel, shape, cuda::name_of(cu, result));
  }
  std::vector<void*> arguments;
  arguments.reserve(launch.arguments.size());
  // The driver only reads them.
  for (const auto& bytes : launch.arguments) arguments.push_back(const_cast<unsigned char*>(bytes.data()));
  last_kernel_ = launch.kernel;
  const auto result =
      cu.LaunchKernel(function, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x, shape.block.y,
                      shape.block.z, shared, nullptr, arguments.data(), nullptr);
  if (result == kInvalidValue || result == kLaunchOutOfResources) {
    throw refusal(launch.kernel, shape, cuda::name_of(cu, result));
  }
  if (kernel_error(result) != nullptr) fail_kernel(result);  // an earlier launch caused this error
  check(result, "cuLaunchKernel of " + launch.kernel);
  ++launches_;
}

void LocalGpu::record(std::uint64_t event) {
  const auto result = driver().EventRecord(events_.at(event), nullptr);
  if (kernel_error(result) != nullptr) fail_kernel(result);
  check(result, "cuEventRecord");
}

void LocalGpu::wait() {
  Event const end = events_.at(kEndOfQueue);
  if (const auto result = driver().EventRecord(end, nullptr); result != kSuccess) fail_kernel(result);
  const auto start = Clock::now();
  // The event is polled, because cuCtxSynchronize would never return from an endless loop.
  for (;;) {
    const auto result = driver().EventQuery(end);
    if (result == kSuccess) return;
    if (result != kNotReady) fail_kernel(result);
    const auto waited = Clock::now() - start;
    if (waited > limit_) break;
    if (waited > std::chrono::milliseconds(2)) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  lost_ = "the GPU is still busy with " + last_kernel_ + ", which did not end: nothing more can be run on it";
  simt::Fault fault;
  fault.kind = simt::FaultKind::time_limit;
  fault.message = last_kernel_ + " did not end within " + std::to_string(limit_.count()) +
                  " ms on the GPU: an endless loop?\n  " + kAskSimt;
  fault.names_a_thread = false;
  throw KernelFault(fault);
}

void LocalGpu::fail_kernel(int result) {
  const char* const what = kernel_error(result);
  const std::string words = what == nullptr ? "a fault" : what;
  simt::Fault fault;
  fault.kind = fault_kind(result);
  fault.names_a_thread = false;
  fault.message =
      words + " ended " + last_kernel_ + " on the GPU (" + name_of(driver(), result) + ")\n  " + kAskSimt;
  lost_ = "this process cannot use the GPU any more, since " + words + " ended " + last_kernel_;
  throw KernelFault(fault);
}

double LocalGpu::seconds_between(std::uint64_t start, std::uint64_t end) const {
  float milliseconds = 0;
  check(driver().EventElapsedTime(&milliseconds, events_.at(start), events_.at(end)), "cuEventElapsedTime");
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace lab::cuda
