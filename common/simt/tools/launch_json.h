// What simt_trace's document and the report of a whole program say of a launch, in the same form: its faults
// and its totals. Header only, as record_json.h is.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "record_json.h"

namespace simt {

template <class Json>
Json fault_json(const Fault& fault) {
  return {{"kind", name_of(fault.kind)},    {"message", fault.message},
          {"advice", fault.advice},         {"file", fault.where.file},
          {"line", fault.where.line},       {"other_file", fault.other.file},
          {"other_line", fault.other.line}, {"block", fault.block},
          {"thread", fault.thread},         {"names_a_thread", fault.names_a_thread},
          {"count", fault.count},           {"stopped_the_launch", fault.stops_the_launch()},
          {"follows", fault.follows}};
}

// Sums of all lines, for each space and operation. bytes_asked: of every active lane.
template <class Json>
Json totals_json(const std::vector<AccessCost>& accesses) {
  struct Sum {
    Counts counts;
    std::uint64_t bytes = 0;
  };
  std::map<std::pair<Space, Op>, Sum> sums;
  for (const AccessCost& access : accesses) {
    Sum& sum = sums[{access.space, access.op}];
    sum.counts += access;
    sum.counts.requests -= access.split_requests;
    sum.bytes += access.lanes * access.width;
  }
  Json rows = Json::array();
  for (const auto& [key, value] : sums) {
    Json row{{"space", name_of(key.first)}, {"op", name_of(key.second)}};
    add_counts(row, value.counts);
    row["bytes_asked"] = value.bytes;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace simt
