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

// What they say of GPU code, of speed or of verbosity changes nothing: the kernels run on the machine.
bool is_ignored_option(const std::string& word);
// The same with a value, behind a blank or "=". Gives the name as it stands in the word; empty: it is none.
std::string ignored_option_with_value(const std::string& word);
// Why it cannot be obeyed; empty: nothing is known against it.
std::string why_refused_option(const std::string& word);

}  // namespace simtcc
