// Which values pass through shared memory from one thread to another, and which a thread stores and reads back itself.
#include <numeric>

#include "module_test.h"
#include "simt/marked_words.h"

namespace {

class ReadBacks : public simt_test::ModuleTest {
 protected:
  static constexpr std::uint64_t kKey = 77;

  ReadBacks() : ModuleTest("read_backs") {}

  template <class T>
  simt::MarkedPassage passage(const std::string& name, std::initializer_list<int> numbers,
                              bool are_marked = true) {
    T* const in = buffer<T>("in", 32);
    T* const out = buffer<T>("out", 32, false);
    for (int i = 0; i < 32; ++i) in[i] = static_cast<T>(i) + static_cast<T>(1.5F);
    marked_ = 0;
    for (int i = 0; i < 32; ++i) marked_ += simt::is_marked(word(in[i]), kKey) ? 1U : 0U;
    if (are_marked) machine_.mark_in_shared(in, 32 * sizeof(T), kKey);
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] {
      if (numbers.size() == 2)
        kernel<const T*, T*, int, int>(name)(in, out, *numbers.begin(), numbers.begin()[1]);
      if (numbers.size() == 1) kernel<const T*, T*, int>(name)(in, out, *numbers.begin());
    });
    EXPECT_TRUE(report.faults.empty());
    machine_.mark_in_shared(nullptr, 0, 0);
    return report.passage;
  }

  template <class T>
  static std::uint32_t word(T value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }

  std::uint64_t marked_ = 0;
};

TEST_F(ReadBacks, AreOfValuesThatAThreadStoredItself) {
  const simt::MarkedPassage own = passage<float>("passes", {0, 0});
  EXPECT_GT(marked_, 4U);
  EXPECT_EQ(own.stored, marked_);
  EXPECT_EQ(own.read_back, marked_);
  const simt::MarkedPassage of_others = passage<float>("passes", {1, 0});
  EXPECT_EQ(of_others.stored, marked_);
  EXPECT_EQ(of_others.read_back, 0U);
}

TEST_F(ReadBacks, AreNotHiddenByOtherLoadsBesideThem) {
  EXPECT_EQ(passage<float>("passes", {1, 1}).read_back, marked_);
}

TEST_F(ReadBacks, CountOnce) {
  EXPECT_EQ(passage<float>("passes", {0, 2}).read_back, marked_);
  EXPECT_EQ(passage<float>("passes", {16, 2}).read_back, marked_) << "its own in every other round";
}

TEST_F(ReadBacks, AreNotLoadsBeforeAnyBarrier) { EXPECT_EQ(passage<float>("passes", {1, 3}).read_back, 0U); }

TEST_F(ReadBacks, AreNotOfWordsThatAnotherThreadStoredLast) {
  EXPECT_EQ(passage<float>("passes", {1, 4}).read_back, 0U);
}

TEST_F(ReadBacks, OfMatricesAreTheWordsOfTheLaneThatTakesThem) {
  EXPECT_EQ(passage<unsigned>("by_matrices", {0}).read_back, marked_);
  EXPECT_EQ(passage<unsigned>("by_matrices", {1}).read_back, 0U);
}

TEST_F(ReadBacks, AreNotCountedWhereNothingIsMarked) {
  const simt::MarkedPassage none = passage<float>("passes", {0, 0}, false);
  EXPECT_EQ(none.stored, 0U);
  EXPECT_EQ(none.read_back, 0U);
}

}  // namespace
