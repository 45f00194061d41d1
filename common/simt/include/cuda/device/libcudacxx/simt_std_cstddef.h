// size_t and its like in cuda::std.
#pragma once

#include <cstddef>

namespace cuda {
namespace std {
using ::std::byte;
using ::std::max_align_t;
using ::std::nullptr_t;
using ::std::ptrdiff_t;
using ::std::size_t;
}  // namespace std
}  // namespace cuda
