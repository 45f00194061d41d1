// What a machine's process is told and answers, as JSON: nlohmann-json reads text of any kind without
// recursion, and every value is taken through these functions, which throw Error for what is missing, of
// another type, or out of range.
//
//   message                                                        answer
//   {"do": "begin", …}   the machine's options and the modules     {"modules": […], "memory": address,
//                                                                   "confined": true}
//   {"do": "launch", …}   `predicted_on` names devices              {"report": …}
//   {"do": "allocate" | "release" | "mark" | "protect" |
//          "mark_in_shared" | "set_clock_rate" |
//          "restore_variables", …}                                 none
//   {"do": "finish"}     answered when all of these are done       {}
//
// The answer {"error": "…"} becomes a simt::Error of the caller, who must fix what it says.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/machine.h"
#include "simt/remote_machine.h"

namespace simt::remote {

using Json = nlohmann::json;

// Writes the message as text. Bytes that are not UTF-8 are replaced.
std::string text_of(const Json& message);
// Throws Error unless it is a JSON object.
Json message_of(const std::string& text);

const Json& member(const Json& object, const char* name);
std::string string_in(const Json& object, const char* name);
bool bool_in(const Json& object, const char* name);
std::uint64_t unsigned_in(const Json& object, const char* name, std::uint64_t most);
std::int64_t integer_in(const Json& object, const char* name);
double double_in(const Json& object, const char* name);
// An array of at most so many.
const Json& list_in(const Json& object, const char* name, std::size_t most);

template <class T>
T number_in(const Json& object, const char* name) {
  return static_cast<T>(unsigned_in(object, name, std::numeric_limits<T>::max()));
}

// An enumeration whose values begin with 0 and end with kCount, which is none of them.
template <class Enumeration>
Enumeration choice_in(const Json& object, const char* name) {
  return static_cast<Enumeration>(
      unsigned_in(object, name, static_cast<std::uint64_t>(Enumeration::kCount) - 1));
}

Json json_of(const Dim3& size);
Dim3 dim3_in(const Json& object, const char* name);

// module_json.cpp
Json json_of(const Module& module);
RemoteModule module_of(const Json& json);

// remote_report.cpp. A report's lines are in `files`: to show a line, read the file that it names.
Json json_of(const LaunchReport& report);
LaunchReport report_of(const Json& json, const std::vector<std::string>& files);

}  // namespace simt::remote
