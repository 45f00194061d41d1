#include "geam_problem.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <sstream>

#include "geam_transpose.h"
#include "given_kernels.h"
#include "launch_shape.h"

namespace geam {
namespace {

// first, first + 1, …, shuffled: every element tells which one it is.
//
// A's are whole numbers and a half, B's whole numbers and a quarter. With scalars that are quarters of at
// most 4 and up to 2^17 elements, or with alpha 1, beta 0.5 and up to 2^20, products and sum fit into the 24
// bits of a float: they are exact, fused or not, and there is one right answer.
std::vector<float> distinct_values(Shape shape, float first, const std::string& purpose) {
  std::vector<float> values(shape.elements());
  std::iota(values.begin(), values.end(), first);
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

unsigned tiles(int elements, int tile) { return static_cast<unsigned>((elements + tile - 1) / tile); }

lab::Buffer<float> b_buffer(const std::vector<float>& values, BMatrix kind) {
  if (kind == BMatrix::values) return {"B", values};
  if (kind == BMatrix::null) return {"B", values.size()};
  return {"B", std::vector<float>(values.size(), std::numeric_limits<float>::quiet_NaN())};
}

}  // namespace

std::vector<Shape> shapes() {
  std::vector<Shape> list{{1, 1},   {1, 97},    {97, 1},    {33, 65}, {32, 32},  {31, 33},
                          {33, 31}, {64, 32},   {63, 65},   {65, 63}, {37, 101}, {160, 96},
                          {8, 200}, {127, 129}, {129, 136}, {132, 68}};
  std::mt19937_64 random = lab::Session::current().random("shapes");
  std::uniform_int_distribution<int> side(2, 140);
  for (int i = 0; i < 4; ++i) list.push_back({side(random), side(random)});
  return list;
}

std::vector<Scalars> scalars(const std::string& purpose) {
  std::vector<Scalars> list;
  for (const float alpha : {1.0F, -1.0F, 0.5F, 0.0F}) {
    for (const float beta : {0.0F, 1.0F, -1.0F, 0.5F}) list.push_back({alpha, beta});
  }
  std::mt19937_64 random = lab::Session::current().random("scalars, " + purpose);
  std::uniform_int_distribution<int> quarters(5, 16);  // none of those above
  list.push_back(
      {static_cast<float>(quarters(random)) * 0.25F, static_cast<float>(-quarters(random)) * 0.25F});
  return list;
}

Problem::Problem(Shape shape, const std::string& purpose, BMatrix b_matrix)
    : shape_(shape),
      b_matrix_(b_matrix),
      a_values_(distinct_values(shape, 3.5F, purpose + ", A")),
      b_values_(distinct_values(shape, 17.25F, purpose + ", B")),
      a_("A", a_values_),
      b_(b_buffer(b_values_, b_matrix)),
      c_("C", shape.elements()) {
  if (b_matrix ==
      BMatrix::unwritten_nan)  // NaN all the same, which the host's taking it back would not leave
    lab::Session::current().machine().mark_written(b_.device(), b_.bytes(), false);
}

void Problem::forget_c() { c_.take_back(0, c_.size()); }

std::string Problem::described(Scalars scalars) const {
  std::ostringstream text;
  text << shape_.rows << " x " << shape_.cols << ", alpha " << scalars.alpha << ", beta " << scalars.beta;
  if (b_matrix_ == BMatrix::null) text << ", B null";
  return text.str();
}

std::optional<lab::LaunchResult> Problem::run(Scalars scalars) {
  const std::optional<simt::LaunchShape> launch = launch_shape(shape_.rows, shape_.cols);
  if (!launch) return std::nullopt;
  forget_c();
  const lab::Kernel<decltype(geam_transpose)> kernel("geam_transpose");
  return kernel.run(described(scalars), *launch, a_.device(),
                    b_matrix_ == BMatrix::null ? nullptr : b_.device(), c_.device(), scalars.alpha,
                    scalars.beta, shape_.rows, shape_.cols);
}

lab::LaunchResult Problem::run_naive(Scalars scalars) {
  forget_c();
  const lab::Kernel<decltype(geam_naive)> kernel("geam_naive", lab::From::given);
  const simt::LaunchShape launch{{tiles(shape_.cols, NAIVE_TILE), tiles(shape_.rows, NAIVE_TILE), 1},
                                 {NAIVE_TILE, NAIVE_BLOCK_ROWS, 1},
                                 0};
  return kernel.run(described(scalars), launch, a_.device(), b_.device(), c_.device(), scalars.alpha,
                    scalars.beta, shape_.rows, shape_.cols);
}

std::uint64_t Problem::bytes(Scalars scalars) const {
  return a_.bytes() + c_.bytes() + (scalars.beta == 0 ? 0 : b_.bytes());
}

}  // namespace geam
