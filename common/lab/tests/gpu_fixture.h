// Tests on the fake driver's GPU.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "fake_driver.h"
#include "gpu_on_a_thread.h"
#include "lab/gpu.h"
#include "lab/session.h"
#include "scratch.h"

class GpuTest : public testing::Test {
 public:
  ~GpuTest() override {
    unsetenv("COALESCE_CUDA_DRIVER");
    std::remove(module.c_str());
  }

 protected:
  GpuTest() : driver(find()) {
    driver = fake::Driver{};
    setenv("COALESCE_CUDA_DRIVER", FAKE_DRIVER, 1);
    std::ofstream(module) << "no module at all: the fake driver does not look";
  }
  lab::SessionOptions on_cuda() const {
    lab::SessionOptions options;
    options.lab = "lab9";
    options.module = options.given = options.kit = module;
    options.machine = lab::MachineKind::cuda;
    options.gpu = gpu_on_a_thread();
    return options;
  }

  std::size_t count(const std::string& call) const {
    std::size_t found = 0;
    for (const std::string& one : driver.calls) found += one == call ? 1U : 0U;
    return found;
  }

  std::string module = scratch::file("kernels.fatbin");
  fake::Driver& driver;

 private:
  // The library is the one that the kit opens, so that both see one driver.
  static fake::Driver& find() {
    void* const library = dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    const auto get = reinterpret_cast<decltype(&fake_driver)>(dlsym(library, "fake_driver"));
    return *get();
  }
};

// Returns the words of what a piece of code throws, or "".
template <class Error, class Body>
std::string thrown(Body body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
