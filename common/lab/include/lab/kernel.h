// A kernel of a module, found by name and called with its own signature.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "lab/session.h"
#include "simt/machine.h"

namespace lab {

// One launch that was made, and what it did.
struct LaunchResult {
  std::string kernel;
  std::string shape;  // of the problem, for people: "33 x 65"
  simt::LaunchShape launch;
  simt::LaunchReport report;
  simt::SourceLine definition;  // of the kernel
};

// The names of the kernels that a student writes. Each lab's test program defines it.
std::vector<std::string> graded_kernels();

enum class From { student, given };

// A kernel's argument, as far as it is a pointer.
struct PointerArgument {
  const void* address = nullptr;  // null: no pointer
  bool is_to_const = false;
};

template <class T>
PointerArgument pointer_of(T argument) {
  PointerArgument pointer;
  if constexpr (std::is_pointer_v<T>) pointer = {argument, std::is_const_v<std::remove_pointer_t<T>>};
  return pointer;
}

// While it lives: buffers that a kernel gets as pointers to const alone cannot be written by it.
class ReadOnlyInputs {
 public:
  explicit ReadOnlyInputs(std::vector<PointerArgument> arguments);
  ~ReadOnlyInputs();
  ReadOnlyInputs(const ReadOnlyInputs&) = delete;
  ReadOnlyInputs& operator=(const ReadOnlyInputs&) = delete;

 private:
  std::vector<const void*> protected_;
};

template <class Signature>
class Kernel;

template <class... Parameters>
class Kernel<void(Parameters...)> {
 public:
  // Throws simt::Error when the module does not define it.
  explicit Kernel(std::string name, From from = From::student)
      : name_(std::move(name)),
        module_(from == From::student ? Session::current().student() : Session::current().given()),
        function_(reinterpret_cast<void (*)(Parameters...)>(module_.find(name_))) {
    if (function_ == nullptr) {
      throw simt::Error(module_.source() + ": the kernel `" + name_ +
                        "` is not defined; keep the name and the signature of the lab's header");
    }
  }

  const std::string& name() const { return name_; }

  // `shape` describes the problem in messages.
  LaunchResult run(const std::string& shape, const simt::LaunchShape& launch, Parameters... arguments) const {
    LaunchResult result{
        name_, shape, launch, {}, module_.definition_of(reinterpret_cast<const void*>(function_))};
    auto& endless = Session::current().endless_kernels();
    if (const auto known = endless.find(name_); known != endless.end()) {
      result.report.faults = {known->second};
      return result;
    }
    const ReadOnlyInputs inputs({pointer_of(arguments)...});
    result.report = Session::current().machine().launch(module_, launch, [&] { function_(arguments...); });
    if (!result.report.completed() && result.report.faults.front().kind == simt::FaultKind::time_limit) {
      endless[name_] = result.report.faults.front();
    }
    return result;
  }

 private:
  std::string name_;
  const simt::Module& module_;
  void (*function_)(Parameters...);
};

}  // namespace lab
