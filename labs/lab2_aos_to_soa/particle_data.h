// Particles to check with: where their fields lie in each layout, how many there are, what they hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "aos_to_soa.h"

namespace particles {

enum class Layout { aos, soa, aosoa };

// Field f of particle i is element i * FIELDS + f, whatever layout a kernel keeps it in.
using Fields = std::vector<float>;

const char* field_name(int field);  // "vx"

std::size_t index_of(int particle, int field);  // in Fields

int pitch_of(int n);

// Where a field lies in the layout's array of floats, and how many floats that array has.
std::size_t place(Layout layout, int n, int particle, int field);
std::size_t floats_of(Layout layout, int n);

// The places of the layout's array that belong to no particle.
std::vector<std::size_t> places_of_nobody(Layout layout, int n);

// `fields` laid out so. What belongs to no particle holds -1.
std::vector<float> laid_out(Layout layout, const Fields& fields);
std::vector<Particle> as_particles(const Fields& fields);

// A single particle, one below and above each chunk and block, and some drawn from the session's seed.
std::vector<int> sizes();

// Distinct values in random order, so that a wrong one tells where it came from; none is whole, so that an
// integer tile is noticed. Exact for up to 2^20 particles.
Fields distinct_fields(int n, const std::string& purpose);

// Any bits at all: NaNs, infinities, denormal numbers, -0.
Fields random_bits(int n, const std::string& purpose);

// A step of motion. All positions, velocities and dt are multiples of 1/4 and small, so that x + vx * dt is
// exact: nvcc makes an FMA of it, which rounds once, the host and the SIMT machine round twice, and here
// neither has anything to round. No velocity is 0 and dt is never 1, so that every mistake shows.
struct Motion {
  Fields fields;
  float dt = 0;

  float moved(int particle, int field) const;  // what it must be after the step
};

Motion random_motion(int n, const std::string& purpose);

}  // namespace particles
