#include "fault_agreement.h"

#include "text_file.h"

using agreement::Case;
using agreement::Compared;
using agreement::Record;
using agreement::Verdict;
using agreement_test::TextFile;

namespace {

Case race_case() {
  Case c;
  c.name = "no_barrier";
  c.group = "racecheck";
  c.note = "race";
  return c;
}

simt::LaunchReport race_in_lines(unsigned line, unsigned other) {
  simt::LaunchReport report;
  simt::Fault fault;
  fault.kind = simt::FaultKind::race;
  fault.where = {"/somewhere/faults.cu", line};
  fault.other = {"/somewhere/faults.cu", other};
  report.faults.push_back(fault);
  return report;
}

Record recorded(const std::string& row) {
  const TextFile file("case,tool,outcome,said,places,errors\n" + row + "\n");
  return agreement::read_record(file.path());
}

std::vector<Verdict> verdicts(const std::vector<Compared>& compared) {
  std::vector<Verdict> all;
  all.reserve(compared.size());
  for (const Compared& one : compared) all.push_back(one.verdict);
  return all;
}

TEST(FaultAgreement, OneOfTheToolsPlacesMustBeTheMachines) {
  const Record record =
      recorded("no_barrier,racecheck,found,\"a race, it said\",faults.cu:72 faults.cu:73,4");
  EXPECT_EQ(verdicts(agreement::compare_fault(race_case(), race_in_lines(73, 72), record)),
            (std::vector<Verdict>{Verdict::equal, Verdict::equal}));
  EXPECT_EQ(verdicts(agreement::compare_fault(race_case(), race_in_lines(80, 72), record)),
            (std::vector<Verdict>{Verdict::equal, Verdict::equal}));
  EXPECT_EQ(verdicts(agreement::compare_fault(race_case(), race_in_lines(80, 81), record)),
            (std::vector<Verdict>{Verdict::equal, Verdict::differs}));
}

TEST(FaultAgreement, AMachineThatFindsNothingOrAnotherFaultDiffers) {
  const Record record = recorded("no_barrier,racecheck,found,a race,faults.cu:72,1");
  const auto nothing = agreement::compare_fault(race_case(), {}, record);
  EXPECT_EQ(verdicts(nothing), (std::vector<Verdict>{Verdict::differs, Verdict::differs}));
  EXPECT_EQ(nothing[0].machine, "nothing");
  EXPECT_EQ(nothing[1].hardware, "faults.cu:72");
  Case barrier = race_case();
  barrier.note = "divergent barrier";
  const auto other = agreement::compare_fault(barrier, race_in_lines(73, 72), record);
  EXPECT_EQ(other[0].verdict, Verdict::differs);
  EXPECT_EQ(other[0].hardware, "divergent_barrier");
}

TEST(FaultAgreement, WhatIsNoFaultMustNotBeOne) {
  const Record record = recorded("no_barrier,racecheck,nothing,,,0");
  Case harmless = race_case();
  harmless.note = "nothing";
  EXPECT_EQ(agreement::compare_fault(harmless, {}, record)[0].verdict, Verdict::equal);
  EXPECT_EQ(agreement::compare_fault(harmless, race_in_lines(73, 72), record)[0].verdict, Verdict::differs);
}

TEST(FaultAgreement, AToolThatNamesNoLineIsNotCompared) {
  const Record record = recorded("no_barrier,racecheck,nothing,,,0");
  const auto compared = agreement::compare_fault(race_case(), race_in_lines(73, 72), record);
  EXPECT_EQ(verdicts(compared), (std::vector<Verdict>{Verdict::equal, Verdict::not_compared}));
  EXPECT_EQ(compared[1].why, "the tool: nothing");
}

TEST(FaultAgreement, ARecordOfAnotherToolIsNone) {
  const Record record = recorded("no_barrier,memcheck,found,a race,faults.cu:72,1");
  EXPECT_EQ(verdicts(agreement::compare_fault(race_case(), race_in_lines(73, 72), record)),
            std::vector<Verdict>{Verdict::differs});
}

}  // namespace
