#include "state/copies.h"

#include <algorithm>
#include <cstring>

#include "state/copy_faults.h"

namespace cudart {
namespace {

bool is_empty(const Extent& extent) { return extent.width == 0 || extent.height == 0 || extent.depth == 0; }

// The bytes from the first byte of a copy to its last.
std::size_t span_of(const Rows& rows, const Extent& extent) {
  return (extent.depth - 1) * rows.slice + (extent.height - 1) * rows.pitch + extent.width;
}

// Calls `body` with the offsets of each row in both.
template <class Body>
void for_each_row(const Rows& to, const Rows& from, const Extent& extent, const Body& body) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    for (std::size_t y = 0; y < extent.height; ++y)
      body(z * to.slice + y * to.pitch, z * from.slice + y * from.pitch);
  }
}

const char* at(const CopyEnd& end, std::size_t offset) {
  return static_cast<const char*>(end.address) + offset;
}

// As std::memmove. Returns whether that changed any byte.
bool move_bytes(unsigned char* to, const unsigned char* from, std::size_t bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 16U;
  if (to < from + bytes && from < to + bytes) {
    std::memmove(to, from, bytes);
    return true;
  }
  std::size_t same = 0;
  while (same < bytes && std::memcmp(to + same, from + same, std::min(kPiece, bytes - same)) == 0)
    same += kPiece;
  if (same >= bytes) return false;
  std::memcpy(to + same, from + same, bytes - same);
  return true;
}

bool is_written(Runtime& runtime, const CopyEnd& end, std::size_t offset, std::size_t bytes) {
  return runtime.memory().is_written(at(end, offset), bytes);
}

// Returns whether it changed which bytes are written.
bool note_written(Runtime& runtime, const CopyEnd& to, std::size_t to_offset, const CopyEnd& from,
                  std::size_t from_offset, std::size_t bytes) {
  if (!to.is_in_arena()) return false;
  const bool was_written = is_written(runtime, to, to_offset, bytes);
  if (!from.is_in_arena()) {
    runtime.memory().mark_written(at(to, to_offset), bytes);
    return !was_written;
  }
  runtime.memory().copy_written(at(to, to_offset), at(from, from_offset), bytes);
  return !was_written || !is_written(runtime, to, to_offset, bytes);
}

// Reports a copy to the host of bytes that nobody has written.
void check_written(Runtime& runtime, const CopyEnd& from, const Rows& rows, const Extent& extent) {
  std::size_t unwritten = 0;
  for_each_row(rows, rows, extent, [&](std::size_t offset, std::size_t) {
    unwritten += runtime.memory().count_unwritten(*from.allocation, at(from, offset), extent.width);
  });
  const std::size_t bytes = extent.width * extent.height * extent.depth;
  if (unwritten != 0) report_unwritten(runtime, *from.allocation, bytes, unwritten);
}

// Whether a copy's end is all that an array holds, and only the device changes it: copied to another one, that array
// holds the same, and has its version.
bool is_whole_array(const CopyEnd& end) {
  const Allocation* const array = end.allocation;
  return array != nullptr && !array->is_for_host() && array->bytes == end.bytes &&
         array->begin == reinterpret_cast<std::uintptr_t>(end.address);
}

// The last fill of an array if it gave the same bytes the same value.
const Fill* same_fill(const CopyEnd& to, const Extent& extent, int value) {
  if (to.allocation == nullptr || to.allocation->is_for_host() || extent.height * extent.depth != 1)
    return nullptr;
  const std::optional<Fill>& last = to.allocation->fill;
  const auto begin = reinterpret_cast<std::uintptr_t>(to.address);
  const bool is_same = last && last->begin == begin && last->bytes == extent.width && last->value == value;
  return is_same ? &*last : nullptr;
}

// Benchmarks fill an array before each launch to empty a GPU's caches: nothing is to do if nobody has changed it since.
bool is_filled(const CopyEnd& to, const Extent& extent, int value) {
  const Fill* const last = same_fill(to, extent, value);
  return last != nullptr && last->version == to.allocation->version;
}

// Filled once more as a whole, an array holds what it held then.
void note_fill(const CopyEnd& to, const Extent& extent, int value) {
  if (to.allocation == nullptr) return;
  const Fill* const last = same_fill(to, extent, value);
  if (last != nullptr && is_whole_array(to)) {
    to.allocation->version = last->version;
  } else if (extent.height * extent.depth == 1) {
    to.allocation->fill =
        Fill{reinterpret_cast<std::uintptr_t>(to.address), extent.width, value, to.allocation->version};
  }
}

void add_time(Runtime& runtime, const CopyEnd& to, const CopyEnd& from, std::size_t bytes) {
  const bool is_within = to.side != Side::host && from.side != Side::host;
  if (is_within) {
    runtime.clock().add_device_traffic(2 * bytes);
  } else if (to.side != Side::host || from.side != Side::host) {
    runtime.clock().add_bus_copy(bytes);
  }
}

// A block without gaps is one row.
Extent join_rows(const Rows& to, const Rows& from, const Extent& extent) {
  const bool has_gaps = extent.height > 1 && (to.pitch != extent.width || from.pitch != extent.width);
  const std::size_t plane = extent.width * extent.height;
  const bool has_gaps_between = extent.depth > 1 && (to.slice != plane || from.slice != plane);
  if (has_gaps || has_gaps_between) return extent;
  return {plane * extent.depth, 1, 1};
}

}  // namespace

void note_change(Runtime& runtime, const CopyEnd& to) {
  if (to.is_variable) runtime.repeats().variables_changed(runtime.memory());
  if (to.allocation != nullptr) runtime.memory().changed(*to.allocation);
}

cudaError_t copy_rows(Runtime& runtime, const Rows& to_rows, const Rows& from_rows, const Extent& extent,
                      cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (is_empty(extent)) return cudaSuccess;
  if (to_rows.address == nullptr || from_rows.address == nullptr) return cudaErrorInvalidValue;
  const Extent joined = join_rows(to_rows, from_rows, extent);
  const CopyEnd to = end_of_copy(runtime, to_rows.address, span_of(to_rows, joined));
  const CopyEnd from = end_of_copy(runtime, from_rows.address, span_of(from_rows, joined));
  if (!fits_direction(runtime, to, from, kind)) return cudaErrorInvalidValue;
  if (!is_inside(runtime, to, true) || !is_inside(runtime, from, false)) return cudaErrorInvalidValue;
  if (to.side == Side::host && from.is_in_arena()) check_written(runtime, from, from_rows, joined);
  bool has_changed = false;
  for_each_row(to_rows, from_rows, joined, [&](std::size_t to_offset, std::size_t from_offset) {
    has_changed |= move_bytes(to.view + to_offset, from.view + from_offset, joined.width);
    has_changed |= note_written(runtime, to, to_offset, from, from_offset, joined.width);
  });
  if (has_changed) note_change(runtime, to);
  const bool is_one_row = joined.height * joined.depth == 1;  // nothing lies between rows that is not copied
  if (is_one_row && is_whole_array(to) && is_whole_array(from) && is_written(runtime, from, 0, from.bytes))
    to.allocation->version = from.allocation->version;
  add_time(runtime, to, from, joined.width * joined.height * joined.depth);
  return cudaSuccess;
}

cudaError_t copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_rows(runtime, {to, bytes, bytes}, {from, bytes, bytes}, {bytes, 1, 1}, kind);
}

cudaError_t fill_rows(Runtime& runtime, const Rows& rows, int value, const Extent& extent) {
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (is_empty(extent)) return cudaSuccess;
  if (rows.address == nullptr) return cudaErrorInvalidValue;
  const Extent joined = join_rows(rows, rows, extent);
  const CopyEnd to = end_of_copy(runtime, rows.address, span_of(rows, joined));
  if (to.side == Side::host) {
    runtime.report("host memory given to cudaMemset",
                   std::string(runtime.caller().function) + " was given a pointer to host memory.",
                   "use std::memset for host memory, or pass the pointer that cudaMalloc gave");
    return cudaErrorInvalidValue;
  }
  if (!is_inside(runtime, to, true)) return cudaErrorInvalidValue;
  if (!is_filled(to, joined, value)) {
    for_each_row(rows, rows, joined, [&](std::size_t offset, std::size_t) {
      std::memset(to.view + offset, value, joined.width);
      if (to.is_in_arena()) runtime.memory().mark_written(at(to, offset), joined.width);
    });
    note_change(runtime, to);
    note_fill(to, joined, value);
  }
  runtime.clock().add_device_traffic(joined.width * joined.height * joined.depth);
  return cudaSuccess;
}

}  // namespace cudart
