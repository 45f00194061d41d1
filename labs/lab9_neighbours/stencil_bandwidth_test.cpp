// What the walk is worth: its bandwidth beside that of the direct stencil and of the given one.
//
// The direct stencil is the student's own, which has to make its seven loads in whole rows. The given one is
// there so that nothing is gained by a slow direct stencil.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "lab/expectations.h"
#include "lab/measure.h"
#include "volume.h"

namespace {

using lab::Comparison;
using lab::LaunchResult;
using neighbours::kBricks;
using neighbours::kDirect;
using neighbours::kPlane;
using neighbours::kWalk;
using neighbours::Shape;
using neighbours::Stencil;
using neighbours::Volume;

// README.md, "How it is graded". The first lies between what a walk reached on an H100 (1.08 and 1.11) and a
// plane on an H200 (1.04): docs/measurements/h100/README.md, docs/measurements/h200/README.md.
constexpr double kOverDirect = 1.06;
constexpr double kOverBricks = 2.0;
constexpr double kModelledOverDirect = 1.2;
constexpr const char* kDirectName = "stencil_direct";
constexpr const char* kBricksName = "the given bricks";

// The timed size: 512 MiB an array, several times any GPU's L2.
constexpr Shape kTimed{512, 512, 512};

// GB/s on an H200, 512 x 512 x 512: docs/measurements/h200/README.md, "A stencil of seven points".
struct Charted {
  Stencil kernel;
  double measured_gb_per_s;
};

constexpr Charted kCharted[] = {{kBricks, 918}, {kDirect, 2295}, {kWalk, 2950}, {kPlane, 2397}};
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// Times the bricks' bandwidth by the model; a gap for a kernel that is not written yet or does not come to its
// end.
double times_bricks(const LaunchResult& run, const lab::Baseline& bricks) {
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return lab::judged_ratio(lab::modelled_ratios(run, bricks));
}

// `known`: the launches that were made already.
void plot_stencils(Volume& problem, const lab::Baseline& bricks, const std::vector<LaunchResult>& known) {
  const auto run_of = [&](const Stencil& kernel) {
    const auto made = std::find_if(known.begin(), known.end(),
                                   [&](const LaunchResult& one) { return one.kernel == kernel.name; });
    return made == known.end() ? problem.run(kernel) : *made;
  };
  lab::Series yours{"your kernels, modelled", lab::SeriesRole::student, {}};
  lab::Series given{"the given kernel, modelled", lab::SeriesRole::given, {}};
  lab::Series hardware{"such kernels on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> kernels;
  for (const Charted& charted : kCharted) {
    const bool is_given = charted.kernel.from == lab::From::given;
    const double times = times_bricks(run_of(charted.kernel), bricks);
    kernels.emplace_back(charted.kernel.name);
    yours.values.push_back(is_given ? kGap : times);
    given.values.push_back(is_given ? times : kGap);
    hardware.values.push_back(charted.measured_gb_per_s / kCharted[0].measured_gb_per_s);
  }
  lab::plot(
      {"stencils",
       "What the model predicts, and what an H200 does",
       lab::ChartKind::bars,
       "kernel",
       kernels,
       "bandwidth, times the bricks'",
       {yours, given, hardware},
       "docs/measurements/h200/README.md, 512 x 512 x 512; the modelled ones are of " + problem.text()});
}

// Compares the times that the model predicts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  Volume problem(neighbours::modelled_shape(), lab::checked("modelled"));
  const LaunchResult mine = problem.run(kWalk);
  const bool is_right = problem.expect_right(mine);
  const LaunchResult direct = problem.run(kDirect);
  const LaunchResult bricks = problem.run(kBricks);
  const lab::Baseline over_direct(kDirectName, direct);
  const lab::Baseline over_bricks(kBricksName, bricks);
  lab::show(mine, over_direct);
  plot_stencils(problem, over_bricks, {mine, direct, bricks});
  if (is_right && lab::expect_modelled_ratio(mine, over_direct, kModelledOverDirect))
    lab::expect_modelled_ratio(mine, over_bricks, kOverBricks);
}

// Measures what a GPU really reaches.
void expect_measured() {
  Volume problem(kTimed, lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kWalk), problem.timed(kDirect), problem.timed(kBricks, kBricksName)},
                {{kWalk.name, kDirectName, Comparison::at_least, kOverDirect},
                 {kWalk.name, kBricksName, Comparison::at_least, kOverBricks}}});
}

TEST(StencilWalk, IsFasterThanDirect) { lab::measured_or_modelled(expect_measured, expect_modelled); }

}  // namespace
