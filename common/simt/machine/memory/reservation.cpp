#include "memory/reservation.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "simt/machine.h"

namespace simt {
namespace {

constexpr int kNoFile = -1;

// 4 KiB on x86-64; on ARM64 4, 16 or 64, as the kernel was built.
std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}
std::size_t rounded_down(std::size_t offset) { return offset / page_bytes() * page_bytes(); }
std::size_t rounded_up(std::size_t offset) { return rounded_down(offset + page_bytes() - 1); }

// A fixed place to ask for, so that a program's arrays have the same addresses in each run: which lines the model of time samples
// depends on them. If it is taken, the system gives another one.
constexpr std::uintptr_t kAsked = std::uintptr_t{1} << 45U;

// Memory of such a size gets huge pages, where the system has them. Marks are 6 times as large as their array and most are read before they are
// written, which faults twice a page of 4 KiB, and the second time interrupts the other workers. Smaller memory would be mostly the parts of a
// huge page beside it, and of larger memory a program may touch a few places far apart, each of which would take a huge page.
constexpr std::size_t kLeastHuge = std::size_t{4} << 20U;
constexpr std::size_t kMostHuge = std::size_t{1} << 30U;

void ask_for_huge_pages(void* first, std::size_t bytes) {
  // A system without them refuses, and its own pages do.
  if (bytes >= kLeastHuge && bytes <= kMostHuge) madvise(first, bytes, MADV_HUGEPAGE);
}

std::uintptr_t map(int access, int sharing, int file, std::size_t bytes) {
  void* const address =
      mmap(reinterpret_cast<void*>(kAsked), bytes, access, sharing | MAP_NORESERVE, file, 0);
  if (address == MAP_FAILED) {
    throw Error("cannot reserve " + std::to_string(bytes >> 30U) + " GiB of addresses (" +
                std::strerror(errno) + "): lift the limit with `ulimit -v unlimited`");
  }
  return reinterpret_cast<std::uintptr_t>(address);
}

// Begins at a multiple of kAlignment, which may be more than the system's pages have.
std::uintptr_t reserve(std::size_t bytes) {
  const std::size_t size = rounded_up(bytes);
  const std::uintptr_t found =
      map(PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, kNoFile, size + Reservation::kAlignment);
  const std::size_t skipped =
      (Reservation::kAlignment - found % Reservation::kAlignment) % Reservation::kAlignment;
  const std::uintptr_t begin = found + skipped;
  if (skipped != 0) munmap(reinterpret_cast<void*>(found), skipped);
  munmap(reinterpret_cast<void*>(begin + size), Reservation::kAlignment - skipped);
  return begin;
}

}  // namespace

Reservation::Reservation(std::size_t bytes) : begin_(reserve(bytes)), size_(bytes) {}

// Giving a file's pages back, and faulting them in again in two processes, costs as much as a small launch.
Reservation::Reservation(int file, std::size_t bytes, bool is_cleared)
    : begin_(map(PROT_READ | PROT_WRITE, MAP_SHARED, file, bytes)),
      size_(bytes),
      is_private_(false),
      is_cleared_(is_cleared) {}

Reservation::~Reservation() { munmap(reinterpret_cast<void*>(begin_), size_); }

void Reservation::commit(std::size_t offset, std::size_t bytes) {
  if (!is_private_) return;
  const std::size_t from = rounded_down(offset);
  void* const first = reinterpret_cast<void*>(begin_ + from);
  if (mprotect(first, offset + bytes - from, PROT_READ | PROT_WRITE) != 0) {
    throw Error("out of memory: cannot commit " + std::to_string(bytes) + " bytes (" + std::strerror(errno) +
                ")");
  }
  ask_for_huge_pages(first, offset + bytes - from);
}

void Reservation::prefer_huge_pages(std::size_t bytes) {
  if (is_private_) ask_for_huge_pages(reinterpret_cast<void*>(begin_), bytes);
}

void Reservation::decommit(std::size_t offset, std::size_t bytes) {
  if (!is_private_) return;
  const std::size_t end = offset + bytes;
  const std::size_t first = std::min(rounded_up(offset), end);
  const std::size_t last = std::max(rounded_down(end), first);
  const auto at = [this](std::size_t place) { return reinterpret_cast<void*>(begin_ + place); };
  std::memset(at(offset), 0, first - offset);
  std::memset(at(last), 0, end - last);
  if (first == last) return;
  madvise(at(first), last - first, MADV_DONTNEED);  // gives the pages back and makes the next use read zeros
  mprotect(at(first), last - first, PROT_NONE);
}

void Reservation::clear() { madvise(reinterpret_cast<void*>(begin_), size_, MADV_DONTNEED); }

}  // namespace simt
