#include "measured_layouts.h"

#include <array>
#include <cstdint>
#include <string>

#include "given_kernels.h"
#include "lab/device_array.h"
#include "lab/measure.h"
#include "launches.h"

namespace particles {
namespace {

using lab::Comparison;
using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

constexpr int kMost = 1 << 26;  // 2 GiB an array; a multiple of every chunk and block, as are its halves
constexpr std::size_t kParticleBytes = FIELDS * sizeof(float);
constexpr std::size_t kAxes = 3;

int particles_that_fit(std::size_t arrays) {
  return static_cast<int>(lab::that_fit(kMost, arrays * kParticleBytes));
}

// Two arrays of particles, and what is timed between them. No particle is left over, so that pitch is n.
class TimedConversions {
 public:
  explicit TimedConversions(int n) : n_(n), in_("in", floats()), out_("out", floats()) {}

  TimedKernel to_soa() {
    const auto launch = [this] {
      lab::Kernel<decltype(aos_to_soa)>("aos_to_soa")
          .enqueue(launch_for(n_), reinterpret_cast<const Particle*>(in_.device()), out_.device(), n_, n_);
    };
    return timed("aos_to_soa", From::student, launch,
                 [this] { return lab::transposed_differences(by_field(out_), by_particle(in_)); });
  }

  TimedKernel to_aos() {
    const auto launch = [this] {
      lab::Kernel<decltype(soa_to_aos)>("soa_to_aos")
          .enqueue(launch_for(n_), in_.device(), reinterpret_cast<Particle*>(out_.device()), n_, n_);
    };
    return timed("soa_to_aos", From::student, launch,
                 [this] { return lab::transposed_differences(by_particle(out_), by_field(in_)); });
  }

  TimedKernel copy() {
    const auto launch = [this] {
      lab::Kernel<decltype(copy_particles)>("copy_particles", From::given)
          .enqueue(launch_for(n_), in_.device(), out_.device(), n_);
    };
    return timed("the copy", From::given, launch, [this] { return lab::differences(out_, in_); });
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(n_); }
  std::size_t floats() const { return count() * FIELDS; }

  lab::DeviceMatrix by_particle(const DeviceArray<float>& array) const {
    return {array, count(), FIELDS, FIELDS};
  }
  lab::DeviceMatrix by_field(const DeviceArray<float>& array) const {
    return {array, FIELDS, count(), count()};
  }

  TimedKernel timed(const char* name, From from, const std::function<void()>& launch,
                    const std::function<std::string()>& wrong) {
    const auto prepare = [this](std::uint64_t seed) {
      lab::fill(in_, seed);
      out_.poison();
    };
    // Filled again: the kernel may have written to its input.
    const auto verify = [this, wrong](std::uint64_t seed) {
      lab::fill(in_, seed);
      return wrong();
    };
    return {name, from, 2.0 * static_cast<double>(in_.bytes()), prepare, launch, verify};
  }

  int n_ = 0;
  DeviceArray<float> in_;
  DeviceArray<float> out_;
};

// Where a layout keeps the three floats of positions, and how far ahead of each its velocity.
struct Positions {
  lab::Runs runs;
  std::size_t ahead = 0;
};

Positions positions_in(Layout layout, std::size_t n) {
  if (layout == Layout::soa) return {{kAxes * n, kAxes * n, FIELDS * n}, kAxes * n};
  if (layout == Layout::aosoa)
    return {{kAxes * n, kAxes * CHUNK, std::size_t{FIELDS} * CHUNK}, kAxes * CHUNK};
  return {{kAxes * n, kAxes, FIELDS}, kAxes};
}

// A power of two, so that velocity * dt is exact: then FMA and two operations round the sum alike.
float drawn_dt() {
  constexpr std::array<float, 4> kTimes{0.125F, 0.25F, 0.5F, 2.0F};
  return kTimes.at(lab::Session::current().random("dt, measured")() % kTimes.size());
}

// One array of particles, moved where it lies, and what must become of it.
class TimedUpdates {
 public:
  explicit TimedUpdates(int n) : n_(n), array_("particles", floats()), expected_("expected", floats()) {}

  TimedKernel soa() {
    return timed("update_soa", From::student, Layout::soa, [this] {
      lab::Kernel<decltype(update_soa)>("update_soa").enqueue(launch_for(n_), array_.device(), n_, n_, dt_);
    });
  }

  TimedKernel aosoa() {
    return timed("update_aosoa", From::student, Layout::aosoa, [this] {
      lab::Kernel<decltype(update_aosoa)>("update_aosoa").enqueue(launch_for(n_), array_.device(), n_, dt_);
    });
  }

  TimedKernel aos() {
    return timed("the AoS update", From::given, Layout::aos, [this] {
      lab::Kernel<decltype(update_aos)>("update_aos", From::given)
          .enqueue(launch_for(n_), reinterpret_cast<Particle*>(array_.device()), n_, dt_);
    });
  }

 private:
  std::size_t floats() const { return static_cast<std::size_t>(n_) * FIELDS; }

  // The array is its own output: what an earlier run left is no answer to freshly drawn particles.
  TimedKernel timed(const char* name, From from, Layout layout, const std::function<void()>& launch) {
    constexpr double kFloatsMoved = 3 * kAxes;  // of a particle: six read, three written
    const auto prepare = [this](std::uint64_t seed) { lab::fill(array_, seed); };
    const auto verify = [this, layout](std::uint64_t seed) {
      lab::fill(expected_, seed);
      const Positions positions = positions_in(layout, static_cast<std::size_t>(n_));
      lab::add_scaled(expected_, positions.runs, positions.ahead, dt_);
      return lab::differences(array_, expected_);
    };
    return {name, from, kFloatsMoved * sizeof(float) * n_, prepare, launch, verify};
  }

  int n_ = 0;
  float dt_ = drawn_dt();
  DeviceArray<float> array_;
  DeviceArray<float> expected_;
};

void expect_ratio(int n, const TimedKernel& mine, const TimedKernel& theirs, double required) {
  lab::measure({size_text(n), {mine, theirs}, {{mine.name, theirs.name, Comparison::at_least, required}}});
}

}  // namespace

void expect_measured_to_soa(double part) {
  const int n = particles_that_fit(2);
  TimedConversions conversions(n);
  expect_ratio(n, conversions.to_soa(), conversions.copy(), part);
}

void expect_measured_to_aos(double part) {
  const int n = particles_that_fit(2);
  TimedConversions conversions(n);
  expect_ratio(n, conversions.to_aos(), conversions.copy(), part);
}

void expect_measured_update(Layout layout, double times) {
  const int n = particles_that_fit(2);
  TimedUpdates updates(n);
  expect_ratio(n, layout == Layout::soa ? updates.soa() : updates.aosoa(), updates.aos(), times);
}

}  // namespace particles
