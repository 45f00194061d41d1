// The main() of every lab's test program. See usage() for what it takes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lab/kernel.h"
#include "lab/run_record.h"
#include "lab/session.h"

// Set by add_lab(): the lab's id, and where the build puts the student's and the lab's own kernels.
#ifndef LAB_ID
#error "compile with LAB_ID, LAB_MODULE and LAB_GIVEN_MODULE (add_lab does)"
#endif

namespace {

constexpr int kCouldNotRun = 2;

void usage(std::ostream& out) {
  out << "usage: " LAB_ID
         "_test [--module FILE.so] [--given FILE.so] [--machine simt|auto] [--results FILE.json] [--seed N] "
         "[GoogleTest options]\n"
         "  --module   the kernels to check (default: the student's, " LAB_MODULE
         ")\n"
         "  --given    the kernels that the lab gives (default: " LAB_GIVEN_MODULE
         ")\n"
         "  --machine  where they run; auto takes the best there is\n"
         "  --results  write the run record there\n"
         "  --seed     of all random inputs; drawn and printed when it is not given\n"
         "Exit status: 0 all checks passed, 1 some failed, 2 could not run.\n";
}

[[noreturn]] void could_not_run(const std::string& message) {
  std::cerr << LAB_ID "_test: " << message << '\n';
  std::exit(kCouldNotRun);  // NOLINT(concurrency-mt-unsafe): no other thread is running
}

std::uint64_t as_seed(const std::string& text) {
  std::size_t used = 0;
  try {
    const std::uint64_t seed = std::stoull(text, &used);
    if (used == text.size()) return seed;
  } catch (const std::exception&) {
    used = 0;
  }
  could_not_run("--seed " + text + ": not a number from 0 to 18446744073709551615");
}

lab::SessionOptions parse(const std::vector<std::string>& arguments) {
  lab::SessionOptions options{LAB_ID, LAB_MODULE, LAB_GIVEN_MODULE, "", std::random_device{}()};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--help") {
      usage(std::cout);
      std::exit(0);  // NOLINT(concurrency-mt-unsafe)
    }
    if (i + 1 == arguments.size())
      could_not_run("unknown option or missing value: " + name + " (see --help)");
    const std::string& value = arguments[++i];
    if (name == "--module") {
      options.module = value;
    } else if (name == "--given") {
      options.given = value;
    } else if (name == "--results") {
      options.results = value;
    } else if (name == "--seed") {
      options.seed = as_seed(value);
    } else if (name == "--machine") {
      if (value == "cuda")
        could_not_run("--machine cuda: this build has no cuda machine; use --machine simt");
      if (value != "simt" && value != "auto")
        could_not_run("--machine " + value + ": not a machine; use simt or auto");
    } else {
      could_not_run("unknown option " + name + " (see --help)");
    }
  }
  return options;
}

void check_kernels_are_there(const simt::Module& module) {
  for (const std::string& kernel : lab::graded_kernels()) {
    if (module.find(kernel) == nullptr) {
      could_not_run(module.source() + ": the kernel `" + kernel +
                    "` is not defined; keep the names and signatures of the lab's header");
    }
  }
}

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);  // takes its own options out
  const lab::SessionOptions options = parse({argv + 1, argv + argc});
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  lab::Session session(options);
  check_kernels_are_there(session.student());
  if (!options.results.empty())
    testing::UnitTest::GetInstance()->listeners().Append(lab::make_run_recorder(options.results).release());
  std::cout << "module " << session.student().path() << ", " << session.student().compiler() << ", seed "
            << options.seed << std::endl;
  const int status = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0)
    could_not_run("no check has that name: nothing was run");
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const simt::Error& error) {
    could_not_run(error.what());
  } catch (const std::exception& error) {
    could_not_run(std::string("unexpected: ") + error.what());
  }
}
