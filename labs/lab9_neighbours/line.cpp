#include "line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "simt/words.h"

namespace neighbours {
namespace {

// Where the line has two values that take turns: how often they are read back says nothing.
constexpr double kReadBackAny = std::numeric_limits<double>::infinity();
constexpr float kTimedRounding = 1e-5F;

// How exact an element is for the magnitudes of those that it is made of: each of up to eight passes rounds
// two sums to 1 in 2^24 (README.md, "How it is graded").
constexpr double kRounding = 2e-6;

double smoothed(double left, double here, double right) { return (left + 2 * here + right) / 4; }

std::vector<double> after(std::vector<double> line, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<double> before = line;
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
      line[i] = smoothed(before[i - 1], before[i], before[i + 1]);
  }
  return line;
}

std::vector<double> exactly(const std::vector<float>& line) { return {line.begin(), line.end()}; }

std::vector<double> magnitudes(const std::vector<float>& line) {
  std::vector<double> sizes;
  sizes.reserve(line.size());
  for (const float value : line) sizes.push_back(std::fabs(value));
  return sizes;
}

std::string element(const char* array, std::size_t i) {
  return std::string(array) + "[" + std::to_string(i) + "]";
}

std::string text_of(const Length& length) {
  return "n = " + std::to_string(length.n) + ", " + simt::plural(length.passes, "pass");
}

}  // namespace

std::vector<Length> lengths() {
  std::vector<Length> list{{1, 1},   {2, 8},   {3, 1},    {31, 3},   {33, 8},   {97, 1},
                           {255, 2}, {256, 1}, {257, 1},  {257, 8},  {263, 5},  {265, 8},
                           {512, 4}, {777, 6}, {1023, 7}, {1025, 1}, {2053, 8}, {768, 8}};
  std::mt19937_64 random = lab::Session::current().random("lengths");
  std::uniform_int_distribution<int> any(2, 3000);
  std::uniform_int_distribution<int> passes(1, MOST_PASSES);
  for (int i = 0; i < 4; ++i) list.push_back({any(random), passes(random)});
  return list;
}

Length whole_blocks() {
  return {lab::drawn("whole blocks", 8 * LINE, 16 * LINE, LINE), lab::drawn("passes", 3, MOST_PASSES - 1, 2)};
}

Line::Line(const Length& length, const lab::Use& use, int first) : Line(length, use, first, {}) {}

Line::Line(const Length& length, const lab::Use& use, int first, const lab::Input<float>::Values& values)
    : Problem(use, text_of(length), static_cast<std::size_t>(length.n)),
      length_(length),
      in_(*this, "in", static_cast<std::size_t>(length.n), values,
          static_cast<std::size_t>(std::max(first - 2 * LINE, 0))),
      out_(*this, "out", static_cast<std::size_t>(length.n), static_cast<std::size_t>(first)),
      right_(after(exactly(in_.values()), length.passes)),
      sizes_(after(magnitudes(in_.values()), length.passes)) {
  out_.allow(kTimedRounding);
}

lab::Call Line::call(const Smoothing& kernel) const {
  simt::LaunchShape launch = lab::blocks_of(LINE, length_.n);
  launch.first_block = out_.first() / LINE;
  return lab::Kernel<decltype(smooth_line)>(kernel.name, kernel.from)
      .call(launch, in_.device(), out_.device(), length_.n, length_.passes);
}

// The likely mistakes, told by what an element holds.
std::string Line::described(std::size_t i) const {
  const auto n = static_cast<std::size_t>(length_.n);
  const float found = out_[i];
  std::string text = element("out", i) + ", which ";
  if (!out_.is_written(i)) {
    text += "was never written";
  } else if (length_.passes > 1 && is_near(i, after(exactly(in_.values()), length_.passes - 1)[kept(i)])) {
    text += "is what " + std::to_string(length_.passes - 1) + " of the " + std::to_string(length_.passes) +
            " passes give";
  } else if (found == in_.value(i)) {
    text += "holds " + element("in", i) + " itself";
  } else {
    text += "holds " + lab::digits(found);
  }
  text += "\n  it must hold " + lab::digits(right_[kept(i)]) + lab::where_type_ends(i, "the index");
  if (i == 0 || i == n - 1) return text + ": the ends of the line keep their values";
  const std::size_t place = i % LINE;
  const auto passes = static_cast<std::size_t>(length_.passes);
  if (i >= LINE && place < passes) {
    text += ", which depends on elements of the previous block";
  } else if (place + passes >= LINE) {
    text += ", which depends on elements of the next block";
  }
  return text;
}

bool Line::is_near(std::size_t i, double value) const {
  return std::fabs(out_[i] - value) <= kRounding * sizes_[kept(i)];
}

bool Line::is_right(std::size_t i) const { return out_.is_written(i) && is_near(i, right_[kept(i)]); }

bool Line::are_right() const {
  for (std::size_t i = out_.first(); i < out_.size(); ++i) {
    if (!is_right(i)) return false;
  }
  return true;
}

bool Line::expect_values(const lab::LaunchResult& run) const {
  const auto is_right_one = [this](std::size_t i) { return is_right(i); };
  const auto described_one = [this](std::size_t i) { return described(i); };
  return lab::expect_values(run, {"out", "element", out_.size(), is_right_one, described_one, out_.first()});
}

bool Line::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"in", simt::Op::load}, {"out", simt::Op::store}});
}

// A result may lie in shared memory as well before it is stored, and equal an element of `in` by chance. The
// ends need not pass through anything.
bool Line::expect_through_line(const Smoothing& kernel, const lab::Weigh& weigh) {
  const lab::MarkedInShared marks(in_);
  const lab::LaunchResult marked = run(kernel);
  const std::vector<float>& in = in_.values();
  lab::Passage passage{out_.name(), "element", out_.size(), 0, "", lab::kReadBackWithReuse};
  for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
    const double result = smoothed(marks.of(in[i - 1]), marks.of(in[i]), marks.of(in[i + 1]));
    const bool is_changed = is_near(i, marks.of(static_cast<float>(result)));
    if (out_.is_written(i) && (is_near(i, result) || is_changed)) continue;
    if (passage.past++ == 0) passage.first = element("out", i);
  }
  return lab::expect_passage(marked, passage) && weigh(marked);
}

namespace {

// Two values that take turns, and what smoothing makes of either: their mean. It is in the line, too, far
// from the elements that are looked at, so that the machine may mark it.
struct Turns {
  float one;
  float other;

  float mean() const { return (one + other) / 2; }

  std::vector<float> line(int blocks) const {
    constexpr std::size_t kMeans = 4;
    std::vector<float> values(static_cast<std::size_t>(blocks) * LINE);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = i < kMeans ? mean() : i % 2 == 0 ? one : other;
    return values;
  }
};

Turns drawn_turns(std::mt19937_64& random) {
  std::uniform_int_distribution<int> mean(40, 200);
  std::uniform_int_distribution<int> apart(1, 39);
  const int middle = mean(random);
  const int distance = apart(random);
  return {static_cast<float>(middle - distance), static_cast<float>(middle + distance)};
}

}  // namespace

// Values of `in` keep their signs in shared memory here, and those after the first pass change theirs.
bool Line::expect_values_between_passes(const Smoothing& kernel) {
  constexpr int kBlocks = 4;
  constexpr std::size_t kFirst = std::size_t{2} * LINE;  // far from both ends and from the means
  constexpr std::size_t kCount = LINE;
  std::mt19937_64 random = lab::Session::current().random("between passes");
  while (true) {
    const Turns turns = drawn_turns(random);
    Line problem({kBlocks * LINE, 2}, lab::checked("between passes"), 0, [&] { return turns.line(kBlocks); });
    const lab::MarkedInShared marks(problem.in_);
    const auto is_marked = [&](float value) { return marks.of(value) != value; };
    if (is_marked(turns.one) || is_marked(turns.other) || !is_marked(turns.mean())) continue;
    const lab::LaunchResult run = problem.run(kernel);
    // Few different values are left then: how many threads read their own back says nothing.
    lab::Passage passage{problem.out_.name(), "element", kCount, 0, "", kReadBackAny};
    for (std::size_t i = kFirst; i < kFirst + kCount; ++i) {
      if (problem.out_.holds(i, marks.of(turns.mean()))) continue;
      if (passage.past++ == 0)
        passage.first = element("out", i) + ", whose value after the first pass does not";
    }
    return lab::expect_passage(run, passage);
  }
}

// The given kernel hands nothing over that could go wrong.
lab::TimedKernel Line::timed(const Smoothing& kernel) {
  return contender(
      kernel.name, kernel.from, [this, kernel] { return call(kernel); }, [this] { return call(kAlone); });
}

lab::TimedKernel Line::memcpy() {
  const auto copy = [this] { return lab::memcpy_call(out_.device(), in_.device(), in_.bytes()); };
  return contender("cudaMemcpy", lab::From::kit, copy, copy);
}

}  // namespace neighbours
