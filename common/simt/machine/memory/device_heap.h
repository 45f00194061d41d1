// The heap of kernels: what malloc() and new take there lives until free() or delete, beyond the launch. CUDA C++ Programming
// Guide, "Dynamic Global Memory Allocation and Operations".
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "memory/arena.h"

namespace simt {

// One array of global memory. Workers allocate side by side; each allocation has lines of its own, so that what a kernel's accesses
// cost does not depend on who came first.
class DeviceHeap {
 public:
  static constexpr std::uint64_t kLineBytes = 128;
  static constexpr std::uint64_t kBytes = std::uint64_t{8}
                                          << 20U;  // cudaLimitMallocHeapSize, if nobody sets it

  // Returns false once a launch has used the heap: its size is fixed then.
  bool set_bytes(std::uint64_t bytes);
  // Before a launch that may allocate.
  void begin_launch(Arena& arena);

  // Returns an address at a multiple of kLineBytes, or 0 if there is no room.
  std::uint64_t allocate(std::uint64_t bytes);
  // Returns false if no allocation begins at the address.
  bool release(std::uint64_t address);

 private:
  // A later owner shall not be told of what an earlier one wrote, nor to race with it.
  void forget(std::uint64_t begin, std::uint64_t bytes);

  std::mutex mutex_;
  std::uint64_t bytes_ = kBytes;
  Arena* arena_ = nullptr;
  std::uint64_t next_ = 0;  // nothing has been given from here on
  std::uint64_t end_ = 0;
  std::map<std::uint64_t, std::uint64_t> used_;               // bytes, by address
  std::map<std::uint64_t, std::vector<std::uint64_t>> free_;  // addresses, by bytes
};

}  // namespace simt
