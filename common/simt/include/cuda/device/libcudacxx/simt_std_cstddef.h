// size_t and its like, and integers of known width, in cuda::std.
#pragma once

#include <stdint.h>

#include <cstddef>

namespace cuda {
namespace std {
#ifdef __cpp_lib_byte  // since C++17
using ::std::byte;
#endif
using ::std::max_align_t;
using ::std::nullptr_t;
using ::std::ptrdiff_t;
using ::std::size_t;

using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::intmax_t;
using ::intptr_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uintmax_t;
using ::uintptr_t;
}  // namespace std
}  // namespace cuda
