// What lab 5's kernels reach on a GPU: the tables of its subject.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lab/cublas.h"
#include "lab/survey.h"
#include "launch_shape.h"
#include "timed_geam.h"

namespace {

using geam::Scalars;
using geam::Shape;
using geam::TimedGeam;

// Squares, rectangles, odd sides, and sides that a tile hardly fits.
constexpr Shape kShapes[] = {{1024, 1024}, {4096, 4096}, {8192, 8192},  {16384, 16384}, {8192, 2048},
                             {2048, 8192}, {4095, 4097}, {10007, 9973}, {1000, 30000},  {31, 100003}};

// cuBLAS need not be there.
std::unique_ptr<lab::Cublas> open_cublas(lab::Survey& survey) {
  try {
    return std::make_unique<lab::Cublas>();
  } catch (const simt::Error& error) {
    survey.leave_out("cublasSgeam", error.what());
    return nullptr;
  }
}

// Of a student's geam_launch that says no such thing, others can be timed.
std::vector<lab::TimedKernel> students(lab::Survey& survey, TimedGeam& timed, Shape shape, Scalars scalars) {
  try {
    if (const auto launch = geam::launch_shape(shape.rows, shape.cols))
      return {timed.student(*launch, scalars)};
  } catch (const simt::Error& error) {
    survey.leave_out("geam_transpose, " + TimedGeam::text(shape, scalars), error.what());
  }
  return {};
}

void survey_geam(Scalars scalars) {
  lab::survey([scalars](lab::Survey& survey) {
    const std::unique_ptr<lab::Cublas> cublas = open_cublas(survey);
    for (const Shape& shape : kShapes) {
      survey.problem(TimedGeam::text(shape, scalars), TimedGeam::bytes(shape), [&](const std::string& text) {
        TimedGeam timed(shape);
        std::vector<lab::TimedKernel> kernels{timed.memcpy(), timed.naive(scalars)};
        if (cublas) kernels.push_back(timed.cublas(*cublas, scalars));
        for (const lab::TimedKernel& mine : students(survey, timed, shape, scalars)) kernels.push_back(mine);
        survey.time(text, kernels);
      });
    }
  });
}

TEST(Survey, GeamWithoutB) { survey_geam({1, 0}); }
TEST(Survey, GeamWithB) { survey_geam({1, 0.5F}); }

}  // namespace
