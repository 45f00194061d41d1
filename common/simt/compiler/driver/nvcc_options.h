// nvcc's options that simtcc does not act on: those that change nothing here, and those that it cannot obey.
// CUDA Compiler Driver NVCC, "NVCC Command Options". A name is taken with one hyphen or two.
#pragma once

#include <algorithm>
#include <array>
#include <string>

namespace simtcc {

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<const char*, N>& known) {
  return std::any_of(known.begin(), known.end(), [&](const char* one) { return word == one; });
}

// Options about GPU code, speed or verbosity change nothing, because the kernels run on the machine.
bool is_ignored_option(const std::string& word);
// Ignored options with a value, after a blank or "=". Returns the name as it is written in the word, or ""
// for another option.
std::string ignored_option_with_value(const std::string& word);
// Returns why the option cannot be obeyed, or "" if nothing is known against it.
std::string why_refused_option(const std::string& word);

}  // namespace simtcc
