// What a run record says of a check that failed several times: the first failure is the check's own, the next
// few are told, and all are counted.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace lab {

// "message", "file" and "line" of the first ("" and 0 where none failed), "failures", and "others".
nlohmann::json failures_to_json(const std::vector<testing::TestPartResult>& failed);

}  // namespace lab
