// The worker's part for asynchronous copies (cp.async): both sides are checked, and the bytes are moved at
// once. That the program must wait before it looks at them is checked apart: async_copies.h.
#include <cstring>

#include "lanes/worker.h"
#include "memory/region_text.h"

namespace simt {

bool Worker::is_in_window(std::uint32_t place, std::uint64_t address) const {
  const abi::Window& window = windows[place];
  const std::uint64_t width = launch_->place(place).width;
  const std::uint64_t distance = address - window.begin;
  return distance % width == 0 && distance / width < window.count;
}

// A copy of fewer bytes than its width may end where the array does.
void Worker::check_source_bytes(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                                std::uint32_t bytes) {
  const abi::Place& at = launch_->place(place);
  if (address % at.width != 0) stop_misaligned(place, address);
  Region* const region = memory_.find(address);
  if (region == nullptr || bytes > region->end - address) stop_out_of_bounds(place, address, base);
  region->note_load();
}

void Worker::copy_source(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                         std::uint32_t bytes) {
  const std::uint32_t width = launch_->place(place).width;
  if (bytes > width) {
    stop(FaultKind::crash,
         "asynchronous copy of " + bytes_text(width) + " that takes " + bytes_text(bytes) + " of its source",
         place, "the source's size is at most the copy's: what is missing becomes zeros");
  }
  copied_bytes_ = bytes;
  copied_from_ = bytes == 0 ? 0 : address;
  if (bytes == 0) return log_entry(place, 0);
  if (!is_in_window(place, address)) {
    const Region* const region = memory_.find(address);
    if (region != nullptr && region->space != Space::global) {
      stop(
          FaultKind::crash,
          std::string("asynchronous copy from ") + name_of(region->space) + " memory, `" + region->name + "`",
          place, "its source is in global memory, its target in shared memory: are the two exchanged?");
    }
    if (bytes == width) {
      check(place, address, base);
    } else {
      check_source_bytes(place, address, base, bytes);
    }
  }
  log_entry(place, address | bytes % width);
}

void Worker::copy_async(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  const std::uint32_t width = launch_->place(place).width;
  if (!is_in_window(place, address)) {
    const Region* const region = memory_.find(address);
    if (region != nullptr && region->space != Space::shared) {
      stop(FaultKind::crash,
           std::string("asynchronous copy to ") + name_of(region->space) + " memory, `" + region->name + "`",
           place, "its source is in global memory, its target in shared memory: are the two exchanged?");
    }
    check(place, address, base);
  }
  if (copied_bytes_ > width)
    stop(FaultKind::crash, "the module copies to a smaller place than it copies from", place);
  auto* const to = reinterpret_cast<std::uint8_t*>(address);
  if (copied_from_ != 0) std::memcpy(to, reinterpret_cast<const void*>(copied_from_), copied_bytes_);
  std::memset(to + copied_bytes_, 0, width - copied_bytes_);
  copied_from_ = copied_bytes_ = 0;
  log_entry(place, address);
}

void Worker::wait_async(std::uint32_t place, std::uint32_t groups) {
  log_entry(place, groups == abi::kAllCopies ? 0 : std::uint64_t{groups} + 1);
}

}  // namespace simt
