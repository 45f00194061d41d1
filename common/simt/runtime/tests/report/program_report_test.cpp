#include "report/program_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "records.h"
#include "report/code_places.h"

namespace {

using cudart::Ending;
using cudart::Recorded;
using cudart::ReportForm;
using cudart::ReportSettings;
using testing::HasSubstr;
using testing::Not;

Recorded recorded() {
  cudart::LaunchLog log;
  cudart::LaunchRecord record = launch(1, {access(3, "in", 32)});
  record.least_us = 2500;
  record.report.faults.push_back(fault(simt::FaultKind::race, 3));
  log.add(std::move(record));
  Recorded all;
  all.launches = 1;
  all.device = "NVIDIA H200";
  all.groups = log.groups();
  all.faults.push_back({"memory never freed", "`in` was never freed", "call cudaFree", nullptr, 2, {}});
  return all;
}

TEST(ProgramReport, SaysWhatEachLineCostAndEveryFault) {
  const std::string text = text_report(recorded(), ReportSettings{}, {Ending::How::exit, 0, 0});
  EXPECT_THAT(text, HasSubstr("1 kernel launch, 1 fault, 1 host fault."));
  EXPECT_THAT(text, HasSubstr("copy<4>(float* out)\n  1 launch, grid 1, block 32\n"
                              "  at least 2.5 ms on NVIDIA H200, by its traffic\n"));
  EXPECT_THAT(text, HasSubstr("k.cu:3  global load of in, 4 B  1 request  32 sectors each, least 4  "
                              "896 bytes wasted\n"));
  EXPECT_THAT(text, HasSubstr("FAULT race: `in[64]` is wrong\n"));
  EXPECT_THAT(text, HasSubstr("k.cu:3, block (0, 0, 0), thread (3, 0, 0), launch 1: copy<4>\n"));
  EXPECT_THAT(text, HasSubstr("work out the index\n"));
  EXPECT_THAT(text,
              HasSubstr("HOST FAULT memory never freed: `in` was never freed\n  2 times\n  call cudaFree\n"));
  EXPECT_THAT(text, Not(HasSubstr("ended by")));
}

TEST(ProgramReport, SaysWhatLibrariesComputedOnTheHost) {
  Recorded all = recorded();
  all.libraries.push_back({"cuBLAS", {{"cublasSaxpy", 1}, {"cublasSgemm", 1200}}});
  all.libraries.push_back({"cuRAND", {{"curandGenerateUniform", 1}}});
  const std::string text = text_report(all, ReportSettings{}, {Ending::How::exit, 0, 0});
  EXPECT_THAT(text, HasSubstr("cuBLAS computed 1,201 calls on the host (cublasSgemm 1,200, cublasSaxpy 1): "
                              "their results are right, their costs are not counted.\n"));
  EXPECT_THAT(text, HasSubstr("cuRAND computed 1 call on the host (curandGenerateUniform 1): its result is "
                              "right, its costs are not counted.\n"));
  all.libraries = {{"cuBLAS", {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}}}};
  EXPECT_THAT(text_report(all, ReportSettings{}, {Ending::How::exit, 0, 0}),
              HasSubstr("(f 6, e 5, d 4, c 3, and 2 other functions)"));
  const auto document = nlohmann::json::parse(json_report(all, ReportSettings{}, {Ending::How::exit, 0, 0}));
  EXPECT_EQ(document["libraries"].at(0)["library"], "cuBLAS");
  EXPECT_EQ(document["libraries"].at(0)["calls"], 21);
  EXPECT_EQ(document["libraries"].at(0)["functions"].at(1),
            (nlohmann::json{{"function", "b"}, {"calls", 2}}));
}

TEST(ProgramReport, SaysThatACopyPastL1TakesNoWavefronts) {
  simt::AccessCost copy = access(3, "", 0, simt::Op::store);
  copy.space = simt::Space::shared;
  copy.asynchronous = true;
  copy.least_sectors = 0;
  copy.width = 16;
  cudart::LaunchLog log;
  log.add(launch(1, {copy}));
  Recorded all;
  all.launches = 1;
  all.groups = log.groups();
  EXPECT_THAT(text_report(all, ReportSettings{}, {Ending::How::exit, 0, 0}),
              HasSubstr("k.cu:3  asynchronous copy, shared store, 16 B  1 request  no wavefronts: "
                        "the copy bypasses L1\n"));
}

TEST(ProgramReport, SaysHowTheProgramEnded) {
  Recorded all = recorded();
  all.running = cudart::RunningLaunch{"spin", {{8, 2, 1}, {64, 1, 1}}, 2};
  const std::string text = text_report(all, ReportSettings{}, {Ending::How::signal, SIGINT, 0});
  EXPECT_THAT(text, HasSubstr("The program was ended by SIGINT.\n"));
  EXPECT_THAT(text, HasSubstr("Launch 2 had not ended: spin, grid 8 x 2, block 64.\n"));
}

TEST(ProgramReport, SaysThatNothingWasLaunched) {
  const std::string text = text_report({}, ReportSettings{}, {Ending::How::exit, 0, 0});
  EXPECT_THAT(text, HasSubstr("SIMT machine: no kernel was launched, no fault found."));
}

TEST(ProgramReport, IsJson) {
  Recorded all = recorded();
  all.groups[0].kernel = "\xff";  // no UTF-8
  const nlohmann::json document =
      nlohmann::json::parse(json_report(all, ReportSettings{}, {Ending::How::signal, SIGSEGV, 0}));
  EXPECT_EQ(document["format"], 1);
  EXPECT_EQ(document["ended"], "signal");
  EXPECT_EQ(document["signal"], "SIGSEGV");
  EXPECT_EQ(document["launched"], 1);
  const nlohmann::json& group = document["launches"].at(0);
  EXPECT_EQ(group["accesses"].at(0)["sectors"], 32);
  EXPECT_EQ(group["totals"].at(0)["bytes_asked"], 128);
  EXPECT_EQ(group["faults"].at(0)["advice"], "work out the index");
  EXPECT_EQ(document["host_faults"].at(0)["count"], 2);
}

TEST(ReportSettings, AreReadFromTheEnvironment) {
  setenv("SIMT_REPORT", "json", 1);
  setenv("SIMT_REPORT_FILE", "report.json", 1);
  setenv("SIMT_REPORT_KERNEL", "copy", 1);
  setenv("SIMT_REPORT_LAUNCH", "12", 1);
  setenv("SIMT_COUNT", "0", 1);
  setenv("SIMT_RACES", "0", 1);
  const ReportSettings settings = cudart::read_settings();
  EXPECT_EQ(settings.form, ReportForm::json);
  EXPECT_EQ(settings.file.front(), '/');
  EXPECT_EQ(settings.kernel, "copy");
  EXPECT_EQ(settings.launch, 12U);
  EXPECT_FALSE(settings.counts);
  EXPECT_FALSE(settings.looks_for_races);
  for (const char* name : {"SIMT_REPORT", "SIMT_REPORT_FILE", "SIMT_REPORT_KERNEL", "SIMT_REPORT_LAUNCH",
                           "SIMT_COUNT", "SIMT_RACES"})
    unsetenv(name);
}

TEST(ReportSettings, RefuseToFailOnWhatIsNotLookedFor) {
  const auto read = [](const char* name, const char* value) {
    setenv("SIMT_RACES", "0", 1);
    setenv(name, value, 1);
    cudart::read_settings();
    std::_Exit(0);
  };
  const auto exits = [](int status) { return testing::ExitedWithCode(status); };
  EXPECT_EXIT(read("SIMT_FAIL_ON", "host,race"), exits(2),
              "SIMT_FAIL_ON=race asks for what SIMT_RACES=0 leaves out");
  EXPECT_EXIT(read("SIMT_FAIL_ON", "uninitialised-read"), exits(2), "SIMT_FAIL_ON=uninitialised-read");
  EXPECT_EXIT(read("SIMT_EXPECT_WRITTEN", "out"), exits(2), "SIMT_EXPECT_WRITTEN asks for");
  EXPECT_EXIT(read("SIMT_FAIL_ON", "faults,out-of-bounds"), exits(0), "");
}

TEST(ReportSettings, NameAValueThatMeansNothing) {
  setenv("SIMT_REPORT", "xml", 1);
  setenv("SIMT_REPORT_LAUNCH", "-1", 1);
  testing::internal::CaptureStderr();
  const ReportSettings settings = cudart::read_settings();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(settings.form, ReportForm::text);
  EXPECT_EQ(settings.launch, 0U);
  EXPECT_THAT(said, HasSubstr("SIMT_REPORT=xml is not understood: it can be text, json, github or none"));
  EXPECT_THAT(said, HasSubstr("SIMT_REPORT_LAUNCH=-1"));
  unsetenv("SIMT_REPORT");
  unsetenv("SIMT_REPORT_LAUNCH");
}

TEST(ReportSettings, KnowAKernelByAnyOfItsNames) {
  for (const char* asked : {"lib::scale<lib::Pair, 4>", "lib::scale", "scale<lib::Pair, 4>", "scale"})
    EXPECT_TRUE(cudart::is_called("lib::scale<lib::Pair, 4>", asked)) << asked;
  for (const char* asked : {"Pair", "scale<lib::Pair>", "cale", "lib"})
    EXPECT_FALSE(cudart::is_called("lib::scale<lib::Pair, 4>", asked)) << asked;
}

[[gnu::noinline]] const void* address_behind_this_call() { return __builtin_return_address(0); }

TEST(CodePlaces, AreThoseOfTheCalls) {
  const unsigned line = __LINE__ + 1;
  const void* const address = address_behind_this_call();
  const cudart::CodePlace place = cudart::places_of({address, nullptr}).at(address);
  EXPECT_THAT(place.source.file, HasSubstr("program_report_test.cpp"));
  EXPECT_EQ(place.source.line, line);
  EXPECT_THAT(place.function, HasSubstr("CodePlaces"));
}

}  // namespace
