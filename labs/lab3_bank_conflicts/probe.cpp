#include "probe.h"

#include <cmath>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/session.h"
#include "lab/values.h"
#include "simt/words.h"

namespace probe {

lab::AccessSum shared_loads(const simt::LaunchReport& report) {
  return lab::sum_of(report, [](const simt::AccessCost& access) {
    return lab::is_shared(access) && access.op == simt::Op::load;
  });
}

Probe::Probe(Form form)
    : Problem(lab::checked("probe"), form.text()),
      form_(form),
      out_(*this, "out", WARP),
      cycles_(*this, "cycles", 1) {}

lab::LaunchResult Probe::run() {
  return Problem::run(
      lab::Kernel<decltype(conflict_probe)>("conflict_probe")
          .call(lab::blocks_of(WARP, WARP), out_.device(), cycles_.device(), form_.stride, form_.rounds));
}

bool Probe::expect_sums(const lab::LaunchResult& run) const {
  for (int lane = 0; lane < WARP; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    const auto expected = static_cast<float>(form_.rounds * form_.stride * lane);
    if (out_.is_written(at) && out_[at] == expected) continue;
    const std::string found = out_.is_written(at) ? "is " + lab::number(out_[at]) : "was never written";
    lab::fail_at(run, lab::line_that_stores(run, "out"),
                 "out[" + std::to_string(lane) + "] " + found + ", and must be " + lab::number(expected) +
                     "\n  lane " + std::to_string(lane) + " reads word " +
                     std::to_string(lane * form_.stride) + " " + std::to_string(form_.rounds) +
                     " times, and word i holds the value i");
    return false;
  }
  return expect_timed(run);
}

bool Probe::expect_timed(const lab::LaunchResult& run) const {
  if (cycles_.is_written(0)) return true;
  lab::fail_at(run, {}, "cycles[0] was never written: store clock64() after the loads minus before them");
  return false;
}

bool Probe::expect_right(const lab::LaunchResult& run) const {
  return lab::expect_no_faults(run) && expect_sums(run);
}

bool Probe::expect_conflict(const lab::LaunchResult& run) const {
  const lab::AccessSum loads = shared_loads(run.report);
  const bool conflicted = lab::weigh(loads.per_request(loads.wavefronts), lab::Comparison::exactly,
                                     degree_of_stride(form_.stride),
                                     "wavefronts a load at stride " + std::to_string(form_.stride));
  const bool counted = lab::weigh(static_cast<double>(loads.requests), lab::Comparison::exactly, form_.rounds,
                                  "loads of shared memory at stride " + std::to_string(form_.stride));
  if (counted && conflicted) return true;
  lab::fail_at(run, loads.where(), diagnosis(loads));
  return false;
}

std::string Probe::diagnosis(const lab::AccessSum& loads) const {
  if (loads.requests == 0) return "the kernel never reads shared memory";
  const auto rounds = static_cast<std::uint64_t>(form_.rounds);
  const std::string count = "the warp makes " + simt::plural(loads.requests, "load") +
                            " of shared memory in " + std::to_string(form_.rounds) + " rounds";
  if (loads.requests < rounds) {
    return count +
           "\n  the address is the same in every round, so the compiler may load once and keep the value: "
           "read through a pointer to volatile";
  }
  if (loads.requests > rounds) return count + ": it must be one a round, made by all lanes together";
  const double found = loads.per_request(loads.wavefronts);
  const int asked = degree_of_stride(form_.stride);
  return "a load takes " + lab::number(found) + " " + simt::noun_for(found, "wavefront") +
         ", the stride asks for " + std::to_string(asked) + "\n  " + (found < asked ? "fewer" : "more") +
         " lanes meet in a bank than do at words " + std::to_string(form_.stride) +
         " apart: is word i kept at place i?";
}

void Probe::fail_at_loads(const lab::LaunchResult& run, const std::string& message) const {
  const lab::AccessSum loads = shared_loads(run.report);
  const bool all_there = loads.requests >= static_cast<std::uint64_t>(form_.rounds);
  lab::fail_at(run, loads.where(), all_there ? message : diagnosis(loads));
}

double Probe::cycles_a_load() const {
  if (!cycles_.is_written(0)) return std::nan("");
  return static_cast<double>(cycles_[0]) / static_cast<double>(form_.rounds);
}

bool Probe::expect_clock() {
  simt::RemoteMachine& machine = lab::Session::current().machine();
  const long long cycles = cycles_[0];
  const int rate = lab::drawn("clock rate", 2, 9);
  machine.set_clock_rate(static_cast<unsigned>(rate));
  const lab::LaunchResult run = this->run();
  machine.set_clock_rate(1);
  if (!expect_right(run)) return false;
  if (cycles_[0] == rate * cycles) return true;
  lab::fail_at(
      run, lab::line_that_stores(run, "cycles"),
      "cycles[0] is not the clock's: it is " + std::to_string(cycles) + ", and " +
          std::to_string(cycles_[0]) + " under a clock that goes " + std::to_string(rate) +
          " times as fast\n  store clock64() after the loads minus clock64() before them, and nothing else");
  return false;
}

BusyProbe::BusyProbe(Form form)
    : Problem(lab::checked("busy probe"), form.text() + ", 16 warps"),
      form_(form),
      out_(*this, "out", std::size_t{BUSY_WARPS} * WARP),
      cycles_(*this, "cycles", 1) {}

lab::LaunchResult BusyProbe::run() {
  constexpr int kThreads = BUSY_WARPS * WARP;
  return Problem::run(lab::Kernel<decltype(conflict_busy)>("conflict_busy", lab::From::given)
                          .call(lab::blocks_of(kThreads, kThreads), out_.device(), cycles_.device(),
                                form_.stride, form_.rounds));
}

bool BusyProbe::expect_sums(const lab::LaunchResult& run) const {
  const auto sum = [this](std::size_t thread) {
    return static_cast<float>(form_.rounds * form_.stride * static_cast<int>(thread % WARP));
  };
  return lab::expect_values(run,
                            {"out", "sum", out_.size(), [&](std::size_t i) { return out_.holds(i, sum(i)); },
                             [](std::size_t i) { return "out[" + std::to_string(i) + "]"; }});
}

double BusyProbe::cycles_a_load() const {
  return static_cast<double>(cycles_[0]) / (static_cast<double>(form_.rounds) * BUSY_WARPS);
}

namespace {

template <class AnyProbe>
std::optional<std::vector<std::vector<double>>> sampled(const std::vector<Form>& forms, const char* kernel) {
  auto cycles = lab::samples_in_turns(forms.size(), [&](std::size_t i) -> std::optional<double> {
    AnyProbe probe(forms[i]);
    const lab::LaunchResult run = probe.run();
    if (!run.report.completed() || !probe.expect_sums(run)) return std::nullopt;
    return probe.cycles_a_load();
  });
  for (std::size_t i = 0; cycles && i < forms.size(); ++i)
    lab::note_samples({forms[i].text(), kernel, "cycles a load", cycles->at(i)});
  return cycles;
}

}  // namespace

std::optional<std::vector<std::vector<double>>> sampled_cycles(const std::vector<Form>& forms) {
  return sampled<Probe>(forms, "conflict_probe");
}

std::optional<std::vector<std::vector<double>>> sampled_busy_cycles(const std::vector<Form>& forms) {
  return sampled<BusyProbe>(forms, "conflict_busy");
}

}  // namespace probe
