// A kernel of a module, found by name and called with its own signature.
//
//   const lab::Kernel<void(const float*, float*, int)> copy("copy_floats", lab::From::given);
//   const lab::Call call = copy.call(lab::blocks_of(256, n), in.device(), out.device(), n);
//
// A Call is a launch with its shape and arguments: it runs to its end on the session's machine, with a
// report, or goes into a GPU's queue, for measurements. An undefined kernel is a simt::Error; what a kernel
// does wrong is in the report of its launch.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/session.h"
#include "simt/machine.h"

namespace lab {

// How a launch's outcome depends on the order of threads: order_dependence.h.
class OrderDependence;

// One launch that was made, and what it did. A launch on a GPU knows its faults, and nothing of its accesses.
struct LaunchResult {
  std::string kernel;
  std::string shape;  // the problem's shape for people: "33 x 65"
  simt::LaunchShape launch;
  simt::LaunchReport report;
  simt::SourceLine definition;  // where the kernel is defined
  std::uint64_t number = 0;     // on a GPU, the number of the launch in this program, from 1 on
  // Not null: under a drawn schedule the launch ended otherwise than in order. Arrays hold what it left under that schedule, and the
  // report has its faults; all counts are those in order. If only rounding differs, arrays hold a drawn schedule's values too.
  std::shared_ptr<const OrderDependence> order = nullptr;
};

// The names of the kernels that a student writes. Each lab's test program defines it.
std::vector<std::string> graded_kernels();

// A launch that can be made at any time. Work of a library (cudaMemcpy, cuBLAS) is a call that can be queued
// alone.
class Call {
 public:
  using Run = std::function<LaunchResult(const std::string& shape)>;

  // `name` as records show it. Without `run` the call is for a GPU's queue alone.
  Call(std::string name, From from, std::function<void()> enqueue, Run run = {});

  const std::string& name() const { return name_; }
  From from() const { return from_; }

  // Runs the kernel to its end, on the session's machine; `shape` describes the problem in messages. Throws
  // simt::Error if the call can only enter a GPU's queue.
  LaunchResult run(const std::string& shape) const;

  // Into the GPU's queue, without waiting.
  void enqueue() const { enqueue_(); }

 private:
  std::string name_;
  From from_;
  std::function<void()> enqueue_;
  Run run_;
};

// ceil(elements / each), of any integers: blocks, tiles or pieces that hold so many.
template <class Elements, class Each>
constexpr unsigned pieces(Elements elements, Each each) {
  const auto size = static_cast<std::uint64_t>(each);
  return static_cast<unsigned>((static_cast<std::uint64_t>(elements) + size - 1) / size);
}

// Blocks of `block` threads side by side, as many as `threads` threads need.
template <class Block, class Threads>
simt::LaunchShape blocks_of(Block block, Threads threads) {
  return {{pieces(threads, block), 1, 1}, {static_cast<unsigned>(block), 1, 1}, 0};
}

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

// While it lives, a kernel cannot write buffers that it gets only as pointers to const.
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
  // Throws simt::Error when the module does not define it, or with parameters of other sizes. A module for a
  // GPU says nothing of parameters. A graded kernel (SessionOptions::graded) fails the running test instead.
  AnyKernel(std::string name, From from, std::vector<std::size_t> parameter_bytes);

  const std::string& name() const { return name_; }
  From from() const { return from_; }

 protected:
  // Runs a launch to its end. `values` are the addresses of the arguments, as cudaLaunchKernel takes them. A
  // fault on a GPU fails the running test: no later check would find it.
  LaunchResult execute(const std::string& shape, const simt::LaunchShape& launch,
                       const std::vector<PointerArgument>& pointers, void** values) const;

  void put_in_queue(const simt::LaunchShape& launch, void** values) const;

 private:
  void run_on_simt(LaunchResult& result, const std::vector<PointerArgument>& pointers, void** values) const;

  Arguments copies_of(void** values) const;

  std::string name_;
  From from_;
  std::vector<std::size_t> parameter_bytes_;
  const simt::Kernel* on_simt_ = nullptr;  // the module's; null on cuda
};

template <class Signature>
class Kernel;

template <class... Parameters>
class Kernel<void(Parameters...)> : public AnyKernel {
 public:
  // Throws simt::Error when the module does not define it so.
  explicit Kernel(std::string name, From from = From::student)
      : AnyKernel(std::move(name), from, {sizeof(Parameters)...}) {}  // NOLINT(bugprone-sizeof-expression)

  // `shape` describes the problem in messages.
  LaunchResult run(const std::string& shape, const simt::LaunchShape& launch, Parameters... arguments) const {
    std::array<void*, sizeof...(Parameters)> values{address_of(arguments)...};
    return execute(shape, launch, {pointer_of(arguments)...}, values.data());
  }

  // Returns the same launch, to be made later.
  Call call(const simt::LaunchShape& launch, Parameters... arguments) const {
    const Kernel kernel = *this;
    return Call(
        name(), from(), [=] { kernel.enqueue(launch, arguments...); },
        [=](const std::string& shape) { return kernel.run(shape, launch, arguments...); });
  }

  // Puts the launch in the GPU's queue without waiting, for measurements (lab/measure.h).
  void enqueue(const simt::LaunchShape& launch, Parameters... arguments) const {
    std::array<void*, sizeof...(Parameters)> values{address_of(arguments)...};
    put_in_queue(launch, values.data());
  }

 private:
  // The driver and the machine only read them.
  template <class T>
  static void* address_of(const T& value) {
    return const_cast<void*>(static_cast<const void*>(&value));
  }
};

// Returns where a kernel is defined in CUDA source: the first line that names it and opens its parameters.
// line 0: nowhere.
simt::SourceLine definition_in(const std::string& file, const std::string& kernel);

}  // namespace lab
