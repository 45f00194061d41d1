// Particles: where their fields lie in each layout, how many there are, what they hold; and how the kernels
// are launched on them. Conversions (conversion.h) and updates (update.h) are made of these.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "aos_to_soa.h"
#include "lab/problem.h"

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

// Where costs are weighed, drawn as well: every block and chunk whole; and a number that no chunk divides.
int whole_blocks();
int ragged_number();

// Distinct values, so that a wrong one tells where it came from, exact for up to 2^20 particles; and any bits
// at all.
inline Fields distinct_fields(int n, const std::string& purpose) {
  return lab::distinct_floats(index_of(n, 0), purpose);
}
inline Fields random_bits(int n, const std::string& purpose) {
  return lab::floats_of_any_bits(index_of(n, 0), purpose);
}

// A step of motion. All positions, velocities and dt are multiples of 1/4 and small, and one particle in
// eight is scaled down by a power of two, so that x + vx * dt is exact: nvcc makes an FMA of it, which rounds
// once, the host and the SIMT machine round twice, and here neither has anything to round. No velocity is 0
// and dt is never 1, so that every mistake shows.
struct Motion {
  Fields fields;
  float dt = 0;

  float moved(int particle, int field) const;  // what it must be after the step
};

Motion random_motion(int n, const std::string& purpose);

// The contract's limit: below it even an offset in bytes fits into an int.
constexpr int kMostParticles = (1 << 26) - 1;
static_assert(std::numeric_limits<int>::max() / sizeof(Particle) >= kMostParticles);

// A block of 256 threads for every 256 particles; and "n = 33".
inline simt::LaunchShape launch_for(int n) { return lab::blocks_of(BLOCK, n); }
inline std::string size_text(int n) { return "n = " + std::to_string(n); }

// 67,108,608 particles, the most whole blocks that the contract allows, or half of 2^26 and so on where the
// GPU's memory is small: none is left over from the chunks and blocks, so that pitch is n.
int timed_particles();

// lab::expect_no_faults; a read of a place that belongs to no particle is told to be one. `all_written` makes
// the same launch with those places written.
bool expect_no_faults(const lab::LaunchResult& run, int n,
                      const std::function<lab::LaunchResult()>& all_written);

// No place that belongs to no particle was written.
bool expect_nobody_written(const lab::LaunchResult& run, const lab::Array<float>& array, Layout layout, int n,
                           const std::string& reason);

}  // namespace particles
