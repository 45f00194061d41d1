#include "problem.h"

#include <random>
#include <string>

#include "lab/values.h"

namespace example_lab {
namespace {

std::string element(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

}  // namespace

std::vector<int> lengths() {
  std::vector<int> list{1, 2, 31, 32, 33, 97, 255, 256, 257, 1023, 1025};
  std::mt19937_64 random = lab::Session::current().random("lengths");
  std::uniform_int_distribution<int> any(2, 5000);
  for (int i = 0; i < 4; ++i) list.push_back(any(random));
  return list;
}

Reversal::Reversal(int n, const lab::Use& use)
    : Problem(use, "n = " + std::to_string(n)),
      n_(n),
      in_(*this, "in", static_cast<std::size_t>(n)),
      out_(*this, "out", static_cast<std::size_t>(n)) {}

lab::Call Reversal::call(const Kernel& kernel) const {
  const simt::LaunchShape launch = lab::blocks_of(BLOCK, lab::pieces(n_, kernel.per_thread));
  const lab::Kernel<decltype(example_floats)> function(kernel.name, kernel.from);
  return function.call(launch, in_.device(), out_.device(), n_);
}

bool Reversal::expect_values(const lab::LaunchResult& run, const Kernel& kernel) const {
  lab::ExpectedCopies expected;
  expected.source = [&](std::size_t i) { return kernel.copies ? i : out_.size() - 1 - i; };
  expected.input_name = [](std::size_t i) { return element("in", i); };
  expected.output_name = [](std::size_t i) { return element("out", i); };
  expected.from_same_place = ", the element at the same place: it was copied, not reversed";
  return lab::expect_copies(run, out_, in_, expected);
}

lab::TimedKernel Reversal::timed(const Kernel& kernel, const std::string& name) {
  const auto mine = [this, kernel] { return call(kernel); };
  const auto right = [this, kernel] { return call(kernel.copies ? kCopy : kNaive); };
  return contender(name, kernel.from, mine, right, kernel.name);
}

}  // namespace example_lab
