#include "lab/survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "lab/check.h"
#include "rounds.h"

namespace lab {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : between) + part;
  return all;
}

std::string text_of(const std::string& shape, const TimedKernel& kernel) {
  return kernel.name + ", " + shape;
}

// Says why a kernel is not even tried, or "" if it is.
std::string why_hopeless(const std::string& shape, const TimedKernel& kernel) {
  if (kernel.from == From::student && !Session::current().defines(kernel.kernel()))
    return "the kernel `" + kernel.kernel() + "` is not defined";
  for (const FatalLaunch& launch : fatal_launches()) {
    if (launch.what == text_of(shape, kernel)) return launch.why;
  }
  return "";
}

}  // namespace

void Survey::time(const Problem& problem, const std::vector<TimedKernel>& kernels) {
  try {
    if (problem.fits()) {
      time(problem.text(), kernels);
    } else {
      leave_out(problem.text(), "it does not fit into this GPU's free memory");
    }
  } catch (const simt::Error& error) {
    leave_out(problem.text(), error.what());
  }
}

void Survey::time(const std::string& shape, std::vector<TimedKernel> kernels) {
  leave_out_hopeless(shape, kernels);
  while (!kernels.empty()) {
    try {
      note_rates(shape, kernels);
      return;
    } catch (const BrokenRun& broken) {  // the others once more, without it
      leave_out(shape, broken.kernel(), broken.what());
      if (Session::current().gpu().is_lost())
        begin_again(with({text_of(shape, broken.kernel()), broken.what()}));
      kernels.erase(std::find_if(kernels.begin(), kernels.end(), [&](const TimedKernel& kernel) {
        return kernel.name == broken.kernel().name;
      }));
    }
  }
}

void Survey::note_rates(const std::string& shape, const std::vector<TimedKernel>& kernels) {
  const std::vector<KernelTimes> times = timed_rounds(kernels);
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    const std::string why = why_impossible(kernels[k], times[k]);
    if (why.empty()) {
      note_rate(shape, kernels[k], times[k].seconds);
    } else {
      leave_out(text_of(shape, kernels[k]), why);
    }
  }
}

void Survey::leave_out(const std::string& what, const std::string& why) {
  left_out_.push_back(what + ": " + why);
}

void Survey::leave_out(const std::string& shape, const TimedKernel& kernel, const std::string& why) {
  const std::string what = text_of(shape, kernel);
  if (kernel.from != From::student) {
    leave_out(what, why);
    return;
  }
  mistakes_.push_back(
      {definition_in(Session::current().options().source, kernel.kernel()), what + ": " + why});
}

void Survey::leave_out_hopeless(const std::string& shape, std::vector<TimedKernel>& kernels) {
  std::vector<TimedKernel> tried;
  for (const TimedKernel& kernel : kernels) {
    if (const std::string why = why_hopeless(shape, kernel); why.empty()) {
      tried.push_back(kernel);
    } else {
      leave_out(shape, kernel, why);
    }
  }
  kernels = std::move(tried);
}

void Survey::report() const {
  CheckRecord& record = CheckRecord::current();
  if (!left_out_.empty()) record.remark = "left out: " + joined(left_out_, "; ");
  std::vector<std::string> messages;
  for (const Mistake& mistake : mistakes_) messages.push_back(mistake.message);
  if (!messages.empty()) {
    const simt::SourceLine& first = mistakes_.front().place;
    ADD_FAILURE_AT(first.file.c_str(), static_cast<int>(first.line)) << joined(messages, "\n");
  } else if (record.readings.empty() && !testing::Test::HasFailure()) {
    GTEST_SKIP() << "not measured: " << record.remark;
  } else if (!record.remark.empty()) {
    std::printf("%s\n", record.remark.c_str());
  }
}

void survey(const std::function<void(Survey&)>& body) {
  if (!measuring()) GTEST_SKIP() << "not measured: a survey needs a GPU (--machine cuda)";
  CheckRecord::current().evidence = Evidence::measured;
  Survey survey;
  try {
    body(survey);
  } catch (const simt::Error& error) {
    survey.leave_out("the rest", error.what());
  }
  survey.report();
}

}  // namespace lab
