// The SIMT machine: runs CUDA kernels, compiled by simtcc, on the CPU, and counts what a GPU's memory
// would do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/report.h"
#include "simt/schedule.h"
#include "simt/signature.h"
#include "simt/texture.h"

namespace simt {

namespace abi {
struct Kernel;  // contract/module_abi.h
}

// Something the caller must fix: a file that is not a module, too little memory. Never a kernel's fault.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A __device__ or __constant__ variable; no address: there is none of that name. Its value outlives launches,
// and the host reads and writes it as cudaMemcpyToSymbol and cudaMemcpyFromSymbol do.
struct Variable {
  void* address = nullptr;
  std::size_t bytes = 0;
};

// One kernel of a module; lives as long as the module.
struct Kernel {
  std::string name;       // as the linker knows it: "scale"
  std::string written;    // as the source writes it: "scale", "transpose<32>"
  SourceLine definition;  // the line that names it
  Signature signature;
  // The most threads of a block, by __launch_bounds__; 0: as many as a GPU takes
  std::uint32_t most_threads = 0;
  const abi::Kernel* code = nullptr;
};

// A loaded module: one kernel file, compiled by simtcc. Unloaded with the last copy.
class Module {
 public:
  // Throws Error when the file is not a module of this machine version.
  explicit Module(const std::string& path);

  std::string path() const;
  std::string compiler() const;            // "clang 14.0.6"
  std::string source() const;              // absolute path of the kernel file
  std::vector<std::string> files() const;  // absolute paths of all that it was made from and lines can be in

  const std::vector<Kernel>& kernels() const;
  // Finds a kernel by either of its names. Returns null if the module has none of that name.
  const Kernel* find(const std::string& name) const;

  // Finds a variable by the last part of its name: "coefficients" for `namespace n { __constant__ float
  // coefficients[8]; }`.
  Variable find_variable(const std::string& name) const;
  // Finds a variable by its linker's name, of which a module has no two.
  Variable find_symbol(const std::string& symbol) const;

  // Puts all of them back to what they held when the module was loaded, so that a launch finds nothing of
  // those before it.
  void restore_variables() const;

  class Image;
  const Image& image() const { return *image_; }

 private:
  std::shared_ptr<const Image> image_;
};

struct MachineOptions {
  unsigned workers = 0;  // threads that run blocks; 0: one a core
  Schedule schedule;     // the order in which blocks, warps and lanes take turns
  // Processor time a worker may spend on one launch in which no block begins or passes a barrier; else three times as much.
  double time_limit_seconds = 10;
  bool notes_traffic = false;  // what predict_time() needs, in each report
  // Two stores of the same value that nothing orders are a fault, too, and so is a variable in which any thread may leave what it found in the
  // data; else they are remarks.
  bool is_strict = false;
  bool counts = true;  // false: reports have faults but no accesses, and launches take less time
  // False: neither races nor reads of memory that nothing wrote are found. Addresses are checked all the same.
  bool looks_for_races = true;
};

// Memory files (memfd_create) that hold a machine's global memory, for a process that shares it: the bytes of
// all arrays, and the map of those that were written (machine/memory/written_map.h), a fourth as large.
struct ArrayFiles {
  int arrays = -1;
  int written = -1;
  std::size_t bytes = 0;  // the size of `arrays`
  // Whether whoever releases an array clears its part of both files: a new one is all zeros then, and holds
  // nothing that was written.
  bool are_cleared = false;
};

struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic_shared_bytes = 0;
  // Blocks before this one, counted along x first, are not run: for a look at the end of a grid that is too
  // large to run. A GPU knows no such launch.
  std::uint64_t first_block = 0;
  // Launches like cudaLaunchCooperativeKernel: grid.sync() waits for all threads of the grid, which all
  // remain until the last one has come.
  bool is_cooperative = false;
};

// Owns the global memory of a machine and runs launches on it, one at a time.
class Machine {
 public:
  explicit Machine(const MachineOptions& options = {});
  // The machine's global memory is in these files, which stay open; offset 0 is at memory(). Unless the files
  // are cleared, a new array holds whatever was there before.
  Machine(const MachineOptions& options, const ArrayFiles& files);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Global memory, 256-byte aligned as cudaMalloc gives it, far from every other allocation. `name` and
  // `element_bytes` are for messages. The kernel may not read a byte before somebody wrote it.
  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);
  // Sets an array's name in messages from now on, and the size of its elements, which also tells races apart.
  // Call it between launches.
  void describe(const void* memory, const std::string& name, std::size_t element_bytes);
  // Returns where all arrays are: the address of the first byte that one could have.
  void* memory() const;

  // The host wrote these bytes (or took them back): reading them is allowed (or reported) from now on.
  void mark_written(const void* memory, std::size_t bytes, bool written = true);
  // Whether a recorded store, or mark_written, wrote every one of these bytes.
  bool is_written(const void* memory, std::size_t bytes) const;

  // Kernels may not store to this buffer; they may again when `read_only` is false.
  void protect(const void* memory, bool read_only = true);

  // Lets checks see what passes through shared memory. In the launches that follow, a word that equals one of
  // this buffer's 4-byte words changes its sign while it is in shared memory, if is_marked(word, key). Nobody
  // can tell which words those are without loading them from there. They change at each __syncthreads() and
  // __syncwarp(). Null: no word changes. The report's `passage` counts those that a thread reads back itself.
  void mark_in_shared(const void* memory, std::size_t bytes, std::uint64_t key);

  // The size of the heap from which kernels allocate: 8 MiB otherwise. Returns false once a launch has used it.
  bool set_heap_bytes(std::size_t bytes);

  // Lets checks see what kernels time. In the launches that follow, clock64() and clock() report so many
  // times the modelled clock's cycles.
  void set_clock_rate(unsigned rate);

  // The order in which blocks, warps and lanes take turns in the launches that follow: MachineOptions::schedule, from now on.
  void set_schedule(const Schedule& schedule);

  // Whether reports have what predict_time() needs, in the launches that follow: MachineOptions::notes_traffic, from now
  // on.
  void note_traffic(bool is_noted);

  // A texture object for kernels that fetch elements of this buffer by number: a cudaTextureObject_t over
  // linear memory. An element has 1, 2, 4, 8 or 16 bytes.
  std::uint64_t create_texture(const void* memory, std::size_t elements, std::size_t element_bytes);
  // These make textures of any kind, and surfaces, which kernels also store to. When a kernel uses an object
  // whose memory was freed, the fault says so.
  std::uint64_t create_texture(const TextureDescription& texture);
  std::uint64_t create_surface(const TexelMemory& memory);
  void destroy_texture(std::uint64_t object);

  // Runs a kernel of `module` to its end. `arguments` are the addresses of its arguments, one for each of the
  // signature's parameters, as cudaLaunchKernel takes them. The report says what goes wrong, including an
  // impossible shape.
  LaunchReport launch(const Module& module, const Kernel& kernel, const LaunchShape& shape,
                      const void* const* arguments);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
