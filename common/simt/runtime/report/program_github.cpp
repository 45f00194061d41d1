// The report for a step of a GitHub workflow: as text, with annotations behind it.
//
// "Workflow commands for GitHub Actions" has the form, and
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts the escaping.
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "report/program_report.h"

namespace cudart {
namespace {

std::string escaped(const std::string& text, bool is_property) {
  std::string all;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (!is_special) {
      all += c;
      continue;
    }
    constexpr const char* kDigits = "0123456789ABCDEF";
    all += '%';
    all += kDigits[static_cast<unsigned char>(c) / 16];
    all += kDigits[static_cast<unsigned char>(c) % 16];
  }
  return all;
}

// GitHub knows files by their paths in the repository.
std::string in_repository(const std::string& file) {
  const char* const root = std::getenv("GITHUB_WORKSPACE");
  std::error_code failed;
  const std::filesystem::path base = root == nullptr ? std::filesystem::current_path(failed) : root;
  const std::filesystem::path near = std::filesystem::path(file).lexically_relative(base);
  return near.empty() || *near.begin() == ".." ? file : near.string();
}

void annotate(std::ostream& out, const char* level, const simt::SourceLine& where, const std::string& kind,
              const std::string& message) {
  out << "::" << level << " ";
  if (where.line > 0)
    out << "file=" << escaped(in_repository(where.file), true) << ",line=" << where.line << ",";
  out << "title=" << escaped(kind, true) << "::" << escaped(message, false) << "\n";
}

}  // namespace

std::string github_report(const Recorded& recorded, const ReportSettings& settings, const Ending& ending) {
  std::ostringstream out;
  out << text_report(recorded, settings, ending) << "\n";
  for (const LaunchGroup& group : recorded.groups) {
    for (const GroupFault& found : group.faults) {
      const simt::Fault& fault = found.fault;
      if (!fault.follows)
        annotate(out, "error", fault.where, simt::name_of(fault.kind), fault.message + ". " + fault.advice);
    }
  }
  const std::vector<CodePlace> places = places_of(recorded.faults);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const HostFault& fault = recorded.faults[i];
    annotate(out, "warning", places[i].source, fault.kind, fault.message + " " + fault.advice);
  }
  return out.str();
}

}  // namespace cudart
