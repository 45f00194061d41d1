#include "traced_launch.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "argument_binding.h"
#include "kernel_call.h"

namespace simt_tools {
namespace {

template <class T>
std::vector<std::uint8_t> bytes_of(T value) {
  std::vector<std::uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

}  // namespace

void* find_kernel(const simt::Module& module, const std::string& name) {
  for (unsigned i = 0;; ++i) {
    const std::string number = std::to_string(i);
    const auto named = reinterpret_cast<const char* (*)()>(module.find("simt_traced_name_" + number));
    const auto kernel = reinterpret_cast<void* (*)()>(module.find("simt_traced_kernel_" + number));
    if (named == nullptr || kernel == nullptr) break;
    if (name == named()) return kernel();
  }
  if (void* const kernel = module.find(name)) return kernel;
  throw std::invalid_argument("no kernel `" + name + "` in " + module.path() +
                              "; of a module made from a kernel file alone, extern \"C\" kernels have names");
}

TraceSession::TraceSession(simt::Module module, const SessionOptions& options)
    : module_(std::move(module)), options_(options), machine_(options.machine) {}

const LaunchRecord& TraceSession::launch(const LaunchRequest& request) {
  void* const kernel = find_kernel(module_, request.kernel);
  const simt::Signature signature = module_.signature_of(kernel);
  if (!signature.known) {
    throw std::invalid_argument("the module has no debug information for `" + request.kernel +
                                "`, so its parameters are not known: build it with simtcc");
  }
  Bound bound = bind(request, signature);
  const KernelCall call(kernel, signature, bound.values);
  protect_inputs(bound, true);
  simt::LaunchReport report = machine_.launch(module_, request.shape, [&call] { call(); });
  protect_inputs(bound, false);
  if (!report.faults.empty() && report.faults.front().kind == simt::FaultKind::launch_refused) {
    throw std::invalid_argument("`" + request.kernel +
                                "` cannot be launched: " + report.faults.front().message);
  }
  launches_.push_back({request, signature, std::move(bound.passed), std::move(report)});
  return launches_.back();
}

// What the kernel gets as pointers to const alone, it may only read.
void TraceSession::protect_inputs(const Bound& bound, bool read_only) {
  for (const void* const input : bound.inputs) {
    if (bound.outputs.count(input) == 0) machine_.protect(input, read_only);
  }
}

TraceSession::Bound TraceSession::bind(const LaunchRequest& request, const simt::Signature& signature) {
  const auto fail = [&](const std::string& problem) {
    throw std::invalid_argument(problem + "\n" + compared(request.kernel, signature, request.arguments));
  };
  const std::size_t wanted = signature.parameters.size();
  const std::size_t given = request.arguments.size();
  if (wanted != given) {
    fail("`" + request.kernel + "` takes " + std::to_string(wanted) +
         (wanted == 1 ? " argument, " : " arguments, ") + std::to_string(given) +
         (given == 1 ? " is given:" : " are given:"));
  }
  Bound bound;
  for (std::size_t i = 0; i < given; ++i) {
    try {
      bind_one(bound, signature.parameters[i], request.arguments[i]);
    } catch (const std::invalid_argument& error) {
      fail(error.what() + std::string(":"));
    }
  }
  return bound;
}

void TraceSession::bind_one(Bound& bound, const simt::Parameter& parameter, const std::string& text) {
  const std::size_t number = bound.values.size() + 1;
  const auto pass = [&](const Buffer& buffer) {
    refuse_wrong_buffer(parameter, number, buffer.type);
    (parameter.points_to_const ? bound.inputs : bound.outputs).insert(buffer.memory);
    bound.values.push_back(bytes_of<const void*>(buffer.memory));
    bound.passed.push_back({text, buffer.name});
  };
  if (!text.empty() && text.front() == '@') return pass(buffer(text.substr(1)));
  if (text == "null" && parameter.is_pointer()) {
    bound.values.push_back(bytes_of<const void*>(nullptr));
    bound.passed.push_back({text, ""});
    return;
  }
  const Argument argument =
      parse_argument(text, options_.data_seed + 0x9E3779B97F4A7C15U * arguments_made_++);
  if (argument.kind == Argument::Kind::texture) {
    if (parameter.kind != simt::TypeKind::unsigned_integer || parameter.bytes != sizeof(std::uint64_t)) {
      throw std::invalid_argument("argument " + std::to_string(number) +
                                  " is a texture, and the parameter is no cudaTextureObject_t");
    }
    const Buffer& texels = make_buffer(argument, parameter.name);
    bound.values.push_back(
        bytes_of(machine_.create_texture(texels.memory, texels.elements, size_of(texels.type))));
    bound.passed.push_back({text, texels.name});
    return;
  }
  if (argument.kind == Argument::Kind::scalar) {
    bound.values.push_back(scalar_for(parameter, number, argument));
    bound.passed.push_back({text, ""});
    return;
  }
  refuse_wrong_buffer(parameter, number, argument.type);  // before it costs memory
  pass(make_buffer(argument, parameter.name));
}

const Buffer& TraceSession::make_buffer(const Argument& argument, const std::string& parameter) {
  if (find(argument.name) != nullptr) {
    throw std::invalid_argument("there is a buffer `" + argument.name + "` already; write @" + argument.name +
                                " to pass it again, or take another name");
  }
  Buffer buffer;
  buffer.name = argument.name.empty() ? unused_name(parameter) : argument.name;
  buffer.type = argument.type;
  buffer.elements = argument.elements;
  buffer.memory =
      static_cast<std::uint8_t*>(machine_.allocate(buffer.bytes(), buffer.name, size_of(argument.type)));
  if (argument.written) {
    std::memcpy(buffer.memory, argument.bytes.data(), buffer.bytes());
    machine_.mark_written(buffer.memory, buffer.bytes());
  }
  buffers_.push_back(buffer);
  return buffers_.back();
}

const Buffer* TraceSession::find(const std::string& name) const {
  const auto found = std::find_if(buffers_.begin(), buffers_.end(),
                                  [&](const Buffer& buffer) { return buffer.name == name; });
  return found == buffers_.end() ? nullptr : &*found;
}

const Buffer& TraceSession::buffer(const std::string& name) const {
  if (const Buffer* const found = find(name)) return *found;
  std::string names;
  for (const Buffer& buffer : buffers_) names += (names.empty() ? "" : ", ") + buffer.name;
  throw std::invalid_argument("there is no buffer `" + name + "`" +
                              (names.empty() ? std::string(" yet") : "; there are: " + names));
}

std::string TraceSession::unused_name(const std::string& wanted) const {
  const std::string stem = wanted.empty() ? "buffer" : wanted;
  std::string name = stem;
  for (int number = 2; find(name) != nullptr; ++number) name = stem + "_" + std::to_string(number);
  return name;
}

bool TraceSession::is_written(const Buffer& buffer, std::size_t element) const {
  const std::size_t width = size_of(buffer.type);
  return machine_.is_written(buffer.memory + element * width, width);
}

}  // namespace simt_tools
