// The checks of lab 2. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// Here: no faults, and right values. What accesses cost is in layout_costs_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conversion.h"
#include "lab/expectations.h"
#include "update.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"aos_to_soa", "soa_to_aos", "update_soa", "update_aosoa"};
}

}  // namespace lab

namespace {

using lab::LaunchResult;
using particles::Conversion;
using particles::Layout;
using particles::Move;
using particles::Update;

// An empty kernel makes no mistake: it has to write something where a block has a particle for each thread.
void expect_safe_conversion(Move move, const std::string& purpose) {
  for (const int n : particles::sizes()) {
    Conversion problem(move, particles::distinct_fields(n, purpose));
    const LaunchResult run = problem.run();
    if (!problem.expect_safe(run)) return;
    if (n == BLOCK && !lab::expect_writes(run, problem.output())) return;
  }
}

void expect_values_of_conversion(Move move, const std::string& purpose) {
  for (const int n : particles::sizes()) {
    Conversion problem(move, particles::distinct_fields(n, purpose));
    if (!problem.expect_converted(problem.run())) return;
  }
  Conversion::expect_many_converted(move, purpose);
}

void expect_safe_update(Layout layout) {
  for (const int n : particles::sizes()) {
    Update problem(layout, n);
    const LaunchResult run = problem.run();
    if (!problem.expect_safe(run)) return;
    if (n == BLOCK && !lab::expect_writes(run, problem.array())) return;
  }
}

void expect_values_of_update(Layout layout) {
  for (const int n : particles::sizes()) {
    Update problem(layout, n);
    if (!problem.expect_moved(problem.run())) return;
  }
  Update::expect_many_moved(layout);
}

void expect_mass_and_charge_left_alone(Layout layout) {
  for (const int n : particles::sizes()) {
    Update problem(layout, n, particles::Unwritten::mass_and_charge_too);
    const LaunchResult run = problem.run();
    if (n == BLOCK && !lab::expect_writes(run, problem.array())) return;
    if (!problem.expect_left_alone(run)) return;
  }
}

TEST(AosToSoa, IsSafe) { expect_safe_conversion(Move::to_soa, "soa"); }
TEST(AosToSoa, GivesExactValues) { expect_values_of_conversion(Move::to_soa, "to SoA"); }

TEST(SoaToAos, IsSafe) { expect_safe_conversion(Move::to_aos, "aos"); }
TEST(SoaToAos, GivesExactValues) { expect_values_of_conversion(Move::to_aos, "to AoS"); }

TEST(RoundTrip, KeepsEveryBit) {
  for (const int n : particles::sizes()) {
    Conversion there(Move::to_soa, particles::random_bits(n, "round trip"));
    const LaunchResult first = there.run();
    if (!lab::expect_writes(first, "soa") || !there.expect_converted(first)) return;
    Conversion back(Move::to_aos, there.result());
    const LaunchResult second = back.run();
    if (!lab::expect_writes(second, "aos") || !back.expect_converted(second)) return;
  }
}

TEST(UpdateSoa, IsSafe) { expect_safe_update(Layout::soa); }
TEST(UpdateSoa, GivesExactValues) { expect_values_of_update(Layout::soa); }
TEST(UpdateSoa, LeavesMassAndChargeAlone) { expect_mass_and_charge_left_alone(Layout::soa); }

TEST(UpdateAosoa, IsSafe) { expect_safe_update(Layout::aosoa); }
TEST(UpdateAosoa, GivesExactValues) { expect_values_of_update(Layout::aosoa); }
TEST(UpdateAosoa, LeavesMassAndChargeAlone) { expect_mass_and_charge_left_alone(Layout::aosoa); }

}  // namespace
