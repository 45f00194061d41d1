// One run of a lab's test program: which module is checked, on which machine, from which seed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "simt/machine.h"

namespace lab {

struct SessionOptions {
  std::string lab;         // "lab4"
  std::string module;      // the kernels to check: path of a .so
  std::string given;       // the kernels that the lab gives: path of a .so; empty when it gives none
  std::uint64_t seed = 0;  // of all that is drawn at random
};

class Session {
 public:
  // Throws simt::Error when a module cannot be loaded.
  explicit Session(SessionOptions options);

  // The session of this program; it lives from the start of main() to its end.
  static Session& current();

  const SessionOptions& options() const { return options_; }
  const simt::Module& student() const { return student_; }
  const simt::Module& given() const { return *given_; }
  simt::Machine& machine() { return machine_; }

  // Kernels that ran into the time limit: it is met once, not once a check.
  std::map<std::string, simt::Fault>& endless_kernels() { return endless_kernels_; }

  // A generator for one purpose: the same seed and purpose give the same numbers, whatever ran before.
  std::mt19937_64 random(const std::string& purpose) const;

 private:
  SessionOptions options_;
  simt::Module student_;
  std::optional<simt::Module> given_;
  simt::Machine machine_;
  std::map<std::string, simt::Fault> endless_kernels_;
};

}  // namespace lab
