#include "read_problem.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "lab/expectations.h"
#include "stride_sweep.h"

namespace sweep {
namespace {

simt::LaunchShape launch_of(int threads) {
  return {{static_cast<unsigned>((threads + BLOCK - 1) / BLOCK), 1, 1}, {BLOCK, 1, 1}, 0};
}

std::size_t input_size(const Form& form) {
  return static_cast<std::size_t>(form.n - 1) * static_cast<std::size_t>(form.stride) +
         static_cast<std::size_t>(form.offset) + 1;
}

std::string element(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

// Distinct values, so that a wrong element tells which one it is; none is whole. Exact up to 2^23 elements.
std::vector<float> distinct_values(std::size_t count, const std::string& purpose) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.5F);
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

}  // namespace

std::vector<int> lengths() {
  std::vector<int> list{1,   2,   3,   4,   5,   31,  32,   33,   63,   97,
                        127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025};
  std::mt19937_64 random = lab::Session::current().random("lengths");
  std::uniform_int_distribution<int> any(2, 5000);
  for (int i = 0; i < 4; ++i) list.push_back(any(random));
  return list;
}

Problem::Problem(const Form& form, const std::string& purpose)
    : form_(form),
      values_(distinct_values(input_size(form), purpose)),
      in_("in", values_),
      out_("out", static_cast<std::size_t>(form.n)) {}

lab::LaunchResult Problem::run_strided(const std::string& kernel) {
  const std::string shape = "n = " + std::to_string(form_.n) + ", stride " + std::to_string(form_.stride);
  return lab::Kernel<decltype(strided_read)>(kernel).run(shape, launch_of(form_.n), in_.device(),
                                                         out_.device(), form_.n, form_.stride);
}

lab::LaunchResult Problem::run_offset(const std::string& kernel) {
  const std::string shape = "n = " + std::to_string(form_.n) + ", offset " + std::to_string(form_.offset);
  return lab::Kernel<decltype(offset_read)>(kernel).run(shape, launch_of(form_.n), in_.device(),
                                                        out_.device(), form_.n, form_.offset);
}

// The given copy has a thread a float, the student's one for every four.
lab::LaunchResult Problem::run_copy(const std::string& kernel, lab::From from) {
  const int per_thread = from == lab::From::given ? 1 : FLOATS_PER_THREAD;
  const int threads = (form_.n + per_thread - 1) / per_thread;
  return lab::Kernel<decltype(fast_copy)>(kernel, from)
      .run("n = " + std::to_string(form_.n), launch_of(threads), in_.device(), out_.device(), form_.n);
}

std::size_t Problem::source_of(std::size_t i) const {
  return i * static_cast<std::size_t>(form_.stride) + static_cast<std::size_t>(form_.offset);
}

// What out[i] holds instead.
std::string Problem::diagnosis(std::size_t wrong) const {
  if (!out_.is_written(wrong)) return "was never written";
  const auto found = std::find(values_.begin(), values_.end(), out_[wrong]);
  if (found == values_.end()) return "holds a value that is nowhere in `in`";
  const auto index = static_cast<std::size_t>(found - values_.begin());
  std::string holds = "holds " + element("in", index);
  if (index != wrong) return holds;
  return holds + ", as if there were no " + (form_.offset == 0 ? "stride" : "offset");
}

bool Problem::expect_values(const lab::LaunchResult& run) const {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < out_.size(); ++i) {
    const float found = out_[i];
    const float expected = values_[source_of(i)];
    const bool right = std::memcmp(&found, &expected, sizeof found) == 0 && out_.is_written(i);
    if (!right && wrong++ == 0) first = i;
  }
  if (wrong == 0) return true;
  lab::fail_values(run, "out", {wrong, out_.size(), "element"},
                   element("out", first) + ", which " + diagnosis(first) + "\n  it must hold " +
                       element("in", source_of(first)));
  return false;
}

}  // namespace sweep
