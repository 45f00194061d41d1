// A kernel of kernels.cu, its launch, its plain loops and what must come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plain_loops.h"
#include "simt/machine.h"

namespace bench {

struct Workload {
  const char* kernel;
  simt::LaunchShape (*shape)(int side);
  std::size_t (*outputs)(int side);
  PlainLoop PlainLoops::*plain;
  std::vector<int> (*expected)(const std::vector<int>& in, int side);
};

const std::vector<Workload>& workloads();

// side * side values that look random, the same at every run.
std::vector<int> input_of(int side);

// "out[3] is 7, expected 5"; empty where all are as expected.
std::string first_difference(const int* out, const std::vector<int>& expected);

// A workload on a machine: buffers filled, ready to be launched again and again.
class MachineRun {
 public:
  // What is known of a launch: its results, and whether its addresses are right; also races and reads of unwritten memory; also
  // what its accesses cost; also its predicted time.
  enum class Says : std::uint8_t { results, faults, costs, times };
  MachineRun(const Workload& workload, const std::string& module, int side, unsigned workers,
             Says says = Says::costs);

  // The outputs start from zero each time. The first launch of a machine also waits for the pages of its
  // shadow memory.
  simt::LaunchReport launch();

  // Returns what is wrong with a launch, as a sentence, or "".
  std::string mistake_in(const simt::LaunchReport& report) const;

 private:
  int* buffer(const char* name, std::size_t elements);

  const Workload* workload_;
  int side_;
  Says says_;
  simt::Machine machine_;
  simt::Module module_;
  const simt::Kernel* kernel_;
  std::vector<int> input_;
  std::size_t outputs_;
  int* in_;
  int* out_;
};

}  // namespace bench
