// A loaded module's place in memory: code, device variables, shared arrays.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena.h"
#include "module_stamp.h"
#include "simt/machine.h"
#include "source_map.h"

namespace simt {

class Module::Image {
 public:
  explicit Image(const std::string& file);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  void* find(const std::string& name) const;

  // Where the calling thread's shared memory starts: the module's thread-local block. Each thread has its
  // own.
  std::uintptr_t shared_begin() const;

  // The variable that holds an address; null when none does.
  const Region* variable_at(std::uintptr_t address) const;

  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
  };

  std::string path;
  const SimtModuleStamp* stamp = nullptr;
  Range code;       // all that is executable
  Range kernels;    // the part of it that was compiled from the source: no stubs that lead into libraries
  Range data;       // writable: __device__ variables
  Range constants;  // read-only
  bool has_dynamic_shared = false;
  std::uintptr_t dynamic_shared_offset = 0;
  std::vector<ThreadLocalArray> static_arrays;
  std::map<std::size_t, std::size_t> struct_alignments;  // smallest, by size
  std::vector<Region> variables;                         // in order of address
  std::unique_ptr<SourceMap> sources;

 private:
  void read_segments();
  void read_shared_arrays();
  void read_variables();

  void* handle_ = nullptr;
  std::uintptr_t bias_ = 0;
  std::size_t tls_module_ = 0;
  std::size_t tls_bytes_ = 0;
  bool tls_has_initialisers_ = false;
  std::vector<ShadowCell> shadow_;  // of the variables, one after another
};

}  // namespace simt
