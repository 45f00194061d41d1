// What lab 3's kernels reach on a GPU: the tables of its subject.
#include <gtest/gtest.h>

#include <vector>

#include "bank_conflicts.h"
#include "lab/kernel.h"
#include "lab/survey.h"
#include "measured_probe.h"
#include "timed_columns.h"

namespace {

constexpr int kStrides[] = {0, 1, 2, 4, 8, 16, 32, LARGEST_STRIDE};
constexpr int kRounds = 1024;  // what is paid once a run is then little of a load's cycles

TEST(Survey, CyclesALoad) {
  lab::survey([](lab::Survey&) {
    const probe::ProbeKernel kernel("conflict_probe");
    std::vector<probe::Form> forms;
    for (const int stride : kStrides) forms.push_back({stride, kRounds});
    const auto cycles = probe::cycles_of_runs(kernel, forms);
    if (!cycles) return;
    for (std::size_t i = 0; i < forms.size(); ++i) probe::note_cycles(kernel, forms[i], cycles->at(i));
  });
}

TEST(Survey, ColumnSums) {
  lab::survey([](lab::Survey& survey) {
    columns::TimedColumns timed;
    survey.time(timed.shape(), {timed.sums("column_sum_plain", lab::From::given),
                                timed.sums("column_sum_padded", lab::From::student),
                                timed.sums("column_sum_swizzled", lab::From::student)});
  });
}

}  // namespace
