#include "measured_geam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "lab/cublas.h"
#include "lab/measure.h"
#include "launch_shape.h"
#include "timed_geam.h"

namespace geam {
namespace {

// Squares, rectangles and odd sides; a side shorter than a tile; one that a launch takes microseconds for.
constexpr Shape kShapes[] = {{4096, 4096},  {8192, 2048}, {1000, 30000}, {4095, 4097},
                             {10007, 9973}, {31, 100003}, {1024, 1024}};
constexpr Scalars kScalars[] = {{1, 0}, {1, 0.5F}};

lab::Chart empty_chart() {
  lab::Chart chart;
  chart.id = "geam-measured";
  chart.title =
      "Bandwidth against cublasSgeam, measured on this " + lab::Session::current().gpu().info().name;
  chart.kind = lab::ChartKind::bars;
  chart.x_label = "rows x cols of A";
  chart.y_label = "times cublasSgeam";
  for (const Scalars scalars : kScalars) {
    const std::string name = scalars.beta == 0 ? "beta 0" : "beta 0.5";
    chart.series.push_back({name, lab::SeriesRole::student, {}});
  }
  return chart;
}

double ratio_of(const std::optional<std::vector<lab::MeasuredRate>>& rates) {
  if (!rates) return std::nan("");
  return rates->at(0).bytes_per_s.median / rates->at(1).bytes_per_s.median;
}

std::string two_places(double value) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << value;
  return text.str();
}

// What to try next: traffic that is right is not enough.
// docs/measurements/h200/measured_checks.md, "What slow answers lack".
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
         "  in unrolled loops. Where geam-traffic fails: `./course explain lab5` shows the line to mend";
}

// Whether to go on: a kernel that fails at one shape is not timed at the others.
bool compare(Shape shape, lab::Cublas& cublas, double part, lab::Chart& chart) {
  const std::optional<simt::LaunchShape> launch = launch_shape(shape.rows, shape.cols);
  if (!launch) return false;
  TimedGeam geam(shape);
  chart.x.push_back(std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
  double without_b = std::nan("");
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Scalars scalars = kScalars[i];
    const lab::TimedKernel mine = geam.student(*launch, scalars);
    const lab::TimedKernel theirs = geam.cublas(cublas, scalars);
    const lab::RatioAsked asked{mine.name, theirs.name, lab::Comparison::at_least, part,
                                advice(shape, without_b, part)};
    const double ratio = ratio_of(lab::measure({TimedGeam::text(shape, scalars), {mine, theirs}, {asked}}));
    if (scalars.beta == 0) without_b = ratio;
    chart.series[i].values.push_back(ratio);
  }
  return !testing::Test::HasFailure() && !lab::Session::current().gpu().is_lost();
}

}  // namespace

void expect_measured(double part) {
  lab::Cublas cublas;
  lab::Chart chart = empty_chart();
  for (const Shape& shape : kShapes) {
    if (lab::fits(TimedGeam::bytes(shape)) && !compare(shape, cublas, part, chart)) break;
  }
  if (chart.x.empty() && !testing::Test::HasFailure())
    throw simt::Error("no listed shape fits into this GPU's memory");
  if (!chart.x.empty()) lab::plot(chart);
}

}  // namespace geam
