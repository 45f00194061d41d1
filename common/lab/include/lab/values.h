// The values of a result: which are right, and what to say of the first wrong one.
//
// A lab says how many values there are, which are right, and describes one; the kit counts, points at the
// line that stores them, and adds one failure: "33 of 97 elements are wrong; the first is out[0][64], which
// was never written". Works on both machines.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/problem.h"

namespace lab {

// The number of wrong values, and what one of them is called: "element".
struct WrongValues {
  std::size_t wrong = 0;
  std::size_t total = 0;
  std::string noun;
  std::string named = "first";  // the one of them that the message describes
};

// "3 of 97 elements are wrong; the first is", "1 of 97 elements is wrong; it is".
std::string text_of(const WrongValues& values);

// Adds a failure about the result in `array`, at the line that stores to it: `described` is which value it
// is, what it holds, and what it must hold. If the launch was cut short, the failure says so.
void fail_values(const LaunchResult& run, const std::string& array, const WrongValues& values,
                 const std::string& described);

// "0, 7, 9, ...": the first `shown` of these, as text(item) says them.
template <class Items, class Text>
std::string listed(const Items& items, std::size_t shown, Text text) {
  std::string list;
  std::size_t count = 0;
  for (const auto& item : items) {
    if (count++ == shown) return list + ", ...";
    list += (list.empty() ? "" : ", ") + text(item);
  }
  return list;
}

struct ExpectedValues {
  std::string array;  // the array that the kernel stores them to
  std::string noun;   // "element"
  std::size_t count = 0;
  std::function<bool(std::size_t value)> is_right;  // and the kernel stored it
  // Says of a wrong one: "out[3], which … must hold …"
  std::function<std::string(std::size_t value)> described;
  std::size_t first = 0;  // the values before it are not looked at
};

// If the row or the column of the first wrong element is the first number that a short cannot hold,
// coordinates may be kept in one. Returns a further line of the message that says so, or "". Tells a short,
// an unsigned short, 20 bits, and a float, in which every second number beyond the first is wrong.
std::string where_type_ends(std::size_t row, std::size_t col);

// The same; if the coordinates tell nothing, of the element's index.
std::string where_type_ends(std::size_t row, std::size_t col, std::size_t index);

// Says the same about the number of the first wrong one of many things: "is the particle's number kept in
// one?"
std::string where_type_ends(std::size_t number, const std::string& named);

// From here on a float holds every second whole number alone. It is a multiple of every block and tile. A
// check whose arrays are a little longer finds an index that is kept in a float, or cut to 20 bits: it runs
// the last blocks alone (simt::LaunchShape::first_block), on arrays that begin here (AnyArray::first). If
// those leave values wrong, it runs all blocks on whole arrays, since a kernel may give its blocks other
// elements.
constexpr int kPastFloat = 1 << 24;

// For shapes that no earlier check has run: requires that the values are right, as `expect` says, and that
// there was no fault. Each adds its failure. On a GPU a fault has failed the check already.
bool expect_values_and_no_faults(const LaunchResult& run,
                                 const std::function<bool(const LaunchResult& run)>& expect);

// For arrays that are a little longer than kPastFloat: runs the end of a problem alone, and all of it if the
// end is not right. Problem(args..., use, first) leaves out what is before `first`, and its run() the blocks
// of that; is_right_from(first) says whether the rest is right.
template <class P, class... Args>
bool expect_late_values(int first, const Args&... args) {
  {
    P end(args..., checked("late values"), first);
    if (end.run().report.faults.empty() && end.is_right_from(first)) return true;
  }
  P all(args..., checked("late values"));
  return expect_values_and_no_faults(all.run(),
                                     [&](const LaunchResult& run) { return all.expect_values(run); });
}

// Every value is right; else adds a failure about the first that is not.
bool expect_values(const LaunchResult& run, const ExpectedValues& expected);

// A result whose elements are copies of an input's.
struct ExpectedCopies {
  // Where the input has the value that output[i] must have
  std::function<std::size_t(std::size_t i)> source;
  std::function<std::string(std::size_t i)> input_name;   // "in[3][4]"
  std::function<std::string(std::size_t i)> output_name;  // "out[4][3]"
  // What to add if output[i] has the value of input[i]: ", …"
  std::string from_same_place;
  std::function<std::string(std::size_t i)> note = {};  // what to add at the end: "\n  …"
};

// Every element is right, bit for bit, and was stored by the kernel.
bool expect_copies(const LaunchResult& run, const Array<float>& output, const Array<float>& input,
                   const ExpectedCopies& expected);

}  // namespace lab
