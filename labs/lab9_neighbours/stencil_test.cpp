// The checks of the three stencils by values and counts. lab.toml gives each its points; README.md says what
// it asks and where its threshold comes from.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "volume.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"smooth_line", "stencil_direct", "stencil_walk", "stencil_plane"};
}

}  // namespace lab

namespace {

using lab::LaunchResult;
using neighbours::kBricks;
using neighbours::kDirect;
using neighbours::kPlane;
using neighbours::kWalk;
using neighbours::Loads;
using neighbours::Shape;
using neighbours::Stencil;
using neighbours::Volume;

// An empty kernel makes no mistake: it has to write something where there are points inside.
void expect_safe(const Stencil& kernel) {
  for (const Shape& shape : neighbours::shapes()) {
    Volume problem(shape, lab::checked(kernel.name));
    if (!lab::expect_no_faults(problem.run(kernel))) return;
  }
  Volume problem(neighbours::aligned_shape(), lab::checked(kernel.name));
  const LaunchResult run = problem.run(kernel);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

// The last planes alone; all of them, if these are not right.
void expect_late_values(const Stencil& kernel) {
  const Shape shape = neighbours::late_shape();
  {
    Volume end(shape, lab::checked(kernel.name), shape.nz / CHUNK * CHUNK);
    if (end.run(kernel).report.faults.empty() && end.are_right()) return;
  }
  Volume all(shape, lab::checked(kernel.name));
  lab::expect_values_and_no_faults(all.run(kernel),
                                   [&](const LaunchResult& run) { return all.expect_values(run); });
}

void expect_values(const Stencil& kernel) {
  for (const Shape& shape : neighbours::shapes()) {
    Volume problem(shape, lab::checked(kernel.name));
    if (!problem.expect_values(problem.run(kernel))) return;
  }
  for (const Shape& shape : neighbours::long_shapes()) {
    Volume problem(shape, lab::checked(kernel.name));
    const auto expect = [&](const LaunchResult& run) { return problem.expect_values(run); };
    if (!lab::expect_values_and_no_faults(problem.run(kernel), expect)) return;
  }
  expect_late_values(kernel);
}

// The least loads of a shape, and what they are in words.
struct Least {
  std::function<Loads(const Shape&)> loads;
  std::string each;
};

void expect_few_loads(const Stencil& kernel, const Least& least) {
  if (lab::skip_without_simt()) return;
  const Shape aligned = neighbours::aligned_shape();
  for (const Shape& shape : {aligned, neighbours::ragged_shape()}) {
    const bool is_aligned = shape.nx == aligned.nx;
    Volume problem(shape, lab::checked("costs"));
    const LaunchResult run = problem.run(kernel);
    if (is_aligned) lab::show_against(run, problem.run(kBricks));
    if (lab::counting()) continue;
    if (!problem.expect_right(run)) return;
    if (!neighbours::expect_least_loads(run, least.loads(shape), least.each, &shape)) return;
    if (!neighbours::expect_least_stores(run, shape)) return;
  }
}

TEST(StencilDirect, IsSafe) { expect_safe(kDirect); }
TEST(StencilDirect, GivesValuesWithinRounding) { expect_values(kDirect); }

// Neither fewer: what the walk is compared with has no shuffles and no shared memory of its own.
bool expect_seven_loads(const LaunchResult& run, const Shape& shape) {
  const Loads least = neighbours::least_of_direct(shape);
  const lab::AccessSum sum = lab::sum_of(run.report, [](const simt::AccessCost& access) {
    return lab::is_traffic(access, simt::Op::load, "in");
  });
  if (lab::weigh(static_cast<double>(sum.requests), lab::Comparison::at_least,
                 static_cast<double>(least.requests), "load requests"))
    return true;
  lab::fail_at(run, sum.where(),
               lab::accesses_text(simt::Op::load, "in") + " are " + std::to_string(sum.requests) +
                   " requests, where seven for 32 points are " + std::to_string(least.requests) +
                   "\n  stencil_direct is what the other two are compared with: each thread loads its seven "
                   "values from global memory");
  return false;
}

// The baseline of the walk may not be slowed down either.
bool expect_nothing_else(const LaunchResult& run) {
  const lab::AccessSum others =
      lab::sum_of(run.report, [](const simt::AccessCost& access) { return !lab::is_traffic(access); });
  if (lab::weigh(static_cast<double>(others.requests), lab::Comparison::at_most, 0,
                 "requests beside global memory"))
    return true;
  lab::fail_at(
      run, others.where(),
      "the kernel makes " + std::to_string(others.requests) +
          " requests beside global memory\n  stencil_direct is what the other two are compared with: "
          "each thread loads seven values, stores one, and needs no other memory");
  return false;
}

TEST(StencilDirect, LoadsInWholeRows) {
  expect_few_loads(kDirect, {neighbours::least_of_direct, "seven loads for 32 neighbours along x"});
  if (lab::measuring() || testing::Test::HasFailure()) return;
  const Shape shape = neighbours::aligned_shape();
  const LaunchResult run = Volume(shape, lab::checked("costs")).run(kDirect);
  if (expect_seven_loads(run, shape)) expect_nothing_else(run);
}

TEST(StencilWalk, IsSafe) { expect_safe(kWalk); }
TEST(StencilWalk, GivesValuesWithinRounding) { expect_values(kWalk); }

// The third kernel is the one that keeps the plane in shared memory: this one shows what registers do.
bool expect_registers(const LaunchResult& run) {
  const lab::AccessSum shared = lab::sum_of(run.report, lab::is_shared);
  if (lab::weigh(static_cast<double>(shared.requests), lab::Comparison::at_most, 0, "shared-memory requests"))
    return true;
  lab::fail_at(
      run, shared.where(),
      "the kernel uses shared memory: stencil_walk keeps the three values of its column in registers, "
      "and loads the four neighbours in the plane");
  return false;
}

TEST(StencilWalk, KeepsItsColumnInRegisters) {
  expect_few_loads(kWalk, {neighbours::least_of_walk,
                           "four neighbours in the plane, and each value of the column once in a chunk"});
  if (lab::measuring() || testing::Test::HasFailure()) return;
  Volume problem(neighbours::aligned_shape(), lab::checked("costs"));
  expect_registers(problem.run(kWalk));
}

TEST(StencilPlane, IsSafe) { expect_safe(kPlane); }
TEST(StencilPlane, GivesValuesWithinRounding) { expect_values(kPlane); }
TEST(StencilPlane, LoadsItsPlaneAndHaloOnce) {
  expect_few_loads(kPlane,
                   {neighbours::least_of_plane,
                    "each point of the block's part of a plane, and of the four sides of its halo, once"});
}

TEST(StencilPlane, GoesThroughSharedMemory) {
  if (lab::skip_without_simt()) return;
  Volume problem(neighbours::aligned_shape(), lab::checked("costs"));
  const LaunchResult run = problem.run(kPlane);
  lab::show(run);
  if (lab::counting() || !problem.expect_right(run)) return;
  if (!lab::expect_no_bank_conflicts(run)) return;
  // A kernel that notices the marks may not load its neighbours after all.
  const auto loads = [](const LaunchResult& launch) {
    const lab::AccessSum sum = lab::sum_of(launch.report, [](const simt::AccessCost& access) {
      return lab::is_traffic(access, simt::Op::load, "in");
    });
    return Loads{sum.requests, sum.sectors, 0};
  };
  problem.expect_through_plane(kPlane, [&](const LaunchResult& marked) {
    return lab::expect_no_bank_conflicts(marked) &&
           neighbours::expect_least_loads(marked, loads(run), "as in any other launch");
  });
}

}  // namespace
