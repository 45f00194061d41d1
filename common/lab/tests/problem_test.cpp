// Problems: what a lab describes once, checked on both machines and timed on the fake driver.
#include "lab/problem.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <set>

#include "kernels_fixture.h"
#include "lab/drawn.h"
#include "lab/values.h"

namespace {

using lab::From;

class ProblemTest : public KernelsTest {};

// A kernel that adds 1 where the values lie.
class Increment : public lab::Problem {
 public:
  explicit Increment(const lab::Use& use) : Problem(use, "in place"), values(*this, "values", kElements) {}

  lab::Call call() const {
    return lab::Kernel<void(float*)>("increment", From::student).call({}, values.device());
  }
  lab::TimedKernel timed() {
    return contender(
        "increment", From::student, [this] { return call(); },
        [this] {
          return lab::add_scaled_call(values.device(), {kElements, 1, 1}, 0, 1);
        });
  }

  lab::InOut<float> values;
};

TEST_F(ProblemTest, AnInputHoldsDistinctValuesAndAnOutputNothing) {
  const CopyProblem checked(lab::checked("values"));
  const std::set<float> different(checked.in.values().begin(), checked.in.values().end());
  EXPECT_EQ(different.size(), kElements);
  EXPECT_EQ(checked.in[7], checked.in.values()[7]);
  EXPECT_FALSE(checked.out.is_written(7));
  EXPECT_EQ(CopyProblem(lab::checked("values")).in.values(), checked.in.values());
  EXPECT_NE(CopyProblem(lab::checked("other")).in.values(), checked.in.values());
}

// Whether the value needs the last bit of a float: no type with a shorter mantissa holds it.
bool needs_every_bit(float value) {
  std::uint32_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return (word & 1U) != 0;
}

TEST_F(ProblemTest, DistinctFloatsFitIntoNoShorterTypeAndNoFixedPoint) {
  constexpr std::size_t kMany = 100000;
  const std::vector<float> values = lab::distinct_floats(kMany, "values");
  std::size_t negative = 0;
  std::set<float> magnitudes;
  for (const float value : values) {
    EXPECT_TRUE(needs_every_bit(value)) << value;
    if (value < 0) ++negative;
    magnitudes.insert(std::abs(value));
  }
  EXPECT_EQ(magnitudes.size(), kMany);
  EXPECT_GT(negative, kMany / 3);
  EXPECT_LT(negative, kMany * 2 / 3);
  EXPECT_LT(*magnitudes.begin(), 1.0F / 128);
  EXPECT_GT(*magnitudes.rbegin(), 128);
}

TEST_F(ProblemTest, FloatsOfElevenBitsAreHalvesThatNeedAllOfThem) {
  constexpr std::uint32_t kBeyondHalf = 0x1FFF;
  for (const float value : lab::floats_of_mantissa(11, 1000, "halves")) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    EXPECT_EQ(word & kBeyondHalf, 0U) << value;
    EXPECT_NE(word & (kBeyondHalf + 1), 0U) << value;
    EXPECT_GE(std::abs(value), 0.125F);
    EXPECT_LT(std::abs(value), 16.0F);
  }
}

TEST_F(ProblemTest, AFactorIsNoPowerOfTwoAndAnotherOneForEachPurpose) {
  std::set<float> different;
  bool is_negative = false;
  bool is_positive = false;
  for (int i = 0; i < 100; ++i) {
    const float factor = lab::drawn_factor(std::to_string(i));
    different.insert(factor);
    EXPECT_TRUE(needs_every_bit(factor)) << factor;
    EXPECT_GT(std::abs(factor), 0.25F);
    EXPECT_LT(std::abs(factor), 4.0F);
    (factor < 0 ? is_negative : is_positive) = true;
  }
  EXPECT_EQ(different.size(), 100U);
  EXPECT_TRUE(is_negative && is_positive);
}

// An array of which only the end holds anything.
class EndOfProblem : public lab::Problem {
 public:
  static constexpr std::size_t kSize = std::size_t{1} << 20;
  static constexpr std::size_t kFirst = kSize - 10;

  EndOfProblem()
      : Problem(lab::checked("end"), "the end alone"),
        in(*this, "in", kSize, {}, kFirst),
        out(*this, "out", kSize, kFirst) {}

  lab::Input<float> in;
  lab::Output<float> out;
};

TEST_F(ProblemTest, AnArrayMayHoldItsEndAlone) {
  const EndOfProblem end;
  EXPECT_EQ(end.in.first(), EndOfProblem::kFirst);
  EXPECT_EQ(end.in.values().size(), 10U);
  EXPECT_EQ(end.in[EndOfProblem::kFirst + 3], end.in.value(EndOfProblem::kFirst + 3));
  EXPECT_TRUE(end.in.is_written(EndOfProblem::kFirst));
  EXPECT_FALSE(end.in.is_written(EndOfProblem::kFirst - 1)) << "a kernel that reads it has a fault";
  EXPECT_FALSE(end.out.is_written(EndOfProblem::kFirst));
}

TEST_F(ProblemTest, AnOutputIsForgottenBeforeTheNextRun) {
  CopyProblem checked(lab::checked("values"));
  checked.run(checked.call("mine", From::student));
  EXPECT_TRUE(checked.out.holds(3, checked.in.values()[3]));
  idle = "mine";
  checked.run(checked.call("mine", From::student));
  EXPECT_FALSE(checked.out.is_written(3)) << "what an earlier run left must not pass for this one's";
}

TEST_F(ProblemTest, BytesCountAnArrayThatIsChangedTwice) {
  EXPECT_EQ(Increment(lab::timed()).bytes(), 2 * kElements * sizeof(float));
}

TEST_F(ProblemTest, AContenderIsRightWhenItDoesWhatTheTrustedCallDoes) {
  const lab::TimedKernel mine = timed("mine", From::student);
  mine.prepare(5);
  mine.launch();
  EXPECT_EQ(mine.verify(5), "");
  mine.prepare(6);
  EXPECT_NE(mine.verify(6), "") << "it was not launched: the output is still poison";
  EXPECT_EQ(mine.bytes, 1e6);
}

TEST_F(ProblemTest, AKernelThatWritesToItsInputIsStillJudgedByTheTrueOne) {
  driver.kernel = [this](const std::string& name, void** arguments) {
    run(name, arguments);
    if (name != "mine") return;
    float* const in = *static_cast<float**>(arguments[0]);
    float* const out = *static_cast<float**>(arguments[1]);
    in[0] = out[0] = 1e9F;
  };
  const lab::TimedKernel mine = timed("mine", From::student);
  mine.prepare(5);
  mine.launch();
  EXPECT_NE(mine.verify(5), "");
}

TEST_F(ProblemTest, WhatChangesInPlaceIsComparedWithAFreshCopy) {
  bool adds = true;
  const auto add_one = [](void** arguments) {
    float* const values = *static_cast<float**>(arguments[0]);
    for (std::size_t i = 0; i < kElements; ++i) values[i] += 1;
  };
  driver.kernel = [&](const std::string& name, void** arguments) {
    run(name, arguments);
    if (name == "measuring_add_scaled" || (name == "increment" && adds)) add_one(arguments);
  };
  Increment increment(lab::timed());
  const lab::TimedKernel kernel = increment.timed();
  for (const bool right : {true, false}) {
    adds = right;
    kernel.prepare(5);
    kernel.launch();
    EXPECT_EQ(kernel.verify(5).empty(), right);
  }
}

TEST_F(ProblemTest, SmallProblemsAreTimedSeveralAtATime) {
  constexpr std::size_t kSmall = std::size_t{1} << 24;
  CopyProblem batched(lab::timed(), kSmall, 100);  // four of them; 100 floats take 512 bytes
  EXPECT_EQ(batched.text(), "1024, 4 launches");
  EXPECT_EQ(batched.gpu_bytes(), 3 * 4 * 512U);
  std::vector<float*> places;
  driver.kernel = [&](const std::string& name, void** arguments) {
    if (name == "mine") places.push_back(*static_cast<float**>(arguments[1]));
  };
  const lab::TimedKernel mine = batched.timed("mine", From::student);
  mine.prepare(1);
  mine.launch();
  session.gpu().wait();
  EXPECT_EQ(mine.bytes, 4e6);
  ASSERT_EQ(places.size(), 4U);
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_EQ(places[i] - places[i - 1], 128);
  EXPECT_EQ(CopyProblem(lab::timed(), std::size_t{1} << 26).text(), "1024") << "one is enough";
  EXPECT_EQ(CopyProblem(lab::checked("one"), kSmall).text(), "1024") << "a checked problem is single";
}

TEST_F(ProblemTest, ATolerantOutputIsComparedAsFloats) {
  problem.out.allow(1e-5F);
  const lab::TimedKernel mine = timed("mine", From::student);
  mine.prepare(5);
  mine.launch();
  mine.verify(5);
  EXPECT_EQ(count("LaunchKernel measuring_compare_floats"), 1U);
  EXPECT_EQ(count("LaunchKernel measuring_compare_words"), 0U);
}

TEST_F(ProblemTest, AnInputIsDrawnAsItsLabSays) {
  problem.in.draw_with(lab::ints_below(10));
  timed("mine", From::student).prepare(5);
  session.gpu().wait();
  EXPECT_EQ(count("LaunchKernel measuring_fill_ints"), 1U);
  EXPECT_EQ(count("LaunchKernel measuring_fill_floats"), 0U);
}

TEST_F(ProblemTest, ALibrarysWorkRunsInAQueueAlone) {
  CopyProblem checked(lab::checked("values"));
  const lab::Call copy = lab::memcpy_call(checked.out.device(), checked.in.device(), checked.in.bytes());
  EXPECT_TRUE(
      contains(thrown<simt::Error>([&] { checked.run(copy); }), "cudaMemcpy can only be measured on a GPU"));
  copy.enqueue();
  EXPECT_TRUE(checked.out.holds(9, checked.in.values()[9]));
}

lab::ExpectedCopies copies() {
  const auto named = [](const char* array) {
    return [array](std::size_t i) { return array + ("[" + std::to_string(i)) + "]"; };
  };
  return {[](std::size_t i) { return i; }, named("in"), named("out"), ", where it was"};
}

TEST_F(ProblemTest, CopiesAreRightBitForBit) {
  CopyProblem checked(lab::checked("values"));
  const lab::LaunchResult run = checked.run(checked.call("mine", From::student));
  EXPECT_TRUE(lab::expect_copies(run, checked.out, checked.in, copies()));
}

TEST_F(ProblemTest, AWrongCopyTellsWhatItHoldsInstead) {
  CopyProblem checked(lab::checked("values"));
  const auto message_when = [&](const std::function<void(const float*, float*)>& change) {
    driver.kernel = [&](const std::string& name, void** arguments) {
      this->run(name, arguments);
      if (name == "mine")
        change(*static_cast<const float**>(arguments[0]), *static_cast<float**>(arguments[1]));
    };
    const lab::LaunchResult run = checked.run(checked.call("mine", From::student));
    const auto parts = parts_of([&] { lab::expect_copies(run, checked.out, checked.in, copies()); });
    return parts.empty() ? std::string() : std::string(parts[0].message());
  };
  EXPECT_EQ(message_when([](const float*, float*) {}), "");
  EXPECT_TRUE(contains(
      message_when([](const float* in, float* out) { out[5] = in[6]; }),
      "mine, 1024: 1 of 1024 elements is wrong; it is out[5], which holds in[6]\n  it must hold in[5]"));
  EXPECT_TRUE(contains(
      message_when([](const float*, float* out) { out[5] = out[7] = -1; }),
      "2 of 1024 elements are wrong; the first is out[5], which holds a value that is nowhere in `in`"));
  idle = "mine";
  EXPECT_TRUE(contains(message_when([](const float*, float*) {}),
                       "1024 of 1024 elements are wrong; the first is out[0], which was never written"));
}

}  // namespace
