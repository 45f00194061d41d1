// What a lab's test program leaves in files for ctest's report, beside GoogleTest's own output.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace lab {

// Leaves the cost table of each kernel that a check shows in `folder`, one file a kernel.
std::unique_ptr<testing::TestEventListener> make_cost_writer(const std::string& folder);

// Prints the first lines of what a student's kernel printed in a check. ctest does not show what a passed
// test says: where there is a `costs` folder, the same is kept below it for its report, one file a kernel.
std::unique_ptr<testing::TestEventListener> make_printed_writer(const std::string& costs);

}  // namespace lab
