// The GPU as the process that drives it sees it: memory, modules, launches and times through the driver API.
// Every call throws GpuError, with the call's name and the driver's own words, when the driver refuses it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver.h"
#include "lab/gpu.h"

namespace lab::cuda {

struct KernelLaunch {
  std::uint64_t module = 0;
  std::string kernel;
  simt::LaunchShape shape;
  Arguments arguments;
};

class LocalGpu {
 public:
  // Throws NoGpu, which says what was looked for and found.
  LocalGpu(const std::string& library, std::chrono::milliseconds limit);
  ~LocalGpu();
  LocalGpu(const LocalGpu&) = delete;
  LocalGpu& operator=(const LocalGpu&) = delete;

  const GpuInfo& info() const { return info_; }
  // Says why nothing more can be run, or "" if it can.
  const std::string& lost() const { return lost_; }
  std::uint64_t launches() const { return launches_; }
  std::size_t free_bytes() const;

  Address allocate(const std::string& name, std::size_t bytes);
  void release(Address array);
  void upload(Address array, const std::string& bytes);
  std::string download(Address array, std::size_t bytes) const;
  void set(Address first, unsigned char value, std::size_t bytes);
  void copy(Address to, Address from, std::size_t bytes);

  // Modules and events have numbers, chosen by the caller.
  void load(std::uint64_t module, const std::string& path);
  void unload(std::uint64_t module);
  bool defines(std::uint64_t module, const std::string& kernel);
  void create_event(std::uint64_t event);
  void destroy_event(std::uint64_t event);

  // Throws KernelFault when the GPU does not take the launch.
  void launch(const KernelLaunch& launch);
  void record(std::uint64_t event);
  // Waits until everything in the queue is done. Throws KernelFault if a kernel faulted, or does not end.
  void wait();
  double seconds_between(std::uint64_t start, std::uint64_t end) const;

 private:
  struct LoadedModule {
    std::string path;
    Module handle = nullptr;
    std::map<std::string, Function> functions;
  };

  const Driver& driver() const { return library_.functions(); }
  void check(Result result, const std::string& call) const;
  void find_device();
  Function find(std::uint64_t module, const std::string& kernel);
  std::string name_of_array(Address array) const;
  [[noreturn]] void fail_kernel(Result result);

  DriverLibrary library_;
  std::chrono::milliseconds limit_;
  GpuInfo info_;
  Device device_ = 0;
  std::map<Address, std::string> names_;
  std::map<std::uint64_t, LoadedModule> modules_;
  std::map<std::uint64_t, Event> events_;
  std::string last_kernel_;
  std::string lost_;
  std::uint64_t launches_ = 0;
};

}  // namespace lab::cuda
