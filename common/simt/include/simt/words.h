// The small words of messages: a count with its noun, the form of a word that goes with a count, figures that a person reads.
// The machine, the runtime, the kit and the labs take them from here, so that no message says "1 threads".
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace simt {

// The word that goes with a count: of "is" and "are" the first with 1, the second with any other number.
template <class Count>
std::string word_for(Count count, const char* one, const char* many) {
  return count == 1 ? one : many;
}

// A noun as it follows a count: "thread" or "threads", "launch" or "launches", "half" or "halves", "pairs of halves".
template <class Count>
std::string noun_for(Count count, const std::string& noun) {
  if (count == 1) return noun;
  if (const std::size_t of = noun.find(" of "); of != std::string::npos)
    return noun_for(count, noun.substr(0, of)) + noun.substr(of);
  if (noun.size() > 2 && noun.compare(noun.size() - 2, 2, "lf") == 0)
    return noun.substr(0, noun.size() - 1) + "ves";
  for (const std::string_view end : {"s", "x", "ch", "sh"}) {
    if (noun.size() > end.size() && noun.compare(noun.size() - end.size(), end.size(), end) == 0)
      return noun + "es";
  }
  return noun + "s";
}

// "1 thread", "1024 threads"
template <class Count>
std::string plural(Count count, const std::string& noun) {
  return std::to_string(count) + " " + noun_for(count, noun);
}

// 1234567 as "1,234,567"
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

// "1 launch", "1,024 launches"
inline std::string grouped(std::uint64_t count, const std::string& noun) {
  return grouped(count) + " " + noun_for(count, noun);
}

// Three digits, as many as a reader compares: 4.757 as "4.76"; a whole number from 1000 on.
inline std::string figure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 1000 ? "%.0f" : "%.3g", value);
  return text;
}

}  // namespace simt
