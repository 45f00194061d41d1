// What passes through shared memory, told by the values that come out of a launch.
//
// A shared array that a kernel fills and reads for show cannot be told from a tile by counts. So the check
// makes one more launch, in which the machine changes the sign of half of the input's values while they lie
// in shared memory (simt/marked_words.h). Which half is drawn from the seed, value by value: a kernel learns
// it only by loading each value from there. An element that comes out with its old sign took another way.
//
// A tile that each thread fills and reads for itself changes signs, too, and passes nothing on. So the machine counts how many
// of the values are read back by a thread that stored them (simt::MarkedPassage).
//
// A kernel that has found a changed sign knows that it is watched: so that launch is weighed as well.
//
//   const lab::MarkedInShared marks(in_);
//   const lab::LaunchResult marked = run(kernel);
//   out[i] must hold marks.of(in_.values()[source(i)]), and lab::expect_no_bank_conflicts(marked)
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "lab/problem.h"
#include "simt/marked_words.h"

namespace lab {

// While it lives, the SIMT machine marks values of the input that pass through shared memory. There may be
// one at a time.
class MarkedInShared {
 public:
  explicit MarkedInShared(const Array<float>& input) : MarkedInShared(input.device(), input.bytes()) {}
  MarkedInShared(const void* input, std::size_t bytes);
  ~MarkedInShared();
  MarkedInShared(const MarkedInShared&) = delete;
  MarkedInShared& operator=(const MarkedInShared&) = delete;

  // Returns what a value of the input becomes when it passes through shared memory.
  float of(float value) const {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    word = simt::marked(word, key_);
    std::memcpy(&value, &word, sizeof word);
    return value;
  }

  // Whether a word of the input changes its sign there.
  bool changes(std::uint32_t word) const { return simt::is_marked(word, key_); }

 private:
  std::uint64_t key_ = 0;
};

// Weighs the costs of a launch in a check.
using Weigh = std::function<bool(const LaunchResult&)>;

// Elements of a result, and how many of them did not pass through shared memory.
struct Passage {
  std::string array;  // the array that has the result
  std::string noun;   // "element", "sum"
  std::size_t count = 0;
  std::size_t past = 0;  // how many went past it
  std::string first;     // the first of these: "out[3][4]"
  // How many of the values in shared memory may be read back by a thread that stored them itself, as a part of all: a
  // thread comes upon some of its own, such as those of a transposed tile's diagonal. Where half of a block's threads fill the tile
  // row by row and all of them empty it, it is half of the values.
  double most_read_back = 0.6;
};

// The part for kernels in which several threads read each value, and the one that stored it may be among them: stencils and
// products of matrices. Threads at the edges of a stencil's tile store some more.
inline constexpr double kReadBackWithReuse = 1.5;

// Every element passed through shared memory, from one thread to another; else a failure at the line that stores them.
bool expect_passage(const LaunchResult& run, const Passage& passage);

}  // namespace lab
