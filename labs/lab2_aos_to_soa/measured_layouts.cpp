#include "measured_layouts.h"

#include "lab/measure.h"
#include "launches.h"
#include "timed_layouts.h"

namespace particles {
namespace {

using lab::Comparison;
using lab::TimedKernel;

void expect_ratio(int n, const TimedKernel& mine, const TimedKernel& theirs, double required) {
  lab::measure({size_text(n), {mine, theirs}, {{mine.name, theirs.name, Comparison::at_least, required}}});
}

}  // namespace

void expect_measured_to_soa(double part) {
  const int n = timed_particles();
  TimedConversions conversions(n);
  expect_ratio(n, conversions.to_soa(), conversions.copy(), part);
}

void expect_measured_to_aos(double part) {
  const int n = timed_particles();
  TimedConversions conversions(n);
  expect_ratio(n, conversions.to_aos(), conversions.copy(), part);
}

void expect_measured_update(Layout layout, double times) {
  const int n = timed_particles();
  TimedUpdates updates(n);
  expect_ratio(n, layout == Layout::soa ? updates.soa() : updates.aosoa(), updates.aos(), times);
}

}  // namespace particles
