// Surveys on the fake driver: what is noted, and what is left out.
#include "lab/survey.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "begin_again.h"
#include "kernels_fixture.h"
#include "lab/batch.h"

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
  std::vector<testing::TestPartResult> parts_of_survey(std::size_t bytes = 1) {
    return parts_of([&] {
      lab::survey([&](lab::Survey& survey) {
        survey.problem("1024", bytes, [&](const std::string& shape) {
          survey.time(shape, {timed("mine", From::student), timed("theirs", From::given)});
        });
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
      survey.time("1", {timed("mine", From::student), timed("theirs", From::given)});
      survey.time("2", {timed("mine", From::student)});
    });
  });
  EXPECT_EQ(names_read(), Names{"theirs"});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(
      contains(parts[0].message(),
               "mine, 1: the kernel `mine` is not defined\nmine, 2: the kernel `mine` is not defined"))
      << parts[0].message();
}

TEST_F(SurveyTest, AGivenKernelThatFailsIsARemark) {
  idle = "theirs";
  EXPECT_TRUE(parts_of_survey().empty());
  EXPECT_EQ(names_read(), Names{"mine"});
  EXPECT_TRUE(contains(remark(), "left out: theirs, 1024: a timed run gave a wrong result")) << remark();
}

TEST_F(SurveyTest, AProblemThatDoesNotFitIsLeftOut) {
  driver.free_bytes = 4000;
  const auto parts = parts_of_survey(3001);
  EXPECT_TRUE(names_read().empty());
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_TRUE(parts[0].skipped());
  EXPECT_TRUE(contains(parts[0].message(),
                       "not measured: left out: 1024: it does not fit into this GPU's free memory"));
  EXPECT_TRUE(parts_of_survey(3000).empty());
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

TEST(Batch, HoldsManySmallProblemsOrOneLargeOne) {
  const lab::Batch small(1000);  // a multiple of 64 is 1024
  EXPECT_EQ(small.count(), 67109U);
  EXPECT_EQ(small.floats(), 67109U * 1024);
  EXPECT_EQ(small.elements(), 67109U * 1000);
  std::vector<std::size_t> places;
  small.for_each([&](std::size_t at) { places.push_back(at); });
  EXPECT_EQ(places.size(), small.count());
  EXPECT_EQ(places[2], 2048U);
  EXPECT_EQ(small.text(), ", 67109 launches");
  const lab::Batch large(std::size_t{1} << 27);
  EXPECT_EQ(large.count(), 1U);
  EXPECT_EQ(large.text(), "");
}

}  // namespace
