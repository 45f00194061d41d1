#include "detector.h"

#include <algorithm>
#include <numeric>

#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/traffic_bound.h"

namespace detector {
namespace {

constexpr int kWordBytes = 4;

int draw(std::mt19937_64& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

std::vector<int> addresses_of(const std::vector<Row>& rows) {
  std::vector<int> all;
  for (const Row& row : rows) all.insert(all.end(), row.addresses.begin(), row.addresses.end());
  return all;
}

std::vector<unsigned> masks_of(const std::vector<Row>& rows) {
  std::vector<unsigned> all;
  all.reserve(rows.size());
  for (const Row& row : rows) all.push_back(row.active);
  return all;
}

// Some address that an inactive lane happens to hold; of the banks that the others use, so that it matters.
int stray_address(std::mt19937_64& random) { return kWordBytes * BANKS * draw(random, 0, 1023); }

void forget_inactive(Row& row, std::mt19937_64& random) {
  for (int lane = 0; lane < WARP; ++lane) {
    if (!banks::is_active(row, lane)) row.addresses[static_cast<std::size_t>(lane)] = stray_address(random);
  }
}

std::uint32_t random_mask(std::mt19937_64& random) {
  const auto any = static_cast<std::uint32_t>(random());
  switch (draw(random, 0, 5)) {
    case 0:
      return any;
    case 1:
      return any & static_cast<std::uint32_t>(random());
    case 2:
      return 1U << draw(random, 0, WARP - 1);
    case 3:
      return draw(random, 0, 3) == 0 ? 0 : ~(1U << draw(random, 0, WARP - 1));
    default:
      return 0xFFFFFFFF;
  }
}

// The word that each lane wants.
std::array<int, WARP> random_words(std::mt19937_64& random) {
  std::array<int, WARP> words{};
  const int stride = draw(random, 0, 2 * BANKS);
  const int start = draw(random, 0, 1023);
  const int different = draw(random, 1, 6);
  switch (draw(random, 0, 3)) {
    case 0:  // strided
      for (int lane = 0; lane < WARP; ++lane) words[static_cast<std::size_t>(lane)] = start + lane * stride;
      break;
    case 1:  // a stride that the lanes share out at random
      std::iota(words.begin(), words.end(), 0);
      std::shuffle(words.begin(), words.end(), random);
      for (int& word : words) word = start + word * stride;
      break;
    case 2:  // few words, each wanted by several lanes, all of one bank
      for (int& word : words) word = start + BANKS * draw(random, 0, different - 1);
      break;
    default:  // scattered
      for (int& word : words) word = start + draw(random, 0, BANKS * different - 1);
  }
  return words;
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

std::vector<Row> random_rows(int count, const std::string& purpose) {
  std::vector<Row> rows(static_cast<std::size_t>(count));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    const auto words = random_words(random);
    for (std::size_t lane = 0; lane < WARP; ++lane) row.addresses[lane] = kWordBytes * words[lane];
    row.active = random_mask(random);
    row.degree = banks::degree_by_rule(row);
    row.origin = "row " + std::to_string(i);
    forget_inactive(row, random);
  }
  return rows;
}

std::vector<Row> full_rows(int count, const std::string& purpose) {
  std::vector<Row> rows = random_rows(count, purpose);
  for (Row& row : rows) {
    row.active = 0xFFFFFFFF;
    row.degree = banks::degree_by_rule(row);
  }
  return rows;
}

Detector::Detector(std::vector<Row> rows)
    : Problem(lab::checked("rows"), std::to_string(rows.size()) + (rows.size() == 1 ? " row" : " rows")),
      rows_(std::move(rows)),
      addresses_(*this, "addresses", rows_.size() * WARP, [this] { return addresses_of(rows_); }),
      active_(*this, "active", rows_.size(), [this] { return masks_of(rows_); }),
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
  const std::string cause = all_written ? banks::guess_mistake(rows_, answers) : "";
  lab::fail_at(run, lab::line_that_stores(run, "degree"),
               headline + " " + row.origin + "\n  " + banks::addresses_text(row) + "\n  " + truth + " " +
                   std::to_string(row.degree) + (row.degree == 1 ? " wavefront, " : " wavefronts, ") + found +
                   "; " + banks::why(row) + (cause.empty() ? "" : "\n  " + cause));
}

}  // namespace detector
