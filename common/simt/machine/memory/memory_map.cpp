#include "memory/memory_map.h"

namespace simt {

MemoryMap::MemoryMap() {
  all_local_.begin = local_.begin();
  all_local_.end = local_.end();
  all_local_.name = "local memory";
  all_local_.space = Space::local;
  recent_.fill(&nothing_);
}

void MemoryMap::begin_launch(const abi::Module& module, std::size_t dynamic_bytes, Arena& arena,
                             Variables& variables) {
  arena_ = &arena;
  variables_ = &variables;
  shared_.begin_launch(module, dynamic_bytes);
  recent_.fill(&nothing_);
}

Region* MemoryMap::find_slowly(std::uintptr_t address) {
  Region* found = nullptr;
  if (shared_.holds(address)) {
    found = shared_.find(address);
  } else if (is_local(address)) {
    found = &all_local_;
  } else if (address - arena_->begin() < arena_->size()) {
    found = arena_->find(address);
  } else {
    found = variables_->find(address);
  }
  if (found == nullptr) return nullptr;
  recent_[next_recent_] = found;
  next_recent_ = (next_recent_ + 1) % recent_.size();
  return found;
}

const Region* MemoryMap::intended(std::uintptr_t address, std::uintptr_t base, const char* name,
                                  const Region* argument) {
  if (base != 0) {
    if (const Region* const region = find(base)) return region->space == Space::local ? nullptr : region;
  }
  if (shared_.holds(address)) {
    const Region* const array = shared_.named(name);
    return array != nullptr ? array : shared_.below(address);
  }
  if (argument != nullptr) return argument;
  if (const Region* const array = shared_.named(name)) return array;
  if (name != nullptr) return nullptr;
  // A pointer that nobody knows, as one that was loaded: meant is what lies near by.
  constexpr std::uintptr_t kNear = 65536;
  const Region* const nearest = arena_->nearest(address);
  if (nearest == nullptr) return nullptr;
  const bool is_near =
      address < nearest->begin ? nearest->begin - address <= kNear : address - nearest->end <= kNear;
  return is_near ? nearest : nullptr;
}

}  // namespace simt
