#include "sums.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "filling.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/shared_passage.h"
#include "lab/values.h"
#include "simt/words.h"

namespace sums {
namespace {

constexpr int kVectorFloats = 4;

// A sum in any order is within this part of the sum of the magnitudes (many_to_one.h): floats of both signs
// cancel, so that what has been added up so far, which is rounded, stays far below that sum. A float that is
// left out is more than this part of some ten thousand others.
constexpr double kRounding = 1e-6;
constexpr unsigned kBitsOfFloat = 24;

lab::RoundedSum sum_of(const std::vector<float>& values, std::size_t first, std::size_t count) {
  lab::RoundedSum sum;
  for (std::size_t i = first; i < first + count; ++i) sum.add(values[i]);
  return sum;
}

constexpr unsigned kBlocksOfH200 = 8 * 132;  // 2,048 threads on each multiprocessor

// The words by which a float is known in shared memory: its own bits, and the upper half of the double of the same value, since
// a block may add up its warps' sums in either type. Each has the sign in its highest bit.
class KnownWords : public lab::Problem {
 public:
  explicit KnownWords(float value)
      : Problem(lab::checked("known words"), "two words"), words_(*this, "words", 2, [value] {
          const double wide = value;
          std::uint32_t narrow_word = 0;
          std::uint64_t wide_words = 0;
          std::memcpy(&narrow_word, &value, sizeof value);
          std::memcpy(&wide_words, &wide, sizeof wide);
          return std::vector<std::uint32_t>{narrow_word, static_cast<std::uint32_t>(wide_words >> 32U)};
        }) {}

  // Whether the machine changes both.
  bool are_marked(const lab::MarkedInShared& marks) const {
    const std::vector<std::uint32_t>& words = words_.values();
    return std::all_of(words.begin(), words.end(), [&](std::uint32_t word) { return marks.changes(word); });
  }

  lab::MarkedInShared marked() const { return lab::MarkedInShared(words_.device(), words_.bytes()); }

 private:
  lab::Input<std::uint32_t> words_;
};

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
  // The first tells most: its two blocks have a round and a part.
  std::vector<Form> list{{lab::drawn("first sum", 600, 900) * kVectorFloats + 3, 2}};
  for (const int n : lab::awkward_lengths()) list.push_back({n, blocks(random)});
  list.push_back({lab::drawn("long sum", kNumbersOf16Bits + 1, kNumbersOf16Bits + 4 * BLOCK), 3});
  list.push_back({lab::drawn("sum of many blocks", 3 * BLOCK, 5 * BLOCK), 67});
  return list;
}

Form cost_form() {
  const int n = lab::drawn("summed vectors", 40000, 56000) * kVectorFloats + lab::drawn("summed rest", 1, 3);
  return {n, static_cast<unsigned>(lab::drawn("summing blocks", 3, 7))};
}

Form late_form() {
  const int n = lab::drawn("late sum", lab::kPastFloat + 300, lab::kPastFloat + 2000);
  return {n, lab::pieces(n, BLOCK * kVectorFloats)};
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

Sums::Sums(Form form, const lab::Use& use, int first, std::optional<std::size_t> alone)
    : Problem(use, text_of(form)),
      form_(form),
      first_block_(static_cast<std::uint64_t>(first / (BLOCK * kVectorFloats))),
      in_(
          *this, "in", static_cast<std::size_t>(form.n),
          [&] {
            std::vector<float> values =
                lab::floats_of_mantissa(kBitsOfFloat, in_.size() - in_.first(), use.purpose);
            if (!alone) return values;
            const float only = values[*alone];
            std::fill(values.begin(), values.end(), 0.0F);
            values[*alone] = only;
            return values;
          },
          static_cast<std::size_t>(first)),
      out_(*this, "out", 1,
           [&] { return lab::floats_of_mantissa(kBitsOfFloat, 1, use.purpose + text() + ", before"); }),
      part_(*this, "part", std::size_t{form.blocks} * BLOCK) {
  in_.draw_with(filling::quarters);
  out_.draw_with(filling::quarters);
}

lab::Call Sums::call(const Kernel& kernel, unsigned first_block) const {
  const simt::LaunchShape launch =
      kernel.a_thread_an_element
          ? lab::blocks_of(BLOCK, form_.n)
          : simt::LaunchShape{
                {form_.blocks, 1, 1}, {BLOCK, 1, 1}, 0, std::max<std::uint64_t>(first_block, first_block_)};
  return lab::Kernel<decltype(sum)>(kernel.name, kernel.from)
      .call(launch, in_.device(), kernel.streams ? part_.device() : out_.device(), form_.n);
}

// The given tree adds up in an order of its own, which makes no difference here.
lab::TimedKernel Sums::timed(const Kernel& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel); },
      [this, kernel] { return call(kernel.streams ? kStream : kInterleaved); }, kernel.name);
}

lab::RoundedSum Sums::with_before(std::size_t first, std::size_t count) const {
  lab::RoundedSum sum = sum_of(in_.values(), first, count);
  sum.add(out_.values().front());
  return sum;
}

bool Sums::is_right_from(int /*first*/) const {
  return with_before(0, in_.values().size()).is_near(out_[0], kRounding);
}

std::string Sums::diagnosis(float found) const {
  const std::vector<float>& values = in_.values();
  const float before = out_.values().front();
  const lab::RoundedSum all = sum_of(values, 0, values.size());
  if (found == before) return "still what it held before the launch";
  if (all.is_near(found, kRounding))
    return "the sum alone: out[0] held " + lab::digits(before) + " before, add to that";
  const double blocks = form_.blocks;
  const lab::RoundedSum by_each{before + blocks * all.value, std::fabs(before) + blocks * all.size};
  if (form_.blocks > 1 && by_each.is_near(found, kRounding))
    return "the sum " + std::to_string(form_.blocks) + " times: each block adds up the whole array";
  for (const std::size_t piece : {std::size_t{kVectorFloats}, std::size_t{WARP}, std::size_t{BLOCK}}) {
    const std::size_t rest = values.size() % piece;
    if (rest != 0 && with_before(0, values.size() - rest).is_near(found, kRounding)) {
      return "the sum without the last " + (rest == 1 ? "element" : std::to_string(rest) + " elements") +
             ": n is no multiple of " + std::to_string(piece);
    }
  }
  if (values.size() > BLOCK && with_before(0, BLOCK).is_near(found, kRounding))
    return "the sum of the first " + std::to_string(BLOCK) + " elements";
  return "the sum of something else: each element must be added once, by one thread, and in float" +
         lab::where_type_ends(values.size(), "the index");
}

bool Sums::expect_values(const lab::LaunchResult& run) const {
  const lab::RoundedSum right = with_before(0, in_.values().size());
  const auto is_right = [&](std::size_t) { return right.is_near(out_[0], kRounding); };
  const auto described = [&](std::size_t) {
    return "out[0], which holds " + lab::digits(out_[0]) + " and must hold " + lab::digits(right.value) +
           ", to within " + lab::digits(kRounding * right.size) + "\n  " + lab::digits(out_[0]) + " is " +
           diagnosis(out_[0]);
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
    Sums problem(form, lab::checked("handed on"), 0, place);
    const float value = problem.in_.values()[place];
    const KnownWords words(value);
    const lab::MarkedInShared marks = words.marked();
    if (!words.are_marked(marks)) continue;
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
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", Op::load}, {"out", Op::load}, {"out", Op::store}});
}

}  // namespace sums
