// What is timed is right: values of every kernel and of its plain loops, and the accesses that rates count.
#include "workload.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "shapes.h"

namespace {

using bench::Workload;

constexpr int kSide = bench::kSideStep;
constexpr std::uint64_t kElements = std::uint64_t{kSide} * kSide;

class Workloads : public testing::TestWithParam<Workload> {
 protected:
  const Workload& workload() const { return GetParam(); }

  std::vector<int> plain(const bench::PlainLoops& loops) const {
    const std::vector<int> in = bench::input_of(kSide);
    std::vector<int> out(workload().outputs(kSide));
    (loops.*workload().plain)(in.data(), out.data(), kSide);
    return out;
  }
};

INSTANTIATE_TEST_SUITE_P(Kernels, Workloads, testing::ValuesIn(bench::workloads()),
                         [](const auto& tested) { return std::string(tested.param.kernel); });

// The counts follow by hand from kernels.cu, for kSide. A histogram's blocks each clear, read and add 256
// bins.
std::uint64_t accesses_of(const std::string& kernel) {
  const std::uint64_t bin_blocks = kElements / 4096;
  const std::uint64_t stencil_blocks = kElements / 256;
  // Eight rounds, each two loads of a lane, one of those without an element before them, and a store: 255 lanes in all lack one.
  const std::uint64_t of_scan = 4 * 256 + 8 * 3 * 256 - 255;
  // The lanes that take part in the 16 steps through a line, and in the 6 within a plate.
  const std::uint64_t on_paths = 16 * 256 - 2 * (16 * 17 / 2);
  const std::uint64_t in_plate = 14 * 14 + 12 * 12 + 10 * 10 + 8 * 8 + 6 * 6 + 4 * 4;
  const std::map<std::string, std::uint64_t> by_kernel = {
      {"copy_rows", 2 * kElements},
      {"transpose_tiled", 4 * kElements},
      {"transpose_padded", 4 * kElements},
      {"histogram_shared", 2 * kElements + bin_blocks * 3 * 256},
      {"histogram_global", 2 * kElements},
      {"stencil_plain", 8 * kElements},
      {"stencil_tiled", 10 * kElements + stencil_blocks * 2 * 2 * (32 + 8)},
      {"scan_lines", kElements / 256 * of_scan},
      {"relax_lines", (2 + 16 * 4 + 2) * kElements},
      {"reduce_lines", kElements / 256 * (2 * 256 + 3 * 255)},
      {"path_lines", kElements / 256 * (4 * 256 + 7 * on_paths)},
      {"heat_plates", kElements / 256 * (4 * 256 + 8 * in_plate)},
  };
  return by_kernel.at(kernel);
}

TEST_P(Workloads, GiveTheRightValuesOnTheMachineLaunchAfterLaunch) {
  bench::MachineRun run(workload(), BENCH_MODULE, kSide, 2);
  for (int launch = 0; launch < 2; ++launch) EXPECT_EQ(run.mistake_in(run.launch()), "");
}

TEST_P(Workloads, MakeTheAccessesThatTheirRatesCount) {
  bench::MachineRun run(workload(), BENCH_MODULE, kSide, 1);
  std::uint64_t lanes = 0;
  for (const auto& access : run.launch().accesses) lanes += access.lanes;
  EXPECT_EQ(lanes, accesses_of(workload().kernel));
}

TEST_P(Workloads, GiveTheSameValuesAsPlainLoops) {
  const std::vector<int> expected = workload().expected(bench::input_of(kSide), kSide);
  EXPECT_EQ(plain(bench::plain_O2::kLoops), expected);
  EXPECT_EQ(plain(bench::plain_native::kLoops), expected);
}

TEST(MachineRun, AWrongValueIsAMistake) {
  bench::MachineRun run(bench::workloads().front(), WRONG_MODULE, kSide, 1);
  const int first = bench::input_of(kSide).front();
  EXPECT_EQ(run.mistake_in(run.launch()),
            "out[0] is " + std::to_string(first + 1) + ", expected " + std::to_string(first));
}

TEST(MachineRun, AFaultIsAMistake) {
  bench::MachineRun run(bench::workloads().front(), BENCH_MODULE, kSide, 1);
  simt::LaunchReport report = run.launch();
  report.faults.push_back({simt::FaultKind::race, "two threads", {}, {}, {}, {}, {}, true, 1});
  EXPECT_EQ(run.mistake_in(report), "race: two threads");
}

TEST(MachineRun, AModuleWithoutTheKernelIsRefused) {
  EXPECT_THROW(bench::MachineRun(bench::workloads().back(), WRONG_MODULE, kSide, 1), simt::Error);
}

}  // namespace
