// Checks the arguments that were given against the parameters that a kernel has.
#pragma once

#include <string>
#include <vector>

#include "argument_spec.h"
#include "simt/signature.h"

namespace simt_tools {

// The kernel's parameters one a line, each with what was given for it.
std::string compared(const std::string& kernel, const simt::Signature& signature,
                     const std::vector<std::string>& given);

// What an argument is for: a parameter, or a member of a parameter that is a struct.
struct Target {
  const simt::Parameter& parameter;
  std::size_t number = 1;  // the parameter's number, from 1 on
  std::string member;      // "origin.x"; empty: the parameter itself

  // "parameter 2, `int n`, "; "parameter 1, member `int origin.x`, "
  std::string shown() const;
  Target member_target(const simt::Parameter& of) const;
};

// Each throws std::invalid_argument with a sentence that names the target.
std::vector<std::uint8_t> scalar_for(const Target& target, const Argument& argument);
void refuse_wrong_buffer(const Target& target, ElementType type);
// Returns as many arguments as the struct has members. Refuses a parameter that is no struct.
std::vector<std::string> members_for(const Target& target, const std::string& text);

}  // namespace simt_tools
