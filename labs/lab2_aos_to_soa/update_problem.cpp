#include "update_problem.h"

#include <cstring>

#include "given_kernels.h"
#include "lab/expectations.h"
#include "launches.h"

namespace particles {
namespace {

constexpr int kAxes = 3;
constexpr int kMass = 6;  // and charge behind it

const char* array_name(Layout layout) {
  switch (layout) {
    case Layout::aos:
      return "particles";
    case Layout::soa:
      return "soa";
    case Layout::aosoa:
      return "chunks";
  }
  return "";
}

}  // namespace

UpdateProblem::UpdateProblem(Layout layout, int n, MassAndCharge passive)
    : layout_(layout),
      n_(n),
      motion_(random_motion(n, std::string("motion of ") + array_name(layout))),
      array_(array_name(layout), laid_out(layout, motion_.fields)) {
  for (const std::size_t at : places_of_nobody(layout, n)) array_.take_back(at, 1);
  if (passive == MassAndCharge::hold_values) return;
  for (int i = 0; i < n; ++i) {
    for (int field = kMass; field < FIELDS; ++field) array_.take_back(place(layout, n, i, field), 1);
  }
}

lab::LaunchResult UpdateProblem::run() {
  const simt::LaunchShape launch = launch_for(n_);
  float* const array = array_.device();
  if (layout_ == Layout::soa) {
    const lab::Kernel<decltype(update_soa)> kernel("update_soa");
    return kernel.run(size_text(n_), launch, array, n_, pitch_of(n_), motion_.dt);
  }
  if (layout_ == Layout::aosoa) {
    const lab::Kernel<decltype(update_aosoa)> kernel("update_aosoa");
    return kernel.run(size_text(n_), launch, array, n_, motion_.dt);
  }
  const lab::Kernel<decltype(update_aos)> kernel("update_aos", lab::From::given);
  return kernel.run(size_text(n_), launch, reinterpret_cast<Particle*>(array), n_, motion_.dt);
}

// The likely mistakes, told by the value that they leave.
std::string UpdateProblem::diagnosis(int particle, int field, float found) const {
  const float before = motion_.fields[index_of(particle, field)];
  if (field >= kAxes) {
    return std::string("has changed; an update changes nothing but x, y and z") +
           (field < kMass ? ": velocities stay as they are" : "");
  }
  const float velocity = motion_.fields[index_of(particle, field + kAxes)];
  if (found == before) return "was not updated: it holds what it held before";
  if (found == before + velocity) return "moved by the velocity itself: dt is missing";
  if (found == before + 2 * velocity * motion_.dt) return "moved twice";
  if (found == velocity * motion_.dt) return "holds velocity * dt alone: the old position is missing";
  for (int other = 0; other < FIELDS; ++other) {
    if (found == before + motion_.fields[index_of(particle, other)] * motion_.dt) {
      return std::string("moved by ") + field_name(other) + " * dt";
    }
  }
  return "holds neither the old position nor one that this particle's velocity leads to";
}

bool UpdateProblem::expect_moved(const lab::LaunchResult& run) const {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < motion_.fields.size(); ++i) {
    const int particle = static_cast<int>(i) / FIELDS;
    const int field = static_cast<int>(i) % FIELDS;
    const float found = array_[place(layout_, n_, particle, field)];
    const float expected = motion_.moved(particle, field);
    if (std::memcmp(&found, &expected, sizeof found) != 0 && wrong++ == 0) first = i;
  }
  if (wrong == 0) return expect_nobody_written(run);
  const int particle = static_cast<int>(first) / FIELDS;
  const int field = static_cast<int>(first) % FIELDS;
  const std::size_t at = place(layout_, n_, particle, field);
  lab::fail_values(run, array(), {wrong, motion_.fields.size(), "field"},
                   array() + "[" + std::to_string(at) + "], " + field_name(field) + " of particle " +
                       std::to_string(particle) + ", which " + diagnosis(particle, field, array_[at]));
  return false;
}

bool UpdateProblem::expect_nobody_written(const lab::LaunchResult& run) const {
  for (const std::size_t at : places_of_nobody(layout_, n_)) {
    if (!array_.is_written(at)) continue;
    lab::fail_at(run, lab::line_that_stores(run, array()),
                 array() + "[" + std::to_string(at) +
                     "] was written, which belongs to no particle: the last one is particle " +
                     std::to_string(n_ - 1));
    return false;
  }
  return true;
}

bool UpdateProblem::expect_left_alone(const lab::LaunchResult& run) const {
  for (const simt::Fault& fault : run.report.faults) {
    if (fault.kind != simt::FaultKind::uninitialized_read) continue;
    lab::fail_at(run, fault.where,
                 "line " + std::to_string(fault.where.line) + " reads mass or charge, " +
                     std::to_string(fault.count) + (fault.count == 1 ? " time" : " times") +
                     ": bytes from DRAM for nothing\n  the update has no business with mass and charge");
    return false;
  }
  return true;
}

}  // namespace particles
