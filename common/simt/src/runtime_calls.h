// The functions that a module calls.
#pragma once

#include "contract/module_abi.h"

namespace simt {

extern const abi::Runtime kRuntime;

}  // namespace simt
