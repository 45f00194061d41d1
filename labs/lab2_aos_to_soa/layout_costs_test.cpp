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

// README.md, "How it is graded".
constexpr double kConversionRatio = 0.5;
constexpr double kUpdateRatio = 1.8;

constexpr const char* kSource = "docs/measurements/h200/layouts.md";

// The sectors of one field's row of n floats. A row starts on a line, and pieces of 32 floats never straddle
// one. A row may be moved four floats at a time.
std::uint64_t row_sectors(int n) { return lab::sectors_in_vectors(n); }

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
};

constexpr Direction kToSoa{Move::to_soa, "aos_to_soa", "aos", "soa"};
constexpr Direction kToAos{Move::to_aos, "soa_to_aos", "soa", "aos"};

// Enough for `sectors` whole ones, moved four bytes a lane; vectors need fewer.
std::uint64_t requests_of_sectors(std::uint64_t sectors) {
  return lab::requests_of_whole_warps(sectors * simt::kSectorBytes / sizeof(float));
}

std::vector<lab::SectorLimit> limits(const std::string& from, const std::string& to,
                                     const NeededSectors& least) {
  return {{from, Op::load, least.loaded, requests_of_sectors(least.loaded)},
          {to, Op::store, least.stored, requests_of_sectors(least.stored)}};
}

bool expect_least_sectors(const LaunchResult& run, const std::string& from, const std::string& to,
                          const NeededSectors& least) {
  return lab::expect_sectors(run, limits(from, to, least));
}

void expect_coalesced(const Direction& direction) {
  const int many = particles::whole_blocks();
  for (const int n : {many, particles::ragged_number()}) {
    Conversion problem(direction.move, particles::distinct_fields(n, "costs"));
    const LaunchResult run = problem.run();
    if (n == many) lab::show(run);
    if (!problem.expect_right(run)) return;
    if (!expect_least_sectors(run, direction.from, direction.to, direction.needed(n))) return;
  }
}

bool is_coalesced(const LaunchResult& run, const NeededSectors& least) {
  const auto all = [](const simt::AccessCost& access) { return lab::is_traffic(access); };
  return lab::sum_of(run.report, all).sectors <= least.loaded + least.stored;
}

// A kernel without banks has no bank conflicts. That is only right if the elements were handed over all the
// same.
void expect_handed_over_in_registers(const LaunchResult& run, const Direction& direction, int n) {
  if (is_coalesced(run, direction.needed(n))) {
    lab::weigh(0, Comparison::at_most, 0, "bank conflicts per request");
    return;
  }
  lab::weigh(0, Comparison::at_least, 1, "shared-memory requests");
  lab::fail_at(
      run, lab::line_that_stores(run, direction.to),
      "the kernel uses no shared memory, and one of its sides is strided: there is no tile through which "
      "the threads of a block hand fields over to each other");
}

// A tile that one side leaves out is a tile for show.
void expect_no_conflicts(const Direction& direction) {
  const int n = particles::whole_blocks();
  Conversion problem(direction.move, particles::distinct_fields(n, "costs"));
  const LaunchResult run = problem.run();
  lab::show(run);
  if (!problem.expect_right(run)) return;
  if (!lab::uses_shared_memory(run.report)) {
    expect_handed_over_in_registers(run, direction, n);
  } else if (lab::expect_no_bank_conflicts(run) && !is_coalesced(run, direction.needed(n))) {
    problem.expect_through_tile();
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

LaunchResult run_of(const Direction& direction, int n) {
  return Conversion(direction.move, particles::distinct_fields(n, "costs")).run();
}

void plot_conversions(const Launched& copy, int n) {
  const LaunchResult to_soa = run_of(kToSoa, n);
  const LaunchResult to_aos = run_of(kToAos, n);
  lab::Chart chart;
  chart.id = "conversions";
  chart.title = "Conversions beside the copy";
  chart.x_label = "kernel";
  chart.x = {"copy", kToSoa.kernel, kToAos.kernel};
  plot_beside(copy,
              {{{"soa", to_soa, kToSoa.needed(n)}, 4152.0 / 4192},
               {{"aos", to_aos, kToAos.needed(n)}, 4201.0 / 4192}},
              chart);
}

void expect_half_the_copy_by_counts(const Direction& direction) {
  const int n = particles::whole_blocks();
  const LaunchResult copied = Conversion(Move::copy, particles::distinct_fields(n, "copy")).run();
  const Launched copy{"the copy", copied, copy_sectors(n)};
  if (direction.move == Move::to_soa) plot_conversions(copy, n);
  Conversion problem(direction.move, particles::distinct_fields(n, "costs"));
  const LaunchResult mine = problem.run();
  const Launched conversion{direction.to, mine, direction.needed(n)};
  lab::show(mine, lab::traffic_estimates(conversion, copy));
  const auto most = limits(direction.from, direction.to, direction.needed(n));
  if (problem.expect_right(mine) && lab::expect_whole_warps(mine, most))
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
  const int many = particles::whole_blocks();
  for (const int n : {many, particles::ragged_number()}) {
    Update problem(layout, n);
    const LaunchResult run = problem.run();
    if (!problem.expect_right(run)) return;
    if (n == many) lab::show_against(run, Update(Layout::aos, n).run());
    if (!expect_least_sectors(run, problem.array(), problem.array(), update_sectors(layout, n))) return;
  }
}

void plot_layouts(const Launched& aos, int n) {
  const LaunchResult soa = Update(Layout::soa, n).run();
  const LaunchResult aosoa = Update(Layout::aosoa, n).run();
  const NeededSectors needed = update_sectors(Layout::soa, n);
  lab::Chart chart;
  chart.id = "layouts";
  chart.title = "The same update in three layouts";
  chart.x_label = "layout";
  chart.x = {"AoS", "SoA", "AoSoA (32)"};
  plot_beside(aos, {{{"soa", soa, needed}, 4323.0 / 1379}, {{"chunks", aosoa, needed}, 4130.0 / 1379}},
              chart);
}

void expect_faster_than_aos_by_counts(Layout layout) {
  const int n = particles::whole_blocks();
  Update problem(layout, n);
  const LaunchResult mine = problem.run();
  const LaunchResult theirs = Update(Layout::aos, n).run();
  const Launched update{problem.array(), mine, update_sectors(layout, n)};
  const Launched aos{"the AoS update", theirs, update_sectors(Layout::aos, n)};
  if (layout == Layout::soa) plot_layouts(aos, n);
  lab::show(mine, lab::traffic_estimates(update, aos), aos.name);
  if (problem.expect_right(mine)) lab::expect_bandwidth_estimate(update, aos, kUpdateRatio);
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
