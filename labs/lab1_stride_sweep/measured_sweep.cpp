#include "measured_sweep.h"

#include <vector>

#include "lab/measure.h"
#include "stride_curve.h"
#include "timed_reads.h"

namespace sweep {

using lab::Comparison;

void expect_measured_fall(double most) {
  const int largest = swept_strides().back();
  TimedReads reads = TimedReads::at_strides_up_to(largest);
  std::vector<lab::TimedKernel> kernels;
  for (const int stride : swept_strides()) kernels.push_back(reads.strided_read(stride));
  kernels.push_back(reads.memcpy());
  const auto rates =
      lab::measure({reads.shape(),
                    kernels,
                    {{TimedReads::name_at(largest), TimedReads::name_at(1), Comparison::at_most, most}}});
  if (!rates) return;
  std::vector<double> parts;
  for (std::size_t i = 0; i < swept_strides().size(); ++i)
    parts.push_back(rates->at(i).bytes_per_s.median / rates->back().bytes_per_s.median);
  lab::plot(measured_chart(parts, lab::Session::current().gpu().info().name));
}

void expect_measured_copy(double part) {
  TimedReads reads = TimedReads::of_a_gibibyte(0);
  const lab::TimedKernel copy = reads.memcpy();
  lab::measure(
      {reads.shape(), {reads.fast_copy(), copy}, {{"fast_copy", copy.name, Comparison::at_least, part}}});
}

}  // namespace sweep
