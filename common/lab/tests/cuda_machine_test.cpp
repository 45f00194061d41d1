// Sessions, kernels and expectations on the cuda machine.
#include <gtest/gtest-spi.h>

#include <numeric>

#include "gpu_fixture.h"
#include "lab/expectations.h"
#include "lab/kernel.h"
#include "lab/problem.h"

namespace {

using Scale = lab::Kernel<void(const float*, float*, int, float)>;

simt::LaunchShape one_warp() { return {{1, 1, 1}, {32, 1, 1}, 0}; }

// out[i] = factor * in[i], of 1, 2, 3, …
class Scaling : public lab::Problem {
 public:
  explicit Scaling(std::size_t n)
      : Problem(lab::checked("scaling"), std::to_string(n)),
        in(*this, "in", n,
           [n] {
             std::vector<float> values(n);
             std::iota(values.begin(), values.end(), 1.0F);
             return values;
           }),
        out(*this, "out", n) {}

  lab::LaunchResult scaled_by(float factor) {
    return run(
        Scale("scale").call(one_warp(), in.device(), out.device(), static_cast<int>(in.size()), factor));
  }

  lab::Input<float> in;
  lab::Output<float> out;
};

// out[i] = factor * in[i]; leaves out what it is told to.
void scale(void** arguments, std::size_t left_out = 100) {
  const float* const in = *static_cast<const float**>(arguments[0]);
  float* const out = *static_cast<float**>(arguments[1]);
  const auto n = static_cast<std::size_t>(*static_cast<int*>(arguments[2]));
  const float factor = *static_cast<float*>(arguments[3]);
  for (std::size_t i = 0; i < n; ++i) {
    if (i != left_out) out[i] = factor * in[i];
  }
}

TEST_F(GpuTest, AKernelGetsItsArgumentsAndTheHostItsResult) {
  const lab::Session session(on_cuda());
  EXPECT_TRUE(lab::measuring());
  driver.kernel = [](const std::string& name, void** arguments) {
    EXPECT_EQ(name, "scale");
    scale(arguments);
  };
  Scaling problem(3);
  EXPECT_TRUE(problem.in.is_written(0));
  EXPECT_FALSE(problem.out.is_written(0));
  const auto run = problem.scaled_by(0.5F);
  EXPECT_TRUE(run.report.completed());
  EXPECT_EQ(problem.out[0], 0.5F);
  EXPECT_EQ(problem.out[2], 1.5F);
  EXPECT_TRUE(problem.out.is_written(2));
  EXPECT_TRUE(problem.out.holds(2, 1.5F));
  EXPECT_FALSE(problem.out.holds(2, 1.25F));
  EXPECT_EQ(count("MemcpyDtoH"), 3U)
      << "both before the launch, and after it the one that was looked at again";
}

TEST_F(GpuTest, AnElementThatNobodyStoredIsUnwritten) {
  const lab::Session session(on_cuda());
  driver.kernel = [](const std::string&, void** arguments) { scale(arguments, 1); };
  Scaling problem(3);
  problem.scaled_by(0.5F);
  EXPECT_TRUE(problem.out.is_written(0));
  EXPECT_FALSE(problem.out.is_written(1));
  const lab::Output<unsigned char> bytes(problem, "bytes", 3);
  EXPECT_TRUE(bytes.is_written(0)) << "a byte may well be stored as the poison";
}

TEST_F(GpuTest, WhatTheHostTakesBackIsUnwritten) {
  const lab::Session session(on_cuda());
  Scaling problem(4);
  problem.in.take_back(1, 2);
  EXPECT_TRUE(problem.in.is_written(0));
  EXPECT_FALSE(problem.in.is_written(1));
  EXPECT_FALSE(problem.in.is_written(2));
  EXPECT_EQ(problem.in[3], 4.0F);
}

TEST_F(GpuTest, AMemberThatNobodyStoredIsUnwritten) {
  struct Pair {
    int first;
    int second;
  };
  const lab::Session session(on_cuda());
  driver.kernel = [](const std::string&, void** arguments) {
    (*static_cast<Pair**>(arguments[0]))->second = 5;
  };
  Scaling problem(1);
  const lab::Output<Pair> pair(problem, "pair", 1);
  problem.run(lab::Kernel<void(Pair*)>("half").call(one_warp(), pair.device()));
  EXPECT_TRUE(pair.is_written(0));
  EXPECT_FALSE(pair.is_written(0, offsetof(Pair, first), sizeof(int)));
  EXPECT_TRUE(pair.is_written(0, offsetof(Pair, second), sizeof(int)));
}

// The session is on the SIMT machine, as the labs use it; any module does.
TEST(SimtArray, WhatTheHostTakesBackIsUnwritten) {
  lab::SessionOptions options;
  options.module = MEASURING_MODULE;
  const lab::Session session(options);
  EXPECT_FALSE(lab::measuring());
  Scaling problem(4);
  problem.in.take_back(1, 2);
  EXPECT_TRUE(problem.in.is_written(0));
  EXPECT_FALSE(problem.in.is_written(1));
  EXPECT_FALSE(problem.in.is_written(2));
  EXPECT_EQ(problem.in[3], 4.0F);
}

TEST_F(GpuTest, AFaultFailsTheCheckAndItsArraysReadAsUnwritten) {
  const lab::Session session(on_cuda());
  Scaling problem(1);
  driver.results["EventQuery"] = 700;
  EXPECT_NONFATAL_FAILURE(problem.scaled_by(2), "scale, 1: an illegal memory access ended scale on the GPU");
  EXPECT_FALSE(problem.out.is_written(0));
  EXPECT_EQ(lab::CheckRecord::current().evidence, lab::Evidence::measured) << "it counts against the student";
}

TEST_F(GpuTest, AKernelThatIsMissingSaysSo) {
  lab::Session session(on_cuda());
  driver.undefined = {"scale"};
  EXPECT_FALSE(session.defines("scale"));
  EXPECT_TRUE(contains(thrown<simt::Error>([] { Scale("scale"); }), "the kernel `scale` is not defined"));
}

TEST_F(GpuTest, AMisspeltKernelIsLookedForInTheSource) {
  const std::string source = scratch::file("scal.cu");
  std::ofstream(source) << "\n__global__ void scal(float* out) {}\n";
  lab::SessionOptions options = on_cuda();
  options.source = source;
  const lab::Session session(options);
  driver.undefined = {"scale"};
  const std::string said = thrown<simt::Error>([] { Scale("scale"); });
  EXPECT_TRUE(contains(said, "`scale` is not defined; did you mean `scal` in line 2?")) << said;
  std::remove(source.c_str());
}

TEST_F(GpuTest, WhatOnlyTheSimtMachineKnowsSkipsTheCheck) {
  const lab::Session session(on_cuda());
  const lab::LaunchResult run;
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    EXPECT_FALSE(lab::expect_no_faults(run));
    EXPECT_FALSE(lab::expect_writes(run, "out"));
    EXPECT_FALSE(lab::expect_sectors(run, {{"in", simt::Op::load, 1}}));
    EXPECT_FALSE(lab::expect_no_bank_conflicts(run));
    EXPECT_FALSE(lab::expect_modelled_ratio(run, {"the copy", 1, {1, 1}}, 1));
  }
  ASSERT_EQ(results.size(), 5);
  for (int i = 0; i < results.size(); ++i) {
    EXPECT_TRUE(results.GetTestPartResult(i).skipped());
    EXPECT_TRUE(contains(results.GetTestPartResult(i).message(), "needs the SIMT machine"));
  }
}

// The launches of a profiler are those of the simulated form: they are made and shown, with their numbers,
// and nothing is judged.
TEST_F(GpuTest, LaunchesThatAreCountedAreShownAndNotJudged) {
  lab::SessionOptions options = on_cuda();
  options.counting = true;
  const lab::Session session(options);
  EXPECT_FALSE(lab::measuring());
  EXPECT_TRUE(lab::counting());
  EXPECT_FALSE(lab::skip_without_simt());
  driver.kernel = [](const std::string&, void** arguments) { scale(arguments); };
  Scaling problem(3);
  lab::CheckRecord::current() = {};
  for (const std::uint64_t number : {1U, 2U}) {
    const auto run = problem.scaled_by(0.5F);
    EXPECT_EQ(run.number, number);
    EXPECT_TRUE(lab::expect_no_faults(run));
    EXPECT_TRUE(lab::expect_sectors(run, {{"in", simt::Op::load, 1}}));
    EXPECT_TRUE(lab::expect_no_bank_conflicts(run));
    lab::show(run);
  }
  ASSERT_EQ(lab::CheckRecord::current().shown.size(), 2U);
  EXPECT_EQ(lab::CheckRecord::current().shown[1].run.number, 2U);
  EXPECT_TRUE(lab::CheckRecord::current().weighings.empty());
}

TEST_F(GpuTest, ASessionSaysWhichMachineItIsNot) {
  lab::Session session(on_cuda());
  EXPECT_TRUE(contains(thrown<simt::Error>([&] { session.machine(); }), "--machine simt"));
  EXPECT_TRUE(
      contains(thrown<simt::Error>([&] { (void)session.module(lab::From::student); }), "--machine simt"));
}

TEST_F(GpuTest, WithoutTheKitsKernelsSaysHowToNameThem) {
  lab::SessionOptions options = on_cuda();
  options.kit = "";
  lab::Session session(options);
  EXPECT_TRUE(
      contains(thrown<simt::Error>([&] { session.gpu_module(lab::From::kit); }), "--kit FILE.fatbin"));
}

TEST(Definition, IsTheFirstLineOfCodeThatNamesTheKernel) {
  const std::string file = scratch::file("definition.cu");
  std::ofstream(file) << "// scale(x) scales\nvoid rescale(int);\n__global__ void scale (float* x) {}\n";
  EXPECT_EQ(lab::definition_in(file, "scale").line, 3U);
  EXPECT_EQ(lab::definition_in(file, "missing").line, 0U);
  EXPECT_EQ(lab::definition_in("/nowhere", "scale").line, 0U);
}

}  // namespace
