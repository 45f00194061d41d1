// Particles: where each layout keeps their fields, how many there are, what they hold, and how kernels are
// launched on them. Conversions (conversion.h) and updates (update.h) are built from these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "aos_to_soa.h"
#include "lab/problem.h"

namespace particles {

enum class Layout { aos, soa, aosoa };

// Field f of particle i is element i * FIELDS + f, whichever layout the kernel uses.
using Fields = std::vector<float>;

const char* field_name(int field);  // "vx"

std::size_t index_of(int particle, int field);  // in Fields

int pitch_of(int n);

// The index of a field in the layout's array of floats, and the number of floats in that array.
std::size_t place(Layout layout, int n, int particle, int field);
std::size_t floats_of(Layout layout, int n);

// The places of the layout's array that belong to no particle.
std::vector<std::size_t> places_of_nobody(Layout layout, int n);

// More than 16 bits can count, drawn from the session's seed. A checked launch runs only its last blocks:
// those from this particle on.
constexpr int kNumbersOf16Bits = 1 << 16;
constexpr std::uint64_t kBlockPast16Bits = kNumbersOf16Bits / BLOCK;
int long_number();

// `fields` in this layout. Places that belong to no particle hold -1.
std::vector<float> laid_out(Layout layout, const Fields& fields);
std::vector<Particle> as_particles(const Fields& fields);

// A single particle, one less and one more than each chunk and block, and some drawn from the session's seed.
std::vector<int> sizes();

// Numbers at which costs are checked, also drawn: all blocks and chunks whole; and not a multiple of a chunk.
int whole_blocks();
int ragged_number();

// A number whose times are predicted, also drawn: all whole, and several waves of blocks.
int modelled_number();

// Distinct values, so that a wrong one reveals where it came from, exact for up to 2^20 particles; and
// arbitrary bits.
inline Fields distinct_fields(int n, const std::string& purpose) {
  return lab::distinct_floats(index_of(n, 0), purpose);
}

// Returns the same, but 0 for particles before `first`.
Fields distinct_fields_from(int first, int n, const std::string& purpose);

inline Fields random_bits(int n, const std::string& purpose) {
  return lab::floats_of_any_bits(index_of(n, 0), purpose);
}

// A step of motion. All positions and velocities are small multiples of 1/4, dt is one of 1/64, and one
// particle in eight is scaled down by a power of two, so x + vx * dt is exact. nvcc makes an FMA of it, which
// rounds once; the host and the SIMT machine round twice. Here neither has anything to round, but 1 / dt
// does. No velocity is 0 and dt is never 1, so that every mistake shows.
struct Motion {
  Fields fields;
  float dt = 0;

  float moved(int particle, int field) const;  // the value after the step
};

// Particles before `first` lie still at 0.
Motion random_motion(int n, const std::string& purpose, int first = 0);

// The contract's limit: below it even an offset in bytes fits into an int.
constexpr int kMostParticles = (1 << 26) - 1;
static_assert(std::numeric_limits<int>::max() / sizeof(Particle) >= kMostParticles);

// A block of 256 threads for every 256 particles; and "n = 33".
// `first_block`: the machine leaves out those before it.
inline simt::LaunchShape launch_for(int n, std::uint64_t first_block = 0) {
  simt::LaunchShape shape = lab::blocks_of(BLOCK, n);
  shape.first_block = first_block;
  return shape;
}
inline std::string size_text(int n) { return "n = " + std::to_string(n); }

// 67,108,608 particles, the most whole blocks that the contract allows, or half of 2^26 and so on where the
// GPU's memory is small: none is left over from the chunks and blocks, so that pitch is n.
int timed_particles();

// lab::expect_no_faults, whose message says if a place that belongs to no particle was read. `all_written`
// repeats the launch with those places written.
bool expect_no_faults(const lab::LaunchResult& run, int n,
                      const std::function<lab::LaunchResult()>& all_written);

// Expects that no place was written that belongs to no particle.
bool expect_nobody_written(const lab::LaunchResult& run, const lab::Array<float>& array, Layout layout, int n,
                           const std::string& reason);

}  // namespace particles
