// What the bank conflicts cost the column sums: their bandwidth beside that of the plain sum.
#include <gtest/gtest.h>

#include "columns.h"
#include "lab/expectations.h"
#include "lab/measure.h"

namespace {

using columns::Columns;
using columns::Kernel;
using columns::kPadded;
using columns::kPlain;
using columns::kSwizzled;
using lab::LaunchResult;

// 4.2 and 4.3 were measured on an H200 (docs/measurements/h200/README.md). A 4-way conflict left in would
// fail.
constexpr double kOverPlain = 2.5;
constexpr double kModelledOverPlain = 2.0;
constexpr const char* kPlainName = "the plain sum";

bool is_fast_enough(const Kernel& kernel) {
  const lab::PredictedLaunches predicted;
  Columns problem(Columns::modelled_tiles());
  const LaunchResult mine = problem.run(kernel);
  const bool is_right = problem.expect_right(mine);
  const lab::Baseline plain(kPlainName, problem.run(kPlain));
  lab::show(mine, plain);
  return is_right && lab::expect_modelled_ratio(mine, plain, kModelledOverPlain);
}

// Compares the times that the model predicts. That the elements pass through the tile shows in launches on a few tiles.
void expect_modelled(const Kernel& kernel) {
  if (!is_fast_enough(kernel)) return;
  const lab::Weigh any = [](const LaunchResult& /*run*/) { return true; };
  Columns(Columns::many_tiles()).expect_through_tile(kernel, any);
}

void expect_measured(const Kernel& kernel) {
  Columns problem(Columns::timed_tiles(), lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kernel), lab::named(kPlainName, problem.timed(kPlain))},
                {{kernel.name, kPlainName, lab::Comparison::at_least, kOverPlain}}});
}

void expect_faster_than_plain(const Kernel& kernel) {
  lab::measured_or_modelled([&] { expect_measured(kernel); }, [&] { expect_modelled(kernel); });
}

TEST(Padded, MayReach2Point5TimesThePlainSum) { expect_faster_than_plain(kPadded); }
TEST(Swizzled, MayReach2Point5TimesThePlainSum) { expect_faster_than_plain(kSwizzled); }

}  // namespace
