#include "system/temporary_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace simtcc {
namespace {

// Tells this computer, since it was last started, from others that use the same folder.
std::string boot() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  return id.size() < 8 ? "00000000" : id.substr(0, 8);
}

// When this process began, in ticks since boot, for process ids are reused; 0 where there is no /proc.
std::string start() {
  std::string text;
  std::getline(std::ifstream("/proc/self/stat"), text);
  // The fields follow the program's name, which may contain anything: the state is field 3, the time field
  // 22.
  const std::size_t name_ends = text.rfind(')');
  if (name_ends == std::string::npos) return "0";
  std::istringstream fields(text.substr(name_ends + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) fields >> field;
  return field.empty() ? "0" : field;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char* const parent = std::getenv("TMPDIR");
  path_ = std::string(parent == nullptr ? "/tmp" : parent) + "/simtcc-" + boot() + "-" +
          std::to_string(getpid()) + "-" + start() + "-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder " + path_);
  lock_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) static_cast<void>(flock(lock_, LOCK_EX | LOCK_NB));  // some file systems know no locks
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace simtcc
