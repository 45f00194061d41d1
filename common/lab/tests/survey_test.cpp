// Surveys on the fake driver: what is noted, and what is left out.
#include "lab/survey.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "kernels_fixture.h"
#include "program.h"

namespace {

std::string begun_again_without;

}  // namespace

namespace lab {

void begin_again(const std::string& fatal_launches) { begun_again_without = fatal_launches; }

}  // namespace lab

namespace {

using lab::From;

class SurveyTest : public KernelsTest {
 protected:
  // A survey of `mine` and `theirs`, and what it adds to its test.
  std::vector<testing::TestPartResult> parts_of_survey() {
    return parts_of([&] {
      lab::survey([&](lab::Survey& survey) {
        survey.time(problem, {timed("mine", From::student), timed("theirs", From::given)});
      });
    });
  }

  std::vector<std::string> names_read() {
    std::vector<std::string> names;
    for (const lab::Reading& reading : lab::CheckRecord::current().readings) names.push_back(reading.name);
    return names;
  }

  const std::string& remark() { return lab::CheckRecord::current().remark; }
};

using Names = std::vector<std::string>;

TEST_F(SurveyTest, NotesEveryKernelAndAsksForNothing) {
  plan(1, 2, 0.5F);
  EXPECT_TRUE(parts_of_survey().empty());
  EXPECT_EQ(names_read(), (Names{"mine", "theirs"}));
  const lab::CheckRecord& record = lab::CheckRecord::current();
  EXPECT_EQ(record.readings[0].shape, "1024");
  EXPECT_GT(record.readings[0].middle.spread(), lab::kSteadySpread) << "scatter is told, not judged";
  EXPECT_EQ(record.evidence, lab::Evidence::measured);
  EXPECT_TRUE(record.weighings.empty());
  EXPECT_EQ(remark(), "");
}

TEST_F(SurveyTest, AStudentsWrongKernelFailsItAndTheOthersStay) {
  const std::string source = scratch::file("survey.cu");
  std::ofstream(source) << "\nextern \"C\" __global__ void mine(const float*, float*);\n";
  lab::SessionOptions options = on_cuda();
  options.source = source;
  const lab::Session with_source(options);
  idle = "mine";
  const auto parts = parts_of_survey();
  EXPECT_EQ(names_read(), Names{"theirs"});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].nonfatally_failed());
  EXPECT_TRUE(contains(parts[0].message(), "mine, 1024: a timed run gave a wrong result: 7 of 1024 words"));
  EXPECT_EQ(parts[0].line_number(), 2);
}

TEST_F(SurveyTest, EveryMistakeIsToldInOneMessage) {
  driver.undefined = {"mine"};
  const auto parts = parts_of([&] {
    lab::survey([&](lab::Survey& survey) {
      survey.time(problem, {timed("mine", From::student), timed("theirs", From::given)});
      survey.time(problem, {timed("mine", From::student)});
    });
  });
  EXPECT_EQ(names_read(), Names{"theirs"});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(
      contains(parts[0].message(),
               "mine, 1024: the kernel `mine` is not defined\nmine, 1024: the kernel `mine` is not defined"))
      << parts[0].message();
}

TEST_F(SurveyTest, AGivenKernelThatFailsIsARemark) {
  idle = "theirs";
  EXPECT_TRUE(parts_of_survey().empty());
  EXPECT_EQ(names_read(), Names{"mine"});
  EXPECT_TRUE(contains(remark(), "left out: theirs, 1024: a timed run gave a wrong result")) << remark();
}

TEST_F(SurveyTest, AProblemThatDoesNotFitIsLeftOut) {
  ASSERT_EQ(problem.gpu_bytes(), 3 * kElements * sizeof(float)) << "two arrays and the right answer of one";
  driver.free_bytes = 16380;  // three quarters of it are 12285
  const auto parts = parts_of_survey();
  EXPECT_TRUE(names_read().empty());
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].skipped());
  EXPECT_TRUE(contains(parts[0].message(),
                       "not measured: left out: 1024: it does not fit into this GPU's free memory"));
  driver.free_bytes = 16384;
  EXPECT_TRUE(parts_of_survey().empty());
}

TEST_F(SurveyTest, AFaultTakesTheGpuAndIsToldOnce) {
  driver.results["EventQuery"] = 716;
  const auto parts = parts_of_survey();
  EXPECT_TRUE(names_read().empty());
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].nonfatally_failed());
  EXPECT_TRUE(contains(parts[0].message(), "mine, 1024: a misaligned memory access")) << parts[0].message();
  EXPECT_TRUE(contains(remark(), "left out: 1024: ")) << remark();
}

TEST_F(SurveyTest, AfterAFaultTheProgramBeginsAgainWithoutThatLaunch) {
  driver.results["EventQuery"] = 716;
  parts_of_survey();
  ASSERT_TRUE(contains(begun_again_without, "mine, 1024"));
  setenv(lab::kFatalLaunches, begun_again_without.c_str(), 1);
  driver.results.clear();
  lab::CheckRecord::current() = {};
  const lab::Session afresh(on_cuda());
  const auto parts = parts_of_survey();
  unsetenv(lab::kFatalLaunches);
  EXPECT_EQ(names_read(), Names{"theirs"});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(contains(parts[0].message(), "mine, 1024: a misaligned memory access")) << parts[0].message();
}

TEST(FatalLaunches, AddUp) {
  setenv(lab::kFatalLaunches, lab::with({"mine, 1", "for\none reason"}).c_str(), 1);
  setenv(lab::kFatalLaunches, lab::with({"mine, 2", "for another"}).c_str(), 1);
  const std::vector<lab::FatalLaunch> launches = lab::fatal_launches();
  unsetenv(lab::kFatalLaunches);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].what, "mine, 1");
  EXPECT_EQ(launches[0].why, "for\none reason");
  EXPECT_EQ(launches[1].what, "mine, 2");
  EXPECT_TRUE(lab::fatal_launches().empty());
}

// The GPU says 1 kHz and 8 bits: 2000 bytes a second, and no L2.
TEST_F(SurveyTest, ATimeBelowTheFloorIsLeftOut) {
  driver.attributes[36] = 1;
  driver.attributes[37] = 8;
  driver.attributes[38] = 0;
  const lab::Session slow(on_cuda());
  const auto parts = parts_of_survey();
  EXPECT_TRUE(names_read().empty());
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(contains(parts[0].message(), "mine, 1024: a run of mine took ")) << parts[0].message();
}

TEST(SurveyWithoutAGpu, IsSkipped) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    lab::survey([](lab::Survey&) { FAIL() << "there is nothing to measure on"; });
  }
  ASSERT_EQ(results.size(), 1);
  EXPECT_TRUE(results.GetTestPartResult(0).skipped());
}

// The test does what `lab4_survey --machine cuda --once` does.
TEST_F(SurveyTest, OnceIsOneLaunchOfEachKernel) {
  const lab::Once once([&] {
    CopyProblem checked(lab::checked("once"));
    for (const char* const kernel : {"mine", "theirs"}) {
      const lab::LaunchResult run = checked.run(checked.call(kernel, From::student));
      lab::tell_once(run, checked.out.holds(0, checked.in.values()[0]));
    }
  });
  idle = "theirs";
  testing::internal::CaptureStdout();
  lab::launches_once()();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "mine, 1024: right\ntheirs, 1024: WRONG\n");
  EXPECT_EQ(count("LaunchKernel mine"), 1U);
  EXPECT_EQ(count("LaunchKernel theirs"), 1U);
  for (const std::string& call : driver.calls) {
    EXPECT_EQ(call.find("measuring_"), std::string::npos)
        << "a profiler sees the lab's kernels alone: " << call;
  }
  lab::launches_once() = nullptr;
}

}  // namespace
