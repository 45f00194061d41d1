// What one launch did: the cost of every memory access by source line, and everything that went wrong.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simt/request.h"
#include "simt/schedule.h"

namespace simt {

struct Device;  // simt/devices.h

struct Dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;

  std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

// A place in the kernel's source. line 0: not known (no debug information).
struct SourceLine {
  std::string file;  // absolute path
  unsigned line = 0;

  bool operator==(const SourceLine& other) const { return line == other.line && file == other.file; }
  bool operator<(const SourceLine& other) const {
    return file != other.file ? file < other.file : line < other.line;
  }
};

// The request of a line whose cost exceeds the least most; among equals, the first in block, warp and program
// order. If a request's lanes access several arrays, this has the lanes of one array.
struct ExampleRequest {
  std::string array;  // name of the buffer or shared array; empty where not known
  Dim3 block;         // block index
  unsigned warp = 0;  // within the block
  // Byte offset of each lane from the array's start (a multiple of 128 bytes in memory); -1: lane inactive.
  std::array<std::int64_t, kWarpSize> offsets{};
  RequestCost cost;
  BankPasses passes;  // empty for an asynchronous copy, which is served by rules of its own
};

// Everything that one source line did to one array with one operation, width and instruction, summed over the
// launch.
//
// A request of global memory whose lanes access several arrays counts at each of them, with the sectors that
// are there. In shared memory all lanes of a request take their passes over the banks together: it counts at
// its first lane's array.
struct AccessCost : Counts {
  SourceLine where;
  Space space = Space::global;
  Op op = Op::load;
  unsigned width = 0;  // bytes a lane
  Instruction instruction = Instruction::plain;
  std::string array;  // name of the buffer, variable or shared array; empty where not known
  // A side of an asynchronous copy (cp.async): a load of global memory, a store to shared memory.
  bool asynchronous = false;
  // The requests among these whose first lane accesses another array. They count there too: summed over
  // arrays, a launch makes as many requests as `requests` less these.
  std::uint64_t split_requests = 0;
  // A line can become several instructions: copies of a loop's body, several accesses that it makes. The one
  // whose requests cost most above what they must, on average; of equals the first in program order.
  Counts worst_instruction;
  // How many instructions of the line did this, to this array or another. Each copy that the compiler
  // made of a loop's body counts; an instruction that no lane came to does not.
  unsigned instructions = 0;
  // Other lines of the file whose accesses the compiler joined with this line's, as nvcc does; sorted.
  std::vector<unsigned> joined_lines;
  ExampleRequest example;
};

enum class FaultKind : std::uint8_t {
  out_of_bounds,
  misaligned,
  forbidden_write,  // a store to a __constant__ variable, or to a buffer that the kernel may only read
  divergent_barrier,
  bad_warp_mask,  // a warp intrinsic whose mask names lanes that do not come
  crash,          // division by zero, segmentation fault, illegal instruction
  stack_overflow,
  time_limit,      // an endless loop, as far as anybody can tell
  launch_refused,  // a shape or an amount of shared memory that no GPU takes
  race,            // conflicting accesses of two threads with no barrier between
  uninitialized_read,
  kCount
};

const char* name_of(FaultKind kind);

// One thing that went wrong. Races and reads of memory that nothing wrote do not stop the launch: each
// pair of lines is reported once, with its count. Every other kind stops it; of several blocks that fault the
// lowest is reported, so that the report is the same at every run.
struct Fault {
  FaultKind kind = FaultKind::crash;
  std::string message;  // a full sentence, without the place
  std::string advice;   // what to look for or to change; empty if the message says it
  SourceLine where;
  SourceLine other;            // the second access of a race, the other barrier; line 0: none
  Dim3 block;                  // block index
  Dim3 thread;                 // thread index
  bool names_a_thread = true;  // false: a race between blocks, or the time limit, where it is one of many
  std::uint64_t count = 1;
  bool follows = false;  // a race of the same cause as one before it, which names this one's lines

  bool stops_the_launch() const;
};

// A shared array and its size: what it takes of a block's shared memory, padding included.
struct SharedArray {
  std::string name;
  std::uint64_t bytes = 0;

  bool operator<(const SharedArray& other) const {
    return name != other.name ? name < other.name : bytes < other.bytes;
  }
};

// Something that is not an error, but is rarely intended.
struct Remark {
  std::string message;  // a full sentence, without the place
  SourceLine where;
};

// The memory that the threads of a launch wait for: loads from global memory that can be in flight at once
// (compiler/passes/load_waits.h), one wait of one thread each. Bytes are those that the thread requested.
struct BytesInFlight {
  std::uint64_t bytes = 0;  // all that was loaded
  std::uint64_t waits = 0;  // the waits of all threads
  std::uint64_t most = 0;   // the most bytes in one wait
  // Threads that one SM of sm_90 can hold at a time, by the launch's block and shared memory. Registers,
  // which are not known here, may leave fewer.
  std::uint64_t resident_threads = 0;

  // Returns the mean bytes of a thread's wait, and 0 if nothing is loaded.
  double mean() const { return waits == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(waits); }
};

// How the warps of a block share its requests to global memory: who does the work, not how fast it is.
struct WarpShares {
  std::uint64_t requests = 0;
  std::uint64_t busiest = 0;  // the requests of each block's busiest warp, summed over the blocks
  unsigned warps = 0;         // warps of a block

  // The mean warp's requests beside the busiest one's: 1 where all make as many, 1 / warps where one makes
  // all.
  double evenness() const {
    const double even = static_cast<double>(busiest) * warps;
    return requests == 0 ? 1 : static_cast<double>(requests) / even;
  }
};

// The barriers that a launch passed: how often the threads of a block met at a __syncthreads(), summed over
// the blocks, and lanes of a warp at a __syncwarp(), summed over the warps.
struct BarrierCounts {
  std::uint64_t of_blocks = 0;
  std::uint64_t of_warps = 0;
};

// What the atomic operations of a line found, in a launch whose order was drawn: two launches in which each thread found the same
// value have the same `found`, and two in which threads came in the same order the same `in_turn`.
struct AtomicDigest {
  SourceLine where;
  std::uint64_t found = 0;
  std::uint64_t in_turn = 0;
};

// The order in which threads took turns.
struct TurnOrder {
  // Whether the launch may end otherwise in another order, without any race: it has atomic operations or volatile accesses, or asks
  // which lanes are there.
  bool may_matter = false;
  ExchangedOrder exchanged;
  std::vector<AtomicDigest> atomics;  // by line; empty where nothing was drawn
};

// In a launch with marked values (Machine::mark_in_shared), summed over the blocks: the different ones that lay in a block's
// shared memory, and how many were read back from there by a thread that had stored them itself, counted for each such thread.
struct MarkedPassage {
  std::uint64_t stored = 0;
  std::uint64_t read_back = 0;
};

// An array or variable that a launch touched, by its first byte. An atomic operation does both.
struct TouchedArray {
  std::uintptr_t begin = 0;
  bool is_loaded = false;
  bool is_stored = false;
};

// Whether two entries say what the same line does. Arrays may change places from launch to launch.
bool is_same_access(const AccessCost& a, const AccessCost& b);
// Whether it cost the same, too. The examples may differ.
bool is_same_cost(const AccessCost& a, const AccessCost& b);

// What of a launch decides how many of its blocks an SM holds at a time.
struct Occupancy {
  std::uint64_t blocks = 0;
  unsigned threads = 0;            // of a block
  unsigned registers = 0;          // of a thread, as simtcc expects them: ptxas may find fewer
  std::uint64_t shared_bytes = 0;  // of a block, static and dynamic
  bool is_cooperative = false;
};

// The part of a launch's time that a source line takes: what its instructions, its accesses and the waits for what it
// loads add up to, over all warps.
struct LineTime {
  SourceLine where;
  double share = 0;  // of all lines together 1
};

// What the model of time says of a launch, always with the error to expect of it: machine/time/README.md says how it comes
// about; docs/measurements/time_model.md what it was compared with.
struct PredictedTime {
  double us = 0;        // 0: not predicted
  double least_us = 0;  // what its traffic takes if nothing else is in its way: never above a measured time
  double error = 0;     // a share: the mean of its errors on launches that the model was not fitted to
  std::string limiter;  // what keeps it from being faster
  std::string next;     // what would, were it not for that
  std::string why_not;  // why there is none
  // Where there is none since the kernel waits until other threads have stored something: what all else takes that it does.
  double besides_waits_us = 0;
  unsigned resident_blocks = 0;  // of an SM
  double fixed_us = 0;           // the part of `us` that a launch takes which does nothing
  double busiest_block = 0;      // the share of all blocks' work that the busiest one does
  std::vector<LineTime> lines;   // the largest share first

  // What the launch's work takes. The ratio of two such times is that of large problems, beside which the time of a
  // launch is nothing.
  double work_us() const { return us - fixed_us; }
};

// For predict_time(): machine/traffic/launch_traffic.h.
struct LaunchTraffic;

struct LaunchReport {
  std::vector<AccessCost> accesses;  // sorted by source line, space, operation, width, instruction, array
  std::vector<Fault> faults;         // the one that stopped the launch first, then the others by line
  std::string printed;               // the text that the kernel printed, block after block
  std::vector<SharedArray> shared_arrays;  // the arrays that some thread accessed, by name and size
  std::vector<Remark> remarks;             // sorted by line
  BytesInFlight in_flight;
  std::vector<TouchedArray> touched;  // sorted by address
  bool has_read_clock = false;
  bool waits_for_threads =
      false;  // a loop of the kernel goes round until another thread has stored something
  BarrierCounts barriers;
  WarpShares warp_shares;
  Occupancy occupancy;
  TurnOrder order;
  std::shared_ptr<const LaunchTraffic> traffic;  // null where nobody asked for it
  PredictedTime predicted;                       // set by whoever chose a device
  std::vector<PredictedTime> predicted_on = {};  // on each device that a RemoteMachine's caller named
  MarkedPassage passage = {};
  bool in_lockstep =
      false;  // compiled so (simtcc --lockstep): what no __syncwarp() orders within a warp is a remark

  bool completed() const { return faults.empty() || !faults.front().stops_the_launch(); }
};

// Of a launch on a machine with MachineOptions::notes_traffic, while its module is loaded.
PredictedTime predict_time(const LaunchReport& report, const Device& device);

}  // namespace simt
