// Which files are the machine's own: what they do for a kernel belongs to the kernel's line.
#pragma once

#include <string>

namespace simt {

inline bool is_machine_header(const std::string& file) {
  const auto slash = file.rfind('/');
  return file.compare(slash + 1, 5, "simt_") == 0 && file.size() > 2 &&
         file.compare(file.size() - 2, 2, ".h") == 0;
}

}  // namespace simt
