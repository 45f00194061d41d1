#include "probe_problem.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "bank_conflicts.h"
#include "bank_rules.h"
#include "lab/expectations.h"

namespace probe {

Problem::Problem(int stride, int rounds)
    : stride_(stride), rounds_(rounds), out_("out", WARP), cycles_("cycles", 1) {}

lab::LaunchResult Problem::run(const ProbeKernel& kernel) {
  const std::string shape = "stride " + std::to_string(stride_) + ", " + std::to_string(rounds_) + " rounds";
  const simt::LaunchShape launch{{1, 1, 1}, {WARP, 1, 1}, 0};
  return kernel.run(shape, launch, out_.device(), cycles_.device(), stride_, rounds_);
}

bool Problem::expect_sums(const lab::LaunchResult& run) const {
  for (int lane = 0; lane < WARP; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    const auto expected = static_cast<float>(rounds_ * stride_ * lane);
    if (out_.is_written(at) && out_[at] == expected) continue;
    const std::string found = out_.is_written(at) ? "is " + figure(out_[at]) : "was never written";
    lab::fail_at(run, lab::line_that_stores(run, "out"),
                 "out[" + std::to_string(lane) + "] " + found + ", and must be " + figure(expected) +
                     "\n  lane " + std::to_string(lane) + " reads word " + std::to_string(lane * stride_) +
                     " " + std::to_string(rounds_) + " times, and word i holds the value i");
    return false;
  }
  return expect_timed(run);
}

bool Problem::expect_timed(const lab::LaunchResult& run) const {
  if (cycles_.is_written(0)) return true;
  lab::fail_at(run, {}, "cycles[0] was never written: store clock64() after the loads minus before them");
  return false;
}

bool Problem::expect_conflict(const lab::LaunchResult& run) const {
  const SharedLoads loads = shared_loads(run.report);
  const bool conflicted =
      lab::weigh(loads.wavefronts_a_load(), lab::Comparison::exactly, banks::degree_of_stride(stride_),
                 "wavefronts a load at stride " + std::to_string(stride_));
  const bool counted = lab::weigh(static_cast<double>(loads.requests), lab::Comparison::exactly, rounds_,
                                  "loads of shared memory at stride " + std::to_string(stride_));
  if (counted && conflicted) return true;
  lab::fail_at(run, loads.where, diagnosis(loads));
  return false;
}

std::string Problem::diagnosis(const SharedLoads& loads) const {
  if (loads.requests == 0) return "the kernel never reads shared memory";
  const auto rounds = static_cast<std::uint64_t>(rounds_);
  const std::string count = "the warp makes " + std::to_string(loads.requests) +
                            (loads.requests == 1 ? " load" : " loads") + " of shared memory in " +
                            std::to_string(rounds_) + " rounds";
  if (loads.requests < rounds) {
    return count +
           "\n  the address is the same in every round, so the compiler may load once and keep the value: "
           "read through a pointer to volatile";
  }
  if (loads.requests > rounds) return count + ": it must be one a round, made by all lanes together";
  const double found = loads.wavefronts_a_load();
  const int asked = banks::degree_of_stride(stride_);
  return "a load takes " + figure(found) + (found == 1 ? " wavefront" : " wavefronts") +
         ", the stride asks for " + std::to_string(asked) + "\n  " + (found < asked ? "fewer" : "more") +
         " lanes meet in a bank than do at words " + std::to_string(stride_) +
         " apart: is word i kept at place i?";
}

void Problem::fail_at_loads(const lab::LaunchResult& run, const std::string& message) const {
  const SharedLoads loads = shared_loads(run.report);
  const bool all_there = loads.requests >= static_cast<std::uint64_t>(rounds_);
  lab::fail_at(run, loads.where, all_there ? message : diagnosis(loads));
}

double Problem::cycles_a_load() const {
  if (!cycles_.is_written(0)) return std::nan("");
  return static_cast<double>(cycles_[0]) / static_cast<double>(rounds_);
}

std::string figure(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

double SharedLoads::wavefronts_a_load() const {
  return requests == 0 ? 0 : static_cast<double>(wavefronts) / static_cast<double>(requests);
}

SharedLoads shared_loads(const simt::LaunchReport& report) {
  SharedLoads sum;
  std::uint64_t most = 0;
  for (const simt::AccessCost& access : report.accesses) {
    if (access.space != simt::Space::shared || access.op != simt::Op::load) continue;
    sum.requests += access.requests;
    sum.wavefronts += access.wavefronts;
    if (access.requests > most) sum.where = access.where;
    most = std::max(most, access.requests);
  }
  return sum;
}

}  // namespace probe
