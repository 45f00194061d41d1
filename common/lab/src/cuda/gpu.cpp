#include "lab/gpu.h"

#include <cstdlib>
#include <thread>
#include <utility>

#include "driver.h"

namespace lab {
namespace {

using cuda::kSuccess;
using Clock = std::chrono::steady_clock;

// More dynamic shared memory than every GPU gives without being asked (CUDA C++ Programming Guide, technical
// specifications per compute capability).
constexpr std::size_t kSharedWithoutAsking = std::size_t{48} * 1024;

// Volta: the oldest that a toolkit which this course supports compiles for.
constexpr int kLeastCapability = 70;

constexpr const char* kAskSimt =
    "run the check on the SIMT machine (--machine simt), which names the line, the block and the thread";

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

std::string driver_library() {
  const char* const chosen = std::getenv("COALESCE_CUDA_DRIVER");
  return chosen == nullptr || *chosen == '\0' ? "libcuda.so.1" : chosen;
}

std::string GpuInfo::capability_text() const {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

Gpu::Gpu(const std::string& library, std::chrono::milliseconds limit)
    : library_(std::make_unique<cuda::DriverLibrary>(library)), limit_(limit) {
  find_device();
  cuda::Context context = nullptr;
  // A GPU may be another program's alone, or out of memory: it is there, and cannot be used.
  if (const auto result = driver().DevicePrimaryCtxRetain(&context, device_); result != kSuccess) {
    throw NoGpu("the " + info_.name + " cannot be used now: " + cuda::name_of(driver(), result));
  }
  check(driver().CtxSetCurrent(context), "cuCtxSetCurrent");
  end_of_queue_ = std::make_unique<GpuEvent>(*this);
}

Gpu::~Gpu() {
  end_of_queue_.reset();
  // Of a lost GPU every call would fail, or wait for the kernel that does not end.
  if (!is_lost()) driver().DevicePrimaryCtxRelease(device_);
}

const cuda::Driver& Gpu::driver() const { return library_->functions(); }

void Gpu::check(int result, const std::string& call) const {
  if (result == kSuccess) return;
  std::string words = call + ": " + cuda::name_of(driver(), result);
  if (const std::string advice = cuda::advice_for(result); !advice.empty()) words += "\n  " + advice;
  throw GpuError(words);
}

std::size_t Gpu::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  refuse_when_lost();
  check(driver().MemGetInfo(&free, &total), "cuMemGetInfo");
  return free;
}

void Gpu::refuse_when_lost() const {
  if (is_lost()) throw GpuError(lost_);
}

void Gpu::find_device() {
  const cuda::Driver& cu = driver();
  if (const auto result = cu.Init(0); result != kSuccess) {
    throw NoGpu("the NVIDIA driver is installed, but cannot be used: cuInit: " + cuda::name_of(cu, result) +
                ". " + cuda::advice_for(result));
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
  info_.capability = 10 * attribute(cuda::kCapabilityMajor) + attribute(cuda::kCapabilityMinor);
  if (info_.capability < kLeastCapability) {
    throw NoGpu("the " + info_.name + " is too old: it has compute capability " + info_.capability_text());
  }
  info_.multiprocessors = attribute(cuda::kMultiprocessorCount);
  info_.l2_bytes = static_cast<std::size_t>(attribute(cuda::kL2Bytes));
  // Two transfers a clock and pin, as in the memory of every GPU that this course meets.
  info_.peak_bytes_per_s =
      2.0 * attribute(cuda::kMemoryClockKilohertz) * 1e3 * attribute(cuda::kMemoryBusBits) / 8.0;
}

void Gpu::enqueue(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                  void** arguments) {
  refuse_when_lost();
  const auto function = static_cast<cuda::Function>(module.find(kernel));
  if (function == nullptr) throw GpuError(module.path() + ": the kernel `" + kernel + "` is not defined");
  const cuda::Driver& cu = driver();
  const auto shared = static_cast<unsigned>(shape.dynamic_shared_bytes);
  if (shape.dynamic_shared_bytes > kSharedWithoutAsking) {
    const auto result = cu.FuncSetAttribute(function, cuda::kMaxDynamicSharedBytes, static_cast<int>(shared));
    if (result != kSuccess) throw refusal(kernel, shape, cuda::name_of(cu, result));
  }
  last_kernel_ = kernel;
  ++changes_;
  const auto result = cu.LaunchKernel(function, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x,
                                      shape.block.y, shape.block.z, shared, nullptr, arguments, nullptr);
  if (result == cuda::kInvalidValue || result == cuda::kLaunchOutOfResources) {
    throw refusal(kernel, shape, cuda::name_of(cu, result));
  }
  if (cuda::kernel_error(result) != nullptr) fail_kernel(result);  // of a launch before this one
  check(result, "cuLaunchKernel of " + kernel);
  ++launches_;
}

void Gpu::enqueue_copy(void* to, const void* from, std::size_t bytes) {
  refuse_when_lost();
  ++changes_;
  check(driver().MemcpyDtoDAsync(reinterpret_cast<cuda::Address>(to), reinterpret_cast<cuda::Address>(from),
                                 bytes, nullptr),
        "cuMemcpyDtoDAsync of " + std::to_string(bytes) + " bytes");
}

void Gpu::wait() {
  refuse_when_lost();
  const auto end = static_cast<cuda::Event>(end_of_queue_->handle_);
  if (const auto result = driver().EventRecord(end, nullptr); result != kSuccess) fail_kernel(result);
  const auto start = Clock::now();
  // Asked again and again rather than waited for: cuCtxSynchronize would never return from an endless loop.
  for (;;) {
    const auto result = driver().EventQuery(end);
    if (result == kSuccess) return;
    if (result != cuda::kNotReady) fail_kernel(result);
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

void Gpu::fail_kernel(int result) {
  const char* const what = cuda::kernel_error(result);
  const std::string words = what == nullptr ? "a fault" : what;
  simt::Fault fault;
  fault.kind = cuda::fault_kind(result);
  fault.names_a_thread = false;
  fault.message = words + " ended " + last_kernel_ + " on the GPU (" + cuda::name_of(driver(), result) +
                  ")\n  " + kAskSimt;
  lost_ = "this process cannot use the GPU any more, since " + words + " ended " + last_kernel_;
  throw KernelFault(fault);
}

simt::LaunchReport Gpu::run(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                            void** arguments) {
  simt::LaunchReport report;
  try {
    enqueue(module, kernel, shape, arguments);
    wait();
  } catch (const KernelFault& fault) {
    report.faults = {fault.fault()};
  }
  return report;
}

}  // namespace lab
