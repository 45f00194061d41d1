#include "sums.h"

#include <algorithm>
#include <numeric>

#include "filling.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/shared_passage.h"
#include "lab/values.h"
#include "simt/words.h"

namespace sums {
namespace {

constexpr int kVectorFloats = 4;

// Multiples of 1/4, none of them 0 and so small that any sum of all of them is exact.
std::vector<float> quarters(std::size_t count, const std::string& purpose) {
  constexpr int kExact = 1 << 24;  // quarters that a float holds without a gap
  constexpr int kLargest = 1000;
  const int largest = std::min(kLargest, (kExact - kLargest) / static_cast<int>(count));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> size(1, largest);
  std::vector<float> values(count);
  for (float& value : values) {
    const auto quarter = static_cast<float>(size(random)) / 4;
    value = (random() & 1U) != 0 ? quarter : -quarter;
  }
  return values;
}

float sum_of(const std::vector<float>& values, std::size_t first, std::size_t count) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0F);
}

constexpr unsigned kBlocksOfH200 = 8 * 132;  // 2,048 threads on each multiprocessor

std::string text_of(const Form& form) {
  return "n = " + std::to_string(form.n) + ", " + simt::plural(form.blocks, "block");
}

}  // namespace

bool is_there(const Kernel& kernel) {
  return kernel.from != lab::From::student || lab::Session::current().defines(kernel.name);
}

std::vector<Form> forms() {
  constexpr int kNumbersOf16Bits = 1 << 16;
  std::mt19937_64 random = lab::Session::current().random("grids");
  std::uniform_int_distribution<unsigned> blocks(1, 5);
  std::vector<Form> list{{lab::drawn("first sum", 300, 400) * kVectorFloats + 3, 2}};  // tells most
  for (const int n : lab::awkward_lengths()) list.push_back({n, blocks(random)});
  list.push_back({lab::drawn("long sum", kNumbersOf16Bits + 1, kNumbersOf16Bits + 4 * BLOCK), 3});
  list.push_back({lab::drawn("sum of many blocks", 3 * BLOCK, 5 * BLOCK), 67});
  return list;
}

Form cost_form() {
  const int n = lab::drawn("summed vectors", 40000, 56000) * kVectorFloats + lab::drawn("summed rest", 1, 3);
  return {n, static_cast<unsigned>(lab::drawn("summing blocks", 3, 7))};
}

Form modelled_form() {
  const int n =
      lab::drawn("modelled vectors", 2000000, 2200000) * kVectorFloats + lab::drawn("summed rest", 1, 3);
  return {n, kBlocksOfH200};
}

Form charted_form() { return {1 << 19, kBlocksOfH200}; }

Form timed_form() {
  constexpr std::size_t kMost = std::size_t{1} << 28;
  return {static_cast<int>(lab::that_fit(kMost, sizeof(float))), filling::blocks_that_fill()};
}

Sums::Sums(Form form, const lab::Use& use, std::optional<std::size_t> alone)
    : Problem(use, text_of(form)),
      form_(form),
      in_(*this, "in", static_cast<std::size_t>(form.n),
          [&] {
            std::vector<float> values = quarters(static_cast<std::size_t>(form.n), use.purpose);
            if (!alone) return values;
            const float only = values[*alone];
            std::fill(values.begin(), values.end(), 0.0F);
            values[*alone] = only;
            return values;
          }),
      out_(*this, "out", 1, [&] { return quarters(1, use.purpose + ", before"); }),
      part_(*this, "part", std::size_t{form.blocks} * BLOCK) {
  in_.draw_with(filling::quarters);
  out_.draw_with(filling::quarters);
}

lab::Call Sums::call(const Kernel& kernel, unsigned first_block) const {
  const simt::LaunchShape launch =
      kernel.a_thread_an_element ? lab::blocks_of(BLOCK, form_.n)
                                 : simt::LaunchShape{{form_.blocks, 1, 1}, {BLOCK, 1, 1}, 0, first_block};
  return lab::Kernel<decltype(sum)>(kernel.name, kernel.from)
      .call(launch, in_.device(), kernel.streams ? part_.device() : out_.device(), form_.n);
}

// The given tree adds up in an order of its own, which makes no difference here.
lab::TimedKernel Sums::timed(const Kernel& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel); },
      [this, kernel] { return call(kernel.streams ? kStream : kInterleaved); }, kernel.name);
}

std::string Sums::diagnosis(float found) const {
  const std::vector<float>& values = in_.values();
  const float before = out_.values().front();
  const float all = sum_of(values, 0, values.size());
  if (found == before) return "still what it held before the launch";
  if (found == all) return "the sum alone: out[0] held " + lab::number(before) + " before, add to that";
  if (form_.blocks > 1 && found == before + static_cast<float>(form_.blocks) * all)
    return "the sum " + std::to_string(form_.blocks) + " times: each block adds up the whole array";
  for (const std::size_t piece : {std::size_t{kVectorFloats}, std::size_t{WARP}, std::size_t{BLOCK}}) {
    const std::size_t rest = values.size() % piece;
    if (rest != 0 && found == before + sum_of(values, 0, values.size() - rest)) {
      return "the sum without the last " + (rest == 1 ? "element" : std::to_string(rest) + " elements") +
             ": n is no multiple of " + std::to_string(piece);
    }
  }
  if (values.size() > BLOCK && found == before + sum_of(values, 0, BLOCK))
    return "the sum of the first " + std::to_string(BLOCK) + " elements";
  return "the sum of something else: each element must be added once, by one thread";
}

bool Sums::expect_sum(const lab::LaunchResult& run) const {
  const float right = out_.values().front() + sum_of(in_.values(), 0, in_.size());
  const auto is_right = [&](std::size_t) { return out_[0] == right; };
  const auto described = [&](std::size_t) {
    return "out[0], which holds " + lab::number(out_[0]) + " and must hold " + lab::number(right) + "\n  " +
           lab::number(out_[0]) + " is " + diagnosis(out_[0]);
  };
  return lab::expect_values(run, {"out", "sum", 1, is_right, described});
}

bool Sums::expect_handed_on(const Kernel& kernel, const Form& form) {
  if (const auto known = lab::verdict_without_counts()) return *known;
  constexpr int kLaunches = 8;
  std::mt19937_64 random = lab::Session::current().random("handed on");
  lab::LaunchResult run;
  for (int launch = 0; launch < kLaunches;) {
    const std::size_t place = random() % static_cast<std::size_t>(form.n);
    Sums problem(form, lab::checked("handed on"), place);
    const lab::MarkedInShared marks(problem.in_);
    const float value = problem.in_.values()[place];
    if (marks.of(value) == value) continue;
    run = problem.run(kernel);
    if (problem.out_[0] != problem.out_.values().front() + value) return true;
    ++launch;
  }
  lab::weigh(0, lab::Comparison::at_least, 1, "launches in which a warp's sum passes through shared memory");
  lab::fail_at(
      run, lab::line_that_stores(run, "out"),
      "no warp's sum reaches `out` through shared memory\n  let the warps of a block share its work: each "
      "stores its sum to a shared array, and after a barrier one thread adds up what is loaded from there");
  return false;
}

bool Sums::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_sum(run) &&
         lab::expect_no_other_traffic(run, {{"in", Op::load}, {"out", Op::load}, {"out", Op::store}});
}

}  // namespace sums
