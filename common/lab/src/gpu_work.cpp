#include "lab/gpu_work.h"

#include <algorithm>

#include "lab/kernel.h"
#include "lab/values.h"
#include "measuring.h"

namespace lab {
namespace {

// The grid is large enough to fill any GPU; the kernels step over the rest.
simt::LaunchShape shape_for(std::size_t elements) {
  constexpr std::size_t kThreads = 256;
  constexpr std::size_t kMostBlocks = 16384;
  return blocks_of(kThreads, std::clamp<std::size_t>(elements, 1, kMostBlocks * kThreads));
}

// A kernel of the kit for `elements` elements.
template <class Signature, class... Arguments>
Call kit_call(const char* name, std::size_t elements, Arguments... arguments) {
  return Kernel<Signature>(name, From::kit).call(shape_for(elements), arguments...);
}

// The memory in which a comparison notes what it found.
class Mismatch {
 public:
  Mismatch() : memory_(Session::current().gpu(), "mismatches", sizeof(MeasuringMismatch)) {
    const MeasuringMismatch none{0, ~0ULL};
    memory_.upload(&none);
  }

  MeasuringMismatch* device() { return static_cast<MeasuringMismatch*>(memory_.address()); }

  std::string words(const std::string& name, const char* noun, std::size_t size) {
    Session::current().gpu().wait();
    MeasuringMismatch found{};
    if (!memory_.download(&found)) return "the comparison itself was lost";
    if (found.count == 0) return "";
    return text_of({found.count, size, noun}) + " " + name + "[" + std::to_string(found.first) + "]";
  }

 private:
  GpuMemory memory_;
};

}  // namespace

void draw_floats(void* values, std::size_t bytes, std::uint64_t seed) {
  const std::size_t count = bytes / sizeof(float);
  kit_call<decltype(measuring_fill_floats)>("measuring_fill_floats", count, static_cast<float*>(values),
                                            count, seed)
      .enqueue();
}

Draw ints_below(unsigned limit) {
  return [limit](void* values, std::size_t bytes, std::uint64_t seed) {
    const std::size_t count = bytes / sizeof(int);
    kit_call<decltype(measuring_fill_ints)>("measuring_fill_ints", count, static_cast<int*>(values), count,
                                            seed, limit)
        .enqueue();
  };
}

bool fits(std::size_t bytes) { return bytes <= Session::current().gpu().free_bytes() / 4 * 3; }

std::size_t that_fit(std::size_t most, std::size_t bytes_each) {
  while (most > 1 && !fits(most * bytes_each)) most /= 2;
  return most;
}

std::string differences(const std::string& name, const void* found, const void* right, std::size_t bytes) {
  const std::size_t words = bytes / sizeof(unsigned);
  Mismatch mismatch;
  kit_call<decltype(measuring_compare_words)>("measuring_compare_words", words,
                                              static_cast<const unsigned*>(found),
                                              static_cast<const unsigned*>(right), words, mismatch.device())
      .enqueue();
  return mismatch.words(name, "word", words);
}

std::string differences(const std::string& name, const float* found, const float* right, std::size_t count,
                        float tolerance) {
  Mismatch mismatch;
  kit_call<decltype(measuring_compare_floats)>("measuring_compare_floats", count, found, right, count,
                                               tolerance, mismatch.device())
      .enqueue();
  return mismatch.words(name, "value", count);
}

Call memcpy_call(void* to, const void* from, std::size_t bytes) {
  return Call("cudaMemcpy", From::kit, [=] { Session::current().gpu().enqueue_copy(to, from, bytes); });
}

Call strided_copy_call(float* to, const float* from, std::size_t count, std::size_t stride) {
  return kit_call<decltype(measuring_copy_strided)>("measuring_copy_strided", count, to, from, count, stride);
}

Call transpose_call(float* to, std::size_t to_pitch, const float* from, std::size_t from_pitch,
                    std::size_t rows, std::size_t cols) {
  return kit_call<decltype(measuring_transpose)>("measuring_transpose", rows * cols, to, to_pitch, from,
                                                 from_pitch, rows, cols);
}

Call add_scaled_call(float* values, const Runs& runs, std::size_t ahead, float factor) {
  return kit_call<decltype(measuring_add_scaled)>("measuring_add_scaled", runs.count, values, runs.count,
                                                  runs.run, runs.period, ahead, factor);
}

Call sum_runs_call(float* sums, const float* values, std::size_t count, std::size_t run) {
  return kit_call<decltype(measuring_sum_runs)>("measuring_sum_runs", count, values, count, run, sums);
}

}  // namespace lab
