// nvcc's options that simtcc does not act on: those that change nothing here, and those that it cannot obey.
#pragma once

#include <string>

namespace simtcc {

// Options about GPU code, speed or verbosity change nothing, because the kernels run on the machine.
bool is_without_effect(const std::string& word);

// The same for options with a value, behind a blank or "=". Returns the name as it is written in the word, or "" for another option.
std::string name_without_effect(const std::string& word);

// Returns why the option cannot be obeyed, or "" if nothing is known against it.
std::string why_refused(const std::string& word);

// Returns what is wrong with the option's value, as a sentence, or "" if nothing is: an architecture that no GPU has or had, a host
// compiler that is not there. Such a value is a mistake, even where a right one has no effect.
std::string problem_of_value(const std::string& name, const std::string& value);

// The same for the value of -std.
std::string problem_of_standard(const std::string& value);

}  // namespace simtcc
