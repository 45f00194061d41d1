// What C must hold, to within the rounding of two products and a sum, and what a wrong element tells about the kernel: Geam::expect_values() and what it is
// made of. A failure names the first wrong element, what it holds, and the formula that explains every wrong
// one, where there is such a mistake among the usual ones.
#include <algorithm>
#include <cmath>

#include "geam_problem.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace geam {
namespace {

std::string element(const char* name, std::size_t row, std::size_t col) {
  return name + ("[" + std::to_string(row)) + "][" + std::to_string(col) + "]";
}

// The parts of an element of C: a and b belong there, a_here and b_there come from another order of the
// indices.
struct Terms {
  double a;
  double b;
  double a_here;
  double b_there;
  double alpha;
  double beta;
};

enum class LeftOut { other, a, b };

// How exact a result is for its size: the products round once each, the sum once more. Half of that remains
// where a kernel fuses one of the products with the sum.
constexpr double kRounding = 2e-7;

bool is_near(double found, double value, double size) { return std::fabs(found - value) <= kRounding * size; }

struct Mistake {
  const char* formula;
  double (*value)(const Terms& t);
  LeftOut left_out = LeftOut::other;  // a whole term
};

constexpr Mistake kMistakes[] = {
    {"alpha * A^T: beta * B was left out", [](const Terms& t) { return t.alpha * t.a; }, LeftOut::b},
    {"beta * B: alpha * A^T was left out", [](const Terms& t) { return t.beta * t.b; }, LeftOut::a},
    {"A^T + beta * B: alpha was left out", [](const Terms& t) { return t.a + t.beta * t.b; }},
    {"alpha * A^T + B: beta was left out", [](const Terms& t) { return t.alpha * t.a + t.b; }},
    {"A^T: alpha and beta * B were left out", [](const Terms& t) { return t.a; }},
    {"alpha * (A^T + B): alpha belongs to A only", [](const Terms& t) { return t.alpha * (t.a + t.b); }},
    {"alpha * A + beta * B: A was copied, not transposed",
     [](const Terms& t) { return t.alpha * t.a_here + t.beta * t.b; }},
    {"alpha * A^T + beta * B^T: B has the shape of C, it is not transposed",
     [](const Terms& t) { return t.alpha * t.a + t.beta * t.b_there; }},
    {"alpha * A^T + beta * B with the fractions of A lost: is the tile one of integers?",
     [](const Terms& t) { return t.alpha * std::trunc(t.a) + t.beta * t.b; }},
    {"alpha * A^T + beta * B with A rounded to halves: is the tile one of integers?",
     [](const Terms& t) { return t.alpha * std::trunc(2 * t.a) / 2 + t.beta * t.b; }},
    {"beta * B - alpha * A^T: the sign of alpha is wrong",
     [](const Terms& t) { return t.beta * t.b - t.alpha * t.a; }},
};

// Describes a term that is left out because its scalar is small, and was taken for 0.
std::string taken_for_zero(const Mistake& mistake, Scalars scalars) {
  constexpr float kSmall = 1e-3F;
  const bool is_b = mistake.left_out == LeftOut::b;
  const float scalar = is_b ? scalars.beta : scalars.alpha;
  if (mistake.left_out == LeftOut::other || scalar == 0 || std::fabs(scalar) > kSmall) return "";
  const std::string name = is_b ? "beta" : "alpha";
  return "\n  " + name + " is " + lab::digits(double{scalar}) + ", small but not 0: leave " +
         (is_b ? "B" : "A") + " out only where " + name + " == 0";
}

}  // namespace

double Geam::expected(std::size_t at) const {
  const double b = scalars_.beta == 0 ? 0 : scalars_.beta * double{b_values_[at]};
  return double{scalars_.alpha} * a_.value(transposed(at)) + b;
}

// README.md, "How it is graded".
double Geam::tolerance(std::size_t at) const {
  const double b = scalars_.beta == 0 ? 0 : scalars_.beta * double{b_values_[at]};
  return kRounding * (std::fabs(double{scalars_.alpha} * a_.value(transposed(at))) + std::fabs(b));
}

// Either zero counts: alpha * A may give -0 where a kernel that skips it gives 0. A NaN is near nothing.
bool Geam::is_right(std::size_t at) const {
  return c_.is_written(at) && std::fabs(c_[at] - expected(at)) <= tolerance(at);
}

// The kernel may have stored to C where it begins, too: which part the last block has, it chooses. Only odd numbers
// past 2^24 do not fit into a float.
bool Geam::is_right_at_end() const {
  const auto rows = static_cast<std::size_t>(shape_.rows);
  bool is_past_float = false;
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape_.cols); ++row) {
    for (std::size_t at = (row + 1) * rows - kLateRows; at < (row + 1) * rows; ++at) {
      if (!c_.is_written(at)) continue;
      if (!is_right(at)) return false;
      is_past_float = is_past_float || (at > std::size_t{lab::kPastFloat} && at % 2 != 0);
    }
  }
  return is_past_float;
}

// The formula that explains every wrong element that was stored, and why; empty when none does.
std::string Geam::formula_of_wrong(std::size_t first) const {
  const std::vector<float>& a = a_.values();
  for (const Mistake& mistake : kMistakes) {
    bool explains = true;
    for (std::size_t at = first; at < c_.size() && explains; ++at) {
      if (!c_.is_written(at) || is_right(at)) continue;
      const std::size_t other = transposed(at);
      const double b = b_values_.empty() ? 0 : b_values_[at];
      const double b_there = b_values_.empty() ? 0 : b_values_[other];
      const double value = mistake.value({a[other], b, a[at], b_there, scalars_.alpha, scalars_.beta});
      const double size =
          std::fabs(value) + std::fabs(scalars_.beta * b) + std::fabs(scalars_.beta * b_there);
      explains = is_near(c_[at], value, size);
    }
    if (explains) return mistake.formula + taken_for_zero(mistake, scalars_);
  }
  return "";
}

// ", which is alpha * A[3][4]", when that is what was found.
std::string Geam::scaled_element_of_a(float found) const {
  if (scalars_.alpha == 0 || scalars_.beta != 0) return "";
  const std::vector<float>& a = a_.values();
  const auto source =
      std::find_if(a.begin(), a.end(), [&](float one) { return scalars_.alpha * one == found; });
  if (source == a.end()) return "";
  const auto at = static_cast<std::size_t>(source - a.begin());
  const auto cols = static_cast<std::size_t>(shape_.cols);
  return ", which is alpha * " + element("A", at / cols, at % cols);
}

std::string Geam::diagnosis(std::size_t first, const lab::LaunchResult& run) const {
  if (!c_.is_written(first)) {
    const simt::LaunchShape& launch = run.launch;
    return "was never written (geam_launch asked for " + std::to_string(launch.grid.x) + " x " +
           std::to_string(launch.grid.y) + " blocks of " + std::to_string(launch.block.x) + " x " +
           std::to_string(launch.block.y) + " threads)";
  }
  const std::string formula = formula_of_wrong(first);
  const std::string held = "holds " + lab::digits(double{c_[first]}) + scaled_element_of_a(c_[first]);
  if (std::isnan(c_[first])) {
    return "holds NaN, which is not a number: is something divided by alpha or beta, or B read though beta "
           "is 0?";
  }
  if (!formula.empty()) return held + "; what was stored is " + formula;
  const double away = std::fabs(c_[first] - expected(first));
  constexpr double kShorterType = 1e5;
  return away <= kShorterType * tolerance(first)
             ? held + ": near, but rounded on the way: is something kept in a shorter type than float?"
             : held;
}

std::string Geam::described(std::size_t wrong, const lab::LaunchResult& run) const {
  const std::size_t row = row_of(wrong);
  const std::size_t col = col_of(wrong);
  std::string must = "it must hold alpha * " + element("A", col, row);
  if (scalars_.beta != 0) must += " + beta * " + element("B", row, col);
  return element("C", row, col) + ", which " + diagnosis(wrong, run) + "\n  " + must + " = " +
         lab::digits(expected(wrong)) + lab::where_type_ends(row, col, wrong);
}

bool Geam::expect_values(const lab::LaunchResult& run) const {
  return lab::expect_values(run, {"C", "element", c_.size(), [this](std::size_t at) { return is_right(at); },
                                  [&](std::size_t at) { return described(at, run); }});
}

}  // namespace geam
