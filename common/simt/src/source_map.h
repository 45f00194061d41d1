// From program counters to source lines, by the module's debug information (elfutils' libdwfl).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array_scopes.h"
#include "simt/report.h"
#include "simt/signature.h"

namespace simt {

struct ThreadLocalArray {
  std::string name;           // "tile"
  std::uintptr_t offset = 0;  // from the start of the module's thread-local block
  std::size_t bytes = 0;
};

// A __device__ or __constant__ variable.
struct ModuleVariable {
  std::string name;
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  bool constant = false;  // __constant__
  bool writable = false;
};

class SourceMap {
 public:
  // `bias`: the difference between an address at run time and in the file.
  SourceMap(const std::string& path, std::uintptr_t bias);
  ~SourceMap();
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  // The line of the instruction that ends at `return_address`, as written in the kernel file: a function of
  // the machine's own headers that was inlined there is skipped.
  SourceLine line_before(std::uintptr_t return_address) const;
  SourceLine line_at(std::uintptr_t address) const;

  // The line that names the function that begins there.
  SourceLine definition_at(std::uintptr_t address) const;

  // What the function that begins there is called with.
  Signature signature_at(std::uintptr_t address) const;

  // Addresses of the section of that name; {0, 0} where there is none.
  std::pair<std::uintptr_t, std::uintptr_t> section(const std::string& name) const;

  // The thread-local variables: every __shared__ array of the module, in order of offset.
  std::vector<ThreadLocalArray> thread_local_arrays() const;

  // The arrays that code there can name, innermost scope first.
  std::vector<NamedArray> arrays_before(std::uintptr_t return_address) const;

  // Bytes below the frame pointer that hold registers which the function at that return address saved.
  std::size_t saved_below_frame(std::uintptr_t return_address) const;

  // See struct_layouts.h.
  std::map<std::size_t, std::size_t> smallest_alignments() const;

  // The variables at namespace scope, in order of address.
  std::vector<ModuleVariable> variables() const;

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace simt
