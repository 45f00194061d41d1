// Words for a race: who accessed what in which line, and why nothing orders the two.
#pragma once

#include "report/fault_report.h"

namespace simt {

// Two accesses of one element by one block. The reason is one of six:
//   - two threads have one index: no barrier can help
//   - a barrier is between the two lines, but one access belongs to the loop's next round
//   - a barrier is between the two lines, but threads had returned without coming to it
//   - what is between is a __syncwarp(), and the threads are of two warps
//   - what is between is a __syncwarp(), and the two threads of a warp did not meet there
//   - there is no barrier
Fault race_in_block(const Launch& launch, const Workers& workers, const RawFinding& finding);

// A race between two blocks. Which of their threads met depends on the schedule, so the report names blocks
// and no threads.
Fault race_between_blocks(const Launch& launch, const Workers& workers, const RawFinding& finding);

// A fetch from a texture of an element that the same launch has stored: the texture cache may still hold what
// was there before, whatever orders the two (CUDA C++ Programming Guide, "Read/Write Coherency").
Fault stale_fetch(const Launch& launch, const RawFinding& finding);

// The finding's access before is an asynchronous copy that is not over. Says whether its thread did not commit it, did
// not wait for it, or waited for other groups.
Fault copy_not_over(const Launch& launch, const RawFinding& finding);

// Whether `one`, of two findings of the same lines, says more about the reason.
bool tells_more(const RawFinding& one, const RawFinding& other);

// A fault at this place of the kernel, block and thread, without a message.
Fault fault_at(const Launch& launch, FaultKind kind, const RawPlace& at);

// Returns the place's line, or the line of the kernel's name if there is no place.
SourceLine line_of(const Launch& launch, std::uint32_t place);

std::string block_text(const Launch& launch, std::uint64_t block);
std::string thread_text(const Launch& launch, unsigned thread);  // "thread (0, 0, 0)"

}  // namespace simt
