#include "timed_reads.h"

#include <cstdint>

#include "given_kernels.h"
#include "stride_sweep.h"

namespace sweep {
namespace {

using lab::From;
using lab::TimedKernel;

constexpr std::size_t kSweepLength = std::size_t{1} << 25;
constexpr std::size_t kCopyLength = std::size_t{1} << 28;

simt::LaunchShape launch_of(std::size_t threads) {
  return {{static_cast<unsigned>((threads + BLOCK - 1) / BLOCK), 1, 1}, {BLOCK, 1, 1}, 0};
}

}  // namespace

TimedReads TimedReads::at_strides_up_to(int largest) {
  const auto stride = static_cast<std::size_t>(largest);
  const std::size_t n = lab::that_fit(kSweepLength, (stride + 1) * sizeof(float));
  return {n, n * stride};
}

TimedReads TimedReads::of_a_gibibyte(int largest_offset) {
  const std::size_t n = lab::that_fit(kCopyLength, 2 * sizeof(float));
  return {n, n + static_cast<std::size_t>(largest_offset)};
}

std::string TimedReads::name_at(int stride) { return "strided_read at stride " + std::to_string(stride); }

TimedKernel TimedReads::strided_read(int stride) {
  const auto launch = [this, stride] {
    lab::Kernel<decltype(::strided_read)>("strided_read")
        .enqueue(launch_of(n_), in_.device(), out_.device(), static_cast<int>(n_), stride);
  };
  TimedKernel kernel = timed(name_at(stride), From::student, {stride, 0}, launch);
  kernel.defined_as = "strided_read";
  return kernel;
}

TimedKernel TimedReads::offset_read(int offset) {
  const auto launch = [this, offset] {
    lab::Kernel<decltype(::offset_read)>("offset_read")
        .enqueue(launch_of(n_), in_.device(), out_.device(), static_cast<int>(n_), offset);
  };
  TimedKernel kernel =
      timed("offset_read at offset " + std::to_string(offset), From::student, {1, offset}, launch);
  kernel.defined_as = "offset_read";
  return kernel;
}

TimedKernel TimedReads::fast_copy() {
  const auto launch = [this] {
    lab::Kernel<decltype(::fast_copy)>("fast_copy")
        .enqueue(launch_of((n_ + FLOATS_PER_THREAD - 1) / FLOATS_PER_THREAD), in_.device(), out_.device(),
                 static_cast<int>(n_));
  };
  return timed("fast_copy", From::student, {}, launch);
}

TimedKernel TimedReads::copy_floats() {
  const auto launch = [this] {
    lab::Kernel<decltype(::copy_floats)>("copy_floats", From::given)
        .enqueue(launch_of(n_), in_.device(), out_.device(), static_cast<int>(n_));
  };
  return timed("copy_floats", From::given, {}, launch);
}

TimedKernel TimedReads::memcpy() {
  const auto launch = [this] {
    lab::Session::current().gpu().enqueue_copy(out_.device(), in_.device(), out_.bytes());
  };
  return timed("cudaMemcpy", From::kit, {}, launch);
}

TimedKernel TimedReads::timed(const std::string& name, From from, Form form,
                              const std::function<void()>& launch) {
  const auto prepare = [this](std::uint64_t seed) {
    lab::fill(in_, seed);
    out_.poison();
  };
  // Filled again: the kernel may have written to its input.
  const auto verify = [this, form](std::uint64_t seed) {
    lab::fill(in_, seed);
    if (form.stride > 1) return lab::strided_differences(out_, in_, static_cast<std::size_t>(form.stride));
    return lab::differences(out_.name(), out_.device(), in_.device() + form.offset, out_.bytes());
  };
  return {name, from, 2.0 * static_cast<double>(out_.bytes()), prepare, launch, verify};
}

}  // namespace sweep
