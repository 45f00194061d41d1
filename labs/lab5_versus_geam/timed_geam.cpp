#include "timed_geam.h"

#include <cstdint>
#include <sstream>

#include "geam_transpose.h"
#include "given_kernels.h"

namespace geam {
namespace {

using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

constexpr std::size_t kArrays = 4;

}  // namespace

TimedGeam::TimedGeam(Shape shape)
    : shape_(shape),
      batch_(shape.elements()),
      a_("A", batch_.floats()),
      b_("B", batch_.floats()),
      c_("C", batch_.floats()),
      expected_("expected", batch_.floats()) {}

std::string TimedGeam::text(Shape shape, Scalars scalars) {
  std::ostringstream text;
  text << shape.rows << " x " << shape.cols << ", beta " << scalars.beta
       << lab::Batch(shape.elements()).text();
  return text.str();
}

std::size_t TimedGeam::bytes(Shape shape) {
  return kArrays * lab::Batch(shape.elements()).floats() * sizeof(float);
}

TimedKernel TimedGeam::student(const simt::LaunchShape& launch, Scalars scalars) {
  return timed("geam_transpose", From::student, scalars, [this, launch, scalars](std::size_t at) {
    lab::Kernel<decltype(geam_transpose)>("geam_transpose")
        .enqueue(launch, a_.device() + at, b_of(scalars, at), c_.device() + at, scalars.alpha, scalars.beta,
                 shape_.rows, shape_.cols);
  });
}

TimedKernel TimedGeam::naive(Scalars scalars) {
  return timed("geam_naive", From::given, scalars,
               [this, scalars](std::size_t at) { enqueue_naive(scalars, at, c_); });
}

TimedKernel TimedGeam::cublas(lab::Cublas& cublas, Scalars scalars) {
  return timed("cublasSgeam", From::kit, scalars, [this, &cublas, scalars](std::size_t at) {
    cublas.transpose({a_.device() + at, scalars.alpha}, {b_of(scalars, at), scalars.beta}, c_.device() + at,
                     shape_.rows, shape_.cols);
  });
}

TimedKernel TimedGeam::memcpy() {
  const auto copy_to = [this](DeviceArray<float>& to, std::size_t at) {
    lab::Session::current().gpu().enqueue_copy(to.device() + at, a_.device() + at, matrix_bytes());
  };
  constexpr double kMatrices = 2;
  return timed(
      "cudaMemcpy", From::kit, kMatrices, [this, copy_to](std::size_t at) { copy_to(c_, at); },
      [this, copy_to](std::size_t at) { copy_to(expected_, at); });
}

const float* TimedGeam::b_of(Scalars scalars, std::size_t at) const {
  return scalars.beta == 0 ? nullptr : b_.device() + at;
}

void TimedGeam::draw(std::uint64_t seed) {
  lab::fill(a_, seed);
  lab::fill(b_, ~seed);
}

void TimedGeam::enqueue_naive(Scalars scalars, std::size_t at, DeviceArray<float>& to) {
  const auto tiles = [](int elements) {
    return static_cast<unsigned>((elements + NAIVE_TILE - 1) / NAIVE_TILE);
  };
  lab::Kernel<decltype(geam_naive)>("geam_naive", From::given)
      .enqueue({{tiles(shape_.cols), tiles(shape_.rows), 1}, {NAIVE_TILE, NAIVE_BLOCK_ROWS, 1}, 0},
               a_.device() + at, b_.device() + at, to.device() + at, scalars.alpha, scalars.beta, shape_.rows,
               shape_.cols);
}

// The naive kernel has no tile that could go wrong.
TimedKernel TimedGeam::timed(const char* name, From from, Scalars scalars, const Enqueue& enqueue) {
  const double matrices = scalars.beta == 0 ? 2 : 3;
  return timed(name, from, matrices, enqueue,
               [this, scalars](std::size_t at) { enqueue_naive(scalars, at, expected_); });
}

TimedKernel TimedGeam::timed(const char* name, From from, double matrices, const Enqueue& enqueue,
                             const Enqueue& expect) {
  const auto prepare = [this](std::uint64_t seed) {
    draw(seed);
    c_.poison();
  };
  const auto launch = [this, enqueue] { batch_.for_each(enqueue); };
  // Drawn again: the kernel may have written to its inputs. What lies between the matrices stays poison.
  const auto verify = [this, expect](std::uint64_t seed) {
    draw(seed);
    expected_.poison();
    batch_.for_each(expect);
    return lab::differences(c_, expected_);
  };
  const double bytes = matrices * sizeof(float) * static_cast<double>(batch_.elements());
  return {name, from, bytes, prepare, launch, verify};
}

}  // namespace geam
