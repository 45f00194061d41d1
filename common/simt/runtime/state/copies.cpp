#include "state/copies.h"

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

void note_written(Runtime& runtime, const CopyEnd& to, std::size_t to_offset, const CopyEnd& from,
                  std::size_t from_offset, std::size_t bytes) {
  if (!to.is_in_arena()) return;
  if (from.is_in_arena()) {
    runtime.memory().copy_written(at(to, to_offset), at(from, from_offset), bytes);
  } else {
    runtime.memory().mark_written(at(to, to_offset), bytes);
  }
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
  for_each_row(to_rows, from_rows, joined, [&](std::size_t to_offset, std::size_t from_offset) {
    std::memmove(to.view + to_offset, from.view + from_offset, joined.width);
    note_written(runtime, to, to_offset, from, from_offset, joined.width);
  });
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
  for_each_row(rows, rows, joined, [&](std::size_t offset, std::size_t) {
    std::memset(to.view + offset, value, joined.width);
    if (to.is_in_arena()) runtime.memory().mark_written(at(to, offset), joined.width);
  });
  runtime.clock().add_device_traffic(joined.width * joined.height * joined.depth);
  return cudaSuccess;
}

}  // namespace cudart
