#include "array_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace simt::remote {

MemoryFile::MemoryFile(const char* name, std::size_t bytes)
    : descriptor_(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  const auto fail = [&](const char* what) {
    const std::string why = std::strerror(errno);
    if (descriptor_ >= 0) close(descriptor_);
    throw Error(std::string("cannot make the memory of arrays (") + what + ": " + why + ")");
  };
  if (descriptor_ < 0) fail("memfd_create");
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("ftruncate");
  if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) fail("F_ADD_SEALS");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

SharedArrays::SharedArrays(std::size_t bytes)
    : bytes_(bytes),
      arrays_file_("simt arrays", bytes),
      written_file_("simt written", bytes),
      arrays_(arrays_file_.descriptor(), bytes),
      written_(written_file_.descriptor(), bytes) {}

}  // namespace simt::remote
