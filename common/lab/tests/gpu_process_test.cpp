// The process that drives the GPU, with the fake driver, and as it goes wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <numeric>
#include <vector>

#include "gpu_fixture.h"
#include "only_child.h"

namespace {

using lab::Gpu;
using lab::GpuMemory;
using lab::GpuModule;

constexpr simt::LaunchShape kShape{{1, 1, 1}, {32, 1, 1}, 0};

class GpuProcessTest : public GpuTest {
 protected:
  // Runs in a process of its own: something happens to the GPU's process in the middle of a session.
  [[noreturn]] void end_after(void (*harm)(GpuModule&)) {
    lab::SessionOptions options = on_cuda();
    options.gpu = {};
    lab::Session session(options);
    harm(session.gpu_module(lab::From::student));
    session.gpu().wait();
    std::exit(0);
  }
};

TEST_F(GpuProcessTest, IsAnotherProcess) {
  const Gpu gpu;
  EXPECT_EQ(gpu.info().name, "Fake GPU");
  EXPECT_NE(only_child(), 0);
  EXPECT_TRUE(driver.calls.empty()) << "this process has called the driver";
}

TEST_F(GpuProcessTest, KeepsWhatIsSentToIt) {
  // More than one piece of a message.
  std::vector<unsigned> values((std::size_t{36} << 20) / sizeof(unsigned));
  std::iota(values.begin(), values.end(), 1U);
  const std::size_t bytes = values.size() * sizeof(unsigned);
  Gpu gpu;
  GpuMemory in(gpu, "in", bytes);
  GpuMemory out(gpu, "out", bytes);
  in.upload(values.data());
  gpu.enqueue_copy(out.address(), in.address(), bytes);
  out.set(0xFF, 4, 4);
  std::vector<unsigned> back(values.size());
  EXPECT_TRUE(out.download(back.data()));
  values[1] = 0xFFFFFFFF;
  EXPECT_EQ(back, values);
}

TEST_F(GpuProcessTest, LaunchesAndTimes) {
  Gpu gpu;
  GpuModule loaded(gpu, module);
  lab::GpuEvent start(gpu);
  lab::GpuEvent end(gpu);
  start.record();
  gpu.enqueue(loaded, "kernel", kShape, {{1, 2, 3, 4}});
  end.record();
  gpu.wait();
  EXPECT_EQ(gpu.launches(), 1U);
  EXPECT_NEAR(end.seconds_since(start), 1e-3, 1e-9);
}

TEST_F(GpuTest, WhatHasArrivedIsDoneByWhatWaitsForIt) {
  Gpu gpu(gpu_on_a_thread());
  GpuModule loaded(gpu, module);
  gpu.enqueue(loaded, "kernel", kShape, {});
  gpu.deliver();
  EXPECT_EQ(count("LaunchKernel kernel"), 0U);
  gpu.wait();
  EXPECT_EQ(count("LaunchKernel kernel"), 1U);
}

using GpuProcessDeathTest = GpuProcessTest;

TEST_F(GpuProcessDeathTest, TheProgramEndsByTheSignalThatEndsIt) {
  EXPECT_EXIT(end_after([](GpuModule&) { kill(only_child(), SIGKILL); }), testing::KilledBySignal(SIGKILL),
              "the process that drives the GPU was ended by signal 9");
  const auto crash = [](GpuModule& loaded) {
    lab::Session::current().gpu().enqueue(loaded, "end_the_process", kShape, {});
  };
  EXPECT_EXIT(end_after(crash), testing::KilledBySignal(SIGABRT), "this and later checks could not be run");
}

TEST_F(GpuProcessTest, ADriverThatCannotBeOpenedIsNoGpu) {
  lab::GpuOptions options;
  options.library = "libno_such_driver.so.1";
  EXPECT_TRUE(contains(thrown<lab::NoGpu>([&] { const Gpu gpu(options); }), "libno_such_driver.so.1"));
}

}  // namespace
