// The cuda machine: the first NVIDIA GPU, driven through the driver API.
//
// Only device code is ever loaded. A kernel that faults takes the GPU from this process for good: all further
// work gives the same error until the program ends (CUDA Driver API reference, CUDA_ERROR_ILLEGAL_ADDRESS;
// seen on an H200 with driver 580, where resetting the primary context did not help). A kernel that does not
// end cannot be stopped from here either. After both the GPU is lost: memory reads as never written, and
// every other call throws. So graders and CTest give each check a process of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/machine.h"

namespace lab {

namespace cuda {
struct Driver;
class DriverLibrary;
}  // namespace cuda

// There is no GPU that could be used: nothing was run.
class NoGpu : public simt::Error {
  using simt::Error::Error;
};

// A call of the driver failed; the words name the call, the driver's own error and what to do.
class GpuError : public simt::Error {
  using simt::Error::Error;
};

// A kernel went wrong on the GPU.
class KernelFault : public GpuError {
 public:
  explicit KernelFault(simt::Fault fault) : GpuError(fault.message), fault_(std::move(fault)) {}
  const simt::Fault& fault() const { return fault_; }

 private:
  simt::Fault fault_;
};

struct GpuInfo {
  std::string name;        // "NVIDIA H200"
  int capability = 0;      // 90
  int driver_version = 0;  // of CUDA, 13000: 13.0
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  double peak_bytes_per_s = 0;  // of the memory's clock and width; 0: the driver does not tell

  std::string capability_text() const;  // "9.0"
};

// libcuda.so.1, or what the environment variable COALESCE_CUDA_DRIVER names.
std::string driver_library();

class Gpu;

// Memory of the GPU, freed with its owner.
class GpuMemory {
 public:
  GpuMemory(Gpu& gpu, const std::string& name, std::size_t bytes);
  ~GpuMemory();
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;

  void* address() const { return reinterpret_cast<void*>(address_); }
  std::size_t bytes() const { return bytes_; }

  void upload(const void* values);
  void set(unsigned char value) { set(value, 0, bytes_); }
  void set(unsigned char value, std::size_t offset, std::size_t bytes);
  // False when the GPU is lost.
  bool download(void* values) const;

 private:
  Gpu& gpu_;
  std::string name_;
  std::size_t bytes_ = 0;
  std::uintptr_t address_ = 0;
};

// A .fatbin, .cubin or .ptx file.
class GpuModule {
 public:
  // Throws simt::Error when the file cannot be read, GpuError when the driver refuses it.
  GpuModule(Gpu& gpu, std::string path);
  ~GpuModule();
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  const std::string& path() const { return path_; }

  // The driver's handle of a kernel, for Gpu; null when the module does not define it.
  void* find(const std::string& kernel);

 private:
  Gpu& gpu_;
  std::string path_;
  void* handle_ = nullptr;
  std::map<std::string, void*> functions_;
};

// A moment in the GPU's work, for times.
class GpuEvent {
 public:
  explicit GpuEvent(Gpu& gpu);
  ~GpuEvent();
  GpuEvent(const GpuEvent&) = delete;
  GpuEvent& operator=(const GpuEvent&) = delete;

  void record();
  double seconds_since(const GpuEvent& start) const;

 private:
  friend class Gpu;

  Gpu& gpu_;
  void* handle_ = nullptr;
};

class Gpu {
 public:
  // A kernel of a lab takes milliseconds.
  static constexpr std::chrono::milliseconds kTimeLimit{5000};

  // Throws NoGpu, which says what was looked for and found.
  explicit Gpu(const std::string& library = driver_library(), std::chrono::milliseconds limit = kTimeLimit);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const GpuInfo& info() const { return info_; }

  // What can be allocated now. Other programs may take of it at any time.
  std::size_t free_bytes() const;

  // Puts a launch in the GPU's queue. `arguments` are the addresses of the values. Throws KernelFault when
  // the launch is refused (a shape or an amount of shared memory that the GPU does not take).
  void enqueue(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
               void** arguments);
  void enqueue_copy(void* to, const void* from, std::size_t bytes);

  // Until all that is in the queue is done. Throws KernelFault when a kernel of it faulted, or does not end.
  void wait();

  // A launch from its start to its end; what goes wrong is in the report, which knows no accesses.
  simt::LaunchReport run(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                         void** arguments);

  // Kernels launched so far, as a profiler numbers them.
  std::uint64_t launches() const { return launches_; }

  bool is_lost() const { return !lost_.empty(); }
  // Grows with whatever may change memory: a copy that was fetched before is then out of date.
  std::uint64_t changes() const { return changes_; }

 private:
  friend class GpuMemory;
  friend class GpuModule;
  friend class GpuEvent;

  const cuda::Driver& driver() const;
  // Throws GpuError unless `result` is success. `call` names what was tried.
  void check(int result, const std::string& call) const;
  void refuse_when_lost() const;
  void find_device();
  [[noreturn]] void fail_kernel(int result);

  std::unique_ptr<cuda::DriverLibrary> library_;
  std::chrono::milliseconds limit_;
  GpuInfo info_;
  int device_ = 0;
  std::unique_ptr<GpuEvent> end_of_queue_;
  std::string last_kernel_;
  std::string lost_;  // why nothing more can be run; empty: it can
  std::uint64_t changes_ = 0;
  std::uint64_t launches_ = 0;
};

}  // namespace lab
