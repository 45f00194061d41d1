// What lab 6's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "elements.h"
#include "pages.h"
#include "permutation.h"
#include "rows.h"
#include "sector_counts.h"

namespace {

using gathers::Elements;
using gathers::Inversion;
using gathers::Order;
using gathers::Pages;
using gathers::Permutation;
using gathers::RowKernel;
using gathers::Rows;

// 4 bytes a row to 4 KiB.
constexpr int kDims[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
constexpr int kLeastDim = 4;  // the smallest that gather_rows takes

constexpr int kTableBits[] = {21, 23, 25, 27};  // 8 to 512 MiB
constexpr int kPicked = 1 << 26;
constexpr int kPermutationBits[] = {21, 24, 27};

TEST(Survey, RowLengths) {
  lab::survey([](lab::Survey& survey) {
    for (const int dim : kDims) {
      Rows problem = Rows::timed_rows(dim);
      std::vector<lab::TimedKernel> kernels{problem.timed("gather_rows_by_floats", RowKernel::by_floats),
                                            problem.memcpy()};
      if (dim >= kLeastDim) {
        kernels.push_back(problem.timed("gather_rows"));
        kernels.push_back(problem.timed("gather_rows_by_thread", RowKernel::by_thread));
      }
      survey.time(problem, kernels);
    }
  });
}

TEST(Survey, Gathers) {
  lab::survey([](lab::Survey& survey) {
    for (const int bits : kTableBits) {
      for (const Order order : {Order::random, Order::sorted}) {
        Elements problem(bits, kPicked, order);
        survey.time(problem,
                    {problem.timed("gather"), problem.timed("gather_ldg"), problem.timed("gather_ldcg")});
      }
    }
  });
}

TEST(Survey, Permutations) {
  lab::survey([](lab::Survey& survey) {
    for (const int bits : kPermutationBits) {
      Permutation moves = Permutation::timed_of(bits);
      survey.time(moves, {moves.scatter("scatter"), moves.permute()});
      Inversion inversion = Inversion::timed_of(bits);
      survey.time(inversion, {inversion.timed()});
    }
  });
}

TEST(Survey, Pages) {
  lab::survey([](lab::Survey& survey) {
    Pages problem = Pages::timed_pages();
    survey.time(problem,
                {problem.timed("gather_pages"), problem.timed("gather_pages_by_halves"), problem.memcpy()});
  });
}

const lab::Once kOnce([] {
  constexpr int kElements = 1 << 16;
  gathers::SectorCounts counts(gathers::random_rows(1024, "once"));
  const lab::LaunchResult counted = counts.run();
  lab::tell_once(counted, counts.expect_counts(counted));
  for (const int dim : {8, 32, 256}) {
    Rows problem({kElements / dim, dim, 4 * kElements / dim}, lab::checked("once"));
    for (const RowKernel kernel : {RowKernel::student, RowKernel::by_thread}) {
      const lab::LaunchResult run = problem.run(kernel);
      lab::tell_once(run, problem.expect_values(run));
    }
  }
  Pages pages(gathers::costly_table(), lab::checked("once"));
  const lab::LaunchResult gathered = pages.run();
  lab::tell_once(gathered, pages.expect_values(gathered));
  Inversion inversion(kElements, lab::checked("once"));
  const lab::LaunchResult inverted = inversion.run();
  lab::tell_once(inverted, inversion.expect_values(inverted));
  Permutation permutation(kElements, lab::checked("once"));
  const lab::LaunchResult permuted = permutation.run();
  lab::tell_once(permuted, permutation.expect_values(permuted));
  const lab::LaunchResult scattered = permutation.run_scatter();
  lab::tell_once(scattered, permutation.expect_values(scattered));
});

}  // namespace
