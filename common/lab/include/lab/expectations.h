// Expectations that every lab shares. Each adds a GoogleTest failure that names the cause, at the kernel's
// line. Those about faults and counts need the SIMT machine: on a GPU each marks its test as skipped and
// returns false.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/check.h"
#include "lab/kernel.h"

namespace lab {

// Marks the running test as skipped on a GPU, and returns true there. It is for a lab's own checks that weigh
// counts.
bool skip_without_simt();

// Returns the verdict of an expectation that needs counts and has none: false if the check was skipped, true
// if nothing is judged (lab::counting()). On the SIMT machine, which has counts, it returns nothing.
std::optional<bool> verdict_without_counts();

// Runs the check's measured form on a GPU, and its form by counts on the SIMT machine.
void measured_or_counted(const std::function<void()>& measured, const std::function<void()>& counted);

// Runs the check's measured form on a GPU, and its form by predicted times on the SIMT machine.
inline void measured_or_modelled(const std::function<void()>& measured,
                                 const std::function<void()>& modelled) {
  measured_or_counted(measured, modelled);
}

// The launch came to its end, with no access out of bounds, no misaligned one, no race, no divergent barrier,
// no read of memory that nothing wrote. Returns whether that holds.
bool expect_no_faults(const LaunchResult& run);

// The kernel stored something to `array`: an empty kernel has no faults either.
bool expect_writes(const LaunchResult& run, const std::string& array);

// The kernel reads `array` (or writes to it) at all.
bool expect_accesses(const LaunchResult& run, const std::string& array, simt::Op op);

// "the loads of `in`", "the stores to `out`"
std::string accesses_text(simt::Op op, const std::string& array);

// The sectors that the least possible loads of `array` (or stores to it) touch in this launch; and, where it
// is not 0, how many requests are enough: a few lanes at a time may fill whole sectors as well.
struct SectorLimit {
  std::string array;
  simt::Op op = simt::Op::load;
  std::uint64_t sectors = 0;
  std::uint64_t requests = 0;
};

// The requests that `accesses` accesses of lanes may take: twice those of whole warps. The compiler may split
// requests at the end of a loop, but nobody may move a few lanes at a time.
std::uint64_t requests_of_whole_warps(std::uint64_t accesses);

// The requests that a row-major matrix of rows x cols elements may take: twice those of warps that move 32
// neighbours of one row, or the rest of it.
std::uint64_t requests_in_rows(int rows, int cols);

// The sectors of a row-major matrix of rows x cols floats, without gaps, when each row is accessed in pieces
// of `piece` floats, as a warp's lanes or a tile's rows do. If rows do not start on a sector, most pieces
// touch one more.
std::uint64_t sectors_in_pieces(int rows, int cols, int piece);

// The sectors that n floats touch, from the start of one on, when they are moved four at a time: each of the
// n mod 4 that are left over may be a request of its own.
std::uint64_t sectors_in_vectors(int n);

// An array, and whether a kernel may read or write it.
struct ArrayUse {
  std::string array;
  simt::Op op = simt::Op::load;
};

// The launch reads and writes global memory as these say and not otherwise: no third array, no `__device__`
// variable, nothing read where it may only write. An atomic operation reads and writes.
bool expect_no_other_traffic(const LaunchResult& run, const std::vector<ArrayUse>& uses);

// Returns these uses, and the loads of tables: arrays besides them that the launch only reads. A table passes nothing from one
// thread to another. For a kernel that has no other parameters, so that a check which is not of traffic may leave them alone.
std::vector<ArrayUse> with_tables(const LaunchResult& run, const std::vector<ArrayUse>& uses);

// The launch touches no more sectors than its limits, each by itself, and no others
// (expect_no_other_traffic); weighed as sectors per request, and as requests where a limit names them. All
// are weighed, and each that is exceeded fails.
bool expect_sectors(const LaunchResult& run, const std::vector<SectorLimit>& limits);

// All these together touch at most `slack` times as many sectors as their limits say, and none makes more
// requests than its limit names. Points at the line of the array that exceeds its own limit most.
bool expect_traffic(const LaunchResult& run, const std::vector<SectorLimit>& limits, double slack);

// Requires that no array gets more requests than its limit names: a few lanes at a time lose a GPU's
// bandwidth, which a bound by traffic does not see (docs/measurements/trust.md). Only an exceeded limit is
// weighed.
bool expect_whole_warps(const LaunchResult& run, const std::vector<SectorLimit>& limits);

// Requires that the warps of a block share its requests to global memory: the busiest one makes at most twice
// as many as the mean. It is for labs that ask a block to combine what its warps have, and says nothing of
// bandwidth, which one warp with enough loads in flight can reach (docs/measurements/trust.md). Only an
// exceeded limit is weighed.
bool expect_warps_share(const LaunchResult& run);

// All but floats mod 4 of the floats of `array` move in accesses of 16 bytes a lane, and no request is
// needless.
bool expect_vector_accesses(const LaunchResult& run, const std::string& array, simt::Op op,
                            std::size_t floats);

// The launch uses shared memory; the arrays that it uses take at most so many bytes of a block's shared
// memory.
bool expect_shared_bytes(const LaunchResult& run, std::uint64_t most);

// No shared-memory request of the launch has a bank conflict, and there is at least one such request.
bool expect_no_bank_conflicts(const LaunchResult& run);

// No shared-memory request of the launch has more conflicts than these, and there is at least one.
bool expect_bank_conflicts_up_to(const LaunchResult& run, double conflicts_per_request);

// The costliest shared-memory instruction has exactly so many conflicts a request, and the launch at least as
// many as that for each of `requests`.
bool expect_bank_conflicts(const LaunchResult& run, double conflicts_per_request, std::uint64_t requests);

// The line that stores to `array`: where to point when the values are wrong. line 0 when nothing does.
simt::SourceLine line_that_stores(const LaunchResult& run, const std::string& array);

// The read of memory that nothing wrote which `run` made and `written` did not: the same launch with certain
// memory written by the host. So it is a read of that memory. Null: there is none.
const simt::Fault* read_of_unwritten(const LaunchResult& run, const LaunchResult& written);

// Whether `run` read memory that nothing wrote.
bool has_read_unwritten(const LaunchResult& run);

// 4 as "4", 4.757 as "4.76".
std::string number(double value);

// Nine significant digits, which tell any float from its neighbours.
std::string digits(double value);

// Adds a failure that names the launch ("transpose_tiled, 33 x 65: …"), at a line of the kernel; at the
// kernel's definition when `where` has no line.
void fail_at(const LaunchResult& run, const simt::SourceLine& where, const std::string& message);

// The machine's remarks on the launch, as further lines of a message: a barrier that some threads never
// reached explains many a race and many wrong values.
std::string remarks_on(const LaunchResult& run);

}  // namespace lab
