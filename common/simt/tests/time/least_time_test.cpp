// The least time from counts of whole kernels: 1024 x 1024 floats, 32768 requests of 32 lanes each way.
#include "simt/least_time.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace {

constexpr std::uint64_t kRequests = 32768;
constexpr std::uint64_t kBytes = std::uint64_t{2} * 4 * 1024 * 1024;

simt::AccessCost global(simt::Op op, std::uint64_t sectors_per_request) {
  simt::AccessCost access;
  access.space = simt::Space::global;
  access.op = op;
  access.width = 4;
  access.requests = kRequests;
  access.lanes = kRequests * 32;
  access.sectors = kRequests * sectors_per_request;
  return access;
}

simt::AccessCost shared(simt::Op op, std::uint64_t wavefronts_per_request) {
  simt::AccessCost access = global(op, 0);
  access.space = simt::Space::shared;
  access.wavefronts = kRequests * wavefronts_per_request;
  return access;
}

simt::LaunchReport report(std::vector<simt::AccessCost> accesses) {
  simt::LaunchReport launch;
  launch.accesses = std::move(accesses);
  return launch;
}

const simt::LaunchReport kCopy = report({global(simt::Op::load, 4), global(simt::Op::store, 4)});
const simt::LaunchReport kNaive = report({global(simt::Op::load, 4), global(simt::Op::store, 32)});

simt::LaunchReport tiled(std::uint64_t wavefronts) {
  return report({global(simt::Op::load, 4), global(simt::Op::store, 4), shared(simt::Op::store, 1),
                 shared(simt::Op::load, wavefronts)});
}

simt::LeastTime on_h200(const simt::LaunchReport& kernel) {
  return simt::least_time(kernel, kBytes, simt::devices().front());
}

TEST(Devices, SayAllThatProgramsAndTimesNeed) {
  for (const simt::Device& device : simt::devices()) {
    for (const double fact :
         {device.dram_gb_per_s, device.l2_read_gb_per_s, device.l2_write_gb_per_s, device.multiprocessors,
          device.clock_ghz, device.pcie_gb_per_s, static_cast<double>(device.memory_bytes)}) {
      EXPECT_GT(fact, 0) << device.name;
    }
    for (const int fact :
         {device.major, device.threads_per_multiprocessor, device.blocks_per_multiprocessor,
          device.shared_per_multiprocessor, device.shared_opt_in, device.l2_bytes, device.persisting_l2_bytes,
          device.bus_bits, device.memory_clock_khz, device.copy_engines}) {
      EXPECT_GT(fact, 0) << device.name;
    }
    EXPECT_LT(device.shared_opt_in, device.shared_per_multiprocessor) << device.name;
  }
}

TEST(LeastTime, LocalMemoryIsServedByL1) {
  const auto with_local = [](simt::Op op) {
    simt::AccessCost local = global(op, 32);
    local.space = simt::Space::local;
    return report({global(simt::Op::load, 4), global(simt::Op::store, 4), local});
  };
  EXPECT_EQ(on_h200(with_local(simt::Op::load)).l2_us, on_h200(kCopy).l2_us);
  EXPECT_EQ(on_h200(with_local(simt::Op::store)).l2_us, on_h200(kCopy).l2_us);
  EXPECT_GT(on_h200(with_local(simt::Op::load)).shared_us, on_h200(kCopy).shared_us);
}

TEST(LeastTime, IsThatOfTheSlowestPart) {
  EXPECT_STREQ(on_h200(kNaive).limiter(), "L2");
  EXPECT_STREQ(on_h200(tiled(32)).limiter(), "shared memory");
  EXPECT_STREQ(on_h200(tiled(1)).limiter(), "DRAM");
  EXPECT_DOUBLE_EQ(on_h200(tiled(1)).total_us(), on_h200(kCopy).total_us());
}

TEST(LeastTime, IsInMicroseconds) {
  const simt::Device device{"a device", 1000, 2000, 1000, 100, 1.0};
  const simt::LeastTime time = simt::least_time(tiled(32), kBytes, device);
  EXPECT_DOUBLE_EQ(time.dram_us, 8.388608);  // 8 MiB at 1000 GB/s
  EXPECT_DOUBLE_EQ(time.l2_us, 4.194304);    // 4 MiB of sectors written at 1000 GB/s
  EXPECT_DOUBLE_EQ(time.shared_us,
                   32768 * 35 / 1e5);  // 32 + 1 shared wavefronts and 2 global, 100 a nanosecond
}

}  // namespace
