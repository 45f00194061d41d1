#include "measured_geam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "geam_problem.h"
#include "geam_transpose.h"
#include "given_kernels.h"
#include "lab/cublas.h"
#include "lab/device_array.h"
#include "lab/measure.h"
#include "launch_shape.h"

namespace geam {
namespace {

using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

// Squares, rectangles and odd sides; a side shorter than a tile; one that a launch takes microseconds for.
constexpr Shape kShapes[] = {{4096, 4096},  {8192, 2048}, {1000, 30000}, {4095, 4097},
                             {10007, 9973}, {31, 100003}, {1024, 1024}};
constexpr Scalars kScalars[] = {{1, 0}, {1, 0.5F}};

constexpr const char* kCublas = "cublasSgeam";

// Of a small problem several are made, one behind the other, and a timed run goes through all. 64 Mi elements
// take an H200 a tenth of a millisecond: a launch and its first and last blocks are then lost in it.
constexpr std::size_t kLeastElements = std::size_t{1} << 26;
constexpr std::size_t kFirstOnLine = 64;  // floats: every matrix begins on a multiple of 256 bytes

std::size_t copies_of(Shape shape) { return (kLeastElements + shape.elements() - 1) / shape.elements(); }

std::size_t floats_apart(Shape shape) {
  return (shape.elements() + kFirstOnLine - 1) / kFirstOnLine * kFirstOnLine;
}

std::size_t floats_of(Shape shape) { return copies_of(shape) * floats_apart(shape); }

bool fits(Shape shape) {
  constexpr std::size_t kArrays = 4;
  return lab::that_fit(floats_of(shape), kArrays * sizeof(float)) == floats_of(shape);
}

std::string described(Shape shape, Scalars scalars) {
  std::ostringstream text;
  text << shape.rows << " x " << shape.cols << ", beta " << scalars.beta;
  if (copies_of(shape) > 1) text << ", " << copies_of(shape) << " launches";
  return text.str();
}

// C = alpha * A^T + beta * B by each who can, on the same matrices. Scalars are powers of two: products are
// exact, and fused or not there is one right answer.
class TimedGeam {
 public:
  TimedGeam(Shape shape, const simt::LaunchShape& launch, lab::Cublas& cublas)
      : shape_(shape), launch_(launch), cublas_(cublas) {}

  TimedKernel student(Scalars scalars) {
    return timed("geam_transpose", From::student, scalars, [this, scalars](std::size_t at) {
      lab::Kernel<decltype(geam_transpose)>("geam_transpose")
          .enqueue(launch_, a_.device() + at, b_of(scalars, at), c_.device() + at, scalars.alpha,
                   scalars.beta, shape_.rows, shape_.cols);
    });
  }

  TimedKernel cublas(Scalars scalars) {
    return timed(kCublas, From::kit, scalars, [this, scalars](std::size_t at) {
      cublas_.transpose({a_.device() + at, scalars.alpha}, {b_of(scalars, at), scalars.beta},
                        c_.device() + at, shape_.rows, shape_.cols);
    });
  }

 private:
  const float* b_of(Scalars scalars, std::size_t at) const {
    return scalars.beta == 0 ? nullptr : b_.device() + at;
  }

  template <class Enqueue>
  void for_each_copy(const Enqueue& enqueue) {
    for (std::size_t copy = 0; copy < copies_of(shape_); ++copy) enqueue(copy * floats_apart(shape_));
  }

  double bytes(Scalars scalars) const {
    const double matrices = scalars.beta == 0 ? 2 : 3;
    return matrices * static_cast<double>(copies_of(shape_) * shape_.elements() * sizeof(float));
  }

  void draw(std::uint64_t seed) {
    lab::fill(a_, seed);
    lab::fill(b_, ~seed);
  }

  // `enqueue` works on the matrices that begin so many floats into the arrays.
  template <class Enqueue>
  TimedKernel timed(const char* name, From from, Scalars scalars, const Enqueue& enqueue) {
    const auto prepare = [this](std::uint64_t seed) {
      draw(seed);
      c_.poison();
    };
    const auto launch = [this, enqueue] { for_each_copy(enqueue); };
    // Drawn again: the kernel may have written to its inputs. What lies between the matrices stays poison.
    const auto verify = [this, scalars](std::uint64_t seed) {
      draw(seed);
      expected_.poison();
      for_each_copy([&](std::size_t at) { enqueue_naive(scalars, at); });
      return lab::differences(c_, expected_);
    };
    return {name, from, bytes(scalars), prepare, launch, verify};
  }

  // Without a tile that could go wrong.
  void enqueue_naive(Scalars scalars, std::size_t at) {
    const auto tiles = [](int elements) {
      return static_cast<unsigned>((elements + NAIVE_TILE - 1) / NAIVE_TILE);
    };
    lab::Kernel<decltype(geam_naive)>("geam_naive", From::given)
        .enqueue({{tiles(shape_.cols), tiles(shape_.rows), 1}, {NAIVE_TILE, NAIVE_BLOCK_ROWS, 1}, 0},
                 a_.device() + at, b_.device() + at, expected_.device() + at, scalars.alpha, scalars.beta,
                 shape_.rows, shape_.cols);
  }

  Shape shape_;
  simt::LaunchShape launch_;
  lab::Cublas& cublas_;
  DeviceArray<float> a_{"A", floats_of(shape_)};
  DeviceArray<float> b_{"B", floats_of(shape_)};
  DeviceArray<float> c_{"C", floats_of(shape_)};
  DeviceArray<float> expected_{"expected", floats_of(shape_)};
};

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
  TimedGeam geam(shape, *launch, cublas);
  chart.x.push_back(std::to_string(shape.rows) + " x " + std::to_string(shape.cols));
  double without_b = std::nan("");
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Scalars scalars = kScalars[i];
    const lab::RatioAsked asked{"geam_transpose", kCublas, lab::Comparison::at_least, part,
                                advice(shape, without_b, part)};
    const double ratio = ratio_of(
        lab::measure({described(shape, scalars), {geam.student(scalars), geam.cublas(scalars)}, {asked}}));
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
    if (fits(shape) && !compare(shape, cublas, part, chart)) break;
  }
  if (chart.x.empty() && !testing::Test::HasFailure())
    throw simt::Error("no listed shape fits into this GPU's memory");
  if (!chart.x.empty()) lab::plot(chart);
}

}  // namespace geam
