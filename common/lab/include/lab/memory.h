// The bytes of one array in the global memory of the session's machine. lab/problem.h gives them a type.
//
// What "written" means differs. The SIMT machine records every store. A GPU does not report its stores, so
// there an element counts as written when its bytes are no longer the poison that they were filled with. An
// element of fewer than four bytes may well be stored with just that value: it always counts as written
// there, and the check of its value decides alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/gpu.h"

namespace lab {

class ArrayMemory {
 public:
  static constexpr unsigned char kPoison = 0xA7;  // as a float: -4.65e-15, which no check expects

  // Poisoned, and unwritten. The bytes before `first` hold nothing, and take no memory of the host.
  ArrayMemory(const std::string& name, std::size_t bytes, std::size_t element_bytes, std::size_t first = 0);
  ~ArrayMemory();
  ArrayMemory(const ArrayMemory&) = delete;
  ArrayMemory& operator=(const ArrayMemory&) = delete;

  // The host writes all bytes from `first` on.
  void upload(const void* values);
  // The host takes these bytes back: they are poison, and unwritten.
  void take_back(std::size_t offset, std::size_t bytes);

  // Returns the address that kernels use.
  void* device() const;
  // Returns the contents, which are valid until the next launch. They are poison if the GPU is lost.
  const unsigned char* host() const;

  bool is_written(std::size_t offset, std::size_t bytes) const;

 private:
  void fetch() const;

  std::size_t bytes_ = 0;
  std::size_t first_ = 0;
  void* simt_ = nullptr;  // the address that kernels see
  std::optional<GpuMemory> gpu_;
  mutable std::vector<unsigned char> copy_;  // a copy of the GPU's memory
  mutable std::uint64_t fetched_at_ = 0;     // the GPU's number of changes then
};

}  // namespace lab
