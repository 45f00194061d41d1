// Peak memory of one launch, in a process of its own: memory_growth.py runs it for each point of its table.
//
//   build/full/common/simt/bench/launch_memory ELEMENTS BLOCKS ROUNDS ROUNDS_A_BARRIER
//
// prints, in KiB: the process's peak before there was a machine, and after the launch.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "simt/machine.h"

namespace {

constexpr unsigned kThreads = 64;  // a block: two warps
constexpr double kTimeLimitSeconds = 300;

struct Point {
  int elements = 0;
  int blocks = 0;
  int rounds = 0;
  int rounds_a_barrier = 0;  // 0: no barriers
};

// Returns the peak memory of this program alone. getrusage's peak would also be that of its parent, which
// exec hands down.
long peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib;
  }
  throw std::runtime_error("/proc/self/status has no VmHWM: this needs Linux");
}

// Returns the sum that thread 0 must compute.
int first_sum(const Point& point) {
  unsigned sum = 0;
  for (int round = 0; round < point.rounds; ++round) sum += static_cast<unsigned>(round % point.elements);
  return static_cast<int>(sum);
}

int* buffer(simt::Machine& machine, const char* name, int elements) {
  const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(int);
  auto* const memory = static_cast<int*>(machine.allocate(bytes, name, sizeof(int)));
  machine.mark_written(memory, bytes);
  for (int i = 0; i < elements; ++i) memory[i] = i;
  return memory;
}

// Launches the kernel. Returns what went wrong, or "".
std::string launch(const Point& point) {
  simt::Machine machine(simt::MachineOptions{1, 0, kTimeLimitSeconds});
  const simt::Module module(BENCH_MODULE);
  const simt::Kernel* const kernel = module.find("read_again");
  if (kernel == nullptr) return module.path() + " has no kernel read_again";
  const int* const in = buffer(machine, "in", point.elements);
  int* const out = buffer(machine, "out", point.elements);
  const void* const arguments[] = {&in, &out, &point.elements, &point.rounds, &point.rounds_a_barrier};
  const auto report = machine.launch(
      module, *kernel, {{static_cast<unsigned>(point.blocks), 1, 1}, {kThreads, 1, 1}, 0}, arguments);
  if (!report.faults.empty()) return report.faults.front().message;
  if (out[0] != first_sum(point))
    return "out[0] is " + std::to_string(out[0]) + ", expected " + std::to_string(first_sum(point));
  return "";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fprintf(stderr, "usage: launch_memory ELEMENTS BLOCKS ROUNDS ROUNDS_A_BARRIER (0: no barriers)\n");
    return 2;
  }
  const Point point{std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4])};
  if (point.elements <= 0 || point.blocks <= 0 || point.rounds <= 0 || point.rounds_a_barrier < 0) {
    std::fprintf(stderr, "launch_memory: the numbers are whole and positive, the last may be 0\n");
    return 2;
  }
  const long before = peak_kib();
  const std::string mistake = launch(point);
  if (!mistake.empty()) {
    std::fprintf(stderr, "launch_memory: %s\n", mistake.c_str());
    return 1;
  }
  std::printf("%ld %ld\n", before, peak_kib());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "launch_memory: %s\n", error.what());
  return 2;
}
