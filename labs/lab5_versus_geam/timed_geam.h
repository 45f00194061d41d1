// C = alpha * A^T + beta * B on a GPU by each who can, as lab::measure times it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "geam_problem.h"
#include "lab/batch.h"
#include "lab/cublas.h"
#include "lab/device_array.h"
#include "lab/measure.h"

namespace geam {

// All on the same matrices; of small ones several in one run. Scalars must be powers of two: products are
// then exact, and fused or not there is one right answer.
class TimedGeam {
 public:
  explicit TimedGeam(Shape shape);

  static std::string text(Shape shape, Scalars scalars);  // "1024 x 1024, beta 0.5, 64 launches"
  static std::size_t bytes(Shape shape);                  // of all its arrays

  lab::TimedKernel student(const simt::LaunchShape& launch, Scalars scalars);
  lab::TimedKernel naive(Scalars scalars);
  lab::TimedKernel cublas(lab::Cublas& cublas, Scalars scalars);
  lab::TimedKernel memcpy();  // cudaMemcpy from A to C: neither transposed nor added to

 private:
  // Puts one set of matrices in the queue, which begin so many floats into the arrays.
  using Enqueue = std::function<void(std::size_t at)>;

  const float* b_of(Scalars scalars, std::size_t at) const;
  std::size_t matrix_bytes() const { return shape_.elements() * sizeof(float); }
  void draw(std::uint64_t seed);
  void enqueue_naive(Scalars scalars, std::size_t at, lab::DeviceArray<float>& to);

  lab::TimedKernel timed(const char* name, lab::From from, Scalars scalars, const Enqueue& enqueue);
  // `expect` makes what must come out.
  lab::TimedKernel timed(const char* name, lab::From from, double matrices, const Enqueue& enqueue,
                         const Enqueue& expect);

  Shape shape_;
  lab::Batch batch_;
  lab::DeviceArray<float> a_;
  lab::DeviceArray<float> b_;
  lab::DeviceArray<float> c_;
  lab::DeviceArray<float> expected_;
};

}  // namespace geam
