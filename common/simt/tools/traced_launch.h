// Launches of kernels that are known by name only, with arguments from a command line: parameters are
// checked, buffers are made and filled, and live on from launch to launch under their names.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "argument_binding.h"
#include "simt/devices.h"
#include "simt/machine.h"

namespace simt_tools {

struct LaunchRequest {
  std::string kernel;  // either of its names: "scale", "transpose<33>"
  simt::LaunchShape shape;
  std::vector<std::string> arguments;  // argument_spec.h; @NAME: an earlier buffer; null
};

struct Buffer {
  std::string name;
  ElementType type = ElementType::f32;
  std::size_t elements = 0;
  std::uint8_t* memory = nullptr;  // the machine's

  std::size_t bytes() const { return elements * size_of(type); }
};

struct PassedArgument {
  std::string given;                    // the argument as it was written
  std::string buffer;                   // name; empty for a scalar
  std::vector<PassedArgument> members;  // the members of a struct
};

// Elements of an output that neither the host nor any launch so far has written.
struct Unwritten {
  std::string buffer;
  std::size_t elements = 0;  // elements of the buffer
  std::size_t count = 0;     // elements that are not written
  std::size_t first = 0;

  // "12 of 64 elements of `out` were never written, the first is `out[52]`"
  std::string message() const;
};

struct LaunchRecord {
  LaunchRequest request;
  simt::Signature signature;
  std::vector<PassedArgument> passed;  // one a parameter
  simt::LaunchReport report;
  std::string device;                // whose time report.predicted is
  std::vector<Unwritten> unwritten;  // after the launch, where SessionOptions::expect_written

  bool has_faults() const { return !report.faults.empty() || !unwritten.empty(); }
};

struct SessionOptions {
  simt::MachineOptions machine;
  std::uint64_t data_seed = 1;  // the seed of random fills
  bool expect_written = false;  // all of what a kernel gets as pointers to non-const is to be written
  const simt::Device* device = &simt::devices().front();  // whose time is predicted
};

// One machine and the launches on it. Errors are std::invalid_argument or simt::Error, and say what to write
// instead.
class TraceSession {
 public:
  TraceSession(simt::Module module, const SessionOptions& options);

  const LaunchRecord& launch(const LaunchRequest& request);

  const std::deque<LaunchRecord>& launches() const { return launches_; }
  const std::deque<Buffer>& buffers() const { return buffers_; }
  const Buffer& buffer(const std::string& name) const;
  // Whether the host or a store of a kernel wrote this element.
  bool is_written(const Buffer& buffer, std::size_t element) const;

 private:
  struct Bound {
    std::vector<std::vector<std::uint8_t>> values;  // one a parameter, of its size
    std::vector<PassedArgument> passed;
    std::set<const void*> inputs;   // passed as pointers to const
    std::set<const void*> outputs;  // passed as other pointers
  };
  void protect_inputs(const Bound& bound, bool read_only);
  Bound bind(const LaunchRequest& request, const simt::Signature& signature);
  PassedArgument bind_value(Bound& bound, const Target& target, const std::string& text, std::uint8_t* to);
  PassedArgument bind_struct(Bound& bound, const Target& target, const std::string& text, std::uint8_t* to);
  std::vector<Unwritten> unwritten_outputs(const Bound& bound) const;
  const Buffer& make_buffer(const Argument& argument, const std::string& parameter);
  const Buffer* find(const std::string& name) const;
  std::string unused_name(const std::string& wanted) const;

  simt::Module module_;
  SessionOptions options_;
  simt::Machine machine_;
  std::deque<Buffer> buffers_;
  std::deque<LaunchRecord> launches_;
  std::uint64_t arguments_made_ = 0;
};

// Finds a kernel by either of its names; blanks do not count. Throws std::invalid_argument.
const simt::Kernel& find_kernel(const simt::Module& module, const std::string& name);

}  // namespace simt_tools
