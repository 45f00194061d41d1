// Accesses that the compiler joins, as nvcc does, belong to the line of the first one and name the others.
#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(JoinedLines, "joined_lines");

TEST_F(JoinedLines, ALoadNamesTheLineThatItTakesIn) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 32);
  const auto run = kernel<const float*, float*>("two_loads");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  const auto load = cost(report, "// the first load", Space::global, Op::load);
  EXPECT_EQ(load.width, 8U);
  EXPECT_EQ(load.joined_lines, (std::vector<unsigned>{line_of("// the second load")}));
  EXPECT_TRUE(cost(report, "// stored alone", Space::global, Op::store).joined_lines.empty());
  EXPECT_EQ(report.accesses.size(), 2U);
}

TEST_F(JoinedLines, AStoreIsOfTheLineOfItsLowestAddress) {
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 64);
  const auto run = kernel<const float*, float*>("two_stores");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  const auto store = cost(report, "// the lower store", Space::global, Op::store);
  EXPECT_EQ(store.width, 8U);
  EXPECT_EQ(store.joined_lines, (std::vector<unsigned>{line_of("// the higher store")}));
}

TEST_F(JoinedLines, AllStoresOfALocalArrayKeepTheirLine) {
  auto* const in = buffer<int>("in", 256);
  auto* const which = buffer<int>("which", 32);
  auto* const out = buffer<int>("out", 32);
  const auto run = kernel<const int*, const int*, int*>("into_a_local_array");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, which, out); });
  EXPECT_EQ(cost(report, "// all of the array's stores", Space::local, Op::store).lanes, 64U);
  const unsigned last = line_of("// its load");
  for (const simt::AccessCost& access : report.accesses) {
    if (access.space == Space::local && access.op == Op::store) {
      EXPECT_NE(access.where.line, last);
    }
  }
}
