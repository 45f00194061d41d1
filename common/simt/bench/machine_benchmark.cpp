// Lane accesses a second of the SIMT machine. Reported, never asserted: see docs/measurements/simt_speed.md.
//
//   build/default/common/simt/machine_benchmark
#include <benchmark/benchmark.h>

#include <cstddef>

#include "simt/machine.h"

#ifndef BENCH_MODULE
#error "compile with BENCH_MODULE: where the build puts the module of kernels.cu"
#endif

namespace {

constexpr int kSide = 1024;
constexpr std::size_t kElements = std::size_t{kSide} * kSide;
constexpr unsigned kTile = 32;

// Launches a kernel of kernels.cu on a kSide x kSide matrix with 32 x 8 threads a block, on `workers`
// threads.
void run(benchmark::State& state, const char* kernel, unsigned workers) {
  simt::Machine machine(simt::MachineOptions{workers, 0, 60});
  const simt::Module module(BENCH_MODULE);
  auto* const in = static_cast<float*>(machine.allocate(kElements * sizeof(float), "in", sizeof(float)));
  auto* const out = static_cast<float*>(machine.allocate(kElements * sizeof(float), "out", sizeof(float)));
  machine.mark_written(in, kElements * sizeof(float));
  const auto function = reinterpret_cast<void (*)(const float*, float*, int)>(module.find(kernel));
  std::uint64_t lanes = 0;
  for (auto _ : state) {
    const auto report = machine.launch(module, {{kSide / kTile, kSide / kTile, 1}, {kTile, 8, 1}, 0},
                                       [&] { function(in, out, kSide); });
    for (const auto& access : report.accesses) lanes += access.lanes;
  }
  state.counters["lane_accesses"] =
      benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK_CAPTURE(run, copy_1_core, "copy_rows", 1U)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, copy_2_cores, "copy_rows", 2U)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, tiled_1_core, "transpose_tiled", 1U)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, tiled_2_cores, "transpose_tiled", 2U)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, padded_1_core, "transpose_padded", 1U)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, padded_2_cores, "transpose_padded", 2U)->UseRealTime()->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
