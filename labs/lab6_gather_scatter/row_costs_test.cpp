// The checks of lab 6 that count what moving whole rows costs: gather_rows and gather_pages. Their launches
// must also be right.
#include <gtest/gtest.h>

#include <vector>

#include "lab/expectations.h"
#include "pages.h"
#include "rows.h"

namespace {

using gathers::Pages;
using gathers::RowKernel;
using gathers::Rows;
using gathers::RowShape;
using lab::LaunchResult;

using Weigh = bool (Rows::*)(const LaunchResult&) const;

// The first shape's launch is shown.
void expect_cost_of_rows(Weigh weigh) {
  bool is_first = true;
  for (const RowShape& shape : gathers::costly_shapes()) {
    Rows problem(shape, lab::checked("costs"));
    const LaunchResult run = problem.run();
    if (is_first) lab::show(run);
    is_first = false;
    if (!problem.expect_right(run) || !(problem.*weigh)(run)) return;
  }
}

TEST(GatherRows, TouchesTheSectorsOfItsIds) { expect_cost_of_rows(&Rows::expect_sectors); }
TEST(GatherRows, LoadsEachIdOnce) { expect_cost_of_rows(&Rows::expect_ids_once); }

TEST(GatherRows, MakesFullRequests) {
  expect_cost_of_rows(&Rows::expect_full_requests);
  if (lab::measuring() || HasFailure()) return;
  Rows problem(gathers::costly_shapes().front(), lab::checked("costs"));
  lab::show_against(problem.run(), problem.run(RowKernel::by_thread));
}

TEST(GatherPages, TouchesTheSectorsOfItsTokens) {
  Pages problem(gathers::costly_table(), lab::checked("costs"));
  const LaunchResult run = problem.run();
  lab::show(run);
  if (problem.expect_right(run)) problem.expect_sectors(run);
}

TEST(GatherPages, MakesFullRequests) {
  Pages problem(gathers::costly_table(), lab::checked("costs"));
  const LaunchResult run = problem.run();
  if (problem.expect_right(run)) problem.expect_full_requests(run);
}

}  // namespace
