#include "permutation.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "costs.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace gathers {
namespace {

using simt::Op;

constexpr int kSectorInts = simt::kSectorBytes / static_cast<int>(sizeof(int));

std::string size_text(int n) { return "n = " + std::to_string(n); }

std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

std::vector<int> random_permutation(int n, const std::string& purpose) {
  std::vector<int> index(as_size(n));
  std::iota(index.begin(), index.end(), 0);
  std::mt19937_64 random = lab::Session::current().random("permutation, " + purpose);
  std::shuffle(index.begin(), index.end(), random);
  return index;
}

std::vector<int> inverse_of(const std::vector<int>& index) {
  std::vector<int> inverse(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) inverse[as_size(index[i])] = static_cast<int>(i);
  return inverse;
}

std::string element(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

std::uint64_t coalesced_sectors(int n) { return lab::pieces(n, kSectorInts); }

// Fills an array of 2^bits numbers on the GPU.
lab::Draw permutation_of(int n) {
  return [n](void* values, std::size_t, std::uint64_t seed) {
    int bits = 0;
    while (1 << bits < n) ++bits;
    lab::Kernel<void(int*, int, unsigned)>("draw_permutation", lab::From::given)
        .enqueue(lab::blocks_of(BLOCK, n), static_cast<int*>(values), bits, static_cast<unsigned>(seed));
  };
}

}  // namespace

int whole_blocks() { return lab::drawn("elements", 15360, 17408, BLOCK); }

int modelled_number() {
  constexpr int kMiB = 1 << 20;
  return lab::drawn("modelled elements", kMiB, kMiB + 64 * BLOCK, BLOCK);
}

int ragged_number() { return lab::drawn("ragged elements", 7001, 7999, 2); }

std::vector<int> lengths() {
  std::vector<int> list = lab::awkward_lengths();
  list.push_back(lab::drawn("many elements", (1 << 16) + 1, (1 << 16) + 300));
  return list;
}

// --- Inversion

Inversion::Inversion(int n, const lab::Use& use)
    : Problem(use, size_text(n)),
      n_(n),
      index_(*this, "index", as_size(n), [&] { return random_permutation(n, use.purpose); }),
      inverse_(*this, "inverse", as_size(n)) {
  index_.draw_with(permutation_of(n));
}

Inversion Inversion::timed_of(int bits) { return {1 << bits, lab::timed()}; }

lab::Call Inversion::call(const char* kernel, lab::From from) const {
  return lab::Kernel<decltype(invert)>(kernel, from)
      .call(lab::blocks_of(BLOCK, n_), index_.device(), inverse_.device(), n_);
}

bool Inversion::expect_values(const lab::LaunchResult& run) const {
  const std::vector<int>& index = index_.values();
  const std::vector<int> right = inverse_of(index);
  const auto described = [&](std::size_t i) {
    const bool is_copy = inverse_.is_written(i) && inverse_[i] == index[i];
    return element("inverse", i) +
           (inverse_.is_written(i) ? ", which holds " + std::to_string(inverse_[i])
                                   : std::string(", which was never written")) +
           (is_copy ? ", as " + element("index", i) + " does: the index was copied, not inverted" : "") +
           "\n  it must hold " + std::to_string(right[i]) + ", since " + element("index", as_size(right[i])) +
           " is " + std::to_string(i) + lab::where_type_ends(as_size(right[i]), "an element's number");
  };
  return lab::expect_values(run, {"inverse", "element", right.size(),
                                  [&](std::size_t i) { return inverse_.holds(i, right[i]); }, described});
}

bool Inversion::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"index", Op::load}, {"inverse", Op::store}});
}

bool Inversion::expect_costs(const lab::LaunchResult& run) const {
  const auto numbers = static_cast<std::uint64_t>(n_);
  const std::uint64_t requests = lab::requests_of_whole_warps(numbers);
  return lab::expect_sectors(
      run, {{"index", Op::load, coalesced_sectors(n_), requests}, {"inverse", Op::store, numbers, requests}});
}

lab::TimedKernel Inversion::timed() {
  return contender(
      "invert", lab::From::student, [this] { return call("invert", lab::From::student); },
      [this] { return call("draw_inverse", lab::From::given); });
}

// --- Permutation

Permutation::Permutation(int n, const lab::Use& use)
    : Problem(use, size_text(n)),
      n_(n),
      in_(*this, "in", as_size(n), [&] { return lab::distinct_floats(as_size(n), use.purpose); }),
      index_(*this, "index", as_size(n), [&] { return random_permutation(n, use.purpose); }),
      inverse_(*this, "inverse", as_size(n), [&] { return inverse_of(index_.values()); }),
      out_(*this, "out", as_size(n)) {
  index_.draw_with(permutation_of(n));
  // Drawn after the index, since the arrays are in this order.
  inverse_.draw_with([this](void* values, std::size_t, std::uint64_t) {
    lab::Kernel<decltype(invert)>("draw_inverse", lab::From::given)
        .enqueue(lab::blocks_of(BLOCK, n_), index_.device(), static_cast<int*>(values), n_);
  });
}

Permutation Permutation::timed_of(int bits) { return {1 << bits, lab::timed()}; }

int Permutation::bits_that_fit(int most) {
  constexpr std::size_t kTimesInMemory = 6;  // in, both indices, the result twice, and L2's sweep
  int bits = most;
  while (bits > 1 && !lab::fits((std::size_t{1} << bits) * kTimesInMemory * sizeof(float))) --bits;
  return bits;
}

lab::Call Permutation::permute_call() const {
  return lab::Kernel<decltype(::permute)>("permute").call(lab::blocks_of(BLOCK, n_), in_.device(),
                                                          inverse_.device(), out_.device(), n_);
}

lab::Call Permutation::scatter_call() const {
  return lab::Kernel<decltype(::permute)>("scatter", lab::From::given)
      .call(lab::blocks_of(BLOCK, n_), in_.device(), index_.device(), out_.device(), n_);
}

bool Permutation::expect_values(const lab::LaunchResult& run) const {
  lab::ExpectedCopies expected;
  expected.source = [this](std::size_t i) { return as_size(inverse_.values()[i]); };
  expected.input_name = [](std::size_t i) { return element("in", i); };
  expected.output_name = [](std::size_t i) { return element("out", i); };
  expected.from_same_place = ", the element at the same place: it was copied, not permuted";
  expected.note = [this](std::size_t i) {
    return ", since " + element("inverse", i) + " is " + std::to_string(inverse_.values()[i]) +
           lab::where_type_ends(i, "an element's number");
  };
  return lab::expect_copies(run, out_, in_, expected);
}

bool Permutation::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", Op::load}, {"inverse", Op::load}, {"out", Op::store}});
}

bool Permutation::expect_coalesced(const lab::LaunchResult& run) const {
  const auto numbers = static_cast<std::uint64_t>(n_);
  const std::uint64_t requests = lab::requests_of_whole_warps(numbers);
  return lab::expect_sectors(run, {{"out", Op::store, coalesced_sectors(n_), requests},
                                   {"inverse", Op::load, coalesced_sectors(n_), requests},
                                   {"in", Op::load, numbers, requests}});
}

lab::TimedKernel Permutation::permute() {
  return contender(
      "permute", lab::From::student, [this] { return permute_call(); }, [this] { return scatter_call(); });
}

lab::TimedKernel Permutation::scatter(const std::string& name) {
  const auto gather = [this] {
    return lab::Kernel<decltype(::permute)>("gather", lab::From::given)
        .call(lab::blocks_of(BLOCK, n_), in_.device(), inverse_.device(), out_.device(), n_);
  };
  return contender(
      name, lab::From::given, [this] { return scatter_call(); }, gather, "scatter");
}

}  // namespace gathers
