#include "faults/fault_kinds.h"

#include <array>
#include <cstddef>

namespace simt {
namespace {

constexpr std::array kFaults{
    FaultFacts{
        FaultKind::out_of_bounds, "out of bounds", true,
        "work out the index for this block and thread: is it the one that you mean, and does the thread "
        "have an element?"},
    FaultFacts{FaultKind::misaligned, "misaligned access", true,
               "a vector such as float4 can only be accessed at a multiple of its own size: does the pointer "
               "that was cast point to one?"},
    FaultFacts{FaultKind::forbidden_write, "forbidden write", true, ""},
    FaultFacts{FaultKind::divergent_barrier, "divergent barrier", true,
               "every thread of the block must come to the same barrier: outside of every `if`, and with no "
               "`return` before it"},
    FaultFacts{FaultKind::bad_warp_mask, "warp mask", true, ""},
    FaultFacts{FaultKind::crash, "crash", true, ""},
    FaultFacts{
        FaultKind::stack_overflow, "stack overflow", true,
        "does a function call itself without ever ending? If none does, the local arrays are too large"},
    FaultFacts{FaultKind::time_limit, "time limit", true,
               "what ends the loop around this line, and does every round bring the thread nearer to it?"},
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
