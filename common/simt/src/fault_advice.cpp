#include "fault_advice.h"

namespace simt {

std::string advice_for(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "work out the index for this block and thread: is it the one that you mean, and does the thread "
             "have an element?";
    case FaultKind::misaligned:
      return "a vector such as float4 can only be accessed at a multiple of its own size: does the pointer "
             "that was cast point to one?";
    case FaultKind::divergent_barrier:
      return "every thread of the block must come to the same barrier: outside of every `if`, and with no "
             "`return` before it";
    case FaultKind::stack_overflow:
      return "does a function call itself without ever ending? If none does, the local arrays are too large";
    case FaultKind::time_limit:
      return "what ends the loop around this line, and does every round bring the thread nearer to it?";
    case FaultKind::uninitialized_read:
      return "compare the indices and the bounds of this load with those of the stores before it";
    case FaultKind::forbidden_write:
    case FaultKind::bad_warp_mask:
    case FaultKind::crash:
    case FaultKind::launch_refused:
    case FaultKind::race:  // says itself what orders the two accesses, or what does not
      return "";
  }
  return "";
}

}  // namespace simt
