// What a launch's report says, as text, to compare with another's.
#pragma once

#include <sstream>
#include <string>

#include "simt/machine.h"

namespace simt_test {

inline std::string text_of(const simt::LaunchReport& report) {
  std::ostringstream out;
  for (const auto& access : report.accesses) {
    out << access.where.line << ' ' << static_cast<int>(access.space) << static_cast<int>(access.op) << ' '
        << access.width << ": " << access.requests << ' ' << access.lanes << ' ' << access.sectors << ' '
        << access.least_sectors << ' ' << access.wavefronts << ' ' << access.bank_conflicts
        << " example block " << access.example.block.x << " warp " << access.example.warp;
    for (const auto offset : access.example.offsets) out << ' ' << offset;
    out << '\n';
  }
  for (const auto& fault : report.faults) {
    out << simt::name_of(fault.kind) << ' ' << fault.where.line << ' ' << fault.other.line << ' '
        << fault.count << '\n';
  }
  out << report.in_flight.bytes << ' ' << report.in_flight.waits << ' ' << report.in_flight.most << '\n';
  out << report.warp_shares.requests << ' ' << report.warp_shares.busiest << '\n';
  return out.str();
}

}  // namespace simt_test
