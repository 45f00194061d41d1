// What lab 1's kernels reach on a GPU: the tables of its subject.
#include <gtest/gtest.h>

#include <vector>

#include "lab/survey.h"
#include "timed_reads.h"

namespace {

using lab::TimedKernel;
using sweep::TimedReads;

constexpr int kStrides[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 31, 32, 33};
constexpr int kLargestStride = 33;
constexpr int kOffsets[] = {0, 1, 4, 8, 16, 17, 32};
constexpr int kLargestOffset = 32;

TEST(Survey, Strides) {
  lab::survey([](lab::Survey& survey) {
    TimedReads reads = TimedReads::at_strides_up_to(kLargestStride);
    std::vector<TimedKernel> kernels;
    for (const int stride : kStrides) kernels.push_back(reads.strided_read(stride));
    kernels.push_back(reads.memcpy());
    survey.time(reads.shape(), kernels);
  });
}

TEST(Survey, Offsets) {
  lab::survey([](lab::Survey& survey) {
    TimedReads reads = TimedReads::of_a_gibibyte(kLargestOffset);
    std::vector<TimedKernel> kernels;
    for (const int offset : kOffsets) kernels.push_back(reads.offset_read(offset));
    kernels.push_back(reads.memcpy());
    survey.time(reads.shape(), kernels);
  });
}

TEST(Survey, Copies) {
  lab::survey([](lab::Survey& survey) {
    TimedReads reads = TimedReads::of_a_gibibyte(0);
    survey.time(reads.shape(), {reads.copy_floats(), reads.fast_copy(), reads.memcpy()});
  });
}

}  // namespace
