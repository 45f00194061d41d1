// What the recorder writes of the running test.
#include "lab/run_record.h"

#include <nlohmann/json.hpp>

#include "gpu_fixture.h"
#include "lab/check.h"

namespace {

using nlohmann::json;

class RunRecordTest : public GpuTest {
 public:
  ~RunRecordTest() override { std::remove(path.c_str()); }

 protected:
  // The record of a program whose only test is this one, which leaves behind what `body` does.
  template <class Body>
  json recorded(Body body) {
    const auto recorder = lab::make_run_recorder(path);
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    recorder->OnTestStart(test);
    body();
    recorder->OnTestEnd(test);
    return json::parse(std::ifstream(path)).at("checks").at(0);
  }

  std::string path = scratch::file("run_record.json");
};

TEST_F(RunRecordTest, HoldsWhatWasMeasured) {
  const lab::Session session(on_cuda());
  const json check = recorded([] {
    lab::note({"8192 x 8192", "the copy", "GB/s", {3700.5, 3699, 3702}, 21});
  });
  EXPECT_EQ(check.at("evidence"), "measured");
  EXPECT_EQ(check.at("readings"), json::parse(R"([{"shape": "8192 x 8192", "name": "the copy", "unit": "GB/s",
                                                   "value": 3700.5, "low": 3699.0, "high": 3702.0, "runs": 21}])"));
}

TEST_F(RunRecordTest, TellsTheNextFailuresOfACheckAndCountsThemAll) {
  std::vector<testing::TestPartResult> failed;
  for (int i = 1; i <= 11; ++i) {
    const std::string message = "Failed\nfault " + std::to_string(i);
    failed.emplace_back(testing::TestPartResult::kNonFatalFailure, "copy.cu", i, message.c_str());
  }
  const json found = lab::failures_to_json(failed);
  EXPECT_EQ(found.at("message"), "fault 1");
  EXPECT_EQ(found.at("line"), 1);
  EXPECT_EQ(found.at("failures"), 11);
  EXPECT_EQ(found.at("others").size(), 8U);
  EXPECT_EQ(found.at("others").at(0), json::parse(R"({"message": "fault 2", "file": "copy.cu", "line": 2})"));
  EXPECT_EQ(lab::failures_to_json({}), json::parse(R"({"message": "", "file": "", "line": 0, "failures": 0,
                                                       "others": []})"));
}

TEST_F(RunRecordTest, SaysWhatASurveyLeftOut) {
  const lab::Session session(on_cuda());
  const json check =
      recorded([] { lab::CheckRecord::current().remark = "left out: 16384 x 16384: too large"; });
  EXPECT_EQ(check.at("status"), "passed");
  EXPECT_EQ(check.at("reason"), "left out: 16384 x 16384: too large");
}

TEST_F(RunRecordTest, AGpuThatMeasuredNothingLeavesAnEmptyList) {
  const lab::Session session(on_cuda());
  EXPECT_EQ(recorded([] {}).at("readings"), json::array());
}

TEST_F(RunRecordTest, SaysNothingOfReadingsWithoutAGpu) {
  lab::SessionOptions options;
  options.lab = "lab9";
  options.module = MEASURING_MODULE;
  const lab::Session session(options);
  EXPECT_FALSE(recorded([] {}).contains("readings"));
}

TEST_F(RunRecordTest, HoldsTheRemarksOfALaunch) {
  const lab::Session session(on_cuda());
  lab::ShownLaunch shown;
  shown.run.kernel = "copy";
  shown.run.report.remarks = {{"44 threads returned before this barrier", {"copy.cu", 7}}};
  const json check = recorded([&] { lab::CheckRecord::current().shown.push_back(shown); });
  EXPECT_EQ(check.at("launches").at(0).at("remarks"),
            json::parse(
                R"([{"message": "44 threads returned before this barrier", "file": "copy.cu", "line": 7}])"));
}

TEST_F(RunRecordTest, HoldsTheBytesInFlightAndModelledTimes) {
  const lab::Session session(on_cuda());
  lab::ShownLaunch shown;
  shown.run.report.in_flight = {640, 100, 16, 2048};
  shown.modelled = {{"a device", 0.5, 12, 7, 0.12, "DRAM", "reads from L2", {{{"kernel.cu", 9}, 0.75}}}};
  shown.against = "the copy";
  const json check = recorded([&] { lab::CheckRecord::current().shown.push_back(shown); });
  const json& launch = check.at("launches").at(0);
  EXPECT_EQ(launch.at("in_flight"),
            json::parse(R"({"bytes": 640, "waits": 100, "most": 16, "resident_threads": 2048})"));
  EXPECT_EQ(launch.at("bounds_against"), "the copy");
  EXPECT_EQ(launch.at("modelled").at(0), json::parse(R"({"device": "a device", "ratio": 0.5, "us": 12.0,
      "against_us": 7.0, "error": 0.12, "limiter": "DRAM", "next_limiter": "reads from L2",
      "line_times": [{"file": "kernel.cu", "line": 9, "share": 0.75}]})"));
}

TEST_F(RunRecordTest, ACheckRestsOnTheEvidenceOfWhatItShows) {
  lab::SessionOptions options;
  options.lab = "lab9";
  options.module = MEASURING_MODULE;
  const lab::Session session(options);
  const auto evidence = [&](double counted, double modelled) {
    return recorded([=] {
             lab::weigh(counted, lab::Comparison::at_least, 1, "sectors");
             lab::weigh_modelled(modelled, lab::Comparison::at_least, 1, "times the copy");
           })
        .at("evidence");
  };
  EXPECT_EQ(evidence(2, 0.5), "modelled") << "it is not met";
  EXPECT_EQ(evidence(0.5, 2), "simulated");
  EXPECT_EQ(recorded([] { lab::weigh_modelled(2, lab::Comparison::at_least, 1, ""); }).at("evidence"),
            "modelled");
}

}  // namespace
