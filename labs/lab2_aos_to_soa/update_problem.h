// One step of motion to check, in any of the three layouts.
#pragma once

#include <cstdint>
#include <string>

#include "lab/buffer.h"
#include "lab/kernel.h"
#include "particle_data.h"

namespace particles {

// What a kernel finds at mass and charge: values, or memory that the machine takes for unwritten, so that a
// read of it is a fault.
enum class MassAndCharge { hold_values, are_unwritten };

class UpdateProblem {
 public:
  UpdateProblem(Layout layout, int n, MassAndCharge passive = MassAndCharge::hold_values);

  // The layout's kernel: the student's update_soa or update_aosoa, or the given update_aos.
  lab::LaunchResult run();

  // Every particle has moved by velocity * dt, to the bit, and nothing else has changed. Says what went wrong
  // and where, once.
  bool expect_moved(const lab::LaunchResult& run) const;

  // Neither mass nor charge was read; for a problem where they are unwritten. A store that changes them is
  // found by expect_moved, and one that does not must have read them.
  bool expect_left_alone(const lab::LaunchResult& run) const;

  const std::string& array() const { return array_.name(); }

 private:
  std::string diagnosis(int particle, int field, float found) const;
  bool expect_nobody_written(const lab::LaunchResult& run) const;

  Layout layout_;
  int n_ = 0;
  Motion motion_;
  lab::Buffer<float> array_;
};

}  // namespace particles
