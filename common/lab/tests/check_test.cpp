#include "lab/check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

#include "lab/expectations.h"
#include "lab/lane_rows.h"
#include "lab/values.h"

namespace {

using lab::Comparison;

TEST(Weighing, IsMetAsItsComparisonSays) {
  EXPECT_TRUE(lab::is_met({4, Comparison::at_most, 4, ""}));
  EXPECT_FALSE(lab::is_met({4.01, Comparison::at_most, 4, ""}));
  EXPECT_TRUE(lab::is_met({0.7, Comparison::at_least, 0.7, ""}));
  EXPECT_FALSE(lab::is_met({0.69, Comparison::at_least, 0.7, ""}));
  EXPECT_TRUE(lab::is_met({31, Comparison::exactly, 31, ""}));
  EXPECT_FALSE(lab::is_met({30, Comparison::exactly, 31, ""}));
}

TEST(Weighing, ANaNMeetsNothing) {
  for (const auto comparison : {Comparison::at_most, Comparison::at_least, Comparison::exactly}) {
    EXPECT_FALSE(lab::is_met({std::nan(""), comparison, 1, ""}));
    EXPECT_FALSE(lab::is_met({1, comparison, std::nan(""), ""}));
  }
}

TEST(WrongValues, AreCountedInWords) {
  EXPECT_EQ(lab::text_of({3, 97, "element"}), "3 of 97 elements are wrong; the first is");
  EXPECT_EQ(lab::text_of({97, 97, "field"}), "97 of 97 fields are wrong; the first is");
  EXPECT_EQ(lab::text_of({1, 97, "element"}), "1 of 97 elements is wrong; it is");
  EXPECT_EQ(lab::text_of({1, 1, "element"}), "the only element is wrong; it is");
  EXPECT_EQ(lab::text_of({2, 9, "prediction", "simplest"}), "2 of 9 predictions are wrong; the simplest is");
}

TEST(Coordinates, AreSaidToBeOf16BitsWhereTheFirstWrongOneIsTheFirstBeyond) {
  EXPECT_EQ(lab::where_type_ends(32768, 0),
            "\n  32768 is the first number that does not fit into short: is a row or column kept in one?");
  EXPECT_EQ(
      lab::where_type_ends(2, 65536),
      "\n  65536 is the first number that does not fit into unsigned short: is a row or column kept in one?");
  for (const std::size_t other : {0U, 32767U, 32769U, 65535U, 65537U})
    EXPECT_EQ(lab::where_type_ends(other, 0) + lab::where_type_ends(0, other), "");
}

TEST(AnIndex, IsSaidToBeOf20BitsOrAFloatWhereTheFirstWrongOneIsTheFirstBeyond) {
  EXPECT_EQ(lab::where_type_ends(1048576, "the index"),
            "\n  1048576 is the first number that does not fit into 20 bits: is the index cut to these?");
  EXPECT_EQ(lab::where_type_ends(lab::kPastFloat + 1, "the index"),
            "\n  16777217 is the first number that does not fit into float: is the index kept in one?");
  EXPECT_EQ(lab::where_type_ends(lab::kPastFloat + 100, "the index"),
            lab::where_type_ends(lab::kPastFloat + 1, "the index"));
  EXPECT_EQ(lab::where_type_ends(lab::kPastFloat - 1, "the index"), "");
  EXPECT_EQ(lab::where_type_ends(2, 3, 1048576), lab::where_type_ends(1048576, "the index"));
  EXPECT_EQ(lab::where_type_ends(32768, 0, 1048576), lab::where_type_ends(32768, 0));
}

TEST(Listed, EndsWithDotsWhereThereIsMore) {
  const auto text = [](int number) { return std::to_string(number); };
  EXPECT_EQ(lab::listed(std::vector<int>{0, 7, 9}, 3, text), "0, 7, 9");
  EXPECT_EQ(lab::listed(std::vector<int>{0, 7, 9, 12}, 3, text), "0, 7, 9, ...");
  EXPECT_EQ(lab::listed(std::vector<int>{}, 3, text), "");
}

TEST(LaneRows, AreOfEveryKind) {
  std::mt19937_64 random(1);
  int full = 0;
  int single = 0;
  int shared = 0;
  for (int i = 0; i < 1000; ++i) {
    const lab::LaneRow row = lab::random_lane_row(random);
    full += row.active == 0xFFFFFFFF ? 1 : 0;
    single += (row.active & (row.active - 1)) == 0 ? 1 : 0;
    shared += std::set<int>(row.numbers.begin(), row.numbers.end()).size() < row.numbers.size() ? 1 : 0;
    for (const int number : row.numbers) EXPECT_TRUE(number >= 0 && number < 4096) << number;
  }
  EXPECT_GT(full, 100);
  EXPECT_GT(single, 50);
  EXPECT_GT(shared, 200);
  EXPECT_LT(shared, 800);
}

TEST(CostTable, MarksWhatCostsMoreThanItMust) {
  lab::LaunchResult result;
  result.kernel = "k";
  result.shape = "8 x 8";
  simt::AccessCost load;
  load.where = {"k.cu", 12};
  load.width = 4;
  load.requests = 2;
  load.sectors = load.least_sectors = 8;
  simt::AccessCost shared;
  shared.where = {"k.cu", 14};
  shared.space = simt::Space::shared;
  shared.op = simt::Op::store;
  shared.width = 8;
  shared.requests = 4;
  shared.wavefronts = 10;
  shared.least_wavefronts = 8;
  shared.bank_conflicts = 2;
  simt::AccessCost local = load;
  local.where.line = 15;
  local.space = simt::Space::local;
  local.op = simt::Op::store;
  result.report.accesses = {load, shared, local};
  EXPECT_EQ(lab::cost_table(result),
            "k, 8 x 8\n"
            "  line  access              requests  per request\n"
            "    12  global load, 4 B           2  4 sectors\n"
            "!   14  shared store, 8 B          4  2.5 wavefronts (least 2), 0.5 bank conflicts\n"
            "    15  local store, 4 B           2  4 sectors\n");
}

TEST(CostTable, EndsWithTheBytesInFlight) {
  lab::LaunchResult result;
  result.kernel = "k";
  result.shape = "8 x 8";
  result.report.in_flight = {640, 100, 16, 2048};
  const std::string table = lab::cost_table(result);
  EXPECT_NE(table.find("\n  in flight: 6.4 bytes a thread on average, 16 at most\n"), std::string::npos)
      << table;
}

TEST(Chart, NeedsAValueForEachPlace) {
  lab::Chart chart;
  chart.id = "curve";
  chart.x = {"1", "2"};
  chart.series = {{"yours", lab::SeriesRole::student, {1.0, 0.5}}};
  lab::plot(chart);
  EXPECT_EQ(lab::CheckRecord::current().charts.back().series[0].values[1], 0.5);
  chart.series[0].values.pop_back();
  EXPECT_THROW(lab::plot(chart), std::invalid_argument);
}

TEST(HardwarePatterns, AreThoseOfOneWidth) {
  const auto rows = lab::hardware_patterns(simt::Space::shared, simt::Op::load, 4);
  EXPECT_GT(rows.size(), 50U);
  for (const auto& row : rows) EXPECT_EQ(row.width, 4);
}

}  // namespace
