// The comparison itself, on records that are written here: what is equal passes, and everything else does
// not.
#include "kernel_agreement.h"

#include <sstream>

#include "agreement_table.h"
#include "text_file.h"

using agreement::Case;
using agreement::Compared;
using agreement::Exceptions;
using agreement::Record;
using agreement::Verdict;
using agreement_test::message_of;
using agreement_test::TextFile;

namespace {

constexpr const char* kColumns =
    "case,launch,global_load_requests,global_load_sectors,global_store_requests,global_store_sectors,"
    "global_reduction_requests,global_reduction_sectors,global_atomic_requests,global_atomic_sectors,"
    "shared_load_wavefronts,shared_load_conflicts,shared_store_wavefronts,shared_store_conflicts\n";

// A warp that reads 32 floats two words apart (README.md, the counting rules: 8 sectors) and reads a column
// of an unpadded tile (32 wavefronts, 31 of them conflicts).
simt::LaunchReport strided_column() {
  simt::LaunchReport report;
  simt::AccessCost load;
  load.space = simt::Space::global;
  load.requests = 1;
  load.sectors = 8;
  simt::AccessCost column;
  column.space = simt::Space::shared;
  column.requests = 1;
  column.wavefronts = 32;
  column.bank_conflicts = 31;
  report.accesses = {load, column};
  return report;
}

Case one_warp() {
  Case c;
  c.name = "column";
  c.group = "tiles";
  c.block = {32, 1, 1};
  return c;
}

Case many_warps() {
  Case c = one_warp();
  c.block = {256, 1, 1};
  return c;
}

Record record_of(const std::vector<std::string>& rows) {
  std::string text = std::string("# made by a test\n") + kColumns;
  for (const std::string& row : rows) text += row + "\n";
  const TextFile file(text);
  return agreement::read_record(file.path());
}

std::vector<Compared> compare(const Case& c, const std::vector<std::string>& rows) {
  return agreement::compare_kernel(c, strided_column(), record_of(rows));
}

std::string words(const std::vector<Compared>& compared) {
  std::string text;
  for (const Compared& one : compared) {
    const char* const verdict = one.verdict == Verdict::equal          ? "="
                                : one.verdict == Verdict::explained    ? "~"
                                : one.verdict == Verdict::not_compared ? "?"
                                                                       : "!";
    text += one.metric + ' ' + one.hardware + verdict + one.machine + '\n';
  }
  return text;
}

TEST(KernelAgreement, EqualCountsAreEqualAndZeroesAreLeftOut) {
  EXPECT_EQ(words(compare(one_warp(),
                          {"column,1,1,8,0,0,0,0,0,0,32,31,0,0", "column,2,1,8,0,0,0,0,0,0,32,31,0,0"})),
            "global_load_requests 1=1\nglobal_load_sectors 8=8\n"
            "shared_load_wavefronts 32=32\nshared_load_conflicts 31=31\n");
}

TEST(KernelAgreement, EveryQuantityIsHeldToTheRecord) {
  EXPECT_EQ(words(compare(one_warp(), {"column,1,2,9,3,4,5,6,70,80,33,30,7,8"})),
            "global_load_requests 2!1\nglobal_load_sectors 9!8\nglobal_store_requests 3!0\n"
            "global_store_sectors 4!0\nglobal_atomic_requests 75!0\nglobal_atomic_sectors 86!0\n"
            "shared_load_wavefronts 33!32\nshared_load_conflicts 30!31\n"
            "shared_store_wavefronts 7!0\nshared_store_conflicts 8!0\n");
}

TEST(KernelAgreement, ArbitrationIsAllowedBetweenWarpsOnly) {
  const std::vector<std::string> disturbed{"column,1,1,8,0,0,0,0,0,0,32,31,0,0",
                                           "column,2,1,8,0,0,0,0,0,0,34,33,0,0"};
  EXPECT_EQ(words(compare(many_warps(), disturbed)),
            "global_load_requests 1=1\nglobal_load_sectors 8=8\n"
            "shared_load_wavefronts 32/34?32\nshared_load_conflicts 31/33?31\n");
  EXPECT_EQ(words(compare(one_warp(), disturbed)),
            "global_load_requests 1=1\nglobal_load_sectors 8=8\n"
            "shared_load_wavefronts 32/34!32\nshared_load_conflicts 31/33!31\n");
}

TEST(KernelAgreement, SectorsThatVaryAreADifference) {
  const auto compared =
      compare(many_warps(), {"column,1,1,8,0,0,0,0,0,0,32,31,0,0", "column,2,1,9,0,0,0,0,0,0,32,31,0,0"});
  EXPECT_EQ(words(compared).substr(0, 51), "global_load_requests 1=1\nglobal_load_sectors 8/9!8\n");
}

TEST(KernelAgreement, AGridThatFillsTheGpuIsNotQuiet) {
  Case c = one_warp();
  c.grid = {132, 1, 1};
  EXPECT_TRUE(agreement::quiet(c));
  c.grid = {133, 1, 1};
  EXPECT_FALSE(agreement::quiet(c));
}

TEST(KernelAgreement, ACaseWithoutARecordAndAFaultAreDifferences) {
  Case unknown = one_warp();
  unknown.name = "unknown";
  EXPECT_EQ(words(compare(unknown, {"column,1,1,8,0,0,0,0,0,0,32,31,0,0"})), "all -!-\n");
  simt::LaunchReport faulted = strided_column();
  faulted.faults.emplace_back();
  faulted.faults.back().kind = simt::FaultKind::race;
  const Record record = record_of({"column,1,1,8,0,0,0,0,0,0,32,31,0,0"});
  EXPECT_EQ(words(agreement::compare_kernel(one_warp(), faulted, record)), "faults none!race\n");
}

TEST(KernelAgreement, ARecordedCaseNeedsACaseWhereItsFamilyIsRead) {
  const Record record = record_of({"column,1,1,8,0,0,0,0,0,0,32,31,0,0", "gone,1,1,8,0,0,0,0,0,0,32,31,0,0",
                                   "lab9/tile,1,1,8,0,0,0,0,0,0,32,31,0,0"});
  EXPECT_EQ(agreement::without_case(record, {one_warp()}), std::vector<std::string>{"gone"});
}

TEST(KernelAgreement, AnExceptionExplainsItsOwnValuesOnly) {
  auto compared = compare(one_warp(), {"column,1,1,9,0,0,0,0,0,0,32,31,0,0"});
  const TextFile file(
      "# case metric hardware machine why\n"
      "column global_load_sectors 9 8 nvcc loads one more\n"
      "column global_load_sectors 9 7 never so\n"
      "column shared_load_wavefronts 32 32 agrees by now\n");
  Exceptions exceptions(file.path());
  exceptions.explain(compared);
  EXPECT_EQ(words(compared).substr(0, 49), "global_load_requests 1=1\nglobal_load_sectors 9~8\n");
  EXPECT_EQ(compared[1].why, "nvcc loads one more");
  ASSERT_EQ(exceptions.stale().size(), 2U);
  EXPECT_EQ(exceptions.stale()[0], file.path() +
                                       ":3: column, global_load_sectors is not 9 against 7 any more: fix "
                                       "or remove the line");
  std::ostringstream summary;
  EXPECT_FALSE(agreement::print_summary(summary, compared, exceptions.stale()));
  EXPECT_TRUE(agreement::print_summary(summary, compared, {}));
}

TEST(KernelAgreement, AnExceptionHoldsTheValuesOfSeveralCompilers) {
  auto compared = compare(one_warp(), {"column,1,1,9,0,0,0,0,0,0,32,31,0,0"});
  const TextFile file("column global_load_sectors 9 16|8 LLVM merges less\n");
  Exceptions exceptions(file.path());
  exceptions.explain(compared);
  EXPECT_EQ(words(compared).substr(0, 55), "global_load_requests 1=1\nglobal_load_sectors 9~16 or 8\n");
  auto other = compare(one_warp(), {"column,1,1,9,0,0,0,0,0,0,32,31,0,0"});
  const TextFile others("column global_load_sectors 9 16|81 LLVM merges less\n");
  Exceptions of_others(others.path());
  of_others.explain(other);
  EXPECT_EQ(of_others.stale().size(), 1U);
}

TEST(KernelAgreement, AnExceptionNeedsItsReason) {
  const TextFile silent("column global_load_sectors 9 8\n");
  EXPECT_EQ(message_of<agreement::FileError>([&] { const Exceptions read(silent.path()); }),
            silent.path() + ":1: needs five things: case, metric, hardware's value, machine's value, why");
}

TEST(KernelAgreement, ARecordThatIsNoneSaysSo) {
  const TextFile short_row(std::string(kColumns) + "column,1,2\n");
  EXPECT_EQ(message_of<agreement::FileError>([&] { agreement::read_record(short_row.path()); }),
            short_row.path() + ":2: has 3 columns, needs 14");
  EXPECT_NE(message_of<agreement::FileError>([&] {
              compare(one_warp(), {"column,1,1,n/a,0,0,0,0,0,0,32,31,0,0"});
            }).find("holds `n/a`, which is no count"),
            std::string::npos);
}

TEST(KernelAgreement, ThePageShowsBothSidesWhereTheyDiffer) {
  auto compared = compare(one_warp(), {"column,1,1,9,0,0,0,0,0,0,32,31,0,0"});
  std::ostringstream page;
  agreement::print_markdown(page, {one_warp()}, compared, {"Date today"});
  EXPECT_NE(page.str().find("Date today\n\n## tiles\n"), std::string::npos) << page.str();
  EXPECT_NE(
      page.str().find(
          "| column | `` | 1 | 32 | 1 request, **9** against 8 sectors | 32 wavefronts, 31 conflicts |"),
      std::string::npos);
}

}  // namespace
