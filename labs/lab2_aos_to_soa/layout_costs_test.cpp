// The checks of lab 2 that weigh what accesses cost, by the SIMT machine's counts or measured on a GPU. Each
// runs the student's kernel on whole blocks of particles and, where sectors are counted, on a number that no
// chunk divides.
#include <gtest/gtest.h>

#include <string>

#include "conversion.h"
#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/traffic_estimate.h"
#include "update.h"

namespace {

using lab::Comparison;
using lab::Launched;
using lab::LaunchResult;
using lab::NeededSectors;
using particles::Conversion;
using particles::Layout;
using particles::Move;
using particles::Update;
using simt::Op;

constexpr int kMany = 64 * BLOCK;  // every block and chunk whole
constexpr int kRagged = 5003;      // a prime

// README.md, "How it is graded".
constexpr double kConversionRatio = 0.5;
constexpr double kUpdateRatio = 1.8;

constexpr const char* kSource = "docs/measurements/h200/layouts.md";

// The sectors of one field's row of n floats. A row starts on a line, and pieces of 32 floats never straddle
// one.
std::uint64_t row_sectors(int n) { return lab::pieces(n, simt::kSectorBytes / sizeof(float)); }

// A particle of 32 bytes is a sector of the AoS.
std::uint64_t aos_sectors(int n) { return static_cast<std::uint64_t>(n); }
std::uint64_t soa_sectors(int n) { return FIELDS * row_sectors(n); }

// Six fields read and three written.
NeededSectors update_sectors(Layout layout, int n) {
  if (layout == Layout::aos) return {aos_sectors(n), aos_sectors(n)};
  return {6 * row_sectors(n), 3 * row_sectors(n)};
}

NeededSectors copy_sectors(int n) { return {aos_sectors(n), aos_sectors(n)}; }

// One direction of conversion, as the cost checks see it.
struct Direction {
  Move move;
  const char* kernel;
  const char* from;
  const char* to;

  NeededSectors needed(int n) const {
    if (move == Move::to_soa) return {aos_sectors(n), soa_sectors(n)};
    return {soa_sectors(n), aos_sectors(n)};
  }
  LaunchResult run(int n) const { return Conversion(move, particles::distinct_fields(n, "costs")).run(); }
};

constexpr Direction kToSoa{Move::to_soa, "aos_to_soa", "aos", "soa"};
constexpr Direction kToAos{Move::to_aos, "soa_to_aos", "soa", "aos"};

bool expect_least_sectors(const LaunchResult& run, const std::string& from, const std::string& to,
                          const NeededSectors& least) {
  return lab::expect_sectors(run, {{from, Op::load, least.loaded}, {to, Op::store, least.stored}});
}

void expect_coalesced(const Direction& direction) {
  for (const int n : {kMany, kRagged}) {
    const LaunchResult run = direction.run(n);
    if (n == kMany) lab::show(run);
    if (!expect_least_sectors(run, direction.from, direction.to, direction.needed(n))) return;
  }
}

// No bank conflicts because there are no banks: only right where the elements were handed over all the same.
void expect_handed_over_in_registers(const LaunchResult& run, const Direction& direction) {
  const NeededSectors least = direction.needed(kMany);
  if (lab::sum_of(run.report, [](const simt::AccessCost&) { return true; }).sectors <=
      least.loaded + least.stored) {
    lab::weigh(0, Comparison::at_most, 0, "bank conflicts per request");
    return;
  }
  lab::weigh(0, Comparison::at_least, 1, "shared-memory requests");
  lab::fail_at(
      run, lab::line_that_stores(run, direction.to),
      "the kernel uses no shared memory, and one of its sides is strided: there is no tile through which "
      "the threads of a block hand fields over to each other");
}

void expect_no_conflicts(const Direction& direction) {
  const LaunchResult run = direction.run(kMany);
  lab::show(run);
  if (!lab::expect_writes(run, direction.to)) return;
  if (lab::uses_shared_memory(run.report)) {
    lab::expect_no_bank_conflicts(run);
  } else {
    expect_handed_over_in_registers(run, direction);
  }
}

// Two kernels of the student's beside a given one. `measured`: what the reference reached on an H200, times
// the given one.
struct Compared {
  Launched kernel;
  double measured;
};

void plot_beside(const Launched& given, const std::vector<Compared>& compared, lab::Chart chart) {
  lab::Series yours{"yours, estimated from counts", lab::SeriesRole::student, {1}};
  lab::Series hardware{"reference on an H200", lab::SeriesRole::hardware, {1}};
  for (const Compared& one : compared) {
    yours.values.push_back(lab::estimate_for_chart(one.kernel, given));
    hardware.values.push_back(one.measured);
  }
  chart.kind = lab::ChartKind::bars;
  chart.y_label = "bandwidth, times " + given.name + "'s";
  chart.series = {yours, hardware};
  chart.source = kSource;
  lab::plot(chart);
}

void plot_conversions(const Launched& copy) {
  const LaunchResult to_soa = kToSoa.run(kMany);
  const LaunchResult to_aos = kToAos.run(kMany);
  lab::Chart chart;
  chart.id = "conversions";
  chart.title = "Conversions beside the copy";
  chart.x_label = "kernel";
  chart.x = {"copy", kToSoa.kernel, kToAos.kernel};
  plot_beside(copy,
              {{{"soa", to_soa, kToSoa.needed(kMany)}, 4152.0 / 4192},
               {{"aos", to_aos, kToAos.needed(kMany)}, 4201.0 / 4192}},
              chart);
}

void expect_half_the_copy_by_counts(const Direction& direction) {
  const LaunchResult copied = Conversion(Move::copy, particles::distinct_fields(kMany, "copy")).run();
  const Launched copy{"the copy", copied, copy_sectors(kMany)};
  if (direction.move == Move::to_soa) plot_conversions(copy);
  const LaunchResult mine = direction.run(kMany);
  const Launched conversion{direction.to, mine, direction.needed(kMany)};
  lab::show(mine, lab::traffic_estimates(conversion, copy));
  if (lab::expect_writes(mine, direction.to))
    lab::expect_bandwidth_estimate(conversion, copy, kConversionRatio);
}

void expect_half_the_copy_measured(const Direction& direction) {
  Conversion problem(particles::timed_particles());
  lab::measure({problem.text(),
                {problem.timed(direction.move, direction.kernel), problem.timed(Move::copy, "the copy")},
                {{direction.kernel, "the copy", Comparison::at_least, kConversionRatio}}});
}

void expect_half_the_copy(const Direction& direction) {
  lab::measured_or_counted([&] { expect_half_the_copy_measured(direction); },
                           [&] { expect_half_the_copy_by_counts(direction); });
}

void expect_coalesced_update(Layout layout) {
  for (const int n : {kMany, kRagged}) {
    Update problem(layout, n);
    const LaunchResult run = problem.run();
    if (n == kMany) lab::show_against(run, Update(Layout::aos, n).run());
    if (!expect_least_sectors(run, problem.array(), problem.array(), update_sectors(layout, n))) return;
  }
}

void plot_layouts(const Launched& aos) {
  const LaunchResult soa = Update(Layout::soa, kMany).run();
  const LaunchResult aosoa = Update(Layout::aosoa, kMany).run();
  const NeededSectors needed = update_sectors(Layout::soa, kMany);
  lab::Chart chart;
  chart.id = "layouts";
  chart.title = "The same update in three layouts";
  chart.x_label = "layout";
  chart.x = {"AoS", "SoA", "AoSoA (32)"};
  plot_beside(aos, {{{"soa", soa, needed}, 4323.0 / 1379}, {{"chunks", aosoa, needed}, 4130.0 / 1379}},
              chart);
}

void expect_faster_than_aos_by_counts(Layout layout) {
  Update problem(layout, kMany);
  const LaunchResult mine = problem.run();
  const LaunchResult theirs = Update(Layout::aos, kMany).run();
  const Launched update{problem.array(), mine, update_sectors(layout, kMany)};
  const Launched aos{"the AoS update", theirs, update_sectors(Layout::aos, kMany)};
  if (layout == Layout::soa) plot_layouts(aos);
  lab::show(mine, lab::traffic_estimates(update, aos), aos.name);
  if (lab::expect_writes(mine, problem.array())) lab::expect_bandwidth_estimate(update, aos, kUpdateRatio);
}

void expect_faster_than_aos_measured(Layout layout) {
  Update problem(particles::timed_particles());
  const std::string mine = layout == Layout::soa ? "update_soa" : "update_aosoa";
  lab::measure({problem.text(),
                {problem.timed(layout, mine), problem.timed(Layout::aos, "the AoS update")},
                {{mine, "the AoS update", Comparison::at_least, kUpdateRatio}}});
}

void expect_faster_than_aos(Layout layout) {
  lab::measured_or_counted([=] { expect_faster_than_aos_measured(layout); },
                           [=] { expect_faster_than_aos_by_counts(layout); });
}

TEST(AosToSoa, IsCoalesced) { expect_coalesced(kToSoa); }
TEST(AosToSoa, HasNoBankConflicts) { expect_no_conflicts(kToSoa); }
TEST(AosToSoa, MayReachHalfTheCopy) { expect_half_the_copy(kToSoa); }

TEST(SoaToAos, IsCoalesced) { expect_coalesced(kToAos); }
TEST(SoaToAos, HasNoBankConflicts) { expect_no_conflicts(kToAos); }
TEST(SoaToAos, MayReachHalfTheCopy) { expect_half_the_copy(kToAos); }

TEST(UpdateSoa, IsCoalesced) { expect_coalesced_update(Layout::soa); }
TEST(UpdateSoa, MayReach1Point8TimesTheAos) { expect_faster_than_aos(Layout::soa); }

TEST(UpdateAosoa, IsCoalesced) { expect_coalesced_update(Layout::aosoa); }
TEST(UpdateAosoa, MayReach1Point8TimesTheAos) { expect_faster_than_aos(Layout::aosoa); }

}  // namespace
