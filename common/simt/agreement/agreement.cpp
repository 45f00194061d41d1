// agreement: compares the SIMT machine with what hardware was recorded to do.
//
//   agreement kernels CASES.txt... --modules DIR --record FILE.csv --exceptions FILE
//   agreement faults  FAULTS.txt   --modules DIR --record FILE.csv --exceptions FILE
//   agreement run     CASES.txt... --modules DIR
//
// `run` needs no record: it prints the machine's counts. Every case must run without a fault and count the
// same with any number of workers and in any schedule. With all three, --waiting A,B names kernel files that
// the machine cannot run yet; with the first two, --markdown prints the page.
//
// Exit status: 0 agreement, 1 a difference that the exceptions do not explain, or an exception that holds no
// longer, 2 could not run.
#include <algorithm>
#include <functional>
#include <iostream>
#include <sstream>

#include "agreement_table.h"
#include "case_file.h"
#include "comparison.h"
#include "fault_agreement.h"
#include "kernel_agreement.h"
#include "machine_run.h"
#include "record.h"

namespace {

using agreement::Case;
using agreement::Compared;
using agreement::Record;
using agreement::Verdict;

class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  std::string command;
  std::vector<std::string> case_files;
  std::string modules;
  std::string record;
  std::string exceptions;
  std::vector<std::string> waiting;
  bool markdown = false;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, ',');) parts.push_back(part);
  return parts;
}

void take(Options& options, const std::string& name, const std::string& value) {
  if (name == "--modules") {
    options.modules = value;
  } else if (name == "--record") {
    options.record = value;
  } else if (name == "--exceptions") {
    options.exceptions = value;
  } else if (name == "--waiting") {
    options.waiting = split(value);
  } else {
    throw UsageError("there is no option " + name);
  }
}

Options parse(const std::vector<std::string>& words) {
  Options options;
  if (words.empty()) throw UsageError("no command");
  options.command = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--markdown") {
      options.markdown = true;
    } else if (words[i].rfind("--", 0) != 0) {
      options.case_files.push_back(words[i]);
    } else if (i + 1 == words.size()) {
      throw UsageError(words[i] + " needs a value");
    } else {
      take(options, words[i], words[i + 1]);
      ++i;
    }
  }
  const bool compares = options.command == "kernels" || options.command == "faults";
  if (!compares && options.command != "run") throw UsageError("there is no command " + options.command);
  if (options.case_files.empty() || options.modules.empty())
    throw UsageError("case files and --modules are needed");
  if (compares && (options.record.empty() || options.exceptions.empty()))
    throw UsageError("--record and --exceptions are needed");
  return options;
}

bool is_waiting(const Case& c, const Options& options) {
  const auto& waiting = options.waiting;
  return std::find(waiting.begin(), waiting.end(), agreement::module_name(c)) != waiting.end();
}

// Runs every case that need not wait, and hands over the result. Says how many wait.
void run_cases(const std::vector<Case>& cases, const Options& options,
               const std::function<void(const Case&, const simt::LaunchReport&)>& take_report) {
  std::size_t waiting = 0;
  for (const Case& c : cases) {
    if (is_waiting(c, options)) {
      ++waiting;
      continue;
    }
    take_report(c, agreement::run_on_machine(c, options.modules));
  }
  if (waiting == cases.size()) throw agreement::FileError("every case waits: nothing was compared");
  if (waiting != 0)
    std::cerr << waiting << " cases wait until the machine can run their kernel file (--waiting)\n";
}

std::string counts_of(const Case& c, const simt::LaunchReport& report) {
  std::string text = c.name + ":";
  for (const std::string& count : agreement::machine_counts(report)) text += ' ' + count;
  return text;
}

// Whether the counts are the same with one worker, with more than there are cores, and in shuffled schedules.
bool same_in_any_order(const Options& options, const Case& c, const simt::LaunchReport& report) {
  for (const simt::MachineOptions& order : {simt::MachineOptions{1, 0, 10}, simt::MachineOptions{5, 7, 10}}) {
    const simt::LaunchReport other = agreement::run_on_machine(c, options.modules, order);
    if (counts_of(c, other) == counts_of(c, report) && other.faults.empty()) continue;
    std::cout << c.place << ": differs with " << order.workers << " workers and seed " << order.schedule.seed
              << ":\n  " << counts_of(c, other) << "\n  " << counts_of(c, report) << '\n';
    return false;
  }
  return true;
}

int run(const Options& options) {
  int status = 0;
  std::size_t ran = 0;
  const std::vector<Case> cases = agreement::read_cases(options.case_files);
  run_cases(cases, options, [&](const Case& c, const simt::LaunchReport& report) {
    ++ran;
    std::cout << counts_of(c, report) << '\n';
    if (!same_in_any_order(options, c, report)) status = 1;
    for (const simt::Fault& fault : report.faults) {
      std::cout << c.place << ": " << c.name << ": " << simt::name_of(fault.kind) << ": " << fault.message
                << " (" << fault.where.file << ':' << fault.where.line << ")\n";
      status = 1;
    }
  });
  std::cout << ran << " cases ran on the machine\n";
  return status;
}

int compare(const Options& options) {
  const std::vector<Case> cases = agreement::read_cases(options.case_files);
  const Record record = agreement::read_record(options.record);
  const auto compare_case =
      options.command == "kernels" ? agreement::compare_kernel : agreement::compare_fault;
  std::vector<Compared> compared;
  run_cases(cases, options, [&](const Case& c, const simt::LaunchReport& report) {
    for (Compared& one : compare_case(c, report, record)) compared.push_back(std::move(one));
  });
  for (const std::string& name : agreement::without_case(record, cases)) {
    compared.push_back({name, "all", "recorded", "no case", Verdict::differs, "no case file has it"});
  }
  agreement::Exceptions exceptions(options.exceptions);
  exceptions.explain(compared);
  if (options.markdown) agreement::print_markdown(std::cout, cases, compared, record.remarks);
  const bool agree = agreement::print_summary(std::cerr, compared, exceptions.stale());
  return agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse({argv + 1, argv + argc});
    return options.command == "run" ? run(options) : compare(options);
  } catch (const UsageError& error) {
    std::cerr << "agreement: " << error.what() << R"(
usage: agreement kernels|faults CASES.txt... --modules DIR --record FILE.csv --exceptions FILE
                 [--waiting A,B] [--markdown]
       agreement run CASES.txt... --modules DIR [--waiting A,B]
)";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "agreement: " << error.what() << '\n';
    return 2;
  }
}
