// What a launch did, as JSON: the parts that a lab's run record and simt_trace's document share. Their keys
// are those of grader/schema/record.py. Functions to_json() as nlohmann-json finds them by itself, for either
// order of keys.
//
// Header only: the machine itself does not use JSON; a file that includes this needs nlohmann-json.
#pragma once

#include <nlohmann/json.hpp>

#include "simt/report.h"

namespace simt {

template <class Json>
void to_json(Json& json, const Dim3& dim) {
  json = Json::array({dim.x, dim.y, dim.z});
}

// Adds each count of a RequestCost or of Counts.
template <class Json, class Cost>
void add_counts(Json& json, const Cost& counts) {
  Cost::each([&](const char* name, auto of) { json[name] = of(counts); });
}

template <class Json>
void to_json(Json& json, const ExampleRequest& example) {
  json = {{"array", example.array},
          {"base", 0},
          {"block", example.block},
          {"warp", example.warp},
          {"addresses", example.offsets}};
  add_counts(json, example.cost);
  if (example.passes.of_words.empty()) return;
  json["passes"] = example.passes.of_words;
  json["group_starts"] = example.passes.group_starts;
}

template <class Json>
void to_json(Json& json, const Counts& counts) {
  json = Json::object();
  add_counts(json, counts);
}

template <class Json>
void to_json(Json& json, const AccessCost& access) {
  json = {{"file", access.where.file}, {"line", access.where.line}, {"space", name_of(access.space)},
          {"op", name_of(access.op)},  {"width", access.width},     {"array", access.array}};
  if (access.instruction != Instruction::plain) json["instruction"] = name_of(access.instruction, access.op);
  if (access.asynchronous) json["asynchronous"] = true;
  add_counts<Json, Counts>(json, access);
  json["split_requests"] = access.split_requests;
  json["worst_instruction"] = access.worst_instruction;
  json["instructions"] = access.instructions;
  if (!access.joined_lines.empty()) json["joined_lines"] = access.joined_lines;
  json["example"] = access.example;
}

template <class Json>
void to_json(Json& json, const Remark& remark) {
  json = {{"message", remark.message}, {"file", remark.where.file}, {"line", remark.where.line}};
}

template <class Json>
void to_json(Json& json, const LineTime& line) {
  json = {{"file", line.where.file}, {"line", line.where.line}, {"share", line.share}};
}

template <class Json>
void to_json(Json& json, const BytesInFlight& in_flight) {
  json = {{"bytes", in_flight.bytes},
          {"waits", in_flight.waits},
          {"most", in_flight.most},
          {"resident_threads", in_flight.resident_threads}};
}

}  // namespace simt
