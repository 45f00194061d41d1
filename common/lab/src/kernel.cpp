#include "lab/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <utility>

#include "lab/check.h"
#include "missing_kernel.h"
#include "order_dependence.h"

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

namespace {

// A kernel that a student left out or misspelt costs the checks that need it, and no others.
[[noreturn]] void refuse(const KernelTrouble& trouble, From from, const std::string& file) {
  if (from == From::student && !Session::current().options().graded.empty()) {
    note_fault("missing kernel");
    const bool has_line = trouble.where.line != 0;
    const std::string& place = has_line ? trouble.where.file : Session::current().source();
    ADD_FAILURE_AT(place.c_str(), has_line ? static_cast<int>(trouble.where.line) : -1) << trouble.message;
    // GoogleTest ends the test, and takes it that its failure has been reported.
    throw testing::AssertionException(
        {testing::TestPartResult::kFatalFailure, place.c_str(), -1, trouble.message.c_str()});
  }
  const std::string line = trouble.where.line == 0 ? "" : ":" + std::to_string(trouble.where.line);
  throw simt::Error(file + line + ": " + trouble.message);
}

}  // namespace

AnyKernel::AnyKernel(std::string name, From from, std::vector<std::size_t> parameter_bytes)
    : name_(std::move(name)), from_(from), parameter_bytes_(std::move(parameter_bytes)) {
  Session& session = Session::current();
  if (session.on_cuda()) {
    GpuModule& module = session.gpu_module(from_);
    if (module.defines(name_)) return;
    const std::string source = from_ == From::student ? session.options().source : "";
    refuse(not_defined_on_gpu(source, name_, session.options().graded), from_, module.path());
  }
  const simt::RemoteModule& module = session.module(from_);
  const KernelTrouble trouble = trouble_with(module, name_, parameter_bytes_, session.options().graded);
  if (!trouble.message.empty()) refuse(trouble, from_, module.source);
  on_simt_ = module.find(name_);
}

LaunchResult AnyKernel::execute(const std::string& shape, const simt::LaunchShape& launch,
                                const std::vector<PointerArgument>& pointers, void** values) const {
  Session& session = Session::current();
  LaunchResult result{name_, shape, launch, {}, {}};
  result.definition =
      session.on_cuda() ? definition_in(session.options().source, name_) : on_simt_->definition;
  auto& endless = session.endless_kernels();
  if (const auto known = endless.find(name_); known != endless.end()) {
    result.shape = known->second.shape;
    result.report.faults = {known->second.fault};
  } else if (session.on_cuda()) {
    result.report = session.gpu().run(session.gpu_module(from_), name_, launch, copies_of(values));
    result.number = session.gpu().launches();
  } else {
    run_on_simt(result, pointers, values);
  }
  if (from_ == From::student) note_printed(result);
  if (!result.report.completed()) {
    const simt::Fault& fault = result.report.faults.front();
    if (fault.kind == simt::FaultKind::time_limit) endless[name_] = {result.shape, fault};
    if (session.on_cuda()) {
      if (from_ == From::student && !session.is_counting())
        CheckRecord::current().evidence = Evidence::measured;
      note_fault(simt::name_of(fault.kind));
      ADD_FAILURE_AT(result.definition.file.c_str(), static_cast<int>(result.definition.line))
          << name_ << ", " << result.shape << ": " << fault.message;
    }
  }
  return result;
}

void AnyKernel::run_on_simt(LaunchResult& result, const std::vector<PointerArgument>& pointers,
                            void** values) const {
  const auto launch = [from = from_, kernel = on_simt_, shape = result.launch, pointers,
                       arguments = copies_of(values)](const simt::Schedule& schedule) {
    Session& session = Session::current();
    std::vector<const void*> addresses;
    for (const auto& argument : arguments) addresses.push_back(argument.data());
    const ReadOnlyInputs inputs(pointers);
    session.machine().set_schedule(schedule);
    return session.launch(from, *kernel, shape, addresses.data());
  };
  if (from_ == From::student && !Session::current().is_predicting()) {
    run_in_several_orders(launch, result);
  } else {
    result.report = launch({});
  }
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
