// What lab 3's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <vector>

#include "columns.h"
#include "detector.h"
#include "probe.h"

namespace {

using columns::Columns;

constexpr int kStrides[] = {0, 1, 2, 4, 8, 16, 32, LARGEST_STRIDE};
constexpr int kRounds = 1024;  // the fixed cost of a run is then little of a load's cycles

TEST(Survey, CyclesALoad) {
  lab::survey([](lab::Survey&) {
    std::vector<probe::Form> forms;
    for (const int stride : kStrides) forms.push_back({stride, kRounds});
    probe::sampled_cycles(forms);
  });
}

TEST(Survey, CyclesALoadOfABusySm) {
  lab::survey([](lab::Survey&) {
    std::vector<probe::Form> forms;
    for (const int stride : kStrides) forms.push_back({stride, kRounds});
    probe::sampled_busy_cycles(forms);
  });
}

TEST(Survey, ColumnSums) {
  lab::survey([](lab::Survey& survey) {
    Columns problem(Columns::timed_tiles(), lab::timed());
    survey.time(problem, {problem.timed(columns::kPlain), problem.timed(columns::kPadded),
                          problem.timed(columns::kSwizzled)});
  });
}

const lab::Once kOnce([] {
  for (const int stride : kStrides) {
    probe::Probe problem({stride, kRounds});
    const lab::LaunchResult run = problem.run();
    lab::tell_once(run, problem.expect_sums(run));
  }
  for (const int stride : kStrides) {
    probe::BusyProbe problem({stride, kRounds});
    const lab::LaunchResult run = problem.run();
    lab::tell_once(run, problem.expect_sums(run));
  }
  detector::Detector rows(detector::random_rows(128, "once", true));
  const lab::LaunchResult found = rows.run();
  lab::tell_once(found, rows.agreed() == rows.rows());
  Columns problem(1024);
  for (const columns::Kernel& kernel : {columns::kPlain, columns::kPadded, columns::kSwizzled}) {
    const lab::LaunchResult run = problem.run(kernel);
    lab::tell_once(run, problem.expect_sums(run));
  }
});

}  // namespace
