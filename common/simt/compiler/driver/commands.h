// The commands that a program's compilation consists of: each is shown where -v or --dryrun asks for it, in nvcc's form.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

class Commands {
 public:
  // shows: on standard error. runs: false, none is run, and each counts as done.
  Commands(bool shows, bool runs) : shows_(shows), runs_(runs) {}

  // Returns the command's exit status; -1: a signal ended it. errors: gets what it wrote on standard error, which then is not shown.
  int run(const std::vector<std::string>& words, std::string* errors = nullptr) const;
  bool are_run() const { return runs_; }

  // "#$ NAME=value": what nvcc says of its settings. CMake reads PATH, TOP, LIBRARIES and INCLUDES.
  static void show_setting(const std::string& name, const std::string& value);

 private:
  bool shows_;
  bool runs_;
};

// The word in quotation marks, as nvcc shows it.
std::string quoted(const std::string& word);

}  // namespace simtcc
