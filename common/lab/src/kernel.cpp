#include "lab/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <utility>

#include "lab/check.h"

namespace lab {

Call::Call(std::string name, From from, std::function<void()> enqueue, Run run)
    : name_(std::move(name)), from_(from), enqueue_(std::move(enqueue)), run_(std::move(run)) {}

LaunchResult Call::run(const std::string& shape) const {
  if (!run_) throw simt::Error(name_ + " can only be measured on a GPU: it is no kernel of this lab");
  return run_(shape);
}

ReadOnlyInputs::ReadOnlyInputs(std::vector<PointerArgument> arguments) {
  for (const PointerArgument& argument : arguments) {
    const bool also_output =
        std::any_of(arguments.begin(), arguments.end(), [&](const PointerArgument& other) {
          return other.address == argument.address && !other.is_to_const;
        });
    if (argument.address != nullptr && !also_output) protected_.push_back(argument.address);
  }
  for (const void* const buffer : protected_) Session::current().machine().protect(buffer);
}

ReadOnlyInputs::~ReadOnlyInputs() {
  for (const void* const buffer : protected_) Session::current().machine().protect(buffer, false);
}

AnyKernel::AnyKernel(std::string name, From from, std::vector<std::size_t> parameter_bytes)
    : name_(std::move(name)), from_(from), parameter_bytes_(std::move(parameter_bytes)) {
  Session& session = Session::current();
  if (session.on_cuda()) {
    GpuModule& module = session.gpu_module(from_);
    if (module.defines(name_)) return;
    throw simt::Error(module.path() + ": the kernel `" + name_ +
                      "` is not defined; keep the name and the signature of the lab's header");
  }
  const simt::RemoteModule& module = session.module(from_);
  on_simt_ = module.find(name_);
  if (on_simt_ == nullptr) {
    throw simt::Error(module.source + ": the kernel `" + name_ +
                      "` is not defined; keep the name and the signature of the lab's header");
  }
  // The machine copies as many bytes of each argument as the module's parameter has.
  const auto has_bytes = [](const simt::Parameter& parameter, std::size_t bytes) {
    return parameter.bytes == bytes;
  };
  const auto& parameters = on_simt_->signature.parameters;
  if (!std::equal(parameters.begin(), parameters.end(), parameter_bytes_.begin(), parameter_bytes_.end(),
                  has_bytes)) {
    throw simt::Error(module.source + ":" + std::to_string(on_simt_->definition.line) + ": the kernel `" +
                      name_ + "` is defined as " + name_ + simt::text_of(on_simt_->signature) +
                      "; keep the signature of the lab's header");
  }
}

LaunchResult AnyKernel::execute(const std::string& shape, const simt::LaunchShape& launch,
                                const std::vector<PointerArgument>& pointers, void** values) const {
  Session& session = Session::current();
  LaunchResult result{name_, shape, launch, {}, {}};
  result.definition =
      session.on_cuda() ? definition_in(session.options().source, name_) : on_simt_->definition;
  auto& endless = session.endless_kernels();
  if (const auto known = endless.find(name_); known != endless.end()) {
    result.report.faults = {known->second};
  } else if (session.on_cuda()) {
    result.report = session.gpu().run(session.gpu_module(from_), name_, launch, copies_of(values));
    result.number = session.gpu().launches();
  } else {
    result.report = run_on_simt(launch, pointers, values);
  }
  if (!result.report.completed()) {
    const simt::Fault& fault = result.report.faults.front();
    if (fault.kind == simt::FaultKind::time_limit) endless[name_] = fault;
    if (session.on_cuda()) {
      if (from_ == From::student && !session.is_counting())
        CheckRecord::current().evidence = Evidence::measured;
      ADD_FAILURE_AT(result.definition.file.c_str(), static_cast<int>(result.definition.line))
          << name_ << ", " << shape << ": " << fault.message;
    }
  }
  return result;
}

simt::LaunchReport AnyKernel::run_on_simt(const simt::LaunchShape& launch,
                                          const std::vector<PointerArgument>& pointers,
                                          const void* const* values) const {
  Session& session = Session::current();
  const ReadOnlyInputs inputs(pointers);
  return session.launch(from_, *on_simt_, launch, values);
}

void AnyKernel::put_in_queue(const simt::LaunchShape& launch, void** values) const {
  Session& session = Session::current();
  session.gpu().enqueue(session.gpu_module(from_), name_, launch, copies_of(values));
}

Arguments AnyKernel::copies_of(void** values) const {
  Arguments copies;
  copies.reserve(parameter_bytes_.size());
  for (std::size_t i = 0; i < parameter_bytes_.size(); ++i) {
    const auto* const first = static_cast<const unsigned char*>(values[i]);
    copies.emplace_back(first, first + parameter_bytes_[i]);
  }
  return copies;
}

namespace {

// Whether the text has the name, whole, before an opening bracket: "name (".
bool opens(const std::string& text, const std::string& name) {
  const auto is_part_of_a_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if (at > 0 && is_part_of_a_name(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t", at + name.size());
    if (next != std::string::npos && text[next] == '(') return true;
  }
  return false;
}

}  // namespace

simt::SourceLine definition_in(const std::string& file, const std::string& kernel) {
  std::ifstream source(file);
  std::string line;
  for (unsigned number = 1; std::getline(source, line); ++number) {
    if (opens(line.substr(0, line.find("//")), kernel)) return {file, number};
  }
  return {};
}

}  // namespace lab
