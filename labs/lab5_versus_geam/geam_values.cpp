// What C must hold, and what a wrong element tells about the kernel.
#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "geam_problem.h"
#include "lab/expectations.h"

namespace geam {
namespace {

std::string number(double value) {
  constexpr int kDigits = 9;  // tell any float from its neighbours
  std::ostringstream text;
  text << std::setprecision(kDigits) << value;
  return text.str();
}

std::string element(const char* name, std::size_t row, std::size_t col) {
  return name + ("[" + std::to_string(row)) + "][" + std::to_string(col) + "]";
}

}  // namespace

// What may have been worked out instead. `a` and `b` are the elements that belong here; `a_here` and
// `b_there` are those that another order of the indices gives.
struct Problem::Formula {
  const char* words;
  double (*value)(double a, double b, double a_here, double b_there, double alpha, double beta);
};

double Problem::expected(std::size_t at, Scalars scalars) const {
  const double b = scalars.beta == 0 ? 0 : scalars.beta * double{b_values_[at]};
  return double{scalars.alpha} * a_values_[transposed(at)] + b;
}

// Either zero counts: alpha * A may give -0 where a kernel that skips it gives 0. A NaN equals nothing.
bool Problem::is_right(std::size_t at, Scalars scalars) const {
  return c_.is_written(at) && double{c_[at]} == expected(at, scalars);
}

// The formula that explains every wrong element that was stored; empty when none does.
std::string Problem::formula_of_wrong(std::size_t first, Scalars scalars) const {
  static constexpr std::array<Formula, 10> kFormulas{{
      {"alpha * A^T: beta * B was left out",
       [](double a, double, double, double, double alpha, double) { return alpha * a; }},
      {"beta * B: alpha * A^T was left out",
       [](double, double b, double, double, double, double beta) { return beta * b; }},
      {"A^T + beta * B: alpha was left out",
       [](double a, double b, double, double, double, double beta) { return a + beta * b; }},
      {"alpha * A^T + B: beta was left out",
       [](double a, double b, double, double, double alpha, double) { return alpha * a + b; }},
      {"A^T: alpha and beta * B were left out",
       [](double a, double, double, double, double, double) { return a; }},
      {"alpha * (A^T + B): alpha belongs to A only",
       [](double a, double b, double, double, double alpha, double) { return alpha * (a + b); }},
      {"alpha * A + beta * B: A was copied, not transposed",
       [](double, double b, double a_here, double, double alpha, double beta) {
         return alpha * a_here + beta * b;
       }},
      {"alpha * A^T + beta * B^T: B has the shape of C, it is not transposed",
       [](double a, double, double, double b_there, double alpha, double beta) {
         return alpha * a + beta * b_there;
       }},
      {"alpha * A^T + beta * B with the fractions of A lost: is the tile one of integers?",
       [](double a, double b, double, double, double alpha, double beta) {
         return alpha * std::trunc(a) + beta * b;
       }},
      {"beta * B - alpha * A^T: the sign of alpha is wrong",
       [](double a, double b, double, double, double alpha, double beta) { return beta * b - alpha * a; }},
  }};
  for (const Formula& formula : kFormulas) {
    bool explains = true;
    for (std::size_t at = first; at < c_.size() && explains; ++at) {
      if (!c_.is_written(at) || is_right(at, scalars)) continue;
      explains = double{c_[at]} == formula.value(a_values_[transposed(at)], b_values_[at], a_values_[at],
                                                 b_values_[transposed(at)], scalars.alpha, scalars.beta);
    }
    if (explains) return formula.words;
  }
  return "";
}

// "0.5 * A[3][4]", when that is what was found.
std::string Problem::scaled_element_of_a(float found, Scalars scalars) const {
  if (scalars.alpha == 0 || scalars.beta != 0) return "";
  const auto source = std::find(a_values_.begin(), a_values_.end(), found / scalars.alpha);
  if (source == a_values_.end()) return "";
  const auto at = static_cast<std::size_t>(source - a_values_.begin());
  const auto cols = static_cast<std::size_t>(shape_.cols);
  return ", which is alpha * " + element("A", at / cols, at % cols);
}

std::string Problem::diagnosis(std::size_t first, const lab::LaunchResult& run, Scalars scalars) const {
  if (!c_.is_written(first)) {
    const simt::LaunchShape& launch = run.launch;
    return "was never written (geam_launch asked for " + std::to_string(launch.grid.x) + " x " +
           std::to_string(launch.grid.y) + " blocks of " + std::to_string(launch.block.x) + " x " +
           std::to_string(launch.block.y) + " threads)";
  }
  const std::string formula = formula_of_wrong(first, scalars);
  const std::string held = "holds " + number(double{c_[first]}) + scaled_element_of_a(c_[first], scalars);
  return formula.empty() ? held : held + "; what was stored is " + formula;
}

bool Problem::expect_values(const lab::LaunchResult& run, Scalars scalars) const {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t at = 0; at < c_.size(); ++at) {
    if (!is_right(at, scalars) && wrong++ == 0) first = at;
  }
  if (wrong == 0) return true;
  const std::size_t row = row_of(first);
  const std::size_t col = col_of(first);
  std::string must = "it must hold alpha * " + element("A", col, row);
  if (scalars.beta != 0) must += " + beta * " + element("B", row, col);
  lab::fail_values(run, "C", {wrong, c_.size(), "element"},
                   element("C", row, col) + ", which " + diagnosis(first, run, scalars) + "\n  " + must +
                       " = " + number(expected(first, scalars)));
  return false;
}

}  // namespace geam
