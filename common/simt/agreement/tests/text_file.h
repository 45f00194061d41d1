// A file of a test's own, gone with it.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "scratch.h"

namespace agreement_test {

class TextFile {
 public:
  explicit TextFile(const std::string& text) : path_(scratch::file(std::to_string(++count_))) {
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::remove(path_.c_str()); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  inline static int count_ = 0;
  std::string path_;
};

// Returns the words of what an action throws.
template <class Error, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace agreement_test
