// Runs every instruction of ptx_instructions.inc, and writes one line for each: its name and the digest of
// its results, as data/h200_ptx_results.csv has them. On a GPU:
//
//   nvcc -std=c++17 -arch=sm_90a record_ptx.cu -o record_ptx && ./record_ptx > h200_ptx_results.csv
//
// With a folder as its argument it also writes the results themselves there.
#include <cstdio>
#include <string>

#include "../kernels/ptx_instructions.cu"
#include "ptx_inputs.h"

namespace {

const char* out_folder = nullptr;
Word* device_in = nullptr;
Word* device_out = nullptr;

int record(const char* name, const char* kind, void (*kernel)(const Word*, Word*)) {
  std::vector<std::uint64_t> results(ptx_inputs::kTriples);
  kernel<<<ptx_inputs::kTriples / 128, 128>>>(device_in, device_out);
  const cudaError_t error =
      cudaMemcpy(results.data(), device_out, results.size() * sizeof(Word), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(error));
    return 1;
  }
  std::printf("%s,%016llx\n", name, static_cast<unsigned long long>(ptx_inputs::digest(results, kind)));
  if (out_folder != nullptr) {
    FILE* const file = std::fopen((std::string(out_folder) + "/" + name + ".bin").c_str(), "wb");
    std::fwrite(results.data(), sizeof(Word), results.size(), file);
    std::fclose(file);
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) out_folder = arguments[1];
  const std::vector<std::uint64_t> inputs = ptx_inputs::make();
  cudaMalloc(&device_in, inputs.size() * sizeof(Word));
  cudaMalloc(&device_out, ptx_inputs::kTriples * sizeof(Word));
  cudaMemcpy(device_in, inputs.data(), inputs.size() * sizeof(Word), cudaMemcpyHostToDevice);
  std::printf("instruction,digest\n");
  int failed = 0;
#define X(name, kind, shape, text) failed += record(#name, kind, ptx_##name);
#include "ptx_instructions.inc"
#undef X
  return failed == 0 ? 0 : 1;
}
