#include "conversion_problem.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <utility>

#include "given_kernels.h"
#include "lab/expectations.h"
#include "launches.h"

namespace particles {
namespace {

int count(const Fields& fields) { return static_cast<int>(fields.size()) / FIELDS; }

// What a conversion left at one place.
struct Found {
  std::string name;  // "aos[3].y"
  bool is_written = false;
};

// Equal as numbers, or both no numbers at all: only arithmetic makes one of the other.
bool differ_in_bits_alone(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string diagnosis(const Fields& fields, std::size_t index, float value, const Found& found) {
  if (!found.is_written) return "was never written";
  if (differ_in_bits_alone(fields[index], value)) {
    return "holds other bits of the same number, or of another NaN: it went through arithmetic";
  }
  const auto source = std::find_if(fields.begin(), fields.end(), [&](const float& other) {
    return std::memcmp(&other, &value, sizeof value) == 0;
  });
  if (source == fields.end()) return "holds a value that no field of any particle has";
  const int place = static_cast<int>(source - fields.begin());
  return std::string("holds ") + field_name(place % FIELDS) + " of particle " +
         std::to_string(place / FIELDS);
}

// Compares what lies there with the particles, field by field.
bool expect_fields(const lab::LaunchResult& run, const std::string& array, const Fields& fields,
                   const Fields& result, const std::function<Found(int, int)>& found) {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const int particle = static_cast<int>(i) / FIELDS;
    const bool right = std::memcmp(&result[i], &fields[i], sizeof(float)) == 0 &&
                       found(particle, static_cast<int>(i) % FIELDS).is_written;
    if (!right && wrong++ == 0) first = i;
  }
  if (wrong == 0) return true;
  const int particle = static_cast<int>(first) / FIELDS;
  const int field = static_cast<int>(first) % FIELDS;
  const Found at = found(particle, field);
  lab::fail_values(run, array, {wrong, fields.size(), "field"},
                   at.name + ", which " + diagnosis(fields, first, result[first], at) + "\n  it must hold " +
                       field_name(field) + " of particle " + std::to_string(particle) + ", bit for bit");
  return false;
}

}  // namespace

ToSoa::ToSoa(Fields fields)
    : n_(count(fields)),
      fields_(std::move(fields)),
      aos_("aos", as_particles(fields_)),
      soa_("soa", floats_of(Layout::soa, n_)) {}

lab::LaunchResult ToSoa::run() {
  const lab::Kernel<decltype(aos_to_soa)> kernel("aos_to_soa");
  return kernel.run(size_text(n_), launch_for(n_), aos_.device(), soa_.device(), n_, pitch_of(n_));
}

Fields ToSoa::result() const {
  Fields result(fields_.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const int particle = static_cast<int>(i) / FIELDS;
    const std::size_t at = place(Layout::soa, n_, particle, static_cast<int>(i) % FIELDS);
    const float value = soa_[at];
    std::memcpy(&result[i], &value, sizeof value);
  }
  return result;
}

bool ToSoa::expect_converted(const lab::LaunchResult& run) const {
  const auto found = [&](int particle, int field) {
    const std::size_t at = place(Layout::soa, n_, particle, field);
    return Found{"soa[" + std::to_string(at) + "]", soa_.is_written(at)};
  };
  if (!expect_fields(run, "soa", fields_, result(), found)) return false;
  for (const std::size_t at : places_of_nobody(Layout::soa, n_)) {
    if (!soa_.is_written(at)) continue;
    lab::fail_at(run, lab::line_that_stores(run, "soa"),
                 "soa[" + std::to_string(at) +
                     "] was written, which belongs to no particle\n  each row has " +
                     std::to_string(pitch_of(n_)) + " elements (pitch), of which the first " +
                     std::to_string(n_) + " (n) are particles");
    return false;
  }
  return true;
}

// What belongs to no particle is unwritten, as far as the machine knows, so that reading it is a fault.
ToAos::ToAos(Fields fields)
    : n_(count(fields)),
      fields_(std::move(fields)),
      soa_("soa", laid_out(Layout::soa, fields_)),
      aos_("aos", static_cast<std::size_t>(n_)) {
  for (const std::size_t at : places_of_nobody(Layout::soa, n_)) soa_.take_back(at, 1);
}

lab::LaunchResult ToAos::run() {
  const lab::Kernel<decltype(soa_to_aos)> kernel("soa_to_aos");
  return kernel.run(size_text(n_), launch_for(n_), soa_.device(), aos_.device(), n_, pitch_of(n_));
}

Fields ToAos::result() const {
  Fields result(fields_.size());
  for (std::size_t i = 0; i < aos_.size(); ++i) {
    const Particle particle = aos_[i];
    std::memcpy(&result[i * FIELDS], &particle, sizeof particle);
  }
  return result;
}

bool ToAos::expect_converted(const lab::LaunchResult& run) const {
  const auto found = [&](int particle, int field) {
    const auto i = static_cast<std::size_t>(particle);
    return Found{"aos[" + std::to_string(i) + "]." + field_name(field), aos_.is_written(i)};
  };
  return expect_fields(run, "aos", fields_, result(), found);
}

lab::LaunchResult run_copy(int n) {
  const lab::Buffer<float> in("in", distinct_fields(n, "copy"));
  lab::Buffer<float> out("out", in.size());
  const lab::Kernel<decltype(copy_particles)> kernel("copy_particles", lab::From::given);
  return kernel.run(size_text(n), launch_for(n), in.device(), out.device(), n);
}

}  // namespace particles
