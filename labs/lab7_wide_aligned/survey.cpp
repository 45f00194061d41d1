// What lab 7's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "copies.h"
#include "gemv.h"
#include "scalings.h"

namespace {

using wide::Copier;
using wide::Copy;
using wide::Gemv;
using wide::GemvShape;
using wide::Halves;
using wide::Multiplier;
using wide::Pitched;
using wide::PitchedShape;
using wide::Scaler;
using wide::Starts;

constexpr float kFactor = 1.0F / 3.0F;

// Alike from a sector, from 16 bytes, from 4 bytes; and unlike.
constexpr Starts kStarts[] = {{0, 0}, {4, 4}, {1, 1}, {1, 5}, {0, 1}, {1, 0}, {0, 2}};

// Rows of 1001 floats: close together, on 16 bytes, on a sector, on a line, and on 512 bytes as
// cudaMallocPitch puts them.
constexpr int kPitchedRows = 1 << 16;
constexpr int kPitchedCols = 1001;
constexpr int kPitches[] = {1001, 1002, 1004, 1008, 1024, 1152};

// The projections of a model of 4096 features, its output over 128,256 tokens, and rows of one shape.
constexpr GemvShape kGemvShapes[] = {
    {4096, 4096}, {14336, 4096}, {4096, 14336}, {128256, 4096}, {65536, 8192}};

constexpr int kHalves = 1 << 29;

TEST(Survey, Copies) {
  lab::survey([](lab::Survey& survey) {
    for (const Starts& starts : kStarts) {
      Copy copy(Copy::timed_length(), starts, lab::timed());
      survey.time(copy, {copy.timed(Copier::singly), copy.timed(Copier::any), copy.memcpy()});
    }
  });
}

TEST(Survey, Halves) {
  lab::survey([](lab::Survey& survey) {
    Halves halves(kHalves, kFactor, lab::timed());
    survey.time(halves, {halves.timed(Scaler::singly), halves.timed(Scaler::wide)});
  });
}

TEST(Survey, PitchedRows) {
  lab::survey([](lab::Survey& survey) {
    for (const int pitch : kPitches) {
      Pitched problem({kPitchedRows, kPitchedCols, pitch}, kFactor, lab::timed());
      survey.time(problem, {problem.timed(Scaler::singly), problem.timed(Scaler::wide)});
    }
  });
}

// cuBLAS need not be there.
std::unique_ptr<lab::Cublas> open_cublas(lab::Survey& survey) {
  try {
    return std::make_unique<lab::Cublas>(lab::Session::current().gpu());
  } catch (const simt::Error& error) {
    survey.leave_out("cublasGemmEx", error.what());
    return nullptr;
  }
}

TEST(Survey, MatrixTimesVector) {
  lab::survey([](lab::Survey& survey) {
    const std::unique_ptr<lab::Cublas> cublas = open_cublas(survey);
    for (const GemvShape& shape : kGemvShapes) {
      Gemv gemv(shape, lab::timed());
      std::vector<lab::TimedKernel> kernels{gemv.timed(Multiplier::singly), gemv.timed(Multiplier::wide),
                                            gemv.stream()};
      if (cublas) kernels.push_back(gemv.cublas(*cublas));
      survey.time(gemv, kernels);
    }
  });
}

constexpr int kOnceLength = 1 << 20;
constexpr PitchedShape kOncePitched{1024, 1001, 1003};

const lab::Once kOnce([] {
  for (const Starts& starts : {Starts{0, 0}, Starts{1, 1}, Starts{0, 1}}) {
    for (const Copier copier : {Copier::singly, Copier::any}) {
      Copy copy(kOnceLength, starts, lab::checked("once"));
      const lab::LaunchResult run = copy.run(copier);
      lab::tell_once(run, copy.expect_values(run));
    }
  }
  Halves halves(kOnceLength, kFactor, lab::checked("once"));
  const lab::LaunchResult scaled = halves.run();
  lab::tell_once(scaled, halves.expect_values(scaled));
  for (const Scaler scaler : {Scaler::singly, Scaler::wide}) {
    Pitched problem(kOncePitched, kFactor, lab::checked("once"));
    const lab::LaunchResult run = problem.run(scaler);
    lab::tell_once(run, problem.expect_values(run));
  }
  for (const Multiplier multiplier : {Multiplier::singly, Multiplier::wide}) {
    Gemv gemv({1024, 4096}, lab::checked("once"));
    const lab::LaunchResult run = gemv.run(multiplier);
    lab::tell_once(run, gemv.expect_values(run));
  }
});

}  // namespace
