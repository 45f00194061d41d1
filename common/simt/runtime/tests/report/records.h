// Launches as a machine reports them, for tests.
#pragma once

#include <string>
#include <utility>

#include "report/launch_log.h"

inline simt::AccessCost access(unsigned line, std::string array, std::uint64_t sectors,
                               simt::Op op = simt::Op::load) {
  simt::AccessCost access;
  access.where = {"/k.cu", line};
  access.op = op;
  access.width = 4;
  access.array = std::move(array);
  access.requests = 1;
  access.lanes = 32;
  access.sectors = sectors;
  access.least_sectors = 4;
  return access;
}

inline cudart::LaunchRecord launch(std::uint64_t number, std::vector<simt::AccessCost> accesses,
                                   unsigned blocks = 1) {
  cudart::LaunchRecord record;
  record.kernel = "copy<4>";
  record.signature = "copy<4>(float* out)";
  record.definition = {"/k.cu", 1};
  record.shape = {{blocks, 1, 1}, {32, 1, 1}};
  record.report.accesses = std::move(accesses);
  record.number = number;
  return record;
}

inline simt::Fault fault(simt::FaultKind kind, unsigned line) {
  simt::Fault fault;
  fault.kind = kind;
  fault.message = "`in[64]` is wrong";
  fault.advice = "work out the index";
  fault.where = {"/k.cu", line};
  fault.block = {0, 0, 0};
  fault.thread = {3, 0, 0};
  return fault;
}
