// One conversion to check: particles in one layout, the launch, and what must lie in the other.
#pragma once

#include "lab/buffer.h"
#include "lab/kernel.h"
#include "particle_data.h"

namespace particles {

class ToSoa {
 public:
  explicit ToSoa(Fields fields);

  lab::LaunchResult run();

  // Every field of every particle is at its place, bit for bit, and was stored by the kernel; the places that
  // are nobody's were not. Says what went wrong and where, once.
  bool expect_converted(const lab::LaunchResult& run) const;

  Fields result() const;  // what lies at the particles' places now

 private:
  int n_ = 0;
  Fields fields_;
  lab::Buffer<Particle> aos_;
  lab::Buffer<float> soa_;
};

class ToAos {
 public:
  explicit ToAos(Fields fields);

  lab::LaunchResult run();
  bool expect_converted(const lab::LaunchResult& run) const;
  Fields result() const;

 private:
  int n_ = 0;
  Fields fields_;
  lab::Buffer<float> soa_;
  lab::Buffer<Particle> aos_;
};

// The given copy of n particles: the best case of a conversion.
lab::LaunchResult run_copy(int n);

}  // namespace particles
