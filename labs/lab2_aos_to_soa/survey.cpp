// What lab 2's kernels reach on a GPU: the tables of its subject.
#include <gtest/gtest.h>

#include "lab/survey.h"
#include "launches.h"
#include "timed_layouts.h"

namespace {

TEST(Survey, Updates) {
  lab::survey([](lab::Survey& survey) {
    const int n = particles::timed_particles();
    particles::TimedUpdates updates(n);
    survey.time(particles::size_text(n),
                {lab::named("update_aos", updates.aos()), updates.soa(), updates.aosoa()});
  });
}

TEST(Survey, Conversions) {
  lab::survey([](lab::Survey& survey) {
    const int n = particles::timed_particles();
    particles::TimedConversions conversions(n);
    survey.time(particles::size_text(n), {lab::named("copy_particles", conversions.copy()),
                                          conversions.to_soa(), conversions.to_aos()});
  });
}

}  // namespace
