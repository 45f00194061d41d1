// A loaded module: the table that simtcc put into it, and where its parts are in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/module_abi.h"
#include "simt/machine.h"

namespace simt {

class Module::Image {
 public:
  // Throws Error when the file is not a module of this machine version.
  explicit Image(const std::string& file);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
  };

  std::string path;
  const abi::Module* table = nullptr;
  std::vector<Kernel> kernels;
  Range code;
  std::vector<Range> segments;   // all that was loaded
  std::vector<Range> constants;  // read-only data, where texts are

  // The text that begins at an address, if all of it is in the module; else null.
  const char* text_at(std::uintptr_t address) const;

  // Gives the variables the values that they had when the module was loaded.
  void restore_variables() const;

  SourceLine line_of(std::uint32_t place) const;
  SourceLine line_in(std::uint32_t file, std::uint32_t line) const;

 private:
  void read_table();
  void read_segments();
  void keep_variables();

  void* handle_ = nullptr;
  // Each variable's initial bytes; empty if they are all zeros
  std::vector<std::vector<unsigned char>> initial_;
};

}  // namespace simt
