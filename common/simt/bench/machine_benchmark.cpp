// Speed of the SIMT machine and of the same kernels as plain loops. Values are checked, times only reported:
// see docs/measurements/simt_speed.md.
//
//   build/full/common/simt/bench/machine_benchmark [--side=N] [--module=FILE.so] [--benchmark_...]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "shapes.h"
#include "workload.h"

#ifndef BENCH_MODULE
#error "compile with BENCH_MODULE: where the build puts the module of kernels.cu"
#endif

namespace {

using bench::Workload;
using Says = bench::MachineRun::Says;

struct Options {
  int side = 1024;
  std::string module = BENCH_MODULE;
};

bool some_wrong = false;  // Google Benchmark goes on after an error, and exits with 0

void fail(benchmark::State& state, const std::string& name, const std::string& mistake) {
  some_wrong = true;
  std::fprintf(stderr, "%s: %s\n", name.c_str(), mistake.c_str());
  state.SkipWithError(mistake.c_str());
}

void count_elements(benchmark::State& state, int side) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * side * side);
}

// Of a launch.
std::uint64_t lane_accesses(const Workload& workload, const Options& options) {
  std::uint64_t lanes = 0;
  for (const auto& access : bench::MachineRun(workload, options.module, options.side, 1).launch().accesses)
    lanes += access.lanes;
  return lanes;
}

void time_machine(benchmark::State& state, const Workload& workload, const Options& options, Says says) {
  bench::MachineRun run(workload, options.module, options.side, static_cast<unsigned>(state.range(0)), says);
  simt::LaunchReport report = run.launch();  // the pages of shadow memory come with the first
  for (auto _ : state) report = run.launch();
  count_elements(state, options.side);
  const auto lanes = static_cast<double>(lane_accesses(workload, options));
  state.counters["lane_accesses"] =
      benchmark::Counter(lanes * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  const std::string mistake = run.mistake_in(report);
  if (!mistake.empty()) fail(state, workload.kernel, mistake);
}

void time_plain(benchmark::State& state, const Workload& workload, const Options& options,
                const bench::PlainLoops& loops) {
  const std::vector<int> in = bench::input_of(options.side);
  std::vector<int> out(workload.outputs(options.side));
  for (auto _ : state) {
    std::fill(out.begin(), out.end(), 0);  // the state before a launch
    (loops.*workload.plain)(in.data(), out.data(), options.side);
    benchmark::ClobberMemory();
  }
  count_elements(state, options.side);
  const std::string mistake = bench::first_difference(out.data(), workload.expected(in, options.side));
  if (!mistake.empty()) fail(state, std::string("plain loops of ") + workload.kernel, mistake);
}

// "plain_O2/copy_rows"
void add_plain(const char* build, const Workload& workload, const Options& options,
               const bench::PlainLoops& loops) {
  benchmark::RegisterBenchmark((std::string(build) + "/" + workload.kernel).c_str(),
                               [&](benchmark::State& state) { time_plain(state, workload, options, loops); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

// "machine/copy_rows/workers:2"; "predicted/…": with the model of time; "uncounted/…": faults alone;
// "results/…": not even races
void add_machine(const char* name, const Workload& workload, const Options& options, Says says) {
  benchmark::RegisterBenchmark(
      (std::string(name) + "/" + workload.kernel).c_str(),
      [&workload, &options, says](benchmark::State& state) { time_machine(state, workload, options, says); })
      ->ArgName("workers")
      ->Arg(1)
      ->Arg(2)
      ->MeasureProcessCPUTime()  // counts the workers' time, not that of the thread that waits for them
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

// Returns the options that Google Benchmark did not take as its own.
Options options_from(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--side=", 0) == 0) {
      options.side = std::atoi(argument.c_str() + std::strlen("--side="));
    } else if (argument.rfind("--module=", 0) == 0) {
      options.module = argument.substr(std::strlen("--module="));
    } else {
      throw std::invalid_argument("unknown option " + argument +
                                  "; there are --side=N, --module=FILE.so and Google Benchmark's own");
    }
  }
  constexpr int kMostSide = 16384;  // indices are ints
  if (options.side <= 0 || options.side % bench::kSideStep != 0 || options.side > kMostSide) {
    throw std::invalid_argument("--side is a multiple of " + std::to_string(bench::kSideStep) + " up to " +
                                std::to_string(kMostSide));
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) try {
  benchmark::Initialize(&argc, argv);
  const Options options = options_from(argc, argv);
  for (const Workload& workload : bench::workloads()) {
    add_machine("machine", workload, options, Says::costs);
    add_machine("predicted", workload, options, Says::times);
    add_machine("uncounted", workload, options, Says::faults);
    add_machine("results", workload, options, Says::results);
    add_plain("plain_O2", workload, options, bench::plain_O2::kLoops);
    add_plain("plain_native", workload, options, bench::plain_native::kLoops);
  }
  if (benchmark::RunSpecifiedBenchmarks() == 0) some_wrong = true;
  benchmark::Shutdown();
  return some_wrong ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "machine_benchmark: %s\n", error.what());
  return 2;
}
