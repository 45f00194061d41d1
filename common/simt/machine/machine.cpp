#include "simt/machine.h"

#include <unistd.h>

#include <algorithm>

#include "loading/launch.h"
#include "loading/launch_limits.h"
#include "memory/arena.h"
#include "report/report_builder.h"
#include "workers/fault_signals.h"
#include "workers/worker.h"
#include "workers/worker_pool.h"

namespace simt {
namespace {

std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

struct Machine::State {
  explicit State(const MachineOptions& given) : options(given), pool(given.workers) {}
  State(const MachineOptions& given, const ArrayFiles& files)
      : options(given), arena(files), pool(given.workers) {}

  // The clocks of the workers go on from launch to launch. Long before they are through, all marks are
  // forgotten.
  std::uint64_t first_tick() {
    if (next_tick > EpochClock::kMostTicks / 2) {
      arena.forget_accesses();
      for (const auto& worker : pool.workers()) worker->forget_accesses();
      next_tick = 1;
    }
    return next_tick;
  }

  MachineOptions options;
  Arena arena;
  DeviceHeap heap;
  Textures textures;
  SharedMarks marks;
  WorkerPool pool;
  unsigned clock_rate = 1;
  std::uint64_t next_tick = 1;
  // Half of the computer's memory: asked for before a process gives up its system calls.
  std::size_t most_resident_bytes = physical_memory() / 2;
};

Machine::Machine(const MachineOptions& options) : state_(std::make_unique<State>(options)) {
  install_fault_signals();
}

Machine::Machine(const MachineOptions& options, const ArrayFiles& files)
    : state_(std::make_unique<State>(options, files)) {
  install_fault_signals();
}

Machine::~Machine() = default;

void* Machine::allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes) {
  return state_->arena.allocate(bytes, name, element_bytes);
}

void* Machine::memory() const { return reinterpret_cast<void*>(state_->arena.begin()); }

void Machine::release(void* memory) {
  if (const Region* const region = state_->arena.find(reinterpret_cast<std::uintptr_t>(memory)))
    state_->textures.release(region->begin, region->end);
  state_->arena.release(memory);
}

void Machine::describe(const void* memory, const std::string& name, std::size_t element_bytes) {
  state_->arena.describe(memory, name, element_bytes);
}

void Machine::mark_written(const void* memory, std::size_t bytes, bool written) {
  state_->arena.mark_written(memory, bytes, written);
}

bool Machine::is_written(const void* memory, std::size_t bytes) const {
  return state_->arena.is_written(memory, bytes);
}

void Machine::protect(const void* memory, bool read_only) { state_->arena.set_writable(memory, !read_only); }

void Machine::mark_in_shared(const void* memory, std::size_t bytes, std::uint64_t key) {
  state_->marks = memory == nullptr ? SharedMarks() : SharedMarks(memory, bytes, key);
}

bool Machine::set_heap_bytes(std::size_t bytes) { return state_->heap.set_bytes(bytes); }

void Machine::set_clock_rate(unsigned rate) { state_->clock_rate = rate; }

void Machine::set_schedule(const Schedule& schedule) { state_->options.schedule = schedule; }

void Machine::note_traffic(bool is_noted) { state_->options.notes_traffic = is_noted; }

std::uint64_t Machine::create_texture(const void* memory, std::size_t elements, std::size_t element_bytes) {
  const bool is_a_width =
      element_bytes != 0 && element_bytes <= 16 && (element_bytes & (element_bytes - 1)) == 0;
  if (!is_a_width)
    throw Error("a texture's elements have 1, 2, 4, 8 or 16 bytes, not " + std::to_string(element_bytes));
  TextureDescription texture;
  texture.memory.begin = memory;
  texture.memory.width = elements;
  texture.memory.format = {TexelKind::untyped, static_cast<std::uint8_t>(element_bytes * 8), 1};
  return create_texture(texture);
}

std::uint64_t Machine::create_texture(const TextureDescription& texture) {
  return state_->textures.add({texture});
}

std::uint64_t Machine::create_surface(const TexelMemory& memory) {
  TextureObject surface;
  surface.description.memory = memory;
  surface.is_surface = true;
  return state_->textures.add(surface);
}

void Machine::destroy_texture(std::uint64_t object) { state_->textures.remove(object); }

LaunchReport Machine::launch(const Module& module, const Kernel& kernel, const LaunchShape& shape,
                             const void* const* arguments) {
  LaunchReport refused;
  if (const std::string reason = why_refused(kernel, shape); !reason.empty()) {
    Fault fault;
    fault.kind = FaultKind::launch_refused;
    fault.message = reason;
    refused.faults.push_back(fault);
    return refused;
  }
  Launch launch(module.image(), kernel);
  launch.arena = &state_->arena;
  launch.heap = &state_->heap;
  if (launch.has(abi::kUsesHeap)) state_->heap.begin_launch(state_->arena);
  launch.textures = &state_->textures;
  launch.marks = &state_->marks;
  launch.shape = shape;
  launch.next_block = shape.first_block;
  launch.arguments = arguments;
  launch.resident_blocks = resident_blocks_of_gpu(kernel, shape);
  launch.schedule =
      DrawnSchedule(state_->options.schedule, shape.first_block, shape.grid.volume(), launch.resident_blocks);
  launch.clock_rate = state_->clock_rate;
  launch.counts = state_->options.counts;
  launch.wants_traffic = state_->options.counts && state_->options.notes_traffic;
  launch.looks_for_races = state_->options.looks_for_races;
  launch.is_strict = state_->options.is_strict;
  launch.time_limit_seconds = state_->options.time_limit_seconds;
  launch.first_tick = state_->first_tick();
  launch.most_resident_bytes = state_->most_resident_bytes;
  find_stored_regions(launch);
  if (!launch.looks_for_races) mark_stored_regions(launch);
  state_->pool.run(launch);
  for (const auto& worker : state_->pool.workers())
    state_->next_tick = std::max(state_->next_tick, worker->next_tick());
  return build_report(launch, state_->pool.workers());
}

}  // namespace simt
