// Texture and surface objects by their handles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "simt/texture.h"

namespace simt {

struct TextureObject {
  TextureDescription description;  // a surface has only its memory
  bool is_surface = false;
  bool is_released = false;  // the memory was freed

  const TexelMemory& memory() const { return description.memory; }
};

class Textures {
 public:
  std::uint64_t add(const TextureObject& object) {
    objects_[++last_] = object;
    return last_;
  }
  void remove(std::uint64_t handle) { objects_.erase(handle); }
  // Returns null if no object has the handle.
  const TextureObject* find(std::uint64_t handle) const {
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : &found->second;
  }
  bool was_destroyed(std::uint64_t handle) const {
    return handle != 0 && handle <= last_ && objects_.count(handle) == 0;
  }
  // Memory that lies there is freed; other memory may lie there later.
  void release(std::uintptr_t begin, std::uintptr_t end) {
    for (auto& [handle, object] : objects_) {
      const auto at = reinterpret_cast<std::uintptr_t>(object.memory().begin);
      if (at >= begin && at < end) object.is_released = true;
    }
  }
  const std::map<std::uint64_t, TextureObject>& all() const { return objects_; }

 private:
  std::map<std::uint64_t, TextureObject> objects_;
  std::uint64_t last_ = 0;
};

}  // namespace simt
