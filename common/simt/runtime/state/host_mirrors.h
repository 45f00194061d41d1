// Host memory that kernels use as well: __managed__ variables, and pages of cudaHostRegister once a kernel is
// given their address. A kernel uses a copy in the device's memory: it is brought up to date before each
// launch and written back after it, which no program can tell from memory that both sides share, as each
// launch has ended before the host goes on. Registered memory that only copies use costs nothing.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "state/device_memory.h"

namespace cudart {

class HostMirrors {
 public:
  // A variable: its place in the host's code, and in the kernels' module. Takes the module's first value.
  void add_variable(void* host, void* device, std::size_t bytes);
  bool is_variable(const void* host) const;

  // Returns false if some of these pages are registered already.
  bool add_pages(void* host, std::size_t bytes);
  // Returns false if they do not begin a registered range.
  bool remove_pages(DeviceMemory& memory, void* host);
  // All of them; what kernels had of them is released by the caller.
  void forget_pages();

  // Returns the address by which kernels access a host address, or null if kernels do not use it or there is
  // no memory for the copy. `made_at`: the host's code address after the call that asks.
  void* device_address(DeviceMemory& memory, const void* host, const void* made_at);
  // The host's own bytes of what device_address() gave; null: it gave no such address.
  unsigned char* host_bytes(const void* device) const;

  bool is_empty() const { return mirrors_.empty(); }
  bool are_in_use() const { return in_use_ != 0; }
  void copy_to_device() const;
  void copy_to_host() const;

 private:
  struct Mirror {
    std::size_t bytes = 0;
    unsigned char* device = nullptr;  // null: registered, and no kernel uses it yet
    unsigned char* view = nullptr;    // where this process sees `device`
    bool is_variable = false;
  };
  using Mirrors = std::map<unsigned char*, Mirror>;

  Mirrors::const_iterator find(const void* host) const;

  Mirrors mirrors_;  // keyed by the host's first byte
  std::size_t in_use_ = 0;
};

}  // namespace cudart
