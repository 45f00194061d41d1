// Small problems are timed several at a time, one behind the other in the arrays: of a single one, a launch
// and its first and last blocks would be most of what is timed.
#pragma once

#include <cstddef>
#include <string>

namespace lab {

class Batch {
 public:
  // Of problems whose arrays have so many floats each.
  explicit Batch(std::size_t elements) : elements_(elements) {}

  std::size_t count() const { return (kLeastElements + elements_ - 1) / elements_; }
  std::size_t elements() const { return count() * elements_; }  // of all its problems
  std::size_t floats() const { return count() * apart(); }      // of an array for all of them

  // Puts each problem in the queue: `enqueue` gets the place of its first float in the arrays.
  template <class Enqueue>
  void for_each(const Enqueue& enqueue) const {
    for (std::size_t i = 0; i < count(); ++i) enqueue(i * apart());
  }

  // For the shape of a measurement: ", 64 launches"; empty for a single problem.
  std::string text() const { return count() > 1 ? ", " + std::to_string(count()) + " launches" : ""; }

 private:
  static constexpr std::size_t kLeastElements = std::size_t{1} << 26;  // a tenth of a millisecond on an H200
  static constexpr std::size_t kFirstOnLine = 64;  // floats: each begins on a multiple of 256 bytes

  std::size_t apart() const { return (elements_ + kFirstOnLine - 1) / kFirstOnLine * kFirstOnLine; }

  std::size_t elements_ = 0;
};

}  // namespace lab
