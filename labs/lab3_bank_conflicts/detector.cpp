#include "detector.h"

#include <algorithm>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/lane_rows.h"

namespace detector {
namespace {

constexpr int kWordBytes = 4;

// An inactive lane holds any address, of the banks that the others use, so that it matters.
void forget_inactive(Row& row, std::mt19937_64& random) {
  std::uniform_int_distribution<int> any(0, 1023);
  for (int lane = 0; lane < WARP; ++lane) {
    if (!is_active(row, lane))
      row.addresses[static_cast<std::size_t>(lane)] = kWordBytes * BANKS * any(random);
  }
}

bool is_load(const simt::AccessCost& access) { return lab::is_global(access, simt::Op::load); }

}  // namespace

std::vector<Row> measured_rows() {
  std::vector<Row> rows;
  std::mt19937_64 random = lab::Session::current().random("inactive lanes");
  for (const simt::Op op : {simt::Op::load, simt::Op::store}) {
    for (const fidelity::Pattern& pattern : lab::hardware_patterns(simt::Space::shared, op, kWordBytes)) {
      Row row;
      for (std::size_t lane = 0; lane < WARP; ++lane) {
        if (pattern.offsets[lane] >= 0) row.active |= 1U << lane;
        row.addresses[lane] = pattern.offsets[lane];
      }
      row.degree = static_cast<int>(pattern.measured.wavefronts.value());
      row.origin = "pattern " + pattern.id + ", a " + simt::name_of(op);
      forget_inactive(row, random);
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<Row> random_rows(int count, const std::string& purpose, bool all_lanes) {
  std::vector<Row> rows(static_cast<std::size_t>(count));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    const lab::LaneRow drawn = lab::random_lane_row(random);
    for (std::size_t lane = 0; lane < WARP; ++lane) row.addresses[lane] = kWordBytes * drawn.numbers[lane];
    row.active = all_lanes ? 0xFFFFFFFF : drawn.active;
    row.degree = degree_by_rule(row);
    row.origin = "row " + std::to_string(i);
    forget_inactive(row, random);
  }
  return rows;
}

Detector::Detector(std::vector<Row> rows)
    : Problem(lab::checked("rows"), std::to_string(rows.size()) + (rows.size() == 1 ? " row" : " rows")),
      rows_(std::move(rows)),
      addresses_(*this, "addresses", rows_.size() * WARP,
                 [this] {
                   std::vector<int> all;
                   for (const Row& row : rows_)
                     all.insert(all.end(), row.addresses.begin(), row.addresses.end());
                   return all;
                 }),
      active_(*this, "active", rows_.size(),
              [this] {
                std::vector<unsigned> all;
                for (const Row& row : rows_) all.push_back(row.active);
                return all;
              }),
      degree_(*this, "degree", rows_.size()) {}

lab::LaunchResult Detector::run() {
  return Problem::run(lab::Kernel<decltype(detect_conflicts)>("detect_conflicts")
                          .call(lab::blocks_of(DETECTOR_BLOCK, WARP * rows()), addresses_.device(),
                                active_.device(), degree_.device(), rows()));
}

bool Detector::is_right(std::size_t row) const {
  return degree_.is_written(row) && degree_[row] == rows_[row].degree;
}

int Detector::agreed() const {
  int agreed = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) agreed += is_right(row) ? 1 : 0;
  return agreed;
}

bool Detector::expect_coalesced(const lab::LaunchResult& run) const {
  if (const auto known = lab::verdict_without_counts()) return *known;
  constexpr std::uint64_t kAddressSectors = WARP * sizeof(int) / simt::kSectorBytes;
  const auto count = static_cast<std::uint64_t>(rows_.size());
  const lab::AccessSum loads = lab::sum_of(run.report, is_load);
  const double a_row = static_cast<double>(loads.sectors) / static_cast<double>(count);
  if (lab::weigh(a_row, lab::Comparison::at_most, kAddressSectors + 1, "sectors loaded a row")) {
    return lab::expect_sectors(run, {"degree", simt::Op::store, count});
  }
  const bool one_by_one = loads.lanes < 2 * loads.requests;
  const simt::AccessCost* const worst =
      lab::costliest(run.report, is_load, [](const simt::AccessCost& access) { return access.sectors; });
  lab::fail_at(
      run, lab::line_of(worst),
      "the kernel loads " + std::to_string(loads.sectors) + " sectors in " + std::to_string(loads.requests) +
          " requests for " + std::to_string(count) + " rows: " + std::to_string(kAddressSectors) +
          " sectors hold a row's addresses and 1 its mask\n  " +
          (one_by_one ? "one lane loads a row alone: let each lane load its own address"
                      : "neighbouring lanes must load neighbouring addresses: a row belongs to a warp"));
  return false;
}

void Detector::fail(const lab::LaunchResult& run, const std::string& headline,
                    const std::string& truth) const {
  std::size_t first = 0;
  std::vector<int> answers;
  bool all_written = true;
  for (std::size_t row = rows_.size(); row-- > 0;) {
    if (!is_right(row)) first = row;
    all_written = all_written && degree_.is_written(row);
  }
  for (std::size_t row = 0; row < rows_.size(); ++row) answers.push_back(degree_[row]);
  const Row& row = rows_[first];
  const std::string found = degree_.is_written(first) ? "your kernel says " + std::to_string(degree_[first])
                                                      : "your kernel stored nothing";
  const std::string cause = all_written ? guess_mistake(rows_, answers) : "";
  lab::fail_at(run, lab::line_that_stores(run, "degree"),
               headline + " " + row.origin + "\n  " + addresses_text(row) + "\n  " + truth + " " +
                   std::to_string(row.degree) + (row.degree == 1 ? " wavefront, " : " wavefronts, ") + found +
                   "; " + why(row) + (cause.empty() ? "" : "\n  " + cause));
}

}  // namespace detector
