// Clang's messages in the words of a CUDA program. The machine's headers define CUDA's types with templates and classes of
// their own, whose names clang prints; a programmer has written `__half` or `threadIdx`, and reads only that.
#pragma once

#include <string>

namespace simtcc {

// `line`: one line of clang's output, without colours. Lines that quote the source must not be passed.
std::string in_cuda_words(const std::string& line);

}  // namespace simtcc
