// Eight lanes that run side by side do what they do one by one, and cost as much.
#include <cstdlib>
#include <numeric>

#include "module_test.h"
#include "report_text.h"

SIMT_MODULE_TEST(SideBySide, "side_by_side");

namespace {

constexpr int kElements = 1024;

struct Case {
  const char* kernel;
  simt::Dim3 block;
  bool is_stopped = false;  // then it does not matter how far lanes came
};

// 256 threads; one warp that is not whole; and rows of a block that end within eight lanes.
constexpr Case kCases[] = {
    {"guarded", {256, 1, 1}},
    {"guarded", {100, 1, 1}},
    {"trips", {256, 1, 1}},
    {"rounds", {256, 1, 1}},
    {"rounds", {44, 1, 1}},
    {"uneven_rounds", {256, 1, 1}},
    {"barriers", {256, 1, 1}},
    {"barriers", {75, 1, 1}},
    {"same_until", {256, 1, 1}},
    {"choices", {256, 1, 1}},
    {"widths", {256, 1, 1}},
    {"exchanges", {256, 1, 1}},
    {"local_array", {256, 1, 1}},
    {"nested", {128, 1, 1}},
    {"counted", {256, 1, 1}},
    {"arithmetic", {256, 1, 1}},
    {"left_to_the_processor", {256, 1, 1}},
    {"leaves", {96, 1, 1}},
    {"plane", {32, 8, 1}},
    {"plane", {20, 5, 2}},
    {"added", {256, 1, 1}},
    {"two_arrays", {256, 1, 1}},
    {"reduced", {256, 1, 1}},
    {"reduced", {72, 1, 1}},
    {"in_turn", {64, 1, 1}},
    {"adds_outside", {64, 1, 1}, true},
    {"sides", {256, 1, 1}},
    {"sides", {84, 1, 1}},
    {"sides", {16, 16, 1}},
    {"side_widths", {256, 1, 1}},
    {"side_widths", {96, 1, 1}},
    {"side_reads_outside", {96, 1, 1}},
    {"side_writes_outside", {64, 1, 1}, true},
    {"side_guards", {256, 1, 1}},
    {"side_races", {256, 1, 1}},
    {"side_divides", {256, 1, 1}},
    {"tile_edges", {16, 16, 1}},
    {"either", {256, 1, 1}},
    {"either", {84, 1, 1}},
    {"run_ends", {96, 1, 1}},
    {"reads_outside", {64, 1, 1}},
    {"writes_outside", {64, 1, 1}, true},
    {"misaligned", {64, 1, 1}, true},
    {"divides", {64, 1, 1}, true},
    {"races", {256, 1, 1}},
    {"parted_barriers", {64, 1, 1}, true},
};

// The environment's SIMT_VECTORS as long as this lives.
class Vectors {
 public:
  explicit Vectors(const char* value) { setenv("SIMT_VECTORS", value, 1); }
  ~Vectors() { unsetenv("SIMT_VECTORS"); }
  Vectors(const Vectors&) = delete;
  Vectors& operator=(const Vectors&) = delete;
};

}  // namespace

class Launched : public SideBySide {
 protected:
  // A launch's report as text, its faults' messages and, unless it was stopped, its results.
  std::string run(const Case& one, const simt::MachineOptions& options) {
    simt::Machine machine(options);
    auto* const in = static_cast<int*>(machine.allocate(kElements * sizeof(int), "in", sizeof(int)));
    auto* const out = static_cast<int*>(machine.allocate(kElements * sizeof(int), "out", sizeof(int)));
    for (int i = 0; i < kElements; ++i) in[i] = i * 37 % 101;
    std::iota(out, out + kElements, -kElements);
    machine.mark_written(in, kElements * sizeof(int));
    machine.mark_written(out, kElements * sizeof(int));
    const auto on_data = kernel<const int*, int*, int>(one.kernel);
    const simt::LaunchShape shape{{3, 1, 1}, one.block, 0};
    const auto report = launch_on(machine, shape, [&] { on_data(in, out, kElements); });
    std::string all = options.counts ? simt_test::text_of(report) : "";
    EXPECT_TRUE(options.counts || report.accesses.empty());
    for (const simt::Fault& fault : report.faults) all += fault.message + '\n';
    for (int i = 0; i < kElements && !one.is_stopped; ++i) all += std::to_string(out[i]) + ' ';
    return all;
  }
};

TEST_F(Launched, GivesTheSameResultsAndTheSameReport) {
  for (const Case& one : kCases) {
    const std::string side_by_side = run(one, {1, 0, 10});
    const std::string one_by_one = [&] {
      const Vectors off("0");
      return run(one, {1, 0, 10});
    }();
    EXPECT_EQ(side_by_side, one_by_one) << one.kernel << ", " << one.block.x << " threads";
    EXPECT_EQ(side_by_side, run(one, {2, 0, 10})) << one.kernel << " with two workers";
  }
}

TEST_F(Launched, HasTheSameResultsAndFaultsWhereNothingIsCounted) {
  simt::MachineOptions uncounted{1, 0, 10};
  uncounted.counts = false;
  for (const Case& one : kCases) {
    const std::string counted = run(one, {1, 0, 10});
    const std::string rest = run(one, uncounted);
    EXPECT_LT(rest.size(), counted.size());
    EXPECT_EQ(rest, counted.substr(counted.size() - rest.size()))
        << one.kernel << ", " << one.block.x << " threads";
    EXPECT_FALSE(one.is_stopped && rest.empty()) << one.kernel;
  }
}

// What lanes do is the same, whatever is found out about it.
TEST_F(Launched, HasTheSameResultsWhereRacesAreNotLookedFor) {
  const auto options = [](bool counts, bool looks_for_races) {
    simt::MachineOptions chosen{1, 0, 10};
    chosen.counts = counts;
    chosen.looks_for_races = looks_for_races;
    return chosen;
  };
  const auto values = [](const std::string& ran) { return ran.substr(ran.rfind('\n') + 1); };
  for (const Case& one : kCases) {
    const std::string with_races = run(one, options(false, true));
    const std::string bare = run(one, options(false, false));
    EXPECT_EQ(values(bare), values(with_races)) << one.kernel;
    EXPECT_EQ(values(run(one, options(true, false))), values(with_races)) << one.kernel;
    EXPECT_TRUE(bare == with_races || !one.is_stopped) << one.kernel;
    EXPECT_EQ(bare.find("race"), std::string::npos) << bare;
    EXPECT_TRUE(bare != with_races || one.kernel != std::string("races"));
  }
}

TEST_F(Launched, FindsWhatTheEndsOfARunOfLanesDo) {
  const auto on_data = kernel<const int*, int*, int>("run_ends");
  auto* const in = buffer<int>("in", 32);
  auto* const out = buffer<int>("out", 32);
  const auto report = launch({1, 1, 1}, {96, 1, 1}, [&] { on_data(in, out, 1); });
  ASSERT_EQ(report.faults.size(), 2U) << simt_test::text_of(report);
  EXPECT_EQ(report.faults[0].kind, simt::FaultKind::race);
  EXPECT_EQ(report.faults[0].count, 1U);
  EXPECT_NE(report.faults[0].message.find("thread (29, 0, 0) (line"), std::string::npos);
  EXPECT_NE(report.faults[0].message.find("thread (32, 0, 0) (line"), std::string::npos);
  EXPECT_EQ(report.faults[1].kind, simt::FaultKind::uninitialized_read);
  EXPECT_EQ(report.faults[1].count, 1U);
  EXPECT_EQ(report.faults[1].thread.x, 84U);
}
