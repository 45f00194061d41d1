// Texture objects: pieces of global memory, read by element number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace simt {

struct Texture {
  std::uintptr_t begin = 0;
  std::size_t elements = 0;
  std::size_t element_bytes = 0;
};

class Textures {
 public:
  std::uint64_t add(const Texture& texture) {
    textures_[++last_] = texture;
    return last_;
  }
  void remove(std::uint64_t handle) { textures_.erase(handle); }
  // Null when there is none of that handle.
  const Texture* find(std::uint64_t handle) const {
    const auto found = textures_.find(handle);
    return found == textures_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::uint64_t, Texture> textures_;
  std::uint64_t last_ = 0;
};

}  // namespace simt
