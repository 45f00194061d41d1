// One step of motion in any of the three layouts: the particles, the launch, and their expected positions
// afterwards.
#pragma once

#include <cstdint>
#include <string>

#include "lab/problem.h"
#include "particles.h"

namespace particles {

// The parts of an input that the machine takes for unwritten, so that reading them is a fault.
enum class Unwritten { nothing, places_of_nobody, mass_and_charge_too };

class Update : public lab::Problem {
 public:
  Update(Layout layout, int n, Unwritten unwritten = Unwritten::places_of_nobody);
  explicit Update(int n);  // timed, in any layout

  // Checked, of more particles than 16 bits can count: every one has moved, and there was no fault. Only the
  // last blocks run; all of them, if the last ones leave particles wrong, since a kernel may give its blocks
  // others.
  static bool expect_many_moved(Layout layout);

  // Checked: runs the layout's kernel, which is the student's update_soa or update_aosoa, or the given
  // update_aos.
  lab::LaunchResult run() { return Problem::run(call(layout_)); }

  // Checked: every particle has moved by velocity * dt, bit for bit, and nothing else has changed. One
  // failure says what went wrong and where.
  bool expect_moved(const lab::LaunchResult& run) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, leaves the right values, and
  // accesses nothing but the particles.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked: the launch has no fault.
  bool expect_safe(const lab::LaunchResult& run) const;

  // Checked, for a problem in which they are unwritten: neither mass nor charge was read. expect_moved finds
  // a store that changes them, and a store that does not must have read them.
  bool expect_left_alone(const lab::LaunchResult& run) const;

  const std::string& array() const { return array_.name(); }

  // Timed.
  lab::TimedKernel timed(Layout layout, const std::string& name);

  // Six floats read and three written per particle.
  std::uint64_t bytes() const override;

 private:
  Update(Layout layout, int n, Motion motion, const lab::Use& use);

  lab::Call call(Layout layout, std::uint64_t first_block = 0) const;
  bool is_right(std::size_t index) const;  // in Fields
  lab::Call right(Layout layout) const;
  std::size_t place_of(std::size_t index) const;
  std::string described(std::size_t wrong) const;

  Layout layout_;
  int n_;
  Motion motion_;
  lab::InOut<float> array_;
};

}  // namespace particles
