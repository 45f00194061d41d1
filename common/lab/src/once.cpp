// The launches that a survey program makes for a profiler (lab/survey.h). Apart from surveys: main.cpp of
// every program asks whether there are such launches.
#include <cstdio>
#include <utility>

#include "lab/check.h"
#include "lab/survey.h"
#include "program.h"

namespace lab {

std::function<void()>& launches_once() {
  static std::function<void()> launches;
  return launches;
}

Once::Once(std::function<void()> launches) { launches_once() = std::move(launches); }

void tell_once(const LaunchResult& run, bool is_right) {
  std::printf("%s, %s: %s\n", run.kernel.c_str(), run.shape.c_str(), is_right ? "right" : "WRONG");
  if (!run.report.accesses.empty()) std::printf("%s", cost_table(run).c_str());
}

}  // namespace lab
