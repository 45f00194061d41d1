#include "state/repeated_launches.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "contract/module_abi.h"

namespace cudart {
namespace {

// The most launches that are remembered at a time.
constexpr std::size_t kMostRemembered = 64;

// Functions that change no memory which kernels see, as a loop of measurements calls them.
constexpr std::array<std::string_view, 20> kHarmless{
    "cudaDeviceSynchronize", "cudaEventCreate",          "cudaEventCreateWithFlags",
    "cudaEventDestroy",      "cudaEventElapsedTime",     "cudaEventQuery",
    "cudaEventRecord",       "cudaEventRecordWithFlags", "cudaEventSynchronize",
    "cudaGetDevice",         "cudaGetLastError",         "cudaLaunchKernel",
    "cudaLaunchKernelExC",   "cudaPeekAtLastError",      "cudaSetDevice",
    "cudaStreamQuery",       "cudaStreamSynchronize",    "cudaStreamWaitEvent",
    "cudaThreadSynchronize", "cudaDeviceGetAttribute"};

template <class T>
void append(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool is_repeatable(const simt::LaunchReport& report, DeviceMemory& memory) {
  if (!report.faults.empty() || !report.printed.empty() || report.has_read_clock) return false;
  const auto can_repeat = [&](const simt::TouchedArray& array) {
    const Allocation* const allocation = memory.find(reinterpret_cast<const void*>(array.begin));
    const bool is_devices_own = allocation == nullptr || !allocation->is_for_host();
    return is_devices_own && !(array.is_loaded && array.is_stored);
  };
  return std::all_of(report.touched.begin(), report.touched.end(), can_repeat);
}

}  // namespace

RepeatedLaunches::RepeatedLaunches() {
  const char* const run = std::getenv("SIMT_RUN_REPEATS");
  is_enabled_ = run == nullptr || std::string_view(run) != "1";
}

std::string RepeatedLaunches::key_of(const simt::Kernel& kernel, const simt::LaunchShape& shape,
                                     const void* const* arguments) {
  std::string key;
  append(key, reinterpret_cast<std::uintptr_t>(&kernel));
  append(key, shape.grid);
  append(key, shape.block);
  append(key, shape.dynamic_shared_bytes);
  append(key, shape.is_cooperative);
  for (std::uint32_t i = 0; i < kernel.code->parameter_count; ++i)
    key.append(static_cast<const char*>(arguments[i]), kernel.code->parameters[i].bytes);
  return key;
}

const simt::LaunchReport* RepeatedLaunches::find(const std::string& key) const {
  const auto known = launched_.find(key);
  if (known == launched_.end()) return nullptr;
  const auto is_unchanged = [&](const Seen& array) {
    const auto version = versions_.find(array.begin);
    return (version == versions_.end() ? 0 : version->second) == array.version;
  };
  const std::vector<Seen>& arrays = known->second.arrays;
  return std::all_of(arrays.begin(), arrays.end(), is_unchanged) ? &known->second.report : nullptr;
}

void RepeatedLaunches::note(const std::string& key, const simt::LaunchReport& report, DeviceMemory& memory) {
  if (!is_enabled_) return;
  for (const simt::TouchedArray& array : report.touched) versions_[array.begin] += array.is_stored ? 1 : 0;
  launched_.erase(key);
  if (!is_repeatable(report, memory)) return;
  if (launched_.size() >= kMostRemembered) launched_.clear();
  Launched launched{report, {}};
  for (const simt::TouchedArray& array : report.touched)
    launched.arrays.push_back({array.begin, versions_[array.begin]});
  launched_.emplace(key, std::move(launched));
}

void RepeatedLaunches::called(const char* function) {
  if (launched_.empty()) return;
  if (std::find(kHarmless.begin(), kHarmless.end(), function) == kHarmless.end()) launched_.clear();
}

}  // namespace cudart
