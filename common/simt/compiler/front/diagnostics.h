// Clang's messages as a student reads them: errors of what is not supported move to the line that uses it,
// and what CUDA forbids is followed by what to write instead.
#pragma once

#include <string>

namespace simtcc {

// kernel: the file's path as clang was given it. If there are very many messages, the errors are kept, and as
// many others as fit; how many does not depend on where the file is.
std::string explained(const std::string& messages, const std::string& kernel);

}  // namespace simtcc
