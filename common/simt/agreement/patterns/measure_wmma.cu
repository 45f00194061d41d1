// Launches every load and store of a fragment of nvcuda::wmma once for each pitch, for the profiler to count;
// or says which element of its matrix each x[i] is.
//
//   measure_wmma launches LIST.csv      one row a launch, in the order of the launches
//   measure_wmma fragments FILE.csv     one row a fragment: the 32 lanes' elements, at a pitch of 32
#include "../../tests/kernels/wmma_accesses.cu"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cuda_host.h"

namespace {

constexpr std::size_t kBytes = 32768;

struct Fragment {
  const char* op;
  const char* type;
  const char* shape;
  const char* use;
  const char* layout;
  const char* space;
  const void* kernel;
  std::size_t bytes;  // bytes of an element
  int elements;       // elements of a lane

  std::string row() const { return std::string(type) + "," + shape + "," + use + "," + layout; }
};

#undef LOAD
#undef STORE
#define LOAD(type, M, N, K, use, layout, space, E, is_shared, order, ...)                   \
  {"ld",                                                                                    \
   #type,                                                                                   \
   #M "x" #N "x" #K,                                                                        \
   #use,                                                                                    \
   #layout,                                                                                 \
   #space,                                                                                  \
   reinterpret_cast<const void*>(ld_##type##_##M##x##N##x##K##_##use##_##layout##_##space), \
   sizeof(E),                                                                               \
   wmma::fragment<__VA_ARGS__>::num_elements},
#define STORE(type, M, N, K, layout, space, E, is_shared, order)                      \
  {"st",                                                                              \
   #type,                                                                             \
   #M "x" #N "x" #K,                                                                  \
   "c",                                                                               \
   #layout,                                                                           \
   #space,                                                                            \
   reinterpret_cast<const void*>(st_##type##_##M##x##N##x##K##_c_##layout##_##space), \
   sizeof(E),                                                                         \
   wmma::fragment<wmma::accumulator, M, N, K, E>::num_elements},

const Fragment kFragments[] = {
#include "../../tests/kernels/wmma_fragments.inc"
};

using patterns::check;
using Memory = patterns::DeviceBuffer<unsigned char>;

void launch(const Fragment& fragment, Memory& data, Memory& out, unsigned ldm) {
  unsigned char* from = data.data();
  unsigned char* to = out.data();
  void* arguments[] = {&from, &to, &ldm};
  check(cudaLaunchKernel(fragment.kernel, dim3(1), dim3(32), arguments, 32 * ldm * fragment.bytes, nullptr),
        "cudaLaunchKernel");
  patterns::check_launch("a fragment's kernel");
}

void launch_all(std::FILE* list) {
  Memory data(kBytes);
  Memory out(kBytes);
  for (const Fragment& fragment : kFragments) {
    for (const unsigned ldm : {32U, 64U, static_cast<unsigned>(64 + 16 / fragment.bytes)}) {
      launch(fragment, data, out, ldm);
      std::fprintf(list, "%s,%s,%s,%u\n", fragment.op, fragment.row().c_str(), fragment.space, ldm);
    }
  }
}

// Returns elements of one byte from two launches: the lower and the upper half of their numbers.
std::vector<std::uint64_t> elements_of(const Fragment& fragment) {
  Memory data(kBytes);
  Memory out(kBytes);
  std::vector<std::uint64_t> found(32 * static_cast<std::size_t>(fragment.elements));
  for (unsigned plane = 0; plane < (fragment.bytes == 1 ? 2U : 1U); ++plane) {
    std::vector<unsigned char> host(kBytes);
    for (std::uint64_t i = 0; i < kBytes / fragment.bytes; ++i) {
      const std::uint64_t bits = i >> (8 * plane);
      std::memcpy(&host[i * fragment.bytes], &bits, fragment.bytes);
    }
    data.fill_from(host.data());
    launch(fragment, data, out, 32);
    check(cudaMemcpy(host.data(), out.data(), kBytes, cudaMemcpyDeviceToHost), "cudaMemcpy to the host");
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &host[i * fragment.bytes], fragment.bytes);
      found[i] |= bits << (8 * plane);
    }
  }
  return found;
}

void write_fragments(std::FILE* file) {
  std::fprintf(file, "type,shape,use,layout,elements\n");
  for (const Fragment& fragment : kFragments) {
    if (fragment.op != std::string("ld") || fragment.space != std::string("global")) continue;
    std::string elements;
    for (const std::uint64_t element : elements_of(fragment))
      elements += (elements.empty() ? "" : " ") + std::to_string(element);
    std::fprintf(file, "%s,%s\n", fragment.row().c_str(), elements.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc == 3 ? argv[1] : "";
  if (what != "launches" && what != "fragments") {
    std::fprintf(stderr, "usage: measure_wmma launches|fragments FILE.csv\n");
    return 2;
  }
  std::FILE* const file = std::fopen(argv[2], "w");
  if (file == nullptr) {
    std::perror(argv[2]);
    return 2;
  }
  if (what == "launches") launch_all(file);
  if (what == "fragments") write_fragments(file);
  return std::fclose(file) == 0 ? 0 : 2;
}
