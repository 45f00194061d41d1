// What lab 10's kernels reach on a GPU as they were given and as they are now, and their launches for a
// profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "exercise.h"

namespace {

using fixes::Kernel;
using lab::From;

// Kernels whose fault is a cost: as given they are right, and only slow.
struct Timed {
  const Kernel& kernel;
  fixes::Size size;
};

const Timed kTimed[] = {{fixes::kAddBias, {16384, 4096}},
                        {fixes::kTranspose, {16384, 4096}},
                        {fixes::kSumLosses, {1 << 20}},
                        {fixes::kRelu, {1 << 28}}};

TEST(Survey, FixedKernels) {
  lab::survey([](lab::Survey& survey) {
    for (const Timed& timed : kTimed) {
      const Kernel& kernel = timed.kernel;
      const auto exercise = kernel.make(timed.size, lab::timed());
      survey.time(*exercise, {exercise->timed(kernel.given(), From::given, kernel.given(), kernel.given()),
                              exercise->timed(kernel.name, From::student, kernel.name, kernel.given())});
    }
  });
}

bool is_only_slow(const Kernel& kernel) {
  return std::any_of(std::begin(kTimed), std::end(kTimed),
                     [&](const Timed& timed) { return timed.kernel.number == kernel.number; });
}

// The profiler runs every kernel at a size at which even the faulty ones come to their end.
fixes::Size profiled_size(const Kernel& kernel) {
  switch (kernel.number) {
    case OF_ADD_BIAS:
    case OF_TRANSPOSE:
    case OF_RMS_NORM:
      return {1024, 1024};
    case OF_QUANTIZE:
      return {1 << 15};
    case OF_SCALE_PIECE:
      return {0, 1 << 20};  // from a multiple of 16 bytes on
    default:
      return {1 << 20};
  }
}

const lab::Once kOnce([] {
  for (const Kernel& kernel : fixes::kernels()) {
    for (const auto& [name, from] : {std::pair{kernel.given(), From::given}, {kernel.name, From::student}}) {
      const auto exercise = kernel.make(profiled_size(kernel), lab::checked("once"));
      const lab::LaunchResult run = exercise->run(exercise->call(name, from));
      // The wrong result of a given kernel with an error is no news.
      if (from == From::student || is_only_slow(kernel)) lab::tell_once(run, exercise->expect_values(run));
    }
  }
});

}  // namespace
