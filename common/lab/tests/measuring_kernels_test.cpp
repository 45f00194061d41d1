// The kit's own kernels, on the SIMT machine: it runs them as the GPU does, and finds their faults.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <type_traits>
#include <vector>

#include "measuring.h"
#include "simt/machine.h"

namespace {

// The number is no multiple of the block, and more than the threads of the launch: each takes several steps.
constexpr std::size_t kElements = 1000;

class MeasuringKernels : public testing::Test {
 public:
  ~MeasuringKernels() override {
    for (void* const memory : allocated) machine.release(memory);
  }

 protected:
  template <class T>
  T* array(const char* name, std::size_t size, const std::vector<T>& values = {}) {
    auto* const memory = static_cast<T*>(machine.allocate(size * sizeof(T), name, sizeof(T)));
    if (!values.empty()) {
      std::memcpy(static_cast<void*>(memory), static_cast<const void*>(values.data()), size * sizeof(T));
      machine.mark_written(memory, size * sizeof(T));
    }
    allocated.push_back(memory);
    return memory;
  }

  // The arguments become what the kernel is declared with.
  template <class Kernel, class... Arguments>
  void launch(const char* name, Arguments... arguments) {
    launch_as(static_cast<Kernel*>(nullptr), name, arguments...);
  }

  template <class... Parameters>
  void launch_as(void (*)(Parameters...), const char* name,
                 std::remove_reference_t<Parameters>... arguments) {
    const simt::Kernel* const kernel = module.find(name);
    ASSERT_NE(kernel, nullptr);
    const void* const values[] = {&arguments...};
    const auto report = machine.launch(module, *kernel, {{3, 1, 1}, {64, 1, 1}, 0}, values);
    for (const simt::Fault& fault : report.faults) ADD_FAILURE() << name << ": " << fault.message;
  }

  std::vector<float> floats(unsigned long long seed) {
    auto* const values = array<float>("values", kElements);
    launch<decltype(measuring_fill_floats)>("measuring_fill_floats", values, kElements, seed);
    return {values, values + kElements};
  }

  simt::Module module{MEASURING_MODULE};
  simt::Machine machine;
  std::vector<void*> allocated;
};

TEST_F(MeasuringKernels, FloatsAreSpreadBetweenMinusOneAndOne) {
  const std::vector<float> values = floats(1);
  for (const float value : values) {
    EXPECT_LT(std::abs(value), 1.0F);
    EXPECT_NE(value, 0.0F);
  }
  EXPECT_GT(std::set<float>(values.begin(), values.end()).size(), kElements - 3);
  const auto positive = std::count_if(values.begin(), values.end(), [](float value) { return value > 0; });
  EXPECT_NEAR(static_cast<double>(positive), kElements / 2.0, 80);
}

TEST_F(MeasuringKernels, AnotherSeedGivesOtherFloatsAndTheSameTheSame) {
  const std::vector<float> first = floats(1);
  EXPECT_EQ(first, floats(1));
  for (const unsigned long long seed : {2ULL, 1ULL << 32U | 1ULL}) {
    const std::vector<float> other = floats(seed);
    std::size_t same = 0;
    for (std::size_t i = 0; i < kElements; ++i) same += first[i] == other[i] ? 1U : 0U;
    EXPECT_LT(same, 3U) << seed;
  }
}

TEST_F(MeasuringKernels, IntsStayBelowTheirLimitAndMeetAllOfIt) {
  auto* const values = array<int>("values", kElements);
  launch<decltype(measuring_fill_ints)>("measuring_fill_ints", values, kElements, 7ULL, 10U);
  EXPECT_EQ(std::set<int>(values, values + kElements), (std::set<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_F(MeasuringKernels, AComparisonCountsWhatDiffersAndFindsTheFirst) {
  std::vector<unsigned> values(kElements, 5);
  const auto* const a = array<unsigned>("a", kElements, values);
  values[200] = values[77] = values[999] = 6;
  const auto* const b = array<unsigned>("b", kElements, values);
  auto* const found = array<MeasuringMismatch>("found", 1, {{0, ~0ULL}});
  launch<decltype(measuring_compare_words)>("measuring_compare_words", a, b, kElements, found);
  EXPECT_EQ(found->count, 3U);
  EXPECT_EQ(found->first, 77U);
}

TEST_F(MeasuringKernels, ATolerantComparisonForgivesRoundingAndNoNaN) {
  std::vector<float> values(kElements, 100.0F);
  const auto* const expected = array<float>("expected", kElements, values);
  values[3] = 100.005F;  // within 1e-4 of 100
  values[4] = 100.02F;   // not
  values[5] = std::nanf("");
  const auto* const found_values = array<float>("found values", kElements, values);
  auto* const found = array<MeasuringMismatch>("found", 1, {{0, ~0ULL}});
  launch<decltype(measuring_compare_floats)>("measuring_compare_floats", found_values, expected, kElements,
                                             1e-4F, found);
  EXPECT_EQ(found->count, 2U);
  EXPECT_EQ(found->first, 4U);
}

TEST_F(MeasuringKernels, ATransposeKeepsToBothPitches) {
  constexpr std::size_t kRows = 8;
  constexpr std::size_t kCols = 100;
  constexpr std::size_t kPitch = 128;
  std::vector<float> wide(kRows * kPitch, -1);  // -1 between the rows: nobody's
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t c = 0; c < kCols; ++c) wide[r * kPitch + c] = static_cast<float>(1000 * r + c);
  }
  const auto* const from = array<float>("wide", wide.size(), wide);
  auto* const tall = array<float>("tall", kRows * kCols);
  launch<decltype(measuring_transpose)>("measuring_transpose", tall, kRows, from, kPitch, kRows, kCols);
  auto* const back = array<float>("back", wide.size(), std::vector<float>(wide.size(), -1));
  const float* const between = tall;
  launch<decltype(measuring_transpose)>("measuring_transpose", back, kPitch, between, kRows, kCols, kRows);
  EXPECT_EQ(tall[50 * kRows + 3], 3050.0F);
  EXPECT_EQ(std::vector<float>(back, back + wide.size()), wide);
}

TEST_F(MeasuringKernels, AStridedCopyReadsEveryStrideThValue) {
  constexpr std::size_t kCount = 300;
  std::vector<float> values(3 * (kCount - 1) + 1);  // one more would be out of bounds, and a fault
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const auto* const from = array<float>("from", values.size(), values);
  auto* const to = array<float>("to", kCount);
  launch<decltype(measuring_copy_strided)>("measuring_copy_strided", to, from, kCount, std::size_t{3});
  for (std::size_t i = 0; i < kCount; ++i) EXPECT_EQ(to[i], static_cast<float>(3 * i));
}

// Particles of eight floats: three are moved by the three behind them.
TEST_F(MeasuringKernels, RunsAreAddedToAndNothingElse) {
  constexpr std::size_t kParticles = 100;
  std::vector<float> values(8 * kParticles);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  auto* const moved = array<float>("values", values.size(), values);
  launch<decltype(measuring_add_scaled)>("measuring_add_scaled", moved, 3 * kParticles, std::size_t{3},
                                         std::size_t{8}, std::size_t{3}, 0.5F);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(moved[i], i % 8 < 3 ? values[i] + 0.5F * values[i + 3] : values[i]) << i;
  }
}

// The sum depends on the order: a large value swallows what comes before it, and what comes after stays.
TEST_F(MeasuringKernels, RunsAreSummedOneAfterAnother) {
  constexpr std::size_t kRun = 5;
  std::vector<float> values(kRun * 300);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % kRun == 1 ? 3e7F : static_cast<float>(i);
  const auto* const from = array<float>("values", values.size(), values);
  auto* const sums = array<float>("sums", 300);
  launch<decltype(measuring_sum_runs)>("measuring_sum_runs", from, std::size_t{300}, kRun, sums);
  for (std::size_t i = 0; i < 300; ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < kRun; ++k) sum += values[i * kRun + k];
    EXPECT_EQ(sums[i], sum) << i;
  }
}

TEST_F(MeasuringKernels, TheSweepReadsEverythingAndWritesNothing) {
  const auto* const zeros = array<uint4>("zeros", kElements, std::vector<uint4>(kElements));
  auto* const sink = array<unsigned>("sink", 1);
  launch<decltype(measuring_sweep)>("measuring_sweep", zeros, kElements, sink);
  EXPECT_FALSE(machine.is_written(sink, sizeof *sink));
}

}  // namespace
