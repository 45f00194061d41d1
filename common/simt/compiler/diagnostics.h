// Clang's messages as a student reads them: errors of what is not supported move to the line that uses it,
// and what CUDA forbids is followed by what to write instead.
#pragma once

#include <string>

namespace simtcc {

std::string explained(const std::string& messages);

}  // namespace simtcc
