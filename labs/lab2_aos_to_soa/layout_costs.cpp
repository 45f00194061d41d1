#include "layout_costs.h"

#include <string>

#include "conversion_problem.h"
#include "lab/check.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "measured_layouts.h"
#include "traffic_estimate.h"
#include "update_problem.h"

namespace particles {
namespace {

using lab::LaunchResult;
using simt::Op;

constexpr int kMany = 64 * BLOCK;  // every block and chunk whole
constexpr int kRagged = 5003;      // a prime

// README.md, "How it is graded".
constexpr double kConversionRatio = 0.5;
constexpr double kUpdateRatio = 1.8;

constexpr const char* kSource = "docs/measurements/h200/layouts.md";

// The sectors of one field's row of n floats. A row starts on a line, and pieces of 32 floats never straddle
// one.
std::uint64_t row_sectors(int n) {
  constexpr int kSectorFloats = simt::kSectorBytes / sizeof(float);
  return static_cast<std::uint64_t>((n + kSectorFloats - 1) / kSectorFloats);
}

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
  const char* from;
  const char* to;
  std::uint64_t (*from_sectors)(int n);
  std::uint64_t (*to_sectors)(int n);

  NeededSectors needed(int n) const { return {from_sectors(n), to_sectors(n)}; }
};

constexpr Direction kToSoa{"aos", "soa", aos_sectors, soa_sectors};
constexpr Direction kToAos{"soa", "aos", soa_sectors, aos_sectors};

template <class Conversion>
LaunchResult converted(int n) {
  return Conversion(distinct_fields(n, "costs")).run();
}

bool expect_least_sectors(const LaunchResult& run, const Direction& direction, int n) {
  const bool loads = lab::expect_sectors(run, {direction.from, Op::load, direction.from_sectors(n)});
  const bool stores = lab::expect_sectors(run, {direction.to, Op::store, direction.to_sectors(n)});
  return loads && stores;
}

template <class Conversion>
void expect_coalesced(const Direction& direction) {
  for (const int n : {kMany, kRagged}) {
    const LaunchResult run = converted<Conversion>(n);
    if (n == kMany) lab::show(run);
    if (!expect_least_sectors(run, direction, n)) return;
  }
}

bool uses_shared_memory(const LaunchResult& run) {
  for (const simt::AccessCost& access : run.report.accesses) {
    if (access.space == simt::Space::shared) return true;
  }
  return false;
}

std::uint64_t sectors(const LaunchResult& run) {
  std::uint64_t sum = 0;
  for (const simt::AccessCost& access : run.report.accesses) sum += access.sectors;
  return sum;
}

// No bank conflicts because there are no banks: only right where the elements were handed over all the same.
void expect_handed_over_in_registers(const LaunchResult& run, const Direction& direction) {
  const NeededSectors least = direction.needed(kMany);
  if (sectors(run) <= least.loaded + least.stored) {
    lab::weigh(0, lab::Comparison::at_most, 0, "bank conflicts per request");
    return;
  }
  lab::weigh(0, lab::Comparison::at_least, 1, "shared-memory requests");
  lab::fail_at(
      run, lab::line_that_stores(run, direction.to),
      "the kernel uses no shared memory, and one of its sides is strided: there is no tile through which "
      "the threads of a block hand fields over to each other");
}

template <class Conversion>
void expect_no_conflicts(const Direction& direction) {
  const LaunchResult run = converted<Conversion>(kMany);
  lab::show(run);
  if (!lab::expect_writes(run, direction.to)) return;
  if (uses_shared_memory(run)) {
    lab::expect_no_bank_conflicts(run);
  } else {
    expect_handed_over_in_registers(run, direction);
  }
}

// Both conversions beside the copy.
void plot_conversions(const Launched& copy) {
  const LaunchResult to_soa = converted<ToSoa>(kMany);
  const LaunchResult to_aos = converted<ToAos>(kMany);
  lab::plot({"conversions",
             "Conversions beside the copy",
             lab::ChartKind::bars,
             "kernel",
             {"copy", "aos_to_soa", "soa_to_aos"},
             "bandwidth, times the copy's",
             {{"yours, estimated from counts",
               lab::SeriesRole::student,
               {1, ratio_for_chart({"", to_soa, kToSoa.needed(kMany)}, copy, "soa"),
                ratio_for_chart({"", to_aos, kToAos.needed(kMany)}, copy, "aos")}},
              {"reference on an H200", lab::SeriesRole::hardware, {1, 4152.0 / 4192, 4201.0 / 4192}}},
             kSource});
}

template <class Conversion>
void expect_half_the_copy(const Direction& direction) {
  const LaunchResult mine = converted<Conversion>(kMany);
  const LaunchResult copied = run_copy(kMany);
  const Launched conversion{direction.to, mine, direction.needed(kMany)};
  const Launched copy{"the copy", copied, {aos_sectors(kMany), aos_sectors(kMany)}};
  lab::show(mine, traffic_estimates(conversion, copy));
  if (lab::expect_writes(mine, direction.to)) expect_bandwidth(conversion, copy, kConversionRatio);
}

LaunchResult updated(Layout layout, int n) { return UpdateProblem(layout, n).run(); }

// Both layouts of the student beside the AoS.
void plot_layouts(const Launched& aos) {
  const LaunchResult soa = updated(Layout::soa, kMany);
  const LaunchResult aosoa = updated(Layout::aosoa, kMany);
  const NeededSectors needed = update_sectors(Layout::soa, kMany);
  lab::plot({"layouts",
             "The same update in three layouts",
             lab::ChartKind::bars,
             "layout",
             {"AoS", "SoA", "AoSoA (32)"},
             "bandwidth, times the AoS update's",
             {{"yours, estimated from counts",
               lab::SeriesRole::student,
               {1, ratio_for_chart({"", soa, needed}, aos, "soa"),
                ratio_for_chart({"", aosoa, needed}, aos, "chunks")}},
              {"reference on an H200", lab::SeriesRole::hardware, {1, 4323.0 / 1379, 4130.0 / 1379}}},
             kSource});
}

}  // namespace

void expect_coalesced_to_soa() { expect_coalesced<ToSoa>(kToSoa); }
void expect_coalesced_to_aos() { expect_coalesced<ToAos>(kToAos); }

void expect_no_conflicts_to_soa() { expect_no_conflicts<ToSoa>(kToSoa); }
void expect_no_conflicts_to_aos() { expect_no_conflicts<ToAos>(kToAos); }

void expect_half_the_copy_to_soa() {
  if (lab::measuring()) {
    lab::measured_check([] { expect_measured_to_soa(kConversionRatio); });
    return;
  }
  const LaunchResult copied = run_copy(kMany);
  plot_conversions({"the copy", copied, {aos_sectors(kMany), aos_sectors(kMany)}});
  expect_half_the_copy<ToSoa>(kToSoa);
}

void expect_half_the_copy_to_aos() {
  if (lab::measuring()) {
    lab::measured_check([] { expect_measured_to_aos(kConversionRatio); });
  } else {
    expect_half_the_copy<ToAos>(kToAos);
  }
}

void expect_coalesced_update(Layout layout) {
  for (const int n : {kMany, kRagged}) {
    UpdateProblem problem(layout, n);
    const LaunchResult run = problem.run();
    if (n == kMany) lab::show_against(run, updated(Layout::aos, n));
    const NeededSectors least = update_sectors(layout, n);
    const bool loads = lab::expect_sectors(run, {problem.array(), Op::load, least.loaded});
    const bool stores = lab::expect_sectors(run, {problem.array(), Op::store, least.stored});
    if (!loads || !stores) return;
  }
}

void expect_faster_than_aos(Layout layout) {
  if (lab::measuring()) {
    lab::measured_check([layout] { expect_measured_update(layout, kUpdateRatio); });
    return;
  }
  UpdateProblem problem(layout, kMany);
  const LaunchResult mine = problem.run();
  const LaunchResult theirs = updated(Layout::aos, kMany);
  const Launched update{problem.array(), mine, update_sectors(layout, kMany)};
  const Launched aos{"the AoS update", theirs, update_sectors(Layout::aos, kMany)};
  if (layout == Layout::soa) plot_layouts(aos);
  lab::show(mine, traffic_estimates(update, aos), aos.name);
  if (lab::expect_writes(mine, problem.array())) expect_bandwidth(update, aos, kUpdateRatio);
}

}  // namespace particles
