// The kernels' process of a session, as it goes wrong.
#include <unistd.h>

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>

#include "lab/problem.h"
#include "lab/session.h"
#include "measuring.h"
#include "only_child.h"

namespace {

lab::SessionOptions options() {
  lab::SessionOptions options;
  options.lab = "lab9";
  options.module = MEASURING_MODULE;
  return options;
}

class Numbers : public lab::Problem {
 public:
  Numbers() : Problem(lab::checked("numbers"), "32"), numbers(*this, "numbers", 32) {}

  lab::Call call() const {
    return lab::Kernel<decltype(measuring_fill_floats)>("measuring_fill_floats")
        .call({{1, 1, 1}, {32, 1, 1}, 0}, numbers.device(), 32ULL, 1ULL);
  }

  lab::Output<float> numbers;
};

// Runs in a process of its own: something happens to the kernels' process between two launches.
[[noreturn]] void run_after(void (*harm)()) {
  const lab::Session session(options());
  Numbers problem;
  problem.run(problem.call());
  harm();
  problem.run(problem.call());
  std::exit(0);
}

TEST(MachineProcess, RunsWhatASessionLaunches) {
  const lab::Session session(options());
  Numbers problem;
  const lab::LaunchResult run = problem.run(problem.call());
  EXPECT_TRUE(run.report.faults.empty());
  EXPECT_TRUE(problem.numbers.is_written(31));
  EXPECT_NE(only_child(), 0);
}

TEST(MachineProcessDeathTest, TheProgramEndsByTheSignalThatEndsIt) {
  EXPECT_EXIT(run_after([] { kill(only_child(), SIGXCPU); }), testing::KilledBySignal(SIGXCPU),
              "the process that runs the kernels was ended by signal 24");
  EXPECT_EXIT(run_after([] { kill(only_child(), SIGKILL); }), testing::KilledBySignal(SIGKILL),
              "this and later checks could not be run");
}

TEST(MachineProcess, ASandboxThatCannotBeMadeIsToldInItsOwnWords) {
  lab::SessionOptions broken = options();
  broken.sandbox = {"/bin/sh", "-c", "echo no namespaces >&2; exit 1"};
  try {
    const lab::Session session(broken);
    FAIL() << "was started";
  } catch (const simt::Error& error) {
    EXPECT_NE(std::string(error.what()).find("no namespaces"), std::string::npos) << error.what();
  }
}

}  // namespace
