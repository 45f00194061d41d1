// One step of motion, in any of the three layouts: the particles, the launch, and where they must be
// afterwards.
#pragma once

#include <string>

#include "lab/problem.h"
#include "particles.h"

namespace particles {

// What the machine takes for unwritten, so that a read of it is a fault.
enum class Unwritten { nothing, places_of_nobody, mass_and_charge_too };

class Update : public lab::Problem {
 public:
  Update(Layout layout, int n, Unwritten unwritten = Unwritten::places_of_nobody);
  explicit Update(int n);  // timed, in any layout

  // Checked: the layout's kernel, the student's update_soa or update_aosoa, or the given update_aos.
  lab::LaunchResult run() { return Problem::run(call(layout_)); }

  // Checked: every particle has moved by velocity * dt, to the bit, and nothing else has changed. Says what
  // went wrong and where, once.
  bool expect_moved(const lab::LaunchResult& run) const;

  // Checked: what a check of costs may weigh, which is a launch without faults that leaves the right values
  // and reads and writes nothing but the particles.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked: no fault of the launch.
  bool expect_safe(const lab::LaunchResult& run) const;

  // Checked: neither mass nor charge was read; for a problem where they are unwritten. A store that changes
  // them is found by expect_moved, and one that does not must have read them.
  bool expect_left_alone(const lab::LaunchResult& run) const;

  const std::string& array() const { return array_.name(); }

  // Timed.
  lab::TimedKernel timed(Layout layout, const std::string& name);

  // Of a particle six floats read and three written.
  std::uint64_t bytes() const override;

 private:
  Update(Layout layout, int n, Motion motion, const lab::Use& use);

  lab::Call call(Layout layout) const;
  lab::Call right(Layout layout) const;
  std::size_t place_of(std::size_t index) const;
  std::string described(std::size_t wrong) const;

  Layout layout_;
  int n_;
  Motion motion_;
  lab::InOut<float> array_;
};

}  // namespace particles
