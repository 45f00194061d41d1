// Kernels of modules/times that are launched to compare their predicted times, and the instructions that a warp is expected to issue.
#pragma once

#include "simt/devices.h"
#include "simt/report.h"

#include <algorithm>
#include <cstdint>

#include "module_test.h"
#include "traffic/launch_traffic.h"

namespace simt_test {

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocks = 4096;
constexpr unsigned kElements = kThreads * kBlocks;

class TimedKernels : public ModuleTest {
 protected:
  TimedKernels() : ModuleTest("times", options(2)) {}

  static simt::MachineOptions options(unsigned workers) { return {workers, 0, 5.0, true}; }

  simt::PredictedTime predicted(const simt::LaunchReport& report, const char* device = "h200") const {
    EXPECT_TRUE(report.faults.empty());
    return simt::predict_time(report, *simt::find_device(device));
  }
  double us(const simt::LaunchReport& report, const char* device = "h200") const {
    const simt::PredictedTime time = predicted(report, device);
    EXPECT_EQ(time.why_not, "");
    EXPECT_GT(time.us, 0);
    EXPECT_GT(time.error, 0);
    EXPECT_LE(time.least_us, time.us);
    return time.us;
  }

  float* floats(const char* name, std::size_t count = kElements) { return buffer<float>(name, count); }

  simt::LaunchReport copy(const char* name = "copy", unsigned blocks = kBlocks) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*>(name);
    return launch({blocks, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  }
  simt::LaunchReport copy_by(int blocks) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*, int, int>("copy_by_few");
    return launch({264, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, kElements, blocks); });
  }
  // Of a kernel that one warp runs.
  double cycles_a_round(const char* name) {
    constexpr int kFew = 200;
    const double more = us(counted(name, 2 * kFew, 1, 32)) - us(counted(name, kFew, 1, 32));
    return more * kCyclesPerMicrosecond / kFew;
  }
  simt::LaunchReport counted(const char* name, int number, unsigned blocks, unsigned threads = kThreads) {
    float* const out = floats("out", std::size_t{blocks} * threads);
    const auto run = kernel<float*, int>(name);
    return launch({blocks, 1, 1}, {threads, 1, 1}, [&] { run(out, number); });
  }
  simt::LaunchReport nothing() {
    float* const out = floats("out", 32);
    const auto run = kernel<float*>("nothing");
    return launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  }
  simt::LaunchReport banks(int stride, unsigned threads = 1024, int rounds = 64) {
    constexpr unsigned kSms = 132;
    float* const out = floats("out", kSms * 1024);
    const auto run = kernel<float*, int, int>("banks");
    return launch({kSms, 1, 1}, {threads, 1, 1}, [&] { run(out, stride, rounds); });
  }

  // The instructions that the first warp is expected to issue, between its first request and its last.
  static unsigned issued(const simt::LaunchReport& report) {
    EXPECT_TRUE(report.faults.empty());
    const simt::LaunchTraffic& traffic = *report.traffic;
    unsigned sum = 0;
    for (const simt::Step& step : traffic.blocks.front().warps.front().steps)
      sum += traffic.module->places[step.place].instructions;
    return sum;
  }
  template <class T>
  unsigned issued_for_sum(const char* name) {
    T* const in = buffer<T>(name, kSummed);
    float* const out = floats("out", 32);
    const auto run = kernel<const T*, float*, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, kSummed); }));
  }
  unsigned issued_for_store(const char* name) {
    float* const in = floats("in", 32);
    float* const out = floats("out", 64);
    const auto run = kernel<const float*, float*, int, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 3, 20); }));
  }
  // Of a loop around elements, 32 of them a round.
  template <class Measure>
  double a_round(const char* name, const Measure& measure) {
    constexpr int kRoundsMore = 64;
    constexpr int kOfAll = 8192;
    float* const in = floats("in", kOfAll);
    float* const out = floats("out", kOfAll);
    std::fill_n(in, kOfAll, 20.0F);
    const auto run = kernel<const float*, float*, int>(name);
    const auto of = [&](int rounds) {
      std::fill_n(out, kOfAll, 0.0F);
      return static_cast<double>(measure(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 32 * rounds); })));
    };
    return (of(2 * kRoundsMore) - of(kRoundsMore)) / kRoundsMore;
  }
  double issued_a_round(const char* name) {
    return a_round(name, [](const simt::LaunchReport& report) { return issued(report); });
  }
  double us_a_round(const char* name) {
    return a_round(name, [this](const simt::LaunchReport& report) { return us(report); });
  }
  // In loops without accesses, by the first warp.
  static std::uint64_t computed(const simt::LaunchReport& report) {
    EXPECT_TRUE(report.faults.empty());
    std::uint64_t sum = 0;
    for (const simt::Step& step : report.traffic->blocks.front().warps.front().steps)
      sum += step.kind == simt::StepKind::computed ? step.first : 0;
    return sum;
  }
  static constexpr double kCyclesPerMicrosecond = 1980;  // of an H200
  static constexpr int kRounds = 16;
  static constexpr int kSummed = 32 * kRounds;
};

}  // namespace simt_test
