#include "lab/gpu.h"

#include "gpu_fixture.h"

namespace {

using lab::Gpu;
using lab::GpuError;
using lab::GpuMemory;
using lab::GpuModule;
using lab::NoGpu;

void with_library(const std::string& library) {
  lab::GpuOptions options = gpu_on_a_thread();
  options.library = library;
  const Gpu gpu(options);
}

simt::LaunchShape two_blocks() { return {{2, 1, 1}, {32, 1, 1}, 0}; }

TEST_F(GpuTest, TellsWhatTheDriverSays) {
  const Gpu gpu(gpu_on_a_thread());
  EXPECT_EQ(gpu.info().name, "Fake GPU");
  EXPECT_EQ(gpu.info().capability_text(), "9.0");
  EXPECT_EQ(gpu.info().multiprocessors, 132);
  EXPECT_EQ(gpu.info().l2_bytes, std::size_t{60} << 20);
  EXPECT_NEAR(gpu.info().peak_bytes_per_s, 4.8143e12, 1e9);
}

TEST_F(GpuTest, TellsHowMuchMemoryIsFree) {
  driver.free_bytes = 12345;
  EXPECT_EQ(Gpu(gpu_on_a_thread()).free_bytes(), 12345U);
  driver.results["MemGetInfo"] = 999;
  EXPECT_TRUE(contains(thrown<GpuError>([] { Gpu(gpu_on_a_thread()).free_bytes(); }), "cuMemGetInfo"));
}

TEST_F(GpuTest, WithoutADriverSaysWhatWasLookedFor) {
  EXPECT_TRUE(
      contains(thrown<NoGpu>([] { with_library("libno_such_driver.so.1"); }), "libno_such_driver.so.1"));
}

TEST_F(GpuTest, ALibraryThatIsNoDriverIsTooOld) {
  EXPECT_TRUE(contains(thrown<NoGpu>([] { with_library("libm.so.6"); }), "libm.so.6 has no function cuInit"));
}

TEST_F(GpuTest, ADriverWithoutAGpuIsToldApart) {
  driver.devices = 0;
  EXPECT_TRUE(contains(thrown<NoGpu>([] { Gpu{gpu_on_a_thread()}; }), "sees no GPU"));
  driver.results["Init"] = 100;
  EXPECT_TRUE(contains(thrown<NoGpu>([] { Gpu{gpu_on_a_thread()}; }), "CUDA_VISIBLE_DEVICES"));
}

TEST_F(GpuTest, AGpuThatIsTooOldIsRefused) {
  driver.attributes[75] = 6;
  EXPECT_TRUE(contains(thrown<NoGpu>([] { Gpu{gpu_on_a_thread()}; }), "compute capability 6.0"));
}

TEST_F(GpuTest, AGpuThatIsTakenSaysSo) {
  driver.results["DevicePrimaryCtxRetain"] = 46;
  EXPECT_TRUE(contains(thrown<NoGpu>([] { Gpu{gpu_on_a_thread()}; }),
                       "the Fake GPU cannot be used now: CUDA_ERROR_46"));
}

TEST_F(GpuTest, TooLittleMemoryNamesTheArrayAndTheWayOut) {
  Gpu gpu(gpu_on_a_thread());
  driver.results["MemAlloc"] = 2;
  const std::string words = thrown<GpuError>([&] { GpuMemory(gpu, "in", 1000); });
  EXPECT_TRUE(contains(words, "1000 bytes for `in`")) << words;
  EXPECT_TRUE(contains(words, "nvidia-smi")) << words;
}

TEST_F(GpuTest, AModuleForAnotherGpuSaysToCompileItAgain) {
  Gpu gpu(gpu_on_a_thread());
  driver.results["ModuleLoadData"] = 209;
  EXPECT_TRUE(contains(thrown<GpuError>([&] { GpuModule(gpu, module); }), "-arch=native"));
  EXPECT_TRUE(contains(thrown<simt::Error>([&] { GpuModule(gpu, "/nowhere.fatbin"); }), "cannot be read"));
}

TEST_F(GpuTest, AKernelThatIsNotThereIsNotDefined) {
  Gpu gpu(gpu_on_a_thread());
  GpuModule loaded(gpu, module);
  driver.undefined = {"other"};
  EXPECT_FALSE(loaded.defines("other"));
  EXPECT_TRUE(loaded.defines("kernel"));
}

TEST_F(GpuTest, AsksForMoreThan48KibOfSharedMemory) {
  Gpu gpu(gpu_on_a_thread());
  GpuModule loaded(gpu, module);
  simt::LaunchShape large = two_blocks();
  large.dynamic_shared_bytes = 49152;
  gpu.run(loaded, "k", large, {});
  EXPECT_EQ(count("FuncSetAttribute 8 65536"), 0U);
  large.dynamic_shared_bytes = 65536;
  EXPECT_TRUE(gpu.run(loaded, "k", large, {}).completed());
  EXPECT_EQ(count("FuncSetAttribute 8 65536"), 1U);
}

TEST_F(GpuTest, ARefusedLaunchIsAFaultThatLeavesTheGpuUsable) {
  Gpu gpu(gpu_on_a_thread());
  GpuModule loaded(gpu, module);
  driver.results["LaunchKernel"] = 1;
  const auto report = gpu.run(loaded, "k", two_blocks(), {});
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults[0].kind, simt::FaultKind::launch_refused);
  EXPECT_TRUE(contains(report.faults[0].message, "2 x 1 x 1 blocks of 32 x 1 x 1 threads"));
  driver.results.clear();
  EXPECT_TRUE(gpu.run(loaded, "k", two_blocks(), {}).completed());
}

TEST_F(GpuTest, AFaultLosesTheGpuAndNothingMoreIsAskedOfIt) {
  {
    Gpu gpu(gpu_on_a_thread());
    GpuModule loaded(gpu, module);
    GpuMemory memory(gpu, "out", 4);
    driver.results["EventQuery"] = 700;
    const auto report = gpu.run(loaded, "k", two_blocks(), {});
    ASSERT_EQ(report.faults.size(), 1U);
    EXPECT_EQ(report.faults[0].kind, simt::FaultKind::out_of_bounds);
    EXPECT_TRUE(contains(report.faults[0].message, "an illegal memory access ended k on the GPU"));
    EXPECT_TRUE(contains(report.faults[0].message, "--machine simt"));
    EXPECT_TRUE(gpu.is_lost());
    int value = 0;
    EXPECT_FALSE(memory.download(&value));
    EXPECT_TRUE(
        contains(thrown<GpuError>([&] { GpuMemory(gpu, "in", 4); }), "since an illegal memory access"));
    EXPECT_TRUE(contains(thrown<GpuError>([&] { gpu.enqueue(loaded, "k", two_blocks(), {}); }), "ended k"));
  }
  EXPECT_EQ(
      count("MemFree") + count("ModuleUnload") + count("EventDestroy") + count("DevicePrimaryCtxRelease"),
      0U);
}

TEST_F(GpuTest, AKernelThatDoesNotEndIsGivenUp) {
  lab::GpuOptions options = gpu_on_a_thread();
  options.limit = std::chrono::milliseconds(20);
  Gpu gpu(options);
  GpuModule loaded(gpu, module);
  driver.never_ends = true;
  const auto report = gpu.run(loaded, "k", two_blocks(), {});
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults[0].kind, simt::FaultKind::time_limit);
  EXPECT_TRUE(gpu.is_lost());
}

TEST_F(GpuTest, GivesBackAllThatItTook) {
  {
    Gpu gpu(gpu_on_a_thread());
    const GpuModule loaded(gpu, module);
    const GpuMemory memory(gpu, "none", 0);  // the driver gives no 0 bytes, but an array may have them
  }
  for (const char* call : {"MemFree", "ModuleUnload", "EventDestroy", "DevicePrimaryCtxRelease"}) {
    EXPECT_EQ(count(call), 1U) << call;
  }
}

}  // namespace
