// One conversion between AoS and SoA, or the given copy: particles in one layout, the launch, and what must
// lie in the other. Checked, the particles' fields come from the host; timed, all moves run on the same two
// arrays, whose words are any floats.
#pragma once

#include <string>

#include "lab/problem.h"
#include "particles.h"

namespace particles {

enum class Move { to_soa, to_aos, copy };

class Conversion : public lab::Problem {
 public:
  // Checked. Of a SoA that is read, what belongs to no particle is unwritten, as far as the machine knows, so
  // that reading it is a fault; unless all of it is written.
  Conversion(Move move, const Fields& fields, bool all_written = false);

  explicit Conversion(int n);  // timed

  lab::LaunchResult run() { return Problem::run(call(move_)); }

  // Every field of every particle is at its place, bit for bit, and was stored by the kernel; the places that
  // are nobody's were not. Says what went wrong and where, once.
  bool expect_converted(const lab::LaunchResult& run) const;

  // What a check of costs may weigh: a launch without faults, with the right values, that reads and writes
  // nothing but the two arrays.
  bool expect_right(const lab::LaunchResult& run) const;

  // Every field passes through shared memory, in a launch of its own without bank conflicts.
  bool expect_through_tile();

  // No fault of the launch.
  bool expect_safe(const lab::LaunchResult& run) const;

  const std::string& output() const { return move_ == Move::to_aos ? aos_.name() : soa_.name(); }
  Fields result() const;  // what lies at the particles' places now

  lab::TimedKernel timed(Move move, const std::string& name);

 private:
  Conversion(Move move, int n, const Fields& fields, const lab::Use& use);

  lab::Call call(Move move) const;
  lab::Call right(Move move) const;
  const float* in() const;
  float* out() const;

  // Of field `index`: where the output keeps it ("aos[3].y"), and whether the kernel stored it.
  std::size_t place_of(std::size_t index) const;
  std::string name_of(std::size_t index) const;
  bool is_written(std::size_t index) const;
  std::string described(std::size_t wrong, float value) const;

  Move move_;
  int n_;
  Fields fields_;
  lab::Array<Particle> aos_;  // of which one is read
  lab::Array<float> soa_;     // and the other written; the copy's output as well
};

}  // namespace particles
