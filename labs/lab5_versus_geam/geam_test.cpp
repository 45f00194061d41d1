// The checks of lab 5. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "geam_checks.h"
#include "geam_problem.h"
#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"

namespace lab {

std::vector<std::string> graded_kernels() { return {"geam_launch", "geam_transpose"}; }

}  // namespace lab

namespace {

using geam::BMatrix;
using geam::Geam;
using geam::kWithB;
using geam::kWithoutB;
using geam::RecordedCall;
using geam::Scalars;
using geam::Shape;
using lab::Comparison;
using lab::LaunchResult;

// The shapes at which costs are weighed.
std::vector<Shape> cost_shapes() {
  return {geam::aligned_shape(), geam::shape_of_part_tiles(), geam::ragged_shape()};
}

// -0 == 0.
constexpr Scalars kNegativeZero{1, -0.0F};

// A row of C that is shorter than this is one request: whatever the order, its sectors are cublasSgeam's.
constexpr int kWarpSize = 32;

// README.md, "How it is graded".
constexpr double kTrafficSlack = 1.05;
constexpr double kToPass = 0.85;
constexpr double kModelledToPass = 0.72;
constexpr double kToMatch = 0.98;  // 1, less what tiles that overlap may read twice
constexpr double kToMatchMeasured = 1;

// The shapes for scalars of any magnitude: single elements, part tiles, and sides that a tile divides.
constexpr Shape kShapesOfAnyScalars[] = {{1, 1}, {33, 65}, {64, 32}};

// Recorded shapes near which the machine runs in moments: square, rectangular, odd, and one side shorter than
// a tile.
constexpr Shape kVersus[] = {{1024, 1024}, {2048, 512}, {500, 700}, {1023, 1025},
                             {193, 257},   {31, 10003}, {10003, 31}};

bool expect_safe(Shape shape, Scalars scalars) {
  const auto run = Geam(shape, scalars, lab::checked("safe")).run();
  return run && lab::expect_no_faults(*run);
}

bool expect_values(Shape shape, Scalars scalars) {
  Geam problem(shape, scalars, lab::checked("values"));
  const auto run = problem.run();
  return run && problem.expect_values(*run);
}

bool expect_safe_values(Shape shape, Scalars scalars) {
  Geam problem(shape, scalars, lab::checked("values"));
  const auto run = problem.run();
  const auto expect = [&](const LaunchResult& ended) { return problem.expect_values(ended); };
  return run && lab::expect_values_and_no_faults(*run, expect);
}

// Where an index no longer fits into a float. The last block runs alone; all of them if that does not show
// the last elements right, since a kernel may give its blocks other elements. Whether a kernel reads B, which
// is not there, is another check's question.
bool expect_late_values() {
  const Shape shape = geam::late_shape();
  const Scalars scalars = geam::drawn_like(kWithoutB, shape);
  {
    Geam end(shape, scalars, lab::checked("values"), BMatrix::unwritten, geam::Part::end);
    if (!end.run()) return false;
    if (end.is_right_at_end()) return true;
  }
  Geam all(shape, scalars, lab::checked("values"), BMatrix::unwritten);
  const auto run = all.run();
  return run && all.expect_values(*run);
}

// For shapes that are too large to run, only the launch shape is checked.
TEST(Geam, IsSafe) {
  for (const Shape& shape : geam::shapes()) {
    for (const Scalars scalars : {kWithoutB, kWithB}) {
      if (!expect_safe(shape, geam::drawn_like(scalars, shape))) return;
    }
  }
  for (const Shape& shape : geam::largest_shapes()) {
    if (!geam::launch_shape(shape)) return;
  }
  const Shape aligned = geam::aligned_shape();
  const auto run = Geam(aligned, geam::drawn_like(kWithB, aligned), lab::checked("safe")).run();
  if (run && lab::expect_no_faults(*run)) lab::expect_writes(*run, "C");
}

TEST(Geam, GivesValuesWithinRounding) {
  for (const Shape& shape : geam::shapes()) {
    for (const Scalars scalars : geam::scalars(shape)) {
      if (!expect_values(shape, scalars)) return;
    }
  }
  for (const Shape& shape : kShapesOfAnyScalars) {
    for (const Scalars scalars : geam::scalars_of_any_magnitude()) {
      if (!expect_values(shape, scalars)) return;
    }
  }
  for (const Shape& shape : geam::long_shapes()) {
    if (!expect_safe_values(shape, geam::drawn_like(kWithB, shape))) return;
  }
  expect_late_values();
}

// The load of B that a launch with beta 0 made; line 0: it made none. A read of unwritten memory is one of B
// where a launch with B written has no such read. Where B was written or null, its loads are among the
// accesses.
simt::SourceLine read_of_b(const LaunchResult& run, Shape shape) {
  if (lab::has_read_unwritten(run)) {
    const auto with_b = Geam(shape, geam::drawn_like(kWithoutB, shape), lab::checked("beta 0")).run();
    const simt::Fault* const fault = with_b ? lab::read_of_unwritten(run, *with_b) : nullptr;
    if (fault != nullptr) return fault->where;
  }
  for (const simt::AccessCost& access : run.report.accesses) {
    if (lab::is_traffic(access, simt::Op::load, "B")) return access.where;
  }
  return {};
}

bool expect_b_unread(const LaunchResult& run, Shape shape) {
  const simt::SourceLine where = read_of_b(run, shape);
  const double lines = where.line == 0 ? 0 : 1;
  if (lab::weigh(lines, Comparison::at_most, 0, "lines reading B")) return true;
  lab::fail_at(
      run, where,
      "line " + std::to_string(where.line) +
          " reads B, though beta is 0\n  B may hold anything then, NaN too (0 * NaN is NaN), or be a null "
          "pointer: load it only where beta is not 0");
  return false;
}

bool expect_without_b(Shape shape, Scalars scalars, BMatrix b_matrix) {
  Geam problem(shape, scalars, lab::checked("beta 0"), b_matrix);
  const auto run = problem.run();
  return run && expect_b_unread(*run, shape) && lab::expect_no_faults(*run) && problem.expect_values(*run);
}

TEST(Geam, LeavesBUnreadWhenBetaIsZero) {
  if (lab::skip_without_simt()) return;
  for (const Shape& shape : {geam::aligned_shape(), geam::ragged_shape()}) {
    for (const BMatrix b_matrix : {BMatrix::unwritten_nan, BMatrix::null}) {
      if (!expect_without_b(shape, geam::drawn_like(kWithoutB, shape), b_matrix)) return;
    }
  }
  const Shape ragged = geam::ragged_shape();
  expect_without_b(ragged, geam::drawn_like(kNegativeZero, ragged), BMatrix::unwritten_nan);
}

// The sectors of a rows x cols matrix, where all rows start on a sector: what reaches DRAM at least, whatever
// the order. Else those of its rows in pieces of 32 floats, as a warp's lanes access them with 4 bytes each.
std::uint64_t least_sectors(int rows, int cols) {
  constexpr int kSectorFloats = 8;
  const bool rows_start_on_sectors = rows % kSectorFloats == 0 && cols % kSectorFloats == 0;
  return lab::sectors_in_pieces(rows, cols, rows_start_on_sectors ? kSectorFloats : kWarpSize);
}

std::vector<lab::SectorLimit> least_traffic(Shape shape, Scalars scalars) {
  const std::uint64_t c = least_sectors(shape.cols, shape.rows);
  const std::uint64_t c_requests = lab::requests_in_rows(shape.cols, shape.rows);
  std::vector<lab::SectorLimit> limits{{"A", simt::Op::load, least_sectors(shape.rows, shape.cols),
                                        lab::requests_in_rows(shape.rows, shape.cols)},
                                       {"C", simt::Op::store, c, c_requests}};
  if (scalars.beta != 0) limits.push_back({"B", simt::Op::load, c, c_requests});
  return limits;
}

TEST(Geam, MovesNoMoreThanItMust) {
  if (lab::skip_without_simt()) return;
  for (const Shape& shape : cost_shapes()) {
    for (const Scalars scalars : {kWithoutB, kWithB}) {
      Geam problem(shape, geam::drawn_like(scalars, shape), lab::checked("traffic"));
      const LaunchResult naive = problem.run_naive();
      const auto run = problem.run();
      if (!run || !problem.expect_right(*run)) return;
      if (shape == geam::aligned_shape()) lab::show_against(*run, naive);
      if (!lab::expect_traffic(*run, least_traffic(shape, scalars), kTrafficSlack)) return;
    }
  }
}

// A kernel that moves the least without shared memory (through registers) has no banks to collide in.
bool expect_no_conflicts(const LaunchResult& run) {
  if (lab::uses_shared_memory(run.report)) return lab::expect_no_bank_conflicts(run);
  return lab::weigh(0, Comparison::at_most, 0, "bank conflicts per request");
}

TEST(Geam, HasNoBankConflicts) {
  if (lab::skip_without_simt()) return;
  for (const Shape& shape : cost_shapes()) {
    for (const Scalars scalars : {kWithoutB, kWithB}) {
      Geam problem(shape, geam::drawn_like(scalars, shape), lab::checked("conflicts"));
      const auto run = problem.run();
      if (!run || !problem.expect_right(*run)) return;
      if (shape == geam::aligned_shape()) lab::show(*run);
      if (!expect_no_conflicts(*run)) return;
    }
  }
}

// One recorded call and what the student's kernel did with the same.
struct Match {
  RecordedCall call;
  LaunchResult run;
  std::uint64_t bytes = 0;
};

// Returns nothing if a launch was not possible or its values are wrong: a failure was added.
std::vector<Match> run_matches() {
  std::vector<Match> list;
  for (const Shape& recorded : kVersus) {
    const Shape shape = geam::drawn_near(recorded);
    for (const Scalars scalars : {kWithoutB, kWithB}) {
      Geam problem(shape, geam::drawn_like(scalars, shape), lab::checked("versus"));
      const auto run = problem.run();
      if (!run || !problem.expect_right(*run)) return {};
      const RecordedCall call = geam::recorded_call(recorded, scalars.beta);
      list.push_back({geam::scaled(call, shape), *run, problem.bytes()});
    }
  }
  return list;
}

// Two checks judge the same launches, which run once. Where one failed they run again, so that each check
// says what failed.
const std::vector<Match>& matches() {
  static std::vector<Match> known;
  if (known.empty()) known = run_matches();
  return known;
}

double worst_ratio(const Match& match) {
  return geam::worst_resource(match.run, match.call, match.bytes).ratio;
}

lab::Series series(const std::string& name, const std::vector<Match>& matches, bool with_b,
                   double (*value)(const Match&)) {
  lab::Series one{name, lab::SeriesRole::student, {}};
  for (const Match& match : matches) {
    if ((match.call.scalars.beta != 0) == with_b) one.values.push_back(value(match));
  }
  return one;
}

void plot(const std::vector<Match>& matches) {
  std::vector<std::string> shapes;
  for (const Shape& recorded : kVersus) shapes.push_back(geam::drawn_near(recorded).text());
  lab::plot({"geam",
             "The scarcest resource, against cublasSgeam",
             lab::ChartKind::bars,
             "rows x cols of A",
             shapes,
             "times cublasSgeam (bound)",
             {series("scarcest resource, beta 0", matches, false, worst_ratio),
              series("scarcest resource, beta 0.5", matches, true, worst_ratio)},
             "cublasSgeam's counters: h200_geam.csv, recorded on an NVIDIA H200 near these shapes"});
}

// What is modelled, and the GB/s of cublasSgeam on each of lab::modelled_devices(): 8192 x 8192 and 10007 x 9973 in
// docs/measurements/h200/measurements.json and docs/measurements/h100/measurements.json.
struct Modelled {
  Shape shape;
  Scalars scalars;
  std::vector<double> cublas_gb_per_s;

  std::string text() const { return shape.text() + (scalars.beta == 0 ? ", beta 0" : ", with B"); }
};

std::vector<Modelled> modelled_calls() {
  const Shape even = geam::modelled_shape();
  const Shape odd{even.rows + 23, even.cols - 27};
  return {{even, kWithoutB, {3816, 2910}},
          {even, kWithB, {4270, 2964}},
          {odd, kWithoutB, {3523, 2231}},
          {odd, kWithB, {3997, 2814}}};
}

void plot_modelled(const std::vector<std::string>& texts, const std::vector<double>& ratios) {
  lab::plot({"geam-modelled",
             "Bandwidth against cublasSgeam, by the model of time",
             lab::ChartKind::bars,
             "rows x cols of A",
             texts,
             "times cublasSgeam",
             {{"geam_transpose, modelled", lab::SeriesRole::student, ratios}},
             "cublasSgeam: measured at 8192 x 8192 and 10007 x 9973, docs/measurements/h200/README.md"});
}

// Compares the time that the model predicts with cublasSgeam's, which was measured. All calls are made before one is
// judged, so that the chart has them all.
void expect_to_pass_modelled() {
  const lab::PredictedLaunches predicted;
  std::vector<std::string> texts;
  std::vector<double> ratios;
  std::vector<std::pair<LaunchResult, lab::Baseline>> calls;
  for (const Modelled& call : modelled_calls()) {
    Geam problem(call.shape, geam::drawn_like(call.scalars, call.shape), lab::checked("modelled"));
    const auto run = problem.run();
    if (!run || !problem.expect_right(*run)) return;
    const lab::Baseline cublas("cublasSgeam", problem.bytes(), call.cublas_gb_per_s);
    texts.push_back(call.text());
    ratios.push_back(lab::judged_ratio(lab::modelled_ratios(*run, cublas)));
    calls.emplace_back(*run, cublas);
    lab::show(*run, cublas);
  }
  plot_modelled(texts, ratios);
  for (const auto& [run, cublas] : calls) {
    if (!lab::expect_modelled_ratio(run, cublas, kModelledToPass)) return;
  }
}

bool expect_whole_warps(const Match& match) {
  return lab::expect_whole_warps(match.run,
                                 least_traffic(geam::drawn_near(match.call.shape), match.call.scalars));
}

// A stored sector counts twice: L2 takes writes at half the rate of reads.
double excess(const simt::AccessCost& access) {
  if (access.space == simt::Space::shared) return static_cast<double>(access.wavefronts);
  const double sectors = static_cast<double>(access.sectors) - static_cast<double>(access.least_sectors);
  return access.op == simt::Op::load ? sectors : 2 * sectors;
}

// The access that costs a resource most above what it must; null when none does.
const simt::AccessCost* access_to_fix(const LaunchResult& run, const std::string& resource) {
  const auto concerns = [&](const simt::AccessCost& access) {
    return lab::is_shared(access) == (resource == "shared memory") && excess(access) > 0;
  };
  return lab::costliest(run.report, concerns, excess);
}

std::string advice_on(const simt::AccessCost& access) {
  if (lab::is_shared(access)) return "fewer or wider requests would take fewer wavefronts";
  const std::string advice = "where a row does not start on a sector, 32 floats touch 5 sectors";
  return access.op == simt::Op::load ? advice : advice + ", and two tiles each write a part of one";
}

// Rounded down: what is not reached must not look so.
std::string three_places(double value) {
  const std::string text = std::to_string(std::floor(value * 1000) / 1000);
  return text.substr(0, text.find('.') + 4);
}

// Compares the counts of the SIMT machine with those of cublasSgeam, recorded on a GPU. Whether a kernel is as fast to a
// hundredth is nothing that a model can say.
void expect_to_match_by_counts() {
  if (!matches().empty()) plot(matches());
  for (const Match& match : matches()) {
    if (match.call.shape.rows < kWarpSize) continue;
    if (!expect_whole_warps(match)) return;
    const geam::Standing standing = geam::worst_resource(match.run, match.call, match.bytes);
    if (lab::weigh(standing.ratio, Comparison::at_least, kToMatch,
                   "times cublasSgeam in the scarcest resource"))
      continue;
    lab::show(match.run);
    const simt::AccessCost* const costly = access_to_fix(match.run, standing.resource);
    const simt::SourceLine where = lab::line_of(costly);
    lab::fail_at(match.run, where,
                 "in " + standing.resource + " its traffic takes longer than cublasSgeam's did on the " +
                     lab::modelled_devices().front() + ": " + three_places(standing.ratio) +
                     " times cublasSgeam, " + three_places(kToMatch) + " required" +
                     (costly == nullptr ? ""
                                        : "\n  most could be saved in line " + std::to_string(where.line) +
                                              ": " + advice_on(*costly)));
    return;
  }
}

TEST(Geam, MayReach85PercentOfCublas) {
  lab::measured_or_modelled([] { geam::expect_measured(kToPass); }, expect_to_pass_modelled);
}

TEST(Geam, MayReachCublas) {
  lab::measured_or_counted([] { geam::expect_measured(kToMatchMeasured); }, expect_to_match_by_counts);
}

}  // namespace
