// The measured form of lab 5's checks (geam_checks.h): geam_transpose beside cublasSgeam, on a GPU and in one
// run.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "geam_checks.h"
#include "geam_problem.h"
#include "lab/measure.h"

namespace geam {
namespace {

// Squares, rectangles and odd sides; a side shorter than a tile; one that a launch takes microseconds for.
constexpr Shape kShapes[] = {{4096, 4096},  {8192, 2048}, {1000, 30000}, {4095, 4097},
                             {10007, 9973}, {31, 100003}, {1024, 1024}};
static_assert(are_in_contract(kShapes));
constexpr Scalars kScalars[] = {kWithoutB, kWithB};

lab::Chart empty_chart() {
  const std::string gpu = lab::Session::current().gpu().info().name;
  return {"geam-measured",
          "Bandwidth against cublasSgeam, measured on this " + gpu,
          lab::ChartKind::bars,
          "rows x cols of A",
          {},
          "times cublasSgeam",
          {{"beta 0", lab::SeriesRole::student, {}}, {"beta 0.5", lab::SeriesRole::student, {}}},
          ""};
}

double ratio_of(const std::optional<std::vector<lab::MeasuredRate>>& rates) {
  if (!rates) return std::nan("");
  return rates->at(0).bytes_per_s.median / rates->at(1).bytes_per_s.median;
}

std::string two_places(double value) {
  const std::string text = std::to_string(std::round(value * 100) / 100);
  return text.substr(0, text.find('.') + 3);
}

// Says what to try next: traffic that is right is not enough. docs/measurements/h200/measured_checks.md,
// "What slow answers lack".
std::string advice(Shape shape, double without_b, double part) {
  constexpr int kSectorFloats = 8;
  constexpr int kLanes = 32;
  if (without_b >= part) {
    return "without B it came to " + two_places(without_b) +
           ": is B loaded behind the barrier, one element before each store?\n"
           "  load it beside A, before the first store to the tile, into an array of the thread's own";
  }
  if (shape.rows > kLanes && shape.rows % kSectorFloats != 0) {
    return "where rows of C start on a sector it was reached: here a piece of a row begins within one,\n"
           "  and another request writes the rest of it. Let every piece begin on a sector: hint 3";
  }
  return "where geam-traffic has passed, what is moved is right: too little of it is on its way at a time\n"
         "  let a thread make all its loads before its first store to the tile, into an array of its own,\n"
         "  in unrolled loops. Where geam-traffic fails: `./course explain lab5` shows the line to fix";
}

// Whether to go on: a kernel that fails at one shape is not timed at the others.
bool compare(Shape shape, lab::Cublas& cublas, double part, lab::Chart& chart) {
  const std::optional<simt::LaunchShape> launch = launch_shape(shape);
  if (!launch) return false;
  chart.x.push_back(shape.text());
  double without_b = std::nan("");
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    Geam problem(shape, kScalars[i], lab::timed());
    const lab::RatioAsked asked{"geam_transpose", "cublasSgeam", lab::Comparison::at_least, part,
                                advice(shape, without_b, part)};
    const double ratio =
        ratio_of(lab::measure({problem.text(), {problem.student(*launch), problem.cublas(cublas)}, {asked}}));
    if (i == 0) without_b = ratio;
    chart.series[i].values.push_back(ratio);
  }
  return !testing::Test::HasFailure() && !lab::Session::current().gpu().is_lost();
}

}  // namespace

void expect_measured(double part) {
  lab::Cublas cublas(lab::Session::current().gpu());
  lab::Chart chart = empty_chart();
  for (const Shape& shape : kShapes) {
    if (Geam(shape, kWithB, lab::timed()).fits() && !compare(shape, cublas, part, chart)) break;
  }
  if (chart.x.empty() && !testing::Test::HasFailure())
    throw simt::Error("no listed shape fits into this GPU's memory");
  if (!chart.x.empty()) lab::plot(chart);
}

}  // namespace geam
