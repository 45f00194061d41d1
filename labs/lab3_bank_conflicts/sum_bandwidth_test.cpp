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
constexpr const char* kPlainName = "the plain sum";

// Weighs what traffic allows, by the counts of the SIMT machine.
void expect_bound(const Kernel& kernel) {
  Columns problem(Columns::many_tiles());
  const LaunchResult mine = problem.run(kernel);
  const bool is_right = problem.expect_right(mine);
  const LaunchResult plain = problem.run(kPlain);
  lab::show(mine, lab::bandwidth_bounds(mine.report, plain.report, problem.bytes()), kPlainName);
  if (!is_right) return;
  const lab::Baseline baseline{kPlainName, plain, problem.bytes()};
  const lab::Weigh weigh = [&](const LaunchResult& run) {
    return lab::expect_bandwidth_bound(run, baseline, lab::kJudgedOn, kOverPlain);
  };
  if (weigh(mine)) problem.expect_through_tile(kernel, weigh);
}

void expect_measured(const Kernel& kernel) {
  Columns problem(Columns::timed_tiles(), lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kernel), lab::named(kPlainName, problem.timed(kPlain))},
                {{kernel.name, kPlainName, lab::Comparison::at_least, kOverPlain}}});
}

void expect_faster_than_plain(const Kernel& kernel) {
  lab::measured_or_counted([&] { expect_measured(kernel); }, [&] { expect_bound(kernel); });
}

TEST(Padded, MayReach2Point5TimesThePlainSum) { expect_faster_than_plain(kPadded); }
TEST(Swizzled, MayReach2Point5TimesThePlainSum) { expect_faster_than_plain(kSwizzled); }

}  // namespace
