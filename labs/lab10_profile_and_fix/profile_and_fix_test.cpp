// The checks of lab 10: of each kernel its diagnosis and its fix. lab.toml gives each its points; README.md
// says what it asks and where its threshold comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "exercise.h"
#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/measure.h"
#include "originals.h"
#include "simt/words.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  std::vector<std::string> names{"diagnose"};
  for (const fixes::Kernel& kernel : fixes::kernels()) names.emplace_back(kernel.name);
  return names;
}

}  // namespace lab

namespace {

using fixes::Finding;
using fixes::Kernel;
using lab::Comparison;
using lab::From;
using lab::LaunchResult;

// README.md, "How it is graded": where each comes from.
constexpr double kBiasOverGiven = 3.0;
constexpr double kTransposeOverGiven = 1.5;
constexpr double kSumOverGiven = 4.0;

// --- Naming

class Answers : public lab::Problem {
 public:
  Answers() : Problem(lab::checked("answers"), "one thread"), answers_(*this, "answers", DIAGNOSED_KERNELS) {}

  LaunchResult run() {
    const simt::LaunchShape one_thread{{1, 1, 1}, {1, 1, 1}, 0};
    return Problem::run(lab::Kernel<decltype(diagnose)>("diagnose").call(one_thread, answers_.device()));
  }

  bool states(DiagnosedKernel kernel) const {
    return answers_.is_written(kernel) && answers_[kernel].fault != NOT_DIAGNOSED;
  }
  Diagnosis of(DiagnosedKernel kernel) const { return answers_[kernel]; }

 private:
  lab::Output<Diagnosis> answers_;
};

// The line of `diagnose` that stores this diagnosis; where one line stores several, that.
simt::SourceLine line_of_answer(const LaunchResult& run, DiagnosedKernel kernel) {
  const auto begin = static_cast<std::int64_t>(sizeof(Diagnosis)) * kernel;
  for (const simt::AccessCost& access : run.report.accesses) {
    const std::int64_t at = access.example.offsets[0];
    const bool stores = lab::is_traffic(access, simt::Op::store, "answers");
    if (stores && at >= begin && at < begin + static_cast<std::int64_t>(sizeof(Diagnosis)))
      return access.where;
  }
  return lab::line_that_stores(run, "answers");
}

constexpr int kParts = 3;  // the parts of a diagnosis

std::vector<std::string> wrong_parts(const Diagnosis& stated, const Finding& finding) {
  const auto& statements = finding.statements;
  std::vector<std::string> wrong;
  if (stated.fault != finding.fault) wrong.emplace_back("the fault");
  if (std::find(statements.begin(), statements.end(), stated.statement) == statements.end())
    wrong.emplace_back("the statement");
  if (stated.cost != finding.cost) wrong.emplace_back("the cost");
  return wrong;
}

// "the fault is", "the fault, the statement and the cost are"
std::string subject_of(const std::vector<std::string>& parts) {
  std::string text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text + " " + simt::word_for(parts.size(), "is", "are");
}

// Says which command shows the fault. A bank conflict and a race show at different places.
const char* where_to_look(FaultOfKernel fault) {
  switch (fault) {
    case LOADS_BEHIND_STORES:
    case UNCOALESCED_ACCESS:
    case BANK_CONFLICTS:
    case ATOMIC_PER_THREAD:
      return "`./course explain lab10` shows what each statement of your file costs; use it before you change "
             "the kernel";
    default:
      return "run the kernel as it was given: its own check names the statements, and says what is missing "
             "between them";
  }
}

bool weigh_parts(std::size_t right) {
  return lab::weigh(static_cast<double>(right), Comparison::exactly, kParts, "right parts of the diagnosis");
}

void expect_diagnosis(const Kernel& kernel, const Finding& finding) {
  Answers answers;
  const LaunchResult run = answers.run();
  if (!lab::expect_no_faults(run)) return;
  const simt::SourceLine line = line_of_answer(run, kernel.number);
  const std::string name = "`" + std::string(kernel.name) + "`";
  if (!answers.states(kernel.number)) {
    weigh_parts(0);
    lab::fail_at(run, line, name + " is not diagnosed yet");
    return;
  }
  const Diagnosis stated = answers.of(kernel.number);
  const std::vector<std::string> wrong = wrong_parts(stated, finding);
  if (weigh_parts(kParts - wrong.size())) return;
  lab::fail_at(run, line,
               "your diagnosis of " + name + " is " + fixes::name_of(stated.fault) + " in statement (" +
                   std::to_string(stated.statement) + "), with a cost of " + std::to_string(stated.cost) +
                   " once fixed: " + subject_of(wrong) + " wrong\n  " + where_to_look(finding.fault));
}

void expect_named(const Kernel& kernel) {
  if (lab::counting() || lab::skip_without_simt()) return;  // some given kernels end a launch on a GPU
  const auto exercise = kernel.make(kernel.weighed_size(), lab::checked(kernel.name));
  const LaunchResult given = exercise->run(exercise->call(kernel.given(), From::given));
  expect_diagnosis(kernel, fixes::finding_of(kernel, *exercise, given));
}

// --- Fixing

// Shows the launch beside the given kernel's if that kernel's fault is a cost: the cost of an error says
// nothing about it. Some errors end a launch on a GPU, so a profiler's count does not run these given
// kernels.
void show(const Kernel& kernel, const LaunchResult& run) {
  switch (kernel.fault) {
    case UNCOALESCED_ACCESS:
    case BANK_CONFLICTS:
    case ATOMIC_PER_THREAD: {
      const auto exercise = kernel.make(kernel.weighed_size(), lab::checked(kernel.name));
      lab::show_against(run, exercise->run(exercise->call(kernel.given(), From::given)));
      break;
    }
    default:
      lab::show(run);
  }
}

void expect_fixed(const Kernel& kernel) {
  if (lab::skip_without_simt()) return;
  const auto exercise = kernel.make(kernel.weighed_size(), lab::checked(kernel.name));
  const LaunchResult run = exercise->run(exercise->call(kernel.name, From::student));
  show(kernel, run);  // also where a small size fails: what the kernel costs is to be seen
  if (lab::counting()) return;
  for (const fixes::Size& size : kernel.small_sizes()) {
    const auto small = kernel.make(size, lab::checked(kernel.name));
    const LaunchResult of_small = small->run(small->call(kernel.name, From::student));
    if (!lab::expect_no_faults(of_small) || !small->expect_values(of_small)) return;
  }
  if (lab::expect_no_faults(run) && exercise->expect_values(run) &&
      fixes::expect_within(run, kernel.fault, exercise->limits()))
    exercise->expect_more(kernel.name);
}

// --- Bandwidth

struct Asked {
  const Kernel& kernel;
  double ratio;
  fixes::Size timed;
  fixes::Size (*modelled)();  // drawn from the seed
};

fixes::Size modelled_matrix() {
  return {lab::drawn("modelled rows", 960, 1088, 32), lab::drawn("modelled columns", 4096, 4224, 32)};
}

fixes::Size modelled_losses() {
  return {lab::drawn("modelled losses", 1 << 20, (1 << 20) + (1 << 16), 1024), 0};
}

const Asked kAsked[] = {{fixes::kAddBias, kBiasOverGiven, {16384, 4096}, modelled_matrix},
                        {fixes::kTranspose, kTransposeOverGiven, {16384, 4096}, modelled_matrix},
                        {fixes::kSumLosses, kSumOverGiven, {1 << 20}, modelled_losses}};

std::string given_in_words(const Kernel& kernel) { return "the given " + std::string(kernel.name); }

// Compares the times that the model predicts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  for (const Asked& asked : kAsked) {
    const Kernel& kernel = asked.kernel;
    const auto exercise = kernel.make(asked.modelled(), lab::checked("modelled"));
    const lab::Baseline given(given_in_words(kernel),
                              exercise->run(exercise->call(kernel.given(), From::given)));
    const auto own = kernel.make(asked.modelled(), lab::checked("modelled"));
    const LaunchResult mine = own->run(own->call(kernel.name, From::student));
    lab::show(mine, given);
    if (!lab::expect_no_faults(mine) || !own->expect_values(mine)) return;
    if (!lab::expect_modelled_ratio(mine, given, asked.ratio)) return;
  }
}

// Measures what a GPU really reaches.
void expect_measured() {
  for (const Asked& asked : kAsked) {
    const Kernel& kernel = asked.kernel;
    const auto exercise = kernel.make(asked.timed, lab::timed());
    const std::string given = given_in_words(kernel);
    const auto rates =
        lab::measure({exercise->text(),
                      {exercise->timed(kernel.name, From::student, kernel.name, kernel.given()),
                       exercise->timed(kernel.given(), From::given, given, kernel.given())},
                      {{kernel.name, given, Comparison::at_least, asked.ratio}}});
    if (!rates) return;  // no verdict, or a wrong result
  }
}

TEST(FixedKernels, AreFasterThanTheGivenOnes) { lab::measured_or_modelled(expect_measured, expect_modelled); }

TEST(Diagnose, NamesAddBias) { expect_named(fixes::kAddBias); }
TEST(Diagnose, NamesTranspose) { expect_named(fixes::kTranspose); }
TEST(Diagnose, NamesCausalConv) { expect_named(fixes::kCausalConv); }
TEST(Diagnose, NamesQuantize) { expect_named(fixes::kQuantize); }
TEST(Diagnose, NamesRmsNorm) { expect_named(fixes::kRmsNorm); }
TEST(Diagnose, NamesScalePiece) { expect_named(fixes::kScalePiece); }
TEST(Diagnose, NamesSumLosses) { expect_named(fixes::kSumLosses); }
TEST(Diagnose, NamesRelu) { expect_named(fixes::kRelu); }

TEST(AddBias, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kAddBias); }
TEST(Transpose, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kTranspose); }
TEST(CausalConv, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kCausalConv); }
TEST(Quantize, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kQuantize); }
TEST(RmsNorm, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kRmsNorm); }
TEST(ScalePiece, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kScalePiece); }
TEST(SumLosses, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kSumLosses); }
TEST(Relu, IsSafeRightAndAtItsLeast) { expect_fixed(fixes::kRelu); }

}  // namespace
