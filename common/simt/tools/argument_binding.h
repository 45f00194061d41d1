// Holds the arguments that were given against the parameters that a kernel has.
#pragma once

#include <string>
#include <vector>

#include "argument_spec.h"
#include "simt/signature.h"

namespace simt_tools {

// The kernel's parameters one a line, each with what was given for it.
std::string compared(const std::string& kernel, const simt::Signature& signature,
                     const std::vector<std::string>& given);

// Each throws std::invalid_argument with a sentence that names the parameter.

// `number` counts parameters from 1.
std::vector<std::uint8_t> scalar_for(const simt::Parameter& parameter, std::size_t number,
                                     const Argument& argument);
void refuse_wrong_buffer(const simt::Parameter& parameter, std::size_t number, ElementType type);

}  // namespace simt_tools
