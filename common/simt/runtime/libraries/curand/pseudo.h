// cuRAND's pseudorandom generators: 32 random bits at a time, from a seed and a position in the sequence.
//
//   XORWOW      G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003
//   MRG32k3a    P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators",
//               Operations Research 47(1), 1999
//   Philox      J. K. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011: philox4x32-10
//   MT19937     the standard library's, in MTGP32's place too
//
// Seeds are spread over a generator's state by SplitMix64 (G. L. Steele Jr. et al., "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014), so that neighbouring seeds give unrelated sequences.
#pragma once

#include <cstdint>
#include <memory>

#include "curand.h"

namespace curand {

class Pseudo {
 public:
  Pseudo() = default;
  Pseudo(const Pseudo&) = delete;
  Pseudo& operator=(const Pseudo&) = delete;
  virtual ~Pseudo() = default;

  virtual std::uint32_t next() = 0;
  virtual void skip(std::uint64_t count) = 0;
};

// Returns null if the type is no pseudorandom generator.
std::unique_ptr<Pseudo> make_pseudo(curandRngType_t type, std::uint64_t seed);

// SplitMix64: the numbers that states are made of.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();

 private:
  std::uint64_t state_;
};

}  // namespace curand
