// What a check weighed, for the record: a value beside the required one, and the launches worth looking at.
//
// Whether it passed is GoogleTest's business. A failure is added at the kernel's line (ADD_FAILURE_AT), so
// that the record, GoogleTest's output and an editor all point there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/kernel.h"
#include "lab/modelled.h"
#include "lab/statistics.h"

namespace lab {

enum class Evidence { none, simulated, modelled, measured };
enum class Comparison { none, at_most, at_least, exactly };

struct Weighing {
  double value = 0;
  Comparison comparison = Comparison::none;
  double required = 0;
  std::string unit;
  Evidence evidence = Evidence::simulated;
};

// The measurement behind a comparison on a GPU.
struct Measured {
  std::string device;  // "NVIDIA H200"
  std::string shape;   // the problem's shape: "8192 x 8192"
  int runs = 0;        // runs of each kernel
  double low = 0;      // the middle half of the runs lies from here …
  double high = 0;     // … to here
};

// One quantity that was measured on a GPU, whatever is asked of it.
struct Reading {
  std::string shape;  // the problem's shape: "8192 x 8192"
  std::string name;   // the kernel, or the library's function
  std::string unit;   // "GB/s", of bytes that must be read and written; "cycles a load"
  Middle middle;      // the middle of the runs
  int runs = 0;
};

struct ShownLaunch {
  LaunchResult run;
  std::vector<ModelledRatio> modelled;  // of a check that weighs predicted times, else empty
  std::string against;                  // the baseline of these: "the AoS update"
  std::optional<LaunchResult> before;   // a given kernel's, which the student's improves on
};

// --- What a check plots on the scorecard, beside its verdict.

// line: x is a scale, its marks evenly apart (strides that double, say). bars: x are names.
enum class ChartKind { line, bars };

// The source of a series' values. The scorecard colours and names it.
enum class SeriesRole {
  student,   // the checked kernels, in this run
  given,     // kernels that the lab gives, in this run
  limit,     // values that traffic, or a rule, allows
  hardware,  // recorded on a GPU; the chart's source says where
};

struct Series {
  std::string name;
  SeriesRole role = SeriesRole::student;
  std::vector<double> values;  // one for each x; a NaN leaves a gap
};

struct Chart {
  std::string id;  // unique within the lab, kebab-case
  std::string title;
  ChartKind kind = ChartKind::line;
  std::string x_label;
  std::vector<std::string> x;
  std::string y_label;  // with its unit
  std::vector<Series> series;
  std::string source;  // the source of values that are not from this run; empty when all are
};

// The text that the first printing launch of a check's kernels printed.
struct Printed {
  std::string kernel;
  std::string shape;  // the shape of that launch's problem
  std::string text;
  std::uint64_t launches = 0;  // launches that printed
};

// "transpose_tiled, 33 x 65, printed (so did 23 more launches of this check):" and the text; empty where
// nothing was printed.
std::string text_of(const Printed& printed);

// The record of the running test. Emptied when a test starts.
struct CheckRecord {
  Evidence evidence = Evidence::none;
  std::vector<Weighing> weighings;  // the first that is not met is the one reported, else the first
  std::vector<Measured> measured;   // one a weighing, where they were measured
  std::vector<Reading> readings;    // all that was measured
  std::vector<ShownLaunch> shown;
  std::vector<Chart> charts;
  Printed printed;
  // The kind of fault by which the check failed: simt::name_of(), or "missing kernel"; empty if it failed
  // because a requirement is not met.
  std::string fault;
  std::string remark;  // a remark that is shown beside the verdict

  static CheckRecord& current();
};

bool is_met(const Weighing& weighing);

// Notes a comparison and tells whether it holds. A check's evidence is that of the comparison which is shown.
bool weigh(double value, Comparison comparison, double required, const std::string& unit);

// Does the same for a value that follows from predicted times (lab/modelled.h).
bool weigh_modelled(double value, Comparison comparison, double required, const std::string& unit);

// Does the same for a value that was measured on a GPU. A check weighs either what was simulated or what was
// measured.
bool weigh_measured(const Weighing& weighing, const Measured& measured);

// Puts what was measured on record. Marks the check's evidence as measured.
void note(const Reading& reading);

// Says that the failure which follows comes from a fault and not from a requirement that is not met. The
// first failure of a check is the one that counts.
void note_fault(const std::string& kind);

// Keeps what a launch of a student's kernel printed.
void note_printed(const LaunchResult& run);

// The first lines of a text, and how many more there are.
std::string first_lines(const std::string& text, std::size_t most);

// Puts a launch on the scorecard. A launch on a GPU, of which no access is known, is left out.
void show(const LaunchResult& run);

// Puts a launch on the scorecard, with its predicted bandwidth as a part of the baseline's.
void show(const LaunchResult& run, const Baseline& baseline);

// Puts a launch on the scorecard, beside the launch of a given kernel whose accesses the student's are to
// improve on. The scorecard draws both.
void show_against(const LaunchResult& run, const LaunchResult& before);

// The cost of each source line as a text table, for a terminal. One row an access: line, what it does,
// requests, sectors or wavefronts a request beside the least possible, bank conflicts.
std::string cost_table(const LaunchResult& result);

// Puts a chart on the scorecard. Throws std::invalid_argument when a series has not one value for each x.
void plot(const Chart& chart);

}  // namespace lab
