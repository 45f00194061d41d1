// Words for an access of memory that an asynchronous copy is on its way to.
#include "report/race_report.h"

namespace simt {
namespace {

std::string line_text(const Launch& launch, std::uint32_t place) {
  return "line " + std::to_string(line_of(launch, place).line);
}

std::string groups_text(std::uint32_t groups) {
  return groups == 1 ? "group" : std::to_string(groups) + " groups";
}

const char* verb(const Launch& launch, const RawFinding& finding) {
  if (launch.place(finding.at.place).kind == abi::PlaceKind::copy_target) return " is copied to in ";
  return finding.op == Op::load    ? " is read in "
         : finding.op == Op::store ? " is written in "
                                   : " is changed atomically in ";
}

// What the copy lacks.
struct Lack {
  std::string what;
  std::string advice;
};

Lack lack_of(const Launch& launch, const CopyState& state, bool is_own) {
  using Stage = CopyState::Stage;
  const std::string barrier =
      is_own ? "" : ", and a __syncthreads() behind the wait: a thread waits for its own copies only";
  switch (state.stage) {
    case Stage::not_committed:
      return {
          " has not been committed",
          "call __pipeline_commit() (cp.async.commit_group) behind the copies, then wait for their group" +
              barrier};
    case Stage::left_out: {
      const std::uint32_t fewer = state.groups - 1;
      return {" has not been waited for: the wait in " + line_text(launch, state.wait_place) +
                  " lets the latest " + groups_text(state.groups) + " be, and the copy is in " +
                  (state.groups == 1 ? "it" : "one of them"),
              "wait until fewer groups are on their way: __pipeline_wait_prior(" + std::to_string(fewer) +
                  ")" + barrier};
    }
    case Stage::bound:
      return {" has not been waited for: the phase of its barrier is not over",
              "wait at the barrier before this line"};
    case Stage::not_waited_for:
      break;
  }
  return {" has not been waited for",
          "call __pipeline_wait_prior(0), or your pipeline's or group's wait, before this line" + barrier};
}

}  // namespace

Fault copy_not_over(const Launch& launch, const RawFinding& finding) {
  Fault fault = fault_at(launch, finding.kind, finding.at);
  fault.other = line_of(launch, finding.other_place);
  const bool is_own = finding.other.thread() == finding.at.thread;
  const Lack lack = lack_of(launch, *finding.copy, is_own);
  fault.message = finding.array + verb(launch, finding) + line_text(launch, finding.at.place) + " by " +
                  thread_text(launch, finding.at.thread) + " while the asynchronous copy of " +
                  line_text(launch, finding.other_place) +
                  (is_own ? "" : " by " + thread_text(launch, finding.other.thread())) + lack.what;
  fault.advice = lack.advice;
  return fault;
}

}  // namespace simt
