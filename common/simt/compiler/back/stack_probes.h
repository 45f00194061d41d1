// Whether code generation obeys "probe-stack": a large frame touches each of its pages.
#pragma once

#include <llvm/Config/llvm-config.h>

namespace simtcc {

#if defined(__aarch64__) && LLVM_VERSION_MAJOR < 18
inline constexpr bool kProbesFrames = false;
#else
inline constexpr bool kProbesFrames = true;
#endif

}  // namespace simtcc
