#include "reservation.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "simt/machine.h"

namespace simt {

Reservation::Reservation(std::size_t bytes) : size_(bytes) {
  void* const address = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) {
    throw Error("cannot reserve " + std::to_string(bytes >> 30U) + " GiB of addresses (" +
                std::strerror(errno) + "): lift the limit with `ulimit -v unlimited`");
  }
  begin_ = reinterpret_cast<std::uintptr_t>(address);
}

Reservation::~Reservation() { munmap(reinterpret_cast<void*>(begin_), size_); }

void Reservation::commit(std::size_t offset, std::size_t bytes) {
  if (mprotect(reinterpret_cast<void*>(begin_ + offset), bytes, PROT_READ | PROT_WRITE) != 0) {
    throw Error("out of memory: cannot commit " + std::to_string(bytes) + " bytes (" + std::strerror(errno) +
                ")");
  }
}

void Reservation::decommit(std::size_t offset, std::size_t bytes) {
  auto* const address = reinterpret_cast<void*>(begin_ + offset);
  madvise(address, bytes, MADV_DONTNEED);  // gives the pages back and makes the next use read zeros
  mprotect(address, bytes, PROT_NONE);
}

void Reservation::clear() { madvise(reinterpret_cast<void*>(begin_), size_, MADV_DONTNEED); }

}  // namespace simt
