// The arrays that a call of a library reads and writes on the device: checked as a kernel's accesses are, and found in the host's
// mapping of the same bytes.
//
// In: a device pointer, and which elements behind it the call takes. Out: where the host finds them; null if the call would fault,
// which is reported as a fault of the host code that made the call. What a call writes counts as written from then on.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "state/runtime.h"

namespace cudart {

// The elements that a call takes of an array: runs of neighbours that begin `pitch` elements apart. Some matrices are read in part:
// upper: run j ends at its element j. lower: it begins there. band: run j has the rows j - above to j + below of a matrix with `rows`
// rows, and begins at its diagonal's place less `above`.
struct Elements {
  enum class Part : std::uint8_t { all, upper, lower, band };

  std::int64_t length = 0;  // of a run
  std::int64_t pitch = 0;
  std::int64_t runs = 1;
  Part part = Part::all;
  std::int64_t above = 0;
  std::int64_t below = 0;
  std::int64_t rows = 0;

  bool is_empty() const { return length <= 0 || runs <= 0; }
  // From the first element to the last.
  std::int64_t span() const { return (runs - 1) * pitch + length; }

  // Calls `body` with the first element of each run and the number of its elements.
  template <class Body>
  void for_each_run(const Body& body) const {
    if (part == Part::all && (runs == 1 || pitch == length)) return body(std::int64_t{0}, length * runs);
    for (std::int64_t j = 0; j < runs; ++j) {
      const auto [begin, end] = run(j);
      if (begin < end) body(j * pitch + begin, end - begin);
    }
  }

 private:
  struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  Range run(std::int64_t j) const;
};

// n elements, `step` apart; a negative step walks them from the last one.
Elements vector_elements(std::int64_t n, std::int64_t step);
// A matrix of columns.
Elements matrix_elements(std::int64_t rows, std::int64_t columns, std::int64_t leading);

class DeviceArrays {
 public:
  // library: "cuBLAS". function: "cublasSgemm".
  DeviceArrays(Runtime& runtime, const char* library, const char* function)
      : runtime_(runtime), library_(library), function_(function) {}

  template <class T>
  const T* input(const T* memory, const Elements& elements) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): arrays of pointers are elements, too.
    return static_cast<const T*>(find(memory, elements, sizeof(T), Access::read));
  }
  // is_read: what the elements were goes into what they become.
  template <class T>
  T* output(T* memory, const Elements& elements, bool is_read = false) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): as above.
    return static_cast<T*>(find(memory, elements, sizeof(T), is_read ? Access::update : Access::write));
  }

  // Whether every array was found.
  bool are_found() const { return are_found_; }
  // The bytes that were read and written.
  std::size_t traffic() const { return traffic_; }

 private:
  enum class Access : std::uint8_t { read, write, update };

  void* find(const void* memory, const Elements& elements, std::size_t size, Access access);
  void report(const std::string& kind, const std::string& message, const std::string& advice);
  bool is_inside(const void* memory, const Allocation* allocation, std::size_t bytes, Access access);
  void check_written(const void* memory, const Allocation& allocation, const Elements& elements,
                     std::size_t size);

  Runtime& runtime_;
  const char* library_;
  const char* function_;
  bool are_found_ = true;
  std::size_t traffic_ = 0;
};

// Whether host code may follow the pointer: it leads to the host's memory, or to memory that both share.
bool is_for_host(Runtime& runtime, const void* memory);

}  // namespace cudart
