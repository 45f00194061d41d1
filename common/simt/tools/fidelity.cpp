// fidelity FILE.csv: runs each warp pattern of the file as a real kernel on the SIMT machine and compares
// what the machine counts with what the hardware counted. Exit status: 0 all equal, 1 mismatches, 2 could not
// run.
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "pattern_file.h"
#include "simt/machine.h"

#ifndef PATTERNS_MODULE
#error "compile with PATTERNS_MODULE: where the build puts patterns.so"
#endif

namespace {

using fidelity::Counters;
using fidelity::Pattern;

constexpr std::size_t kMemoryBytes = std::size_t{227} * 1024;

std::string kernel_name(const Pattern& pattern) {
  return std::string(pattern.space == simt::Space::global ? "global" : "shared") +
         (pattern.op == simt::Op::load ? "_ld_" : "_st_") + std::to_string(pattern.width);
}

class PatternMachine {
 public:
  explicit PatternMachine(const std::string& module)
      : machine_(simt::MachineOptions{1, 0, 10}),
        module_(module),
        offsets_(static_cast<int*>(machine_.allocate(simt::kWarpSize * sizeof(int), "offsets", sizeof(int)))),
        data_(static_cast<char*>(machine_.allocate(kMemoryBytes, "data", 1))),
        sink_(static_cast<char*>(machine_.allocate(simt::kWarpSize * std::size_t{16}, "sink", 1))) {
    machine_.mark_written(offsets_, simt::kWarpSize * sizeof(int));
    machine_.mark_written(data_, kMemoryBytes);
  }

  std::string compiler() const { return module_.compiler(); }

  Counters count(const Pattern& pattern) {
    const simt::Kernel* const kernel = module_.find(kernel_name(pattern));
    if (kernel == nullptr) throw simt::Error(module_.path() + ": has no kernel " + kernel_name(pattern));
    std::memcpy(offsets_, pattern.offsets.data(), sizeof pattern.offsets);
    const std::size_t dynamic_shared = pattern.space == simt::Space::shared ? kMemoryBytes : 0;
    const void* const arguments[] = {&offsets_, &data_, &sink_};
    const auto report =
        machine_.launch(module_, *kernel, {{1, 1, 1}, {simt::kWarpSize, 1, 1}, dynamic_shared}, arguments);
    if (!report.completed())
      throw simt::Error("pattern " + pattern.id + ": " + report.faults.front().message);
    return counters_of(pattern, report);
  }

 private:
  // The offsets and the results are global accesses too: the pattern's own is the one that touches `data`.
  static Counters counters_of(const Pattern& pattern, const simt::LaunchReport& report) {
    Counters sum;
    const bool global = pattern.space == simt::Space::global;
    if (global) {
      sum.sectors = 0;
    } else {
      sum.wavefronts = sum.bank_conflicts = 0;
    }
    for (const auto& access : report.accesses) {
      if (access.space != pattern.space || access.op != pattern.op || (global && access.array != "data"))
        continue;
      sum.requests += access.requests;
      if (global) {
        *sum.sectors += access.sectors;
      } else {
        *sum.wavefronts += access.wavefronts;
        *sum.bank_conflicts += access.bank_conflicts;
      }
    }
    return sum;
  }

  simt::Machine machine_;
  simt::Module module_;
  int* offsets_;
  char* data_;
  char* sink_;
};

std::string text(const Counters& counters) {
  std::string out = std::to_string(counters.requests) + " requests";
  if (counters.sectors) out += ", " + std::to_string(*counters.sectors) + " sectors";
  if (counters.wavefronts) out += ", " + std::to_string(*counters.wavefronts) + " wavefronts";
  if (counters.bank_conflicts) out += ", " + std::to_string(*counters.bank_conflicts) + " bank conflicts";
  return out;
}

int compare(const std::string& csv, const std::string& module) {
  const std::vector<Pattern> patterns = fidelity::read_patterns(csv);
  PatternMachine machine(module);
  std::size_t mismatches = 0;
  for (const Pattern& pattern : patterns) {
    const Counters counted = machine.count(pattern);
    if (counted == pattern.measured) continue;
    ++mismatches;
    std::cout << "mismatch: pattern " << pattern.id << " (" << kernel_name(pattern) << "): machine "
              << text(counted) << "; hardware " << text(pattern.measured) << '\n';
  }
  std::cout << patterns.size() << " patterns run as kernels compiled by " << machine.compiler() << ": "
            << patterns.size() - mismatches << " equal to the hardware's counters, " << mismatches
            << (mismatches == 1 ? " mismatch\n" : " mismatches\n");
  return mismatches == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool with_module = arguments.size() == 3 && arguments[1] == "--module";
  if (arguments.size() != 1 && !with_module) {
    std::cerr << "usage: fidelity FILE.csv [--module PATTERNS.so]\n";
    return 2;
  }
  try {
    return compare(arguments[0], with_module ? arguments[2] : PATTERNS_MODULE);
  } catch (const std::exception& error) {
    std::cerr << "fidelity: " << error.what() << '\n';
    return 2;
  }
}
