#include "timed_layouts.h"

#include <array>
#include <cstdint>

#include "aos_to_soa.h"
#include "given_kernels.h"
#include "launches.h"

namespace particles {
namespace {

using lab::DeviceArray;
using lab::From;
using lab::TimedKernel;

constexpr int kMost = 1 << 26;  // 2 GiB an array
constexpr std::size_t kArrays = 2;
constexpr std::size_t kAxes = 3;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

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

}  // namespace

int timed_particles() { return static_cast<int>(lab::that_fit(kMost, kArrays * FIELDS * sizeof(float))); }

TimedConversions::TimedConversions(int n)
    : n_(n), in_("in", count(n) * FIELDS), out_("out", count(n) * FIELDS) {}

TimedKernel TimedConversions::to_soa() {
  const auto launch = [this] {
    lab::Kernel<decltype(aos_to_soa)>("aos_to_soa")
        .enqueue(launch_for(n_), reinterpret_cast<const Particle*>(in_.device()), out_.device(), n_, n_);
  };
  return timed("aos_to_soa", From::student, launch,
               [this] { return lab::transposed_differences(by_field(out_), by_particle(in_)); });
}

TimedKernel TimedConversions::to_aos() {
  const auto launch = [this] {
    lab::Kernel<decltype(soa_to_aos)>("soa_to_aos")
        .enqueue(launch_for(n_), in_.device(), reinterpret_cast<Particle*>(out_.device()), n_, n_);
  };
  return timed("soa_to_aos", From::student, launch,
               [this] { return lab::transposed_differences(by_particle(out_), by_field(in_)); });
}

TimedKernel TimedConversions::copy() {
  const auto launch = [this] {
    lab::Kernel<decltype(copy_particles)>("copy_particles", From::given)
        .enqueue(launch_for(n_), in_.device(), out_.device(), n_);
  };
  return timed("the copy", From::given, launch, [this] { return lab::differences(out_, in_); });
}

lab::DeviceMatrix TimedConversions::by_particle(const DeviceArray<float>& array) const {
  return {array, count(n_), FIELDS, FIELDS};
}

lab::DeviceMatrix TimedConversions::by_field(const DeviceArray<float>& array) const {
  return {array, FIELDS, count(n_), count(n_)};
}

TimedKernel TimedConversions::timed(const char* name, From from, const std::function<void()>& launch,
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

TimedUpdates::TimedUpdates(int n)
    : n_(n),
      dt_(drawn_dt()),
      array_("particles", count(n) * FIELDS),
      expected_("expected", count(n) * FIELDS) {}

TimedKernel TimedUpdates::aos() {
  return timed("the AoS update", From::given, Layout::aos, [this] {
    lab::Kernel<decltype(update_aos)>("update_aos", From::given)
        .enqueue(launch_for(n_), reinterpret_cast<Particle*>(array_.device()), n_, dt_);
  });
}

TimedKernel TimedUpdates::soa() {
  return timed("update_soa", From::student, Layout::soa, [this] {
    lab::Kernel<decltype(update_soa)>("update_soa").enqueue(launch_for(n_), array_.device(), n_, n_, dt_);
  });
}

TimedKernel TimedUpdates::aosoa() {
  return timed("update_aosoa", From::student, Layout::aosoa, [this] {
    lab::Kernel<decltype(update_aosoa)>("update_aosoa").enqueue(launch_for(n_), array_.device(), n_, dt_);
  });
}

// The array is its own output: what an earlier run left is no answer to freshly drawn particles.
TimedKernel TimedUpdates::timed(const char* name, From from, Layout layout,
                                const std::function<void()>& launch) {
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

}  // namespace particles
