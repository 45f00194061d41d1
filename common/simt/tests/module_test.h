// A test of one feature of the machine: its kernels are in kernels/<name>.cu, built by every compiler that
// was found, and the test runs once for each.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "simt/machine.h"

#ifndef TEST_MODULES
#error "compile with TEST_MODULES, the folder that holds <compiler>/<name>.so, and TEST_COMPILERS, a,b,c"
#endif

namespace simt_test {

inline std::vector<std::string> compilers() {
  std::vector<std::string> names;
  std::istringstream all(TEST_COMPILERS);
  for (std::string name; std::getline(all, name, ',');) names.push_back(name);
  return names;
}

// As GoogleTest lets a test be named: "gxx_11" of "g++-11".
inline std::string label_of(std::string compiler) {
  for (char& c : compiler) c = c == '+' ? 'x' : c == '-' || c == '.' ? '_' : c;
  return compiler;
}

class ModuleTest : public testing::TestWithParam<std::string> {
 protected:
  explicit ModuleTest(const std::string& name)
      : module_(std::string(TEST_MODULES) + "/" + GetParam() + "/" + name + ".so") {}

  template <class... Arguments>
  auto kernel(const std::string& name) const {
    auto* const function = reinterpret_cast<void (*)(Arguments...)>(module_.find(name));
    EXPECT_NE(function, nullptr) << name;
    return function;
  }

  template <class T>
  T* buffer(const std::string& name, std::size_t elements, bool written = true) {
    auto* const memory = static_cast<T*>(machine_.allocate(elements * sizeof(T), name, sizeof(T)));
    if (written) machine_.mark_written(memory, elements * sizeof(T));
    return memory;
  }

  // Launches `body` on a grid of blocks of threads.
  simt::LaunchReport launch(simt::Dim3 grid, simt::Dim3 block, const std::function<void()>& body,
                            std::size_t dynamic_shared_bytes = 0) {
    return machine_.launch(module_, {grid, block, dynamic_shared_bytes}, body);
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

  simt::Machine machine_{simt::MachineOptions{2, 0, 1.0}};
  simt::Module module_;
};

}  // namespace simt_test

#define SIMT_MODULE_TEST(Fixture, name)                                                   \
  class Fixture : public simt_test::ModuleTest {                                          \
   protected:                                                                             \
    Fixture() : ModuleTest(name) {}                                                       \
  };                                                                                      \
  INSTANTIATE_TEST_SUITE_P(Compilers, Fixture, testing::ValuesIn(simt_test::compilers()), \
                           [](const auto& tested) { return simt_test::label_of(tested.param); })
