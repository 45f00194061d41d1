// Work on independent parts of a result, on all of the computer's cores. The parts are the same on every computer, and so are the
// results.
#pragma once

#include <cstdint>
#include <functional>

namespace cublas {

// Calls `body` with each number below `parts`. is_large: worth more than one thread.
void for_each_part(std::int64_t parts, bool is_large, const std::function<void(std::int64_t)>& body);

}  // namespace cublas
