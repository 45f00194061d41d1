// The device's memory as a program sees it: allocations with addresses that only kernels can use. Host code
// that follows such a pointer is stopped (host_faults.h); copies go by a second mapping of the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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

 private:
  int descriptor_ = -1;
  unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// One cudaMalloc.
struct Allocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::string name;               // for messages
  const void* made_at = nullptr;  // the host's code address behind the call
  bool is_managed = false;        // the host may use the pointer as well
};

class DeviceMemory {
 public:
  // `bytes`: what the device has. Throws simt::Error.
  explicit DeviceMemory(std::size_t bytes);

  simt::Machine& machine() { return machine_; }
  std::size_t total_bytes() const { return total_; }
  std::size_t free_bytes() const { return total_ - used_; }

  // Null: there is not as much memory.
  Allocation* allocate(std::size_t bytes, bool is_managed);
  // False: no allocation begins there.
  bool release(const void* memory);

  bool is_device_address(const void* address) const;
  // The allocation that holds an address; null: none does.
  const Allocation* find(const void* address) const;
  const std::map<std::uintptr_t, Allocation>& allocations() const { return allocations_; }

  // Where the host finds the bytes of a device address.
  unsigned char* host_view(const void* address) const;

  bool is_open() const { return is_open_; }

  // While it lives, kernels may run: the device's addresses work. Otherwise they do for managed memory only.
  class Open {
   public:
    explicit Open(DeviceMemory& memory) : memory_(memory) { memory_.set_accessible(true); }
    ~Open() { memory_.set_accessible(false); }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

   private:
    DeviceMemory& memory_;
  };

 private:
  void set_accessible(bool accessible);
  void set_accessible(const Allocation& allocation, bool accessible) const;

  std::size_t total_;
  std::size_t used_ = 0;
  std::size_t reserved_;
  MappedFile arrays_;
  MappedFile written_;
  simt::Machine machine_;
  std::uintptr_t begin_;
  std::size_t named_ = 0;
  bool is_open_ = false;
  std::map<std::uintptr_t, Allocation> allocations_;
};

}  // namespace cudart
