#include "device_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cudart {
namespace {

// Addresses, not memory: buffers lie far apart, so that an index that runs past one meets no other.
constexpr std::size_t kSpread = 4;
// A byte for each word of 4: src/written_map.h.
constexpr std::size_t kWrittenShare = 4;
constexpr double kNoTimeLimit = 1e9;

simt::MachineOptions options() {
  simt::MachineOptions options;
  options.time_limit_seconds = kNoTimeLimit;  // a program runs as long as it runs; its user stops it
  return options;
}

std::uintptr_t page_bytes() {
  static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

MappedFile::MappedFile(const char* name, std::size_t bytes)
    : descriptor_(memfd_create(name, MFD_CLOEXEC)), size_(bytes) {
  void* mapped = MAP_FAILED;
  if (descriptor_ >= 0 && ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0)
    mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  if (mapped == MAP_FAILED) {
    const std::string why = std::strerror(errno);
    if (descriptor_ >= 0) close(descriptor_);
    throw simt::Error("cannot make the device's memory: " + why);
  }
  bytes_ = static_cast<unsigned char*>(mapped);
}

MappedFile::~MappedFile() {
  munmap(bytes_, size_);
  close(descriptor_);
}

DeviceMemory::DeviceMemory(std::size_t bytes)
    : total_(bytes),
      reserved_(bytes * kSpread),
      arrays_("simt arrays", reserved_),
      written_("simt written", reserved_ / kWrittenShare),
      machine_(options(), {arrays_.descriptor(), written_.descriptor(), reserved_}),
      begin_(reinterpret_cast<std::uintptr_t>(machine_.memory())) {
  mprotect(machine_.memory(), reserved_, PROT_NONE);
}

Allocation* DeviceMemory::allocate(std::size_t bytes, bool is_managed) {
  if (bytes > free_bytes()) return nullptr;
  const std::string name = "allocation " + std::to_string(++named_);
  const auto begin = reinterpret_cast<std::uintptr_t>(machine_.allocate(bytes, name, 1));
  used_ += bytes;
  Allocation& made = allocations_[begin];
  made = {begin, bytes, name, nullptr, is_managed};
  set_accessible(made, false);
  return &made;
}

bool DeviceMemory::release(const void* memory) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == allocations_.end()) return false;
  const Allocation& gone = found->second;
  machine_.mark_written(memory, gone.bytes, false);
  mprotect(reinterpret_cast<void*>(gone.begin / page_bytes() * page_bytes()),
           gone.bytes + gone.begin % page_bytes(), PROT_NONE);
  fallocate(arrays_.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(gone.begin - begin_), static_cast<off_t>(gone.bytes));
  used_ -= gone.bytes;
  machine_.release(const_cast<void*>(memory));
  allocations_.erase(found);
  return true;
}

bool DeviceMemory::is_device_address(const void* address) const {
  return reinterpret_cast<std::uintptr_t>(address) - begin_ < reserved_;
}

const Allocation* DeviceMemory::find(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto after = allocations_.upper_bound(at);
  if (after == allocations_.begin()) return nullptr;
  const Allocation& before = std::prev(after)->second;
  return at - before.begin < before.bytes || at == before.begin ? &before : nullptr;
}

unsigned char* DeviceMemory::host_view(const void* address) const {
  return arrays_.bytes() + (reinterpret_cast<std::uintptr_t>(address) - begin_);
}

void DeviceMemory::set_accessible(const Allocation& allocation, bool accessible) const {
  const std::uintptr_t page = allocation.begin / page_bytes() * page_bytes();
  mprotect(reinterpret_cast<void*>(page), allocation.begin - page + allocation.bytes,
           accessible || allocation.is_managed ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceMemory::set_accessible(bool accessible) {
  is_open_ = accessible;
  for (const auto& [begin, allocation] : allocations_) {
    if (!allocation.is_managed) set_accessible(allocation, accessible);
  }
}

}  // namespace cudart
