// What checks ask of a launch's accesses: sums over some of them, and the one to blame. Counts are the SIMT
// machine's; a launch on a GPU has no accesses.
//
//   const lab::AccessSum loads = lab::sum_of(run.report, [](const simt::AccessCost& a) {
//     return lab::is_traffic(a, simt::Op::load, "in");
//   });
//   loads.requests, loads.per_request(loads.sectors), loads.largest->where
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "simt/report.h"

namespace lab {

// "line 12", as messages name it.
inline std::string line_text(const simt::SourceLine& where) { return "line " + std::to_string(where.line); }

// Global memory, also where it is read through a texture. An atomic operation reads and writes: it is traffic
// in either direction, so that it never looks cheaper than a load and a store. Constants, which no kernel can
// write, hide none; nor does a thread's local memory, which no other thread reads and no launch finds again.
inline bool is_traffic(const simt::AccessCost& access) {
  return access.space == simt::Space::global || access.space == simt::Space::texture;
}

inline bool is_traffic(const simt::AccessCost& access, simt::Op op) {
  return is_traffic(access) && (access.op == op || access.op == simt::Op::atomic);
}

inline bool is_traffic(const simt::AccessCost& access, simt::Op op, const std::string& array) {
  return is_traffic(access, op) && access.array == array;
}

inline bool is_shared(const simt::AccessCost& access) { return access.space == simt::Space::shared; }

inline double per_request(std::uint64_t amount, const simt::AccessCost& access) {
  return static_cast<double>(amount) / static_cast<double>(access.requests);
}

// The accepted access with the largest amount of something; null when there is none.
template <class Accept, class Amount>
const simt::AccessCost* costliest(const simt::LaunchReport& report, const Accept& accept,
                                  const Amount& amount) {
  const simt::AccessCost* worst = nullptr;
  for (const simt::AccessCost& access : report.accesses) {
    if (accept(access) && (worst == nullptr || amount(access) > amount(*worst))) worst = &access;
  }
  return worst;
}

inline simt::SourceLine line_of(const simt::AccessCost* access) {
  return access == nullptr ? simt::SourceLine{} : access->where;
}

struct AccessSum : simt::Counts {
  std::uint64_t bytes = 0;                    // bytes that lanes request
  const simt::AccessCost* largest = nullptr;  // the access with the most requests; null: there is no access

  // 0 where there is no request.
  double per_request(std::uint64_t amount) const {
    return requests == 0 ? 0 : static_cast<double>(amount) / static_cast<double>(requests);
  }
  simt::SourceLine where() const { return line_of(largest); }
};

template <class Accept>
AccessSum sum_of(const simt::LaunchReport& report, const Accept& accept) {
  AccessSum sum;
  for (const simt::AccessCost& access : report.accesses) {
    if (!accept(access)) continue;
    sum += access;
    sum.bytes += access.lanes * access.width;
  }
  sum.largest = costliest(report, accept, [](const simt::AccessCost& access) { return access.requests; });
  return sum;
}

inline bool uses_shared_memory(const simt::LaunchReport& report) {
  return std::any_of(report.accesses.begin(), report.accesses.end(), is_shared);
}

}  // namespace lab
