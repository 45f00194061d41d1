#include "update.h"

#include <array>
#include <cmath>
#include <cstring>

#include "lab/expectations.h"
#include "lab/values.h"
#include "simt/words.h"

namespace particles {
namespace {

constexpr int kAxes = 3;
constexpr int kMass = 6;  // and charge behind it

const char* array_name(Layout layout) {
  return layout == Layout::aos ? "particles" : layout == Layout::soa ? "soa" : "chunks";
}

// A power of two, so that velocity * dt is exact: then FMA and two operations round the sum alike.
float drawn_dt() {
  constexpr std::array<float, 4> kTimes{0.125F, 0.25F, 0.5F, 2.0F};
  return kTimes.at(lab::Session::current().random("dt, measured")() % kTimes.size());
}

// The likely mistakes, told by the value that they leave in a field of a particle.
std::string diagnosis(const Motion& motion, int particle, int field, float found) {
  const float before = motion.fields[index_of(particle, field)];
  if (field >= kAxes) {
    return std::string("has changed; an update changes nothing but x, y and z") +
           (field < kMass ? ": velocities stay as they are" : "");
  }
  const float velocity = motion.fields[index_of(particle, field + kAxes)];
  const float right = motion.moved(particle, field);
  if (found == before) return "was not updated: it holds what it held before";
  if (found == before + velocity) return "moved by the velocity itself: dt is missing";
  if (found == before + 2 * velocity * motion.dt) return "moved twice";
  if (found == velocity * motion.dt) return "holds velocity * dt alone: the old position is missing";
  for (int other = 0; other < FIELDS; ++other) {
    if (found == before + motion.fields[index_of(particle, other)] * motion.dt) {
      return std::string("moved by ") + field_name(other) + " * dt";
    }
  }
  constexpr float kFewRoundings = 1e-6F;
  if (std::abs(found - right) <= kFewRoundings * (std::abs(before) + std::abs(velocity * motion.dt))) {
    return "is rounded where " + std::string(field_name(field)) + " + " + field_name(field + kAxes) +
           " * dt is exact: multiply by dt itself, since 1 / dt is rounded already";
  }
  return "holds neither the old position nor one that this particle's velocity leads to";
}

}  // namespace

Update::Update(Layout layout, int n, Motion motion, const lab::Use& use)
    : Problem(use, size_text(n)),
      layout_(layout),
      n_(n),
      motion_(std::move(motion)),
      array_(*this, array_name(layout), floats_of(layout, n),
             [&] { return laid_out(layout, motion_.fields); }) {}

Update::Update(Layout layout, int n, Unwritten unwritten)
    : Update(layout, n, random_motion(n, std::string("motion of ") + array_name(layout)),
             lab::checked("update")) {
  if (unwritten == Unwritten::nothing) return;
  for (const std::size_t at : places_of_nobody(layout, n)) array_.take_back(at, 1);
  if (unwritten == Unwritten::places_of_nobody) return;
  for (int i = 0; i < n; ++i) {
    for (int field = kMass; field < FIELDS; ++field) array_.take_back(place(layout, n, i, field), 1);
  }
}

Update::Update(int n) : Update(Layout::aos, n, {{}, drawn_dt()}, lab::timed()) {}

lab::Call Update::call(Layout layout, std::uint64_t first_block) const {
  const simt::LaunchShape launch = launch_for(n_, first_block);
  float* const array = array_.device();
  switch (layout) {
    case Layout::soa:
      return lab::Kernel<decltype(update_soa)>("update_soa")
          .call(launch, array, n_, pitch_of(n_), motion_.dt);
    case Layout::aosoa:
      return lab::Kernel<decltype(update_aosoa)>("update_aosoa").call(launch, array, n_, motion_.dt);
    case Layout::aos:
      break;
  }
  return lab::Kernel<void(Particle*, int, float)>("update_aos", lab::From::given)
      .call(launch, reinterpret_cast<Particle*>(array), n_, motion_.dt);
}

// The layout keeps positions in runs of floats, and each velocity a distance ahead of its position.
lab::Call Update::right(Layout layout) const {
  const auto n = static_cast<std::size_t>(n_);
  const std::size_t ahead = kAxes * (layout == Layout::soa ? n : layout == Layout::aosoa ? CHUNK : 1);
  const std::size_t period = ahead / kAxes * FIELDS;
  return lab::add_scaled_call(array_.device(), {kAxes * n, ahead, period}, ahead, motion_.dt);
}

lab::TimedKernel Update::timed(Layout layout, const std::string& name) {
  const lab::From from = layout == Layout::aos ? lab::From::given : lab::From::student;
  return contender(
      name, from, [this, layout] { return call(layout); }, [this, layout] { return right(layout); });
}

std::uint64_t Update::bytes() const { return 9 * sizeof(float) * static_cast<std::uint64_t>(n_); }

std::size_t Update::place_of(std::size_t index) const {
  return place(layout_, n_, static_cast<int>(index) / FIELDS, static_cast<int>(index) % FIELDS);
}

std::string Update::described(std::size_t wrong) const {
  const int particle = static_cast<int>(wrong) / FIELDS;
  const int field = static_cast<int>(wrong) % FIELDS;
  const std::size_t at = place_of(wrong);
  return array() + "[" + std::to_string(at) + "], " + field_name(field) + " of particle " +
         std::to_string(particle) + ", which " + diagnosis(motion_, particle, field, array_[at]) +
         lab::where_type_ends(static_cast<std::size_t>(particle), "a particle's number");
}

bool Update::is_right(std::size_t index) const {
  const float found = array_[place_of(index)];
  const float expected = motion_.moved(static_cast<int>(index) / FIELDS, static_cast<int>(index) % FIELDS);
  return std::memcmp(&found, &expected, sizeof found) == 0;
}

bool Update::expect_moved(const lab::LaunchResult& run) const {
  const auto is_right_one = [this](std::size_t i) { return is_right(i); };
  const auto described_one = [this](std::size_t i) { return described(i); };
  return lab::expect_values(run, {array(), "field", motion_.fields.size(), is_right_one, described_one}) &&
         expect_nobody_written(run, array_, layout_, n_,
                               ": the last one is particle " + std::to_string(n_ - 1));
}

bool Update::expect_many_moved(Layout layout) {
  const int n = long_number();
  Update last(layout, n, random_motion(n, "motion of many", kNumbersOf16Bits), lab::checked("update"));
  const lab::LaunchResult end = last.Problem::run(last.call(layout, kBlockPast16Bits));
  bool right = end.report.faults.empty();
  for (std::size_t i = index_of(kNumbersOf16Bits, 0); i < index_of(n, 0) && right; ++i)
    right = last.is_right(i);
  if (right) return true;
  Update all(layout, n);
  return lab::expect_values_and_no_faults(all.run(), [&](const auto& run) { return all.expect_moved(run); });
}

bool Update::expect_right(const lab::LaunchResult& run) const {
  return expect_safe(run) && expect_moved(run) &&
         lab::expect_no_other_traffic(run, {{array(), simt::Op::load}, {array(), simt::Op::store}});
}

bool Update::expect_safe(const lab::LaunchResult& run) const {
  return expect_no_faults(run, n_, [this] { return Update(layout_, n_, Unwritten::nothing).run(); });
}

bool Update::expect_left_alone(const lab::LaunchResult& run) const {
  for (const simt::Fault& fault : run.report.faults) {
    if (fault.kind != simt::FaultKind::uninitialized_read) continue;
    lab::fail_at(run, fault.where,
                 "line " + std::to_string(fault.where.line) + " reads mass or charge, " +
                     simt::plural(fault.count, "time") +
                     ": bytes from DRAM for nothing\n  the update has no business with mass and charge");
    return false;
  }
  return true;
}

}  // namespace particles
