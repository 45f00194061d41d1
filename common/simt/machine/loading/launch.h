// What all workers of a launch share.
#pragma once

#include <atomic>
#include <cstdint>

#include "loading/drawn_schedule.h"
#include "loading/module.h"
#include "memory/arena.h"
#include "memory/device_heap.h"
#include "memory/shared_marks.h"
#include "memory/variables.h"
#include "simt/machine.h"

namespace simt {

class GridBarrier;
class Textures;

struct Launch {
  Launch(const Module::Image& image, const Kernel& called)
      : module(image), kernel(called), variables(*image.table) {}

  const Module::Image& module;
  const Kernel& kernel;
  Variables variables;
  Arena* arena = nullptr;
  DeviceHeap* heap = nullptr;
  const Textures* textures = nullptr;
  const SharedMarks* marks = nullptr;
  LaunchShape shape;
  const void* const* arguments = nullptr;
  DrawnSchedule schedule;
  std::uint64_t resident_blocks = 1;  // that a GPU holds at a time
  double time_limit_seconds = 0;
  unsigned clock_rate = 1;
  bool counts = true;           // MachineOptions
  bool wants_traffic = false;   // for the model of time
  bool looks_for_races = true;  // MachineOptions
  bool is_strict = false;       // MachineOptions
  bool tells_of_reads =
      false;  // blocks may write where others have read, in an order by strong writes (published_reads.h)
  std::uint64_t first_tick = 1;  // the tick with which every worker's clock begins

  std::atomic<std::uint64_t> next_block{0};
  std::atomic<std::uint64_t> lowest_stop{UINT64_MAX};  // blocks above it need not run any more
  std::atomic<std::size_t> printed_bytes{0};
  std::atomic<bool> has_read_clock{false};
  std::atomic<bool> has_asked_who_is_there{false};  // by __activemask(), or whether a phase is over
  unsigned workers = 1;                             // that take part

  // These four are used by cooperative launches only.
  GridBarrier* grid_barrier = nullptr;
  std::atomic<bool> has_race_between_blocks{false};
  std::size_t most_resident_bytes = 0;
  std::atomic<std::size_t> resident_bytes{0};  // bytes that waiting blocks occupy

  // Whether anything is to be found out of the warps' logs.
  bool learns_from_logs() const { return counts || looks_for_races; }
  bool has(std::uint32_t flag) const { return (kernel.code->flags & flag) != 0; }
  const abi::Place& place(std::uint32_t number) const { return module.table->places[number]; }
  // Whether two places are of one line of the source: a line may be compiled several times.
  bool is_same_line(std::uint32_t one, std::uint32_t other) const {
    const abi::Place& a = place(one);
    const abi::Place& b = place(other);
    return one == other || (a.line == b.line && a.file == b.file && a.line != 0);
  }
};

// Finds out which buffers and variables the kernel's stores can reach, from what simtcc knows of its
// parameters. Races need not be looked for in the others.
void find_stored_regions(Launch& launch);

// Whether the kernel stores where it loads, by one pointer or by two that lead to one buffer.
bool may_work_in_place(Launch& launch);

// Marks all of these buffers as written, in a launch that does not tell which of their bytes it writes.
void mark_stored_regions(const Launch& launch);

// The pointer parameter of this value or this name whose argument lies in no memory of the machine; null when
// there is none.
const abi::Parameter* foreign_pointer(Launch& launch, std::uintptr_t base, const char* name);

// The buffer or variable that a parameter points to, or that has this name; null when there is none.
const Region* region_named(Launch& launch, const char* name);

}  // namespace simt
