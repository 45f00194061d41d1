#include "memory/device_heap.h"

#include <sys/mman.h>

#include <algorithm>

namespace simt {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

}  // namespace

bool DeviceHeap::set_bytes(std::uint64_t bytes) {
  if (arena_ != nullptr) return false;
  bytes_ = bytes;
  return true;
}

void DeviceHeap::begin_launch(Arena& arena) {
  if (arena_ != nullptr) return;
  next_ = reinterpret_cast<std::uint64_t>(arena.allocate(bytes_, "heap", Region::kUnknown));
  end_ = next_ + bytes_;
  // The runtime closes all of the device's memory to the host, and opens its own allocations for a launch: not this array.
  const std::uint64_t page = next_ / kPageBytes * kPageBytes;
  mprotect(reinterpret_cast<void*>(page), end_ - page, PROT_READ | PROT_WRITE);
  next_ = (next_ + kLineBytes - 1) / kLineBytes * kLineBytes;
  arena_ = &arena;
}

std::uint64_t DeviceHeap::allocate(std::uint64_t bytes) {
  const std::scoped_lock lock(mutex_);
  if (arena_ == nullptr || bytes > bytes_) return 0;
  std::uint64_t room = (std::max<std::uint64_t>(bytes, 1) + kLineBytes - 1) / kLineBytes * kLineBytes;
  std::uint64_t address = 0;
  const bool fits_exactly = free_.count(room) != 0;
  if (!fits_exactly && room <= end_ - std::min(next_, end_)) {
    address = next_;
    next_ += room;
  } else {
    const auto found = free_.lower_bound(room);
    if (found == free_.end()) return 0;
    room = found->first;
    address = found->second.back();
    found->second.pop_back();
    if (found->second.empty()) free_.erase(found);
  }
  used_[address] = room;
  return address;
}

bool DeviceHeap::release(std::uint64_t address) {
  const std::scoped_lock lock(mutex_);
  const auto found = used_.find(address);
  if (found == used_.end()) return false;
  forget(address, found->second);
  free_[found->second].push_back(address);
  used_.erase(found);
  return true;
}

void DeviceHeap::forget(std::uint64_t begin, std::uint64_t bytes) {
  arena_->written().set(begin - arena_->begin(), bytes, false);
  const Region& region = *arena_->find(begin);
  const Shadow& shadow = region.shadow;
  const std::uint64_t first = (begin - region.begin) >> shadow.granule_shift;
  const std::uint64_t cells = bytes >> shadow.granule_shift;
  for (std::uint64_t* const marks : {shadow.writes, shadow.reads, shadow.other_reads}) {
    if (marks == nullptr) continue;
    for (std::uint64_t i = first; i < first + cells; ++i) set_mark(marks[i], Mark());
  }
}

}  // namespace simt
