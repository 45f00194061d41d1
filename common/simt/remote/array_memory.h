// The memory of all arrays, as the process that asks for launches has it: two memory files, mapped here and
// by the machine's process.
#pragma once

#include <cstddef>

#include "memory/written_map.h"
#include "simt/machine.h"

namespace simt::remote {

// A memory file of a fixed size: it cannot be made shorter, so that reading what is mapped never fails.
class MemoryFile {
 public:
  // Throws Error.
  MemoryFile(const char* name, std::size_t bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class SharedArrays {
 public:
  explicit SharedArrays(std::size_t bytes);

  ArrayFiles files() const { return {arrays_file_.descriptor(), written_file_.descriptor(), bytes_}; }
  unsigned char* bytes_at(std::size_t offset) const {
    return reinterpret_cast<unsigned char*>(arrays_.begin()) + offset;
  }
  bool is_written(std::size_t offset, std::size_t bytes) const { return written_.all_marked(offset, bytes); }
  std::uint8_t* written_map(std::size_t offset) const { return written_.map_of(offset); }

 private:
  std::size_t bytes_;
  MemoryFile arrays_file_;
  MemoryFile written_file_;
  Reservation arrays_;
  WrittenMap written_;
};

}  // namespace simt::remote
