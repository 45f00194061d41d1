// Sobol's quasirandom points, of up to 20,000 dimensions as cuRAND has them, with 32 or 64 bits.
//
// Dimension 1 is van der Corput's sequence. Each further one has the next primitive polynomial over GF(2), by degree, and direction numbers
// that follow from it by Sobol's recurrence (P. Bratley, B. L. Fox, "Algorithm 659: Implementing Sobol's Quasirandom Sequence Generator",
// ACM TOMS 14(1), 1988). The first numbers of a dimension may be any odd ones that are small enough: they are drawn here, as P. Jäckel does
// for dimensions without tabulated ones ("Monte Carlo Methods in Finance", 2002). NVIDIA takes those of Joe and Kuo, which make
// two-dimensional projections more even.
//
// Scrambled points are multiplied by a random triangular matrix and shifted (J. Matousek, "On the L2-Discrepancy for Anchored Boxes",
// Journal of Complexity 14, 1998): as even as the others, without the point 0.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace curand {

constexpr std::uint32_t kMostDimensions = 20000;

// Word: std::uint32_t or std::uint64_t. For each dimension a word for each bit of a point's number.
template <class Word>
constexpr unsigned kBits = 8 * sizeof(Word);
template <class Word>
using Directions = std::array<Word, kBits<Word>>;

template <class Word>
struct Sobol {
  std::vector<Directions<Word>> directions;
  std::vector<Word> shifts;
};

// Made for all dimensions when it is first asked for, and kept.
template <class Word>
const Sobol<Word>& sobol(bool is_scrambled);

// Point `number` of one dimension, as a fraction of 2^kBits.
template <class Word>
Word sobol_point(const Directions<Word>& directions, Word shift, std::uint64_t number) {
  Word x = shift;
  for (std::uint64_t gray = number ^ (number >> 1U), bit = 0; gray != 0 && bit < kBits<Word>;
       gray >>= 1U, ++bit) {
    if ((gray & 1U) != 0) x ^= directions[bit];
  }
  return x;
}

}  // namespace curand
