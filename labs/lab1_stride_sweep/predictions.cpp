#include "predictions.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <tuple>

#include "lab/values.h"

namespace sweep {
namespace {

std::vector<WarpPattern> patterns_of(const std::vector<Example>& examples) {
  std::vector<WarpPattern> patterns;
  patterns.reserve(examples.size());
  for (const Example& example : examples) patterns.push_back(example.pattern);
  return patterns;
}

// Easier to work out by hand.
bool is_simpler(const Example& a, const Example& b) {
  const auto effort = [](const Example& e) {
    return std::make_tuple(e.sectors, e.pattern.stride, e.pattern.byte_offset);
  };
  return effort(a) < effort(b);
}

}  // namespace

Predictions::Predictions(std::vector<Example> examples, const lab::Use& use)
    : Problem(use, "n = " + std::to_string(examples.size())),
      examples_(std::move(examples)),
      patterns_(*this, "patterns", examples_.size(), [this] { return patterns_of(examples_); }),
      sectors_(*this, "sectors", examples_.size()) {}

lab::LaunchResult Predictions::run() {
  const auto n = static_cast<int>(examples_.size());
  return Problem::run(lab::Kernel<decltype(predict_sectors)>("predict_sectors")
                          .call(lab::blocks_of(BLOCK, n), patterns_.device(), sectors_.device(), n));
}

bool Predictions::is_right(std::size_t i) const {
  return sectors_.is_written(i) && sectors_[i] == examples_[i].sectors;
}

std::string Predictions::describe(std::size_t i) const {
  const Example& example = examples_[i];
  const WarpPattern& pattern = example.pattern;
  std::ostringstream text;
  text << "sectors[" << i << "], which ";
  if (sectors_.is_written(i)) {
    text << "holds " << sectors_[i];
  } else {
    text << "was never written";
  }
  text << "\n  element_bytes " << pattern.element_bytes << ", stride " << pattern.stride << ", byte_offset "
       << pattern.byte_offset << ", active 0x" << std::hex << std::setfill('0') << std::setw(8)
       << pattern.active << std::dec << ": " << example.sectors
       << (example.sectors == 1 ? " sector (" : " sectors (") << example.source << ")";
  return text.str();
}

// The mistake that explains every single answer; empty when none does.
std::string Predictions::likely_mistake() const {
  for (const Mistake& mistake : prediction_mistakes()) {
    bool explains = true;
    for (std::size_t i = 0; i < examples_.size() && explains; ++i)
      explains = sectors_.is_written(i) && sectors_[i] == mistake.answer(examples_[i].pattern);
    if (explains) return std::string("\n  ") + mistake.advice;
  }
  return "";
}

bool Predictions::expect_right(const lab::LaunchResult& run, const std::string& name) const {
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    if (!is_right(i)) wrong.push_back(i);
  }
  const std::size_t right = examples_.size() - wrong.size();
  if (lab::weigh(static_cast<double>(right), lab::Comparison::exactly, static_cast<double>(examples_.size()),
                 name)) {
    return true;
  }
  const std::size_t simplest =
      *std::min_element(wrong.begin(), wrong.end(),
                        [&](std::size_t a, std::size_t b) { return is_simpler(examples_[a], examples_[b]); });
  lab::fail_values(run, "sectors", {wrong.size(), examples_.size(), "prediction", "simplest"},
                   describe(simplest) + likely_mistake());
  return false;
}

}  // namespace sweep
