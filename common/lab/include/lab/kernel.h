// A kernel of a module, found by name and called with its own signature.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/session.h"
#include "simt/machine.h"

namespace lab {

// One launch that was made, and what it did. A launch on a GPU knows its faults, and nothing of its accesses.
struct LaunchResult {
  std::string kernel;
  std::string shape;  // of the problem, for people: "33 x 65"
  simt::LaunchShape launch;
  simt::LaunchReport report;
  simt::SourceLine definition;  // of the kernel
  std::uint64_t number = 0;     // on a GPU: of the launch in this program, from 1 on
};

// The names of the kernels that a student writes. Each lab's test program defines it.
std::vector<std::string> graded_kernels();

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

// A kernel of the session's module on the session's machine, whatever its signature.
class AnyKernel {
 public:
  // Throws simt::Error when the module does not define it.
  AnyKernel(std::string name, From from);

  const std::string& name() const { return name_; }

 protected:
  // The kernel's code on the SIMT machine, to be called by every thread; null on cuda.
  void* code() const { return code_; }

  // Runs a launch to its end. `thread_body` calls the kernel on the SIMT machine; `values`, addresses of the
  // arguments, are what the GPU's driver takes. A fault on a GPU fails the running test: no later check would
  // find it.
  LaunchResult execute(const std::string& shape, const simt::LaunchShape& launch,
                       const std::function<void()>& thread_body, const std::vector<PointerArgument>& pointers,
                       void** values) const;

  void put_in_queue(const simt::LaunchShape& launch, void** values) const;

 private:
  simt::LaunchReport run_on_simt(const simt::LaunchShape& launch, const std::function<void()>& thread_body,
                                 const std::vector<PointerArgument>& pointers) const;

  std::string name_;
  From from_;
  void* code_ = nullptr;
};

template <class Signature>
class Kernel;

template <class... Parameters>
class Kernel<void(Parameters...)> : public AnyKernel {
 public:
  // Throws simt::Error when the module does not define it.
  explicit Kernel(std::string name, From from = From::student) : AnyKernel(std::move(name), from) {}

  // `shape` describes the problem in messages.
  LaunchResult run(const std::string& shape, const simt::LaunchShape& launch, Parameters... arguments) const {
    const auto function = reinterpret_cast<void (*)(Parameters...)>(code());
    std::array<void*, sizeof...(Parameters)> values{address_of(arguments)...};
    return execute(
        shape, launch, [&] { function(arguments...); }, {pointer_of(arguments)...}, values.data());
  }

  // On a GPU: puts the launch in its queue and does not wait, for measurements (lab/measure.h).
  void enqueue(const simt::LaunchShape& launch, Parameters... arguments) const {
    std::array<void*, sizeof...(Parameters)> values{address_of(arguments)...};
    put_in_queue(launch, values.data());
  }

 private:
  // The driver only reads them.
  template <class T>
  static void* address_of(const T& value) {
    return const_cast<void*>(static_cast<const void*>(&value));
  }
};

// Where a kernel is defined in CUDA source: its first line that names it and opens its parameters. line 0:
// none.
simt::SourceLine definition_in(const std::string& file, const std::string& kernel);

}  // namespace lab
