#include "lab/cost_table.h"

#include <iomanip>
#include <sstream>

namespace lab {
namespace {

// Per request, with no more digits than it needs: 4, 4.76.
std::string per_request(std::uint64_t sum, const simt::AccessCost& access) {
  std::ostringstream text;
  text << std::setprecision(3) << static_cast<double>(sum) / static_cast<double>(access.requests);
  return text.str();
}

// "1 sector", "5 sectors"
std::string counted(const std::string& amount, const std::string& noun) {
  return amount + " " + noun + (amount == "1" ? "" : "s");
}

std::string action(const simt::AccessCost& access) {
  return std::string(name_of(access.space)) + " " + name_of(access.op) + ", " + std::to_string(access.width) +
         " B";
}

std::string spent(const simt::AccessCost& access) {
  const bool sectors = access.space == simt::Space::global || access.space == simt::Space::texture;
  const std::uint64_t amount = sectors ? access.sectors : access.wavefronts;
  const std::uint64_t least = sectors ? access.least_sectors : access.least_wavefronts;
  std::string text = counted(per_request(amount, access), sectors ? "sector" : "wavefront");
  if (amount > least) text += " (least " + per_request(least, access) + ")";
  if (access.bank_conflicts > 0)
    text += ", " + counted(per_request(access.bank_conflicts, access), "bank conflict");
  return text;
}

}  // namespace

std::string cost_table(const LaunchResult& result) {
  std::ostringstream out;
  out << result.kernel << ", " << result.shape << "\n"
      << "  line  access              requests  per request\n";
  for (const auto& access : result.report.accesses) {
    const std::uint64_t spent_more = access.sectors - access.least_sectors + access.bank_conflicts;
    out << (spent_more > 0 ? "! " : "  ") << std::setw(4) << access.where.line << "  " << std::left
        << std::setw(18) << action(access) << std::right << std::setw(10) << access.requests << "  "
        << spent(access) << "\n";
  }
  return out.str();
}

}  // namespace lab
