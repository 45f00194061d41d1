// Changes a module at random: what a compiler with an error, or somebody who wants to get past the verifier,
// might write instead.
#pragma once

#include <llvm/IR/Module.h>

#include <random>
#include <string>

namespace simt_fuzz {

using Random = std::mt19937_64;

// One change; its name. The module may be broken afterwards: LLVM's own verifier says.
std::string mutate(llvm::Module& module, Random& random);

}  // namespace simt_fuzz
