// The checks of lab 2. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include "aos_to_soa.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conversion_problem.h"
#include "lab/expectations.h"
#include "lab/kernel.h"
#include "launches.h"
#include "layout_costs.h"
#include "particle_data.h"
#include "update_problem.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"aos_to_soa", "soa_to_aos", "update_soa", "update_aosoa"};
}

}  // namespace lab

namespace {

using lab::LaunchResult;
using particles::Layout;
using particles::MassAndCharge;
using particles::ToAos;
using particles::ToSoa;
using particles::UpdateProblem;

// An empty kernel makes no mistake: it has to write something where a block has a particle for each thread.
template <class Conversion>
void expect_safe_conversion(const std::string& output) {
  for (const int n : particles::sizes()) {
    Conversion problem(particles::distinct_fields(n, output));
    const LaunchResult run = problem.run();
    if (!particles::expect_no_faults(run, "soa", n)) return;
    if (n == BLOCK && !lab::expect_writes(run, output)) return;
  }
}

template <class Conversion>
void expect_values_of_conversion(const std::string& purpose) {
  for (const int n : particles::sizes()) {
    Conversion problem(particles::distinct_fields(n, purpose));
    const LaunchResult run = problem.run();
    if (!problem.expect_converted(run)) return;
  }
}

void expect_safe_update(Layout layout) {
  for (const int n : particles::sizes()) {
    UpdateProblem problem(layout, n);
    const LaunchResult run = problem.run();
    if (!particles::expect_no_faults(run, problem.array(), n)) return;
    if (n == BLOCK && !lab::expect_writes(run, problem.array())) return;
  }
}

void expect_values_of_update(Layout layout) {
  for (const int n : particles::sizes()) {
    UpdateProblem problem(layout, n);
    const LaunchResult run = problem.run();
    if (!problem.expect_moved(run)) return;
  }
}

void expect_mass_and_charge_left_alone(Layout layout) {
  for (const int n : particles::sizes()) {
    UpdateProblem problem(layout, n, MassAndCharge::are_unwritten);
    const LaunchResult run = problem.run();
    if (n == BLOCK && !lab::expect_writes(run, problem.array())) return;
    if (!problem.expect_left_alone(run)) return;
  }
}

TEST(AosToSoa, IsSafe) { expect_safe_conversion<ToSoa>("soa"); }
TEST(AosToSoa, GivesExactValues) { expect_values_of_conversion<ToSoa>("to SoA"); }
TEST(AosToSoa, IsCoalesced) { particles::expect_coalesced_to_soa(); }
TEST(AosToSoa, HasNoBankConflicts) { particles::expect_no_conflicts_to_soa(); }
TEST(AosToSoa, MayReachHalfTheCopy) { particles::expect_half_the_copy_to_soa(); }

TEST(SoaToAos, IsSafe) { expect_safe_conversion<ToAos>("aos"); }
TEST(SoaToAos, GivesExactValues) { expect_values_of_conversion<ToAos>("to AoS"); }
TEST(SoaToAos, IsCoalesced) { particles::expect_coalesced_to_aos(); }
TEST(SoaToAos, HasNoBankConflicts) { particles::expect_no_conflicts_to_aos(); }
TEST(SoaToAos, MayReachHalfTheCopy) { particles::expect_half_the_copy_to_aos(); }

TEST(RoundTrip, KeepsEveryBit) {
  for (const int n : particles::sizes()) {
    ToSoa there(particles::random_bits(n, "round trip"));
    const LaunchResult first = there.run();
    if (!lab::expect_writes(first, "soa") || !there.expect_converted(first)) return;
    ToAos back(there.result());
    const LaunchResult second = back.run();
    if (!lab::expect_writes(second, "aos") || !back.expect_converted(second)) return;
  }
}

TEST(UpdateSoa, IsSafe) { expect_safe_update(Layout::soa); }
TEST(UpdateSoa, GivesExactValues) { expect_values_of_update(Layout::soa); }
TEST(UpdateSoa, LeavesMassAndChargeAlone) { expect_mass_and_charge_left_alone(Layout::soa); }
TEST(UpdateSoa, IsCoalesced) { particles::expect_coalesced_update(Layout::soa); }
TEST(UpdateSoa, MayReach1Point8TimesTheAos) { particles::expect_faster_than_aos(Layout::soa); }

TEST(UpdateAosoa, IsSafe) { expect_safe_update(Layout::aosoa); }
TEST(UpdateAosoa, GivesExactValues) { expect_values_of_update(Layout::aosoa); }
TEST(UpdateAosoa, LeavesMassAndChargeAlone) { expect_mass_and_charge_left_alone(Layout::aosoa); }
TEST(UpdateAosoa, IsCoalesced) { particles::expect_coalesced_update(Layout::aosoa); }
TEST(UpdateAosoa, MayReach1Point8TimesTheAos) { particles::expect_faster_than_aos(Layout::aosoa); }

}  // namespace
