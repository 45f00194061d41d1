// One conversion between AoS and SoA, or the given copy: particles in one layout, the launch, and the
// expected contents of the other. In a checked problem the particles' fields come from the host. In a timed
// one all moves run on the same two arrays, which hold arbitrary floats.
#pragma once

#include <cstdint>
#include <string>

#include "lab/problem.h"
#include "particles.h"

namespace particles {

enum class Move { to_soa, to_aos, copy };

class Conversion : public lab::Problem {
 public:
  // Checked. In a SoA that is read, the machine takes what belongs to no particle for unwritten, so that
  // reading it is a fault; unless `all_written`.
  Conversion(Move move, const Fields& fields, bool all_written = false);

  explicit Conversion(int n);  // timed

  lab::LaunchResult run() { return Problem::run(call(move_)); }

  // Every field of every particle is in its place, bit for bit, and was stored by the kernel. Places that
  // belong to no particle were not stored to. One failure says what went wrong and where.
  bool expect_converted(const lab::LaunchResult& run) const;

  // Tries more particles than 16 bits can count: all are converted, and there is no fault. Only the last
  // blocks run. If they leave particles wrong, all run, since a kernel may give its blocks others.
  static bool expect_many_converted(Move move, const std::string& purpose);

  // The launch qualifies for a check of costs: it has no faults, gives the right values, and accesses nothing
  // but the two arrays.
  bool expect_right(const lab::LaunchResult& run) const;

  // Every field passes through shared memory. Runs a separate launch, which must have no bank conflicts.
  bool expect_through_tile();

  // The launch has no fault.
  bool expect_safe(const lab::LaunchResult& run) const;

  const std::string& output() const { return move_ == Move::to_aos ? aos_.name() : soa_.name(); }
  Fields result() const;  // the fields as the output holds them now

  lab::TimedKernel timed(Move move, const std::string& name);

 private:
  Conversion(Move move, int n, const Fields& fields, const lab::Use& use);

  lab::Call call(Move move, std::uint64_t first_block = 0) const;
  lab::Call right(Move move) const;
  const float* in() const;
  float* out() const;

  // These describe field `index`: its place in the output, that place's name ("aos[3].y"), and whether the
  // kernel stored it.
  std::size_t place_of(std::size_t index) const;
  std::string name_of(std::size_t index) const;
  bool is_written(std::size_t index) const;
  float value_of(std::size_t index) const;
  std::string described(std::size_t wrong, float value) const;

  Move move_;
  int n_;
  Fields fields_;
  lab::Array<Particle> aos_;  // one of the two is read
  lab::Array<float> soa_;     // and the other written; also the copy's output
};

}  // namespace particles
