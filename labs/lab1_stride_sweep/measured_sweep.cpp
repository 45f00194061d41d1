#include "measured_sweep.h"

#include <cstdint>
#include <string>
#include <vector>

#include "lab/device_array.h"
#include "lab/measure.h"
#include "stride_curve.h"
#include "stride_sweep.h"

namespace sweep {
namespace {

using lab::Comparison;
using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

// 128 MiB of results, read from 4 GiB; less where the GPU's memory is small.
constexpr std::size_t kSweepLength = std::size_t{1} << 25;
constexpr std::size_t kCopyLength = std::size_t{1} << 28;  // 1 GiB

constexpr const char* kMemcpy = "cudaMemcpy";

simt::LaunchShape launch_of(std::size_t threads) {
  return {{static_cast<unsigned>((threads + BLOCK - 1) / BLOCK), 1, 1}, {BLOCK, 1, 1}, 0};
}

std::string size_text(std::size_t n) { return "n = " + std::to_string(n); }

std::string name_at(int stride) { return "strided_read at stride " + std::to_string(stride); }

// Arrays to copy between, and what is timed on them: each makes out[i] = in[i * stride].
class TimedArrays {
 public:
  TimedArrays(std::size_t n, int largest_stride)
      : n_(n), in_("in", n * static_cast<std::size_t>(largest_stride)), out_("out", n) {}

  TimedKernel strided_read(int stride) {
    const auto launch = [this, stride] {
      lab::Kernel<decltype(::strided_read)>("strided_read")
          .enqueue(launch_of(n_), in_.device(), out_.device(), static_cast<int>(n_), stride);
    };
    TimedKernel kernel = timed(name_at(stride), From::student, stride, launch);
    kernel.defined_as = "strided_read";
    return kernel;
  }

  TimedKernel fast_copy() {
    const auto launch = [this] {
      lab::Kernel<decltype(::fast_copy)>("fast_copy")
          .enqueue(launch_of((n_ + FLOATS_PER_THREAD - 1) / FLOATS_PER_THREAD), in_.device(), out_.device(),
                   static_cast<int>(n_));
    };
    return timed("fast_copy", From::student, 1, launch);
  }

  TimedKernel memcpy() {
    const auto launch = [this] {
      lab::Session::current().gpu().enqueue_copy(out_.device(), in_.device(), out_.bytes());
    };
    return timed(kMemcpy, From::kit, 1, launch);
  }

 private:
  TimedKernel timed(const std::string& name, From from, int stride, const std::function<void()>& launch) {
    const auto prepare = [this](std::uint64_t seed) {
      lab::fill(in_, seed);
      out_.poison();
    };
    // Filled again: the kernel may have written to its input.
    const auto verify = [this, stride](std::uint64_t seed) {
      lab::fill(in_, seed);
      return lab::strided_differences(out_, in_, static_cast<std::size_t>(stride));
    };
    return {name, from, 2.0 * static_cast<double>(out_.bytes()), prepare, launch, verify};
  }

  std::size_t n_ = 0;
  DeviceArray<float> in_;
  DeviceArray<float> out_;
};

}  // namespace

void expect_measured_fall(double most) {
  const int largest = swept_strides().back();
  const std::size_t bytes_each = (static_cast<std::size_t>(largest) + 1) * sizeof(float);
  const std::size_t n = lab::that_fit(kSweepLength, bytes_each);
  TimedArrays arrays(n, largest);
  std::vector<TimedKernel> kernels;
  for (const int stride : swept_strides()) kernels.push_back(arrays.strided_read(stride));
  kernels.push_back(arrays.memcpy());
  const auto rates =
      lab::measure({size_text(n), kernels, {{name_at(largest), name_at(1), Comparison::at_most, most}}});
  if (!rates) return;
  std::vector<double> parts;
  for (std::size_t i = 0; i < swept_strides().size(); ++i)
    parts.push_back(rates->at(i).bytes_per_s.median / rates->back().bytes_per_s.median);
  lab::plot(measured_chart(parts, lab::Session::current().gpu().info().name));
}

void expect_measured_copy(double part) {
  const std::size_t n = lab::that_fit(kCopyLength, 2 * sizeof(float));
  TimedArrays arrays(n, 1);
  lab::measure({size_text(n),
                {arrays.fast_copy(), arrays.memcpy()},
                {{"fast_copy", kMemcpy, Comparison::at_least, part}}});
}

}  // namespace sweep
