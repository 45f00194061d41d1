// Runs a kernel on the SIMT machine, and prints what it did, what its loads cost and what went wrong.
#include <cstdio>
#include <exception>
#include <numeric>

#include "simt/machine.h"

namespace {

constexpr int kThreads = 256;
constexpr int kStride = 4;

float* new_buffer(simt::Machine& machine, const char* name, std::size_t elements) {
  return static_cast<float*>(machine.allocate(elements * sizeof(float), name, sizeof(float)));
}

int run() {
  const simt::Module module(SCALE_MODULE);
  const simt::Kernel* const scale = module.find("scale");
  if (scale == nullptr) throw simt::Error(module.path() + ": has no kernel `scale`");

  simt::Machine machine;
  constexpr std::size_t kElements = std::size_t{kThreads} * kStride;
  float* const in = new_buffer(machine, "in", kElements);
  float* const out = new_buffer(machine, "out", kThreads);
  std::iota(in, in + kElements, 0.0F);
  machine.mark_written(in, kElements * sizeof(float));

  const int stride = kStride;
  const int threads = kThreads;
  const void* const arguments[] = {&in, &out, &stride, &threads};  // the form that cudaLaunchKernel takes
  const auto report = machine.launch(module, *scale, {{1, 1, 1}, {kThreads, 1, 1}, 0}, arguments);
  for (const auto& fault : report.faults)
    std::printf("line %u: %s\n", fault.where.line, fault.message.c_str());
  if (!report.faults.empty()) return 1;

  std::printf("out[3] = %g\n", static_cast<double>(out[3]));
  for (const auto& access : report.accesses) {
    std::printf("line %u: %s %s, %llu requests, %llu sectors of at least %llu\n", access.where.line,
                simt::name_of(access.space), simt::name_of(access.op),
                static_cast<unsigned long long>(access.requests),
                static_cast<unsigned long long>(access.sectors),
                static_cast<unsigned long long>(access.least_sectors));
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scale: %s\n", error.what());
    return 2;
  }
}
