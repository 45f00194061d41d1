// The main() of every lab's test program. See usage() for what it takes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lab/check.h"
#include "lab/cost_table.h"
#include "lab/kernel.h"
#include "lab/run_record.h"
#include "lab/session.h"

// Set by add_lab(): the lab's id, and where the build puts the student's and the lab's own kernels.
#ifndef LAB_ID
#error "compile with LAB_ID, LAB_MODULE and LAB_GIVEN_MODULE (add_lab does)"
#endif

namespace {

constexpr int kCouldNotRun = 2;

struct ProgramOptions {
  lab::SessionOptions session;
  std::string results;
  std::string costs;
};

void usage() {
  std::cout << "usage: " LAB_ID
               "_test [OPTION VALUE]... [GoogleTest options]\n"
               "  --module FILE.so     the kernels to check (default: the student's, " LAB_MODULE
               ")\n"
               "  --given FILE.so      the kernels that the lab gives (default: " LAB_GIVEN_MODULE
               ")\n"
               "  --machine simt|auto  where they run; auto takes the best there is\n"
               "  --results FILE.json  write the run record there\n"
               "  --costs DIR          write what each line cost there, one text file a kernel\n"
               "  --seed N             of all random inputs; drawn and printed when it is not given\n"
               "Exit status: 0 all checks passed, 1 some failed, 2 could not run.\n";
}

[[noreturn]] void could_not_run(const std::string& message) {
  std::cerr << LAB_ID "_test: " << message << '\n';
  std::exit(kCouldNotRun);
}

std::uint64_t as_seed(const std::string& text) {
  std::size_t used = 0;
  try {
    const std::uint64_t seed = std::stoull(text, &used);
    if (used == text.size() && text[0] != '-') return seed;
  } catch (const std::exception&) {
    used = 0;
  }
  could_not_run("--seed " + text + ": not a number from 0 to 18446744073709551615");
}

void check_machine(const std::string& name) {
  if (name == "cuda") could_not_run("--machine cuda: this build has no cuda machine; use --machine simt");
  if (name != "simt" && name != "auto")
    could_not_run("--machine " + name + ": not a machine; use simt or auto");
}

ProgramOptions parse(const std::vector<std::string>& arguments) {
  ProgramOptions options{{LAB_ID, LAB_MODULE, LAB_GIVEN_MODULE, std::random_device{}()}, "", ""};
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string& name = arguments[i];
    if (name == "--help") {
      usage();
      std::exit(0);
    }
    if (i + 1 == arguments.size())
      could_not_run(name + ": unknown option, or its value is missing (see --help)");
    const std::string& value = arguments[i + 1];
    if (name == "--module") {
      options.session.module = value;
    } else if (name == "--given") {
      options.session.given = value;
    } else if (name == "--results") {
      options.results = value;
    } else if (name == "--costs") {
      options.costs = value;
    } else if (name == "--seed") {
      options.session.seed = as_seed(value);
    } else if (name == "--machine") {
      check_machine(value);
    } else {
      could_not_run(name + ": unknown option (see --help)");
    }
  }
  return options;
}

// Leaves the cost table of each kernel that a check shows, one file a kernel: ctest's report ends with them.
class CostWriter : public testing::EmptyTestEventListener {
 public:
  explicit CostWriter(std::string folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  void OnTestEnd(const testing::TestInfo& /*info*/) override {
    for (const lab::ShownLaunch& shown : lab::CheckRecord::current().shown) {
      if (shown.run.report.accesses.empty()) continue;
      std::ofstream(folder_ + "/" LAB_ID "." + shown.run.kernel + ".txt") << lab::cost_table(shown.run);
    }
  }

 private:
  std::string folder_;
};

// Why the module cannot be checked, by its author's fault; empty when it can.
std::string why_refused(const simt::Module& module) {
  for (const std::string& kernel : lab::graded_kernels()) {
    if (module.find(kernel) == nullptr) {
      return module.source() + ": the kernel `" + kernel +
             "` is not defined; keep the names and signatures of the lab's header";
    }
  }
  return "";
}

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);  // takes its own options out
  const ProgramOptions options = parse({argv + 1, argv + argc});
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  const lab::Session session(options.session);
  if (const std::string reason = why_refused(session.student()); !reason.empty()) {
    if (!options.results.empty()) lab::write_refusal(options.results, reason);
    could_not_run(reason);
  }
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (!options.results.empty()) listeners.Append(lab::make_run_recorder(options.results).release());
  if (!options.costs.empty()) listeners.Append(std::make_unique<CostWriter>(options.costs).release());
  std::cout << "module " << session.student().path() << ", " << session.student().compiler() << ", seed "
            << options.session.seed << std::endl;
  const int status = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    could_not_run("no check has that name: nothing was run");
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    could_not_run(error.what());
  }
}
