#include "libraries/device_arrays.h"

#include <algorithm>

#include "simt/words.h"
#include "state/copies.h"
#include "state/copy_faults.h"

namespace cudart {

Elements::Range Elements::run(std::int64_t j) const {
  switch (part) {
    case Part::all:
      break;
    case Part::upper:
      return {0, std::min(j + 1, length)};
    case Part::lower:
      return {std::min(j, length), length};
    case Part::band:
      return {std::max<std::int64_t>(0, above - j), std::min(length, above + rows - j)};
  }
  return {0, length};
}

Elements vector_elements(std::int64_t n, std::int64_t step) {
  const std::int64_t pitch = step < 0 ? -step : step;
  if (pitch == 1) return {n, n, 1};
  return {n > 0 ? 1 : 0, pitch, pitch == 0 ? 1 : n};
}

Elements matrix_elements(std::int64_t rows, std::int64_t columns, std::int64_t leading) {
  return {rows, leading, columns};
}

void DeviceArrays::report(const std::string& kind, const std::string& message, const std::string& advice) {
  are_found_ = false;
  runtime_.report(kind, std::string(function_) + message, advice);
}

bool DeviceArrays::is_inside(const void* memory, const Allocation* allocation, std::size_t bytes,
                             Access access) {
  const std::string does = (access == Access::read ? " reads " : " writes ") + simt::plural(bytes, "byte");
  if (allocation == nullptr) {
    const std::string* const freed = runtime_.memory().find_freed(memory);
    report("library call on memory that is not allocated",
           does + (freed == nullptr ? " of device memory that belongs to no allocation."
                                    : " of `" + *freed + "`, which was freed before."),
           freed == nullptr ? "pass a pointer that cudaMalloc gave, or one inside of its allocation"
                            : "make the call before cudaFree");
    return false;
  }
  const std::size_t left = allocation->bytes_from(memory);
  if (bytes <= left) return true;
  const std::size_t before = allocation->bytes - left;
  report("library call past the end",
         does + " of `" + allocation->name + "`, which has " + simt::plural(allocation->bytes, "byte") +
             (before == 0 ? "." : ", from byte " + std::to_string(before) + " on."),
         "check the sizes, the leading dimension and the stride, which are in elements; or allocate more");
  return false;
}

void DeviceArrays::check_written(const void* memory, const Allocation& allocation, const Elements& elements,
                                 std::size_t size) {
  std::size_t all = 0;
  std::size_t unwritten = 0;
  const auto* const begin = static_cast<const char*>(memory);
  elements.for_each_run([&](std::int64_t first, std::int64_t count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * size;
    all += bytes;
    unwritten +=
        runtime_.memory().count_unwritten(allocation, begin + static_cast<std::size_t>(first) * size, bytes);
  });
  if (unwritten == 0) return;
  const std::string begins = std::string(function_) + " reads `" + allocation.name + "`, ";
  const std::string share = unwritten == all
                                ? "of which nothing was ever written."
                                : "but " + std::to_string(unwritten) + " of the " +
                                      simt::plural(all, "byte") + " that it reads were never written.";
  runtime_.report(
      "input never written", begins + share,
      "copy or compute the input first; check the sizes and the leading dimension, which are in elements");
}

void* DeviceArrays::find(const void* memory, const Elements& elements, std::size_t size, Access access) {
  if (elements.is_empty()) return nullptr;
  if (memory == nullptr) {
    report("null pointer given to a library", " was given a null pointer in place of an array.",
           "pass the pointer that cudaMalloc gave");
    return nullptr;
  }
  const std::size_t bytes = static_cast<std::size_t>(elements.span()) * size;
  const CopyEnd end = end_of_copy(runtime_, memory, bytes);
  if (end.side == Side::host && !end.is_variable && runtime_.device_address(memory) == nullptr) {
    report("host pointer given to a library",
           std::string(" was given a pointer to host memory, where ") + library_ + " takes device memory.",
           "allocate the array with cudaMalloc, copy the data with cudaMemcpy, and pass that pointer");
    return nullptr;
  }
  if (end.is_in_arena() && !is_inside(memory, end.allocation, bytes, access)) return nullptr;
  const auto bytes_of = [&](std::int64_t count) { return static_cast<std::size_t>(count) * size; };
  if (end.is_in_arena() && access != Access::write) check_written(memory, *end.allocation, elements, size);
  elements.for_each_run([&](std::int64_t first, std::int64_t count) {
    traffic_ += bytes_of(count) * (access == Access::update ? 2 : 1);
    if (end.is_in_arena() && access != Access::read)
      runtime_.memory().mark_written(static_cast<const char*>(memory) + bytes_of(first), bytes_of(count));
  });
  if (access != Access::read) note_change(runtime_, end);
  return end.view;
}

bool is_for_host(Runtime& runtime, const void* memory) {
  return end_of_copy(runtime, memory, 1).side != Side::device;
}

}  // namespace cudart
