#include "measured_geam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
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

// Whether to go on: a kernel that fails at one shape is not timed at the others.
bool compare(Shape shape, lab::Cublas& cublas, double part, lab::Chart& chart) {
  const std::optional<simt::LaunchShape> launch = launch_shape(shape.rows, shape.cols);
  if (!launch) return false;
  TimedGeam geam(shape);
  chart.x.push_back(std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Scalars scalars = kScalars[i];
    const lab::TimedKernel mine = geam.student(*launch, scalars);
    const lab::TimedKernel theirs = geam.cublas(cublas, scalars);
    const auto rates = lab::measure({TimedGeam::text(shape, scalars),
                                     {mine, theirs},
                                     {{mine.name, theirs.name, lab::Comparison::at_least, part}}});
    chart.series[i].values.push_back(ratio_of(rates));
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
