#include "report/report_settings.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace cudart {
namespace {

std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void refuse(const char* name, const std::string& value, const char* known) {
  std::fprintf(stderr, "SIMT machine: %s=%s is not understood: it can be %s\n", name, value.c_str(), known);
}

ReportForm form_of(const std::string& value) {
  if (value == "json") return ReportForm::json;
  if (value == "none") return ReportForm::none;
  if (!value.empty() && value != "text") refuse("SIMT_REPORT", value, "text, json or none");
  return ReportForm::text;
}

std::uint64_t number_of(const std::string& value) {
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(value.c_str(), &end, 10);
  if (*end == '\0' && (value.empty() || (number > 0 && value.front() != '-'))) return number;
  refuse("SIMT_REPORT_LAUNCH", value, "1, 2, 3, …");
  return 0;
}

// "lib::scale<lib::Pair>" without its template arguments: "lib::scale".
std::string without_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

std::string without_namespaces(const std::string& name) {
  const std::size_t scope = without_arguments(name).rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

}  // namespace

ReportSettings read_settings() {
  ReportSettings settings;
  settings.form = form_of(value_of("SIMT_REPORT"));
  settings.file = value_of("SIMT_REPORT_FILE");
  // The program may go to another folder before it ends.
  if (!settings.file.empty()) settings.file = std::filesystem::absolute(settings.file).string();
  settings.kernel = value_of("SIMT_REPORT_KERNEL");
  settings.launch = number_of(value_of("SIMT_REPORT_LAUNCH"));
  settings.counts = value_of("SIMT_COUNT") != "0";
  return settings;
}

bool is_called(const std::string& name, const std::string& asked) {
  return asked == name || asked == without_namespaces(name) || asked == without_arguments(name) ||
         asked == without_namespaces(without_arguments(name));
}

}  // namespace cudart
