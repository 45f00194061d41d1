#include "lab/values.h"

#include <algorithm>
#include <utility>

#include "lab/expectations.h"
#include "order_dependence.h"
#include "simt/words.h"

namespace lab {

std::string text_of(const WrongValues& values) {
  const bool one = values.wrong == 1;
  const std::string verdict =
      std::string(one ? " is" : " are") + " wrong; " + (one ? "it" : "the " + values.named) + " is";
  if (values.total == 1) return "the only " + values.noun + verdict;
  return std::to_string(values.wrong) + " of " + simt::plural(values.total, values.noun) + verdict;
}

void fail_values(const LaunchResult& run, const std::string& array, const WrongValues& values,
                 const std::string& described) {
  const char* const cut_short =
      run.report.completed() ? "" : "\n  the launch did not come to its end: see the check before this one";
  fail_at(run, line_that_stores(run, array),
          text_of(values) + " " + described + cut_short + remarks_on(run) + text_of(run.order));
}

std::string where_type_ends(std::size_t number, const std::string& named) {
  constexpr std::size_t kShort = std::size_t{1} << 15U;
  constexpr std::size_t kUnsignedShort = std::size_t{1} << 16U;
  constexpr std::size_t kTwentyBits = std::size_t{1} << 20U;
  constexpr std::size_t kFloat = (std::size_t{1} << 24U) + 1;
  for (const auto& [first, type] : {std::pair(kShort, "short"), std::pair(kUnsignedShort, "unsigned short"),
                                    std::pair(kTwentyBits, "20 bits"), std::pair(kFloat, "float")}) {
    if (first == kFloat ? number + 1 < first : number != first) continue;
    const char* const kept = number == kTwentyBits ? " cut to these?" : " kept in one?";
    return "\n  " + std::to_string(first) + " is the first number that does not fit into " + type + ": is " +
           named + kept;
  }
  return "";
}

std::string where_type_ends(std::size_t row, std::size_t col) {
  const std::string named = "a row or column";
  const std::string of_row = where_type_ends(row, named);
  return of_row.empty() ? where_type_ends(col, named) : of_row;
}

std::string where_type_ends(std::size_t row, std::size_t col, std::size_t index) {
  const std::string of_place = where_type_ends(row, col);
  return of_place.empty() ? where_type_ends(index, "the index") : of_place;
}

bool expect_values_and_no_faults(const LaunchResult& run,
                                 const std::function<bool(const LaunchResult& run)>& expect) {
  LaunchResult ended = run;
  ended.report.faults.clear();
  const bool right = expect(ended);
  return (measuring() || expect_no_faults(run)) && right;
}

bool expect_values(const LaunchResult& run, const ExpectedValues& expected) {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = expected.first; i < expected.count; ++i) {
    if (!expected.is_right(i) && wrong++ == 0) first = i;
  }
  if (wrong == 0) return true;
  fail_values(run, expected.array, {wrong, expected.count - expected.first, expected.noun},
              expected.described(first));
  return false;
}

namespace {

// Says what output[i] contains instead.
std::string found_in(const Array<float>& output, std::size_t i, const Array<float>& input,
                     const ExpectedCopies& expected) {
  if (!output.is_written(i)) return "was never written";
  const std::vector<float>& values = input.values();
  const auto found = std::find(values.begin(), values.end(), output[i]);
  if (found == values.end()) return "holds a value that is nowhere in `" + input.name() + "`";
  const std::size_t from = input.first() + static_cast<std::size_t>(found - values.begin());
  return "holds " + expected.input_name(from) + (from == i ? expected.from_same_place : "");
}

}  // namespace

bool expect_copies(const LaunchResult& run, const Array<float>& output, const Array<float>& input,
                   const ExpectedCopies& expected) {
  const auto is_right = [&](std::size_t i) { return output.holds(i, input.value(expected.source(i))); };
  const auto described = [&](std::size_t i) {
    return expected.output_name(i) + ", which " + found_in(output, i, input, expected) + "\n  it must hold " +
           expected.input_name(expected.source(i)) + (expected.note ? expected.note(i) : "");
  };
  return expect_values(run, {output.name(), "element", output.size(), is_right, described, output.first()});
}

}  // namespace lab
