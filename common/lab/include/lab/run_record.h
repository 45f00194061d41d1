// Writes what a test program found as JSON, for the grader: the run record.
//
// The file is replaced as a whole after every test (written beside it, then renamed), so that a program that
// dies leaves what it had found, marked incomplete.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lab {

// A GoogleTest listener that keeps the record at `path` up to date.
std::unique_ptr<testing::TestEventListener> make_run_recorder(const std::string& path);

// A record of no check at all, for a module that cannot be checked by its author's fault; `reason` says why.
void write_refusal(const std::string& path, const std::string& reason);

// What a record says of a check that failed several times: "message", "file" and "line" of the first failure
// ("" and 0 where there is none), the number of all, "failures", and the next few, "others".
nlohmann::json failures_to_json(const std::vector<testing::TestPartResult>& failed);

}  // namespace lab
