// A problem to time on the fake driver: two kernels that copy, whose times are planned.
#pragma once

#include <gtest/gtest-spi.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "gpu_fixture.h"
#include "lab/check.h"
#include "lab/problem.h"
#include "measuring.h"
#include "rounds.h"

inline constexpr std::size_t kElements = 1024;
inline constexpr std::size_t kRounds = lab::kWarmUpRounds + lab::kTimedRounds;

// out[i] = in[i]
class CopyProblem : public lab::Problem {
 public:
  explicit CopyProblem(const lab::Use& use, std::size_t batched_elements = 0,
                       std::size_t elements = kElements)
      : Problem(use, "1024", batched_elements), in(*this, "in", elements), out(*this, "out", elements) {}

  lab::Call call(const char* kernel, lab::From from) const {
    return lab::Kernel<void(const float*, float*)>(kernel, from).call({}, in.device(), out.device());
  }

  lab::TimedKernel timed(const char* kernel, lab::From from) {
    return contender(
        kernel, from, [this, kernel, from] { return call(kernel, from); },
        [this] { return lab::memcpy_call(out.device(), in.device(), in.bytes()); });
  }

  std::uint64_t bytes() const override { return 1'000'000; }

  lab::Input<float> in;
  lab::Output<float> out;
};

// A student's kernel `mine` and the lab's `theirs`, both of which copy.
class KernelsTest : public GpuTest {
 protected:
  KernelsTest() : session(on_cuda()) {
    driver.attributes[36] = 0;  // no floor but where a test sets one
    driver.attributes[38] = 1 << 20;
    driver.kernel = [this](const std::string& name, void** arguments) { run(name, arguments); };
    lab::CheckRecord::current() = {};
    // The arrays belong to this session's GPU, whatever other sessions a test makes.
    timed("any", lab::From::student).prepare(1);
    session.gpu().wait();
    driver.calls.clear();
  }

  // Does what the GPU would do.
  void run(const std::string& name, void** arguments) {
    if (name == "measuring_fill_floats") {
      float* const values = *static_cast<float**>(arguments[0]);
      const auto count = *static_cast<unsigned long long*>(arguments[1]);
      const auto seed = *static_cast<unsigned long long*>(arguments[2]);
      std::fill(values, values + count, static_cast<float>(seed % 1000));
    } else if (name == "measuring_compare_words") {
      const void* const a = *static_cast<void**>(arguments[0]);
      const void* const b = *static_cast<void**>(arguments[1]);
      const auto count = *static_cast<unsigned long long*>(arguments[2]);
      auto* const found = *static_cast<MeasuringMismatch**>(arguments[3]);
      if (std::memcmp(a, b, count * sizeof(float)) != 0) *found = {7, 3};
    } else if (name == "mine" || name == "theirs") {
      if (name == idle) return;
      std::memcpy(*static_cast<void**>(arguments[1]), *static_cast<void**>(arguments[0]),
                  kElements * sizeof(float));
    }
  }

  // Seconds of one round after another, in the order in which the kernels take turns: so long that this
  // computer's clock bears them out however busy it is.
  void plan(float mine, float theirs, float scatter = 0) {
    for (std::size_t round = 0; round < kRounds; ++round) {
      const float off = 1 + scatter * static_cast<float>(round % 3);
      const bool mine_first = round % 2 == 0;
      driver.milliseconds.push_back(1000 * (mine_first ? mine * off : theirs));
      driver.milliseconds.push_back(1000 * (mine_first ? theirs : mine * off));
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

  lab::TimedKernel timed(const char* kernel, lab::From from) { return problem.timed(kernel, from); }

  lab::Session session;
  CopyProblem problem{lab::timed()};
  std::string idle;  // a kernel that does nothing
};
