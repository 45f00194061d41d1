// The cuda machine: the first NVIDIA GPU, in a process of its own (src/cuda/gpu_process.cpp), which alone
// opens the driver and loads kernels.
//
// A kernel on a GPU may reach all memory of the process that launched it: on Linux, a GPU whose driver has
// Heterogeneous Memory Management reads and writes what malloc gave (CUDA C++ Programming Guide, "Unified
// Memory", cudaDevAttrPageableMemoryAccess). In that process there is nothing that kernels are judged by.
//
// What goes into the GPU's queue is sent with the next call that waits for an answer, all at once: between
// two launches of a measurement there is no message. What is wrong with such work is thrown by that call.
//
// Only device code is ever loaded. A kernel that faults takes the GPU from its process for good: all further
// work gives the same error until the process ends (CUDA Driver API reference, CUDA_ERROR_ILLEGAL_ADDRESS;
// seen on an H200 with driver 580, where resetting the primary context did not help). A kernel that does not
// end cannot be stopped either. After both the GPU is lost: memory reads as never written, and every other
// call throws. So graders and CTest run each check in a program of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/machine.h"
#include "simt/remote_machine.h"

namespace lab {

// There is no usable GPU: nothing was run.
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
  int driver_version = 0;  // CUDA's version that the driver supports: 13000 is 13.0
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  double peak_bytes_per_s = 0;  // from the memory's clock and width; 0: the driver does not say

  // "9.0"
  std::string capability_text() const {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  }
};

// libcuda.so.1, or what the environment variable COALESCE_CUDA_DRIVER names.
std::string driver_library();

// The process that drives the GPU at the other end of a socket. It has ended when this object is destroyed.
class GpuDriving {
 public:
  virtual ~GpuDriving() = default;
  // Waits until the process has ended, once the other end was closed, and returns how it ended.
  virtual simt::MachineEnded ended() = 0;
};

// Starts it on that socket, which it owns from then on.
using StartDriving = std::function<std::unique_ptr<GpuDriving>(int socket)>;

// gpu_machine, a process. Throws simt::Error when it cannot be started.
std::unique_ptr<GpuDriving> start_gpu_process(int socket);

struct GpuOptions {
  std::string library = driver_library();
  // A kernel of a lab takes milliseconds.
  std::chrono::milliseconds limit{5000};
  StartDriving start = start_gpu_process;
  // Called before simt::MachineEnded is thrown, for a program that rather ends itself.
  std::function<void(const simt::MachineEnded&)> on_end;
};

// The bytes of each argument of a kernel.
using Arguments = std::vector<std::vector<unsigned char>>;

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
  // Returns false if the GPU is lost.
  bool download(void* values) const;

 private:
  Gpu& gpu_;
  std::size_t bytes_ = 0;
  std::uint64_t address_ = 0;
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

  bool defines(const std::string& kernel);

 private:
  friend class Gpu;

  Gpu& gpu_;
  std::string path_;
  std::uint64_t number_ = 0;
  std::map<std::string, bool> known_;
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
  Gpu& gpu_;
  std::uint64_t number_ = 0;
};

class Gpu {
 public:
  // Throws NoGpu, which says what was looked for and found.
  explicit Gpu(const GpuOptions& options = {});
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const GpuInfo& info() const { return info_; }

  // Returns the bytes that can be allocated now. Other programs may take some of them at any time.
  std::size_t free_bytes() const;

  // Puts a launch in the GPU's queue. Throws GpuError when the module does not define the kernel.
  void enqueue(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
               const Arguments& arguments);
  void enqueue_copy(void* to, const void* from, std::size_t bytes);

  // Waits until everything for the queue has arrived at the process that drives the GPU. None of it is done
  // yet.
  void deliver();

  // Waits until everything in the queue is done. Throws KernelFault if one of its launches was refused (a
  // shape or an amount of shared memory that the GPU does not take), or faulted, or does not end.
  void wait();

  // A launch from its start to its end; what goes wrong is in the report, which knows no accesses.
  simt::LaunchReport run(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                         const Arguments& arguments);

  // Kernels launched up to the last wait(), as a profiler numbers them.
  std::uint64_t launches() const { return launches_; }

  bool is_lost() const { return !lost_.empty(); }
  // Grows with whatever may change memory: a copy that was fetched before is then out of date.
  std::uint64_t changes() const { return changes_; }

 private:
  friend class Cublas;
  friend class GpuMemory;
  friend class GpuModule;
  friend class GpuEvent;

  struct Connection;

  std::uint64_t next_number() { return ++numbers_; }
  void refuse_when_lost() const;

  std::string lost_;  // why nothing more can be run; empty: it can. The connection writes it
  std::unique_ptr<Connection> connection_;
  GpuInfo info_;
  std::uint64_t numbers_ = 0;
  std::uint64_t changes_ = 0;
  std::uint64_t launches_ = 0;
};

}  // namespace lab
