#include "timed_transposes.h"

#include <cstdint>

namespace transpose {
namespace {

using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

constexpr std::size_t kArrays = 3;

std::size_t elements(Shape shape) {
  return static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols);
}

lab::Batch batch_of(Shape shape) { return lab::Batch(elements(shape)); }

}  // namespace

TimedTransposes::TimedTransposes(Shape shape)
    : shape_(shape),
      batch_(batch_of(shape)),
      in_("in", batch_.floats()),
      out_("out", batch_.floats()),
      expected_("expected", batch_.floats()) {}

std::string TimedTransposes::text(Shape shape) {
  return std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + batch_of(shape).text();
}

std::size_t TimedTransposes::bytes(Shape shape) { return kArrays * batch_of(shape).floats() * sizeof(float); }

TimedKernel TimedTransposes::transpose(const char* kernel, From from, const Geometry& geometry) {
  const auto enqueue = [this, kernel, from, geometry](std::size_t at) {
    put_in_queue(TransposeKernel(kernel, from), geometry, out_, at);
  };
  // Without a tile that could go wrong.
  const auto expect = [this](std::size_t at) {
    put_in_queue(TransposeKernel("transpose_naive", From::given), kTile32, expected_, at);
  };
  return timed(kernel, from, enqueue, expect);
}

TimedKernel TimedTransposes::copy_rows() {
  const auto enqueue = [this](std::size_t at) {
    put_in_queue(TransposeKernel("copy_rows", From::given), kTile32, out_, at);
  };
  return timed("copy_rows", From::given, enqueue,
               [this](std::size_t at) { put_copy_in_queue(expected_, at); });
}

TimedKernel TimedTransposes::memcpy() {
  return timed(
      "cudaMemcpy", From::kit, [this](std::size_t at) { put_copy_in_queue(out_, at); },
      [this](std::size_t at) { put_copy_in_queue(expected_, at); });
}

void TimedTransposes::put_in_queue(const TransposeKernel& kernel, const Geometry& geometry,
                                   DeviceArray<float>& to, std::size_t at) {
  kernel.enqueue(launch_shape(shape_, geometry), in_.device() + at, to.device() + at, shape_.rows,
                 shape_.cols);
}

void TimedTransposes::put_copy_in_queue(DeviceArray<float>& to, std::size_t at) {
  lab::Session::current().gpu().enqueue_copy(to.device() + at, in_.device() + at,
                                             elements(shape_) * sizeof(float));
}

TimedKernel TimedTransposes::timed(const char* name, From from, const Enqueue& enqueue,
                                   const Enqueue& expect) {
  const auto prepare = [this](std::uint64_t seed) {
    lab::fill(in_, seed);
    out_.poison();
  };
  const auto launch = [this, enqueue] { batch_.for_each(enqueue); };
  // Filled again: the kernel may have written to its input. What lies between the matrices stays poison.
  const auto verify = [this, expect](std::uint64_t seed) {
    lab::fill(in_, seed);
    expected_.poison();
    batch_.for_each(expect);
    return lab::differences(out_, expected_);
  };
  const double bytes = 2.0 * sizeof(float) * static_cast<double>(batch_.elements());
  return {name, from, bytes, prepare, launch, verify};
}

}  // namespace transpose
