// A test of the machine with a module that was written by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "simt/machine.h"

#ifndef HAND_WRITTEN_MODULES
#error "compile with HAND_WRITTEN_MODULES, the folder that holds the modules"
#endif

namespace machine_test {

class MachineTest : public testing::Test {
 protected:
  explicit MachineTest(const std::string& module, const simt::MachineOptions& options = {2, 0, 2.0})
      : machine_(options), module_(std::string(HAND_WRITTEN_MODULES) + "/" + module + ".so") {}

  template <class T>
  T* buffer(const std::string& name, std::size_t elements, bool written = true) {
    auto* const memory = static_cast<T*>(machine_.allocate(elements * sizeof(T), name, sizeof(T)));
    if (written) machine_.mark_written(memory, elements * sizeof(T));
    return memory;
  }

  template <class... Arguments>
  simt::LaunchReport launch(const std::string& kernel, unsigned blocks, unsigned threads,
                            const Arguments&... arguments) {
    return launch_on(machine_, kernel, blocks, threads, arguments...);
  }

  template <class... Arguments>
  simt::LaunchReport launch_on(simt::Machine& machine, const std::string& kernel, unsigned blocks,
                               unsigned threads, const Arguments&... arguments) {
    const simt::Kernel* const found = module_.find(kernel);
    EXPECT_NE(found, nullptr) << kernel;
    const void* addresses[] = {&arguments..., nullptr};
    return machine.launch(module_, *found, {{blocks, 1, 1}, {threads, 1, 1}, 4096}, addresses);
  }

  // Returns the cost of a place, whose line is the place's number plus 1.
  static simt::AccessCost cost(const simt::LaunchReport& report, unsigned place) {
    for (const simt::AccessCost& access : report.accesses) {
      if (access.where.line == place + 1) return access;
    }
    return {};
  }

  static simt::Fault only_fault(const simt::LaunchReport& report) {
    EXPECT_EQ(report.faults.size(), 1U);
    for (const simt::Fault& fault : report.faults)
      EXPECT_EQ(&fault, &report.faults.front()) << name_of(fault.kind) << ": " << fault.message;
    return report.faults.empty() ? simt::Fault{} : report.faults.front();
  }

  static std::string faults_text(const simt::LaunchReport& report) {
    std::string text;
    for (const simt::Fault& fault : report.faults) {
      text += std::string(name_of(fault.kind)) + " in line " + std::to_string(fault.where.line) + ": " +
              fault.message + "\n";
    }
    return text;
  }

  simt::Machine machine_;
  simt::Module module_;
};

}  // namespace machine_test
