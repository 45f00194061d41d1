// The device's memory as a program sees it: allocations with addresses that only kernels can use. Host code
// that follows such a pointer is stopped (host_faults.h); copies go by a second mapping of the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "simt/machine.h"

namespace cudart {

// A memory file, mapped for this process's own copies.
class MappedFile {
 public:
  // Throws simt::Error.
  MappedFile(const char* name, std::size_t bytes);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  int descriptor() const { return descriptor_; }
  unsigned char* bytes() const { return bytes_; }
  // They read as zeros again, and take no memory where they are whole pages.
  void clear(std::size_t offset, std::size_t bytes) const;

 private:
  int descriptor_ = -1;
  unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// device: cudaMalloc. managed: cudaMallocManaged. pinned: cudaMallocHost. Host code uses these two as well.
// array: cudaMallocArray, whose address no program sees. registered: what kernels use of memory of the host's
// own (host_mirrors.h).
enum class MemoryKind { device, managed, pinned, array, registered };

// Whether it takes the computer's memory, not the device's.
constexpr bool is_of_host(MemoryKind kind) {
  return kind == MemoryKind::pinned || kind == MemoryKind::registered;
}

// Bytes of an allocation that were all given one value, and the allocation's version after that.
struct Fill {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  int value = 0;
  std::uint64_t version = 0;
};

struct Allocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  const void* made_at = nullptr;  // the host's code address behind the call
  std::string name;               // for messages: a kernel's parameter, once one was given it
  std::string element;            // the type that the parameter points to: "float"
  std::size_t element_bytes = 1;
  bool is_accessible = false;  // this process may access the allocation at its address
  std::size_t pitch = 0;       // of rows that have padding behind them; 0: the allocation has no rows
  std::size_t row_bytes = 0;
  std::string expected_as;  // the name under which it must be written whole (expected_outputs.h)
  std::uint64_t version =
      0;  // another one after each call and launch that changed its bytes, or which of them are written
  std::optional<Fill> fill;  // the last cudaMemset of it

  bool is_for_host() const { return kind == MemoryKind::managed || is_of_host(kind); }
  std::size_t bytes_from(const void* address) const {
    return begin + bytes - reinterpret_cast<std::uintptr_t>(address);
  }
};

// An allocation's elements. `count`: those that neither a kernel nor the host has written. `first`: the first of them.
struct UnwrittenElements {
  std::size_t all = 0;
  std::size_t count = 0;
  std::size_t first = 0;
};

class DeviceMemory {
 public:
  // `bytes`: what the device has. Throws simt::Error.
  explicit DeviceMemory(std::size_t bytes);

  simt::Machine& machine() { return machine_; }
  std::size_t total_bytes() const { return total_; }
  std::size_t free_bytes() const { return total_ - used_; }

  // Returns null if there is not enough memory.
  Allocation* allocate(std::size_t bytes, MemoryKind kind, const void* made_at);
  // Releases the allocation that begins at `memory`.
  void release(const void* memory);
  void release_all();

  bool is_device_address(const void* address) const;
  // The allocation that holds an address; null: none does.
  Allocation* find(const void* address);
  // The name of what was freed at an address and not allocated again; null: nothing was.
  const std::string* find_freed(const void* address) const;
  std::map<std::uintptr_t, Allocation>& allocations() { return allocations_; }

  // Sets the name and the elements by which messages speak of an allocation.
  void describe(Allocation& allocation, const std::string& name, const std::string& element,
                std::size_t element_bytes);

  std::uint64_t next_version() { return ++versions_; }
  void changed(Allocation& allocation) { allocation.version = next_version(); }

  // Returns where the host finds the bytes of a device address.
  unsigned char* host_view(const void* address) const;

  void mark_written(const void* memory, std::size_t bytes) { machine_.mark_written(memory, bytes); }
  bool is_written(const void* memory, std::size_t bytes) const { return machine_.is_written(memory, bytes); }
  // Which of an allocation's bytes are written: machine/memory/written_map.h.
  unsigned char* written_map(const Allocation& allocation) const;
  static std::size_t written_bytes(std::size_t bytes);
  // Counts the bytes of an allocation, among these, that neither a kernel nor the host has written. An
  // element is written once one of its bytes is, because nobody writes the padding of a struct.
  std::size_t count_unwritten(const Allocation& allocation, const void* memory, std::size_t bytes) const;
  // The padding behind the rows of a pitched allocation is nobody's to write.
  UnwrittenElements unwritten_elements(const Allocation& allocation) const;
  // Marks those bytes of a copy as written that are written in its source.
  void copy_written(const void* to, const void* from, std::size_t bytes);

  // Whether a kernel runs.
  bool is_open() const { return is_open_; }

  // Kernels may run while the object lives: the device's addresses are valid. Without it, only those of
  // managed and pinned memory are, unless closing the memory again and again would take longer than the
  // launches do.
  class Open {
   public:
    explicit Open(DeviceMemory& memory) : memory_(memory) { memory_.open(); }
    ~Open() { memory_.close(); }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

   private:
    DeviceMemory& memory_;
  };

 private:
  struct Freed {
    std::size_t bytes = 0;
    std::string name;
  };

  std::size_t offset_of(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - begin_;
  }
  // Whether any byte was written, by offsets.
  bool is_any_written(std::size_t begin, std::size_t end) const;
  void open();
  void close();
  static void set_accessible(Allocation& allocation, bool accessible);
  void forget_freed(std::uintptr_t begin, std::size_t bytes);

  std::size_t total_;
  std::size_t used_ = 0;
  std::size_t reserved_;
  MappedFile arrays_;
  // The layout of machine/memory/written_map.h: a byte for each word, a bit for each of its bytes.
  MappedFile written_;
  simt::Machine machine_;
  std::uintptr_t begin_;
  std::size_t named_ = 0;
  std::uint64_t versions_ = 0;
  bool is_open_ = false;
  std::uint64_t launches_ = 0;
  std::uint64_t closed_bytes_ = 0;  // bytes closed in all launches so far
  std::map<std::uintptr_t, Allocation> allocations_;
  std::map<std::uintptr_t, Freed> freed_;
};

}  // namespace cudart
