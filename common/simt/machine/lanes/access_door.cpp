#include "lanes/access_door.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "memory/region_text.h"
#include "simt/words.h"

namespace simt {
namespace {

Op op_of(const abi::Place& place) {
  return place.kind == abi::PlaceKind::store || place.kind == abi::PlaceKind::copy_target ? Op::store
         : place.kind == abi::PlaceKind::atomic                                           ? Op::atomic
                                                                                          : Op::load;
}

const char* verb(Op op) { return op == Op::load ? "read" : op == Op::store ? "write" : "atomic operation"; }

std::string access_text(const abi::Place& place) {
  const Op op = op_of(place);
  return std::string("out-of-bounds ") + verb(op) + (op == Op::atomic ? " on " : " of ");
}

bool is_in_bounds(const Region& region, std::uint64_t address, unsigned width) {
  return region.holds(address) && width <= region.end - address;
}

}  // namespace

abi::Window* AccessDoor::begin_launch(Launch& launch) {
  launch_ = &launch;
  windows_.assign(std::max<std::size_t>(launch.module.table->place_count, 1), {});
  return windows_.data();
}

// Whether the address is in the running lane's local memory, in the part that functions have taken.
bool AccessDoor::is_own_local(std::uint64_t address, unsigned width) const {
  const std::uint64_t begin = memory_.local().of(lane_.thread());
  return address >= begin && address + width <= lane_.local_end();
}

// Lets the place access this region without asking again. Local memory gets no window, because it differs
// from lane to lane.
void AccessDoor::open_window(std::uint32_t place, Region& region) {
  const abi::Place& at = lane_.place(place);
  const Op op = op_of(at);
  if (op != Op::store) region.note_load();
  if (op != Op::load) region.note_store();
  if (region.space == Space::local || launch_->has(abi::kInLockstep)) return;
  const std::uint64_t width = at.width;
  const std::uint64_t begin = (region.begin + width - 1) / width * width;
  windows_[place] = {begin, region.end < begin ? 0 : (region.end - begin) / width};
}

Region* AccessDoor::reachable(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  const abi::Place& at = lane_.place(place);
  if ((at.flags & abi::kLocal) != 0) return nullptr;  // the code itself has checked the bounds of this array
  Region* const region = memory_.find(address);
  if (region == nullptr || !is_in_bounds(*region, address, at.width)) return nullptr;
  if (region->space == Space::local && !is_own_local(address, at.width)) return nullptr;
  // A pointer to one array does not reach another.
  const bool is_of_another = base != 0 && !region->holds(base) && memory_.find(base) != nullptr;
  return is_of_another ? nullptr : region;
}

void AccessDoor::check(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  const abi::Place& at = lane_.place(place);
  if (address % at.width != 0) stop_misaligned(place, address);
  Region* const region = reachable(place, address, base);
  if (region == nullptr) stop_out_of_bounds(place, address, base);
  if (op_of(at) != Op::load && !region->writable) stop_forbidden_write(place, *region, address);
  open_window(place, *region);
}

std::uint64_t AccessDoor::admit(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kZeros{};
  // In lockstep no window is open: each access of what lanes share comes here.
  if (launch_->has(abi::kInLockstep) && !memory_.is_local(address)) lane_.wait(LaneState::at_access, place);
  const abi::Place& at = lane_.place(place);
  const bool is_outside = at.kind == abi::PlaceKind::load && address % at.width == 0 &&
                          reachable(place, address, base) == nullptr;
  if (!is_outside || !lane_.goes_on_after_read()) {
    check(place, address, base);
    return address;
  }
  if (lane_.is_told_of()) {
    OutOfBounds said = out_of_bounds(at, address, base);
    lane_.note_read_outside(std::move(said.message), place, std::move(said.advice));
  }
  return reinterpret_cast<std::uint64_t>(kZeros.data());
}

// A copy of fewer bytes than its width may end where the array does.
void AccessDoor::check_first_bytes(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                                   std::uint32_t bytes) {
  if (address % lane_.place(place).width != 0) stop_misaligned(place, address);
  Region* const region = memory_.find(address);
  if (region == nullptr || bytes > region->end - address) stop_out_of_bounds(place, address, base);
  region->note_load();
}

Space AccessDoor::space_of(std::uint64_t address) {
  if (memory_.shared().holds(address)) return Space::shared;
  const Region* const region = memory_.find(address);
  return region == nullptr ? Space::global : region->space;
}

std::optional<std::string> AccessDoor::text_at(std::uint64_t address, std::size_t most) {
  if (const char* const own = launch_->module.text_at(address)) return std::string(own, strnlen(own, most));
  const Region* const region = memory_.find(address);
  if (region == nullptr || !region->holds(address)) return std::nullopt;
  if (region->space == Space::local && !is_own_local(address, 1)) return std::nullopt;
  const std::uint64_t left = (region->space == Space::local ? lane_.local_end() : region->end) - address;
  std::string text(reinterpret_cast<const char*>(address), std::min<std::size_t>(left, most));
  const std::size_t end = text.find('\0');
  if (end == std::string::npos && left <= most) return std::nullopt;
  return text.substr(0, end);
}

std::uint64_t AccessDoor::allocate(std::uint64_t bytes) { return launch_->heap->allocate(bytes); }

// What the lane did to the memory before is looked at while its marks are there.
void AccessDoor::release(std::uint32_t place, std::uint64_t address) {
  if (!lane_.has_fences())
    lane_.stop(FaultKind::crash, "the module's table does not tell of this free()", place);
  lane_.check_pending();
  if (address == 0 || launch_->heap->release(address)) return;
  lane_.stop(FaultKind::crash,
             "free() or delete of an address that malloc() and new did not give, or that was freed before",
             place, "free what malloc() or new gave in a kernel, once");
}

void AccessDoor::clear_local(std::uint32_t place, std::uint64_t begin, std::uint64_t bytes) {
  const std::uint64_t own = memory_.local().of(lane_.thread());
  if (begin < own || bytes > LocalMemory::kBytes || begin - own > LocalMemory::kBytes - bytes)
    lane_.stop(FaultKind::crash, "the module clears memory that is not the thread's own", place);
  std::memset(reinterpret_cast<void*>(begin), LocalMemory::kPoison, bytes);
}

// The launch passed a pointer that points into no buffer.
AccessDoor::OutOfBounds AccessDoor::through_foreign_pointer(const abi::Parameter& parameter,
                                                            const std::string& access,
                                                            std::uint64_t address) const {
  const std::string text = access + " through `" + parameter.name + "`: the launch passes a pointer to ";
  if (address - launch_->arena->begin() < launch_->arena->size()) {
    return {text + "device memory that is not allocated",
            "was the buffer freed before this launch, or never allocated?"};
  }
  return {text + "host memory, which a kernel cannot reach",
          "allocate the buffer with cudaMalloc, copy the data to it with cudaMemcpy, and pass that pointer"};
}

AccessDoor::OutOfBounds AccessDoor::out_of_bounds(const abi::Place& place, std::uint64_t address,
                                                  std::uint64_t base) {
  const std::string access = access_text(place);
  const std::string bytes = plural(place.width, "byte");
  if ((place.flags & abi::kLocal) != 0) {
    const std::string name = place.array != nullptr ? place.array : "local array";
    Region array;
    array.begin = base;
    array.end = base + place.array_bytes;
    array.name = name;
    array.element_bytes = place.width;
    const std::string text = access + "local memory, " + place_in(array, address, place.width);
    return {place.array_bytes == 0 ? text : text + ": " + extent_of(array, place.width), {}};
  }
  // No buffer is at so low an address. An index may have been added to the null pointer.
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 31U;
  if (base == 0 ? address < kLowest : base < 4096) {
    return {access + bytes + " through a null pointer",
            "the launch passes no array for this pointer: may the kernel use it in this case at all?"};
  }
  if (memory_.is_local(address) || (base != 0 && memory_.is_local(base)))
    return {access + bytes + ", far outside of the thread's local arrays", {}};
  const Region* const region =
      memory_.intended(address, base, place.array, region_named(*launch_, place.array));
  if (region == nullptr) {
    if (const abi::Parameter* const foreign = foreign_pointer(*launch_, base, place.array))
      return through_foreign_pointer(*foreign, access + bytes, base != 0 ? base : address);
    const std::string name = place.array != nullptr ? std::string(" by way of `") + place.array + "`" : "";
    return {access + bytes + name + ": the address belongs to no buffer", {}};
  }
  const bool is_shared = region->space == Space::shared;
  // A static array has at least one element.
  if (is_shared && region->begin == region->end) {
    return {access + region->name + ": the launch gives the kernel none",
            "declare the array with its size, as in `__shared__ float tile[32][33];`: an array declared "
            "`extern __shared__` has only as many bytes as the launch asks for"};
  }
  const bool is_wider =
      place.width > region->element_bytes && region->element_bytes != Region::kUnknown && !is_shared;
  const bool starts_inside = is_wider && region->begin <= address && address < region->end;
  return {access + (is_shared ? "shared memory, " : "") + place_in(*region, address, place.width) + ": " +
              extent_of(*region, place.width) + (is_wider ? ", and " + bytes + " are accessed" : ""),
          starts_inside
              ? "only the start of this access is in the array: let a thread with too few elements left "
                "move them one at a time"
              : ""};
}

// The message is built before the lane is dropped: nothing on its stack may still own memory then.
void AccessDoor::stop_out_of_bounds(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  OutOfBounds said = out_of_bounds(lane_.place(place), address, base);
  lane_.stop(FaultKind::out_of_bounds, std::move(said.message), place, std::move(said.advice));
}

void AccessDoor::stop_misaligned(std::uint32_t place, std::uint64_t address) {
  const abi::Place& at = lane_.place(place);
  lane_.stop(FaultKind::misaligned,
             std::string("misaligned ") + verb(op_of(at)) + ": an access of " + plural(at.width, "byte") +
                 " needs an address that is a multiple of " + std::to_string(at.width) + ", this one is " +
                 plural(address % at.width, "byte") + " off",
             place,
             at.instruction == 0
                 ? ""
                 : "every row of a matrix starts at a multiple of 16 bytes: is the tile's pitch one, "
                   "8 elements of 2 bytes, and is the tile itself declared `__align__(16)`?");
}

void AccessDoor::stop_forbidden_write(std::uint32_t place, const Region& region, std::uint64_t address) {
  lane_.stop(FaultKind::forbidden_write,
             "write to " + place_in(region, address, lane_.place(place).width) +
                 (region.space == Space::constant ? ": `__constant__` memory is read-only for kernels"
                  : launch_->variables.find(address) != nullptr ? ": the variable is `const`"
                                                                : ": the kernel may only read this buffer"),
             place);
}

}  // namespace simt
