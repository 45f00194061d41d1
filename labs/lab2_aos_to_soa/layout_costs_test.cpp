// The checks of lab 2 that weigh what accesses cost, by the SIMT machine's counts or measured on a GPU. Each
// runs the student's kernel on whole blocks of particles and, where sectors are counted, on a number that no
// chunk divides.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "conversion.h"
#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "update.h"

namespace {

using lab::Comparison;
using lab::LaunchResult;
using particles::Conversion;
using particles::Layout;
using particles::Move;
using particles::Update;
using simt::Op;

// README.md, "How it is graded".
constexpr double kConversionRatio = 0.5;
constexpr double kUpdateRatio = 1.8;
constexpr double kModelledConversionRatio = 0.65;

constexpr const char* kSource = "docs/measurements/h200/layouts.md";

// Distinct sectors that hold what a kernel must read, and what it must write.
struct NeededSectors {
  std::uint64_t loaded = 0;
  std::uint64_t stored = 0;
};

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

// Two kernels of the student's beside a given one. `array`: what the kernel stores to. `measured`: what the
// reference reached on an H200, times the given one.
struct Compared {
  const LaunchResult& run;
  const char* array;
  double measured;
};

// The ratio by the model; a gap for a kernel that has faults or stores nothing.
double ratio_for_chart(const Compared& one, const lab::Baseline& given) {
  const bool ran = one.run.report.faults.empty() && lab::line_that_stores(one.run, one.array).line != 0;
  return ran ? lab::judged_ratio(lab::modelled_ratios(one.run, given))
             : std::numeric_limits<double>::quiet_NaN();
}

void plot_beside(const lab::Baseline& given, const std::vector<Compared>& compared, lab::Chart chart) {
  lab::Series yours{"yours, modelled", lab::SeriesRole::student, {1}};
  lab::Series hardware{"reference on an H200", lab::SeriesRole::hardware, {1}};
  for (const Compared& one : compared) {
    yours.values.push_back(ratio_for_chart(one, given));
    hardware.values.push_back(one.measured);
  }
  chart.kind = lab::ChartKind::bars;
  chart.y_label = "bandwidth, times " + given.name() + "'s";
  chart.series = {yours, hardware};
  chart.source = kSource;
  lab::plot(chart);
}

LaunchResult run_of(const Direction& direction, int n) {
  return Conversion(direction.move, particles::distinct_fields(n, "costs")).run();
}

void plot_conversions(const lab::Baseline& copy, const LaunchResult& to_soa, int n) {
  const LaunchResult to_aos = run_of(kToAos, n);
  lab::Chart chart;
  chart.id = "conversions";
  chart.title = "Conversions beside the copy";
  chart.x_label = "kernel";
  chart.x = {"copy", kToSoa.kernel, kToAos.kernel};
  plot_beside(copy, {{to_soa, "soa", 4152.0 / 4192}, {to_aos, "aos", 4201.0 / 4192}}, chart);
}

void expect_half_the_copy_modelled(const Direction& direction) {
  const lab::PredictedLaunches predicted;
  const int n = particles::modelled_number();
  const LaunchResult copied = Conversion(Move::copy, particles::distinct_fields(n, "costs")).run();
  const lab::Baseline copy("the copy", copied);
  Conversion problem(direction.move, particles::distinct_fields(n, "costs"));
  const LaunchResult mine = problem.run();
  if (direction.move == Move::to_soa) plot_conversions(copy, mine, n);
  lab::show(mine, copy);
  if (problem.expect_right(mine)) lab::expect_modelled_ratio(mine, copy, kModelledConversionRatio);
}

void expect_half_the_copy_measured(const Direction& direction) {
  Conversion problem(particles::timed_particles());
  lab::measure({problem.text(),
                {problem.timed(direction.move, direction.kernel), problem.timed(Move::copy, "the copy")},
                {{direction.kernel, "the copy", Comparison::at_least, kConversionRatio}}});
}

void expect_half_the_copy(const Direction& direction) {
  lab::measured_or_modelled([&] { expect_half_the_copy_measured(direction); },
                            [&] { expect_half_the_copy_modelled(direction); });
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

void plot_layouts(const lab::Baseline& aos, const LaunchResult& soa, int n) {
  const LaunchResult aosoa = Update(Layout::aosoa, n).run();
  lab::Chart chart;
  chart.id = "layouts";
  chart.title = "The same update in three layouts";
  chart.x_label = "layout";
  chart.x = {"AoS", "SoA", "AoSoA (32)"};
  plot_beside(aos, {{soa, "soa", 4323.0 / 1379}, {aosoa, "chunks", 4130.0 / 1379}}, chart);
}

void expect_faster_than_aos_modelled(Layout layout) {
  const lab::PredictedLaunches predicted;
  const int n = particles::modelled_number();
  Update problem(layout, n);
  const LaunchResult mine = problem.run();
  const lab::Baseline aos("the AoS update", Update(Layout::aos, n).run());
  if (layout == Layout::soa) plot_layouts(aos, mine, n);
  lab::show(mine, aos);
  if (problem.expect_right(mine)) lab::expect_modelled_ratio(mine, aos, kUpdateRatio);
}

void expect_faster_than_aos_measured(Layout layout) {
  Update problem(particles::timed_particles());
  const std::string mine = layout == Layout::soa ? "update_soa" : "update_aosoa";
  lab::measure({problem.text(),
                {problem.timed(layout, mine), problem.timed(Layout::aos, "the AoS update")},
                {{mine, "the AoS update", Comparison::at_least, kUpdateRatio}}});
}

void expect_faster_than_aos(Layout layout) {
  lab::measured_or_modelled([=] { expect_faster_than_aos_measured(layout); },
                            [=] { expect_faster_than_aos_modelled(layout); });
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
