// A generator as a program holds it: what it was told, and where in its sequence it is. It draws numbers of each distribution, whichever
// its type is.
//
// Pseudorandom numbers take 32 bits for a float and 64 for a double. Quasirandom ones take one point of their dimension each: the results
// of dimension 1 come first, then those of dimension 2 and so on, as cuRAND orders them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "libraries/curand/pseudo.h"

namespace curand {

class Generator {
 public:
  Generator(curandRngType_t type, bool is_for_host);

  bool is_for_host() const { return is_for_host_; }
  bool is_quasi() const { return type_ >= CURAND_RNG_QUASI_DEFAULT; }
  bool has_64_bits() const {
    return type_ == CURAND_RNG_QUASI_SOBOL64 || type_ == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  }
  cudaStream_t stream() const { return stream_; }
  void set_stream(cudaStream_t stream) { stream_ = stream; }

  curandStatus_t set_seed(std::uint64_t seed);
  void set_offset(std::uint64_t offset);
  curandStatus_t set_ordering(curandOrdering_t order) const;
  curandStatus_t set_dimensions(std::uint32_t dimensions);

  // Whether so many numbers can be drawn at once.
  curandStatus_t why_not(std::size_t n, bool in_pairs) const;

  // n numbers of each kind, into host memory.
  void draw_bits(std::uint32_t* to, std::size_t n);
  void draw_bits(std::uint64_t* to, std::size_t n);
  template <class Real>
  void draw_uniform(Real* to, std::size_t n);
  // shape: what becomes of each normal number, such as its exponential.
  template <class Real>
  void draw_normal(Real* to, std::size_t n, double mean, double deviation, double (*shape)(double));
  void draw_poisson(std::uint32_t* to, std::size_t n, double lambda);

 private:
  Pseudo& pseudo();
  double pseudo_unit(bool is_double);
  // Calls `body` with the index of each result and the point, of 64 bits or 32 and zeros.
  void for_each_point(std::size_t n, const std::function<void(std::size_t, std::uint64_t)>& body);

  curandRngType_t type_;
  bool is_for_host_;
  cudaStream_t stream_ = nullptr;
  std::uint64_t seed_ = 0;
  std::uint64_t position_ = 0;  // of pseudorandom numbers: where they begin, until the first is drawn
  std::uint32_t dimensions_ = 1;
  std::unique_ptr<Pseudo> pseudo_;
};

}  // namespace curand
