// The report of a program: as a few lines for whoever started it, and as JSON for programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/code_places.h"
#include "report/recorder.h"

namespace cudart {

// How the program ended, if it has ended.
struct Ending {
  enum class How : std::uint8_t { running, exit, signal };
  How how = How::running;
  int signal = 0;
  std::uintptr_t at = 0;  // the code address of the instruction that caused it; 0: it came from elsewhere
};

// Returns the place of each fault.
std::vector<CodePlace> places_of(const std::vector<HostFault>& faults);

// "SIGSEGV"; empty when there was none.
std::string signal_of(const Ending& ending);

std::string text_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending);

// The text, and an annotation of the line for each fault.
std::string github_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending);

// The document that grader/schema/program_report.py reads.
std::string json_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending);

}  // namespace cudart
