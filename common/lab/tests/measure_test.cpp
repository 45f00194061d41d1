// Measurements on the fake driver: verdicts from planned times, and the order of the work.
#include "lab/measure.h"

#include <chrono>
#include <thread>

#include "kernels_fixture.h"
#include "lab/cublas.h"

namespace {

using lab::Comparison;
using lab::Evidence;
using lab::From;
using lab::TimedKernel;

class MeasureTest : public KernelsTest {
 protected:
  auto measure(double required = 0.7) {
    return lab::measure({"1024",
                         {timed("mine", From::student), timed("theirs", From::given)},
                         {{"mine", "theirs", Comparison::at_least, required}}});
  }

  void expect_no_verdict(const std::string& reason) {
    const auto parts = parts_of([&] { EXPECT_FALSE(measure().has_value()); });
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_TRUE(parts[0].skipped());
    EXPECT_TRUE(contains(parts[0].message(), "not measured: ")) << parts[0].message();
    EXPECT_TRUE(contains(parts[0].message(), reason)) << parts[0].message();
  }
};

TEST_F(MeasureTest, WeighsTheMedianOfTheRatios) {
  plan(2, 1);
  const auto rates = measure(0.5);
  ASSERT_TRUE(rates.has_value());
  EXPECT_NEAR(rates->at(0).bytes_per_s.median, 1e6 / 2, 1e-3);
  const lab::CheckRecord& record = lab::CheckRecord::current();
  EXPECT_EQ(record.evidence, Evidence::measured);
  ASSERT_EQ(record.weighings.size(), 1U);
  EXPECT_NEAR(record.weighings[0].value, 0.5, 1e-6);
  EXPECT_EQ(record.weighings[0].unit, "times the bandwidth of theirs");
  EXPECT_EQ(record.measured[0].device, "Fake GPU");
  EXPECT_EQ(record.measured[0].runs, lab::kTimedRounds);
}

TEST_F(MeasureTest, EveryKernelLeavesAReading) {
  plan(2, 1);
  measure(0.5);
  const auto& readings = lab::CheckRecord::current().readings;
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].name, "mine");
  EXPECT_EQ(readings[0].shape, "1024");
  EXPECT_EQ(readings[0].unit, "GB/s");
  EXPECT_NEAR(readings[0].middle.median, 0.5e-3, 1e-9) << "a megabyte in two seconds";
  EXPECT_NEAR(readings[1].middle.median, 1e-3, 1e-9);
  EXPECT_EQ(readings[1].runs, lab::kTimedRounds);
}

TEST_F(MeasureTest, WithoutAVerdictThereIsNoReading) {
  plan(1, 1, 0.5F);
  plan(1, 1, 0.5F);
  expect_no_verdict("unstable");
  EXPECT_TRUE(lab::CheckRecord::current().readings.empty());
}

TEST_F(MeasureTest, ARatioThatIsMissedFailsWithBothSides) {
  plan(2, 1);
  EXPECT_NONFATAL_FAILURE(measure(0.7), "mine, 1024: measured on this Fake GPU, it comes to 0.50 times");
  EXPECT_EQ(lab::CheckRecord::current().evidence, Evidence::measured);
}

TEST_F(MeasureTest, AdviceOfTheLabTakesThePlaceOfTheKits) {
  const std::vector<TimedKernel> kernels{timed("mine", From::student), timed("theirs", From::given)};
  const auto message = [&](const std::string& advice) {
    plan(2, 1);
    const auto parts = parts_of([&] {
      lab::measure({"1024", kernels, {{"mine", "theirs", Comparison::at_least, 0.7, advice}}});
    });
    return parts.empty() ? std::string() : std::string(parts[0].message());
  };
  EXPECT_TRUE(contains(message(""), "`./course explain` shows")) << message("");
  EXPECT_TRUE(contains(message("load B sooner"), "runs\n  load B sooner")) << message("load B sooner");
  EXPECT_FALSE(contains(message("load B sooner"), "explain"));
}

TEST_F(MeasureTest, AFailureStandsWhereTheKernelIsDefined) {
  const std::string source = scratch::file("measure.cu");
  std::ofstream(source) << "// two of one kind\nextern \"C\" __global__ void mine(const float*, float*);\n";
  lab::SessionOptions options = on_cuda();
  options.source = source;
  const lab::Session with_source(options);
  TimedKernel kernel = timed("mine", From::student);
  kernel.name = "mine at stride 32";
  kernel.defined_as = "mine";
  const TimedKernel theirs = timed("theirs", From::given);
  plan(2, 1);
  const auto parts = parts_of([&] {
    lab::measure({"1024", {kernel, theirs}, {{kernel.name, "theirs", Comparison::at_least, 0.7}}});
  });
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].line_number(), 2);
  EXPECT_TRUE(contains(parts[0].message(), "mine at stride 32, 1024: ")) << parts[0].message();
}

TEST_F(MeasureTest, EveryRunIsPreparedSweptTimedAndVerified) {
  plan(1, 1);
  measure();
  EXPECT_EQ(count("LaunchKernel mine"), kRounds);
  constexpr std::size_t kRehearsals = lab::kWarmUpRounds;
  EXPECT_EQ(count("LaunchKernel measuring_sweep"), 2 * (kRounds + kRehearsals));
  EXPECT_EQ(count("LaunchKernel measuring_fill_floats"), 4 * kRounds + 2 * kRehearsals);
  EXPECT_EQ(count("LaunchKernel measuring_compare_words"), 2 * kRounds);
  const auto last = std::find(driver.calls.rbegin(), driver.calls.rend(), "LaunchKernel mine").base();
  const std::vector<std::string> around(last - 5, last + 2);
  EXPECT_EQ(around, (std::vector<std::string>{"LaunchKernel measuring_fill_floats", "MemsetD8Async",
                                              "LaunchKernel measuring_sweep", "EventRecord",
                                              "LaunchKernel mine", "EventRecord", "EventRecord"}))
      << "nothing but the kernel lies between the two events";
}

TEST_F(MeasureTest, AWrongOutputFailsAtOnce) {
  idle = "mine";
  EXPECT_NONFATAL_FAILURE(
      measure(),
      "mine, 1024: a timed run gave a wrong result: 7 of 1024 words are wrong; the first is out[3]");
  EXPECT_EQ(count("LaunchKernel mine"), 1U);
  EXPECT_EQ(lab::CheckRecord::current().evidence, Evidence::measured);
}

TEST_F(MeasureTest, ABaselineThatFailsIsNotTheStudentsFault) {
  idle = "theirs";
  expect_no_verdict("theirs itself failed");
}

TEST_F(MeasureTest, AFaultInATimedRunFailsTheCheck) {
  driver.results["EventQuery"] = 716;
  EXPECT_NONFATAL_FAILURE(measure(), "mine, 1024: a misaligned memory access");
}

TEST_F(MeasureTest, TimesThatScatterTwiceGiveNoVerdict) {
  plan(1, 1, 0.5F);
  plan(1, 1, 0.5F);
  expect_no_verdict("unstable");
  EXPECT_EQ(count("LaunchKernel mine"), 2 * kRounds);
}

TEST_F(MeasureTest, TimesThatScatterOnceAreTakenAgain) {
  plan(1, 1, 0.5F);
  plan(1, 1);
  EXPECT_TRUE(measure().has_value());
  EXPECT_EQ(count("LaunchKernel mine"), 2 * kRounds);
}

// A kernel that had reached the events' memory.
TEST_F(MeasureTest, TimesThatThisComputersClockDoesNotBearOutGiveNoVerdict) {
  plan(1e-5F, 1e-5F);
  const auto copy = driver.kernel;
  driver.kernel = [copy](const std::string& name, void** arguments) {
    if (name == "mine") std::this_thread::sleep_for(std::chrono::milliseconds(2));
    copy(name, arguments);
  };
  expect_no_verdict("a run of mine took 10.0 us by the GPU's clock, and ");
}

TEST_F(MeasureTest, AGpuWithoutEnoughMemoryGivesNoVerdict) {
  driver.results["MemAlloc"] = 2;
  expect_no_verdict("nvidia-smi");
  const auto parts = parts_of([] {
    lab::measured_check([] { const lab::GpuMemory large(lab::Session::current().gpu(), "large", 1); });
  });
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].skipped());
}

TEST_F(MeasureTest, WithoutCublasThereIsNoVerdict) {
  const auto parts = parts_of([] {
    lab::measured_check(
        [] { const lab::Cublas none(lab::Session::current().gpu(), "libno_such_cublas.so.1"); });
  });
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].skipped());
  EXPECT_TRUE(contains(parts[0].message(), "not measured: cuBLAS was not found")) << parts[0].message();
}

TEST_F(MeasureTest, AProblemShrinksUntilItFits) {
  driver.free_bytes = 4096;
  EXPECT_EQ(lab::that_fit(1024, 3), 1024U);
  EXPECT_EQ(lab::that_fit(1024, 4), 512U);
  EXPECT_EQ(lab::that_fit(1024, 4096), 1U);
}

TEST_F(MeasureTest, SamplesAreWeighedByTheirMedian) {
  const lab::Samples samples{"32-way", "mine", "times the cycles", {8, 8.1, 8.2}};
  EXPECT_TRUE(lab::weigh_samples(samples, Comparison::at_least, 4, "too fast"));
  EXPECT_EQ(lab::CheckRecord::current().weighings[0].value, 8.1);
  EXPECT_EQ(lab::CheckRecord::current().measured[0].runs, 3);
  EXPECT_EQ(lab::CheckRecord::current().readings[0].middle.median, 8.1);
}

TEST_F(MeasureTest, SamplesThatMissTheirRequirementFailWithTheLabsMessage) {
  const lab::Samples samples{"1-way", "mine", "times the cycles", {1, 1, 1}};
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(!lab::weigh_samples(samples, Comparison::at_least, 4, "too fast")),
                          "mine, on this Fake GPU: too fast");
}

TEST_F(MeasureTest, SamplesThatScatterGiveNoVerdict) {
  const lab::Samples samples{"32-way", "mine", "cycles", {4, 8, 12}};
  const auto parts =
      parts_of([&] { EXPECT_FALSE(lab::weigh_samples(samples, Comparison::at_least, 4, "too fast")); });
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].skipped());
  EXPECT_TRUE(contains(parts[0].message(), "6.00 to 10.00 cycles"));
  EXPECT_TRUE(lab::CheckRecord::current().readings.empty());
}

TEST_F(MeasureTest, FormsTakeTurnsAndTheFirstRoundsWarmUp) {
  std::vector<std::size_t> forms;
  const auto samples = lab::samples_in_turns(2, [&](std::size_t form) {
    forms.push_back(form);
    return std::optional<double>(static_cast<double>(forms.size()));
  });
  ASSERT_TRUE(samples.has_value());
  EXPECT_EQ(forms.size(), 2 * kRounds);
  EXPECT_EQ(forms[0], 0U);
  EXPECT_EQ(forms[1], 1U);
  EXPECT_EQ(samples->at(1).size(), static_cast<std::size_t>(lab::kTimedRounds));
  EXPECT_EQ(samples->at(1)[0], 2.0 * lab::kWarmUpRounds + 2);
  EXPECT_FALSE(lab::samples_in_turns(1, [](std::size_t) { return std::optional<double>(); }).has_value());
}

TEST_F(MeasureTest, SamplesCanBeNotedWithoutAVerdict) {
  lab::note_samples({"stride 2", "mine", "cycles a load", {4, 8, 12}});
  const lab::CheckRecord& record = lab::CheckRecord::current();
  EXPECT_TRUE(record.weighings.empty());
  EXPECT_EQ(record.evidence, Evidence::measured);
  ASSERT_EQ(record.readings.size(), 1U);
  EXPECT_EQ(record.readings[0].shape, "stride 2");
  EXPECT_EQ(record.readings[0].name, "mine");
  EXPECT_EQ(record.readings[0].unit, "cycles a load");
  EXPECT_EQ(record.readings[0].middle.low, 6);
  EXPECT_EQ(record.readings[0].middle.high, 10);
  EXPECT_EQ(record.readings[0].runs, 3);
}

// The GPU says 1 kHz and 8 bits: 2000 bytes a second, and no L2. A megabyte then needs minutes.
TEST_F(GpuTest, TimesBelowTheFloorAreNotTrusted) {
  driver.attributes[36] = 1;
  driver.attributes[37] = 8;
  driver.attributes[38] = 0;
  const lab::Session session(on_cuda());
  const auto nothing = [](std::uint64_t) {};
  const TimedKernel kernel{"mine",  From::student, 1e6,
                           nothing, [] {},         [](std::uint64_t) { return std::string(); }};
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    EXPECT_FALSE(lab::measure({"1", {kernel}, {{"mine", "mine", Comparison::at_least, 1}}}).has_value());
  }
  ASSERT_EQ(results.size(), 1);
  EXPECT_TRUE(contains(results.GetTestPartResult(0).message(), "is not to be trusted"));
}

}  // namespace
