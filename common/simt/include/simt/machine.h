// The SIMT machine: runs CUDA kernels, compiled alone by simtcc, on the CPU, and counts what a GPU's memory
// would do.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/report.h"
#include "simt/signature.h"

namespace simt {

// Something the caller must mend: a file that is not a module, too little memory. Never a kernel's fault.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A loaded module: one kernel file, compiled by simtcc. Unloaded with the last copy.
class Module {
 public:
  // Throws Error when the file is not a module of this machine version.
  explicit Module(const std::string& path);

  std::string path() const;
  std::string compiler() const;  // "g++ 12.2.0"
  std::string source() const;    // absolute path of the kernel file

  // Address of an extern "C" function; null when the module has none of that name.
  void* find(const std::string& name) const;

  // Where a function that find() found begins.
  SourceLine definition_of(const void* function) const;

  // What a kernel of this module wants to be called with.
  Signature signature_of(const void* function) const;

  class Image;
  const Image& image() const { return *image_; }

 private:
  std::shared_ptr<const Image> image_;
};

struct MachineOptions {
  unsigned workers = 0;            // threads that run blocks; 0: one a core
  unsigned schedule_seed = 0;      // not 0: warps and lanes take turns in an order shuffled by this seed
  double time_limit_seconds = 10;  // processor time a worker may spend on one launch
};

struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic_shared_bytes = 0;
};

// Owns the global memory of a machine and runs launches on it, one at a time.
class Machine {
 public:
  explicit Machine(const MachineOptions& options = {});
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Global memory, 256-byte aligned as cudaMalloc gives it, far from every other allocation. `name` and
  // `element_bytes` are for messages. The kernel may not read a byte before somebody wrote it.
  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);

  // The host wrote these bytes (or took them back): reading them is allowed (or reported) from now on.
  void mark_written(const void* memory, std::size_t bytes, bool written = true);
  // Whether a recorded store, or mark_written, wrote every one of these bytes.
  bool is_written(const void* memory, std::size_t bytes) const;

  // Runs `thread_body` once for every thread of the grid; it calls one kernel of `module` with its
  // arguments. What goes wrong, an impossible shape included, is in the report.
  LaunchReport launch(const Module& module, const LaunchShape& shape,
                      const std::function<void()>& thread_body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
