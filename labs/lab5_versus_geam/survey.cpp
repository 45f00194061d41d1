// What lab 5's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "geam_problem.h"

namespace {

using geam::Geam;
using geam::Scalars;
using geam::Shape;

// Squares, rectangles, odd sides, and sides that a tile hardly fits.
constexpr Shape kShapes[] = {{1024, 1024}, {4096, 4096}, {8192, 8192},  {16384, 16384}, {8192, 2048},
                             {2048, 8192}, {4095, 4097}, {10007, 9973}, {1000, 30000},  {31, 100003}};

static_assert(geam::are_in_contract(kShapes));

// cuBLAS need not be there.
std::unique_ptr<lab::Cublas> open_cublas(lab::Survey& survey) {
  try {
    return std::make_unique<lab::Cublas>(lab::Session::current().gpu());
  } catch (const simt::Error& error) {
    survey.leave_out("cublasSgeam", error.what());
    return nullptr;
  }
}

// If the student's geam_launch gives no launch, the others can still be timed.
void add_students(lab::Survey& survey, Geam& problem, Shape shape, std::vector<lab::TimedKernel>& kernels) {
  try {
    if (const auto launch = geam::launch_shape(shape)) kernels.push_back(problem.student(*launch));
  } catch (const simt::Error& error) {
    survey.leave_out("geam_transpose, " + problem.text(), error.what());
  }
}

void survey_geam(Scalars scalars) {
  lab::survey([scalars](lab::Survey& survey) {
    const std::unique_ptr<lab::Cublas> cublas = open_cublas(survey);
    for (const Shape& shape : kShapes) {
      Geam problem(shape, scalars, lab::timed());
      std::vector<lab::TimedKernel> kernels{problem.memcpy(), problem.naive()};
      if (cublas) kernels.push_back(problem.cublas(*cublas));
      add_students(survey, problem, shape, kernels);
      survey.time(problem, kernels);
    }
  });
}

TEST(Survey, GeamWithoutB) { survey_geam(geam::kWithoutB); }
TEST(Survey, GeamWithB) { survey_geam(geam::kWithB); }

const lab::Once kOnce([] {
  for (const Scalars scalars : {geam::kWithoutB, geam::kWithB}) {
    Geam problem({1023, 1025}, scalars, lab::checked("once"));
    if (const auto run = problem.run()) lab::tell_once(*run, problem.expect_values(*run));
  }
});

}  // namespace
