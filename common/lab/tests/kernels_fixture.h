// Two kernels to measure on the fake driver, whose times are planned.
#pragma once

#include <gtest/gtest-spi.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "gpu_fixture.h"
#include "lab/check.h"
#include "lab/device_array.h"
#include "lab/measure.h"
#include "measuring.h"
#include "rounds.h"

inline constexpr std::size_t kElements = 1024;
inline constexpr std::size_t kRounds = lab::kWarmUpRounds + lab::kTimedRounds;

// A student's kernel `mine` and the lab's `theirs`, both of which copy `in` to `out`.
class KernelsTest : public GpuTest {
 protected:
  KernelsTest() : session(on_cuda()) {
    driver.attributes[36] = 0;  // no floor but where a test sets one
    driver.attributes[38] = 1 << 20;
    driver.kernel = [this](const std::string& name, void** arguments) { run(name, arguments); };
    lab::CheckRecord::current() = {};
  }

  // What the GPU would do.
  void run(const std::string& name, void** arguments) {
    if (name == "measuring_fill_floats") {
      float* const values = *static_cast<float**>(arguments[0]);
      const auto seed = *static_cast<unsigned long long*>(arguments[2]);
      std::fill(values, values + kElements, static_cast<float>(seed % 1000));
    } else if (name == "measuring_compare_words") {
      const void* const a = *static_cast<void**>(arguments[0]);
      const void* const b = *static_cast<void**>(arguments[1]);
      auto* const found = *static_cast<MeasuringMismatch**>(arguments[3]);
      if (std::memcmp(a, b, kElements * sizeof(float)) != 0) *found = {7, 3};
    } else if (name == "mine" || name == "theirs") {
      if (name == idle) return;
      std::memcpy(*static_cast<void**>(arguments[1]), *static_cast<void**>(arguments[0]),
                  kElements * sizeof(float));
    }
  }

  lab::TimedKernel timed(const char* kernel, lab::From from) {
    const auto enqueue = [this, kernel, from] {
      lab::Kernel<void(const float*, float*)>(kernel, from).enqueue({}, in.device(), out.device());
    };
    const auto prepare = [this](std::uint64_t seed) {
      lab::fill(in, seed);
      out.poison();
    };
    const auto verify = [this](std::uint64_t seed) {
      lab::fill(in, seed);
      return lab::differences(out, in);
    };
    return {kernel, from, 1e6, prepare, enqueue, verify};
  }

  // Milliseconds of one round after another, in the order in which the kernels take turns.
  void plan(float mine, float theirs, float scatter = 0) {
    for (std::size_t round = 0; round < kRounds; ++round) {
      const float off = 1 + scatter * static_cast<float>(round % 3);
      const bool mine_first = round % 2 == 0;
      driver.milliseconds.push_back(mine_first ? mine * off : theirs);
      driver.milliseconds.push_back(mine_first ? theirs : mine * off);
    }
  }

  // The parts of a result that the body adds to its test.
  template <class Body>
  std::vector<testing::TestPartResult> parts_of(Body body) {
    testing::TestPartResultArray results;
    {
      const testing::ScopedFakeTestPartResultReporter reporter(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
      body();
    }
    std::vector<testing::TestPartResult> parts;
    parts.reserve(static_cast<std::size_t>(results.size()));
    for (int i = 0; i < results.size(); ++i) parts.push_back(results.GetTestPartResult(i));
    return parts;
  }

  lab::Session session;
  lab::DeviceArray<float> in{"in", kElements};
  lab::DeviceArray<float> out{"out", kElements};
  std::string idle;  // a kernel that does nothing
};
