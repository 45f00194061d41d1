// The main() of every lab's test program and survey program. See usage() for what it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "lab/run_record.h"
#include "lab/session.h"
#include "program.h"
#include "report_files.h"

namespace {

constexpr int kCouldNotRun = 2;

struct ProgramOptions {
  lab::SessionOptions session;
  std::string results;
  std::string costs;
  bool once = false;
};

void usage() {
  std::cout << "usage: " << lab::this_program().name << R"( [OPTION VALUE]... [GoogleTest options]
  --machine simt|cuda|auto  where the kernels run: on the CPU, on a GPU, or wherever the module
                       was made to run (default: auto)
  --module FILE        the kernels to check, a .so for simt or a .fatbin for cuda (default: the
                       student's, )"
            << lab::this_program().module << R"()
  --given FILE         the kernels that the lab gives (default: )"
            << lab::this_program().given_module << R"()
  --kit FILE.fatbin    the kit's own kernels for measurements
  --source FILE.cu     what a .fatbin was made from, for messages
  --results FILE.json  write the run record there
  --costs DIR          write what each line cost there, one text file a kernel; what a kernel
                       printed goes to DIR/printed
  --sandbox FILE.json  a list of words: the command that starts the kernels' process confined
  --seed N             the seed of all random inputs; drawn and printed when it is not given
  --schedule N         repeat launches whose outcome may depend on the order of threads under this
                       schedule alone (default: three, drawn from the seed)
  --launches judged|counted  counted: on cuda, make the launches of each check's simulated form,
                       for a profiler; nothing is judged (default: judged)
  --once               of a survey program: launch every kernel once, for a profiler, and nothing
                       else
  --gpu                say which GPU cuda would use, and run nothing
Exit status: 0 all checks passed, 1 some failed, 2 could not run.
)";
}

// A survey program measures every kernel of the lab, and judges none.
bool is_survey() { return static_cast<bool>(lab::launches_once()); }

[[noreturn]] void could_not_run(const std::string& message) {
  std::cerr << lab::this_program().name << ": " << message << '\n';
  std::exit(kCouldNotRun);
}

unsigned as_schedule(const std::string& text) {
  constexpr unsigned kMost = 999999;
  const bool is_number =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (is_number && text.size() <= std::to_string(kMost).size() && std::stoul(text) > 0)
    return static_cast<unsigned>(std::stoul(text));
  could_not_run("--schedule " + text + ": not a number from 1 to " + std::to_string(kMost));
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

std::string machine_named(const std::string& name) {
  if (name == "simt" || name == "cuda" || name == "auto") return name;
  could_not_run("--machine " + name + ": not a machine; use simt, cuda or auto");
}

bool counted_named(const std::string& name) {
  if (name == "counted" || name == "judged") return name == "counted";
  could_not_run("--launches " + name + ": use judged or counted");
}

// A JSON list of texts.
std::vector<std::string> words_in(const std::string& file) {
  std::ifstream stream(file);
  const auto words = nlohmann::json::parse(stream, nullptr, false);
  const auto is_text = [](const nlohmann::json& word) { return word.is_string(); };
  if (!words.is_array() || words.empty() || !std::all_of(words.begin(), words.end(), is_text))
    could_not_run("--sandbox " + file + ": not a JSON list of words");
  return words.get<std::vector<std::string>>();
}

bool is_simt_module(const std::string& file) {
  const std::string ending = ".so";
  return file.size() >= ending.size() &&
         file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
}

// Files that were not named are those of this build, for the machine that is used.
lab::SessionOptions with_defaults(lab::SessionOptions session, const std::string& machine) {
  const lab::Program& program = lab::this_program();
  const bool on_simt = machine == "simt" || (machine == "auto" && is_simt_module(session.module));
  session.machine = on_simt ? lab::MachineKind::simt : lab::MachineKind::cuda;
  if (session.module.empty()) {
    session.module = on_simt ? program.module : program.cuda_module;
    if (!on_simt) session.source = program.source;
  }
  if (session.given.empty()) session.given = on_simt ? program.given_module : program.cuda_given_module;
  if (session.kit.empty()) session.kit = program.cuda_kit;
  if (session.module.empty()) {
    could_not_run(
        "this build has no module for a GPU, because there is no nvcc: name one with --module FILE.fatbin");
  }
  return session;
}

[[noreturn]] void say_gpu() {
  const lab::Gpu gpu;
  std::cout << gpu.info().name << ", compute capability " << gpu.info().capability_text() << '\n';
  std::exit(0);
}

ProgramOptions parse(const std::vector<std::string>& arguments) {
  ProgramOptions options;
  options.session.lab = lab::this_program().lab;
  if (!is_survey()) options.session.graded = lab::graded_kernels();
  options.session.seed = std::random_device{}();
  std::string machine = "auto";
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string& name = arguments[i];
    if (name == "--help") {
      usage();
      std::exit(0);
    }
    if (name == "--gpu") say_gpu();
    if (name == "--once") {
      options.once = true;
      --i;  // it has no value
      continue;
    }
    if (i + 1 == arguments.size())
      could_not_run(name + ": unknown option, or its value is missing (see --help)");
    const std::string& value = arguments[i + 1];
    if (name == "--module") {
      options.session.module = value;
    } else if (name == "--given") {
      options.session.given = value;
    } else if (name == "--kit") {
      options.session.kit = value;
    } else if (name == "--source") {
      options.session.source = value;
    } else if (name == "--sandbox") {
      options.session.sandbox = words_in(value);
    } else if (name == "--results") {
      options.results = value;
    } else if (name == "--costs") {
      options.costs = value;
    } else if (name == "--seed") {
      options.session.seed = as_seed(value);
    } else if (name == "--schedule") {
      options.session.schedule = as_schedule(value);
    } else if (name == "--launches") {
      options.session.counting = counted_named(value);
    } else if (name == "--machine") {
      machine = machine_named(value);
    } else {
      could_not_run(name + ": unknown option (see --help)");
    }
  }
  if (machine == "auto" && options.session.module.empty()) machine = "simt";
  options.session = with_defaults(options.session, machine);
  if (options.session.counting && options.session.machine != lab::MachineKind::cuda) {
    could_not_run("--launches counted: only a GPU's profiler counts; add --machine cuda");
  }
  return options;
}

// The launches of --once as the program's only test, so that a failure in one is reported like a check's
// failure is.
class OnceTest : public testing::Test {
 public:
  void TestBody() override {
    try {
      lab::launches_once()();
    } catch (const simt::Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
};

void choose_once() {
  if (!lab::launches_once()) {
    could_not_run("--once: only the lab's survey program has launches for a profiler: use " +
                  lab::this_program().lab + "_survey");
  }
  testing::RegisterTest("Once", "EveryKernel", nullptr, nullptr, __FILE__, __LINE__,
                        [] { return new OnceTest; });
  testing::GTEST_FLAG(filter) = "Once.EveryKernel";
}

// Ends the program when a fault has taken the GPU from it and checks are left: none of them could be run.
class EndsWithTheGpu : public testing::EmptyTestEventListener {
 public:
  explicit EndsWithTheGpu(const lab::Gpu& gpu) : gpu_(gpu) {}

  void OnTestStart(const testing::TestInfo& info) override {
    if (!gpu_.is_lost()) return;
    std::cout << "This process cannot use the GPU any more: " << info.test_suite_name() << "." << info.name()
              << " and what follows were not run. Each can be run by itself: --gtest_filter=NAME" << '\n'
              << std::flush;
    std::_Exit(1);
  }

 private:
  const lab::Gpu& gpu_;
};

// Returns why the module cannot be checked, by its author's fault, or "" if it can. A check whose kernel is
// missing fails by itself. A file with none of the lab's kernels is no answer to it, and a survey needs all
// of them.
std::string why_refused(lab::Session& session) {
  const std::vector<std::string> graded = lab::graded_kernels();
  std::vector<std::string> missing;
  std::copy_if(graded.begin(), graded.end(), std::back_inserter(missing),
               [&](const std::string& kernel) { return !session.defines(kernel); });
  if (missing.empty() || (missing.size() < graded.size() && !is_survey())) return "";
  const std::size_t others = missing.size() - 1;
  return session.source() + ": " + session.why_not_defined(missing.front()) +
         (others == 0 ? "" : "; " + std::to_string(others) + " more of the lab's kernels are missing, too");
}

int run_checks(lab::Session& session, const ProgramOptions& options) {
  if (const std::string reason = why_refused(session); !reason.empty()) {
    if (!options.results.empty()) lab::write_refusal(options.results, reason);
    could_not_run(reason);
  }
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (!options.results.empty()) listeners.Append(lab::make_run_recorder(options.results).release());
  if (!options.costs.empty()) listeners.Append(lab::make_cost_writer(options.costs).release());
  listeners.Append(lab::make_printed_writer(options.costs).release());
  if (session.on_cuda()) listeners.Append(std::make_unique<EndsWithTheGpu>(session.gpu()).release());
  std::cout << "module " << session.path() << ", " << session.compiler() << ", seed "
            << session.options().seed << '\n'
            << std::flush;
  if (options.once) choose_once();
  const int status = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    could_not_run("no check has that name: nothing was run");
  }
  // Nothing was judged, and a profiler would take any other status for a broken run.
  return session.is_counting() || options.once ? 0 : status;
}

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);  // takes its own options out
  const ProgramOptions options = parse({argv + 1, argv + argc});
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  lab::Session session(options.session);
  const int status = run_checks(session, options);
  if (session.on_cuda() && session.gpu().is_lost()) {
    // Cleaning up at the end of the program may wait for a kernel that does not end.
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(status);
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const lab::NoGpu& error) {
    const std::string& id = lab::this_program().lab;
    could_not_run(
        std::string("no GPU can be used: ") + error.what() +
        ".\n  Needed is an NVIDIA GPU of compute capability 7.0 or newer, and its driver. Nothing was run.\n"
        "  The SIMT machine needs neither: " +
        id + "_test --machine simt, or ./course check " + id + " --machine simt");
  } catch (const std::exception& error) {
    could_not_run(error.what());
  }
}
