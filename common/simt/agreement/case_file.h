// A case: one launch of one kernel, which a GPU and the SIMT machine both carry out.
//
// A case file has one case a line, and a heading for each group of them:
//
//   [copies]                                   a group: a kind of kernel, or the tool that finds a fault
//   strided_7  kernels/copies.cu:copy_strided  8  256  0  f32:16Ki:iota f32:2048:uninit 2048 7   # a note
//
// The columns: name, source file (from the case file's folder) and kernel, grid, block (X, XxY or XxYxZ),
// bytes of dynamic shared memory, then one argument spec (tools/argument_spec.h) or `null` a parameter. A
// line that starts with # is a remark.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "argument_spec.h"

namespace agreement {

// A case file, a record or a list of exceptions that cannot be used: file, line and what to fix.
class FileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Shape = std::array<unsigned, 3>;

struct Case {
  std::string name;
  std::string group;
  std::string source;  // path of the kernel's file
  std::string kernel;
  Shape grid{1, 1, 1};
  Shape block{1, 1, 1};
  std::size_t dynamic_shared_bytes = 0;
  std::vector<std::string> arguments;
  std::string note;
  std::string place;  // case file and line, for messages

  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  std::uint64_t threads_of_block() const { return std::uint64_t{block[0]} * block[1] * block[2]; }
};

// Throws FileError; a name that stands twice, in one file or two, is an error.
std::vector<Case> read_cases(const std::vector<std::string>& paths);

constexpr std::uint64_t kDataSeed = 1;  // the seed of random fills

// Returns the arguments of a case: the bytes that TraceSession gives a kernel for them with kDataSeed
// (tools/traced_launch.h; the tests compare the two), without the machine, which a GPU's host need not have.
std::vector<simt_tools::Argument> arguments_of(const Case& c);

// Folder and name of the source file, without its ending: what its compiled form is called,
// kernels.copies.
std::string module_name(const Case& c);

}  // namespace agreement
