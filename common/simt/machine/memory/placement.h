// Where buffers are in a range of addresses: first fit, with a gap between any two. It knows offsets alone,
// so that two processes which place the same buffers in the same order agree without a word.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace simt {

class Placement {
 public:
  explicit Placement(std::size_t bytes) : bytes_(bytes) {}

  // The whole pages that a buffer is in. Another one begins in none of them.
  struct Pages {
    std::size_t begin = 0;
    std::size_t bytes = 0;
  };

  // The offset of a buffer's first byte. Throws Error when there is no room.
  std::size_t place(std::size_t bytes, const std::string& name);
  void release(std::size_t offset) { pages_.erase(offset); }

  const Pages& pages_of(std::size_t offset) const { return pages_.at(offset); }

 private:
  std::size_t bytes_;
  std::map<std::size_t, Pages> pages_;  // keyed by the offset of the first byte
};

}  // namespace simt
