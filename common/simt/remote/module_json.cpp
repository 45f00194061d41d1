// What a machine's process says of a module that it has loaded.
#include "messages.h"

namespace simt::remote {
namespace {

constexpr std::size_t kMostKernels = 4096;
constexpr std::size_t kMostParameters = 4096;
constexpr std::size_t kMostFiles = 4096;
constexpr unsigned kMostNesting = 16;  // depth of structs in structs

Json json_of_parameter(const Parameter& parameter) {
  Json members = Json::array();
  for (const Parameter& one : parameter.members) members.push_back(json_of_parameter(one));
  return {{"name", parameter.name},
          {"type", parameter.type},
          {"kind", static_cast<unsigned>(parameter.kind)},
          {"bytes", parameter.bytes},
          {"pointee", static_cast<unsigned>(parameter.pointee)},
          {"pointee_bytes", parameter.pointee_bytes},
          {"points_to_const", parameter.points_to_const},
          {"offset", parameter.offset},
          {"members", members}};
}

Parameter parameter_of(const Json& json, unsigned nesting) {
  if (nesting > kMostNesting) throw Error("a parameter's structs are nested too deeply");
  Parameter parameter;
  parameter.name = string_in(json, "name");
  parameter.type = string_in(json, "type");
  parameter.kind = choice_in<TypeKind>(json, "kind");
  parameter.bytes = number_in<std::size_t>(json, "bytes");
  parameter.pointee = choice_in<TypeKind>(json, "pointee");
  parameter.pointee_bytes = number_in<std::size_t>(json, "pointee_bytes");
  parameter.points_to_const = bool_in(json, "points_to_const");
  parameter.offset = number_in<std::size_t>(json, "offset");
  for (const Json& one : list_in(json, "members", kMostParameters))
    parameter.members.push_back(parameter_of(one, nesting + 1));
  return parameter;
}

Json json_of_kernel(const Kernel& kernel) {
  Json parameters = Json::array();
  for (const Parameter& one : kernel.signature.parameters) parameters.push_back(json_of_parameter(one));
  return {{"name", kernel.name},
          {"written", kernel.written},
          {"file", kernel.definition.file},
          {"line", kernel.definition.line},
          {"parameters", parameters},
          {"most_threads", kernel.most_threads}};
}

Kernel kernel_of(const Json& json) {
  Kernel kernel;
  kernel.name = string_in(json, "name");
  kernel.written = string_in(json, "written");
  kernel.definition = {string_in(json, "file"), number_in<unsigned>(json, "line")};
  for (const Json& one : list_in(json, "parameters", kMostParameters))
    kernel.signature.parameters.push_back(parameter_of(one, 0));
  kernel.most_threads = number_in<std::uint32_t>(json, "most_threads");
  return kernel;
}

}  // namespace

Json json_of(const Module& module) {
  Json kernels = Json::array();
  for (const Kernel& kernel : module.kernels()) kernels.push_back(json_of_kernel(kernel));
  return {{"path", module.path()},
          {"compiler", module.compiler()},
          {"source", module.source()},
          {"files", module.files()},
          {"kernels", kernels}};
}

RemoteModule module_of(const Json& json) {
  RemoteModule module{
      string_in(json, "path"), string_in(json, "compiler"), string_in(json, "source"), {}, {}};
  for (const Json& file : list_in(json, "files", kMostFiles)) {
    if (!file.is_string()) throw Error("a module's file has no name");
    module.files.push_back(file.get<std::string>());
  }
  for (const Json& kernel : list_in(json, "kernels", kMostKernels))
    module.kernels.push_back(kernel_of(kernel));
  return module;
}

}  // namespace simt::remote
