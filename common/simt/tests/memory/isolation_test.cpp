// Nothing lives on from launch to launch but what CUDA says does; and which values pass through shared
// memory.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "module_test.h"
#include "simt/marked_words.h"

namespace {

SIMT_MODULE_TEST(Isolation, "isolation");

constexpr int kPoison = -1;  // every byte 0xFF

TEST_F(Isolation, VariablesLiveOnUntilTheyAreRestored) {
  int* const out = buffer<int>("out", 3, false);
  const auto count = kernel<int*>("count_launches");
  const auto run = [&] { launch({1, 1, 1}, {1, 1, 1}, [&] { count(out); }); };
  run();
  run();
  EXPECT_EQ(std::vector<int>(out, out + 3), (std::vector<int>{7, 2, 7}));
  *static_cast<int*>(module_.find_variable("uploaded").address) = 9;
  run();
  EXPECT_EQ(std::vector<int>(out, out + 3), (std::vector<int>{8, 3, 9}));
  module_.restore_variables();
  run();
  EXPECT_EQ(std::vector<int>(out, out + 3), (std::vector<int>{6, 1, 7}));
}

TEST_F(Isolation, LocalMemoryHoldsNothingOfAnEarlierLaunch) {
  int* const out = buffer<int>("out", 64, false);
  const auto local = kernel<int*, int, int, bool>("local_array");
  launch({1, 1, 1}, {64, 1, 1}, [&] { local(out, 100, 3, false); });
  EXPECT_EQ(out[40], 103);
  launch({1, 1, 1}, {64, 1, 1}, [&] { local(out, 0, 3, true); });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], kPoison) << i;
}

TEST_F(Isolation, UndefinedValuesAreAPattern) {
  int* const in = buffer<int>("in", 8);
  int* const out = buffer<int>("out", 64, false);
  std::fill_n(in, 8, 1234);
  const auto undefined = kernel<const int*, int*, int>("undefined");
  launch({1, 1, 1}, {64, 1, 1}, [&] { undefined(in, out, 7); });
  EXPECT_EQ(out[40], 1234 * 1234);
  launch({1, 1, 1}, {64, 1, 1}, [&] { undefined(in, out, 0); });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], kPoison) << i;
}

TEST_F(Isolation, SharedMemoryHoldsNothingOfAnEarlierLaunchOrBlock) {
  constexpr unsigned kBlocks = 8;
  int* const out = buffer<int>("out", std::size_t{kBlocks} * 32, false);
  const auto shared = kernel<int*, int, bool>("shared_array");
  launch({kBlocks, 1, 1}, {32, 1, 1}, [&] { shared(out, 100, false); });
  EXPECT_EQ(out[40], 100);
  const auto report = launch({kBlocks, 1, 1}, {32, 1, 1}, [&] { shared(out, 0, true); });
  EXPECT_EQ(only_fault(report).kind, simt::FaultKind::uninitialized_read);
  for (unsigned i = 0; i < kBlocks * 32; ++i) EXPECT_EQ(out[i], kPoison) << i;
}

TEST_F(Isolation, ReleasedMemoryHoldsNothingOfAnEarlierBuffer) {
  int* const first = buffer<int>("first", 64);
  std::fill_n(first, 64, 1234);
  machine_.release(first);
  const int* const second = buffer<int>("second", 64, false);
  EXPECT_EQ(first, second);  // else this tells nothing
  EXPECT_EQ(std::accumulate(second, second + 64, 0), 0);
}

class Marks : public Isolation {
 protected:
  static constexpr std::uint64_t kKey = 77;

  int passed(int way) {
    const auto reversed = kernel<const float*, float*, int>("reversed");
    return passed_by([&](const float* in, float* out) { reversed(in, out, way); });
  }
  int passed_by_fences(bool in_halves) {
    const auto reversed = kernel<const float*, float*, bool>("reversed_by_fences");
    return passed_by([&](const float* in, float* out) { reversed(in, out, in_halves); });
  }

  // Counts how many of the 32 values came out as those that passed through shared memory must.
  template <class Call>
  int passed_by(const Call& call) {
    auto* const in = buffer<float>("in", 32);
    auto* const out = buffer<float>("out", 32, false);
    std::iota(in, in + 32, 0.5F);
    machine_.mark_in_shared(in, 32 * sizeof(float), kKey);
    launch({1, 1, 1}, {32, 1, 1}, [&] { call(in, out); });
    machine_.mark_in_shared(nullptr, 0, 0);
    int passed = 0;
    for (int i = 0; i < 32; ++i) passed += bits(out[i]) == simt::marked(bits(in[31 - i]), kKey) ? 1 : 0;
    machine_.release(in);
    machine_.release(out);
    return passed;
  }

  static std::uint32_t bits(float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word;
  }
};

TEST_F(Marks, AreOnAllValuesThatPassThroughABarrier) { EXPECT_EQ(passed(0), 32); }
TEST_F(Marks, AreOnAllValuesThatPassThroughASyncwarp) { EXPECT_EQ(passed(1), 32); }

TEST_F(Marks, AreOnAllValuesThatPassBehindFences) { EXPECT_EQ(passed_by_fences(false), 32); }
TEST_F(Marks, AreOnAllValuesOfWhichEachHalfWasStoredByAnotherLane) { EXPECT_EQ(passed_by_fences(true), 32); }

TEST_F(Marks, AreNotOnValuesThatGoPastSharedMemory) {
  int unmarked = 0;
  for (int i = 0; i < 32; ++i) unmarked += simt::is_marked(bits(0.5F + static_cast<float>(i)), kKey) ? 0 : 1;
  EXPECT_GT(unmarked, 4);
  EXPECT_LT(unmarked, 28);
  EXPECT_EQ(passed(2), unmarked);
}

TEST_F(Marks, AreGoneAfterwards) {
  passed(0);
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(in, in + 32, 0.5F);
  const auto reversed = kernel<const float*, float*, int>("reversed");
  launch({1, 1, 1}, {32, 1, 1}, [&] { reversed(in, out, 0); });
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], in[31 - i]);
}

}  // namespace
