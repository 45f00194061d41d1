// simt_fuzz mutants --seed S --from I --count N --save FOLDER MODULE.ll...
//   Mutates finished modules: of what the verifier passes makes machine code and runs it, each in a process
//   of its own. Says a line for each escape, hang or crash, and counts at the end, as JSON. Mutant I of seed
//   S is always the same.
// simt_fuzz run MODULE.so [SEED]
//   Launches each kernel of a module. Exit status 0; 3: a kernel touched what is not its own.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "back/emit.h"
#include "mutations.h"
#include "run_module.h"
#include "simt/machine.h"
#include "verifier.h"

namespace {

using simt_fuzz::Random;
constexpr unsigned kMostSeconds = 20;
constexpr int kCannotRun = 2;
constexpr int kEscaped = 3;
constexpr int kFaulted = 4;
constexpr int kNoCode = 5;
constexpr int kRefusedLater = 6;

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t from = 0;
  std::uint64_t count = 1000;
  std::string save = "found";
  bool unverified = false;
  std::vector<std::string> modules;
};

int run(const std::string& path, unsigned seed) {
  const simt_fuzz::Outcome outcome = simt_fuzz::run_module(path, seed);
  if (!outcome.escape.empty()) std::fprintf(stderr, "%s: %s\n", path.c_str(), outcome.escape.c_str());
  return !outcome.escape.empty() ? kEscaped : outcome.faults > 0 ? kFaulted : 0;
}

// Runs in a child process: makes machine code of the verified bytes, as simtcc does, and launches it.
int build_and_run(llvm::Module& module, const std::string& folder, unsigned seed) try {
  alarm(kMostSeconds);
  // What the machine prints when it stops a lane does not matter here.
  const std::string object = folder + "/mutant.o";
  const std::string library = folder + "/mutant.so";
  std::filesystem::remove(library);
  const auto code = simtcc::object_code(module);
  std::ofstream(object, std::ios::binary).write(code.data(), static_cast<std::streamsize>(code.size()));
  if (!simtcc::link(object, library)) return kNoCode;
  return run(library, seed);
} catch (const simtcc::FrameTooLarge&) {
  return kRefusedLater;
} catch (const simt::Error&) {
  return kRefusedLater;  // the machine does not load it
} catch (const std::exception& error) {
  std::fprintf(stderr, "simt_fuzz: %s\n", error.what());
  return kCannotRun;  // of this computer, such as a linker that cannot be started
}

// LLVM has no code for it, as for the remainder of 256-bit integers: simtcc refuses the file.
void cannot_compile(void* /*data*/, const char* /*reason*/, bool /*diagnose*/) { _exit(kRefusedLater); }

class Fuzzer {
 public:
  explicit Fuzzer(Options options) : options_(std::move(options)) {
    std::filesystem::create_directories(options_.save);
    folder_ = options_.save + "/work." + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    for (const std::string& path : options_.modules) {
      llvm::SMDiagnostic problem;
      auto module = llvm::parseIRFile(path, problem, context_);
      if (module == nullptr || !simt_verifier::problem_of(*module).empty())
        throw std::runtime_error(path + " is no module that the verifier passes");
      modules_.push_back(std::move(module));
    }
  }
  ~Fuzzer() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Fuzzer(const Fuzzer&) = delete;
  Fuzzer& operator=(const Fuzzer&) = delete;

  int run_all() {
    for (std::uint64_t i = options_.from; i < options_.from + options_.count; ++i) {
      std::ofstream(options_.save + "/at." + std::to_string(options_.from))
          << i;  // the number of the mutant, in case it crashes this program
      one(i);
    }
    std::filesystem::remove(options_.save + "/at." + std::to_string(options_.from));
    std::printf("{");
    const char* separator = "";
    for (const auto& [name, number] : counts_) {
      std::printf("%s\"%s\": %llu", separator, name.c_str(), static_cast<unsigned long long>(number));
      separator = ", ";
    }
    std::printf("}\n");
    return counts_["escapes"] + counts_["hangs"] + counts_["crashes"] + counts_["could not be run"] > 0 ? 1
                                                                                                        : 0;
  }

 private:
  void one(std::uint64_t number) {
    Random random(options_.seed * 0x9E3779B97F4A7C15ULL + number);
    const llvm::Module& original = *modules_[random() % modules_.size()];
    const auto mutant = llvm::CloneModule(original);
    std::string what;
    for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes)
      what += " " + simt_fuzz::mutate(*mutant, random);
    if (llvm::verifyModule(*mutant)) return note("broken");
    if (!is_passed(*mutant)) return note("refused");
    // As in simtcc, the module that runs is the one that was written, read again and verified.
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*mutant, stream);
    llvm::LLVMContext context;
    auto read = llvm::parseBitcodeFile({llvm::StringRef(bytes.data(), bytes.size()), "mutant"}, context);
    if (!read || !is_passed(**read)) return note("refused");
    note("passed");
    const int status = in_child(**read, static_cast<unsigned>(number));
    const std::string outcome = outcome_of(status);
    note(outcome.c_str());
    if (outcome == "ran" || outcome == "ran with faults" || outcome == "refused") return;
    const std::string path =
        options_.save + "/" + std::to_string(options_.seed) + "-" + std::to_string(number) + ".bc";
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::printf("%s: mutant %llu of seed %llu, status %d, of %s:%s\n", outcome.c_str(),
                static_cast<unsigned long long>(number), static_cast<unsigned long long>(options_.seed),
                status, original.getSourceFileName().c_str(), what.c_str());
    std::fflush(stdout);
  }

  bool is_passed(const llvm::Module& module) const {
    return options_.unverified || simt_verifier::problem_of(module).empty();
  }

  int in_child(llvm::Module& module, unsigned seed) const {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const rlimit none{0, 0};
      setrlimit(RLIMIT_CORE, &none);
      llvm::install_fatal_error_handler(cannot_compile);
      _exit(build_and_run(module, folder_, seed));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  static std::string outcome_of(int status) {
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? "hangs" : "crashes";
    switch (WEXITSTATUS(status)) {
      case 0:
        return "ran";
      case kFaulted:
        return "ran with faults";
      case kNoCode:
        return "without code";
      case kCannotRun:
        return "could not be run";
      case kRefusedLater:
        return "refused";
      default:
        return "escapes";
    }
  }

  void note(const char* what) { ++counts_[what]; }

  Options options_;
  std::string folder_;
  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::map<std::string, std::uint64_t> counts_;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--unverified") {
      options.unverified = true;
    } else if (word.rfind("--", 0) != 0) {
      options.modules.push_back(word);
    } else if (++i < argc) {
      if (word == "--seed") options.seed = std::strtoull(argv[i], nullptr, 10);
      if (word == "--from") options.from = std::strtoull(argv[i], nullptr, 10);
      if (word == "--count") options.count = std::strtoull(argv[i], nullptr, 10);
      if (word == "--save") options.save = argv[i];
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "run" && argc > 2)
    return run(argv[2], argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 1);
  if (mode == "mutants" && argc > 2) return Fuzzer(parse(argc, argv)).run_all();
  std::fprintf(stderr,
               "simt_fuzz mutants --seed S --from I --count N --save FOLDER MODULE.ll...\nsimt_fuzz run "
               "MODULE.so [SEED]\n");
  return kCannotRun;
} catch (const std::exception& error) {
  std::fprintf(stderr, "simt_fuzz: %s\n", error.what());
  return kCannotRun;
}
