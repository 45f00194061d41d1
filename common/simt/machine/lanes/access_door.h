// Accesses that a place's window does not allow: they are looked up, and the window is opened or the launch stops.
// Messages say which array was meant: the one that the pointer came from, not a neighbour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contract/module_abi.h"
#include "lanes/running_lane.h"
#include "loading/launch.h"
#include "memory/memory_map.h"

namespace simt {

class AccessDoor {
 public:
  AccessDoor(RunningLane& lane, MemoryMap& memory) : lane_(lane), memory_(memory) {}

  // Closes all windows. Returns them, as the module's code sees them.
  abi::Window* begin_launch(Launch& launch);

  // The place accesses this address, by way of the pointer `base`, or 0.
  void check(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  // The same for a load or store of the module's code. Returns the address to access: zeros, which are in no array, for a
  // read outside of its array. A block that makes many such reads is stopped.
  std::uint64_t admit(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  // Checks only the first bytes of what the place accesses.
  void check_first_bytes(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t bytes);
  // Checks and logs an atomic operation. Returns whether other workers can reach the address.
  bool begin_atomic(std::uint32_t place, unsigned width, std::uint64_t address, std::uint64_t base) {
    if (width != lane_.place(place).width)
      lane_.stop(FaultKind::crash, "the module's table tells of an atomic operation of another width", place);
    if (!lane_.is_in_window(place, address, static_cast<unsigned>(__builtin_ctz(width))))
      check(place, address, base);
    lane_.log(place, address);
    if (lane_.has_fences()) lane_.check_pending();
    return others_reach(address);
  }
  // The same of abi::kVectorLanes lanes that run side by side, if all are in the place's window: else does nothing, and returns false.
  bool begin_atomics(std::uint32_t place, unsigned width, const std::uint64_t* addresses) {
    if (width != lane_.place(place).width) return false;
    bool all = true;
    for (unsigned lane = 0; lane < abi::kVectorLanes; ++lane)
      all &= lane_.is_in_window(place, addresses[lane], static_cast<unsigned>(__builtin_ctz(width)));
    if (all) lane_.log_row(place, addresses);
    return all;
  }
  bool others_reach(std::uint64_t address) const { return !memory_.shared().holds(address); }
  // Returns the memory that the address lies in; what lies nowhere counts as global.
  Space space_of(std::uint64_t address);
  // Returns the text that begins there, of the module or in memory that the lane may read, at most so many characters of it; none
  // where it does not end in its array. Another thread may be writing it: it is read once.
  std::optional<std::string> text_at(std::uint64_t address, std::size_t most);
  // malloc() and free() of kernels. Returns 0 if the heap has no room.
  std::uint64_t allocate(std::uint64_t bytes);
  void release(std::uint32_t place, std::uint64_t address);
  // Poisons local memory that a function takes.
  void clear_local(std::uint32_t place, std::uint64_t begin, std::uint64_t bytes);

 private:
  struct OutOfBounds {
    std::string message;
    std::string advice;  // empty: that of its kind
  };
  bool is_own_local(std::uint64_t address, unsigned width) const;
  // The region that the place may access at this address; null: none.
  Region* reachable(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void open_window(std::uint32_t place, Region& region);
  OutOfBounds out_of_bounds(const abi::Place& place, std::uint64_t address, std::uint64_t base);
  OutOfBounds through_foreign_pointer(const abi::Parameter& parameter, const std::string& access,
                                      std::uint64_t address) const;
  [[noreturn]] void stop_out_of_bounds(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  [[noreturn]] void stop_misaligned(std::uint32_t place, std::uint64_t address);
  [[noreturn]] void stop_forbidden_write(std::uint32_t place, const Region& region, std::uint64_t address);

  RunningLane& lane_;
  MemoryMap& memory_;
  Launch* launch_ = nullptr;
  std::vector<abi::Window> windows_;
};

}  // namespace simt
