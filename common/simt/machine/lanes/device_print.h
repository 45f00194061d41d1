// printf() of kernels: the format is carried out piece by piece, so that it can neither store nor read where
// it may not.
#pragma once

#include <cstdint>
#include <string>

#include "loading/module.h"

namespace simt {

struct Printed {
  std::string text;
  std::int32_t conversions = 0;  // arguments used; -1: the format is not a text of the module
  bool stores = false;           // it has the conversion %n, which CUDA's has not
};

// Each value is 8 bytes: an integer, a pointer, or a double's bits. A %s must point to a text of the module's
// own.
Printed print_formatted(const Module::Image& module, const char* format, std::uint32_t count,
                        const std::uint64_t* values);

}  // namespace simt
