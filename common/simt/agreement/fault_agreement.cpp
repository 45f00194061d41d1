#include "fault_agreement.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace agreement {
namespace {

// The note of a case that goes wrong in no way, whatever it looks like.
constexpr const char* kNothing = "nothing";

// Joins words to one, because the exceptions file has words.
std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "+") + word;
  std::replace(text.begin(), text.end(), ' ', '_');
  return text.empty() ? kNothing : text;
}

std::string place_of(const simt::SourceLine& where) {
  return std::filesystem::path(where.file).filename().string() + ":" + std::to_string(where.line);
}

std::set<std::string> machine_places(const simt::LaunchReport& report) {
  std::set<std::string> places;
  for (const simt::Fault& fault : report.faults) {
    places.insert(place_of(fault.where));
    if (fault.other.line != 0) places.insert(place_of(fault.other));
  }
  return places;
}

Compared compare_kind(const Case& c, const simt::LaunchReport& report) {
  std::set<std::string> kinds;
  for (const simt::Fault& fault : report.faults) kinds.insert(simt::name_of(fault.kind));
  const bool same = c.note == kNothing ? kinds.empty() : kinds.count(c.note) != 0;
  const std::string is = joined({c.note});
  return {c.name,
          "kind",
          is,
          joined(kinds),
          same ? Verdict::equal : Verdict::differs,
          same ? "" : "not what it is"};
}

Compared compare_line(const Case& c, const simt::LaunchReport& report, const Record::Row& row) {
  std::set<std::string> named;
  std::istringstream words(row.at("places"));
  for (std::string word; words >> word;) named.insert(word);
  const std::set<std::string> ours = machine_places(report);
  Compared result{c.name, "line", joined(named), joined(ours), Verdict::differs, "another line"};
  if (named.empty()) {
    result.verdict = Verdict::not_compared;
    result.why = row.at("outcome") == "found" ? "the tool named no line" : "the tool: " + row.at("outcome");
  } else if (std::any_of(named.begin(), named.end(),
                         [&](const std::string& place) { return ours.count(place) != 0; })) {
    result.verdict = Verdict::equal;
    result.why = "";
  }
  return result;
}

}  // namespace

std::vector<Compared> compare_fault(const Case& c, const simt::LaunchReport& report, const Record& record) {
  const auto recorded = record.rows.find(c.name);
  if (recorded == record.rows.end() || recorded->second.front().at("tool") != c.group) {
    return {{c.name, "all", "-", "-", Verdict::differs,
             "not in the record for " + c.group + ": measure.sh makes a new one"}};
  }
  return {compare_kind(c, report), compare_line(c, report, recorded->second.front())};
}

}  // namespace agreement
