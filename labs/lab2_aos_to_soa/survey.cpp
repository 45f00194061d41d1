// What lab 2's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include "conversion.h"
#include "update.h"

namespace {

using particles::Conversion;
using particles::Layout;
using particles::Move;
using particles::Update;

TEST(Survey, Updates) {
  lab::survey([](lab::Survey& survey) {
    Update problem(particles::timed_particles());
    survey.time(problem, {problem.timed(Layout::aos, "update_aos"), problem.timed(Layout::soa, "update_soa"),
                          problem.timed(Layout::aosoa, "update_aosoa")});
  });
}

TEST(Survey, Conversions) {
  lab::survey([](lab::Survey& survey) {
    Conversion problem(particles::timed_particles());
    survey.time(problem,
                {problem.timed(Move::copy, "copy_particles"), problem.timed(Move::to_soa, "aos_to_soa"),
                 problem.timed(Move::to_aos, "soa_to_aos")});
  });
}

const lab::Once kOnce([] {
  constexpr int kParticles = 1 << 17;
  for (const Layout layout : {Layout::aos, Layout::soa, Layout::aosoa}) {
    Update problem(layout, kParticles);
    const lab::LaunchResult run = problem.run();
    lab::tell_once(run, problem.expect_moved(run));
  }
  const particles::Fields fields = particles::distinct_fields(kParticles, "once");
  for (const Move move : {Move::copy, Move::to_soa, Move::to_aos}) {
    Conversion problem(move, fields);
    const lab::LaunchResult run = problem.run();
    lab::tell_once(run, problem.expect_converted(run));
  }
});

}  // namespace
