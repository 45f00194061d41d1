// fidelity FILE.csv: runs each pattern of the file as a real kernel on the SIMT machine and compares what the
// machine counts with what the hardware counted. The file holds loads and stores of a warp, or tensor-core
// moves and asynchronous copies. Exit status: 0 all equal, 1 mismatches, 2 could not run.
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "pattern_file.h"
#include "simt/machine.h"
#include "simt/words.h"
#include "tile_pattern_file.h"

#ifndef PATTERNS_MODULE
#error "compile with PATTERNS_MODULE: where the build puts patterns.so"
#endif

namespace {

using fidelity::Counters;
using fidelity::Pattern;
using fidelity::TilePattern;

constexpr std::size_t kMemoryBytes = std::size_t{227} * 1024;
constexpr std::size_t kDataBytes = std::size_t{1} << 20U;
constexpr std::size_t kOffsetBytes = simt::kWarpSize * sizeof(int);

std::string kernel_name(const Pattern& pattern) {
  return std::string(pattern.space == simt::Space::global ? "global" : "shared") +
         (pattern.op == simt::Op::load ? "_ld_" : "_st_") + std::to_string(pattern.width);
}

class PatternMachine {
 public:
  explicit PatternMachine(const std::string& module)
      : machine_(simt::MachineOptions{1, 0, 10}),
        module_(module),
        offsets_(static_cast<int*>(machine_.allocate(2 * kOffsetBytes, "offsets", sizeof(int)))),
        data_(static_cast<char*>(machine_.allocate(kDataBytes, "data", 1))),
        sink_(static_cast<char*>(machine_.allocate(simt::kWarpSize * std::size_t{16}, "sink", 1))) {
    machine_.mark_written(offsets_, 2 * kOffsetBytes);
    machine_.mark_written(data_, kDataBytes);
  }

  std::string compiler() const { return module_.compiler(); }

  Counters count(const Pattern& pattern) {
    const std::size_t dynamic_shared = pattern.space == simt::Space::shared ? kMemoryBytes : 0;
    std::memcpy(offsets_, pattern.offsets.data(), kOffsetBytes);
    return counters_of(pattern, launch(kernel_name(pattern), pattern.id, dynamic_shared));
  }

  simt::LaunchReport run(const TilePattern& pattern) {
    std::memcpy(offsets_, pattern.shared.data(), kOffsetBytes);
    std::memcpy(offsets_ + simt::kWarpSize, pattern.global.data(), kOffsetBytes);
    return launch(pattern.name, pattern.id, kMemoryBytes);
  }

 private:
  simt::LaunchReport launch(const std::string& name, const std::string& pattern, std::size_t dynamic_shared) {
    const simt::Kernel* const kernel = module_.find(name);
    if (kernel == nullptr) throw simt::Error(module_.path() + ": has no kernel " + name);
    const void* const arguments[] = {&offsets_, &data_, &sink_};
    auto report =
        machine_.launch(module_, *kernel, {{1, 1, 1}, {simt::kWarpSize, 1, 1}, dynamic_shared}, arguments);
    if (!report.completed()) throw simt::Error("pattern " + pattern + ": " + report.faults.front().message);
    return report;
  }

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

// Instructions of tensor cores: what they cost in shared memory, apart from the kernel's own loads and
// stores.
Counters counted_matrices(const simt::LaunchReport& report) {
  Counters counted;
  counted.wavefronts = counted.bank_conflicts = 0;
  for (const auto& access : report.accesses) {
    if (access.instruction == simt::Instruction::plain) continue;
    counted.requests += access.requests;
    *counted.wavefronts += access.wavefronts;
    *counted.bank_conflicts += access.bank_conflicts;
  }
  return counted;
}

Counters measured_matrices(const TilePattern& pattern) {
  const bool is_load = pattern.kind == TilePattern::Kind::load_matrix;
  Counters measured;
  measured.requests = 1;
  measured.wavefronts = is_load ? pattern.measured.load_wavefronts : pattern.measured.store_wavefronts;
  measured.bank_conflicts = is_load ? pattern.measured.load_conflicts : pattern.measured.store_conflicts;
  return measured;
}

// Counts both sides of a copy. Its wavefronts were not counted apart from others.
Counters counted_copy(const simt::LaunchReport& report) {
  Counters counted;
  counted.sectors = counted.bank_conflicts = 0;
  for (const auto& access : report.accesses) {
    if (!access.asynchronous) continue;
    counted.requests += access.op == simt::Op::load ? access.requests : 0;
    *counted.sectors += access.sectors;
    *counted.bank_conflicts += access.bank_conflicts;
  }
  return counted;
}

Counters measured_copy(const TilePattern& pattern) {
  Counters measured;
  measured.requests = pattern.measured.global_requests;
  measured.sectors = pattern.measured.global_sectors;
  measured.bank_conflicts = pattern.measured.copy_conflicts;
  return measured;
}

struct Result {
  std::size_t patterns = 0;
  std::size_t mismatches = 0;
};

Result compare_tiles(PatternMachine& machine, const std::string& csv) {
  Result result;
  for (const TilePattern& pattern : fidelity::read_tile_patterns(csv)) {
    ++result.patterns;
    const simt::LaunchReport report = machine.run(pattern);
    const bool is_copy = !pattern.moves_matrices();
    const Counters counted = is_copy ? counted_copy(report) : counted_matrices(report);
    const Counters measured = is_copy ? measured_copy(pattern) : measured_matrices(pattern);
    if (counted == measured) continue;
    ++result.mismatches;
    std::cout << "mismatch: pattern " << pattern.id << " (" << pattern.name << "): machine " << text(counted)
              << "; hardware " << text(measured) << '\n';
  }
  return result;
}

Result compare_requests(PatternMachine& machine, const std::string& csv) {
  Result result;
  for (const Pattern& pattern : fidelity::read_patterns(csv)) {
    ++result.patterns;
    const Counters counted = machine.count(pattern);
    if (counted == pattern.measured) continue;
    ++result.mismatches;
    std::cout << "mismatch: pattern " << pattern.id << " (" << kernel_name(pattern) << "): machine "
              << text(counted) << "; hardware " << text(pattern.measured) << '\n';
  }
  return result;
}

int compare(const std::string& csv, const std::string& module) {
  PatternMachine machine(module);
  const Result result =
      fidelity::is_tile_pattern_file(csv) ? compare_tiles(machine, csv) : compare_requests(machine, csv);
  std::cout << result.patterns << " patterns run as kernels compiled by " << machine.compiler() << ": "
            << result.patterns - result.mismatches << " equal to the hardware's counters, "
            << simt::plural(result.mismatches, "mismatch") << '\n';
  return result.mismatches == 0 ? 0 : 1;
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
