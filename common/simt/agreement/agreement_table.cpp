#include "agreement_table.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

namespace agreement {
namespace {

constexpr Verdict kVerdicts[] = {Verdict::equal, Verdict::explained, Verdict::not_compared, Verdict::differs};

const char* words_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::equal:
      return "equal";
    case Verdict::explained:
      return "explained";
    case Verdict::not_compared:
      return "not compared";
    case Verdict::differs:
      break;
  }
  return "different";
}

std::string spaced(std::string metric) {
  std::replace(metric.begin(), metric.end(), '_', ' ');
  return metric;
}

using ByCase = std::map<std::string, std::vector<const Compared*>>;

ByCase by_case(const std::vector<Compared>& compared) {
  ByCase found;
  for (const Compared& one : compared) found[one.name].push_back(&one);
  return found;
}

std::string dimensions(const Shape& shape) {
  std::string text = std::to_string(shape[0]);
  if (shape[1] != 1 || shape[2] != 1) text += "x" + std::to_string(shape[1]);
  if (shape[2] != 1) text += "x" + std::to_string(shape[2]);
  return text;
}

// "global_load" of global_load_sectors: the column it stands in; and "sectors", its unit there.
std::pair<std::string, std::string> column_and_unit(const std::string& metric) {
  const auto last = metric.rfind('_');
  if (last == std::string::npos) return {metric, ""};
  return {metric.substr(0, last), ' ' + metric.substr(last + 1)};
}

// "32 requests, 125 sectors": a number alone where both sides have it.
std::string cell(const std::vector<const Compared*>& of_case, const std::string& column) {
  std::string text;
  for (const Compared* one : of_case) {
    const auto [stands_in, unit] = column_and_unit(one->metric);
    if (stands_in != column) continue;
    text += text.empty() ? "" : ", ";
    text +=
        one->verdict == Verdict::equal ? one->machine : "**" + one->hardware + "** against " + one->machine;
    text += one->machine == "1" && !unit.empty() ? unit.substr(0, unit.size() - 1) : unit;  // 1 request
  }
  return text;
}

std::vector<std::string> columns_of(const std::string& group, const std::vector<Case>& cases,
                                    const ByCase& compared) {
  std::vector<std::string> columns;
  for (const Case& c : cases) {
    const auto found = compared.find(c.name);
    if (c.group != group || found == compared.end()) continue;
    for (const Compared* one : found->second) {
      const std::string column = column_and_unit(one->metric).first;
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    }
  }
  return columns;
}

void print_group(std::ostream& out, const std::string& group, const std::vector<Case>& cases,
                 const ByCase& compared) {
  const std::vector<std::string> columns = columns_of(group, cases, compared);
  out << "\n## " << group << "\n\n| case | kernel | grid | block |";
  for (const std::string& column : columns) out << ' ' << spaced(column) << " |";
  out << "\n| --- | --- | --- | --- |";
  for (std::size_t i = 0; i < columns.size(); ++i) out << " --- |";
  out << '\n';
  for (const Case& c : cases) {
    if (c.group != group) continue;
    const auto found = compared.find(c.name);
    out << "| " << c.name << (found == compared.end() ? " (waits)" : "") << " | `" << c.kernel << "` | "
        << dimensions(c.grid) << " | " << dimensions(c.block) << " |";
    for (const std::string& column : columns) {
      out << ' ' << (found == compared.end() ? std::string() : cell(found->second, column)) << " |";
    }
    out << '\n';
  }
}

void print_reasons(std::ostream& out, const char* heading, Verdict verdict,
                   const std::vector<Compared>& compared) {
  const auto is_meant = [&](const Compared& one) { return one.verdict == verdict; };
  if (std::none_of(compared.begin(), compared.end(), is_meant)) return;
  out << "\n## " << heading << "\n\n| case | quantity | hardware | machine | why |\n"
      << "| --- | --- | --- | --- | --- |\n";
  for (const Compared& one : compared) {
    if (!is_meant(one)) continue;
    out << "| " << one.name << " | " << spaced(one.metric) << " | " << one.hardware << " | " << one.machine
        << " | " << one.why << " |\n";
  }
}

}  // namespace

void print_markdown(std::ostream& out, const std::vector<Case>& cases, const std::vector<Compared>& compared,
                    const std::vector<std::string>& remarks) {
  // The remarks after the first three say which counter fills which column: the record is the place for that.
  constexpr std::size_t kAboutTheRun = 3;
  for (std::size_t i = 0; i < std::min(kAboutTheRun, remarks.size()); ++i) out << remarks[i] << "\n";
  const ByCase found = by_case(compared);
  std::vector<std::string> groups;
  for (const Case& c : cases) {
    if (std::find(groups.begin(), groups.end(), c.group) == groups.end()) groups.push_back(c.group);
  }
  for (const std::string& group : groups) print_group(out, group, cases, found);
  print_reasons(out, "Where the two differ", Verdict::explained, compared);
  print_reasons(out, "Not compared", Verdict::not_compared, compared);
}

bool print_summary(std::ostream& out, const std::vector<Compared>& compared,
                   const std::vector<std::string>& stale) {
  std::map<Verdict, std::size_t> counts;
  for (const Compared& one : compared) {
    ++counts[one.verdict];
    if (one.verdict != Verdict::differs) continue;
    out << "difference: " << one.name << ", " << spaced(one.metric) << ": hardware " << one.hardware
        << ", machine " << one.machine << (one.why.empty() ? "" : " (" + one.why + ")") << '\n';
  }
  for (const std::string& sentence : stale) out << "stale exception: " << sentence << '\n';
  out << compared.size() << " quantities of " << by_case(compared).size() << " cases:";
  for (const Verdict verdict : kVerdicts) out << ' ' << counts[verdict] << ' ' << words_of(verdict) << ';';
  out << ' ' << stale.size() << " stale exceptions\n";
  return counts[Verdict::differs] == 0 && stale.empty();
}

}  // namespace agreement
