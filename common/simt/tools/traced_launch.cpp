#include "traced_launch.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "simt/devices.h"
#include "simt/report.h"
#include "simt/words.h"

namespace simt_tools {
namespace {

template <class T>
void put(T value, std::uint8_t* to) {
  std::memcpy(to, &value, sizeof value);
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

}  // namespace

const simt::Kernel& find_kernel(const simt::Module& module, const std::string& name) {
  if (const simt::Kernel* const kernel = module.find(name)) return *kernel;
  std::string names;
  for (const simt::Kernel& kernel : module.kernels()) {
    if (without_blanks(kernel.written) == without_blanks(name)) return kernel;
    names += (names.empty() ? "" : ", ") + kernel.written;
  }
  throw std::invalid_argument("no kernel `" + name + "` in " + module.path() +
                              (names.empty() ? "; it has none" : "; it has: " + names));
}

std::string Unwritten::message() const {
  return std::to_string(count) + " of " + std::to_string(elements) + " elements of `" + buffer +
         simt::word_for(count, "` was never written: `", "` were never written, the first is `") + buffer +
         "[" + std::to_string(first) + "]`";
}

namespace {

simt::MachineOptions noting_traffic(simt::MachineOptions options) {
  options.notes_traffic = true;
  return options;
}

}  // namespace

TraceSession::TraceSession(simt::Module module, const SessionOptions& options)
    : module_(std::move(module)), options_(options), machine_(noting_traffic(options.machine)) {}

const LaunchRecord& TraceSession::launch(const LaunchRequest& request) {
  const simt::Kernel& kernel = find_kernel(module_, request.kernel);
  Bound bound = bind(request, kernel.signature);
  std::vector<const void*> addresses;
  for (const auto& value : bound.values) addresses.push_back(value.data());
  protect_inputs(bound, true);
  simt::LaunchReport report = machine_.launch(module_, kernel, request.shape, addresses.data());
  protect_inputs(bound, false);
  if (!report.faults.empty() && report.faults.front().kind == simt::FaultKind::launch_refused) {
    throw std::invalid_argument("`" + request.kernel +
                                "` cannot be launched: " + report.faults.front().message);
  }
  report.predicted = simt::predict_time(report, *options_.device);
  report.traffic = nullptr;  // as large as the launch was
  LaunchRecord record{request,           kernel.signature,      std::move(bound.passed),
                      std::move(report), options_.device->name, {}};
  if (options_.expect_written && record.report.completed()) record.unwritten = unwritten_outputs(bound);
  launches_.push_back(std::move(record));
  return launches_.back();
}

std::vector<Unwritten> TraceSession::unwritten_outputs(const Bound& bound) const {
  std::vector<Unwritten> found;
  for (const Buffer& buffer : buffers_) {
    if (bound.outputs.count(buffer.memory) == 0 || machine_.is_written(buffer.memory, buffer.bytes()))
      continue;
    Unwritten unwritten{buffer.name, buffer.elements, 0, 0};
    for (std::size_t element = 0; element < buffer.elements; ++element) {
      if (!is_written(buffer, element) && unwritten.count++ == 0) unwritten.first = element;
    }
    found.push_back(unwritten);
  }
  return found;
}

// Protects the buffers that the kernel gets only as pointers to const.
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
    fail("`" + request.kernel + "` takes " + simt::plural(wanted, "argument") + ", " + std::to_string(given) +
         " " + simt::word_for(given, "is", "are") + " given:");
  }
  Bound bound;
  for (std::size_t i = 0; i < given; ++i) {
    const simt::Parameter& parameter = signature.parameters[i];
    bound.values.emplace_back(parameter.bytes);
    try {
      bound.passed.push_back(
          bind_value(bound, {parameter, i + 1, ""}, request.arguments[i], bound.values.back().data()));
    } catch (const std::invalid_argument& error) {
      fail(error.what() + std::string(":"));
    }
  }
  return bound;
}

PassedArgument TraceSession::bind_struct(Bound& bound, const Target& target, const std::string& text,
                                         std::uint8_t* to) {
  const std::vector<std::string> given = members_for(target, text);
  PassedArgument passed{text, "", {}};
  for (std::size_t i = 0; i < given.size(); ++i) {
    const simt::Parameter& member = target.parameter.members[i];
    passed.members.push_back(bind_value(bound, target.member_target(member), given[i], to + member.offset));
  }
  return passed;
}

// `to` takes as many bytes as the target has.
PassedArgument TraceSession::bind_value(Bound& bound, const Target& target, const std::string& text,
                                        std::uint8_t* to) {
  const simt::Parameter& parameter = target.parameter;
  const auto pass = [&](const Buffer& buffer) -> PassedArgument {
    refuse_wrong_buffer(target, buffer.type);
    (parameter.points_to_const ? bound.inputs : bound.outputs).insert(buffer.memory);
    put<const void*>(buffer.memory, to);
    return {text, buffer.name, {}};
  };
  if (is_struct(text)) return bind_struct(bound, target, text, to);
  if (!text.empty() && text.front() == '@') return pass(buffer(text.substr(1)));
  if (text == "null" && parameter.is_pointer()) {
    put<const void*>(nullptr, to);
    return {text, "", {}};
  }
  const Argument argument =
      parse_argument(text, options_.data_seed + 0x9E3779B97F4A7C15U * arguments_made_++);
  if (argument.kind == Argument::Kind::texture) {
    if (parameter.kind != simt::TypeKind::unsigned_integer || parameter.bytes != sizeof(std::uint64_t))
      throw std::invalid_argument(target.shown() + "is no cudaTextureObject_t, and a texture is given");
    const Buffer& texels = make_buffer(argument, parameter.name);
    put(machine_.create_texture(texels.memory, texels.elements, size_of(texels.type)), to);
    return {text, texels.name, {}};
  }
  if (argument.kind == Argument::Kind::scalar) {
    const std::vector<std::uint8_t> bytes = scalar_for(target, argument);
    std::copy(bytes.begin(), bytes.end(), to);
    return {text, "", {}};
  }
  refuse_wrong_buffer(target, argument.type);  // before it costs memory
  return pass(make_buffer(argument, parameter.name));
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
