// Constants of PTX: integers in four bases, and floating-point numbers in decimals or as their bits. PTX ISA,
// "Constants".
#pragma once

#include <optional>
#include <string_view>

#include "ptx/ptx_text.h"

namespace simtcc::ptx {

// Returns nothing if the word is no constant.
std::optional<Operand> number_of(std::string_view word);

Operand negative_of(Operand number);

}  // namespace simtcc::ptx
