#include "faults/fault_kinds.h"

#include <array>
#include <cstddef>

namespace simt {
namespace {

constexpr std::array kFaults{
    FaultFacts{
        FaultKind::out_of_bounds, "out of bounds", true,
        "compute the index for this block and thread. If the thread has no element, guard the access, for "
        "example with `if (i < n)`"},
    FaultFacts{
        FaultKind::misaligned, "misaligned access", true,
        "a vector such as float4 must start at a multiple of its own size: move the unaligned ends element "
        "by element"},
    FaultFacts{FaultKind::forbidden_write, "forbidden write", true, ""},
    FaultFacts{FaultKind::divergent_barrier, "divergent barrier", true,
               "every thread of the block must reach the same barrier: move it out of every `if`, and let no "
               "thread `return` before it"},
    FaultFacts{FaultKind::bad_warp_mask, "warp mask", true, ""},
    FaultFacts{FaultKind::crash, "crash", true, ""},
    FaultFacts{
        FaultKind::stack_overflow, "stack overflow", true,
        "check that every function that calls itself comes to an end. If none calls itself, the local arrays "
        "are too large"},
    FaultFacts{
        FaultKind::time_limit, "time limit", true,
        "check the exit condition of the loop or recursion: something that it tests must change each time"},
    FaultFacts{FaultKind::launch_refused, "launch refused", true, ""},
    // Its message says what orders the two accesses, or what does not.
    FaultFacts{FaultKind::race, "race", false, ""},
    FaultFacts{FaultKind::uninitialized_read, "uninitialised read", false,
               "compare the indices and the bounds of this load with those of the stores before it"}};

constexpr bool every_kind_has_its_row() {
  for (std::size_t i = 0; i < kFaults.size(); ++i) {
    if (kFaults[i].kind != static_cast<FaultKind>(i)) return false;
  }
  return kFaults.size() == static_cast<std::size_t>(FaultKind::kCount);
}
static_assert(every_kind_has_its_row());

}  // namespace

const FaultFacts& facts_of(FaultKind kind) { return kFaults.at(static_cast<std::size_t>(kind)); }

const char* name_of(FaultKind kind) { return facts_of(kind).name; }

bool Fault::stops_the_launch() const { return facts_of(kind).stops; }

}  // namespace simt
