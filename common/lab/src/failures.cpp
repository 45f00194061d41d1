#include "failures.h"

#include <algorithm>
#include <string>

namespace lab {
namespace {

using nlohmann::json;

constexpr std::size_t kMostOthers = 8;

// GoogleTest puts "Failed" above what ADD_FAILURE_AT is given.
json to_json(const testing::TestPartResult& part) {
  const std::string text = part.message();
  return {{"message", text.rfind("Failed\n", 0) == 0 ? text.substr(7) : text},
          {"file", part.file_name() == nullptr ? "" : part.file_name()},
          {"line", std::max(0, part.line_number())}};
}

}  // namespace

json failures_to_json(const std::vector<testing::TestPartResult>& failed) {
  json found = failed.empty() ? json{{"message", ""}, {"file", ""}, {"line", 0}} : to_json(failed.front());
  found["failures"] = failed.size();
  found["others"] = json::array();
  for (std::size_t i = 1; i < std::min(failed.size(), kMostOthers + 1); ++i)
    found["others"].push_back(to_json(failed[i]));
  return found;
}

}  // namespace lab
