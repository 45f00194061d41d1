// What a program holds pointers to: streams, events, arrays.
#pragma once

#include <map>
#include <memory>

namespace cudart {

// Handles that a program holds; one that was destroyed is none any more.
template <class T>
class Handles {
 public:
  T* make(const T& value) {
    auto made = std::make_unique<T>(value);
    T* const handle = made.get();
    all_.emplace(handle, std::move(made));
    return handle;
  }
  // Returns null if the handle was never made, or is destroyed.
  T* find(const T* handle) const {
    const auto found = all_.find(handle);
    return found == all_.end() ? nullptr : found->second.get();
  }
  // Returns the first for which `is_it` is true, or null.
  template <class Is>
  T* find_if(Is is_it) const {
    for (const auto& [handle, one] : all_) {
      if (is_it(*one)) return one.get();
    }
    return nullptr;
  }
  bool destroy(const T* handle) { return all_.erase(handle) != 0; }

 private:
  std::map<const T*, std::unique_ptr<T>> all_;
};

template <class T>
Handles<T>& handles() {
  static auto* const all = new Handles<T>;  // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *all;
}

}  // namespace cudart
