#include "lanes/async_copy_sides.h"

#include <cstring>

#include "simt/words.h"

namespace simt {

bool AsyncCopySides::is_in_window(std::uint32_t place, std::uint64_t address) const {
  const unsigned width = lane_.place(place).width;
  return lane_.is_in_window(place, address, static_cast<unsigned>(__builtin_ctz(width)));
}

void AsyncCopySides::source(std::uint32_t place, std::uint64_t address, std::uint64_t base,
                            std::uint32_t bytes) {
  const std::uint32_t width = lane_.place(place).width;
  if (bytes > width) {
    lane_.stop(FaultKind::crash,
               "asynchronous copy of " + plural(width, "byte") + " that takes " + plural(bytes, "byte") +
                   " of its source",
               place, "the source's size is at most the copy's: what is missing becomes zeros");
  }
  copied_bytes_ = bytes;
  copied_from_ = bytes == 0 ? 0 : address;
  if (bytes == 0) return lane_.log(place, 0);
  if (!is_in_window(place, address)) {
    const Region* const region = memory_.find(address);
    if (region != nullptr && region->space != Space::global) {
      lane_.stop(
          FaultKind::crash,
          std::string("asynchronous copy from ") + name_of(region->space) + " memory, `" + region->name + "`",
          place, "its source is in global memory, its target in shared memory: are the two exchanged?");
    }
    if (bytes == width) {
      door_.check(place, address, base);
    } else {
      door_.check_first_bytes(place, address, base, bytes);
    }
  }
  lane_.log(place, address | bytes % width);
}

void AsyncCopySides::target(std::uint32_t place, std::uint64_t address, std::uint64_t base) {
  const std::uint32_t width = lane_.place(place).width;
  if (!is_in_window(place, address)) {
    const Region* const region = memory_.find(address);
    if (region != nullptr && region->space != Space::shared) {
      lane_.stop(
          FaultKind::crash,
          std::string("asynchronous copy to ") + name_of(region->space) + " memory, `" + region->name + "`",
          place, "its source is in global memory, its target in shared memory: are the two exchanged?");
    }
    door_.check(place, address, base);
  }
  if (copied_bytes_ > width)
    lane_.stop(FaultKind::crash, "the module copies to a smaller place than it copies from", place);
  auto* const to = reinterpret_cast<std::uint8_t*>(address);
  if (copied_from_ != 0) std::memcpy(to, reinterpret_cast<const void*>(copied_from_), copied_bytes_);
  std::memset(to + copied_bytes_, 0, width - copied_bytes_);
  copied_from_ = copied_bytes_ = 0;
  lane_.log(place, address);
}

void AsyncCopySides::wait(std::uint32_t place, std::uint32_t groups) {
  lane_.log(place, groups == abi::kAllCopies ? 0 : std::uint64_t{groups} + 1);
}

}  // namespace simt
