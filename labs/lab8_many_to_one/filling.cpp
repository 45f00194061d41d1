#include "filling.h"

#include <algorithm>

#include "lab/kernel.h"
#include "many_to_one.h"

namespace filling {
namespace {

constexpr unsigned kBlocksASm = 8;  // 2,048 threads

template <class T>
void fill(const char* kernel, void* values, std::size_t bytes, unsigned what) {
  const simt::LaunchShape launch{{blocks_that_fill(), 1, 1}, {BLOCK, 1, 1}, 0};
  lab::Kernel<void(T*, unsigned, unsigned)>(kernel, lab::From::given)
      .enqueue(launch, static_cast<T*>(values), static_cast<unsigned>(bytes / sizeof(T)), what);
}

}  // namespace

void quarters(void* values, std::size_t bytes, std::uint64_t seed) {
  constexpr unsigned kHigh = 32;
  fill<float>("fill_quarters", values, bytes, static_cast<unsigned>(seed ^ seed >> kHigh));
}

void one_byte(void* values, std::size_t bytes, std::uint64_t seed) {
  constexpr unsigned kEachByte = 0x01010101;
  fill<unsigned>("fill_words", values, bytes, static_cast<unsigned>(seed % BINS) * kEachByte);
}

unsigned blocks_that_fill() {
  const int multiprocessors = lab::Session::current().gpu().info().multiprocessors;
  return kBlocksASm * static_cast<unsigned>(std::max(multiprocessors, 1));
}

}  // namespace filling
