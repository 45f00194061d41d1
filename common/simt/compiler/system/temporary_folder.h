// A folder for what a compilation writes on its way, removed with all that is in it.
//
// It is called simtcc-BOOT-PID-START-xxxxxx and locked by its process: after a kill -9 the next command of
// the grader knows from the name that its owner is gone, and removes it (grader/core/temporary.py).
#pragma once

#include <string>

namespace simtcc {

class TemporaryFolder {
 public:
  TemporaryFolder();  // in TMPDIR, or else /tmp; throws std::runtime_error
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace simtcc
