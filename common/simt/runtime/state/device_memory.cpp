#include "state/device_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cudart {
namespace {

// Addresses, not memory: buffers lie far apart, so that an index that runs past one meets no other. Pinned
// memory lies there too.
constexpr std::size_t kSpread = 4;
constexpr std::size_t kLeastReserved = std::size_t{64} << 30U;
// A byte for each word of 4: machine/memory/written_map.h.
constexpr std::size_t kWordBytes = 4;
constexpr unsigned char kAllWritten = 0xF;
constexpr std::uint64_t kMostClosedBytes = std::uint64_t{2} << 30U;

// The number of a schedule, or 0.
unsigned chosen_schedule() {
  constexpr unsigned long kMost = 999999;
  const char* const text = std::getenv("SIMT_SCHEDULE");
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  const unsigned long number = std::strtoul(text, &end, 10);
  if (*end == '\0' && *text >= '0' && *text <= '9' && number <= kMost) return static_cast<unsigned>(number);
  std::fprintf(stderr, "SIMT machine: SIMT_SCHEDULE is `%s`, which is no number from 0 to %lu\n", text,
               kMost);
  std::exit(2);
}

// Seconds of processor time that a launch may take; without a limit a program runs as long as it runs, and its user stops it.
double chosen_time_limit() {
  constexpr double kNoTimeLimit = 1e9;
  const char* const text = std::getenv("SIMT_TIME_LIMIT");
  if (text == nullptr || *text == '\0') return kNoTimeLimit;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end == '\0' && seconds > 0 && seconds <= kNoTimeLimit) return seconds;
  std::fprintf(stderr, "SIMT machine: SIMT_TIME_LIMIT is `%s`, which is no number of seconds\n", text);
  std::exit(2);
}

bool is_set_to(const char* name, const char* value) {
  const char* const set = std::getenv(name);
  return set != nullptr && std::strcmp(set, value) == 0;
}

simt::MachineOptions options() {
  simt::MachineOptions options;
  options.schedule = chosen_schedule();
  options.time_limit_seconds = chosen_time_limit();
  options.counts = options.notes_traffic = !is_set_to("SIMT_COUNT", "0");
  options.looks_for_races = !is_set_to("SIMT_RACES", "0");
  options.is_strict = is_set_to("SIMT_STRICT", "1");
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

void MappedFile::clear(std::size_t offset, std::size_t bytes) const {
  const int how = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  if (bytes != 0 && fallocate(descriptor_, how, static_cast<off_t>(offset), static_cast<off_t>(bytes)) != 0)
    std::memset(bytes_ + offset, 0, bytes);
}

DeviceMemory::DeviceMemory(std::size_t bytes)
    : total_(bytes),
      reserved_(std::max(bytes * kSpread, kLeastReserved)),
      arrays_("simt arrays", reserved_),
      written_("simt written", reserved_ / kWordBytes),
      machine_(options(), {arrays_.descriptor(), written_.descriptor(), reserved_, true}),
      begin_(reinterpret_cast<std::uintptr_t>(machine_.memory())) {
  mprotect(machine_.memory(), reserved_, PROT_NONE);
}

Allocation* DeviceMemory::allocate(std::size_t bytes, MemoryKind kind, const void* made_at) {
  if (!is_of_host(kind) && bytes > free_bytes()) return nullptr;
  if (bytes > reserved_ / 2) return nullptr;
  std::string name = "allocation " + std::to_string(named_ + 1);
  std::uintptr_t begin = 0;
  try {
    begin = reinterpret_cast<std::uintptr_t>(machine_.allocate(bytes, name, 1));
  } catch (const simt::Error&) {
    return nullptr;  // the other buffers leave no room
  }
  ++named_;
  if (!is_of_host(kind)) used_ += bytes;
  forget_freed(begin, bytes);
  Allocation& made = allocations_[begin];
  made = {begin, bytes, kind, made_at, std::move(name), "", 1, false, 0, 0, "", next_version(), {}};
  if (made.is_for_host()) {
    set_accessible(made, true);
    mark_written(reinterpret_cast<void*>(begin), bytes);  // who writes what of it, nobody sees
  }
  return &made;
}

void DeviceMemory::release(const void* memory) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == allocations_.end()) return;
  const Allocation& gone = found->second;
  const std::uintptr_t page = gone.begin / page_bytes() * page_bytes();
  mprotect(reinterpret_cast<void*>(page), gone.begin - page + gone.bytes, PROT_NONE);
  const std::size_t offset = offset_of(memory);
  arrays_.clear(offset, gone.bytes);
  written_.clear(offset / kWordBytes, written_bytes(gone.bytes));
  if (!is_of_host(gone.kind)) used_ -= gone.bytes;
  machine_.release(const_cast<void*>(memory));
  freed_[gone.begin] = {gone.bytes, gone.name};
  allocations_.erase(found);
}

void DeviceMemory::release_all() {
  while (!allocations_.empty()) release(reinterpret_cast<void*>(allocations_.begin()->first));
}

void DeviceMemory::forget_freed(std::uintptr_t begin, std::size_t bytes) {
  auto at = freed_.upper_bound(begin);
  if (at != freed_.begin() && std::prev(at)->first + std::prev(at)->second.bytes > begin) --at;
  while (at != freed_.end() && (at->first < begin + bytes || at->first == begin)) at = freed_.erase(at);
}

bool DeviceMemory::is_device_address(const void* address) const { return offset_of(address) < reserved_; }

Allocation* DeviceMemory::find(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto after = allocations_.upper_bound(at);
  if (after == allocations_.begin()) return nullptr;
  Allocation& before = std::prev(after)->second;
  return at - before.begin < before.bytes ? &before : nullptr;
}

const std::string* DeviceMemory::find_freed(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto after = freed_.upper_bound(at);
  if (after == freed_.begin()) return nullptr;
  const auto& [begin, freed] = *std::prev(after);
  return at - begin < freed.bytes ? &freed.name : nullptr;
}

void DeviceMemory::describe(Allocation& allocation, const std::string& name, const std::string& element,
                            std::size_t element_bytes) {
  if (allocation.name == name && allocation.element_bytes == element_bytes) return;
  allocation.name = name;
  allocation.element = element;
  allocation.element_bytes = element_bytes;
  machine_.describe(reinterpret_cast<void*>(allocation.begin), name, element_bytes);
}

unsigned char* DeviceMemory::host_view(const void* address) const {
  return arrays_.bytes() + offset_of(address);
}

std::size_t DeviceMemory::written_bytes(std::size_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }

unsigned char* DeviceMemory::written_map(const Allocation& allocation) const {
  return written_.bytes() + (allocation.begin - begin_) / kWordBytes;
}

std::size_t DeviceMemory::count_unwritten(const Allocation& allocation, const void* memory,
                                          std::size_t bytes) const {
  if (machine_.is_written(memory, bytes)) return 0;
  const std::size_t origin = allocation.begin - begin_;
  const std::size_t end = offset_of(memory) + bytes;
  std::size_t count = 0;
  for (std::size_t at = offset_of(memory); at < end;) {
    const std::size_t element = (at - origin) / allocation.element_bytes;
    const std::size_t next = std::min(end, origin + (element + 1) * allocation.element_bytes);
    if (!is_any_written(at, next)) count += next - at;
    at = next;
  }
  return count;
}

UnwrittenElements DeviceMemory::unwritten_elements(const Allocation& allocation) const {
  const std::size_t size = allocation.element_bytes;
  const std::size_t origin = allocation.begin - begin_;
  UnwrittenElements found;
  found.all = (allocation.bytes + size - 1) / size;
  if (allocation.pitch == 0 &&
      machine_.is_written(reinterpret_cast<const void*>(allocation.begin), allocation.bytes))
    return found;
  for (std::size_t element = 0; element < found.all; ++element) {
    const std::size_t at = element * size;
    const bool is_padding = allocation.pitch != 0 && at % allocation.pitch >= allocation.row_bytes;
    if (is_padding || is_any_written(origin + at, origin + std::min(at + size, allocation.bytes))) continue;
    if (found.count++ == 0) found.first = element;
  }
  return found;
}

bool DeviceMemory::is_any_written(std::size_t begin, std::size_t end) const {
  for (std::size_t word = begin / kWordBytes; word * kWordBytes < end; ++word) {
    unsigned asked = kAllWritten;
    if (word * kWordBytes < begin) asked &= asked << begin % kWordBytes;
    if ((word + 1) * kWordBytes > end) asked &= (1U << end % kWordBytes) - 1;
    if ((written_.bytes()[word] & asked) != 0) return true;
  }
  return false;
}

void DeviceMemory::copy_written(const void* to, const void* from, std::size_t bytes) {
  const std::size_t target = offset_of(to);
  const std::size_t source = offset_of(from);
  const bool can_be_told = target % kWordBytes == 0 && source % kWordBytes == 0 && bytes % kWordBytes == 0;
  if (!can_be_told || machine_.is_written(from, bytes)) return mark_written(to, bytes);
  const std::string written(reinterpret_cast<char*>(written_.bytes()) + source / kWordBytes,
                            bytes / kWordBytes);
  machine_.mark_written(to, bytes, false);
  std::memcpy(written_.bytes() + target / kWordBytes, written.data(), written.size());
}

void DeviceMemory::set_accessible(Allocation& allocation, bool accessible) {
  const std::uintptr_t page = allocation.begin / page_bytes() * page_bytes();
  mprotect(reinterpret_cast<void*>(page), allocation.begin - page + allocation.bytes,
           accessible ? PROT_READ | PROT_WRITE : PROT_NONE);
  allocation.is_accessible = accessible;
}

void DeviceMemory::open() {
  is_open_ = true;
  for (auto& [begin, allocation] : allocations_) {
    if (!allocation.is_accessible) set_accessible(allocation, true);
  }
}

// A GiB takes 80 ms to close and to open. Host code that follows a device pointer usually does so early: it
// is stopped then, and later after every launch whose number is a power of two. The decision goes by numbers,
// so that a program does the same at every run.
void DeviceMemory::close() {
  is_open_ = false;
  ++launches_;
  const bool is_power_of_two = (launches_ & (launches_ - 1)) == 0;
  if (closed_bytes_ > kMostClosedBytes && !is_power_of_two) return;
  for (auto& [begin, allocation] : allocations_) {
    if (allocation.is_for_host() || !allocation.is_accessible) continue;
    set_accessible(allocation, false);
    closed_bytes_ += allocation.bytes;
  }
}

}  // namespace cudart
