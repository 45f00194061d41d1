// A test of one feature of the machine: its kernels are in kernels/<name>.cu.
//
//   const auto scale = kernel<const float*, float*, int>("scale");
//   const auto report = launch({2, 1, 1}, {64, 1, 1}, [&] { scale(in, out, 100); });
//
// A kernel is called in launch()'s body as CUDA's <<<…>>> would call it: the call is noted, its arguments are
// copied, and the launch is made with them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "simt/machine.h"

#ifndef TEST_MODULES
#error "compile with TEST_MODULES, the folder that holds <name>.so"
#endif

namespace simt_test {

// A kernel and a copy of its arguments.
class NotedCall {
 public:
  template <class... Arguments>
  void note(const simt::Kernel* kernel, const Arguments&... arguments) {
    EXPECT_EQ(kernel_, nullptr) << "a launch calls one kernel";
    kernel_ = kernel;
    (copy(&arguments, sizeof arguments), ...);  // NOLINT(bugprone-sizeof-expression): pointers are arguments
  }

  simt::LaunchReport launch(simt::Machine& machine, const simt::Module& module,
                            const simt::LaunchShape& shape) const {
    if (kernel_ == nullptr) {
      ADD_FAILURE() << "the body of launch() calls no kernel";
      return {};
    }
    std::vector<const void*> addresses;
    for (const auto& value : values_) addresses.push_back(value.data());
    return machine.launch(module, *kernel_, shape, addresses.data());
  }

 private:
  void copy(const void* from, std::size_t bytes) {
    values_.emplace_back(bytes);
    std::memcpy(values_.back().data(), from, bytes);
  }

  const simt::Kernel* kernel_ = nullptr;
  std::vector<std::vector<std::byte>> values_;  // from operator new: aligned for every type
};

// A kernel that is called with these types.
template <class... Arguments>
class TypedKernel {
 public:
  TypedKernel(const simt::Kernel* kernel, NotedCall* call) : kernel_(kernel), call_(call) {}

  void operator()(Arguments... arguments) const { call_->note(kernel_, arguments...); }

 private:
  const simt::Kernel* kernel_;
  NotedCall* call_;
};

class ModuleTest : public testing::Test {
 protected:
  explicit ModuleTest(const std::string& name, const simt::MachineOptions& options = {2, 0, 1.0})
      : machine_(options), module_(std::string(TEST_MODULES) + "/" + name + ".so") {}

  // The kernel's parameters must have the sizes of these types.
  template <class... Arguments>
  TypedKernel<Arguments...> kernel(const std::string& name) {
    const simt::Kernel* const found = module_.find(name);
    EXPECT_NE(found, nullptr) << name;
    if (found != nullptr) {
      std::vector<std::size_t> sizes;
      for (const simt::Parameter& parameter : found->signature.parameters) sizes.push_back(parameter.bytes);
      const std::vector<std::size_t> wanted{sizeof(Arguments)...};  // NOLINT(bugprone-sizeof-expression)
      EXPECT_EQ(sizes, wanted) << name;
    }
    return {found, &call_};
  }

  template <class T>
  T* buffer(const std::string& name, std::size_t elements, bool written = true) {
    auto* const memory = static_cast<T*>(machine_.allocate(elements * sizeof(T), name, sizeof(T)));
    if (written) machine_.mark_written(memory, elements * sizeof(T));
    return memory;
  }

  // Launches the kernel that `body` calls on a grid of blocks of threads.
  simt::LaunchReport launch(simt::Dim3 grid, simt::Dim3 block, const std::function<void()>& body,
                            std::size_t dynamic_shared_bytes = 0) {
    return launch_on(machine_, {grid, block, dynamic_shared_bytes}, body);
  }

  simt::LaunchReport launch_on(simt::Machine& machine, const simt::LaunchShape& shape,
                               const std::function<void()>& body) {
    call_ = {};
    body();
    return call_.launch(machine, module_, shape);
  }

  // The number of the source line that holds `text`, which stands in one line only.
  unsigned line_of(const std::string& text) const {
    std::ifstream source(module_.source());
    unsigned number = 0;
    unsigned found = 0;
    for (std::string line; std::getline(source, line);) {
      ++number;
      if (line.find(text) == std::string::npos) continue;
      EXPECT_EQ(found, 0U) << text << " stands in two lines";
      found = number;
    }
    EXPECT_NE(found, 0U) << text << " is nowhere in " << module_.source();
    return found;
  }

  // The cost of one line's only access of this kind; fails the test when there is none, or more than one.
  simt::AccessCost cost(const simt::LaunchReport& report, const std::string& text, simt::Space space,
                        simt::Op op) const {
    const unsigned line = line_of(text);
    std::vector<simt::AccessCost> found;
    for (const auto& access : report.accesses) {
      if (access.where.line == line && access.space == space && access.op == op) found.push_back(access);
    }
    EXPECT_EQ(found.size(), 1U) << text;
    return found.empty() ? simt::AccessCost{} : found.front();
  }

  // The one fault of a launch.
  static simt::Fault only_fault(const simt::LaunchReport& report) {
    EXPECT_EQ(report.faults.size(), 1U);
    return report.faults.empty() ? simt::Fault{} : report.faults.front();
  }

  // The one remark of a launch.
  static simt::Remark only_remark(const simt::LaunchReport& report) {
    EXPECT_EQ(report.remarks.size(), 1U);
    return report.remarks.empty() ? simt::Remark{} : report.remarks.front();
  }

  simt::Machine machine_;
  simt::Module module_;

 private:
  NotedCall call_;  // in the body of the launch under way
};

}  // namespace simt_test

#define SIMT_MODULE_TEST(Fixture, name)          \
  class Fixture : public simt_test::ModuleTest { \
   protected:                                    \
    Fixture() : ModuleTest(name) {}              \
  }
