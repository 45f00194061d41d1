#include "lab/expectations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "lab/accesses.h"
#include "lab/measure.h"
#include "order_dependence.h"

namespace lab {
namespace {

using simt::AccessCost;
using simt::Op;

std::string coordinates(const simt::Dim3& at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

bool is_read_of_unwritten(const simt::Fault& fault) {
  return fault.kind == simt::FaultKind::uninitialized_read;
}

void fail_with(const LaunchResult& run, const simt::Fault& fault) {
  std::string message = fault.message;
  const bool other_barrier = fault.kind == simt::FaultKind::divergent_barrier && fault.other.line != 0;
  // The failure names the line itself: it is said again only with what else is known.
  if (fault.where.line != 0 && (other_barrier || fault.names_a_thread || fault.count > 1)) {
    message += "\n  at " + line_text(fault.where);
    if (other_barrier) message += " (the other barrier is in " + line_text(fault.other) + ")";
    if (fault.names_a_thread)
      message += ", block " + coordinates(fault.block) + ", thread " + coordinates(fault.thread);
  }
  if (fault.count > 1) message += "; the first of " + std::to_string(fault.count);
  note_fault(simt::name_of(fault.kind));
  if (!fault.advice.empty()) message += "\n  " + fault.advice;
  if (fault.kind == simt::FaultKind::race) message += remarks_on(run);
  message += text_of(run.order);
  fail_at(run, fault.where, message);
}

}  // namespace

std::string digits(double value) {
  if (std::isnan(value))
    return "nan (not a number: it comes from an uninitialised variable, from 0 / 0 or infinity minus infinity, or from another nan)";
  constexpr int kDigits = 9;
  std::ostringstream text;
  text.precision(kDigits);
  text << value;
  return text.str();
}

std::string number(double value) {
  std::ostringstream text;
  text << std::round(value * 100) / 100;
  return text.str();
}

void measured_or_counted(const std::function<void()>& measured, const std::function<void()>& counted) {
  if (measuring()) {
    measured_check(measured);
  } else {
    counted();
  }
}

void fail_at(const LaunchResult& run, const simt::SourceLine& where, const std::string& message) {
  const simt::SourceLine& place = where.line == 0 ? run.definition : where;
  if (!run.report.completed()) note_fault(simt::name_of(run.report.faults.front().kind));
  ADD_FAILURE_AT(place.file.c_str(), static_cast<int>(place.line))
      << run.kernel << ", " << run.shape << ": " << message;
}

bool skip_without_simt() {
  if (!measuring()) return false;
  // GTEST_SKIP returns from the function that it stands in: the caller gets a result instead.
  [] { GTEST_SKIP() << "needs the SIMT machine: a GPU tells no counts, and not where a fault lies"; }();
  return true;
}

std::optional<bool> verdict_without_counts() {
  if (counting()) return true;
  if (skip_without_simt()) return false;
  return std::nullopt;
}

simt::SourceLine line_that_stores(const LaunchResult& run, const std::string& array) {
  return line_of(costliest(
      run.report, [&](const AccessCost& a) { return is_traffic(a, Op::store, array); },
      [](const AccessCost& a) { return a.requests; }));
}

std::string remarks_on(const LaunchResult& run) {
  std::string text;
  for (const simt::Remark& remark : run.report.remarks)
    text += "\n  " + line_text(remark.where) + ": " + remark.message;
  return text;
}

bool expect_no_faults(const LaunchResult& run) {
  if (const auto known = verdict_without_counts()) return *known;
  for (const simt::Fault& fault : run.report.faults) {
    if (!fault.follows) fail_with(run, fault);
  }
  return run.report.faults.empty();
}

bool has_read_unwritten(const LaunchResult& run) {
  return std::any_of(run.report.faults.begin(), run.report.faults.end(), is_read_of_unwritten);
}

const simt::Fault* read_of_unwritten(const LaunchResult& run, const LaunchResult& written) {
  for (const simt::Fault& fault : run.report.faults) {
    const auto is_same = [&](const simt::Fault& other) {
      return is_read_of_unwritten(other) && other.where == fault.where && other.count == fault.count;
    };
    const auto& others = written.report.faults;
    if (is_read_of_unwritten(fault) && std::none_of(others.begin(), others.end(), is_same)) return &fault;
  }
  return nullptr;
}

// An atomic operation writes, too: whether it may is asked of the launch's traffic.
bool expect_writes(const LaunchResult& run, const std::string& array) {
  if (const auto known = verdict_without_counts()) return *known;
  if (line_that_stores(run, array).line != 0) return true;
  fail_at(run, {}, "the kernel writes nothing to `" + array + "`: is it still the stub?");
  return false;
}

}  // namespace lab
