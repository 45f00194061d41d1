// What lab 1's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <vector>

#include "predictions.h"
#include "reads.h"

namespace {

using sweep::Kernel;
using sweep::Reads;

constexpr int kStrides[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 31, 32, 33};
constexpr int kOffsets[] = {0, 1, 4, 8, 16, 17, 32};

TEST(Survey, Strides) {
  lab::survey([](lab::Survey& survey) {
    Reads reads = Reads::at_strides_up_to(33);
    std::vector<lab::TimedKernel> kernels;
    for (const int stride : kStrides) kernels.push_back(reads.strided_read(stride));
    kernels.push_back(reads.memcpy());
    survey.time(reads, kernels);
  });
}

TEST(Survey, Offsets) {
  lab::survey([](lab::Survey& survey) {
    Reads reads = Reads::at_offsets_up_to(32);
    std::vector<lab::TimedKernel> kernels;
    for (const int offset : kOffsets) kernels.push_back(reads.offset_read(offset));
    kernels.push_back(reads.memcpy());
    survey.time(reads, kernels);
  });
}

TEST(Survey, Copies) {
  lab::survey([](lab::Survey& survey) {
    Reads reads = Reads::at_offsets_up_to(0);
    survey.time(reads, {reads.copy(Kernel::copy_floats), reads.copy(Kernel::fast_copy), reads.memcpy()});
  });
}

constexpr int kOnceLength = 1 << 20;
constexpr int kOnceStrides[] = {1, 2, 3, 4, 8, 16, 32};
constexpr int kOnceOffsets[] = {1, 4, 8, 17, 32};

void tell(Kernel kernel, const sweep::Form& form) {
  Reads reads(kernel, form, "once");
  const lab::LaunchResult run = reads.run();
  lab::tell_once(run, reads.expect_values(run));
}

const lab::Once kOnce([] {
  tell(Kernel::copy_floats, {kOnceLength, 1, 0});
  tell(Kernel::fast_copy, {kOnceLength, 1, 0});
  for (const int stride : kOnceStrides) tell(Kernel::strided_read, {kOnceLength, stride, 0});
  for (const int offset : kOnceOffsets) tell(Kernel::offset_read, {kOnceLength, 1, offset});
  sweep::Predictions predictions(sweep::random_examples(12), lab::checked("once"));
  const lab::LaunchResult run = predictions.run();
  lab::tell_once(run, predictions.expect_right(run, "right predictions"));
});

}  // namespace
